//! The errors of the API, with their status, code and message.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use plateau_core::{Lang, Message, NotationError};
use serde_json::{Value as Json, json};

use crate::phrases;
use crate::state_codec::DecodeError;
use crate::store::StoreError;

/// Why a request failed.
#[derive(Clone, Debug)]
pub enum Error {
    /// The request cannot be parsed.
    BadRequest(Message),
    /// The seat token is missing or belongs to no seat of the game.
    InvalidToken,
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
    StaleRevision(Json),
    /// The request, or a part of it, is too large.
    TooLarge(Message),
    /// The body is not JSON.
    NotJson,
    /// A game, position, move or option is invalid. An illegal move carries its
    /// index in the list of moves.
    Invalid(Message, Option<usize>),
    /// A limit of the server is reached.
    TooMany(Message),
    /// The server is shutting down.
    ShuttingDown,
    /// The request took too long to arrive.
    RequestTimeout,
    /// A handler or an engine panicked.
    Internal,
    /// The game could not be saved or loaded.
    Storage(String),
}

impl Error {
    fn status(&self) -> StatusCode {
        match self {
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::InvalidToken => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_) | Self::CrossOrigin => StatusCode::FORBIDDEN,
            Self::GameNotFound | Self::NoTournament(_) | Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::StaleRevision(_) => StatusCode::CONFLICT,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Invalid(..) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::ShuttingDown => StatusCode::SERVICE_UNAVAILABLE,
            Self::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
            Self::Internal | Self::Storage(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn message(&self) -> Message {
        match self {
            Self::BadRequest(message)
            | Self::Forbidden(message)
            | Self::TooLarge(message)
            | Self::Invalid(message, _)
            | Self::TooMany(message)
            | Self::NoTournament(message) => message.clone(),
            Self::InvalidToken => phrases::INVALID_TOKEN.message(),
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

    /// Returns the response in a language.
    pub fn localized_response(&self, lang: Lang) -> Response {
        let message = self.message();
        let mut body = json!({ "error": message.key(), "message": message.render(lang) });
        match self {
            Self::StaleRevision(game) => body["game"] = game.clone(),
            Self::Invalid(_, Some(ply)) => body["ply"] = json!(ply),
            _ => {}
        }
        (self.status(), axum::Json(body)).into_response()
    }
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

impl From<DecodeError> for Error {
    fn from(error: DecodeError) -> Self {
        Self::Storage(error.to_string())
    }
}
