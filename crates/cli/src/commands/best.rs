//! `plateau best`: the best move, and nothing else.

use std::time::Duration;

use clap::Args;
use plateau_console::output::Output;
use plateau_console::phrases::STOP_FINISHED;
use plateau_console::position_args::PositionArgs;
use plateau_console::progress;
use plateau_console::search_summary::ensure_unfinished;
use plateau_core::{Lang, Message};
use plateau_games::Registry;
use plateau_play::json;

use crate::examples::ExampleGames;
use crate::search_options::SearchOptions;

/// The default time limit.
const TIME: Duration = Duration::from_secs(1);

/// Find the best move
///
/// Searches for one second by default. Ctrl-C stops the search and prints the best move so
/// far; the exit code is 130.
#[derive(Debug, Args)]
pub struct Best {
    /// Game, with options after a colon; `plateau games` lists them
    game: String,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    search: SearchOptions,
}

/// Returns examples for the help text.
pub fn examples(games: &ExampleGames<'_>) -> Vec<String> {
    let [morpion4, connect4] = ["morpion4", "connect4"].map(|id| games.get(id));
    vec![
        format!("plateau best {} --moves \"{}\" --time 100ms", morpion4.game, morpion4.moves),
        format!("plateau best {} {}", connect4.game, connect4.position),
        format!("plateau best {} --engine level:3 --json", games.id("othello")),
    ]
}

impl Best {
    /// Runs the command.
    pub fn run(&self, registry: &Registry, lang: Lang) -> Result<Output, Message> {
        let variant = registry.variant(&self.game)?;
        let record = self.position.record(variant.as_ref())?;
        ensure_unfinished(variant.as_ref(), record.as_ref())?;
        let mut engine = self.search.engine(variant.as_ref())?;
        let limits = self.search.limits(&*record, Some(TIME), false);
        let analysis = progress::search(engine.as_mut(), record.as_ref(), &limits, lang)?;
        if self.search.json {
            return Ok(Output::of_search(json::analysis_line(record.as_ref(), &analysis), &analysis));
        }
        let best = analysis.moves.first().ok_or_else(|| STOP_FINISHED.message())?;
        Ok(Output::of_search(format!("{}\n", best.mv), &analysis))
    }
}
