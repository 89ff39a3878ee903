//! `plateau analyse`: the value of every move.

use std::time::Duration;

use clap::Args;
use plateau_core::{Lang, Message};
use plateau_games::{AnyRecord, AnyVariant, Registry};
use plateau_search::Analysis;

use crate::commands::best::goes_on;
use crate::effort::Effort;
use crate::output::board_style;
use crate::place::Place;
use crate::sample::Sample;
use crate::{judgement, phrases};

/// It answers after this at the latest, unless it is told otherwise.
const TIME: Duration = Duration::from_secs(5);

/// Moves of a line that are written out.
const LINE: usize = 8;

/// Judge every legal move
///
/// Five seconds unless told otherwise, less when everything is proven.
#[derive(Debug, Args)]
pub struct Analyse {
    /// Game, perhaps with options after a colon; `plateau games` lists them
    game: String,
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    effort: Effort,
}

/// Examples for the help text.
pub fn examples(sample: &Sample) -> Vec<String> {
    let Sample { game, moves, position } = sample;
    vec![
        format!("plateau analyse {game} {position}"),
        format!("plateau analyse {game} --moves \"{moves}\" --depth 6"),
        format!("plateau analyse {game} {position} --json"),
    ]
}

impl Analyse {
    /// The answer.
    pub fn answer(&self, registry: &Registry, lang: Lang) -> Result<String, Message> {
        let variant = registry.variant(&self.game)?;
        let record = self.place.open(variant.as_ref())?;
        goes_on(variant.as_ref(), record.as_ref())?;
        let mut engine = self.effort.judge(variant.as_ref())?;
        let limits = self.effort.limits(Some(TIME), true);
        let analysis = engine.analyse(record.as_ref(), &limits, &mut |_| {})?;
        if self.effort.json {
            return Ok(judgement::json(record.as_ref(), &analysis));
        }
        Ok(in_words(variant.as_ref(), record.as_ref(), &analysis, lang))
    }
}

fn in_words(
    variant: &dyn AnyVariant,
    record: &dyn AnyRecord,
    analysis: &Analysis<String>,
    lang: Lang,
) -> String {
    let board = plateau_draw::text::board_as(variant.layout(), &record.view(), board_style());
    let mut columns = vec![&phrases::COLUMN_MOVE, &phrases::COLUMN_VALUE, &phrases::COLUMN_PROOF];
    // The game's own score is a column where the game has one.
    let scores: Vec<Option<i32>> = analysis
        .moves
        .iter()
        .map(|judged| record.native_score(judged.value.estimate).filter(|_| judged.value.is_exact()))
        .collect();
    let with_scores = scores.iter().any(Option::is_some);
    if with_scores {
        columns.push(&phrases::COLUMN_SCORE);
    }
    columns.push(&phrases::COLUMN_LINE);
    let mut rows = vec![columns.iter().map(|name| name.template(lang).to_owned()).collect::<Vec<_>>()];
    for (judged, score) in analysis.moves.iter().zip(scores) {
        let mut row = vec![
            judged.mv.clone(),
            judgement::value(record, &judged.value, lang),
            judgement::proof(&judged.value).template(lang).to_owned(),
        ];
        if with_scores {
            row.push(score.map_or_else(String::new, |score| format!("{score:+}")));
        }
        row.push(line(&judged.line));
        rows.push(row);
    }
    let note = phrases::IN_PLIES.say().with("player", variant.layout().player(record.turn())).render(lang);
    let effort = judgement::effort(analysis).render(lang);
    format!("{board}\n{}\n{note}\n{effort}\n", table(&rows))
}

/// The beginning of a line.
fn line(moves: &[String]) -> String {
    let spaced = moves.iter().any(|mv| mv.contains(' '));
    let mut text = moves[..moves.len().min(LINE)].join(if spaced { "; " } else { " " });
    if moves.len() > LINE {
        text.push_str(" …");
    }
    text
}

/// Rows in columns as wide as they need to be.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}
