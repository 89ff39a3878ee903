//! The program `plateau` as a library. A program of your own can offer other games through
//! the same commands: pass its registry to [`run`]. For example, `examples/treblecross`:
//!
//! ```no_run
#![doc = include_str!("../../../examples/treblecross/src/main.rs")]
//! ```

use std::ffi::OsString;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use plateau_arena::store::STORE_UNWRITABLE;
use plateau_console::error::{CommandError, EXIT_BAD_INPUT, usage_message};
use plateau_console::language::{self, Language, OutputLanguage};
use plateau_console::output::{self, Output};
use plateau_console::phrases::CANNOT_WRITE_FILE;
use plateau_core::{Lang, Message};
use plateau_games::Registry;
use plateau_programs::Program;
use plateau_server::phrases::DATA_NOT_WRITABLE;

use crate::examples::ExampleGames;

mod arena;
mod ask;
mod commands;
mod examples;
mod phrases;
mod program_players;
mod review;
mod search_options;

/// The name of the program in its messages.
const NAME: &str = "plateau";

/// Play, solve, explain and referee classic two-player board games
///
/// Without a command, plateau runs `serve`, whose options are listed below.
#[derive(Debug, Parser)]
#[command(name = "plateau", version)]
struct Cli {
    /// Language of the output [default: that of the locale]
    #[arg(long, global = true, value_name = "en|fr", hide_possible_values = true)]
    lang: Option<Language>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(commands::serve::Serve),
    Games(commands::games::Games),
    Show(commands::show::Show),
    Play(commands::play::Play),
    Best(commands::best::Best),
    Analyse(commands::analyse::Analyse),
    Solve(commands::solve::Solve),
    Tree(commands::tree::Tree),
    Match(commands::match_command::Match),
    Tournament(commands::tournament::Tournament),
    Perft(commands::perft::Perft),
    Bench(commands::bench::Bench),
    Engine(commands::engine::Engine),
    CheckBot(commands::check_bot::CheckBot),
    Completions(commands::completions::Completions),
    Man(commands::man::Man),
}

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
    let environment = language::from_environment();
    match execute(registry, others, args, environment) {
        Ok((output, lang)) => output::finish(NAME, output, lang),
        // Help and version.
        Err(CommandError::Usage(error)) if !error.use_stderr() => {
            output::print(NAME, &error.render().to_string(), environment)
        }
        Err(CommandError::Usage(error)) => {
            output::print_error(NAME, &usage_message(&error));
            ExitCode::from(EXIT_BAD_INPUT)
        }
        Err(CommandError::Input(error, lang)) => {
            output::print_error(NAME, &error.render(lang));
            if is_write_error(&error) { ExitCode::FAILURE } else { ExitCode::from(EXIT_BAD_INPUT) }
        }
    }
}

/// Returns whether a message is about a file that cannot be written. Then the input is not
/// wrong, and every command exits with code 1.
fn is_write_error(error: &Message) -> bool {
    let phrases = [&CANNOT_WRITE_FILE, &STORE_UNWRITABLE, &DATA_NOT_WRITABLE];
    phrases.iter().any(|phrase| phrase.key == error.key())
}

/// Runs a command line and returns its output, in the default language or that of `--lang`.
fn execute(
    registry: &Registry,
    others: &[Program],
    args: impl IntoIterator<Item = OsString>,
    default: Lang,
) -> Result<(Output, Lang), CommandError> {
    let programs = programs(registry, others);
    let matches = parse(&programs[0], args.into_iter().collect())?;
    let cli = Cli::from_arg_matches(&matches)?;
    let language = OutputLanguage::new(cli.lang, default);
    let lang = language.lang;
    let output = match cli.command {
        None => commands::serve::Serve::default().run(registry, lang),
        Some(Command::Serve(serve)) => serve.run(registry, lang),
        Some(Command::Games(_)) => Ok(commands::games::run(registry, lang).into()),
        Some(Command::Show(show)) => show.run(registry, lang),
        Some(Command::Play(play)) => play.run(registry, lang),
        Some(Command::Best(best)) => best.run(registry, lang),
        Some(Command::Analyse(analyse)) => analyse.run(registry, lang),
        Some(Command::Solve(solve)) => solve.run(registry, lang),
        Some(Command::Match(command)) => command.run(registry, lang),
        Some(Command::Tournament(tournament)) => tournament.run(registry, lang),
        Some(Command::Tree(tree)) => tree.run(registry, language),
        Some(Command::Perft(perft)) => perft.run(registry, lang).map(Output::Text),
        Some(Command::Bench(_)) => commands::bench::run(registry, lang).map(Output::Text),
        Some(Command::Engine(engine)) => engine.run(registry),
        Some(Command::CheckBot(check)) => check.run(registry, lang),
        Some(Command::Completions(completions)) => Ok(completions.run(registry, programs).into()),
        Some(Command::Man(man)) => Ok(man.run(programs)),
    };
    output.map(|output| (output, lang)).map_err(|error| CommandError::Input(error, lang))
}

/// Parses a command line. Without a command, the options of `serve` are accepted.
fn parse(command: &clap::Command, mut args: Vec<OsString>) -> Result<clap::ArgMatches, clap::Error> {
    let is_unknown = |error: &clap::Error| error.kind() == ErrorKind::UnknownArgument;
    let parsed = command.clone().try_get_matches_from(&args);
    let starts_with_option = args.get(1).is_some_and(|first| first.to_string_lossy().starts_with('-'));
    if !starts_with_option || !parsed.as_ref().is_err_and(is_unknown) {
        return parsed;
    }
    args.insert(1, "serve".into());
    match command.clone().try_get_matches_from(args) {
        Err(error) if is_unknown(&error) => parsed,
        with_serve => with_serve,
    }
}

/// Describes the command line, with examples from the games of the registry.
fn command(registry: &Registry) -> clap::Command {
    let mut command = Cli::command();
    let mut sections = vec![serve_options(&command)];
    if let Some(games) = ExampleGames::new(registry) {
        let examples = [
            ("serve", commands::serve::examples()),
            ("games", commands::games::examples()),
            ("show", commands::show::examples(&games)),
            ("play", commands::play::examples(&games)),
            ("best", commands::best::examples(&games)),
            ("analyse", commands::analyse::examples(&games)),
            ("solve", commands::solve::examples(&games)),
            ("tree", commands::tree::examples(&games)),
            ("match", commands::match_command::examples(&games)),
            ("tournament", commands::tournament::examples()),
            ("perft", commands::perft::examples(&games)),
            ("bench", commands::bench::examples()),
            ("engine", commands::engine::examples(&games)),
            ("check-bot", commands::check_bot::examples(&games)),
            ("completions", commands::completions::examples()),
            ("man", commands::man::examples()),
        ];
        for (name, lines) in &examples {
            command = command.mut_subcommand(name, |sub| sub.after_help(output::examples_section(lines)));
        }
        let first = |(_, lines): &(_, Vec<String>)| lines.first().cloned();
        let first_examples: Vec<String> = examples.iter().filter_map(first).collect();
        sections.push(output::examples_section(&first_examples));
    }
    command.after_help(sections.join("\n\n"))
}

/// Formats the options of `serve` for the help text of `plateau`.
fn serve_options(command: &clap::Command) -> String {
    let options = command.find_subcommand("serve").into_iter().flat_map(clap::Command::get_arguments);
    let rows: Vec<(String, Vec<String>)> = options
        .filter_map(|option| {
            let name = option.get_long()?;
            let name = match option.get_value_names().filter(|_| option.get_action().takes_values()) {
                Some(value) => format!("--{name} <{}>", value.join(" ")),
                None => format!("--{name}"),
            };
            let help = option.get_help().map(ToString::to_string).unwrap_or_default();
            let help = match option.get_default_values() {
                [default] => format!("{help} [default: {}]", default.display()),
                _ => help,
            };
            Some((name, vec![help]))
        })
        .collect();
    format!("Options without a command:\n{}", output::two_columns(&rows, 2)).trim_end().to_owned()
}

/// Describes the command lines of all programs, `plateau` first.
fn programs(registry: &Registry, others: &[Program]) -> Vec<clap::Command> {
    let names: Vec<&str> = [NAME].into_iter().chain(others.iter().map(|(name, _)| *name)).collect();
    let own = command(registry).mut_subcommand("completions", |completions| {
        completions.mut_arg("program", |program| program.value_parser(PossibleValuesParser::new(names)))
    });
    [own].into_iter().chain(others.iter().map(|(_, command)| command())).collect()
}

#[cfg(test)]
mod tests {
    use plateau_core::phrases;
    use plateau_games::tictactoe::TicTacToe;
    use plateau_games::{Alias, Choice, Game, GameOption, Sizes};

    use super::*;

    phrases! {
        NAME = "toy.name", "toy", "jouet";
        SUMMARY = "toy.summary", "a game of another crate", "un jeu d'une autre bibliothèque";
        SIZE = "toy.size", "a width and a height from 3 to 20", "une largeur et une hauteur de 3 à 20";
        FAIR = "toy.fair", "nobody cheats", "personne ne triche";
        FOUL = "toy.foul", "everybody cheats", "tout le monde triche";
    }

    static TOY: Game = Game {
        id: "toy",
        aliases: &[Alias::plain("jouet"), Alias { name: "big-toy", options: "20x20" }],
        name: &NAME,
        summary: &SUMMARY,
        rules: &SUMMARY,
        sizes: Some(Sizes { ranges: &[3..=20, 3..=20], standard: &[3, 3], expected: &SIZE, label: &SIZE }),
        choices: &[Choice {
            options: &[
                GameOption { name: "fair", label: &FAIR, help: &FAIR },
                GameOption { name: "foul", label: &FOUL, help: &FOUL },
            ],
            default: Some("fair"),
        }],
        presets: &["4x4"],
        bench: &[("start", 9)],
        phrases: ALL,
        variant: |_| plateau_games::erase(TicTacToe),
    };
    static TOYS: Registry = Registry::new(&[&TOY]);
    static NONE: Registry = Registry::new(&[]);

    fn run(registry: &Registry, args: &[&str]) -> String {
        let args = ["plateau"].iter().chain(args).map(OsString::from);
        match execute(registry, &[], args, Lang::En).map(|(output, _)| output) {
            Ok(Output::Text(text) | Output::Interrupted(text) | Output::Failed(text)) => text,
            Ok(Output::Files(files)) => {
                let names: Vec<_> = files.iter().map(|(path, _)| path.display().to_string()).collect();
                names.join("\n")
            }
            Ok(Output::Stream { .. } | Output::Run(_)) => String::new(),
            Err(CommandError::Usage(error)) => error.to_string(),
            Err(CommandError::Input(error, lang)) => error.render(lang),
        }
    }

    #[test]
    fn command_line_is_valid() {
        command(&TOYS).debug_assert();
        command(&NONE).debug_assert();
    }

    #[test]
    fn games_of_another_crate_are_listed_with_their_options() {
        assert_eq!(
            run(&TOYS, &["games"]),
            "\
toy  toy — a game of another crate
     also: jouet, big-toy (toy:20x20)
     options:
       3x3 to 20x20  a width and a height from 3 to 20 (default: 3x3)
       fair          nobody cheats (default)
       foul          everybody cheats

Write options after a colon, separated by commas: toy:4x4
"
        );
        let french = run(&TOYS, &["games", "--lang", "fr"]);
        assert!(french.contains("une largeur et une hauteur de 3 à 20 (par défaut : 3x3)"), "{french}");
    }

    #[test]
    fn examples_use_games_of_the_registry() {
        assert!(run(&TOYS, &["show", "--help"]).contains("\n  plateau show toy --moves \"b2 "));
        assert!(run(&TOYS, &["show", "toy"]).contains("3  . . ."));
    }

    #[test]
    fn other_programs_are_left_out_of_pages_and_completions() {
        let shell = run(&TOYS, &["completions", "bash"]);
        assert!(shell.contains("plateau") && !shell.contains("tttree"));
        assert!(run(&TOYS, &["completions", "bash", "tttree"]).contains("[possible values: plateau]"));
        let pages = run(&TOYS, &["man", "man1"]);
        assert!(pages.contains("man1/plateau-show.1\n") && !pages.contains("sm-"), "{pages}");
    }

    #[test]
    fn an_empty_registry_is_accepted() {
        assert!(run(&NONE, &["--help"]).contains("Usage"));
        assert_eq!(run(&NONE, &["games"]), "");
    }
}
