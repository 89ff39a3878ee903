//! Stored games: creating, reading and watching them.

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use plateau_core::Lang;
use plateau_play::{PlayerSpec, Session};
use plateau_search::time::TimeControl;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::access::{HintRules, JoinCode, bearer_token};
use crate::api::Side;
use crate::api::game::{CreatedGame, Game, GameEvent};
use crate::app::App;
use crate::body::MergedBody;
use crate::client::Client;
use crate::error::Error;
use crate::events::{self, Viewer};
use crate::game::change::{self, parse_players};
use crate::game::handle::{GameHandle, StreamToken};
use crate::game::state::GameState;
use crate::middleware::wait_for_turn;
use crate::openapi::{BodyErrors, ErrorStatus};
use crate::position_request::{PositionRequest, ResolvedPosition, check_length, check_max_length};
use crate::routes::Played;
use crate::{limits, phrases, tokens};

/// The players and the clock of a new game.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CreateOptions {
    /// The player of x, such as `human` or `level:3`.
    first: String,
    /// The player of o.
    second: String,
    /// The time control, such as `15m+30s`; without it there are no clocks.
    #[serde(rename = "tc")]
    time_control: Option<String>,
    /// Whether the game is remote: played elsewhere and shown here.
    #[serde(default, rename = "live")]
    is_remote: bool,
    /// The side to keep for a guest: nobody plays it, and no clock runs, until the guest joins.
    invite: Option<Side>,
    /// A random id of your choice, as secret as a seat token. A repeated request returns the game that
    /// the first one created, with the same tokens.
    #[schema(min_length = 22, max_length = 100)]
    request: Option<String>,
}

/// The body of a request to create a game.
pub type CreateRequest = MergedBody<PositionRequest, CreateOptions>;

/// Create a game
#[utoipa::path(post, path = "/api/games", operation_id = "create_game", request_body = inline(CreateRequest),
    security((), ("join_code" = [])), responses(
    (status = 201, description = "The game and its seat tokens.", body = CreatedGame),
    (status = 200, description = "The game that the same request has created before, and its seat tokens.",
        body = CreatedGame),
    ErrorStatus<401>,
    BodyErrors,
    ErrorStatus<429>,
))]
pub async fn create(
    _: JoinCode,
    hints: HintRules,
    Extension(client): Extension<Client>,
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    CreateRequest { base: position, options: request }: CreateRequest,
) -> Result<Response, Error> {
    let _turn = wait_for_turn(&app, client).await;
    if let Some(id) = &request.request {
        check_secret_id(id)?;
        if let Some(game) = app.created_game(id, client).await? {
            return Ok(created_game(&game, lang).await?.into_response());
        }
    }
    let ResolvedPosition { variant, record } = position.resolve(&app.registry)?;
    let seed = getrandom::u64()?;
    let players = parse_players(&[request.first, request.second], seed, variant.as_ref())?;
    if !request.is_remote && players.iter().any(|player| !player.is_human()) {
        // Its reply would be advice.
        hints.check(record.as_ref())?;
    }
    let control = request.time_control.as_deref().map(checked_time_control).transpose()?;
    // All moves of a remote game are sent by its player, those of engines too.
    let (players, remote_players) = if request.is_remote {
        ([PlayerSpec::Human, PlayerSpec::Human], Some(players))
    } else {
        (players, None)
    };
    let session = Session::new(variant, record, players, control);
    let tokens = [tokens::new_token()?, tokens::new_token()?];
    let mut state = GameState::new(session, tokens, seed, request.time_control);
    state.remote_players = remote_players;
    state.note_engine_game();
    change::invite(&mut state, request.invite.map(Into::into))?;
    let game = app.create_game(state, request.request, client).await?;
    Ok((StatusCode::CREATED, Extension(Played), created_game(&game, lang).await?).into_response())
}

async fn created_game(game: &GameHandle, lang: Lang) -> Result<Json<CreatedGame>, Error> {
    let (snapshot, _) = game.get(None).await?;
    Ok(Json(CreatedGame { game: snapshot.describe(lang), tokens: snapshot.created_tokens().into() }))
}

/// Checks the id of a request that returns new seat tokens. It must be hard to guess, because
/// repeating the request returns the same tokens.
pub fn check_secret_id(id: &str) -> Result<(), Error> {
    if id.chars().count() < limits::MIN_SECRET_ID_LENGTH {
        let message = phrases::REQUEST_ID_TOO_SHORT.message();
        return Err(message.with("min", limits::MIN_SECRET_ID_LENGTH).into());
    }
    check_name(id).map(drop)
}

/// Parses a time control and checks its range.
fn checked_time_control(text: &str) -> Result<TimeControl, Error> {
    let control = plateau_games::time::parse_time_control(check_length(text)?)?;
    if control.base.max(control.increment) > limits::MAX_CLOCK {
        let max_hours = limits::MAX_CLOCK.as_secs() / 3_600;
        return Err(phrases::CLOCK_TOO_LONG.message().with("max", max_hours).into());
    }
    if control.base.is_zero() {
        return Err(phrases::CLOCK_ZERO.message().into());
    }
    Ok(control)
}

/// Get a game; with a seat token, also the side it belongs to
#[utoipa::path(get, path = "/api/games/{id}", operation_id = "get_game", params(
    ("id" = String, Path, description = "The id of the game."),
), security((), ("seat" = [])), responses(
    (status = 200, description = "The game.", body = Game),
    ErrorStatus<404>,
    ErrorStatus<429>,
))]
pub async fn get(
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Game>, Error> {
    let token = bearer_token(&headers);
    let has_token = token.is_some();
    let (snapshot, seat) = app.game(&id, client).await?.get(token).await?;
    let seat = has_token.then(|| seat.map(Into::into));
    Ok(Json(Game { seat, ..snapshot.describe(lang) }))
}

/// Checks the length of a name that a client chose for a request or a stream.
pub fn check_name(name: &str) -> Result<&str, Error> {
    check_max_length(name, limits::MAX_REQUEST_ID_LENGTH)
}

/// The query of a request for events.
#[derive(Deserialize)]
pub struct EventsQuery {
    stream: Option<String>,
}

/// The protocol of event streams.
const PROTOCOL: &str = "plateau";

/// What precedes a seat token in the list of protocols.
const SEAT_PROTOCOL: &str = "seat.";

fn stream_token(headers: &HeaderMap) -> Option<StreamToken> {
    if let Some(token) = bearer_token(headers) {
        return Some(StreamToken::Header(token));
    }
    let protocols = headers.get(header::SEC_WEBSOCKET_PROTOCOL)?.to_str().ok()?;
    let token = protocols.split(',').find_map(|protocol| protocol.trim().strip_prefix(SEAT_PROTOCOL))?;
    Some(StreamToken::Protocol(token.to_owned()))
}

/// Stream the events of a game over a WebSocket, one JSON object per message
///
/// A stream with a seat token shows that the player is connected. Browsers, which cannot set headers, send
/// it in the list of protocols: `plateau, seat.TOKEN`. A request that does not upgrade to a WebSocket is
/// refused with status 400.
#[utoipa::path(get, path = "/api/games/{id}/events", operation_id = "watch_game", params(
    ("id" = String, Path, description = "The id of the game."),
    ("stream" = Option<String>, Query, max_length = 100,
        description = "A name of your choice; changes sent with it are skipped on this stream."),
), security((), ("seat" = [])), responses(
    (status = 101, description = "A WebSocket. Each message is one event.", body = GameEvent),
    ErrorStatus<401>,
    ErrorStatus<404>,
    ErrorStatus<413>,
    ErrorStatus<429>,
))]
pub async fn events(
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    Query(query): Query<EventsQuery>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    query.stream.as_deref().map(check_name).transpose()?;
    let game = app.game(&id, client).await?;
    let too_many = || Error::TooMany(phrases::TOO_MANY_STREAMS.message(), limits::RETRY_DELAY);
    let slot = app.streams.take_or_evict(client).ok_or_else(too_many)?;
    let subscription = game.watch(stream_token(&headers), client).await?;
    let viewer = Viewer { subscription, stream: query.stream, lang };
    // Clients send nothing but control frames, so small buffers suffice.
    let upgrade =
        upgrade.protocols([PROTOCOL]).max_message_size(1024).max_frame_size(1024).read_buffer_size(1024);
    // Messages are sent at once, so nothing is gained by collecting them.
    let upgrade = upgrade.write_buffer_size(0).max_write_buffer_size(limits::MAX_UNSENT_BYTES);
    Ok(upgrade.on_upgrade(async move |socket| {
        tokio::select! {
            () = events::run_stream(socket, app, viewer) => {}
            // To make room for another viewer. The client can reconnect, as after any error.
            () = slot.evicted() => {}
        }
    }))
}
