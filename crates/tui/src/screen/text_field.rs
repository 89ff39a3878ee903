//! A text field for file names and moves.

use ratatui::crossterm::event::KeyCode;

/// The separators of words, for Ctrl-W.
const SEPARATORS: [char; 2] = [' ', '/'];

/// A text field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextField {
    /// The text.
    pub text: String,
    /// Whether the text is a suggestion, which the first typed character replaces.
    is_suggestion: bool,
}

impl TextField {
    /// Creates a field with a text to continue.
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned(), is_suggestion: false }
    }

    /// Creates a field with a suggestion.
    pub fn with_suggestion(text: String) -> Self {
        Self { text, is_suggestion: true }
    }

    /// Handles a character or Backspace.
    pub fn key(&mut self, key: KeyCode) {
        match key {
            KeyCode::Char(_) if self.is_suggestion => self.text.clear(),
            KeyCode::Backspace => {
                self.text.pop();
            }
            _ => {}
        }
        if let KeyCode::Char(c) = key {
            self.text.push(c);
        }
        self.is_suggestion = false;
    }

    /// Deletes the whole text.
    pub fn clear(&mut self) {
        self.text.clear();
        self.is_suggestion = false;
    }

    /// Deletes the last word or the last part of a path.
    pub fn delete_word(&mut self) {
        let end = self.text.trim_end_matches(SEPARATORS).rfind(SEPARATORS);
        self.text.truncate(end.map_or(0, |end| end + 1));
        self.is_suggestion = false;
    }
}
