//! Live events of a game, one WebSocket for each who watches.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use plateau_core::Lang;
use serde_json::{Value as Json, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, interval_at, timeout};

use crate::app::App;
use crate::table::{State, Table, Thought};

/// Something that happened in a game.
#[derive(Clone, Debug)]
pub enum Event {
    /// It changed.
    Game(Arc<Picture>),
    /// An engine found something.
    Thinking(Thought),
}

/// A game as it was at some moment, told in a language once for all who read it.
#[derive(Debug)]
pub struct Picture {
    state: State,
    words: [OnceLock<Utf8Bytes>; 2],
}

impl Picture {
    /// The picture of a game.
    pub fn of(state: &State) -> Self {
        Self { state: state.clone(), words: [const { OnceLock::new() }; 2] }
    }

    fn told(&self, app: &App, table: &Table, lang: Lang) -> Utf8Bytes {
        let tell = || told(&game_event(&table.json(&self.state, &app.registry, lang)));
        self.words[lang as usize].get_or_init(tell).clone()
    }
}

fn game_event(game: &Json) -> Json {
    json!({ "event": "game", "game": game })
}

fn told(event: &Json) -> Utf8Bytes {
    event.to_string().into()
}

/// Tells a reader all that happens, until either side goes. One that falls
/// behind is dropped: it will connect again and see the game as it is.
pub async fn stream(mut socket: WebSocket, app: Arc<App>, table: Arc<Table>, lang: Lang) {
    let (mut watcher, first) = {
        let mut state = table.state.lock().await;
        let watcher = table.watch();
        app.wake(&table, &mut state);
        (watcher, game_event(&table.json(&state, &app.registry, lang)))
    };
    let patience = app.limits.sending;
    if !send(&mut socket, told(&first), patience).await {
        return;
    }
    let mut pings = interval_at(Instant::now() + app.limits.ping, app.limits.ping);
    let mut is_there = true;
    loop {
        tokio::select! {
            event = watcher.events.recv() => {
                let text = match event {
                    Ok(Event::Game(picture)) => picture.told(&app, &table, lang),
                    Ok(Event::Thinking(thought)) => told(&json!({
                        "event": "thinking",
                        "revision": thought.revision,
                        "thought": thought.words[lang as usize],
                    })),
                    Err(RecvError::Lagged(_) | RecvError::Closed) => break,
                };
                if !send(&mut socket, text, patience).await {
                    return;
                }
            }
            said = socket.recv() => match said {
                // Readers have nothing to say; pings are answered below us.
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => is_there = true,
                _ => break,
            },
            _ = pings.tick() => {
                let asked = timeout(patience, socket.send(Message::Ping(Bytes::new()))).await;
                if !std::mem::take(&mut is_there) || !matches!(asked, Ok(Ok(()))) {
                    return;
                }
            }
            () = app.closed() => {
                send(&mut socket, told(&json!({ "event": "closing" })), patience).await;
                break;
            }
        }
    }
    let _ = timeout(patience, socket.send(Message::Close(None))).await;
}

/// Sends a text; returns whether the reader took it in time.
async fn send(socket: &mut WebSocket, text: Utf8Bytes, patience: Duration) -> bool {
    matches!(timeout(patience, socket.send(Message::Text(text))).await, Ok(Ok(())))
}
