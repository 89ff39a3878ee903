//! Clients that play and clients that watch.

use std::net::TcpStream;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use plateau_core::hash::mix2;
use serde_json::{Value as Json, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use crate::Shared;

/// The minimum thinking time of a simulated human in milliseconds; the maximum is twice this.
const PONDER: u64 = 700;

/// The interval between updates of the game whose viewers never read.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// An event stream.
pub type Socket = WebSocket<TcpStream>;

/// A game and the tokens of its players.
pub struct TestGame {
    page: String,
    number: usize,
    id: String,
    tokens: [String; 2],
    game: Json,
    agent: ureq::Agent,
}

/// The statistics of a game.
#[derive(Default)]
pub struct Played {
    /// The response time of each human move.
    pub times: Vec<Duration>,
    /// The number of engine moves.
    pub replies: usize,
    /// The last revision.
    pub revision: u64,
    /// Whether the game ended by the rules.
    pub finished: bool,
    /// Errors.
    pub errors: Vec<String>,
}

impl TestGame {
    /// Creates a game of a human against this player; the number seeds its moves.
    pub fn create(page: &str, game: &str, second: &str, number: usize) -> Self {
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let body = json!({ "game": game, "first": "human", "second": second });
        let created = post(&agent, &format!("{page}api/games"), "", &body).expect("a game");
        let token = |side: &str| created["tokens"][side].as_str().expect("a token").to_owned();
        let id = created["game"]["id"].as_str().expect("a name").to_owned();
        let tokens = [token("x"), token("o")];
        Self { page: page.to_owned(), number, id, tokens, game: created["game"].clone(), agent }
    }

    /// Opens an event stream of the game.
    pub fn watch(&self) -> Socket {
        let host = self.page.trim_start_matches("http://").trim_end_matches('/');
        let stream = TcpStream::connect(host).expect("the server listens");
        let url = format!("ws://{host}/api/games/{}/events", self.id);
        let request = url.into_client_request().expect("an address");
        tungstenite::client(request, stream).expect("a stream").0
    }

    /// Plays until the game or the test is over.
    pub fn play(&self, shared: &Shared) -> Played {
        let mut socket = self.watch();
        let mut played = Played::default();
        let mut game = self.game.clone();
        while !shared.over.load(Ordering::Relaxed) {
            played.revision = game["revision"].as_u64().unwrap_or(0);
            let turn = game["view"]["turn"].as_str().unwrap_or_default();
            let moves = game["view"]["moves"].as_array().map_or(&[][..], Vec::as_slice);
            if moves.is_empty() {
                played.finished = true;
                break;
            }
            if game["seats"][turn]["spec"] != "human" {
                match next_game(&mut socket, shared, played.revision) {
                    Some(next) => game = next,
                    None => return played.with("the stream of a player ended"),
                }
                played.replies += 1;
                continue;
            }
            let dice = mix2(self.number as u64, played.revision);
            thread::sleep(Duration::from_millis(PONDER + dice % PONDER));
            let chosen = &moves[(dice >> 32) as usize % moves.len()]["text"];
            let name = format!("{}", played.revision);
            let body = json!({ "revision": played.revision, "request": name, "move": chosen });
            let token = &self.tokens[usize::from(turn == "o")];
            let url = format!("{}api/games/{}/move", self.page, self.id);
            let begin = Instant::now();
            let answer = post(&self.agent, &url, token, &body);
            played.times.push(begin.elapsed());
            match answer {
                Ok(next) => game = next,
                Err(error) => return played.with(&error),
            }
        }
        self.settled(played)
    }

    /// Updates the players until the test is over; each update sends an event of many kilobytes.
    pub fn update_repeatedly(&self, shared: &Shared) -> Played {
        let mut played = Played { revision: 1, ..Played::default() };
        let url = format!("{}api/games/{}/seats", self.page, self.id);
        while !shared.over.load(Ordering::Relaxed) {
            let name = format!("{}", played.revision);
            let seats =
                json!({ "revision": played.revision, "request": name, "first": "human", "second": "human" });
            if let Err(error) = post(&self.agent, &url, &self.tokens[0], &seats) {
                return played.with(&error);
            }
            played.revision += 1;
            thread::sleep(UPDATE_INTERVAL);
        }
        played
    }

    /// Waits until no engine is thinking, and records the final revision.
    fn settled(&self, mut played: Played) -> Played {
        for _ in 0..100 {
            let answer = self.agent.get(format!("{}api/games/{}", self.page, self.id)).call();
            let text = answer.ok().and_then(|mut answer| answer.body_mut().read_to_string().ok());
            let Some(game) = text.and_then(|text| serde_json::from_str::<Json>(&text).ok()) else { break };
            played.revision = game["revision"].as_u64().unwrap_or(0);
            let turn = game["view"]["turn"].as_str().unwrap_or_default();
            if !game["view"]["finish"].is_null() || game["seats"][turn]["spec"] == "human" {
                return played;
            }
            thread::sleep(Duration::from_millis(50));
        }
        played.with("an engine did not answer")
    }
}

impl Played {
    fn with(mut self, error: &str) -> Self {
        self.errors.push(error.to_owned());
        self
    }
}

fn post(agent: &ureq::Agent, url: &str, token: &str, body: &Json) -> Result<Json, String> {
    let request = agent.post(url).header("Content-Type", "application/json");
    let request = request.header("Authorization", format!("Bearer {token}"));
    let mut answer = request.send(body.to_string()).map_err(|error| error.to_string())?;
    let text = answer.body_mut().read_to_string().map_err(|error| error.to_string())?;
    if !answer.status().is_success() {
        return Err(format!("{} {text}", answer.status()));
    }
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

/// Waits for an event with a later revision and returns its game.
fn next_game(socket: &mut Socket, shared: &Shared, seen: u64) -> Option<Json> {
    loop {
        if let Message::Text(text) = socket.read().ok()? {
            shared.events.fetch_add(1, Ordering::Relaxed);
            let event: Json = serde_json::from_str(&text).ok()?;
            if event["event"] == "game" && event["game"]["revision"].as_u64()? > seen {
                return Some(event["game"].clone());
            }
        }
    }
}

/// Reads all events and returns the last game event.
pub fn read(mut socket: Socket, shared: &Shared) -> String {
    let mut last = String::new();
    while let Ok(message) = socket.read() {
        if let Message::Text(text) = message {
            shared.events.fetch_add(1, Ordering::Relaxed);
            if text.starts_with("{\"event\":\"game\"") {
                last = text.to_string();
            }
        }
    }
    last
}

/// Whether the server has dropped a client that never read: the stream ends after the buffered
/// data.
pub fn is_dropped(socket: &Socket) -> bool {
    let stream = socket.get_ref();
    if stream.set_read_timeout(Some(Duration::from_millis(500))).is_err() {
        return false;
    }
    let mut bytes = vec![0; 64 * 1024];
    loop {
        match std::io::Read::read(&mut &*stream, &mut bytes) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => return false,
            // Closed with unsent events.
            Err(_) => return true,
        }
    }
}
