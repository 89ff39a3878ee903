//! Output of the programs, and text layout for the terminal.

use std::fs;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use plateau_core::{Lang, Layout, Message, View};
use plateau_draw::text;
use plateau_play::{ReportedError, io_error};
use plateau_search::{Analysis, StopReason};

use crate::files::is_standard_output;
use crate::interrupt::EXIT_INTERRUPTED;
use crate::{files, phrases};

/// The widest line, except for words that are longer; see [`width`].
pub const MAX_WIDTH: usize = 80;

/// The result of a command.
pub enum Output {
    /// Text for standard output.
    Text(String),
    /// Text for standard output, found before Ctrl-C: exit code 130.
    Interrupted(String),
    /// Text for standard output that reports a failed check: exit code 1.
    Failed(String),
    /// Data that is generated while it is written.
    Stream {
        /// Messages for standard error, printed first.
        notes: Vec<String>,
        /// The file to write, or `None` for standard output.
        file: Option<PathBuf>,
        /// Writes the data.
        write: WriteFn,
    },
    /// Files with their contents. Missing directories are created.
    Files(Vec<(PathBuf, Vec<u8>)>),
    /// An interactive program or the server, which does its own input and output.
    Run(Box<dyn FnOnce() -> Result<(), RunError>>),
}

/// A function that writes data.
pub type WriteFn = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()>>;

/// Why a running program had to stop.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The output cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// A file cannot be written.
    #[error("{path}: {1}", path = .0.display())]
    File(PathBuf, #[source] io::Error),
    /// The terminal cannot be used.
    #[error("terminal: {0}")]
    Terminal(#[source] io::Error),
    /// An engine failed.
    #[error("engine: {0}")]
    Engine(Message),
    /// A program that plays failed.
    #[error("{0}")]
    Program(Message),
    /// The game is not saved.
    #[error("{0}")]
    Unsaved(Message),
    /// Ctrl-C: the program exits without a message.
    #[error("interrupted")]
    Interrupted,
}

impl Output {
    /// The text about a search, which may have been interrupted.
    pub fn of_search(text: String, analysis: &Analysis<String>) -> Self {
        match analysis.stop {
            StopReason::Stopped => Self::Interrupted(text),
            _ => Self::Text(text),
        }
    }
}

impl From<String> for Output {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// Writes the result of a command and returns the exit code. Error messages start with the
/// name of the program.
pub fn finish(program: &str, output: Output, lang: Lang) -> ExitCode {
    let (notes, file, write) = match output {
        Output::Text(text) => return print(program, &text, lang),
        Output::Interrupted(text) => {
            let code = print(program, &text, lang);
            return if code == ExitCode::SUCCESS { ExitCode::from(EXIT_INTERRUPTED) } else { code };
        }
        Output::Failed(text) => {
            print(program, &text, lang);
            return ExitCode::FAILURE;
        }
        Output::Run(run) => return exit_code(program, run(), lang),
        Output::Files(files) => return write_files(program, files, lang),
        Output::Stream { notes, file, write } => (notes, file, write),
    };
    for note in &notes {
        print_error(program, note);
    }
    match file.filter(|path| !is_standard_output(path)) {
        None => exit_code(program, with_stdout(write), lang),
        Some(path) => match files::write_interruptible(&path, write) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => exit_code(program, Err(RunError::File(path, error)), lang),
        },
    }
}

/// Writes files, up to the first that fails.
fn write_files(program: &str, files: Vec<(PathBuf, Vec<u8>)>, lang: Lang) -> ExitCode {
    for (path, bytes) in files {
        let created = path.parent().map_or(Ok(()), fs::create_dir_all);
        if let Err(error) = created.and_then(|()| files::write_atomic(&path, |out| out.write_all(&bytes))) {
            return exit_code(program, Err(RunError::File(path, error)), lang);
        }
    }
    ExitCode::SUCCESS
}

/// Returns the failure to write a file.
pub fn cannot_write(path: &Path, error: &io::Error) -> ReportedError {
    let message = phrases::CANNOT_WRITE_FILE.message().with("file", path.display().to_string());
    ReportedError::Write(message.with("reason", io_error::reason(error)))
}

/// Returns the failure to write the output.
pub fn cannot_write_output(error: &io::Error) -> ReportedError {
    ReportedError::Write(phrases::CANNOT_WRITE.message().with("reason", io_error::reason(error)))
}

/// Returns the columns of the terminal, if standard output is one.
fn columns() -> Option<u16> {
    let size = || terminal_size::terminal_size_of(io::stdout());
    let (columns, _) = io::stdout().is_terminal().then(size).flatten()?;
    Some(columns.0).filter(|&columns| columns > 0)
}

/// Returns whether input and output are a terminal that can show a full screen.
pub fn has_full_screen() -> bool {
    let is_dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// Returns the maximum line width on standard output.
pub fn width() -> usize {
    columns().map_or(MAX_WIDTH, |columns| MAX_WIDTH.min(usize::from(columns)))
}

/// Draws a board as text, or returns a message where it does not fit.
pub fn board(layout: &Layout, view: &View, style: text::Style, lang: Lang) -> String {
    let needed = text::min_width(layout, view);
    match style.width {
        Some(width) if width < needed => {
            let message = phrases::BOARD_TOO_WIDE.message().with("needed", needed).with("width", width);
            wrap_words(&message.render(lang), usize::from(width)).join("\n") + "\n"
        }
        _ => text::board_with_style(layout, view, style),
    }
}

/// Returns the style of boards on standard output: ASCII, unless it is a terminal that can
/// show more, and no wider than that.
pub fn board_style() -> text::Style {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    text::Style { width: columns(), ..style_for(io::stdout().is_terminal(), set) }
}

fn style_for(terminal: bool, variable: impl Fn(&str) -> Option<String>) -> text::Style {
    if !terminal || variable("TERM").as_deref() == Some("dumb") {
        return text::Style::default();
    }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(&variable).unwrap_or_default();
    let locale = locale.to_ascii_lowercase();
    text::Style {
        unicode: locale.contains("utf-8") || locale.contains("utf8"),
        colour: variable("NO_COLOR").is_none(),
        width: None,
    }
}

/// Prints text to standard output and returns the exit code.
pub fn print(program: &str, text: &str, lang: Lang) -> ExitCode {
    exit_code(program, with_stdout(|out| out.write_all(text.as_bytes())), lang)
}

/// Runs a function with buffered standard output.
pub fn with_stdout<E: From<io::Error>>(write: impl FnOnce(&mut dyn Write) -> Result<(), E>) -> Result<(), E> {
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let written = write(&mut out).and_then(|()| Ok(out.flush()?));
    // Discard what could not be written: dropping the buffer would try again.
    let _ = out.into_parts();
    written
}

/// Returns the exit code of a program and prints the error, if any. A closed pipe, as by
/// `head`, is not an error.
pub fn exit_code(program: &str, result: Result<(), impl Into<RunError>>, lang: Lang) -> ExitCode {
    let message = match result.map_err(Into::into) {
        Ok(()) => return ExitCode::SUCCESS,
        Err(RunError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Err(RunError::Interrupted) => return ExitCode::from(EXIT_INTERRUPTED),
        Err(RunError::File(path, error)) => cannot_write(&path, &error).into(),
        Err(RunError::Output(error)) => cannot_write_output(&error).into(),
        Err(RunError::Terminal(error)) => {
            phrases::TERMINAL_FAILED.message().with("reason", io_error::reason(&error))
        }
        Err(RunError::Engine(reason)) => phrases::ENGINE_FAILED.message().with("reason", reason),
        Err(RunError::Program(message) | RunError::Unsaved(message)) => message,
    };
    print_error(program, &message.render(lang));
    ExitCode::FAILURE
}

/// Prints a message to standard error in one line, after the name of the program.
pub fn print_error(program: &str, message: &str) {
    // A file name may contain anything.
    let line: String = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    // There is nowhere left to report a failure.
    let _ = writeln!(io::stderr(), "{program}: {line}");
}

/// Joins items with a separator and a space, wrapped to a width. Items are not broken.
pub fn wrap(items: &[String], separator: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (i, item) in items.iter().enumerate() {
        let end = if i + 1 < items.len() { separator } else { "" };
        let length = |text: &str| text.chars().count();
        match lines.last_mut() {
            Some(line) if length(line) + 1 + length(item) + length(end) <= width => {
                line.extend([" ", item, end]);
            }
            _ => lines.push(format!("{item}{end}")),
        }
    }
    lines
}

/// Joins moves with spaces, or with semicolons where a move contains a space, wrapped to a
/// width.
pub fn wrap_moves(moves: &[String], width: usize) -> Vec<String> {
    let separator = if moves.iter().any(|mv| mv.contains(' ')) { ";" } else { "" };
    wrap(moves, separator, width)
}

/// Wraps a text to a width. French punctuation stays with its word.
pub fn wrap_words(text: &str, width: usize) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match words.last_mut() {
            Some(last) if [";", ":", "!", "?", "»"].contains(&word) || last == "«" => {
                last.extend([" ", word]);
            }
            _ => words.push(word.to_owned()),
        }
    }
    wrap(&words, "", width)
}

/// Wraps a message to the terminal; elsewhere it stays on one line.
pub fn wrap_for_terminal(message: &str) -> Vec<String> {
    wrap_words(message, terminal_width())
}

/// Returns the maximum line width for messages that are wrapped on a terminal only.
pub fn terminal_width() -> usize {
    columns().map_or(usize::MAX, |_| width())
}

/// Formats examples as the last section of a help text.
pub fn examples_section(examples: &[String]) -> String {
    let mut text = "Examples:".to_owned();
    for line in examples {
        text.extend(["\n  ", line]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn board_style_follows_the_terminal() {
        let style = |terminal, variables: &[(&str, &str)]| {
            let set = |name: &str| variables.iter().find(|set| set.0 == name).map(|set| set.1.to_owned());
            let text::Style { unicode, colour, .. } = style_for(terminal, set);
            (unicode, colour)
        };
        assert_eq!(style(false, &[("LANG", "C.UTF-8")]), (false, false));
        assert_eq!(style(true, &[("LANG", "fr_FR.UTF-8")]), (true, true));
        assert_eq!(style(true, &[("LANG", "en_US.utf8"), ("NO_COLOR", "1")]), (true, false));
        assert_eq!(style(true, &[("LC_ALL", "C"), ("LANG", "en_US.utf8")]), (false, true));
        assert_eq!(style(true, &[("LANG", "C.UTF-8"), ("TERM", "dumb")]), (false, false));
    }

    #[test]
    fn wrap_does_not_break_items() {
        let items = ["5 1", "5 2", "5 3"].map(str::to_owned);
        assert_eq!(wrap(&items, ";", 9), ["5 1; 5 2;", "5 3"]);
        assert_eq!(wrap(&items, "", 11), ["5 1 5 2 5 3"]);
        assert_eq!(wrap(&items, ";", 1), ["5 1;", "5 2;", "5 3"]);
        assert!(wrap(&[], ";", 9).is_empty());
        assert_eq!(wrap_words("un coin ; « un mot »", 7), ["un", "coin ;", "« un", "mot »"]);
    }
}
