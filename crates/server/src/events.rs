//! Streams the events of a game to its viewers over a WebSocket connection.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use plateau_core::Lang;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, interval_at, timeout};

use crate::api::game::GameEvent;
use crate::api::to_text;
use crate::app::App;
use crate::game::handle::{Event, Subscription};
use crate::game::snapshot::GameSnapshot;
use crate::limits;

/// A viewer of a game.
#[derive(Debug)]
pub struct Viewer {
    /// The events of the game.
    pub subscription: Subscription,
    /// The name of the stream, by which a player's own changes are left out: the response to
    /// the change has them.
    pub stream: Option<String>,
    /// The language of the viewer.
    pub lang: Lang,
}

impl Viewer {
    /// Returns the message of an event; `None` if this viewer does not get it.
    fn message(&self, event: &Event) -> Option<Utf8Bytes> {
        match event {
            Event::Game { sender, .. } if sender.is_some() && sender.as_deref() == self.stream.as_deref() => {
                None
            }
            Event::Game { game, .. } => Some(game_event(game, self.lang)),
            Event::Thinking { revision, info } => {
                let thought = &info[self.lang as usize];
                Some(to_message(&GameEvent::Thinking { revision: *revision, thought }))
            }
            Event::Live(presence) => Some(to_message(&GameEvent::Live { live: *presence })),
            Event::Present(present) => Some(to_message(&GameEvent::Present { present: (*present).into() })),
        }
    }
}

fn game_event(game: &GameSnapshot, lang: Lang) -> Utf8Bytes {
    to_message(&GameEvent::Game { game: game.text(lang) })
}

fn to_message(event: &GameEvent<'_>) -> Utf8Bytes {
    to_text(event).into()
}

/// Sends events until the client or the server closes the stream. A client that
/// falls behind is disconnected; it can reconnect to get the current state.
pub async fn run_stream(mut socket: WebSocket, app: Arc<App>, mut viewer: Viewer) {
    let send_timeout = app.limits.send_timeout;
    let first = game_event(&viewer.subscription.first, viewer.lang);
    if !send(&mut socket, first, send_timeout).await {
        return;
    }
    let mut pings = interval_at(Instant::now() + app.limits.ping_interval, app.limits.ping_interval);
    let mut is_responsive = true;
    let mut client_pings = 0;
    loop {
        tokio::select! {
            event = viewer.subscription.events.recv() => {
                let message = match event {
                    Ok(event) => viewer.message(&event),
                    Err(RecvError::Lagged(_) | RecvError::Closed) => break,
                };
                if let Some(message) = message
                    && !send(&mut socket, message, send_timeout).await
                {
                    return;
                }
            }
            received = socket.recv() => match received {
                // The library answers pings. Clients have no other messages to send.
                Some(Ok(Message::Ping(_))) if client_pings < limits::MAX_CLIENT_PINGS => {
                    (is_responsive, client_pings) = (true, client_pings + 1);
                }
                Some(Ok(Message::Pong(_))) => is_responsive = true,
                _ => break,
            },
            _ = pings.tick() => {
                client_pings = 0;
                let sent = timeout(send_timeout, socket.send(Message::Ping(Bytes::new()))).await;
                if !std::mem::take(&mut is_responsive) || !matches!(sent, Ok(Ok(()))) {
                    return;
                }
            }
            () = app.shutdown_requested() => {
                send(&mut socket, to_message(&GameEvent::Closing), send_timeout).await;
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
