//! The errors of the API, with their status, code and message.

use std::sync::Arc;
use std::time::Duration;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use plateau_core::{Lang, Message, NotationError};

use crate::game::snapshot::GameSnapshot;
use crate::openapi::ErrorBody;
use crate::phrases;
use crate::store::StoreError;

/// Why a request failed.
#[derive(Clone, Debug)]
pub enum Error {
    /// The request cannot be parsed.
    BadRequest(Message),
    /// The seat token is missing or belongs to no seat of the game.
    InvalidToken,
    /// The join code is missing or wrong.
    JoinCode,
    /// The admin token is missing or wrong.
    NotAdministrator,
    /// The token of a tournament is missing or wrong.
    ArenaToken,
    /// This seat may not do that, or it is not its turn.
    Forbidden(Message),
    /// The request comes from another site.
    CrossOrigin,
    /// No game has this id.
    GameNotFound,
    /// There is no tournament to show.
    NoTournament(Message),
    /// No route has this path.
    NotFound,
    /// The route does not support this method.
    MethodNotAllowed,
    /// The request is based on an old revision; holds the current game.
    StaleRevision(Arc<GameSnapshot>),
    /// The request, or a part of it, is too large.
    TooLarge(Message),
    /// The body is not JSON.
    NotJson,
    /// A game, position, move or option is invalid. An illegal move carries its
    /// index in the list of moves.
    Invalid(Message, Option<usize>),
    /// A limit of the server is reached; holds the time after which to try again.
    TooMany(Message, Duration),
    /// The server is shutting down.
    ShuttingDown,
    /// The request took too long to arrive.
    RequestTimeout,
    /// A handler or an engine panicked.
    Internal,
    /// The game could not be saved.
    Storage(String),
    /// The game could not be read, or its copy could not be made.
    Unreadable(Message),
}

impl Error {
    fn status(&self) -> StatusCode {
        match self {
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::InvalidToken | Self::JoinCode | Self::NotAdministrator | Self::ArenaToken => {
                StatusCode::UNAUTHORIZED
            }
            Self::Forbidden(_) | Self::CrossOrigin => StatusCode::FORBIDDEN,
            Self::GameNotFound | Self::NoTournament(_) | Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::StaleRevision(_) => StatusCode::CONFLICT,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Invalid(..) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooMany(..) => StatusCode::TOO_MANY_REQUESTS,
            Self::ShuttingDown => StatusCode::SERVICE_UNAVAILABLE,
            Self::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
            Self::Internal | Self::Storage(_) | Self::Unreadable(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn message(&self) -> Message {
        match self {
            Self::BadRequest(message)
            | Self::Forbidden(message)
            | Self::TooLarge(message)
            | Self::Invalid(message, _)
            | Self::TooMany(message, _)
            | Self::Unreadable(message)
            | Self::NoTournament(message) => message.clone(),
            Self::InvalidToken => phrases::INVALID_TOKEN.message(),
            Self::JoinCode => phrases::JOIN_CODE.message(),
            Self::NotAdministrator => phrases::NOT_ADMINISTRATOR.message(),
            Self::ArenaToken => phrases::ARENA_TOKEN.message(),
            Self::CrossOrigin => phrases::CROSS_ORIGIN.message(),
            Self::GameNotFound => phrases::GAME_NOT_FOUND.message(),
            Self::NotFound => phrases::NOT_FOUND.message(),
            Self::MethodNotAllowed => phrases::METHOD_NOT_ALLOWED.message(),
            Self::StaleRevision(_) => phrases::STALE_REVISION.message(),
            Self::NotJson => phrases::NOT_JSON.message(),
            Self::ShuttingDown => phrases::SHUTTING_DOWN.message(),
            Self::RequestTimeout => phrases::REQUEST_TIMEOUT.message(),
            Self::Internal => phrases::INTERNAL_ERROR.message(),
            Self::Storage(reason) => phrases::NOT_SAVED.message().with("reason", reason.as_str()),
        }
    }

    /// Returns the error of a game that could not be loaded.
    pub fn not_loaded(id: &str, error: &StoreError) -> Self {
        Self::Unreadable(match error {
            StoreError::Damaged(reason) => {
                phrases::GAME_DAMAGED.message().with("id", id).with("reason", reason.as_str())
            }
            error => phrases::NOT_LOADED.message().with("reason", error.to_string()),
        })
    }

    /// Returns the code of the error in the API.
    pub fn key(&self) -> &'static str {
        self.message().key()
    }

    /// Returns the response in a language.
    pub fn localized_response(&self, lang: Lang) -> Response {
        let message = self.message();
        let body = ErrorBody {
            error: message.key(),
            message: visible(&message.render(lang)),
            game: if let Self::StaleRevision(game) = self {
                Some(Box::new(game.describe(lang)))
            } else {
                None
            },
            ply: if let Self::Invalid(_, ply) = self { *ply } else { None },
        };
        let mut response = (self.status(), axum::Json(body)).into_response();
        if let Self::TooMany(_, delay) = self {
            response.headers_mut().insert(header::RETRY_AFTER, (delay.as_secs().max(1)).into());
        }
        response
    }
}

/// Escapes characters that are invisible or change the direction of the text: a message may
/// quote what a client sent.
fn visible(text: &str) -> String {
    let is_hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    };
    text.chars().fold(String::with_capacity(text.len()), |mut visible, c| {
        if is_hidden(c) {
            visible.extend(c.escape_default());
        } else {
            visible.push(c);
        }
        visible
    })
}

/// Stores the error in the response. Only the middleware knows the language of
/// the request; it replaces the response by the localized one.
impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Message> for Error {
    fn from(message: Message) -> Self {
        Self::Invalid(message, None)
    }
}

impl From<NotationError> for Error {
    fn from(error: NotationError) -> Self {
        Self::Invalid(error.into(), None)
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::Storage(error.to_string())
    }
}

/// The operating system provides no random numbers.
impl From<getrandom::Error> for Error {
    fn from(error: getrandom::Error) -> Self {
        Self::Storage(error.to_string())
    }
}
