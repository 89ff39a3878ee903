//! Administration of a running server, with its admin token.

use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use plateau_core::Lang;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use crate::access::Administrator;
use crate::app::App;
use crate::client::Client;
use crate::error::Error;
use crate::game::codec;
use crate::phrases;

/// How many bytes of a backup to read at a time.
const BACKUP_CHUNK: usize = 64 * 1024;

/// Lists the stored games, the latest change first.
pub async fn list(_: Administrator, State(app): State<Arc<App>>) -> Result<Json<Value>, Error> {
    let not_loaded = |error| Error::not_loaded("", &error);
    let rows = app.store.list().await.map_err(not_loaded)?;
    let damaged = app.store.list_damaged().await.map_err(not_loaded)?;
    let damaged = damaged.iter().map(|game| json!({ "id": game.id, "reason": game.reason }));
    let games = rows.iter().map(|row| {
        let record = codec::record_text(&row.state).unwrap_or_default();
        let variant = record.lines().find_map(|line| line.strip_prefix("game: "));
        json!({
            "id": row.id, "game": variant, "revision": row.revision, "over": row.is_over, "changed": row.changed,
            "open": app.games.find(&row.id).is_some(),
        })
    });
    Ok(Json(json!({ "games": games.collect::<Vec<_>>(), "damaged": damaged.collect::<Vec<_>>() })))
}

/// Sends a copy of the database, made while games go on.
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

/// Deletes a game; its viewers are disconnected.
pub async fn delete(
    _: Administrator,
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Error> {
    if let Some(game) = app.games.find(&id) {
        game.discard().await;
    }
    if !app.store.delete(&id).await? {
        return Err(Error::GameNotFound);
    }
    tracing::info!(game = %id, "game deleted by the administrator");
    Ok(Json(json!({ "deleted": id })))
}

/// Ends a game as a draw by adjudication.
pub async fn close(
    _: Administrator,
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Error> {
    let game = app.game(&id, client).await?.adjudicate().await?;
    Ok(Json(game.json(lang)))
}
