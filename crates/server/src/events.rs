//! Streams the events of a game to its viewers over a WebSocket connection.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use plateau_core::Lang;
use serde_json::{Value as Json, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, interval_at, timeout};

use crate::app::App;
use crate::game_room::{GameRoom, GameState, Presence, SearchInfo};

/// An event of a game.
#[derive(Clone, Debug)]
pub enum Event {
    /// The state changed.
    Game(Arc<GameSnapshot>),
    /// An engine made progress.
    Thinking(SearchInfo),
    /// The player of a remote game connected or left.
    Presence(Presence),
}

/// The state of a game at one moment. Its message is rendered once per language
/// and shared by all viewers.
#[derive(Debug)]
pub struct GameSnapshot {
    state: GameState,
    messages: [OnceLock<Utf8Bytes>; 2],
}

impl GameSnapshot {
    /// Takes a snapshot.
    pub fn new(state: &GameState) -> Self {
        Self { state: state.clone(), messages: [const { OnceLock::new() }; 2] }
    }

    fn message(&self, app: &App, room: &GameRoom, lang: Lang) -> Utf8Bytes {
        let render = || to_message(&game_event(&room.json(&self.state, &app.registry, lang)));
        self.messages[lang as usize].get_or_init(render).clone()
    }
}

fn game_event(game: &Json) -> Json {
    json!({ "event": "game", "game": game })
}

fn to_message(event: &Json) -> Utf8Bytes {
    event.to_string().into()
}

/// Sends events until the client or the server closes the stream. A client that
/// falls behind is disconnected; it can reconnect to get the current state.
/// `is_player` marks the player of a remote game.
pub async fn run_stream(
    mut socket: WebSocket,
    app: Arc<App>,
    room: Arc<GameRoom>,
    is_player: bool,
    lang: Lang,
) {
    let (mut subscription, first) = {
        let mut state = room.state.lock().await;
        let subscription = room.subscribe(is_player);
        app.resume_if_watched(&room, &mut state);
        (subscription, game_event(&room.json(&state, &app.registry, lang)))
    };
    let send_timeout = app.limits.send_timeout;
    if !send(&mut socket, to_message(&first), send_timeout).await {
        return;
    }
    let mut pings = interval_at(Instant::now() + app.limits.ping_interval, app.limits.ping_interval);
    let mut is_responsive = true;
    loop {
        tokio::select! {
            event = subscription.events.recv() => {
                let message = match event {
                    Ok(Event::Game(snapshot)) => snapshot.message(&app, &room, lang),
                    Ok(Event::Thinking(info)) => to_message(&json!({
                        "event": "thinking",
                        "revision": info.revision,
                        "thought": info.json[lang as usize],
                    })),
                    Ok(Event::Presence(presence)) => {
                        to_message(&json!({ "event": "live", "live": presence.name() }))
                    }
                    Err(RecvError::Lagged(_) | RecvError::Closed) => break,
                };
                if !send(&mut socket, message, send_timeout).await {
                    return;
                }
            }
            received = socket.recv() => match received {
                // The library answers pings. Clients have no other messages to send.
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => is_responsive = true,
                _ => break,
            },
            _ = pings.tick() => {
                let sent = timeout(send_timeout, socket.send(Message::Ping(Bytes::new()))).await;
                if !std::mem::take(&mut is_responsive) || !matches!(sent, Ok(Ok(()))) {
                    return;
                }
            }
            () = app.shutdown_requested() => {
                send(&mut socket, to_message(&json!({ "event": "closing" })), send_timeout).await;
                break;
            }
        }
    }
    let _ = timeout(send_timeout, socket.send(Message::Close(None))).await;
}

/// Sends a message; returns whether the client accepted it in time.
async fn send(socket: &mut WebSocket, message: Utf8Bytes, limit: Duration) -> bool {
    matches!(timeout(limit, socket.send(Message::Text(message))).await, Ok(Ok(())))
}
