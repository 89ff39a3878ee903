//! Changes to a game.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use plateau_core::Lang;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::access::bearer_token;
use crate::api::Side;
use crate::api::game::Game;
use crate::app::App;
use crate::body::{JsonBody, MergedBody};
use crate::client::Client;
use crate::error::Error;
use crate::game::change::{ChangeRequest, GameChange};
use crate::game::handle::GameHandle;
use crate::game::snapshot::GameSnapshot;
use crate::game::state::HistoryStep;
use crate::openapi::ChangeErrors;
use crate::phrases;
use crate::position_request::check_length;
use crate::routes::Played;
use crate::routes::games::{check_name, check_secret_id};

/// The fields of every change.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChangeFields {
    /// The revision that you have seen. A negative one is a malformed request (400), an old one
    /// a conflict (409).
    #[schema(minimum = 0)]
    revision: u64,
    /// An id of your choice: a repeated request has no further effect.
    #[schema(max_length = 100)]
    request: String,
    /// The name of your event stream, which skips this change.
    #[schema(max_length = 100)]
    stream: Option<String>,
}

/// A move to play.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MoveOptions {
    /// The move in the notation of the game.
    #[serde(rename = "move")]
    mv: String,
}

/// The answer to a request to undo or redo.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AnswerOptions {
    accept: bool,
}

/// The players of both seats.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SeatsOptions {
    /// The player of x.
    first: String,
    /// The player of o.
    second: String,
    /// The side to keep for a guest: nobody plays it, and no clock runs, until the guest joins.
    invite: Option<Side>,
}

/// The body of a request to play a move.
pub type MoveRequest = MergedBody<ChangeFields, MoveOptions>;

/// The body of an answer.
pub type AnswerRequest = MergedBody<ChangeFields, AnswerOptions>;

/// The body of a request to replace the players.
pub type SeatsRequest = MergedBody<ChangeFields, SeatsOptions>;

/// The game of a request and its sender. Extracted before the body is read, so that a request for
/// a game that does not exist says so.
pub struct Sender {
    game: GameHandle,
    token: Option<String>,
    client: Client,
    lang: Lang,
}

impl FromRequestParts<Arc<App>> for Sender {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        let malformed = |_| Error::BadRequest(phrases::MALFORMED_REQUEST.message());
        let Path(id) = Path::<String>::from_request_parts(parts, app).await.map_err(malformed)?;
        // The middleware adds both to every request.
        let client = *parts.extensions.get::<Client>().ok_or(Error::Internal)?;
        let lang = *parts.extensions.get::<Lang>().ok_or(Error::Internal)?;
        let game = app.game(&id, client).await?;
        Ok(Self { game, token: bearer_token(&parts.headers), client, lang })
    }
}

impl Sender {
    fn request(&self, fields: ChangeFields) -> Result<ChangeRequest, Error> {
        check_name(&fields.request)?;
        fields.stream.as_deref().map(check_name).transpose()?;
        Ok(ChangeRequest {
            token: self.token.clone(),
            revision: fields.revision,
            id: fields.request,
            stream: fields.stream.map(Into::into),
            client: self.client,
        })
    }

    async fn change(self, fields: ChangeFields, change: GameChange) -> Result<Response, Error> {
        let (game, is_new) = self.game.change(self.request(fields)?, change).await?;
        let response = game_response(&game, self.lang);
        Ok(if is_new { (Extension(Played), response).into_response() } else { response })
    }
}

/// Returns the response with a game, whose text it shares with the events of the viewers.
fn game_response(game: &GameSnapshot, lang: Lang) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], game.text(lang).get().to_owned()).into_response()
}

/// Play a move
#[utoipa::path(post, path = "/api/games/{id}/move", operation_id = "play_move", params(
    ("id" = String, Path, description = "The id of the game."),
), request_body = inline(MoveRequest), security(("seat" = [])), responses(
    (status = 200, description = "The game after the change.", body = Game),
    ChangeErrors,
))]
pub async fn play(sender: Sender, MoveRequest { base, options }: MoveRequest) -> Result<Response, Error> {
    let text = check_length(&options.mv)?.to_owned();
    sender.change(base, GameChange::Move(text)).await
}

/// Undo to the last turn of a human; a human opponent has to agree
#[utoipa::path(post, path = "/api/games/{id}/undo", operation_id = "undo", params(
    ("id" = String, Path, description = "The id of the game."),
), request_body = ChangeFields, security(("seat" = [])), responses(
    (status = 200, description = "The game after the change.", body = Game),
    ChangeErrors,
))]
pub async fn undo(sender: Sender, JsonBody(fields): JsonBody<ChangeFields>) -> Result<Response, Error> {
    sender.change(fields, GameChange::Step(HistoryStep::Undo)).await
}

/// Redo undone moves; a human opponent has to agree
#[utoipa::path(post, path = "/api/games/{id}/redo", operation_id = "redo", params(
    ("id" = String, Path, description = "The id of the game."),
), request_body = ChangeFields, security(("seat" = [])), responses(
    (status = 200, description = "The game after the change.", body = Game),
    ChangeErrors,
))]
pub async fn redo(sender: Sender, JsonBody(fields): JsonBody<ChangeFields>) -> Result<Response, Error> {
    sender.change(fields, GameChange::Step(HistoryStep::Redo)).await
}

/// Accept or decline the opponent's request to undo or redo
#[utoipa::path(post, path = "/api/games/{id}/answer", operation_id = "answer", params(
    ("id" = String, Path, description = "The id of the game."),
), request_body = inline(AnswerRequest), security(("seat" = [])), responses(
    (status = 200, description = "The game after the change.", body = Game),
    ChangeErrors,
))]
pub async fn answer(
    sender: Sender,
    AnswerRequest { base, options }: AnswerRequest,
) -> Result<Response, Error> {
    sender.change(base, GameChange::Answer(options.accept)).await
}

/// Resign
#[utoipa::path(post, path = "/api/games/{id}/resign", operation_id = "resign", params(
    ("id" = String, Path, description = "The id of the game."),
), request_body = ChangeFields, security(("seat" = [])), responses(
    (status = 200, description = "The game after the change.", body = Game),
    ChangeErrors,
))]
pub async fn resign(sender: Sender, JsonBody(fields): JsonBody<ChangeFields>) -> Result<Response, Error> {
    sender.change(fields, GameChange::Resign).await
}

/// Replace the players; the tokens stay valid
#[utoipa::path(post, path = "/api/games/{id}/seats", operation_id = "replace_players", params(
    ("id" = String, Path, description = "The id of the game."),
), request_body = inline(SeatsRequest), security(("seat" = [])), responses(
    (status = 200, description = "The game after the change.", body = Game),
    ChangeErrors,
))]
pub async fn seats(sender: Sender, SeatsRequest { base, options }: SeatsRequest) -> Result<Response, Error> {
    let specs = [options.first, options.second];
    sender.change(base, GameChange::Seats { specs, invited: options.invite.map(Into::into) }).await
}

/// Join the game through an invitation; `token` is the new token of the seat
///
/// `request` must be random and have at least 22 characters: those who know it and the invitation get the same
/// token.
#[utoipa::path(post, path = "/api/games/{id}/take", operation_id = "join", params(
    ("id" = String, Path, description = "The id of the game."),
), request_body = ChangeFields, security(("seat" = [])), responses(
    (status = 200, description = "The game after the change.", body = Game),
    ChangeErrors,
))]
pub async fn join(sender: Sender, JsonBody(fields): JsonBody<ChangeFields>) -> Result<Response, Error> {
    check_secret_id(&fields.request)?;
    let (game, token) = sender.game.join(sender.request(fields)?).await?;
    Ok(Json(Game { token: Some(token), ..game.describe(sender.lang) }).into_response())
}

/// Create a rematch of a finished game with sides swapped; `next` is its id
#[utoipa::path(post, path = "/api/games/{id}/again", operation_id = "rematch", params(
    ("id" = String, Path, description = "The id of the game."),
), request_body = ChangeFields, security(("seat" = [])), responses(
    (status = 200, description = "The game after the change.", body = Game),
    ChangeErrors,
))]
pub async fn rematch(sender: Sender, JsonBody(fields): JsonBody<ChangeFields>) -> Result<Response, Error> {
    let game = sender.game.rematch(sender.request(fields)?).await?;
    Ok(game_response(&game, sender.lang))
}

/// Stop the engine, which plays the best move found so far
#[utoipa::path(post, path = "/api/games/{id}/stop", operation_id = "stop_engine", params(
    ("id" = String, Path, description = "The id of the game."),
), request_body = ChangeFields, security(("seat" = [])), responses(
    (status = 200, description = "The game after the change.", body = Game),
    ChangeErrors,
))]
pub async fn stop(sender: Sender, JsonBody(fields): JsonBody<ChangeFields>) -> Result<Response, Error> {
    let game = sender.game.stop_engine(sender.request(fields)?).await?;
    Ok(game_response(&game, sender.lang))
}
