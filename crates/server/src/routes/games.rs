//! Stored games: creating, reading, changing and watching them.

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use plateau_core::{Lang, Player};
use plateau_play::{PlayerSpec, Session};
use plateau_search::time::TimeControl;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::access::{JoinCode, bearer_token};
use crate::app::App;
use crate::body::JsonBody;
use crate::client::Client;
use crate::error::Error;
use crate::events::{self, Viewer};
use crate::fields::{Fields, FromFields, required};
use crate::game::change::{ChangeRequest, GameChange, parse_players};
use crate::game::snapshot::GameSnapshot;
use crate::game::state::HistoryStep;
use crate::position_request::{PositionRequest, ResolvedPosition, check_length};
use crate::{limits, phrases};

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
    _: JoinCode,
    Extension(client): Extension<Client>,
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    JsonBody(request): JsonBody<CreateRequest>,
) -> Result<(StatusCode, Json<Value>), Error> {
    let ResolvedPosition { variant, record } = request.position.resolve(&app.registry)?;
    let seed = getrandom::u64()?;
    let players = parse_players(&[request.first, request.second], seed, variant.as_ref())?;
    let control = request.time_control.as_deref().map(checked_time_control).transpose()?;
    // All moves of a remote game are sent by its player, those of engines too.
    let (players, remote_players) = if request.is_remote {
        ([PlayerSpec::Human, PlayerSpec::Human], Some(players))
    } else {
        (players, None)
    };
    let session = Session::new(variant, record, players, control);
    let game = app.create_game(session, seed, request.time_control, remote_players, client).await?;
    let (snapshot, _) = game.get(None).await?;
    let [x, o] = snapshot.tokens();
    let created = json!({ "game": snapshot.json(lang), "tokens": { "x": x, "o": o } });
    Ok((StatusCode::CREATED, Json(created)))
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

/// Returns a game; with a seat token, also the side it belongs to.
pub async fn get(
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Value>, Error> {
    let token = bearer_token(&headers);
    let has_token = token.is_some();
    let (snapshot, seat) = app.game(&id, client).await?.get(token).await?;
    let mut game = snapshot.json(lang);
    if has_token {
        game["seat"] = json!(seat.map(Player::letter));
    }
    Ok(Json(game))
}

/// The body of a request to change a game.
pub struct ChangeBody {
    revision: u64,
    request_id: String,
    stream: Option<String>,
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
            stream: fields.string("stream")?,
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
    Extension(client): Extension<Client>,
    Path((id, name)): Path<(String, String)>,
    headers: HeaderMap,
    JsonBody(body): JsonBody<ChangeBody>,
) -> Result<Response, Error> {
    let game = app.game(&id, client).await?;
    check_name(&body.request_id)?;
    body.stream.as_deref().map(check_name).transpose()?;
    let request = ChangeRequest {
        token: bearer_token(&headers),
        revision: body.revision,
        id: body.request_id,
        stream: body.stream.map(Into::into),
        client,
    };
    let change = match ChangeKind::parse(&name).ok_or(Error::NotFound)? {
        ChangeKind::Move => GameChange::Move(check_length(&required(body.mv, "move")?)?.to_owned()),
        ChangeKind::Undo => GameChange::Step(HistoryStep::Undo),
        ChangeKind::Redo => GameChange::Step(HistoryStep::Redo),
        ChangeKind::Answer => GameChange::Answer(required(body.accept, "accept")?),
        ChangeKind::Resign => GameChange::Resign,
        ChangeKind::Seats => {
            GameChange::Seats([required(body.first, "first")?, required(body.second, "second")?])
        }
        ChangeKind::Join => {
            let (game, token) = game.join(request).await?;
            let mut game = game.json(lang);
            game["token"] = json!(token);
            return Ok(Json(game).into_response());
        }
        ChangeKind::Rematch => return game.rematch(request).await.map(|game| game_response(&game, lang)),
        ChangeKind::Stop => return game.stop_engine(request).await.map(|game| game_response(&game, lang)),
    };
    game.change(request, change).await.map(|game| game_response(&game, lang))
}

/// Returns the response with a game, whose text it shares with the events of the viewers.
fn game_response(game: &GameSnapshot, lang: Lang) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], game.text(lang).to_owned()).into_response()
}

/// Checks the length of a name that a client chose for a request or a stream.
fn check_name(name: &str) -> Result<&str, Error> {
    if name.len() > limits::MAX_REQUEST_ID_BYTES {
        let message = phrases::TEXT_TOO_LONG.message().with("max", limits::MAX_REQUEST_ID_BYTES);
        return Err(Error::TooLarge(message));
    }
    Ok(name)
}

/// The query of a request for events.
#[derive(Deserialize)]
pub struct EventsQuery {
    stream: Option<String>,
}

/// Opens an event stream. In a remote game, a stream with a seat token shows that
/// the player is connected.
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
    let counted = app.streams.add(client.address).ok_or_else(too_many)?;
    let subscription = game.watch(bearer_token(&headers), client).await?;
    let viewer = Viewer { subscription, stream: query.stream, lang };
    // Clients send nothing but control frames, so small buffers suffice.
    let upgrade = upgrade.max_message_size(1024).max_frame_size(1024).read_buffer_size(1024);
    // Messages are sent at once, so nothing is gained by collecting them.
    let upgrade = upgrade.write_buffer_size(0).max_write_buffer_size(limits::MAX_UNSENT_BYTES);
    Ok(upgrade.on_upgrade(async move |socket| {
        events::run_stream(socket, app, viewer).await;
        drop(counted);
    }))
}
