//! Stored games: creating, reading, changing and watching them.

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use axum::{Extension, Json};
use plateau_core::{Lang, Player};
use plateau_games::AnyVariant;
use plateau_play::{PlayerSpec, Session};
use plateau_search::time::TimeControl;
use serde_json::{Value, json};

use crate::app::App;
use crate::body::JsonBody;
use crate::error::Error;
use crate::fields::{Fields, FromFields, required};
use crate::game_change::{ChangeRequest, GameChange};
use crate::game_room::HistoryStep;
use crate::position_request::{PositionRequest, ResolvedPosition, check_length};
use crate::{events, limits, phrases};

/// The body of a request to create a game.
pub struct CreateRequest {
    position: PositionRequest,
    first: String,
    second: String,
    time_control: Option<String>,
    is_remote: bool,
}

impl FromFields for CreateRequest {
    fn from_fields(fields: &Fields) -> Result<Self, Error> {
        Ok(Self {
            position: PositionRequest::from_fields(fields)?,
            first: required(fields.string("first")?, "first")?,
            second: required(fields.string("second")?, "second")?,
            time_control: fields.string("tc")?,
            is_remote: fields.boolean("live")?.unwrap_or(false),
        })
    }
}

/// Creates a game.
pub async fn create(
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    JsonBody(request): JsonBody<CreateRequest>,
) -> Result<(StatusCode, Json<Value>), Error> {
    let ResolvedPosition { variant, record } = request.position.resolve(&app.registry)?;
    let seed = getrandom::u64().map_err(|error| Error::Storage(error.to_string()))?;
    let players = parse_players([&request.first, &request.second], seed, variant.as_ref())?;
    let control = request.time_control.as_deref().map(checked_time_control).transpose()?;
    // All moves of a remote game are sent by its player, those of engines too.
    let (players, remote_players) = if request.is_remote {
        ([PlayerSpec::Human, PlayerSpec::Human], Some(players))
    } else {
        (players, None)
    };
    let session = Session::new(variant, record, players, control);
    let room = app.create_game(session, seed, request.time_control, remote_players).await?;
    let state = room.state.lock().await;
    let [x, o] = &state.tokens;
    let game = room.json(&state, &app.registry, lang);
    Ok((StatusCode::CREATED, Json(json!({ "game": game, "tokens": { "x": x, "o": o } }))))
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

/// Parses the two players and checks that their engines exist.
fn parse_players(texts: [&str; 2], seed: u64, variant: &dyn AnyVariant) -> Result<[PlayerSpec; 2], Error> {
    let parse = |text: &str| -> Result<PlayerSpec, Error> {
        let player = PlayerSpec::parse_builtin(check_length(text)?, seed)?;
        player.check_variant(variant, false)?;
        Ok(player)
    };
    Ok([parse(texts[0])?, parse(texts[1])?])
}

/// Returns a game; with a seat token, also the side it belongs to.
pub async fn get(
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Value>, Error> {
    let room = app.room(&id).await?;
    room.viewers.record_request();
    let mut state = room.state.lock().await;
    app.resume_if_watched(&room, &mut state);
    let mut game = room.json(&state, &app.registry, lang);
    if let Some(token) = bearer_token(&headers) {
        game["seat"] = json!(state.side_of_token(Some(&token)).ok().map(Player::letter));
    }
    Ok(Json(game))
}

/// Returns the token of the `Authorization` header.
fn bearer_token(headers: &HeaderMap) -> Option<String> {
    let token = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    token.strip_prefix("Bearer ").map(str::to_owned)
}

/// The body of a request to change a game.
pub struct ChangeBody {
    revision: u64,
    request_id: String,
    mv: Option<String>,
    accept: Option<bool>,
    first: Option<String>,
    second: Option<String>,
}

impl FromFields for ChangeBody {
    fn from_fields(fields: &Fields) -> Result<Self, Error> {
        Ok(Self {
            revision: required(fields.number("revision")?, "revision")?,
            request_id: required(fields.string("request")?, "request")?,
            mv: fields.string("move")?,
            accept: fields.boolean("accept")?,
            first: fields.string("first")?,
            second: fields.string("second")?,
        })
    }
}

/// The kinds of changes in the API.
#[derive(Clone, Copy)]
pub enum ChangeKind {
    /// Plays a move.
    Move,
    /// Undoes moves.
    Undo,
    /// Replays undone moves.
    Redo,
    /// Answers a request to undo or redo.
    Answer,
    /// Resigns.
    Resign,
    /// Replaces the players.
    Seats,
    /// Joins through an invitation.
    Join,
    /// Creates a rematch.
    Rematch,
    /// Stops the engine that is thinking.
    Stop,
}

impl ChangeKind {
    /// All kinds with their names, the last segment of the path.
    pub const NAMED: [(&str, Self); 9] = [
        ("move", Self::Move),
        ("undo", Self::Undo),
        ("redo", Self::Redo),
        ("answer", Self::Answer),
        ("resign", Self::Resign),
        ("seats", Self::Seats),
        ("take", Self::Join),
        ("again", Self::Rematch),
        ("stop", Self::Stop),
    ];

    fn parse(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
    }
}

/// Changes a game; `name` is the name of a [`ChangeKind`].
pub async fn change(
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    Path((id, name)): Path<(String, String)>,
    headers: HeaderMap,
    JsonBody(body): JsonBody<ChangeBody>,
) -> Result<Json<Value>, Error> {
    let room = app.room(&id).await?;
    if body.request_id.len() > limits::MAX_REQUEST_ID_BYTES {
        let message = phrases::TEXT_TOO_LONG.message().with("max", limits::MAX_REQUEST_ID_BYTES);
        return Err(Error::TooLarge(message));
    }
    let token = bearer_token(&headers);
    let request = ChangeRequest { token, revision: body.revision, id: body.request_id };
    let change = match ChangeKind::parse(&name).ok_or(Error::NotFound)? {
        ChangeKind::Move => GameChange::Move(check_length(&required(body.mv, "move")?)?.to_owned()),
        ChangeKind::Undo => GameChange::Step(HistoryStep::Undo),
        ChangeKind::Redo => GameChange::Step(HistoryStep::Redo),
        ChangeKind::Answer => GameChange::Answer(required(body.accept, "accept")?),
        ChangeKind::Resign => GameChange::Resign,
        ChangeKind::Seats => {
            let texts = [required(body.first, "first")?, required(body.second, "second")?];
            let (variant, seed) = {
                let state = room.state.lock().await;
                (Arc::clone(state.session.variant()), state.seed)
            };
            GameChange::Seats(parse_players([&texts[0], &texts[1]], seed, variant.as_ref())?)
        }
        ChangeKind::Join => GameChange::Join,
        ChangeKind::Rematch => return app.create_rematch(room, request, lang).await.map(Json),
        ChangeKind::Stop => return app.stop_engine(room, request, lang).await.map(Json),
    };
    app.apply_change(room, request, change, lang).await.map(Json)
}

/// Opens an event stream. In a remote game, a stream with a seat token shows that
/// the player is connected.
pub async fn events(
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    Path(id): Path<String>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    let room = app.room(&id).await?;
    let is_player = match bearer_token(&headers) {
        Some(token) => {
            let state = room.state.lock().await;
            state.side_of_token(Some(&token))?;
            state.remote_players.is_some()
        }
        None => false,
    };
    let permit = Arc::clone(&app.streams).try_acquire_owned();
    let permit = permit.map_err(|_| Error::TooMany(phrases::TOO_MANY_STREAMS.message()))?;
    // Clients send nothing but control frames, so small buffers suffice.
    let upgrade = upgrade.max_message_size(1024).max_frame_size(1024).read_buffer_size(1024);
    Ok(upgrade.on_upgrade(async move |socket| {
        events::run_stream(socket, app, room, is_player, lang).await;
        drop(permit);
    }))
}
