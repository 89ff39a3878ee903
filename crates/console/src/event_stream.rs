//! The event stream of a live game. The server takes the player to be present as long as
//! the stream is open; it closes when the program exits, however it exits.

use std::net::{Shutdown, TcpStream};
use std::thread::{self, JoinHandle};

use serde_json::Value as Json;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::stream::MaybeTlsStream;

/// An open stream, closed when dropped.
#[derive(Debug)]
pub struct EventStream {
    stream: TcpStream,
    thread: JoinHandle<()>,
}

impl EventStream {
    /// Opens the stream of a game as the owner of a token. The error is the message of the
    /// server, if it sent one.
    pub fn connect(events: &str, token: &str) -> Result<Self, Option<String>> {
        let events = events.replacen("http", "ws", 1);
        let mut request = events.into_client_request().map_err(|_| None)?;
        let bearer = HeaderValue::try_from(format!("Bearer {token}")).map_err(|_| None)?;
        request.headers_mut().insert("Authorization", bearer);
        let (mut socket, _) = tungstenite::connect(request).map_err(|error| error_message(&error))?;
        let MaybeTlsStream::Plain(stream) = socket.get_ref() else { return Err(None) };
        let stream = stream.try_clone().map_err(|_| None)?;
        // Reading makes the socket answer pings. Events only echo our own moves and are dropped.
        let thread = thread::spawn(move || while socket.read().is_ok() {});
        Ok(Self { stream, thread })
    }

    /// Returns whether the stream was closed, by the server or by the network.
    pub fn is_closed(&self) -> bool {
        self.thread.is_finished()
    }
}

impl Drop for EventStream {
    fn drop(&mut self) {
        // Fails where the stream is closed already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Returns the message of a refusal.
fn error_message(error: &tungstenite::Error) -> Option<String> {
    let tungstenite::Error::Http(response) = error else { return None };
    let body: Json = serde_json::from_slice(response.body().as_deref()?).ok()?;
    body["message"].as_str().map(str::to_owned)
}
