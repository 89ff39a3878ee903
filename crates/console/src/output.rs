//! Writing to the terminal, and shaping text for it.

use std::fs;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use plateau_core::{Lang, Layout, Message, View};
use plateau_draw::text;
use plateau_search::{Analysis, StopReason};

use crate::files::is_standard_output;
use crate::interrupt::INTERRUPTED;
use crate::{files, phrases};

/// No line of ours is longer, unless one word is; see [`width`].
pub const WIDTH: usize = 80;

/// What a command has to say.
pub enum Answer {
    /// Words for standard output.
    Text(String),
    /// Words for standard output, of what was found before Ctrl-C.
    Interrupted(String),
    /// Words for standard output about something that is not well: exit code 1.
    Unwell(String),
    /// Something made as it is written, and what people should know of it.
    Made {
        /// Sentences for standard error.
        notes: Vec<String>,
        /// The file it goes to; standard output without.
        to: Option<PathBuf>,
        /// Writes it.
        write: Writer,
    },
    /// Files, each with its place; directories are made for them.
    Files(Vec<(PathBuf, Vec<u8>)>),
    /// A game or the server, which reads and writes by itself.
    Runs(Box<dyn FnOnce() -> Result<(), Trouble>>),
}

/// Why a program can't go on.
#[derive(Debug)]
pub enum Trouble {
    /// What it says can't be written.
    Output(io::Error),
    /// The terminal can't be used.
    Terminal(io::Error),
    /// An engine has no answer.
    Engine(Message),
    /// Ctrl-C: it leaves without a word.
    Interrupted,
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Writes something to wherever it goes.
pub type Writer = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()>>;

impl Answer {
    /// The words of what a search found.
    pub fn found(text: String, analysis: &Analysis<String>) -> Self {
        match analysis.stop {
            StopReason::Stopped => Self::Interrupted(text),
            _ => Self::Text(text),
        }
    }
}

impl From<String> for Answer {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// Hands an answer over, in the name of a program.
pub fn deliver(program: &str, answer: Answer, lang: Lang) -> ExitCode {
    let (notes, to, write) = match answer {
        Answer::Text(text) => return print(program, &text, lang),
        Answer::Interrupted(text) => {
            let code = print(program, &text, lang);
            return if code == ExitCode::SUCCESS { ExitCode::from(INTERRUPTED) } else { code };
        }
        Answer::Unwell(text) => {
            print(program, &text, lang);
            return ExitCode::FAILURE;
        }
        Answer::Runs(run) => return ended(program, run(), lang),
        Answer::Files(files) => return all_written(program, files, lang),
        Answer::Made { notes, to, write } => (notes, to, write),
    };
    for note in &notes {
        complain(program, note);
    }
    match to.filter(|path| !is_standard_output(path)) {
        None => ended(program, to_output(write), lang),
        Some(path) => match files::write_long(&path, write) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => not_written(program, &path, &error, lang),
        },
    }
}

/// Writes files, up to the first that can't be.
fn all_written(program: &str, files: Vec<(PathBuf, Vec<u8>)>, lang: Lang) -> ExitCode {
    for (path, bytes) in files {
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        if let Err(error) = made.and_then(|()| files::write_whole(&path, |out| out.write_all(&bytes))) {
            return not_written(program, &path, &error, lang);
        }
    }
    ExitCode::SUCCESS
}

/// Ends a program that can't write a file.
fn not_written(program: &str, path: &Path, error: &io::Error, lang: Lang) -> ExitCode {
    let sentence = phrases::CANNOT_WRITE_FILE.message().with("file", path.display().to_string());
    let sentence = sentence.with("reason", error.to_string());
    complain(program, &sentence.render(lang));
    ExitCode::FAILURE
}

/// The columns of the terminal that standard output is, if it is one.
fn columns() -> Option<u16> {
    let size = || terminal_size::terminal_size_of(io::stdout());
    io::stdout()
        .is_terminal()
        .then(size)
        .flatten()
        .map(|(columns, _)| columns.0)
        .filter(|&columns| columns > 0)
}

/// How wide lines may be on standard output.
pub fn width() -> usize {
    columns().map_or(WIDTH, |columns| WIDTH.min(usize::from(columns)))
}

/// A board in a style; where it does not fit, a sentence that says so.
pub fn board(layout: &Layout, view: &View, style: text::Style, lang: Lang) -> String {
    let needed = text::narrowest(layout, view);
    match style.width {
        Some(width) if width < needed => {
            let sentence = phrases::BOARD_TOO_WIDE.message().with("needed", needed).with("width", width);
            wrap_words(&sentence.render(lang), usize::from(width)).join("\n") + "\n"
        }
        _ => text::board_as(layout, view, style),
    }
}

/// How boards are written on standard output: in ASCII unless it is a terminal
/// that has more, and no wider than it.
pub fn board_style() -> text::Style {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    text::Style { width: columns(), ..style_of(io::stdout().is_terminal(), set) }
}

fn style_of(terminal: bool, set: impl Fn(&str) -> Option<String>) -> text::Style {
    if !terminal || set("TERM").as_deref() == Some("dumb") {
        return text::Style::default();
    }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(&set).unwrap_or_default();
    let locale = locale.to_ascii_lowercase();
    text::Style {
        unicode: locale.contains("utf-8") || locale.contains("utf8"),
        colour: set("NO_COLOR").is_none(),
        width: None,
    }
}

/// Writes words to standard output, in the name of a program.
pub fn print(program: &str, text: &str, lang: Lang) -> ExitCode {
    ended(program, to_output(|out| out.write_all(text.as_bytes())), lang)
}

/// Writes to standard output.
pub fn to_output<E: From<io::Error>>(write: impl FnOnce(&mut dyn Write) -> Result<(), E>) -> Result<(), E> {
    let mut out = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let written = write(&mut out).and_then(|()| Ok(out.flush()?));
    // What could not be written is not tried again.
    let _ = out.into_parts();
    written
}

/// Ends a program, and tells why if it could not go on. A reader that has seen
/// enough, such as `head`, is no error.
pub fn ended(program: &str, done: Result<(), impl Into<Trouble>>, lang: Lang) -> ExitCode {
    let sentence = match done.map_err(Into::into) {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Trouble::Output(error)) if error.kind() == ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Err(Trouble::Interrupted) => return ExitCode::from(INTERRUPTED),
        Err(Trouble::Output(error)) => phrases::CANNOT_WRITE.message().with("reason", error.to_string()),
        Err(Trouble::Terminal(error)) => phrases::NO_TERMINAL.message().with("reason", error.to_string()),
        Err(Trouble::Engine(reason)) => phrases::ENGINE_FAILED.message().with("reason", reason),
    };
    complain(program, &sentence.render(lang));
    ExitCode::FAILURE
}

/// Writes a sentence to standard error, in the name of a program.
pub fn complain(program: &str, sentence: &str) {
    // Nobody is left to tell if this fails.
    let _ = writeln!(io::stderr(), "{program}: {sentence}");
}

/// The items on as few lines as fit a width, separated by `separator` and, after
/// it, a space or a new line. No item is broken.
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

/// The words of a text on lines that fit a width.
pub fn wrap_words(text: &str, width: usize) -> Vec<String> {
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    wrap(&words, "", width)
}

/// A sentence on lines that fit the terminal; on one where there is none to fit.
pub fn wrapped(sentence: &str) -> Vec<String> {
    match columns() {
        Some(_) => wrap_words(sentence, width()),
        None => vec![sentence.to_owned()],
    }
}

/// Rows of a name and what it stands for, in two columns behind an indent.
pub fn two_columns(rows: &[(String, Vec<String>)], indent: usize) -> String {
    let widest = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, lines) in rows {
        let mut name = name.as_str();
        for line in lines {
            let row = format!("{:indent$}{name:widest$}  {line}", "");
            text.push_str(row.trim_end());
            text.push('\n');
            name = "";
        }
    }
    text
}

/// Examples as the last section of a help text.
pub fn examples_section(lines: &[String]) -> String {
    let mut text = "Examples:".to_owned();
    for line in lines {
        text.extend(["\n  ", line]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_as_rich_as_the_terminal() {
        let style = |terminal, variables: &[(&str, &str)]| {
            let set = |name: &str| variables.iter().find(|set| set.0 == name).map(|set| set.1.to_owned());
            let text::Style { unicode, colour, .. } = style_of(terminal, set);
            (unicode, colour)
        };
        assert_eq!(style(false, &[("LANG", "C.UTF-8")]), (false, false));
        assert_eq!(style(true, &[("LANG", "fr_FR.UTF-8")]), (true, true));
        assert_eq!(style(true, &[("LANG", "en_US.utf8"), ("NO_COLOR", "1")]), (true, false));
        assert_eq!(style(true, &[("LC_ALL", "C"), ("LANG", "en_US.utf8")]), (false, true));
        assert_eq!(style(true, &[("LANG", "C.UTF-8"), ("TERM", "dumb")]), (false, false));
    }

    #[test]
    fn items_are_wrapped_whole() {
        let items = ["5 1", "5 2", "5 3"].map(str::to_owned);
        assert_eq!(wrap(&items, ";", 9), ["5 1; 5 2;", "5 3"]);
        assert_eq!(wrap(&items, "", 11), ["5 1 5 2 5 3"]);
        assert_eq!(wrap(&items, ";", 1), ["5 1;", "5 2;", "5 3"]);
        assert!(wrap(&[], ";", 9).is_empty());
    }

    #[test]
    fn columns_are_aligned_by_characters() {
        let rows =
            [("né".to_owned(), vec!["a".to_owned(), "b".to_owned()]), ("x".to_owned(), vec!["c".to_owned()])];
        assert_eq!(two_columns(&rows, 1), " né  a\n     b\n x   c\n");
    }
}
