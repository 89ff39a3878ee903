//! The command line of `plateau`: its commands, and how a line is parsed.

use std::ffi::OsString;

use clap::error::{ContextKind, ErrorKind};
use clap::{FromArgMatches, Parser, Subcommand};
use plateau_console::command_line::{join_negative_values, refusal};
use plateau_console::error::CommandError;
use plateau_console::language::Language;
use plateau_console::usage_error::UsedCommand;
use plateau_core::Lang;
use plateau_games::Registry;

use crate::{commands, phrases};

/// Play, solve, explain and referee classic two-player board games
///
/// Without a command, plateau runs `serve`, whose options are listed below.
#[derive(Debug, Parser)]
#[command(name = "plateau", version)]
pub struct Cli {
    /// Language of the output [default: that of the locale]
    #[arg(long, global = true, value_name = "en|fr", hide_possible_values = true)]
    pub lang: Option<Language>,
    /// The command, or `None` for `serve`.
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl Cli {
    /// Parses a command line without texts for help and errors. Returns `None` where these
    /// are needed.
    pub fn try_parse(args: &[OsString]) -> Option<Self> {
        Self::try_parse_from(args).ok()
    }

    /// Returns whether the command prints help texts of all commands.
    pub fn needs_texts(&self) -> bool {
        matches!(self.command, Some(Command::Completions(_) | Command::Man(_)))
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    Serve(commands::serve::Serve),
    Admin(commands::admin::Admin),
    Db(commands::db::Db),
    Games(commands::games::Games),
    Show(commands::show::Show),
    Play(commands::play::Play),
    Best(commands::best::Best),
    Analyse(commands::analyse::Analyse),
    Solve(commands::solve::Solve),
    Tree(commands::tree::Tree),
    Eval(commands::eval::Eval),
    Engines(commands::engines::Engines),
    Match(commands::match_command::Match),
    Tournament(commands::tournament::Tournament),
    Train(commands::train::Train),
    Perft(commands::perft::Perft),
    Bench(commands::bench::Bench),
    Engine(commands::engine::Engine),
    CheckBot(commands::check_bot::CheckBot),
    Completions(commands::completions::Completions),
    Man(commands::man::Man),
}

/// Parses a command line. Without a command, the options of `serve` are accepted, and `help`
/// means `--help`.
pub fn parse(
    command: &clap::Command,
    registry: &Registry,
    mut args: Vec<OsString>,
    lang: Lang,
) -> Result<Cli, CommandError> {
    let parse = |args: &[OsString]| {
        command.clone().try_get_matches_from(args).and_then(|matches| Cli::from_arg_matches(&matches))
    };
    args = join_negative_values(command, args);
    // clap would take options after `help` for commands.
    if args.get(1).is_some_and(|word| word == "help") {
        args.remove(1);
        args.push("--help".into());
    }
    let mut parsed = parse(&args);
    let mut used = UsedCommand::find(command, &args);
    let is_unknown = |error: &clap::Error| error.kind() == ErrorKind::UnknownArgument;
    let starts_with_option = args.get(1).is_some_and(|first| first.to_string_lossy().starts_with('-'));
    if starts_with_option && parsed.as_ref().is_err_and(is_unknown) {
        args.insert(1, "serve".into());
        parsed = parse(&args);
        used = UsedCommand { name: used.name, ..UsedCommand::find(command, &args) };
    }
    parsed.map_err(|error| match game_as_command(&error, registry) {
        Some(game) => {
            CommandError::Failed(phrases::GAME_AS_COMMAND.message().with("game", game).into(), lang)
        }
        None => refusal(&error, &used, lang),
    })
}

/// Returns the game that stands where a command should.
fn game_as_command(error: &clap::Error, registry: &Registry) -> Option<String> {
    let found = error.get(ContextKind::InvalidSubcommand)?.to_string();
    registry.variant(&found).is_ok().then_some(found)
}
