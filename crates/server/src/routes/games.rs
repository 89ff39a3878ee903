//! Games that are kept.

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use axum::{Extension, Json};
use plateau_core::{Lang, Player};
use plateau_games::AnyVariant;
use plateau_play::{PlayerSpec, Session};
use plateau_search::Settings;
use plateau_search::timing::TimeControl;
use serde_json::{Value, json};

use crate::app::{App, Asker};
use crate::body::Said;
use crate::change::Change;
use crate::error::Error;
use crate::fields::{Fields, FromFields, needed};
use crate::place::{Place, short};
use crate::table::Wish;
use crate::{events, limits, phrases};

/// A game that shall begin.
pub struct Begin {
    place: Place,
    first: String,
    second: String,
    tc: Option<String>,
    live: bool,
}

impl FromFields for Begin {
    fn read(fields: &Fields) -> Result<Self, Error> {
        Ok(Self {
            place: Place::read(fields)?,
            first: needed(fields.text("first")?, "first")?,
            second: needed(fields.text("second")?, "second")?,
            tc: fields.text("tc")?,
            live: fields.flag("live")?.unwrap_or(false),
        })
    }
}

/// Begins a game.
pub async fn begin(
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    Said(begin): Said<Begin>,
) -> Result<(StatusCode, Json<Value>), Error> {
    let opened = begin.place.open(&app.registry)?;
    let seed = getrandom::u64().map_err(|error| Error::NotKept(error.to_string()))?;
    let seats = seats([&begin.first, &begin.second], seed, opened.variant.as_ref())?;
    let control = begin.tc.as_deref().map(control).transpose()?;
    // Those who play elsewhere send their moves, engines as well as people.
    let (seats, live) =
        if begin.live { ([PlayerSpec::Human, PlayerSpec::Human], Some(seats)) } else { (seats, None) };
    let session = Session::new(opened.variant, opened.record, seats, control);
    let table = app.begin(session, seed, begin.tc, live).await?;
    let state = table.state.lock().await;
    let [x, o] = &state.tokens;
    let game = table.json(&state, &app.registry, lang);
    Ok((StatusCode::CREATED, Json(json!({ "game": game, "tokens": { "x": x, "o": o } }))))
}

/// Reads a time control, of more than nothing and a day at most.
fn control(text: &str) -> Result<TimeControl, Error> {
    let control = TimeControl::parse(short(text)?)?;
    if control.base.max(control.increment) > limits::CLOCK {
        return Err(phrases::CLOCK_TOO_LONG.message().with("most", limits::CLOCK.as_secs() / 3_600).into());
    }
    if control.base.is_zero() {
        return Err(phrases::CLOCK_EMPTY.message().into());
    }
    Ok(control)
}

/// Reads who plays, and holds them to the engines there are.
fn seats(texts: [&str; 2], seed: u64, variant: &dyn AnyVariant) -> Result<[PlayerSpec; 2], Error> {
    let seat = |text: &str| -> Result<PlayerSpec, Error> {
        let seat = PlayerSpec::parse_builtin(short(text)?, seed)?;
        if let PlayerSpec::Engine(spec) = &seat {
            variant.engine(spec, Settings { hash_mb: 1, ..Settings::default() })?;
        }
        Ok(seat)
    };
    Ok([seat(texts[0])?, seat(texts[1])?])
}

/// A game as it is, and for who sends a token, whose seat that is of.
pub async fn show(
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Value>, Error> {
    let table = app.table(&id).await?;
    table.attention.look();
    let mut state = table.state.lock().await;
    app.wake(&table, &mut state);
    let mut game = table.json(&state, &app.registry, lang);
    if let Some(token) = token_of(&headers) {
        game["seat"] = json!(state.side_of(Some(&token)).ok().map(Player::letter));
    }
    Ok(Json(game))
}

/// The token that a request carries.
fn token_of(headers: &HeaderMap) -> Option<String> {
    let token = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    token.strip_prefix("Bearer ").map(str::to_owned)
}

/// A change as it is asked for.
pub struct Wanted {
    revision: u64,
    request: String,
    text: Option<String>,
    accept: Option<bool>,
    first: Option<String>,
    second: Option<String>,
}

impl FromFields for Wanted {
    fn read(fields: &Fields) -> Result<Self, Error> {
        Ok(Self {
            revision: needed(fields.number("revision")?, "revision")?,
            request: needed(fields.text("request")?, "request")?,
            text: fields.text("move")?,
            accept: fields.flag("accept")?,
            first: fields.text("first")?,
            second: fields.text("second")?,
        })
    }
}

/// Changes a game.
pub async fn change(
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    Path((id, name)): Path<(String, String)>,
    headers: HeaderMap,
    Said(wanted): Said<Wanted>,
) -> Result<Json<Value>, Error> {
    let table = app.table(&id).await?;
    if wanted.request.len() > limits::REQUEST {
        return Err(Error::TooLarge(phrases::TOO_LONG.message().with("most", limits::REQUEST)));
    }
    let asker = Asker { token: token_of(&headers), revision: wanted.revision, request: wanted.request };
    let change = match name.as_str() {
        "move" => Change::Move(short(&needed(wanted.text, "move")?)?.to_owned()),
        "undo" => Change::Back(Wish::Undo),
        "redo" => Change::Back(Wish::Redo),
        "answer" => Change::Answer(needed(wanted.accept, "accept")?),
        "resign" => Change::Resign,
        "seats" => {
            let texts = [needed(wanted.first, "first")?, needed(wanted.second, "second")?];
            let (variant, seed) = {
                let state = table.state.lock().await;
                (Arc::clone(state.session.variant()), state.seed)
            };
            Change::Seats(seats([&texts[0], &texts[1]], seed, variant.as_ref())?)
        }
        "take" => Change::Take,
        "again" => return app.again(table, asker, lang).await.map(Json),
        "stop" => return app.stop(table, asker, lang).await.map(Json),
        _ => return Err(Error::NoSuchPage),
    };
    app.change(table, asker, change, lang).await.map(Json)
}

/// Tells what happens in a game, as it happens. Of a game that is played elsewhere, the
/// stream of who has a seat's token tells that its player is there.
pub async fn events(
    State(app): State<Arc<App>>,
    Extension(lang): Extension<Lang>,
    Path(id): Path<String>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    let table = app.table(&id).await?;
    let plays = match token_of(&headers) {
        Some(token) => {
            let state = table.state.lock().await;
            state.side_of(Some(&token))?;
            state.live.is_some()
        }
        None => false,
    };
    let seat = Arc::clone(&app.streams).try_acquire_owned();
    let seat = seat.map_err(|_| Error::TooMany(phrases::TOO_MANY_STREAMS.message()))?;
    // Readers have nothing to say, so that little room is enough for it.
    let upgrade = upgrade.max_message_size(1024).max_frame_size(1024).read_buffer_size(1024);
    Ok(upgrade.on_upgrade(async move |socket| {
        events::stream(socket, app, table, plays, lang).await;
        drop(seat);
    }))
}
