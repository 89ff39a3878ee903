//! What is wrong with a text, where, and what would be right.

use std::fmt;

use crate::phrases;
use crate::text::{Lang, Message, Phrase};

/// The part of a notation an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// A game's name.
    Game,
    /// The options after a game's name.
    Options,
    /// A position as a whole.
    Position,
    /// The cells of a position.
    Board,
    /// The last move, where a position names it.
    LastMove,
    /// The side to move.
    Side,
    /// A move.
    Move,
    /// The result of a record.
    Result,
    /// A record as a whole.
    Record,
}

impl Field {
    /// What people call it.
    pub fn name(self) -> &'static Phrase {
        match self {
            Self::Game => &phrases::FIELD_GAME,
            Self::Options => &phrases::FIELD_OPTIONS,
            Self::Position => &phrases::FIELD_POSITION,
            Self::Board => &phrases::FIELD_BOARD,
            Self::LastMove => &phrases::FIELD_LAST_MOVE,
            Self::Side => &phrases::FIELD_SIDE,
            Self::Move => &phrases::FIELD_MOVE,
            Self::Result => &phrases::FIELD_RESULT,
            Self::Record => &phrases::FIELD_RECORD,
        }
    }
}

/// A text that can't be read, or that says something impossible or illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// Which part of the text.
    pub field: Field,
    /// At which character of the text that was given, counted from 0.
    pub at: Option<usize>,
    /// What stood there instead of what was expected; `Some("")` at its end.
    pub found: Option<String>,
    /// What would be right, where something was found; else what is wrong.
    pub reason: Message,
}

/// More of a user's text than this is not repeated back in a message.
const LONGEST_QUOTE: usize = 24;

impl NotationError {
    /// Something else than expected stands at a character.
    pub fn unexpected(field: Field, at: usize, found: impl Into<String>, expected: Message) -> Self {
        Self { field, at: Some(at), found: Some(found.into()), reason: expected }
    }

    /// The text can be read, but what it says can't be.
    pub fn wrong(field: Field, reason: Message) -> Self {
        Self { field, at: None, found: None, reason }
    }

    /// The same error at a character.
    #[must_use]
    pub fn at(mut self, at: usize) -> Self {
        self.at = Some(at);
        self
    }

    /// The error of a part, told of the whole text in which that part begins
    /// at this character.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> Self {
        self.at = self.at.map(|at| at + by);
        self
    }

    /// The same error with what really stands at its place in the whole text,
    /// where its part had ended.
    #[must_use]
    pub fn located_in(mut self, text: &str) -> Self {
        if let (Some(at), Some("")) = (self.at, self.found.as_deref())
            && let Some(letter) = text.chars().nth(at)
        {
            self.found = Some(letter.to_string());
        }
        self
    }

    /// The whole sentence.
    pub fn message(&self) -> Message {
        let field = self.field.name();
        match (self.at, &self.found) {
            (Some(at), Some(found)) => phrases::UNEXPECTED
                .message()
                .with("field", field)
                .with("at", at + 1)
                .with("found", quote(found))
                .with("expected", self.reason.clone()),
            (Some(at), None) => phrases::WRONG_AT
                .message()
                .with("field", field)
                .with("at", at + 1)
                .with("reason", self.reason.clone()),
            (None, _) => phrases::WRONG.message().with("field", field).with("reason", self.reason.clone()),
        }
    }

    /// What is wrong and not where, for who has just pointed at it: a click on a board.
    pub fn why(&self) -> Message {
        if self.found.is_some() { self.message() } else { self.reason.clone() }
    }

    /// The whole sentence in a language.
    pub fn render(&self, lang: Lang) -> String {
        self.message().render(lang)
    }
}

/// A user's text as it is repeated back: shortened, without control characters.
fn quote(found: &str) -> Message {
    if found.is_empty() {
        return phrases::FOUND_END.message();
    }
    let mut text: String = found.chars().take(LONGEST_QUOTE).flat_map(printable).collect();
    if found.chars().nth(LONGEST_QUOTE).is_some() {
        text.push('…');
    }
    phrases::FOUND_TEXT.message().with("text", text)
}

fn printable(c: char) -> impl Iterator<Item = char> {
    // Characters that are invisible or turn the writing around count too.
    let unseen =
        matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    let escaped = c.is_control() || unseen;
    c.escape_default().filter(move |_| escaped).chain(Some(c).filter(move |_| !escaped))
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Lang::En))
    }
}

impl std::error::Error for NotationError {}

impl From<NotationError> for Message {
    fn from(error: NotationError) -> Self {
        error.message()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    phrases! {
        EXPECTED = "test.expected", "x or o", "x ou o";
    }

    #[test]
    fn an_error_says_where_what_was_found_and_what_would_be_right() {
        let error = NotationError::unexpected(Field::Side, 4, "q", EXPECTED.message()).shifted(2);
        assert_eq!(error.to_string(), "side to move, character 7: found 'q', expected x or o");
        assert_eq!(error.render(Lang::Fr), "trait, caractère 7 : trouvé : « q » ; attendu : x ou o");
    }

    #[test]
    fn who_pointed_at_it_is_not_told_where_it_is() {
        let wrong = NotationError::wrong(Field::Move, EXPECTED.message());
        assert_eq!((wrong.to_string(), wrong.why().to_string()), ("move: x or o".into(), "x or o".into()));
        let unexpected = NotationError::unexpected(Field::Move, 0, "q", EXPECTED.message());
        assert_eq!(unexpected.why(), unexpected.message());
    }

    #[test]
    fn a_quote_is_short_and_harmless() {
        let error = NotationError::unexpected(Field::Move, 0, "\u{1b}[2J".repeat(99), EXPECTED.message());
        let sentence = error.to_string();
        assert!(!sentence.contains('\u{1b}') && sentence.contains("\\u{1b}[2J") && sentence.contains('…'));
        let error = NotationError::unexpected(Field::Move, 0, "", EXPECTED.message());
        assert!(error.to_string().contains("the end of the text"));
    }
}
