//! Parse errors: what is wrong with a text, where, and what was expected.

use crate::phrases;
use crate::text::{Lang, Message, Phrase};

/// The part of a notation that an error refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// The name of a game.
    Game,
    /// The options of a game.
    Options,
    /// A whole position.
    Position,
    /// The cells of a position.
    Board,
    /// The last move, in notations that include it.
    LastMove,
    /// The side to move.
    Side,
    /// A move.
    Move,
    /// The result of a record.
    Result,
    /// A whole record.
    Record,
}

impl Field {
    /// Returns the name to show to people.
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

/// A text that cannot be parsed, or that describes an impossible position or an illegal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.render(Lang::En))]
pub struct NotationError {
    /// The part of the text.
    pub field: Field,
    /// The character offset in the text, counted from 0.
    pub at: Option<usize>,
    /// The unexpected text; `Some("")` at the end of the text.
    pub found: Option<String>,
    /// What was expected, if `found` is `Some`; else what is wrong. It calls the sides by
    /// their names.
    pub reason: Message,
    /// The reason for the person who is to move, if it can address them.
    pub to_mover: Option<Box<Message>>,
    /// The number of the move in a list of moves, counted from 1.
    pub move_number: Option<usize>,
}

/// Maximum length of a quotation of the user's text in a message, in characters.
const MAX_QUOTE: usize = 24;

impl NotationError {
    /// Creates an error about unexpected text at a character.
    pub fn unexpected(field: Field, at: usize, found: impl Into<String>, expected: Message) -> Self {
        Self {
            field,
            at: Some(at),
            found: Some(found.into()),
            reason: expected,
            to_mover: None,
            move_number: None,
        }
    }

    /// Creates an error about text that is well-formed but impossible or illegal.
    pub fn wrong(field: Field, reason: Message) -> Self {
        Self { field, at: None, found: None, reason, to_mover: None, move_number: None }
    }

    /// Creates an error about an illegal move, with the reason in the third person and as said
    /// to the person who is to move.
    pub fn illegal_move(reason: Message, to_mover: Message) -> Self {
        Self { to_mover: Some(Box::new(to_mover)), ..Self::wrong(Field::Move, reason) }
    }

    /// Sets the character offset.
    #[must_use]
    pub fn at(mut self, at: usize) -> Self {
        self.at = Some(at);
        self
    }

    /// Adds to the character offset, for a part that starts at this character of the whole
    /// text.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> Self {
        self.at = self.at.map(|at| at + by);
        self
    }

    /// Replaces an unexpected end of a part by the character at that offset of the whole text,
    /// if there is one.
    #[must_use]
    pub fn located_in(mut self, text: &str) -> Self {
        if let (Some(at), Some("")) = (self.at, self.found.as_deref())
            && let Some(letter) = text.chars().nth(at)
        {
            self.found = Some(letter.to_string());
        }
        self
    }

    /// Returns the complete message, with field and offset.
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
            // A sentence about a game already says that it is about a game.
            (None, None) if self.field == Field::Game => self.reason.clone(),
            (None, _) => phrases::WRONG.message().with("field", field).with("reason", self.reason.clone()),
        }
    }

    /// Returns the message for the person who is to move and has just typed the move or
    /// clicked: without field and offset.
    pub fn message_to_mover(&self) -> Message {
        match &self.to_mover {
            Some(to_mover) => Message::clone(to_mover),
            None => self.short_message(),
        }
    }

    /// Returns the message without field and offset, for a single word.
    pub fn short_message(&self) -> Message {
        match (&self.found, self.quoted_text()) {
            (None, _) => self.reason.clone(),
            (Some(_), Some(found)) => {
                phrases::IS_NOT.message().with("found", found).with("expected", self.reason.clone())
            }
            (Some(_), None) => phrases::EXPECTED.message().with("expected", self.reason.clone()),
        }
    }

    /// Returns the unexpected text in quotation marks, shortened and without control
    /// characters.
    pub fn quoted_text(&self) -> Option<Message> {
        self.found.as_deref().filter(|found| !found.is_empty()).map(quote)
    }

    /// Returns the complete message in a language.
    pub fn render(&self, lang: Lang) -> String {
        self.message().render(lang)
    }
}

/// Quotes a user's text, or says that it has ended.
fn quote(found: &str) -> Message {
    if found.is_empty() {
        return phrases::FOUND_END.message();
    }
    phrases::FOUND_TEXT.message().with("text", excerpt(found))
}

/// Returns a user's text as a message can quote it: truncated, with control characters
/// escaped.
pub fn excerpt(text: &str) -> String {
    let mut quoted: String = text.chars().take(MAX_QUOTE).flat_map(printable).collect();
    if text.chars().nth(MAX_QUOTE).is_some() {
        quoted.push('…');
    }
    quoted
}

/// Returns whether a character is a control character, also one of the direction of the text, which
/// would rearrange what stands beside it.
pub fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn printable(c: char) -> impl Iterator<Item = char> {
    // Zero-width characters are as dangerous as control characters.
    let is_zero_width = matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2065}' | '\u{feff}');
    let escaped = is_control(c) || is_zero_width;
    c.escape_default().filter(move |_| escaped).chain(Some(c).filter(move |_| !escaped))
}

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
        ILLEGAL = "test.illegal", "x must pass", "x doit passer";
        YOU_ILLEGAL = "test.you-illegal", "you must pass", "vous devez passer";
    }

    #[test]
    fn messages_name_field_offset_found_and_expected() {
        let error = NotationError::unexpected(Field::Side, 4, "q", EXPECTED.message()).shifted(2);
        assert_eq!(error.to_string(), "side to move, character 7: found 'q', expected x or o");
        assert_eq!(error.render(Lang::Fr), "trait, caractère 7 : trouvé : « q » ; attendu : x ou o");
    }

    #[test]
    fn short_messages_omit_field_and_offset() {
        let wrong = NotationError::wrong(Field::Move, EXPECTED.message());
        assert_eq!(
            (wrong.to_string(), wrong.short_message().to_string()),
            ("move: x or o".into(), "x or o".into())
        );
        let unexpected = |found: &str| {
            let error = NotationError::unexpected(Field::Move, 0, found, EXPECTED.message());
            [Lang::En, Lang::Fr].map(|lang| error.short_message().render(lang))
        };
        assert_eq!(unexpected("q"), ["'q' is not x or o", "« q » n'est pas x ou o"]);
        assert_eq!(unexpected(""), ["expected x or o", "attendu : x ou o"]);
    }

    #[test]
    fn only_the_person_to_move_is_addressed() {
        let illegal = NotationError::illegal_move(ILLEGAL.message(), YOU_ILLEGAL.message());
        assert_eq!(illegal.to_string(), "move: x must pass");
        assert_eq!(illegal.short_message().to_string(), "x must pass");
        assert_eq!(illegal.message_to_mover().to_string(), "you must pass");
        let unexpected = NotationError::unexpected(Field::Move, 0, "q", EXPECTED.message());
        assert_eq!(unexpected.message_to_mover(), unexpected.short_message());
    }

    #[test]
    fn quotes_are_truncated_and_escaped() {
        let error = NotationError::unexpected(Field::Move, 0, "\u{1b}[2J".repeat(99), EXPECTED.message());
        let sentence = error.to_string();
        assert!(!sentence.contains('\u{1b}') && sentence.contains("\\u{1b}[2J") && sentence.contains('…'));
        let quoted = error.quoted_text().unwrap().to_string();
        assert!(sentence.contains(&quoted) && quoted.starts_with("'\\u{1b}"), "{quoted}");
        let error = NotationError::unexpected(Field::Move, 0, "", EXPECTED.message());
        assert!(error.to_string().contains("the end of the text"));
        assert_eq!(error.quoted_text(), None);
    }
}
