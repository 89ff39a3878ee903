//! That the player of a game that is shown elsewhere is there: a stream of its events,
//! which ends with the program however that ends.

use std::net::{Shutdown, TcpStream};
use std::thread::{self, JoinHandle};

use serde_json::Value as Json;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::stream::MaybeTlsStream;

/// A stream that is open as long as this is kept.
#[derive(Debug)]
pub struct Presence {
    stream: TcpStream,
    thread: JoinHandle<()>,
}

impl Presence {
    /// Opens the stream of a game as the holder of a token. Where it is refused, the
    /// server's sentence is the error, if there is one.
    pub fn open(events: &str, token: &str) -> Result<Self, Option<String>> {
        let events = events.replacen("http", "ws", 1);
        let mut request = events.into_client_request().map_err(|_| None)?;
        let bearer = HeaderValue::try_from(format!("Bearer {token}")).map_err(|_| None)?;
        request.headers_mut().insert("Authorization", bearer);
        let (mut socket, _) = tungstenite::connect(request).map_err(|error| sentence(&error))?;
        let MaybeTlsStream::Plain(stream) = socket.get_ref() else { return Err(None) };
        let stream = stream.try_clone().map_err(|_| None)?;
        // To read is to answer pings; what happens in the game is known here.
        let thread = thread::spawn(move || while socket.read().is_ok() {});
        Ok(Self { stream, thread })
    }

    /// Whether the server has closed it.
    pub fn is_over(&self) -> bool {
        self.thread.is_finished()
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        // It may be closed already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// What a server says when it refuses.
fn sentence(error: &tungstenite::Error) -> Option<String> {
    let tungstenite::Error::Http(answer) = error else { return None };
    let said: Json = serde_json::from_slice(answer.body().as_deref()?).ok()?;
    said["message"].as_str().map(str::to_owned)
}
