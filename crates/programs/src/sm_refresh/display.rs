//! The output: a screen that is cleared for each board, or a stream of lines.

use std::io::{self, Write};

use plateau_console::output;

/// Clears the screen and moves the cursor to the top left.
const CLEAR: &str = "\x1b[2J\x1b[H";

/// Where the game is shown.
pub struct Display {
    /// Whether to clear the screen before each board.
    clears: bool,
    /// Messages to show below the board, on a screen.
    notices: Vec<String>,
}

impl Display {
    /// Uses the whole screen if input and output are a terminal.
    pub fn new() -> Self {
        Self { clears: output::has_full_screen(), notices: Vec::new() }
    }

    /// Returns whether boards replace each other on a screen.
    pub fn is_screen(&self) -> bool {
        self.clears
    }

    /// Prints a message, wrapped to the terminal. On a screen it appears below the next
    /// boards, until [`clear_notices`](Self::clear_notices).
    pub fn notice(&mut self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        let lines = output::wrap_for_terminal(text);
        if self.clears {
            self.notices.extend(lines);
            return Ok(());
        }
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))
    }

    /// Clears the messages below the board.
    pub fn clear_notices(&mut self) {
        self.notices.clear();
    }

    /// Shows a board, then the messages, then a last one.
    pub fn show(&mut self, board: &str, last: &str, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}{board}", if self.clears { CLEAR } else { "\n" })?;
        for line in self.notices.iter().chain(&output::wrap_for_terminal(last)) {
            writeln!(out, "{line}")?;
        }
        out.flush()
    }
}
