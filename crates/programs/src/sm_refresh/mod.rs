//! The program `sm-refresh`: super-morpion against an engine at the prompt, with files that
//! show the game in a browser.

mod display;
mod game;
mod grids;
mod phrases;
mod pictures;
mod screen;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::{CommandFactory, Parser, ValueEnum};
use plateau_console::args::{depth, duration};
use plateau_console::command_line::parse;
use plateau_console::error::{CommandError, report};
use plateau_console::language::Language;
use plateau_console::live::LiveOption;
use plateau_console::output::{self, Output};
use plateau_core::{Lang, Message, Player};
use plateau_games::EngineSpec;
use plateau_games::{AnyRecord, AnyVariant};
use plateau_play::{MoveLimits, PlayerSpec, Session};
use plateau_search::Settings;

use crate::{HELP_TEXTS, SUPERMORPION};
use display::Display;
use game::Game;
use pictures::Pictures;

/// The name of the program.
pub const NAME: &str = "sm-refresh";

/// The depth limit where neither a depth nor a time is given.
const DEFAULT_DEPTH: u32 = 6;

/// Play super-morpion against an engine, and follow the game in a browser
///
/// Writes g.dot, g.png and refresh.html after each move. Open refresh.html in a browser: it
/// updates itself.
#[derive(Debug, Parser)]
#[command(name = NAME, version)]
struct SmRefresh {
    /// How the engine searches
    #[arg(long, value_enum, default_value_t = Algorithm::Alphabeta)]
    algorithm: Algorithm,
    /// Depth limit of the engine in plies [default: 6, without --time]
    #[arg(long, value_parser = depth)]
    depth: Option<u32>,
    /// Time limit of the engine per move: 1s, 500ms, 2m
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// Your side; x moves first
    #[arg(long, value_name = "x|o", default_value = "o", hide_possible_values = true)]
    human: Side,
    /// Position to start from, quoted or as separate words
    #[arg(long, value_name = "POSITION", num_args = 1..=3)]
    start: Vec<String>,
    /// Directory for g.dot, g.png and refresh.html
    #[arg(long, default_value = ".")]
    dir: PathBuf,
    #[command(flatten)]
    live: LiveOption,
    /// Language of the output [default: that of the locale]
    #[arg(long, value_name = "en|fr", hide_possible_values = true)]
    lang: Option<Language>,
}

/// A search algorithm, as `--algorithm` names it.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Algorithm {
    /// Every move, as in textbooks
    Minimax,
    /// With pruning: the strongest
    Alphabeta,
}

impl Algorithm {
    /// Returns the engine that uses it.
    const fn engine(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::Alphabeta => "alphabeta",
        }
    }
}

/// A side, as `--human` names it.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    X,
    O,
}

impl From<Side> for Player {
    fn from(side: Side) -> Self {
        match side {
            Side::X => Self::First,
            Side::O => Self::Second,
        }
    }
}

/// Runs `sm-refresh`. The first argument is the name of the program.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let (program, lang) = match parse::<SmRefresh>(command(), HELP_TEXTS, args) {
        Ok(parsed) => parsed,
        Err(error) => return report(NAME, &error),
    };
    match program.run(lang) {
        Ok(output) => output::finish(NAME, output, lang),
        Err(message) => report(NAME, &CommandError::Failed(message.into(), lang)),
    }
}

impl SmRefresh {
    fn run(self, lang: Lang) -> Result<Output, Message> {
        let variant: Arc<dyn AnyVariant> = Arc::from(SUPERMORPION.variant("supermorpion")?);
        let record = self.start_position(variant.as_ref())?;
        let spec = EngineSpec::parse(self.algorithm.engine())?;
        let engine = variant.engine(&spec, Settings::default())?;
        let depth = self.depth.or_else(|| self.time.is_none().then_some(DEFAULT_DEPTH));
        let limits = MoveLimits { depth, move_time: self.time, ..MoveLimits::default() }.search_limits();
        let human = Player::from(self.human);
        let players = Player::BOTH
            .map(|player| if player == human { PlayerSpec::Human } else { PlayerSpec::Engine(spec.clone()) });
        let live = self.live.start(record.as_ref(), players.clone(), lang);
        let mut game = Game {
            session: Session::new(variant, record, players, None),
            human,
            engine,
            limits,
            pictures: Pictures::new(self.dir, human),
            live,
            display: Display::new(),
            engine_move: None,
            lang,
        };
        Ok(Output::Run(Box::new(move || game.play(&mut io::stdin().lock(), &mut io::stdout().lock()))))
    }

    /// Sets up the start position, which must have a move.
    fn start_position(&self, variant: &dyn AnyVariant) -> Result<Box<dyn AnyRecord>, Message> {
        if self.start.is_empty() {
            return Ok(variant.start());
        }
        let record = variant.open(&self.start.join(" "))?;
        match record.finish() {
            None => Ok(record),
            Some(finish) => {
                Err(phrases::START_FINISHED.message().with("result", finish.message(variant.layout())))
            }
        }
    }
}

/// Describes the command line.
pub fn command() -> clap::Command {
    let examples = [
        "sm-refresh",
        "sm-refresh --live",
        "sm-refresh --depth 10 --human x --dir game",
        "sm-refresh --algorithm minimax --depth 4",
        "sm-refresh --time 2s --start '6xoxOOOX2xo1ox1oXx2xo4oox4ox 84 o'",
    ];
    SmRefresh::command().after_help(output::examples_section(&examples.map(str::to_owned)))
}

#[cfg(test)]
mod tests {
    #[test]
    fn command_line_is_valid() {
        super::command().debug_assert();
    }
}
