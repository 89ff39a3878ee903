//! The commands with other registries than Plateau's own, and the command line itself.

use std::ffi::OsString;

use plateau_console::command_line;
use plateau_console::error::CommandError;
use plateau_console::help::{untranslated, unused};
use plateau_console::output::Output;
use plateau_console::usage_error::UsedCommand;
use plateau_core::{Lang, phrases};
use plateau_games::tictactoe::TicTacToe;
use plateau_games::{Alias, Choice, Dimension, Game, GameOption, Registry, SizeNumber, Sizes};

use crate::help::{command, localized_command, programs};
use crate::{execute, help_texts};

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
    sizes: Some(Sizes {
        numbers: &[
            SizeNumber::new(Dimension::Columns, 3..=20, 3),
            SizeNumber::new(Dimension::Rows, 3..=20, 3),
        ],
        expected: &SIZE,
    }),
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
    let args: Vec<OsString> = ["plateau"].iter().chain(args).map(OsString::from).collect();
    let lang = command_line::language(&args);
    match execute(registry, &[], &args, lang) {
        Ok(Output::Text(text) | Output::Interrupted(text) | Output::Failed(text))
        | Err(CommandError::Information(text, _)) => text,
        Ok(Output::Files(files)) => {
            let names: Vec<_> = files.iter().map(|(path, _)| path.display().to_string()).collect();
            names.join("\n")
        }
        Ok(Output::Stream { .. } | Output::Run(_)) => String::new(),
        Err(CommandError::Failed(error, lang)) => error.message().render(lang),
    }
}

#[test]
fn command_line_is_valid() {
    for lang in [Lang::En, Lang::Fr] {
        localized_command(&TOYS, &[crate::NAME], lang).debug_assert();
        localized_command(&NONE, &[crate::NAME], lang).debug_assert();
    }
}

/// Fails for a new command or option until its help text is translated.
#[test]
fn every_help_text_has_a_french_translation() {
    let own = || command(&plateau_games::REGISTRY, &[crate::NAME]);
    let others = || plateau_programs::ALL.iter().map(|(_, command)| command());
    assert_eq!(untranslated(own(), help_texts::TEXTS), Vec::<String>::new(), "add it to help_texts.rs");
    for program in others() {
        let missing = untranslated(program, plateau_programs::HELP_TEXTS);
        assert_eq!(missing, Vec::<String>::new(), "add it to programs/src/help_texts.rs");
    }
    assert_eq!(unused(vec![own()], help_texts::TEXTS), Vec::<&str>::new());
    assert_eq!(unused(others().collect(), plateau_programs::HELP_TEXTS), Vec::<&str>::new());
    let all: Vec<_> = [own()].into_iter().chain(others()).collect();
    assert_eq!(unused(all, plateau_console::help::TEXTS), Vec::<&str>::new());
}

/// Our own value parsers explain what would be right; those of clap would speak English.
#[test]
fn no_option_refuses_a_value_without_a_reason() {
    for lang in [Lang::En, Lang::Fr] {
        for program in programs(&plateau_games::REGISTRY, &plateau_programs::ALL, lang) {
            let commands = program.get_subcommands().filter(|sub| sub.get_name() != "help");
            let commands = commands.map(|sub| (vec![program.get_name(), sub.get_name()], sub));
            let own = (vec![program.get_name()], &program);
            for (words, command) in [own].into_iter().chain(commands) {
                let with_values = command.get_arguments().filter(|arg| arg.get_action().takes_values());
                for option in with_values.filter_map(clap::Arg::get_long) {
                    let option = format!("--{option}");
                    let words = words.iter().copied().chain([option.as_str(), "@"]);
                    let args: Vec<OsString> = words.map(OsString::from).collect();
                    let Err(error) = program.clone().try_get_matches_from(&args) else { continue };
                    let used = UsedCommand::find(&program, &args);
                    let key = plateau_console::usage_error::explain(&error, &used).key();
                    assert_ne!(key, plateau_console::phrases::VALUE_WRONG.key, "{args:?}");
                    assert_ne!(key, plateau_console::phrases::BAD_COMMAND_LINE.key, "{args:?}");
                }
            }
        }
    }
}

#[test]
fn every_game_appears_in_the_examples() {
    let command = command(&plateau_games::REGISTRY, &[crate::NAME]);
    let text =
        |command: &clap::Command| command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let summary = text(&command);
    let details: String = command.get_subcommands().map(text).collect();
    for game in plateau_games::REGISTRY.games() {
        assert!(summary.contains(&format!(" {}", game.id)), "{}: {summary}", game.id);
        let count = details.lines().filter(|line| line.contains(&format!(" {}", game.id))).count();
        assert!(count >= 3, "{}: {details}", game.id);
    }
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
    assert!(run(&TOYS, &["completions", "bash", "tttree"]).contains("possible values: plateau"));
    let pages = run(&TOYS, &["man", "man1"]);
    assert!(pages.contains("man1/plateau-show.1\n") && !pages.contains("sm-"), "{pages}");
}

#[test]
fn an_empty_registry_is_accepted() {
    assert!(run(&NONE, &["--help"]).contains("Usage"));
    assert_eq!(run(&NONE, &["games"]), "");
}
