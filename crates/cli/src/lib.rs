//! The program `plateau` as a library. A program of your own can offer other games through
//! the same commands: pass its registry to [`run`]. For example, `examples/treblecross`:
//!
//! ```no_run
#![doc = include_str!("../../../examples/treblecross/src/main.rs")]
//! ```

use std::ffi::OsString;
use std::process::ExitCode;

use plateau_console::error::{CommandError, report};
use plateau_console::language::OutputLanguage;
use plateau_console::output::{self, Output};
use plateau_core::Lang;
use plateau_games::Registry;
use plateau_play::ReportedError;
use plateau_programs::Program;

use crate::command_line::{Cli, Command};

mod arena;
mod ask;
mod command_line;
mod commands;
mod examples;
mod help;
mod help_texts;
mod nets;
mod phrases;
mod program_players;
mod review;
mod search_options;
mod server_admin;
mod table;
#[cfg(test)]
mod tests;

/// The name of the program in its messages.
const NAME: &str = "plateau";

/// Runs the program with the games of a registry. The first argument is the name of the
/// program. Returns exit code 2, and prints one sentence to standard error, if the arguments
/// are wrong.
pub fn run(registry: &Registry, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    run_with_programs(&[], registry, args)
}

/// Runs `plateau` with its own games. Its manual pages and completions include the other
/// programs.
pub fn plateau(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    run_with_programs(&plateau_programs::ALL, &plateau_games::REGISTRY, args)
}

fn run_with_programs(
    others: &[Program],
    registry: &Registry,
    args: impl IntoIterator<Item = OsString>,
) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    let lang = plateau_console::command_line::language(&args);
    match execute(registry, others, &args, lang) {
        Ok(output) => output::finish(NAME, output, lang),
        Err(error) => report(NAME, &error),
    }
}

/// Runs a command line and returns its output in a language, which is that of `--lang` where
/// it is given.
fn execute(
    registry: &Registry,
    others: &[Program],
    args: &[OsString],
    lang: Lang,
) -> Result<Output, CommandError> {
    let programs = || help::programs(registry, others, lang);
    let cli = match Cli::try_parse(args) {
        // Only help, errors and completions need examples, translations and the names of all
        // programs, which take longer to prepare than most commands take to run.
        Some(cli) if !cli.needs_texts() => cli,
        _ => command_line::parse(&programs()[0], registry, args.to_vec(), lang)?,
    };
    let nets = nets::load_arguments(args);
    let run = |()| dispatch(cli, registry, programs, lang);
    nets.map_err(ReportedError::from).and_then(run).map_err(|error| CommandError::Failed(error, lang))
}

/// Runs a command. `programs` describes the command lines of all programs.
fn dispatch(
    cli: Cli,
    registry: &Registry,
    programs: impl FnOnce() -> Vec<clap::Command>,
    lang: Lang,
) -> Result<Output, ReportedError> {
    let language = OutputLanguage::new(cli.lang, lang);
    Ok(match cli.command {
        None => commands::serve::Serve::default().run(registry, lang)?,
        Some(Command::Serve(serve)) => serve.run(registry, lang)?,
        Some(Command::Admin(admin)) => admin.run(lang)?,
        Some(Command::Db(db)) => db.run(lang)?,
        Some(Command::Games(_)) => commands::games::run(registry, lang).into(),
        Some(Command::Show(show)) => show.run(registry, lang)?,
        Some(Command::Play(play)) => play.run(registry, lang)?,
        Some(Command::Best(best)) => best.run(registry, lang)?,
        Some(Command::Analyse(analyse)) => analyse.run(registry, lang)?,
        Some(Command::Solve(solve)) => solve.run(registry, lang)?,
        Some(Command::Match(command)) => command.run(registry, lang)?,
        Some(Command::Tournament(tournament)) => tournament.run(registry, lang)?,
        Some(Command::Train(train)) => train.run(registry, lang)?,
        Some(Command::Tree(tree)) => tree.run(registry, language)?,
        Some(Command::Eval(eval)) => eval.run(registry, lang)?,
        Some(Command::Engines(engines)) => engines.run(registry, lang)?,
        Some(Command::Perft(perft)) => perft.run(registry, lang)?.into(),
        Some(Command::Bench(_)) => commands::bench::run(registry, lang)?.into(),
        Some(Command::Engine(engine)) => engine.run(registry, lang)?,
        Some(Command::CheckBot(check)) => check.run(registry, lang)?,
        Some(Command::Completions(completions)) => completions.run(registry, programs()).into(),
        Some(Command::Man(man)) => man.run(programs(), lang),
    })
}
