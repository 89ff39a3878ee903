//! `plateau analyse`: the values of all moves.

use std::time::Duration;

use clap::Args;
use plateau_console::game_args::GameArgs;
use plateau_console::output::{Output, board_style, width};
use plateau_console::progress;
use plateau_console::search_summary::search_summary;
use plateau_core::{Lang, Message, Objective, Phrase};
use plateau_games::{AnyRecord, AnyVariant, Registry};
use plateau_play::{json, value_text};
use plateau_search::{Analysis, MoveValue};

use crate::examples::ExampleGames;
use crate::phrases;
use crate::review::review_game;
use crate::search_options::SearchOptions;
use crate::table::table;

/// The default time limit.
const TIME: Duration = Duration::from_secs(5);

/// The number of moves shown of a principal variation.
const LINE_LENGTH: usize = 8;

/// Evaluate every legal move
///
/// Searches for five seconds by default, less if all values are proven. Ctrl-C stops the
/// search and prints what was found; the exit code is 130.
///
/// With --load, reviews each move of the game: its value, what was better, whether it was an
/// inaccuracy (?!), a mistake (?) or a blunder (??), and the accuracy of both sides. It takes about
/// twelve seconds at most; limits, if given, are those of each move.
#[derive(Debug, Args)]
pub struct Analyse {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    search: SearchOptions,
}

/// Returns examples for the help text.
pub fn examples(games: &ExampleGames<'_>) -> Vec<String> {
    let [supermorpion, connect4, othello, tictactoe] =
        ["supermorpion", "connect4", "othello", "tictactoe"].map(|id| games.get(id));
    vec![
        format!("plateau analyse {} --moves \"{}\" --depth 4", supermorpion.game, supermorpion.moves),
        format!("plateau analyse {} {} --time 1s", connect4.game, connect4.position),
        format!("plateau analyse {} --moves \"{}\" --depth 6", othello.game, othello.moves),
        format!("plateau analyse {} {} --json", tictactoe.game, tictactoe.position),
    ]
}

impl Analyse {
    /// Runs the command.
    pub fn run(&self, registry: &Registry, lang: Lang) -> Result<Output, Message> {
        let (variant, record) = self.game.open(registry)?;
        if self.game.load.is_some() {
            return review_game(registry, variant.as_ref(), record.as_ref(), &self.search, lang);
        }
        let mut engine = self.search.engine_with_evaluation(variant.as_ref())?;
        if let Some(finished) = value_text::finished(variant.as_ref(), record.as_ref()) {
            let board = plateau_draw::text::board_with_style(variant.layout(), &record.view(), board_style());
            return Ok(Output::Text(if self.search.json {
                json::analysis_line(record.as_ref(), &finished.analysis)
            } else {
                format!("{board}\n{}\n", finished.sentence.render(lang))
            }));
        }
        let limits = self.search.limits(&*record, Some(TIME), true);
        let analysis = progress::search(engine.as_mut(), record.as_ref(), &limits, lang)?;
        let text = if self.search.json {
            json::analysis_line(record.as_ref(), &analysis)
        } else {
            describe(variant.as_ref(), record.as_ref(), &analysis, lang)
        };
        Ok(Output::of_search(text, &analysis))
    }
}

fn describe(
    variant: &dyn AnyVariant,
    record: &dyn AnyRecord,
    analysis: &Analysis<String>,
    lang: Lang,
) -> String {
    let board = plateau_draw::text::board_with_style(variant.layout(), &record.view(), board_style());
    let mut columns = vec![&phrases::COLUMN_MOVE, &phrases::COLUMN_VALUE, &phrases::COLUMN_CERTAINTY];
    // A column for the score in the unit of the game, where it has one.
    let scores: Vec<Option<i32>> = analysis
        .moves
        .iter()
        .map(|entry| record.native_score(entry.value.estimate).filter(|_| entry.value.is_exact()))
        .collect();
    let with_scores = scores.iter().any(Option::is_some);
    if with_scores {
        columns.push(&phrases::COLUMN_SCORE);
    }
    columns.push(&phrases::COLUMN_LINE);
    let mut rows = vec![columns.iter().map(|name| name.template(lang).to_owned()).collect::<Vec<_>>()];
    for (entry, score) in analysis.moves.iter().zip(scores) {
        let mut row = vec![
            entry.mv.clone(),
            value_text::describe(record, &entry.value, analysis.unit, lang),
            value_text::certainty(&entry.value, analysis.unit).template(lang).to_owned(),
        ];
        if with_scores {
            row.push(score.map_or_else(String::new, signed));
        }
        row.push(line(record, entry));
        rows.push(row);
    }
    let note = unit_note(variant, record, [&phrases::IN_PLIES, &phrases::IN_PIECES, &phrases::FOR_PLAYER]);
    let note = note.with("player", variant.layout().player(record.turn())).render(lang);
    let summary = search_summary(analysis).render(lang);
    format!("{board}\n{}\n{note}\n{summary}\n", table(&rows, width()))
}

/// Returns the note on the unit of values: distances in plies, margins in the pieces that the
/// game counts, or margins without a unit.
pub fn unit_note(
    variant: &dyn AnyVariant,
    record: &dyn AnyRecord,
    [in_plies, in_pieces, margin]: [&'static Phrase; 3],
) -> Message {
    match (variant.traits().objective, record.view().tally) {
        (Objective::Margin, Some(tally)) => in_pieces.message().with("pieces", tally.what),
        (Objective::Margin, None) => margin.message(),
        _ => in_plies.message(),
    }
}

/// Formats a score with its sign; zero has none.
pub(super) fn signed(score: i32) -> String {
    if score == 0 { "0".to_owned() } else { format!("{score:+}") }
}

/// Formats a principal variation, with an ellipsis where it is cut or does not reach a
/// proven end.
fn line(record: &dyn AnyRecord, entry: &MoveValue<String>) -> String {
    let moves = &entry.pv;
    let spaced = moves.iter().any(|mv| mv.contains(' '));
    let mut text = moves[..moves.len().min(LINE_LENGTH)].join(if spaced { "; " } else { " " });
    let mut end = record.boxed_clone();
    let ends = moves.iter().all(|mv| end.play(mv).is_ok()) && end.finish().is_some();
    if moves.len() > LINE_LENGTH || entry.value.is_exact() && !ends {
        text.push_str(" …");
    }
    text
}
