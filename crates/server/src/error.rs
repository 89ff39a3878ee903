//! Every way in which a request can be refused: its status, key and sentence.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use plateau_core::{Lang, Message, NotationError};
use serde_json::{Value as Json, json};

use crate::phrases;

/// Why a request is refused.
#[derive(Clone, Debug)]
pub enum Error {
    /// It can't be read.
    Unreadable(Message),
    /// It names no seat.
    NoSeat,
    /// It is not for this seat, or not its turn.
    NotYours(Message),
    /// It comes from another page.
    Foreign,
    /// The game is not known.
    NoSuchGame,
    /// There is no tournament to show, for this reason.
    NoTournament(Message),
    /// The path is not known.
    NoSuchPage,
    /// The path has no such method.
    WrongMethod,
    /// It has seen an older game than this.
    Stale(Json),
    /// It is too large.
    TooLarge(Message),
    /// It is no JSON.
    NotJson,
    /// What it says of games, positions, moves or options is wrong; a bad move
    /// has its place in the list.
    Wrong(Message, Option<usize>),
    /// There are too many like it.
    TooMany(Message),
    /// The server ends.
    Closing,
    /// It took too long to arrive.
    Slow,
    /// Something failed that can't.
    Broken,
    /// The disk does not take it.
    NotKept(String),
}

impl Error {
    fn status(&self) -> StatusCode {
        match self {
            Self::Unreadable(_) => StatusCode::BAD_REQUEST,
            Self::NoSeat => StatusCode::UNAUTHORIZED,
            Self::NotYours(_) | Self::Foreign => StatusCode::FORBIDDEN,
            Self::NoSuchGame | Self::NoTournament(_) | Self::NoSuchPage => StatusCode::NOT_FOUND,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::Stale(_) => StatusCode::CONFLICT,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Wrong(..) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Closing => StatusCode::SERVICE_UNAVAILABLE,
            Self::Slow => StatusCode::REQUEST_TIMEOUT,
            Self::Broken | Self::NotKept(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn message(&self) -> Message {
        match self {
            Self::Unreadable(message)
            | Self::NotYours(message)
            | Self::TooLarge(message)
            | Self::Wrong(message, _)
            | Self::TooMany(message)
            | Self::NoTournament(message) => message.clone(),
            Self::NoSeat => phrases::NO_SEAT.message(),
            Self::Foreign => phrases::FOREIGN.message(),
            Self::NoSuchGame => phrases::NO_SUCH_GAME.message(),
            Self::NoSuchPage => phrases::NO_SUCH_PAGE.message(),
            Self::WrongMethod => phrases::WRONG_METHOD.message(),
            Self::Stale(_) => phrases::STALE.message(),
            Self::NotJson => phrases::NOT_JSON.message(),
            Self::Closing => phrases::CLOSING.message(),
            Self::Slow => phrases::SLOW.message(),
            Self::Broken => phrases::BROKEN.message(),
            Self::NotKept(reason) => phrases::NOT_KEPT.message().with("reason", reason.as_str()),
        }
    }

    /// The answer in a language.
    pub fn said(&self, lang: Lang) -> Response {
        let message = self.message();
        let mut body = json!({ "error": message.key(), "message": message.render(lang) });
        match self {
            Self::Stale(game) => body["game"] = game.clone(),
            Self::Wrong(_, Some(ply)) => body["ply"] = json!(ply),
            _ => {}
        }
        (self.status(), axum::Json(body)).into_response()
    }
}

/// The language is the request's, which only the guard knows: it finds the error
/// in the response and says it.
impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Message> for Error {
    fn from(message: Message) -> Self {
        Self::Wrong(message, None)
    }
}

impl From<NotationError> for Error {
    fn from(error: NotationError) -> Self {
        Self::Wrong(error.into(), None)
    }
}
