//! A name that is typed, such as that of a file.

use ratatui::crossterm::event::KeyCode;

/// What stands between the parts of a name.
const SEPARATORS: [char; 2] = [' ', '/'];

/// A name that is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name so far.
    pub text: String,
    /// Whether it is only offered: what is typed takes its place.
    offered: bool,
}

impl Field {
    /// A name to begin with.
    pub fn offer(text: String) -> Self {
        Self { text, offered: true }
    }

    /// A key: a sign, or Backspace.
    pub fn key(&mut self, key: KeyCode) {
        match key {
            KeyCode::Char(_) if self.offered => self.text.clear(),
            KeyCode::Backspace => {
                self.text.pop();
            }
            _ => {}
        }
        if let KeyCode::Char(c) = key {
            self.text.push(c);
        }
        self.offered = false;
    }

    /// Takes away all of it, or the last part of a path or of a name of words.
    pub fn cut(&mut self, all: bool) {
        let kept = self.text.trim_end_matches(SEPARATORS).rfind(SEPARATORS).filter(|_| !all);
        self.text.truncate(kept.map_or(0, |at| at + 1));
        self.offered = false;
    }
}
