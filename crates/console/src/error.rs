//! Errors of the command line: wrong usage, and arguments that make no sense.

use std::process::ExitCode;

use plateau_core::{Lang, Message};

use crate::{language, output};

/// The exit code for wrong usage and bad input, as clap's.
pub const EXIT_BAD_INPUT: u8 = 2;

/// Why a command line could not be run.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// Wrong usage, or a request for help or the version.
    #[error(transparent)]
    Usage(#[from] clap::Error),
    /// A bad game, position, move or engine, to be reported in a language.
    #[error("{0}")]
    Input(Message, Lang),
}

/// Prints an error in one line and returns the exit code. Help and version go to standard
/// output and succeed.
pub fn report(program: &str, error: CommandError) -> ExitCode {
    match error {
        CommandError::Usage(error) if !error.use_stderr() => {
            return output::print(program, &error.render().to_string(), language::from_environment());
        }
        CommandError::Usage(error) => output::print_error(program, &usage_message(&error)),
        CommandError::Input(error, lang) => output::print_error(program, &error.render(lang)),
    }
    ExitCode::from(EXIT_BAD_INPUT)
}

/// Returns a usage error in one sentence: the first paragraph of clap's message.
pub fn usage_message(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let paragraph = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim);
    let sentence = paragraph.collect::<Vec<_>>().join(" ");
    let printable: String = sentence.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("{}; try --help", printable.trim_start_matches("error: ").trim_end_matches(['.', ':']))
}
