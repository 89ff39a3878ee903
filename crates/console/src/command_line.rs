//! Parses a command line: the language first, because help and errors need it, too.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};

use clap::error::ErrorKind;
use clap::{Command, FromArgMatches};
use plateau_core::{Lang, Message};

use crate::error::CommandError;
use crate::help::{self, HelpTexts};
use crate::language;
use crate::usage_error::{UsedCommand, explain};

/// Returns the language that a command line asks for, or else that of the locale.
pub fn language(args: &[OsString]) -> Lang {
    let mut words = args.iter().map(|word| word.to_string_lossy());
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--lang") {
            Some("") => words.next().map(Cow::into_owned),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        match value.as_deref() {
            Some("en") => return Lang::En,
            Some("fr") => return Lang::Fr,
            _ => {}
        }
    }
    language::from_environment()
}

/// Parses the command line of a program that has no commands. Returns its arguments and the
/// language of its output.
pub fn parse<T: FromArgMatches>(
    command: Command,
    texts: HelpTexts,
    args: impl IntoIterator<Item = OsString>,
) -> Result<(T, Lang), CommandError> {
    let args: Vec<OsString> = args.into_iter().collect();
    let lang = language(&args);
    let parse = |command: Command| {
        command.try_get_matches_from(&args).and_then(|matches| T::from_arg_matches(&matches))
    };
    // Only help and errors need translations.
    if let Ok(parsed) = parse(command.clone()) {
        return Ok((parsed, lang));
    }
    let command = help::localize(command, lang, texts);
    let args = join_negative_values(&command, args);
    let parsed = command.clone().try_get_matches_from(&args).and_then(|m| T::from_arg_matches(&m));
    let parsed = parsed.map_err(|error| refusal(&error, &UsedCommand::find(&command, &args), lang))?;
    Ok((parsed, lang))
}

/// Joins an option and a negative number such as `-1` or `-inf` to one word, `--port=-1`: clap
/// would take the number for an option, and the parser of the value has a better explanation.
pub fn join_negative_values(program: &Command, args: Vec<OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::with_capacity(args.len());
    for word in args {
        match joined.last_mut() {
            Some(option) if is_negative_number(&word) && takes_value(program, option) => {
                option.push("=");
                option.push(word);
            }
            _ => joined.push(word),
        }
    }
    joined
}

/// Returns whether a word looks like a negative number: `-5`, `-.5`, `-5s`, `-inf`. Other words
/// after a hyphen may be mistyped options.
fn is_negative_number(word: &OsStr) -> bool {
    let word = word.to_string_lossy().to_ascii_lowercase();
    let Some(number) = word.strip_prefix('-') else { return false };
    let digits = number.strip_prefix('.').unwrap_or(number);
    digits.starts_with(|c: char| c.is_ascii_digit()) || ["inf", "infinity", "nan"].contains(&number)
}

/// Returns whether a word is a long option, of the program or of one of its commands, that has a value.
fn takes_value(program: &Command, word: &OsStr) -> bool {
    let word = word.to_string_lossy();
    let Some(name) = word.strip_prefix("--") else { return false };
    let commands = std::iter::once(program).chain(program.get_subcommands());
    let mut options = commands.flat_map(Command::get_arguments).filter(|arg| arg.get_long() == Some(name));
    options.any(|option| option.get_action().takes_values())
}

/// Returns why clap stops: with help, or with an error that it explains.
pub fn refusal(error: &clap::Error, used: &UsedCommand<'_>, lang: Lang) -> CommandError {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // clap indents empty lines, too.
            let text = error.render().to_string();
            let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
            CommandError::Information(lines.join("\n") + "\n", lang)
        }
        _ => CommandError::Failed(explain(error, used).into(), lang),
    }
}

/// A value that an option does not accept, with the reason.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ArgumentError(pub Message);

impl From<Message> for ArgumentError {
    fn from(message: Message) -> Self {
        Self(message)
    }
}

/// Returns whether a word of a command line looks like an option.
pub(crate) fn is_option(word: &OsStr) -> bool {
    let word = word.to_string_lossy();
    let name = word.trim_start_matches('-');
    name.len() < word.len() && name.starts_with(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_are_joined_to_their_options() {
        let program = Command::new("p").arg(clap::Arg::new("save").long("save"));
        let joined = |word: &str| {
            let line = ["p", "--save", word].map(OsString::from).to_vec();
            join_negative_values(&program, line).len() == 2
        };
        for number in ["-5", "-.5", "-5s", "-inf", "-Infinity", "-NaN"] {
            assert!(joined(number), "{number}");
        }
        for word in ["-plain", "--plain", "-p", "-", "-.", "5", "inf", "-info"] {
            assert!(!joined(word), "{word}");
        }
    }

    #[test]
    fn the_language_is_found_wherever_it_stands() {
        let lang = |line: &str| language(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(lang("plateau show --lang fr"), Lang::Fr);
        assert_eq!(lang("plateau --lang=fr show chess"), Lang::Fr);
        assert_eq!(lang("plateau --lang en show"), Lang::En);
        assert_eq!(lang("plateau --lang en --lang fr"), Lang::En, "clap refuses the second");
    }
}
