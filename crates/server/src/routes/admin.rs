//! Administration of a running server, with its admin token.

use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use plateau_core::Lang;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::ToSchema;

use crate::access::Administrator;
use crate::api::game::Game;
use crate::app::App;
use crate::client::Client;
use crate::error::Error;
use crate::openapi::ErrorStatus;
use crate::phrases;
use crate::store::ListPosition;

/// How many bytes of a backup to read at a time.
const BACKUP_CHUNK: usize = 64 * 1024;

/// How many games to list at a time.
const LIST_PART: usize = 500;

/// A part of the stored games.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameList {
    /// The games, the latest change first.
    games: Vec<ListedGame>,
    /// Games that cannot be read and were set aside; in the last part of the list.
    damaged: Vec<ListedDamage>,
    /// What to send as `after` to get the next part; `null` in the last one.
    #[schema(required)]
    next: Option<String>,
}

/// A stored game.
#[derive(Debug, Serialize, ToSchema)]
struct ListedGame {
    id: String,
    /// The variant; `null` if the record has none.
    #[schema(required)]
    game: Option<String>,
    revision: u64,
    /// Whether the game is over.
    over: bool,
    /// The Unix time of the last change, in seconds.
    changed: i64,
    /// Whether the game is in memory.
    open: bool,
}

/// A game that was set aside.
#[derive(Debug, Serialize, ToSchema)]
struct ListedDamage {
    id: String,
    reason: String,
}

/// The id of a game that was deleted.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeletedGame {
    deleted: String,
}

/// The query of a request for the list of games.
#[derive(Deserialize)]
pub struct ListQuery {
    after: Option<String>,
}

/// List the stored games, the latest change first, 500 at a time
///
/// A game that changes between two parts of the list can be missing.
#[utoipa::path(get, path = "/api/admin/games", operation_id = "list_games", params(
    ("after" = Option<String>, Query, description = "The field `next` of the part before."),
), security(("admin" = [])), responses(
    (status = 200, description = "The games.", body = GameList),
    ErrorStatus<400>,
    ErrorStatus<401>,
))]
pub async fn list(
    _: Administrator,
    State(app): State<Arc<App>>,
    Query(query): Query<ListQuery>,
) -> Result<Json<GameList>, Error> {
    let malformed = || Error::BadRequest(phrases::MALFORMED_REQUEST.message());
    let after = query.after.map(|after| parse_position(&after).ok_or_else(malformed)).transpose()?;
    let not_loaded = |error| Error::not_loaded("", &error);
    let rows = app.store.list(after, LIST_PART).await.map_err(not_loaded)?;
    let next = rows.last().filter(|_| rows.len() == LIST_PART);
    let next = next.map(|last| format!("{}-{}", last.changed, last.id));
    let damaged = match &next {
        Some(_) => Vec::new(),
        None => app.store.list_damaged().await.map_err(not_loaded)?,
    };
    let games = rows.into_iter().map(|row| {
        let open = app.games.find(&row.id).is_some();
        let (game, over) = (row.variant, row.is_over);
        ListedGame { id: row.id, game, revision: row.revision, over, changed: row.changed, open }
    });
    let games = games.collect();
    let damaged = damaged.into_iter().map(|game| ListedDamage { id: game.id, reason: game.reason }).collect();
    Ok(Json(GameList { games, damaged, next }))
}

/// Parses the field `next` of a list.
fn parse_position(text: &str) -> Option<ListPosition> {
    let (changed, id) = text.split_once('-')?;
    Some(ListPosition { changed: changed.parse().ok()?, id: id.to_owned() })
}

/// Get a copy of the database, made while games go on
#[utoipa::path(get, path = "/api/admin/backup", operation_id = "backup", security(("admin" = [])), responses(
    (status = 200, description = "A SQLite database.", content_type = "application/vnd.sqlite3"),
    ErrorStatus<401>,
))]
pub async fn backup(_: Administrator, State(app): State<Arc<App>>) -> Result<Response, Error> {
    let failure = |reason: String| Error::Unreadable(phrases::NO_BACKUP.message().with("reason", reason));
    let copy = app.store.backup().await.map_err(|error| failure(error.to_string()))?;
    let mut file = File::open(&copy).map_err(|error| failure(error.to_string()))?;
    let length = file.metadata().map_err(|error| failure(error.to_string()))?.len();
    let (chunks, receiver) = mpsc::channel(4);
    tokio::task::spawn_blocking(move || {
        let _deleted_at_the_end = copy;
        loop {
            let mut chunk = vec![0; BACKUP_CHUNK];
            let read = file.read(&mut chunk);
            let is_last = !read.as_ref().is_ok_and(|&bytes| bytes > 0);
            let sent = read.map(|bytes| Bytes::from(chunk).slice(..bytes));
            if chunks.blocking_send(sent).is_err() || is_last {
                return;
            }
        }
    });
    let headers = [
        (header::CONTENT_TYPE, "application/vnd.sqlite3".to_owned()),
        (header::CONTENT_LENGTH, length.to_string()),
    ];
    Ok((headers, Body::from_stream(ReceiverStream::new(receiver))).into_response())
}

/// Delete a game; its viewers are disconnected
#[utoipa::path(delete, path = "/api/admin/games/{id}", operation_id = "delete_game", params(
    ("id" = String, Path, description = "The id of the game."),
), security(("admin" = [])), responses(
    (status = 200, description = "The id of the deleted game.", body = DeletedGame),
    ErrorStatus<401>,
    ErrorStatus<404>,
))]
pub async fn delete(
    _: Administrator,
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<DeletedGame>, Error> {
    // First on disk, so that no request loads it again.
    let is_deleted = app.store.delete(&id).await?;
    if let Some(game) = app.games.find(&id) {
        game.discard().await;
    }
    if !is_deleted {
        return Err(Error::GameNotFound);
    }
    tracing::info!(game = %id, "game deleted by the administrator");
    Ok(Json(DeletedGame { deleted: id }))
}

/// End a game as a draw by adjudication
#[utoipa::path(post, path = "/api/admin/games/{id}/close", operation_id = "close_game", params(
    ("id" = String, Path, description = "The id of the game."),
), security(("admin" = [])), responses(
    (status = 200, description = "The game after its end.", body = Game),
    ErrorStatus<401>,
    ErrorStatus<404>,
    ErrorStatus<422>,
    ErrorStatus<429>,
))]
pub async fn close(
    _: Administrator,
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Result<Json<Game>, Error> {
    let game = app.game(&id, client).await?.adjudicate().await?;
    Ok(Json(game.describe(lang)))
}
