//! Event streams of games.

use std::net::TcpStream;

use serde_json::Value as Json;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// An open event stream.
pub type Events = WebSocket<MaybeTlsStream<TcpStream>>;

/// Waits for the next event. A busy server may send a ping first, whose text is empty.
pub fn next_event(events: &mut Events) -> Json {
    loop {
        if let Message::Text(text) = events.read().expect("the stream is open") {
            return serde_json::from_str(&text).unwrap();
        }
    }
}
