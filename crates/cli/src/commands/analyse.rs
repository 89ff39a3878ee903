//! `plateau analyse`: the value of every move.

use std::time::Duration;

use clap::Args;
use plateau_core::{Lang, Message};
use plateau_games::{AnyRecord, AnyVariant, Registry};
use plateau_play::{json, value_text};
use plateau_search::{Analysis, MoveValue};

use crate::examples::Sample;
use crate::search_options::Effort;
use crate::{phrases, progress};
use plateau_console::output::{Answer, board_style};
use plateau_console::position_args::Place;
use plateau_console::search_summary as searched;

/// It answers after this at the latest, unless it is told otherwise.
const TIME: Duration = Duration::from_secs(5);

/// Moves of a line that are written out.
const LINE: usize = 8;

/// Judge every legal move
///
/// Five seconds unless told otherwise, less when everything is proven. Ctrl-C ends
/// the search: what was found so far is the answer, and the exit code 130.
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
    pub fn answer(&self, registry: &Registry, lang: Lang) -> Result<Answer, Message> {
        let variant = registry.variant(&self.game)?;
        let record = self.place.open(variant.as_ref())?;
        let mut engine = self.effort.judge(variant.as_ref())?;
        if let Some(finished) = value_text::finished(variant.as_ref(), record.as_ref()) {
            let board = plateau_draw::text::board_as(variant.layout(), &record.view(), board_style());
            return Ok(Answer::Text(if self.effort.json {
                json::analysis_line(record.as_ref(), &finished.analysis)
            } else {
                format!("{board}\n{}\n", finished.sentence.render(lang))
            }));
        }
        let limits = self.effort.limits(&*record, Some(TIME), true);
        let analysis = progress::analyse(engine.as_mut(), record.as_ref(), &limits, lang)?;
        let text = if self.effort.json {
            json::analysis_line(record.as_ref(), &analysis)
        } else {
            in_words(variant.as_ref(), record.as_ref(), &analysis, lang)
        };
        Ok(Answer::found(text, &analysis))
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
            value_text::describe(record, &judged.value, analysis.unit, lang),
            value_text::certainty(&judged.value, analysis.unit).template(lang).to_owned(),
        ];
        if with_scores {
            row.push(score.map_or_else(String::new, signed));
        }
        row.push(line(record, judged));
        rows.push(row);
    }
    let note =
        phrases::IN_PLIES.message().with("player", variant.layout().player(record.turn())).render(lang);
    let effort = searched::effort(analysis).render(lang);
    format!("{board}\n{}\n{note}\n{effort}\n", table(&rows))
}

/// A score with its sign; nothing has none.
pub(super) fn signed(score: i32) -> String {
    if score == 0 { "0".to_owned() } else { format!("{score:+}") }
}

/// The beginning of a line, and a sign where it goes on: where it is too long to
/// be written out, and where the search knows the end but not the way.
fn line(record: &dyn AnyRecord, judged: &MoveValue<String>) -> String {
    let moves = &judged.pv;
    let spaced = moves.iter().any(|mv| mv.contains(' '));
    let mut text = moves[..moves.len().min(LINE)].join(if spaced { "; " } else { " " });
    let mut end = record.boxed_clone();
    let ends = moves.iter().all(|mv| end.play(mv).is_ok()) && end.finish().is_some();
    if moves.len() > LINE || judged.value.is_exact() && !ends {
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
