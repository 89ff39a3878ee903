//! The tournament of built-in engines that the page starts.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::{Extension, Json};
use plateau_core::Lang;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::access::{JoinCode, bearer_token};
use crate::api::arena::ArenaState;
use crate::app::App;
use crate::arena::Entry;
use crate::body::JsonBody;
use crate::error::Error;
use crate::openapi::{BodyErrors, ErrorStatus};
use crate::position_request::check_length;

/// A tournament to play.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ContestOptions {
    /// The name of the variant, such as `connect4:6x7`.
    game: String,
    /// The engines, such as `level:3`: two for a match, up to four for a tournament.
    #[schema(min_items = 2, max_items = 4)]
    players: Vec<String>,
    /// How often each two players meet, with sides swapped; once by default.
    #[schema(minimum = 1, maximum = 10)]
    pairs: Option<u64>,
}

fn state(app: &App, lang: Lang, token: Option<String>) -> Json<ArenaState> {
    Json(ArenaState { tournament: app.tournament.is_some(), contest: app.arena.describe(lang), token })
}

/// Get the tournament that runs, or the last one
#[utoipa::path(get, path = "/api/arena", operation_id = "get_arena", responses(
    (status = 200, description = "The tournament and its results so far.", body = ArenaState),
))]
pub async fn get(State(app): State<Arc<App>>, Extension(lang): Extension<Lang>) -> Json<ArenaState> {
    state(&app, lang, None)
}

/// Start a match or a small tournament between built-in engines
///
/// One runs at a time, for half an hour at most. For five minutes, other requests get status 429; after
/// that, the next one takes its place.
#[utoipa::path(post, path = "/api/arena", operation_id = "start_contest", request_body = ContestOptions,
    security((), ("join_code" = [])), responses(
    (status = 200, description = "The tournament; `token` can stop it.", body = ArenaState),
    ErrorStatus<401>,
    BodyErrors,
    ErrorStatus<429>,
))]
pub async fn start(
    _: JoinCode,
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    JsonBody(options): JsonBody<ContestOptions>,
) -> Result<Json<ArenaState>, Error> {
    let texts = options.players.iter().chain([&options.game]);
    texts.map(|text| check_length(text)).collect::<Result<Vec<_>, _>>()?;
    let pairs = usize::try_from(options.pairs.unwrap_or(1)).unwrap_or(usize::MAX);
    let entry = Entry { game: options.game, players: options.players, pairs };
    let token = app.arena.start(app.registry, &entry)?;
    Ok(state(&app, lang, Some(token)))
}

/// Stop the tournament
#[utoipa::path(post, path = "/api/arena/stop", operation_id = "stop_contest", security(("contest" = [])), responses(
    (status = 200, description = "The tournament; its last game may take a moment to end.", body = ArenaState),
    ErrorStatus<401>,
    ErrorStatus<422>,
))]
pub async fn stop(
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    headers: HeaderMap,
) -> Result<Json<ArenaState>, Error> {
    app.arena.stop(bearer_token(&headers).as_deref())?;
    Ok(state(&app, lang, None))
}
