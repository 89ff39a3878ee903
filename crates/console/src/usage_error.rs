//! Errors of the command line itself, each in one sentence: what is wrong, and what would be
//! right. They come from clap's error kinds, so a new command or option needs nothing here.

use std::error::Error;
use std::ffi::{OsStr, OsString};

use clap::builder::Str;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use plateau_core::Message;
use plateau_core::error::excerpt;
use plateau_core::similar::nearest;
use plateau_core::text::Argument;
use plateau_games::engines::{EVALUATING, SEEDED};

use crate::command_line::{ArgumentError, is_option};
use crate::phrases;

/// The settings of engines that are sometimes taken for options: the engines that have them,
/// and a value.
const ENGINE_SETTINGS: [(&str, &[&str], &str); 2] = [("seed", SEEDED, "1"), ("eval", EVALUATING, "baseline")];

/// A word that stands where a position could stand, but looks like an option.
#[derive(Debug, thiserror::Error)]
#[error("there is no such option")]
pub struct UnknownOption;

/// The command that a command line runs.
#[derive(Clone, Debug)]
pub struct UsedCommand<'c> {
    /// The whole program.
    pub program: &'c Command,
    /// The command, or the program itself.
    pub command: &'c Command,
    /// The name to show, such as `plateau best`.
    pub name: String,
}

impl<'c> UsedCommand<'c> {
    /// A program that has no commands.
    pub fn program(program: &'c Command) -> Self {
        Self { program, command: program, name: program.get_name().to_owned() }
    }

    /// Finds the command in the words of a command line.
    pub fn find(program: &'c Command, args: &[OsString]) -> Self {
        let mut words = args.iter().skip(1).map(|word| word.to_string_lossy());
        let mut first = words.next();
        while let Some(word) = first.take_if(|word| word.starts_with('-')) {
            // The only option before a command that has a value.
            if word == "--lang" {
                words.next();
            }
            first = words.next();
        }
        match first.and_then(|name| program.find_subcommand(&*name)) {
            Some(command) => {
                Self { program, command, name: format!("{} {}", program.get_name(), command.get_name()) }
            }
            None => Self::program(program),
        }
    }
}

/// Explains why clap refuses a command line.
pub fn explain(error: &clap::Error, used: &UsedCommand<'_>) -> Message {
    let argument = argument_name(&context(error, ContextKind::InvalidArg).join(" "));
    let value = context(error, ContextKind::InvalidValue).concat();
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            unknown_command(&context(error, ContextKind::InvalidSubcommand).concat(), used.program)
        }
        ErrorKind::UnknownArgument => unknown_argument(&argument, used),
        ErrorKind::InvalidValue if value.is_empty() => needs_value(&argument, used),
        ErrorKind::InvalidValue => not_listed(&argument, &value, &context(error, ContextKind::ValidValue)),
        ErrorKind::ValueValidation => match error.source() {
            Some(source) if source.is::<UnknownOption>() => unknown_argument(&value, used),
            Some(source) => match source.downcast_ref::<ArgumentError>() {
                Some(ArgumentError(reason)) => {
                    phrases::BAD_VALUE.message().with("option", argument).with("reason", reason.clone())
                }
                None => wrong_value(&argument, &value, used),
            },
            None => wrong_value(&argument, &value, used),
        },
        ErrorKind::TooManyValues => phrases::TAKES_NO_VALUE.message().with("option", argument),
        ErrorKind::ArgumentConflict => conflict(argument, &context(error, ContextKind::PriorArg)),
        ErrorKind::MissingRequiredArgument => {
            let missing = context(error, ContextKind::InvalidArg);
            missing_arguments(&missing.iter().map(|name| without_brackets(name)).collect::<Vec<_>>(), used)
        }
        ErrorKind::InvalidUtf8 => phrases::ARGUMENT_NOT_UTF8.message(),
        _ => phrases::BAD_COMMAND_LINE.message().with("usage", used.name.as_str()),
    }
}

/// Returns the words of an error's context.
fn context(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}

/// Returns the name of an argument as clap prints it: `--port` for `--port <PORT>`, `DEPTH`
/// for `<DEPTH>`.
fn argument_name(printed: &str) -> String {
    without_brackets(printed.split([' ', '=']).next().unwrap_or_default())
}

fn without_brackets(text: &str) -> String {
    text.replace(['<', '>', '[', ']'], "").trim_end_matches("...").to_owned()
}

fn unknown_command(found: &str, program: &Command) -> Message {
    let names = program.get_subcommands().flat_map(Command::get_name_and_visible_aliases);
    let message = match nearest(found, names) {
        Some(similar) => phrases::COMMAND_SIMILAR.message().with("similar", similar),
        None => phrases::COMMAND_UNKNOWN.message().with("program", program.get_name()),
    };
    message.with("found", excerpt(found))
}

/// Returns the long options of a command, with their hyphens.
fn options(command: &Command) -> Vec<String> {
    let visible = command.get_arguments().filter(|arg| !arg.is_hide_set());
    visible.filter_map(Arg::get_long).map(|name| format!("--{name}")).collect()
}

fn unknown_argument(found: &str, used: &UsedCommand<'_>) -> Message {
    if !is_option(OsStr::new(found)) {
        let message = phrases::ARGUMENT_UNEXPECTED.message().with("found", excerpt(found));
        return message.with("usage", used.name.as_str());
    }
    let found = found.split('=').next().unwrap_or_default();
    let own = options(used.command);
    let setting = ENGINE_SETTINGS.iter().find(|(name, ..)| found.strip_prefix("--") == Some(name));
    let message = if let Some((name, engines, value)) =
        setting.filter(|_| own.iter().any(|option| option == "--engine"))
    {
        let example = format!("--engine {}:{name}={value}", engines[0]);
        let message = phrases::OPTION_IN_ENGINE.message().with("engines", and(engines));
        message.with("command", used.command.get_name()).with("example", example)
    } else {
        let has_it = |command: &&Command| options(command).iter().any(|option| option == found);
        let others: Vec<&str> =
            used.program.get_subcommands().filter(has_it).map(Command::get_name).collect();
        match nearest(found, own.iter().map(String::as_str)) {
            _ if !others.is_empty() => {
                let message = phrases::OPTION_ELSEWHERE.message().with("others", and(&others));
                message.with("command", used.command.get_name())
            }
            Some(similar) => phrases::OPTION_SIMILAR.message().with("similar", similar),
            None => phrases::OPTION_UNKNOWN.message().with("usage", used.name.as_str()),
        }
    };
    message.with("option", excerpt(found))
}

/// Joins names with commas and a last "and".
fn and<S: AsRef<str>>(names: &[S]) -> Argument {
    let texts = |names: &[S]| names.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ");
    match names {
        [first @ .., last] if !first.is_empty() => {
            phrases::AND.message().with("first", texts(first)).with("last", last.as_ref()).into()
        }
        names => texts(names).into(),
    }
}

/// Returns the argument of a command that a message names.
fn find_argument<'c>(name: &str, used: &UsedCommand<'c>) -> Option<&'c Arg> {
    let long = name.strip_prefix("--");
    // Global options belong to the program.
    used.command.get_arguments().chain(used.program.get_arguments()).find(|arg| {
        let value_name = arg.get_value_names().and_then(<[_]>::first).map(Str::as_str);
        long.is_some_and(|long| arg.get_long() == Some(long))
            || arg.is_positional() && value_name == Some(name)
    })
}

fn needs_value(argument: &str, used: &UsedCommand<'_>) -> Message {
    let names = find_argument(argument, used).and_then(Arg::get_value_names).unwrap_or_default();
    let values: Vec<&str> = names.iter().map(Str::as_str).collect();
    phrases::NEEDS_VALUE.message().with("option", argument).with("value", values.join(" "))
}

fn not_listed(argument: &str, found: &str, listed: &[String]) -> Message {
    let message = match nearest(found, listed.iter().map(String::as_str)) {
        Some(similar) => phrases::VALUE_SIMILAR.message().with("similar", similar),
        None => phrases::VALUE_NOT_LISTED.message().with("values", listed.join(", ")),
    };
    message.with("option", argument).with("found", excerpt(found))
}

/// A value that a parser of clap refuses. Our own parsers give a reason instead.
fn wrong_value(argument: &str, found: &str, used: &UsedCommand<'_>) -> Message {
    let message = phrases::VALUE_WRONG.message().with("option", argument).with("found", excerpt(found));
    message.with("usage", used.name.as_str())
}

fn conflict(argument: String, others: &[String]) -> Message {
    let others: Vec<String> = others.iter().map(|other| argument_name(other)).collect();
    if others.contains(&argument) {
        return phrases::GIVEN_TWICE.message().with("option", argument);
    }
    phrases::CONFLICT.message().with("option", argument).with("others", and(&others))
}

/// Returns the message that a command needs arguments, with its first example.
pub fn missing_arguments<S: AsRef<str>>(names: &[S], used: &UsedCommand<'_>) -> Message {
    let help = used.command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let examples = help.rsplit("\n\n").next().unwrap_or_default();
    let example = examples.lines().nth(1).unwrap_or_default().trim().to_owned();
    phrases::ARGUMENT_MISSING.message().with("arguments", and(names)).with("example", example)
}

#[cfg(test)]
mod tests {
    use clap::ArgAction;
    use plateau_core::Lang;

    use super::*;
    use crate::args::whole_number;

    fn program() -> Command {
        let port = Arg::new("port").long("port").value_name("PORT");
        let port = port.value_parser(|text: &str| whole_number(text, &(1..=9_999_u32)));
        let format = Arg::new("format").long("format").value_name("FORMAT").value_parser(["svg", "png"]);
        let json = Arg::new("json").long("json").action(ArgAction::SetTrue).conflicts_with("port");
        let engine = Arg::new("engine").long("engine");
        let seed = Arg::new("seed").long("seed");
        let count = Arg::new("count").long("count").value_parser(clap::value_parser!(u8));
        Command::new("prog")
            .subcommand(
                Command::new("show")
                    .arg(Arg::new("game").value_name("GAME").required(true))
                    .args([port, format, json, engine, count])
                    .after_help("Notes:\n  none\n\nExamples:\n  prog show chess\n  prog show go"),
            )
            .subcommand(Command::new("play").arg(seed.clone()))
            .subcommand(Command::new("match").arg(seed))
            .subcommand(Command::new("list"))
    }

    fn explained(line: &str) -> [String; 2] {
        let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let mut program = program();
        let error = program.try_get_matches_from_mut(&args).unwrap_err();
        let message = explain(&error, &UsedCommand::find(&program, &args));
        [Lang::En, Lang::Fr].map(|lang| message.render(lang))
    }

    #[test]
    fn every_kind_of_error_is_one_sentence_in_both_languages() {
        for (line, english, french) in [
            (
                "prog shwo",
                "there is no command 'shwo'; did you mean show?",
                "la commande « shwo » n'existe pas ; vouliez-vous dire show ?",
            ),
            (
                "prog chess",
                "there is no command 'chess'; prog --help lists the commands",
                "la commande « chess » n'existe pas ; prog --help donne la liste des commandes",
            ),
            (
                "prog show x --prot 3",
                "there is no option --prot; did you mean --port?",
                "l'option --prot n'existe pas ; vouliez-vous dire --port ?",
            ),
            (
                "prog show x --bogus=3",
                "there is no option --bogus; prog show --help lists the options",
                "l'option --bogus n'existe pas ; prog show --help donne la liste des options",
            ),
            (
                "prog list --seed 3",
                "--seed is not an option of list, but of play and match",
                "la commande list n'a pas d'option --seed ; elle existe dans play et match",
            ),
            (
                "prog show x --seed 3",
                "--seed is not an option of show, but a setting of the engines level, mcts and random, as in --engine level:seed=1",
                "la commande show n'a pas d'option --seed ; c'est un réglage des moteurs level, mcts et random, comme dans --engine level:seed=1",
            ),
            (
                "prog show x y",
                "'y' is one argument too many; prog show --help explains the arguments",
                "« y » est un argument de trop ; prog show --help explique les arguments",
            ),
            (
                "prog show",
                "missing: GAME; for example: prog show chess",
                "il manque GAME ; par exemple : prog show chess",
            ),
            (
                "prog show x --port abc",
                "--port: 'abc' is not a whole number from 1 to 9,999",
                "--port : « abc » n'est pas un nombre entier de 1 à 9\u{202f}999",
            ),
            (
                "prog show x --port",
                "--port needs a value: --port PORT",
                "--port demande une valeur : --port PORT",
            ),
            (
                "prog show x --format sgv",
                "--format cannot be 'sgv'; did you mean svg?",
                "--format ne peut pas être « sgv » ; vouliez-vous dire svg ?",
            ),
            (
                "prog show x --format gif",
                "--format cannot be 'gif'; possible values: svg, png",
                "--format ne peut pas être « gif » ; valeurs possibles : svg, png",
            ),
            ("prog show x --json=1", "--json takes no value", "--json ne prend pas de valeur"),
            (
                "prog show x --json --port 3",
                "--json and --port cannot be combined",
                "--json et --port ne peuvent pas être combinées",
            ),
            ("prog show x --port 3 --port 4", "--port is given twice", "--port figure deux fois"),
            (
                "prog show x --count many",
                "--count cannot be 'many'; prog show --help explains it",
                "--count ne peut pas être « many » ; prog show --help l'explique",
            ),
        ] {
            assert_eq!(explained(line), [english, french], "{line}");
        }
    }

    #[test]
    fn the_command_is_found_after_global_options() {
        let program = program();
        let name = |line: &str| {
            let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            UsedCommand::find(&program, &args).name
        };
        assert_eq!(name("prog show x"), "prog show");
        assert_eq!(name("prog --lang fr show"), "prog show");
        assert_eq!(name("prog --lang=fr show"), "prog show");
        assert_eq!(name("prog --port 3"), "prog");
        assert_eq!(name("prog"), "prog");
    }
}
