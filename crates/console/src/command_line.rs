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
    let parsed = parse(command.clone());
    let parsed = parsed.map_err(|error| refusal(&error, &UsedCommand::find(&command, &args), lang))?;
    Ok((parsed, lang))
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
    fn the_language_is_found_wherever_it_stands() {
        let lang = |line: &str| language(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(lang("plateau show --lang fr"), Lang::Fr);
        assert_eq!(lang("plateau --lang=fr show chess"), Lang::Fr);
        assert_eq!(lang("plateau --lang en show"), Lang::En);
        assert_eq!(lang("plateau --lang en --lang fr"), Lang::En, "clap refuses the second");
    }
}
