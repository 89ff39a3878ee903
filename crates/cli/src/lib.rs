//! The program `plateau` as a library. A program of your own can offer other games through
//! the same commands: pass its registry to [`run`]. For example, `examples/treblecross`:
//!
//! ```no_run
#![doc = include_str!("../../../examples/treblecross/src/main.rs")]
//! ```

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use plateau_arena::store::STORE_UNWRITABLE;
use plateau_console::command_line::{self, refusal};
use plateau_console::error::{CommandError, report};
use plateau_console::help::localize;
use plateau_console::language::{Language, OutputLanguage};
use plateau_console::output::{self, Output};
use plateau_console::phrases::{CANNOT_WRITE, CANNOT_WRITE_FILE};
use plateau_console::usage_error::UsedCommand;
use plateau_core::{Lang, Message};
use plateau_games::Registry;
use plateau_programs::Program;
use plateau_server::phrases::DATA_NOT_WRITABLE;

use crate::examples::ExampleGames;

mod arena;
mod ask;
mod commands;
mod examples;
mod help_texts;
mod nets;
mod phrases;
mod program_players;
mod review;
mod search_options;

/// The name of the program in its messages.
const NAME: &str = "plateau";

/// The least width of the help texts beside the options of `serve`.
const MIN_HELP_WIDTH: usize = 20;

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
    let lang = command_line::language(&args);
    match execute(registry, others, &args, lang) {
        Ok(output) => output::finish(NAME, output, lang),
        Err(CommandError::Input(error, lang)) if is_write_error(&error) => {
            output::print_error(NAME, &error.render(lang));
            ExitCode::FAILURE
        }
        Err(error) => report(NAME, &error),
    }
}

/// Returns whether a message is about an output that cannot be written. Then the input is not
/// wrong, and every command exits with code 1.
fn is_write_error(error: &Message) -> bool {
    let phrases = [&CANNOT_WRITE, &CANNOT_WRITE_FILE, &STORE_UNWRITABLE, &DATA_NOT_WRITABLE];
    phrases.iter().any(|phrase| phrase.key == error.key())
}

/// Runs a command line and returns its output in a language, which is that of `--lang` where
/// it is given.
fn execute(
    registry: &Registry,
    others: &[Program],
    args: &[OsString],
    lang: Lang,
) -> Result<Output, CommandError> {
    let programs = || programs(registry, others, lang);
    // Only help, errors and completions need examples, translations and the names of all
    // programs, which take longer to prepare than most commands take to run.
    let needs_texts =
        |command: &Option<Command>| matches!(command, Some(Command::Completions(_) | Command::Man(_)));
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) if !needs_texts(&cli.command) => cli,
        _ => parse(&programs()[0], registry, args.to_vec(), lang)?,
    };
    let language = OutputLanguage::new(cli.lang, lang);
    load_nets(args).map_err(|error| CommandError::Input(error, lang))?;
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
        Some(Command::Train(train)) => train.run(registry, lang),
        Some(Command::Tree(tree)) => tree.run(registry, language),
        Some(Command::Eval(eval)) => eval.run(registry, lang),
        Some(Command::Engines(engines)) => engines.run(registry, lang),
        Some(Command::Perft(perft)) => perft.run(registry, lang).map(Output::Text),
        Some(Command::Bench(_)) => commands::bench::run(registry, lang).map(Output::Text),
        Some(Command::Engine(engine)) => engine.run(registry, lang),
        Some(Command::CheckBot(check)) => check.run(registry, lang),
        Some(Command::Completions(completions)) => Ok(completions.run(registry, programs()).into()),
        Some(Command::Man(man)) => Ok(man.run(programs(), lang)),
    };
    output.map_err(|error| CommandError::Input(error, lang))
}

/// Loads the nets that the arguments name.
fn load_nets(args: &[OsString]) -> Result<(), Message> {
    let here = Path::new("");
    let args: Vec<_> = args.iter().map(|arg| arg.to_string_lossy()).collect();
    args.iter().try_for_each(|arg| nets::load(arg, here))?;
    let evals = args.windows(2).filter(|pair| pair[0] == "--eval");
    evals.into_iter().try_for_each(|pair| nets::load_file(&pair[1], here))
}

/// Parses a command line. Without a command, the options of `serve` are accepted, and `help`
/// means `--help`.
fn parse(
    command: &clap::Command,
    registry: &Registry,
    mut args: Vec<OsString>,
    lang: Lang,
) -> Result<Cli, CommandError> {
    let parse = |args: &[OsString]| {
        command.clone().try_get_matches_from(args).and_then(|matches| Cli::from_arg_matches(&matches))
    };
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
            CommandError::Input(phrases::GAME_AS_COMMAND.message().with("game", game.as_str()), lang)
        }
        None => refusal(&error, &used, lang),
    })
}

/// Returns the game that stands where a command should.
fn game_as_command(error: &clap::Error, registry: &Registry) -> Option<String> {
    let found = error.get(ContextKind::InvalidSubcommand)?.to_string();
    registry.variant(&found).is_ok().then_some(found)
}

/// Describes the command line, with examples from the games of the registry and the names of
/// all programs.
fn command(registry: &Registry, programs: &[&'static str]) -> clap::Command {
    let names = PossibleValuesParser::new(programs.iter().copied());
    let mut command = Cli::command().mut_subcommand("completions", |completions| {
        completions.mut_arg("program", |program| program.value_parser(names))
    });
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
            ("eval", commands::eval::examples(&games)),
            ("engines", commands::engines::examples(&games)),
            ("match", commands::match_command::examples(&games)),
            ("tournament", commands::tournament::examples()),
            ("train", commands::train::examples(&games)),
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
        let first_examples: Vec<String> =
            examples.iter().filter_map(|(_, lines)| lines.first().cloned()).collect();
        command = command.after_help(output::examples_section(&first_examples));
    }
    command
}

/// Describes the command line in a language. The help text includes the options of `serve`,
/// which need no command.
fn localized_command(registry: &Registry, programs: &[&'static str], lang: Lang) -> clap::Command {
    let command = localize(command(registry, programs), lang, help_texts::TEXTS);
    let examples = command.get_after_help().map(ToString::to_string);
    let sections: Vec<String> = [serve_options(&command, lang)].into_iter().chain(examples).collect();
    command.after_help(sections.join("\n\n"))
}

/// Formats the options of `serve` for the help text of `plateau`.
fn serve_options(command: &clap::Command, lang: Lang) -> String {
    let options = command.find_subcommand("serve").into_iter().flat_map(clap::Command::get_arguments);
    let rows: Vec<(String, String)> = options
        .filter_map(|option| {
            let is_own = !option.is_global_set() && option.get_id() != "help";
            let name = option.get_long().filter(|_| is_own)?;
            let name = match option.get_value_names().filter(|_| option.get_action().takes_values()) {
                Some(value) => format!("--{name} <{}>", value.join(" ")),
                None => format!("--{name}"),
            };
            let help = option.get_help().map(ToString::to_string).unwrap_or_default();
            let help = match option.get_default_values() {
                [default] if !option.is_hide_default_value_set() => {
                    format!("{help} [default: {}]", default.display())
                }
                _ => help,
            };
            Some((name, help))
        })
        .collect();
    let widest = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let width = output::width().saturating_sub(widest + 4).max(MIN_HELP_WIDTH);
    let rows: Vec<(String, Vec<String>)> =
        rows.into_iter().map(|(name, help)| (name, output::wrap_words(&help, width))).collect();
    let heading = phrases::OPTIONS_WITHOUT_COMMAND.template(lang);
    format!("{heading}\n{}", output::two_columns(&rows, 2)).trim_end().to_owned()
}

/// Describes the command lines of all programs in a language, `plateau` first.
fn programs(registry: &Registry, others: &[Program], lang: Lang) -> Vec<clap::Command> {
    let names: Vec<&'static str> = [NAME].into_iter().chain(others.iter().map(|(name, _)| *name)).collect();
    let own = localized_command(registry, &names, lang);
    let others = others.iter().map(|(_, command)| localize(command(), lang, plateau_programs::HELP_TEXTS));
    [own].into_iter().chain(others).collect()
}

#[cfg(test)]
mod tests {
    use plateau_console::help::{untranslated, unused};
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
        sizes: Some(Sizes {
            ranges: &[3..=20, 3..=20],
            standard: &[3, 3],
            required: 2,
            check: |_| Ok(()),
            expected: &SIZE,
            label: &SIZE,
            short_label: &SIZE,
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
        match execute(registry, &[], args, lang) {
            Ok(Output::Text(text) | Output::Interrupted(text) | Output::Failed(text))
            | Err(CommandError::Information(text, _)) => text,
            Ok(Output::Files(files)) => {
                let names: Vec<_> = files.iter().map(|(path, _)| path.display().to_string()).collect();
                names.join("\n")
            }
            Ok(Output::Stream { .. } | Output::Run(_)) => String::new(),
            Err(CommandError::Input(error, lang)) => error.render(lang),
        }
    }

    #[test]
    fn command_line_is_valid() {
        for lang in [Lang::En, Lang::Fr] {
            localized_command(&TOYS, &[super::NAME], lang).debug_assert();
            localized_command(&NONE, &[super::NAME], lang).debug_assert();
        }
    }

    /// Fails for a new command or option until its help text is translated.
    #[test]
    fn every_help_text_has_a_french_translation() {
        let own = || command(&plateau_games::REGISTRY, &[super::NAME]);
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
        let command = command(&plateau_games::REGISTRY, &[super::NAME]);
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
}
