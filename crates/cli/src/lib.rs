//! The program `plateau` as a library, so that a program of your own can offer
//! other games through the same commands: hand [`run`] a registry. A game of one's
//! own, whole, from `examples/treblecross`:
//!
//! ```no_run
#![doc = include_str!("../../../examples/treblecross/src/main.rs")]
//! ```

use std::ffi::OsString;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use plateau_core::Lang;
use plateau_games::Registry;

use plateau_console::error::{BAD_INPUT, Failure, usage_sentence};
use plateau_console::language::{self, Language, Speech};
use plateau_console::output::{self, Answer};
use plateau_programs::{Program, sm_bot, sm_refresh, tttree};

use crate::examples::Sample;

mod arena;
mod commands;
mod examples;
mod phrases;
mod progress;
mod search_options;

/// The name of the program in what it says about itself.
const NAME: &str = "plateau";

/// Classic two-player board games, played, solved, explained and refereed.
#[derive(Debug, Parser)]
#[command(name = "plateau", version)]
struct Cli {
    /// Language of the answers; without it, that of the environment (LANG)
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

/// Runs the program: reads a command line, its first word the program's name,
/// and answers on standard output. The code is 0, or 2 for bad input, with one
/// sentence on standard error.
pub fn run(registry: &Registry, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    run_beside(&[], registry, args)
}

/// Runs `plateau` itself, with Plateau's own games and the programs that come
/// with it.
pub fn plateau(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let others: [Program; 3] = [
        (tttree::NAME, tttree::command),
        (sm_bot::NAME, sm_bot::command),
        (sm_refresh::NAME, sm_refresh::command),
    ];
    run_beside(&others, &plateau_games::REGISTRY, args)
}

/// Runs the program among others, which it knows the command lines of.
fn run_beside(others: &[Program], registry: &Registry, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let environment = language::of_environment();
    match answer(registry, others, args, environment) {
        Ok((answer, lang)) => output::deliver(NAME, answer, lang),
        // Help and version are answers like others.
        Err(Failure::Usage(error)) if !error.use_stderr() => {
            output::print(NAME, &error.render().to_string(), environment)
        }
        Err(Failure::Usage(error)) => {
            output::complain(NAME, &usage_sentence(&error));
            ExitCode::from(BAD_INPUT)
        }
        Err(Failure::Input(error, lang)) => {
            output::complain(NAME, &error.render(lang));
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// The answer to a command line, in a language unless it asks for another.
fn answer(
    registry: &Registry,
    others: &[Program],
    args: impl IntoIterator<Item = OsString>,
    lang: Lang,
) -> Result<(Answer, Lang), Failure> {
    let programs = programs(registry, others);
    let matches = matched(&programs[0], args.into_iter().collect()).map_err(Failure::Usage)?;
    let cli = Cli::from_arg_matches(&matches).map_err(Failure::Usage)?;
    let speech = Speech::new(cli.lang, lang);
    let lang = speech.lang;
    let wrong = |error| Failure::Input(error, lang);
    let answer = match cli.command {
        None => commands::serve::Serve::default().answer(registry, lang),
        Some(Command::Serve(serve)) => serve.answer(registry, lang),
        Some(Command::Games(_)) => Ok(commands::games::answer(registry, lang).into()),
        Some(Command::Show(show)) => show.answer(registry, lang),
        Some(Command::Play(play)) => play.answer(registry, lang),
        Some(Command::Best(best)) => best.answer(registry, lang),
        Some(Command::Analyse(analyse)) => analyse.answer(registry, lang),
        Some(Command::Solve(solve)) => solve.answer(registry, lang),
        Some(Command::Match(played)) => played.answer(registry, lang),
        Some(Command::Tournament(tournament)) => tournament.answer(registry, lang),
        Some(Command::Tree(tree)) => tree.answer(registry, speech),
        Some(Command::Perft(perft)) => perft.answer(registry, lang).map(Answer::Text),
        Some(Command::Bench(_)) => commands::bench::answer(registry, lang).map(Answer::Text),
        Some(Command::Engine(engine)) => engine.answer(registry),
        Some(Command::CheckBot(check)) => check.answer(registry, lang),
        Some(Command::Completions(completions)) => Ok(completions.answer(registry, programs).into()),
        Some(Command::Man(man)) => Ok(man.answer(programs)),
    };
    answer.map(|answer| (answer, lang)).map_err(wrong)
}

/// Reads a command line. Without a command it is that of the page, whose options it takes.
fn matched(command: &clap::Command, mut args: Vec<OsString>) -> Result<clap::ArgMatches, clap::Error> {
    let is_unknown = |error: &clap::Error| error.kind() == ErrorKind::UnknownArgument;
    let found = command.clone().try_get_matches_from(&args);
    let is_bare = args.get(1).is_some_and(|first| first.to_string_lossy().starts_with('-'));
    if !is_bare || !found.as_ref().is_err_and(is_unknown) {
        return found;
    }
    args.insert(1, "serve".into());
    match command.clone().try_get_matches_from(args) {
        Err(error) if is_unknown(&error) => found,
        served => served,
    }
}

/// The command line, with examples from the first game there is.
fn command(registry: &Registry) -> clap::Command {
    let mut command = Cli::command();
    if let Some(sample) = Sample::of(registry) {
        let examples = [
            ("serve", commands::serve::examples()),
            ("games", commands::games::examples()),
            ("show", commands::show::examples(&sample)),
            ("play", commands::play::examples(&sample)),
            ("best", commands::best::examples(&sample)),
            ("analyse", commands::analyse::examples(&sample)),
            ("solve", commands::solve::examples(&sample)),
            ("tree", commands::tree::examples(&sample)),
            ("match", commands::match_command::examples(&sample)),
            ("tournament", commands::tournament::examples()),
            ("perft", commands::perft::examples(&sample)),
            ("bench", commands::bench::examples()),
            ("engine", commands::engine::examples(sample.game)),
            ("check-bot", commands::check_bot::examples(sample.game)),
            ("completions", commands::completions::examples()),
            ("man", commands::man::examples()),
        ];
        for (name, lines) in &examples {
            command = command.mut_subcommand(name, |sub| sub.after_help(output::examples_section(lines)));
        }
        let firsts: Vec<String> = examples.iter().filter_map(|(_, lines)| lines.first().cloned()).collect();
        command = command.after_help(output::examples_section(&firsts));
    }
    command
}

/// The command lines of all programs, this one first.
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
    use plateau_games::{Alias, Choice, Game, Sizes, Word};

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
            words: &[
                Word { text: "fair", label: &FAIR, help: &FAIR },
                Word { text: "foul", label: &FOUL, help: &FOUL },
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

    fn ask(registry: &Registry, args: &[&str]) -> String {
        let args = ["plateau"].iter().chain(args).map(OsString::from);
        match answer(registry, &[], args, Lang::En).map(|(answer, _)| answer) {
            Ok(Answer::Text(text) | Answer::Interrupted(text) | Answer::Unwell(text)) => text,
            Ok(Answer::Files(files)) => {
                let names: Vec<_> = files.iter().map(|(path, _)| path.display().to_string()).collect();
                names.join("\n")
            }
            Ok(Answer::Made { .. } | Answer::Runs(_)) => String::new(),
            Err(Failure::Usage(error)) => error.to_string(),
            Err(Failure::Input(error, lang)) => error.render(lang),
        }
    }

    #[test]
    fn the_command_line_is_well_formed() {
        command(&TOYS).debug_assert();
        command(&NONE).debug_assert();
    }

    #[test]
    fn games_of_others_are_listed_with_their_options() {
        assert_eq!(
            ask(&TOYS, &["games"]),
            "\
toy  toy — a game of another crate
     also: jouet, big-toy (toy:20x20)
     options:
       3x3 to 20x20  a width and a height from 3 to 20 (3x3 if not given)
       fair          nobody cheats (the same as no option)
       foul          everybody cheats

A game with options is written with a colon, and commas between options: toy:4x4
"
        );
        let french = ask(&TOYS, &["games", "--lang", "fr"]);
        assert!(french.contains("une largeur et une hauteur de 3 à 20 (3x3 par défaut)"), "{french}");
    }

    #[test]
    fn examples_name_a_game_of_the_registry() {
        assert!(ask(&TOYS, &["show", "--help"]).contains("\n  plateau show toy --moves \"b2 "));
        assert!(ask(&TOYS, &["show", "toy"]).contains("3  . . ."));
    }

    #[test]
    fn programs_of_others_are_not_ours() {
        let shell = ask(&TOYS, &["completions", "bash"]);
        assert!(shell.contains("plateau") && !shell.contains("tttree"));
        assert!(ask(&TOYS, &["completions", "bash", "tttree"]).contains("[possible values: plateau]"));
        let pages = ask(&TOYS, &["man", "man1"]);
        assert!(pages.contains("man1/plateau-show.1\n") && !pages.contains("sm-"), "{pages}");
    }

    #[test]
    fn a_registry_may_be_empty() {
        assert!(ask(&NONE, &["--help"]).contains("Usage"));
        assert_eq!(ask(&NONE, &["games"]), "");
    }
}
