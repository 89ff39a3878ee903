//! Why a command line could not be run, and how that is reported.

use std::process::ExitCode;

use plateau_core::Lang;
use plateau_play::ReportedError;

use crate::output;

/// The exit code for wrong usage and bad input.
pub const EXIT_BAD_INPUT: u8 = 2;

/// Why a command line could not be run.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// The user wants to read the help or the version.
    #[error("{0}")]
    Information(String, Lang),
    /// The command failed. The error is printed in this language.
    #[error("{0}")]
    Failed(ReportedError, Lang),
}

/// Prints an error in one line and returns the exit code. Help and version go to standard
/// output and succeed.
pub fn report(program: &str, error: &CommandError) -> ExitCode {
    match error {
        CommandError::Information(text, lang) => output::print(program, text, *lang),
        CommandError::Failed(error, lang) => {
            output::print_error(program, &error.message().render(*lang));
            match error {
                ReportedError::Input(_) => ExitCode::from(EXIT_BAD_INPUT),
                ReportedError::Write(_) => ExitCode::FAILURE,
            }
        }
    }
}
