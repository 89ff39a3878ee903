//! `plateau solve`: the exact value of a position and a line of perfect play.

use std::time::Instant;

use clap::Args;
use plateau_console::output::{Output, width};
use plateau_console::phrases::{LINE, SEARCH, VALUE};
use plateau_console::position_args::PositionArgs;
use plateau_console::progress;
use plateau_console::search_summary::search_summary;
use plateau_console::two_columns::{Content, TwoColumns};
use plateau_core::{Lang, Message};
use plateau_games::{AnyEngine, AnyRecord, Registry};
use plateau_play::runner::run_search;
use plateau_play::{json, value_text};
use plateau_search::{Analysis, Budget, Limits, StopReason};

use super::analyse::signed;
use crate::examples::ExampleGames;
use crate::phrases;
use crate::search_options::SearchOptions;

/// Minimum node limit of the searches that extend a proven line.
const MIN_LINE_NODES: u64 = 5_000_000;

/// Prove the value of a position
///
/// Runs until the value is proven if no limit is given, which takes forever in large games.
/// Ctrl-C stops the search and prints what was found; the exit code is 130.
#[derive(Debug, Args)]
pub struct Solve {
    /// Game, with options after a colon; `plateau games` lists them
    game: String,
    #[command(flatten)]
    position: PositionArgs,
    /// Prove only win, loss or draw, not the distance: faster in games with their own solver
    #[arg(long)]
    outcome: bool,
    #[command(flatten)]
    search: SearchOptions,
}

/// Returns examples for the help text.
pub fn examples(games: &ExampleGames<'_>) -> Vec<String> {
    let [tictactoe, connect4] = ["tictactoe", "connect4"].map(|id| games.get(id));
    vec![
        format!("plateau solve {}", games.id("achi")),
        format!("plateau solve {} {} --json", tictactoe.game, tictactoe.position),
        format!("plateau solve {} {} --outcome", connect4.game, connect4.position),
        format!("plateau solve {} --time 10s --threads 2", games.id("picaria")),
        format!("plateau solve {} --time 10s", games.id("morpion4")),
    ]
}

impl Solve {
    /// Runs the command.
    pub fn run(&self, registry: &Registry, lang: Lang) -> Result<Output, Message> {
        let variant = registry.variant(&self.game)?;
        let record = self.position.record(variant.as_ref())?;
        let mut engine = self.search.solver(variant.as_ref())?;
        if let Some(finished) = value_text::finished(variant.as_ref(), record.as_ref()) {
            return Ok(Output::Text(if self.search.json {
                json::analysis_line(record.as_ref(), &finished.analysis)
            } else {
                format!("{}\n", finished.sentence.render(lang))
            }));
        }
        let limits = Limits {
            search_forced: true,
            use_book: false,
            wld_only: self.outcome,
            ..self.search.limits(&*record, None, false)
        };
        let mut analysis = progress::search(engine.as_mut(), record.as_ref(), &limits, lang)?;
        let is_complete = complete_line(engine.as_mut(), record.as_ref(), &limits, &mut analysis)?;
        if self.search.json {
            return Ok(Output::of_search(json::analysis_line(record.as_ref(), &analysis), &analysis));
        }
        let certainty = value_text::certainty(&analysis.value, analysis.unit).template(lang);
        let value = value_text::describe(record.as_ref(), &analysis.value, analysis.unit, lang);
        let mut fields = TwoColumns::default();
        fields.field(&VALUE, Content::Words(format!("{value} ({certainty})")), lang);
        if let Some(score) = value_text::native_score(record.as_ref(), &analysis.value) {
            fields.field(&phrases::COLUMN_SCORE, Content::Words(signed(score)), lang);
        }
        if let Some(best) = analysis.moves.first() {
            let mut line = best.pv.clone();
            line.extend((best.value.is_exact() && !is_complete).then(|| "…".to_owned()));
            fields.field(&LINE, Content::Moves(line), lang);
        }
        fields.field(&SEARCH, Content::Words(search_summary(&analysis).render(lang)), lang);
        Ok(Output::of_search(fields.format(0, width()), &analysis))
    }
}

/// Extends a proven line to the end of the game by searching again from its end, where the
/// transposition table has most of the answers. Respects the time limit and the stop flag.
/// Returns whether the line reaches the end.
fn complete_line(
    engine: &mut dyn AnyEngine,
    record: &dyn AnyRecord,
    requested: &Limits,
    analysis: &mut Analysis<String>,
) -> Result<bool, Message> {
    let started = Instant::now();
    let mut end = record.boxed_clone();
    let Some(best) = analysis.moves.first_mut() else { return Ok(true) };
    for mv in &best.pv {
        end.play(mv)?;
    }
    while best.value.is_exact() && end.finish().is_none() && !requested.stop.is_raised() {
        let time = match requested.time {
            None => None,
            Some(budget) => match budget.hard.checked_sub(analysis.time + started.elapsed()) {
                None => break,
                Some(rest) => Some(Budget::fixed(rest)),
            },
        };
        let nodes = requested.nodes.map(|nodes| nodes.max(MIN_LINE_NODES));
        let limits = Limits { nodes, time, stop: requested.stop.clone(), ..Limits::default() };
        let report = run_search(engine, end.as_ref(), &limits, &mut |_| {});
        let further = report.map_err(|error| error.message())?.analysis;
        let Some(next) = further.moves.first().filter(|next| next.value.is_exact()) else { break };
        for mv in &next.pv {
            end.play(mv)?;
            best.pv.push(mv.clone());
        }
    }
    if requested.stop.is_raised() {
        analysis.stop = StopReason::Stopped;
    }
    Ok(end.finish().is_some())
}
