//! Errors to report to the user, by kind: wrong input, or an output that cannot be written.

use plateau_core::{Message, NotationError};

/// An error to report to the user. Each kind has its own exit code, so the kind is decided
/// where the error occurs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportedError {
    /// Wrong usage, or a bad game, position, move or engine.
    #[error("{0}")]
    Input(Message),
    /// A file, a database or the output cannot be written. The input is not wrong.
    #[error("{0}")]
    Write(Message),
}

impl ReportedError {
    /// Returns the message for the user.
    pub fn message(&self) -> &Message {
        let (Self::Input(message) | Self::Write(message)) = self;
        message
    }
}

impl From<Message> for ReportedError {
    fn from(message: Message) -> Self {
        Self::Input(message)
    }
}

impl From<NotationError> for ReportedError {
    fn from(error: NotationError) -> Self {
        Self::Input(error.into())
    }
}

impl From<ReportedError> for Message {
    fn from(error: ReportedError) -> Self {
        let (ReportedError::Input(message) | ReportedError::Write(message)) = error;
        message
    }
}
