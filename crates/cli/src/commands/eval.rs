//! `plateau eval`: what an evaluator sees in a position.

use clap::Args;
use plateau_console::names;
use plateau_console::output::{self, Output, board_style, width, wrap_words};
use plateau_console::phrases::{FIELD, TO_MOVE};
use plateau_console::position_args::PositionArgs;
use plateau_console::two_columns::{Content, TwoColumns};
use plateau_core::text::Argument;
use plateau_core::{Lang, Layout, Message};
use plateau_games::explain::{Evaluation, MapKind, Places, Term, ValueMap};
use plateau_games::{AnyRecord, AnyVariant, Registry};
use plateau_play::value_text;
use plateau_search::{Score, Unit, Value};

use crate::examples::{Example, ExampleGames};
use crate::phrases;

mod json;

/// Show what an evaluator sees, term by term
///
/// Lists the terms that add up to the value of the position at a leaf of a search, and draws
/// values on the board where they belong to cells or grids. Nothing is searched. An evaluator
/// that looks at the last moves gets those of --moves.
#[derive(Debug, Args)]
pub struct Eval {
    /// Game, with options after a colon; `plateau games` lists them
    game: String,
    #[command(flatten)]
    position: PositionArgs,
    /// Evaluator; `plateau engines GAME` lists them [default: the strongest]
    #[arg(long = "eval", value_name = "NAME")]
    evaluator: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Returns examples for the help text.
pub fn examples(games: &ExampleGames<'_>) -> Vec<String> {
    let [othello, morpion4, connect4] = ["othello", "morpion4", "connect4"].map(|id| games.get(id));
    let with_moves = |example: &Example| {
        let Example { game, moves, evaluator, .. } = example;
        format!("plateau eval {game} --moves \"{moves}\" --eval {evaluator}")
    };
    vec![
        with_moves(&othello),
        with_moves(&morpion4),
        format!("plateau eval {} {} --json", connect4.game, connect4.position),
    ]
}

impl Eval {
    /// Runs the command.
    pub fn run(&self, registry: &Registry, lang: Lang) -> Result<Output, Message> {
        let variant = registry.variant(&self.game)?;
        let record = self.position.record(variant.as_ref())?;
        let evaluation = record.evaluation(self.evaluator.as_deref())?;
        if self.json {
            let json = json::evaluation(variant.as_ref(), record.as_ref(), evaluation.as_ref(), lang);
            return Ok(Output::Text(format!("{json}\n")));
        }
        let title = names::game_title(registry, variant.as_ref(), lang);
        let board = output::board(variant.layout(), &record.view(), board_style(), lang);
        let text = match evaluation {
            Some(evaluation) => describe(variant.as_ref(), record.as_ref(), &evaluation, lang),
            None => value_text::finished(variant.as_ref(), record.as_ref())
                .map(|finished| format!("{}\n", finished.sentence.render(lang)))
                .unwrap_or_default(),
        };
        Ok(Output::Text(format!("{title}\n\n{board}\n{text}")))
    }
}

fn describe(variant: &dyn AnyVariant, record: &dyn AnyRecord, evaluation: &Evaluation, lang: Lang) -> String {
    let layout = variant.layout();
    let mut text = heading(layout, record, evaluation, lang);
    text.push('\n');
    text.push_str(&table(record, &evaluation.explanation.terms, evaluation.value, lang));
    let player = names::player(layout, record.turn(), board_style().unicode, lang);
    let estimate = Value::unproven(Score::estimate(evaluation.value));
    let estimate = value_text::describe(record, &estimate, Unit::Pieces, lang);
    let unit = phrases::EVAL_UNIT.message().with("player", player).with("estimate", estimate);
    let proven = evaluation.proven.map(|value| {
        let value = value_text::describe(record, &value, Unit::Pieces, lang);
        phrases::EVAL_PROVEN.message().with("value", value)
    });
    text.push('\n');
    for note in [unit].iter().chain(&evaluation.explanation.notes).chain(&proven) {
        text.push_str(&wrap_words(&note.render(lang), width()).join("\n"));
        text.push('\n');
    }
    for map in &evaluation.explanation.maps {
        let title = FIELD.message().with("name", map.title.clone()).render(lang);
        let (title, board) = (wrap_words(&title, width()).join("\n"), draw(layout, record, map, lang));
        text.extend(["\n", &title, "\n\n", &board]);
    }
    text
}

/// Formats the evaluator and the side to move.
fn heading(layout: &Layout, record: &dyn AnyRecord, evaluation: &Evaluation, lang: Lang) -> String {
    let evaluator = phrases::NAME_AND_SUMMARY
        .message()
        .with("name", evaluation.evaluator)
        .with("summary", evaluation.summary)
        .render(lang);
    let player = names::player_label(layout, record.turn(), lang);
    let mut fields = TwoColumns::default();
    fields.field(&phrases::EVALUATOR, Content::Words(evaluator), lang);
    fields.field(&TO_MOVE, Content::Words(player), lang);
    fields.format(0, width())
}

/// Formats terms and their sum. Columns: the counts of the side to move and of the opponent,
/// the value of each, and the product.
fn table(record: &dyn AnyRecord, terms: &[Term], sum: i32, lang: Lang) -> String {
    let turn = record.turn();
    let has_counts = terms.iter().any(|term| term.counts.is_some());
    let cells = |counts: [String; 3], value: String| -> Vec<String> {
        counts.into_iter().filter(|_| has_counts).chain([value]).collect()
    };
    let heads = [turn, turn.other()].map(|player| player.letter().to_string());
    let [own, opponent] = heads;
    let heads = [own, opponent, phrases::COLUMN_EACH.template(lang).to_owned()];
    let title = phrases::COLUMN_TERM.template(lang).to_owned();
    let mut rows = vec![(title, cells(heads, phrases::COLUMN_VALUE.template(lang).to_owned()))];
    rows.extend(terms.iter().map(|term| {
        let counts = term.counts.map(|counts| [counts.own, counts.opponent, counts.weight]);
        let counts = counts.map(|counts| counts.map(|number| grouped(number, lang))).unwrap_or_default();
        (term.name.render(lang), cells(counts, signed(term.value, lang)))
    }));
    rows.push((phrases::SUM.template(lang).to_owned(), cells(Default::default(), signed(sum, lang))));
    align(&rows)
}

/// Indent of continuation lines.
const CONTINUATION_INDENT: usize = 2;

/// Aligns numbers to the right of their wrapped names.
fn align(rows: &[(String, Vec<String>)]) -> String {
    let length = |text: &String| text.chars().count();
    let columns = rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| rows.iter().filter_map(|(_, cells)| cells.get(column)).map(length).max().unwrap_or(0))
        .collect();
    let room = width().saturating_sub(widths.iter().map(|width| width + 2).sum());
    let wrapped = |name: &String| {
        let room = if length(name) <= room { room } else { room.saturating_sub(CONTINUATION_INDENT) };
        wrap_words(name, room)
    };
    let names: Vec<Vec<String>> = rows.iter().map(|(name, _)| wrapped(name)).collect();
    let widest = names.iter().flatten().map(length).max().unwrap_or(0);
    let mut text = String::new();
    for ((_, cells), name) in rows.iter().zip(&names) {
        for (i, line) in name.iter().enumerate() {
            let numbers = cells.iter().zip(&widths).filter(|_| i == 0);
            let numbers: Vec<String> = numbers.map(|(cell, width)| format!("{cell:>width$}")).collect();
            // The rest of a long name is indented, so that it does not look like another.
            let line = if i == 0 { line.clone() } else { format!("{:CONTINUATION_INDENT$}{line}", "") };
            let row = format!("{line:widest$}  {}", numbers.join("  "));
            text.push_str(row.trim_end());
            text.push('\n');
        }
    }
    text
}

/// Draws values on the board.
fn draw(layout: &Layout, record: &dyn AnyRecord, map: &ValueMap, lang: Lang) -> String {
    let number = |value: i32| match map.kind {
        MapKind::Contributions => signed(value, lang),
        MapKind::Weights | MapKind::Percent => grouped(value, lang),
    };
    let numbers: Vec<Option<String>> = map.values.iter().map(|value| value.map(number)).collect();
    match map.places {
        Places::Regions => plateau_draw::text::region_values(layout, &numbers),
        Places::Points => {
            plateau_draw::text::point_values(layout, &record.view().pieces, &numbers, board_style())
        }
    }
}

/// Formats a number with its digits in groups.
fn grouped(number: i32, lang: Lang) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let digits = Argument::Count(number.unsigned_abs() as usize);
    phrases::SIGNED.message().with("sign", sign).with("digits", digits).render(lang)
}

/// Like [`grouped`], with a plus sign before positive numbers.
fn signed(number: i32, lang: Lang) -> String {
    let plus = if number > 0 { "+" } else { "" };
    plus.to_owned() + &grouped(number, lang)
}
