//! Errors that end a program before it has anything to show.

use std::process::ExitCode;

use plateau_core::{Lang, Message};

use crate::{language, output};

/// The exit code of a wrong command line and of any other bad input; clap's too.
pub const BAD_INPUT: u8 = 2;

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The command line is wrong, or asks for help.
    Usage(clap::Error),
    /// What it says of games, positions or moves is wrong.
    Input(Message, Lang),
}

/// Tells why one of the small programs has no answer: a sentence, and for a wrong
/// command line how it is used.
pub fn told(name: &str, command: &clap::Command, failure: Failure) -> ExitCode {
    match failure {
        Failure::Usage(error) if !error.use_stderr() => {
            return output::print(name, &error.render().to_string(), language::of_environment());
        }
        Failure::Usage(error) => {
            output::complain(name, &usage_sentence(&error));
            output::complain(name, &command.clone().render_usage().to_string());
        }
        Failure::Input(error, lang) => output::complain(name, &error.render(lang)),
    }
    ExitCode::from(BAD_INPUT)
}

/// What is wrong with a command line, in one sentence: the first paragraph of
/// what clap says, and where to read more.
pub fn usage_sentence(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let first = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim);
    let sentence = first.collect::<Vec<_>>().join(" ");
    let quiet: String = sentence.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("{}; try --help", quiet.trim_start_matches("error: ").trim_end_matches(['.', ':']))
}
