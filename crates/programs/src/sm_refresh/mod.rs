//! The program `sm-refresh`: super-morpion against the computer at the prompt,
//! with the game in files that a browser follows.

mod phrases;
mod pictures;
mod screen;
mod session;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{CommandFactory, FromArgMatches, Parser, ValueEnum};
use plateau_core::{Lang, Message, Player};
use plateau_games::EngineSpec;
use plateau_games::{AnyRecord, AnyVariant, REGISTRY};
use plateau_play::PlayerSpec;
use plateau_search::{Budget, Limits, Settings};

use plateau_console::args::{depth, duration};
use plateau_console::error::{BAD_INPUT, Failure, told};
use plateau_console::input::read_line;
use plateau_console::language::{self, Language};
use plateau_console::live::Watched;
use plateau_console::output::{self, Trouble};

use pictures::Pictures;
use session::Session;

/// The name of the program.
pub const NAME: &str = "sm-refresh";

/// Who plays for the computer.
const ENGINE: &str = "best";

/// How deep the computer looks if it is told neither a depth nor a time.
const DEPTH: u32 = 6;

/// Play super-morpion against the computer, and follow the game in a browser
///
/// After each move g.dot, g.png and refresh.html are written; refresh.html, opened
/// as a file, follows the game.
#[derive(Debug, Parser)]
#[command(name = NAME, version)]
struct SmRefresh {
    /// How many plies deep the computer looks at most [default: 6, without --time]
    #[arg(long, value_parser = depth)]
    depth: Option<u32>,
    /// How long the computer thinks about a move at most: 1s, 500ms, 2m
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// The side you play; x begins
    #[arg(long, value_name = "x|o", default_value = "o", hide_possible_values = true)]
    human: Side,
    /// Position to begin from, quoted or as separate words
    #[arg(long, value_name = "POSITION", num_args = 1..=3)]
    start: Vec<String>,
    /// Directory for g.dot, g.png and refresh.html
    #[arg(long, default_value = ".")]
    dir: PathBuf,
    #[command(flatten)]
    watched: Watched,
    /// Language of the words; without it, that of the environment (LANG)
    #[arg(long, value_name = "en|fr", hide_possible_values = true)]
    lang: Option<Language>,
}

/// A side as it is named on the command line.
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

/// Runs `sm-refresh` on a command line, its first word the program's name.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let asked =
        command().try_get_matches_from(args).and_then(|matches| SmRefresh::from_arg_matches(&matches));
    let asked = match asked {
        Ok(asked) => asked,
        Err(error) => return told(NAME, &command(), Failure::Usage(error)),
    };
    let lang = asked.lang.map_or_else(language::of_environment, Lang::from);
    match asked.run(lang) {
        Ok(Ok(code)) => code,
        Ok(Err(trouble)) => output::ended(NAME, Err(trouble), lang),
        Err(message) => told(NAME, &command(), Failure::Input(message, lang)),
    }
}

impl SmRefresh {
    fn run(self, lang: Lang) -> Result<Result<ExitCode, Trouble>, Message> {
        let variant = REGISTRY.variant("supermorpion")?;
        let spec = EngineSpec::parse(ENGINE)?;
        let engine = variant.engine(&spec, Settings::default())?;
        let depth = self.depth.or_else(|| self.time.is_none().then_some(DEPTH));
        let limits = Limits { depth, time: self.time.map(Budget::fixed), ..Limits::default() };
        let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
        let record = match self.beginning(variant.as_ref(), &mut input, &mut out, lang) {
            Ok(Some(record)) => record,
            Ok(None) => return Ok(Ok(ExitCode::from(BAD_INPUT))),
            Err(error) => return Ok(Err(error.into())),
        };
        let human = Player::from(self.human);
        let players = Player::BOTH
            .map(|player| if player == human { PlayerSpec::Human } else { PlayerSpec::Engine(spec.clone()) });
        let live = self.watched.begin(record.as_ref(), players.clone(), lang);
        let mut session = Session {
            variant: variant.as_ref(),
            record,
            human,
            players,
            engine,
            limits,
            pictures: Pictures::new(self.dir),
            live,
            lang,
        };
        Ok(session.play(&mut input, &mut out).map(|()| ExitCode::SUCCESS))
    }

    /// The position to begin from. A bad one is told, and another asked for;
    /// `None` when there is none.
    fn beginning(
        &self,
        variant: &dyn AnyVariant,
        input: &mut dyn io::BufRead,
        out: &mut dyn io::Write,
        lang: Lang,
    ) -> io::Result<Option<Box<dyn AnyRecord>>> {
        if self.start.is_empty() {
            return Ok(Some(variant.start()));
        }
        let mut text = self.start.join(" ");
        loop {
            let wrong = match variant.open(&text) {
                Err(error) => error.message(),
                Ok(record) => match record.finish() {
                    None => return Ok(Some(record)),
                    Some(finish) => {
                        phrases::START_IS_OVER.message().with("result", finish.message(variant.layout()))
                    }
                },
            };
            output::complain(NAME, &wrong.render(lang));
            write!(out, "{}", phrases::ASK_START.message().render(lang))?;
            out.flush()?;
            let Some(line) = read_line(input) else {
                writeln!(out)?;
                return Ok(None);
            };
            text = line;
        }
    }
}

/// The command line.
pub fn command() -> clap::Command {
    let examples = [
        "sm-refresh",
        "sm-refresh --live",
        "sm-refresh --depth 10 --human x --dir game",
        "sm-refresh --time 2s --start '6xoxOOOX2xo1ox1oXx2xo4oox4ox 84 o'",
    ];
    SmRefresh::command().after_help(output::examples_section(&examples.map(str::to_owned)))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_well_formed() {
        super::command().debug_assert();
    }
}
