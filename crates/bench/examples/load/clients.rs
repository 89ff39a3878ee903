//! The simulated players and spectators.

use std::net::TcpStream;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use plateau_core::hash::mix2;
use serde_json::{Value as Json, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use crate::Shared;

/// Minimum thinking time of a simulated human in milliseconds; the maximum is twice as
/// much.
const THINKING_MS: u64 = 700;

/// Interval between changes of the game whose streams are never read.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// An event stream.
pub type Socket = WebSocket<TcpStream>;

/// A client that plays one game.
pub struct GameClient {
    page: String,
    number: usize,
    id: String,
    tokens: [String; 2],
    game: Json,
    agent: ureq::Agent,
}

/// The statistics of a game.
#[derive(Default)]
pub struct GameStats {
    /// Time until each move of a human was acknowledged.
    pub times: Vec<Duration>,
    /// Number of engine moves.
    pub replies: usize,
    /// The last revision seen.
    pub revision: u64,
    /// Whether the game ended by its rules.
    pub finished: bool,
    /// Error messages.
    pub errors: Vec<String>,
}

impl GameClient {
    /// Creates a game of a human against this player. The number seeds its random
    /// choices.
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
        let stream = TcpStream::connect(host).expect("the server must accept connections");
        let url = format!("ws://{host}/api/games/{}/events", self.id);
        let request = url.into_client_request().expect("an address");
        tungstenite::client(request, stream).expect("a stream").0
    }

    /// Plays random moves, with pauses to think, until the test ends.
    pub fn play(&self, shared: &Shared) -> GameStats {
        let mut socket = self.watch();
        let mut stats = GameStats::default();
        let mut game = self.game.clone();
        while !shared.done.load(Ordering::Relaxed) {
            stats.revision = game["revision"].as_u64().unwrap_or(0);
            let turn = game["view"]["turn"].as_str().unwrap_or_default();
            let moves = game["view"]["moves"].as_array().map_or(&[][..], Vec::as_slice);
            if moves.is_empty() {
                stats.finished = true;
                break;
            }
            if game["seats"][turn]["spec"] != "human" {
                match next_game(&mut socket, shared, stats.revision) {
                    Some(next) => game = next,
                    None => return stats.with_error("the stream of a player ended"),
                }
                stats.replies += 1;
                continue;
            }
            let random = mix2(self.number as u64, stats.revision);
            thread::sleep(Duration::from_millis(THINKING_MS + random % THINKING_MS));
            let chosen = &moves[(random >> 32) as usize % moves.len()]["text"];
            let name = format!("{}", stats.revision);
            let body = json!({ "revision": stats.revision, "request": name, "move": chosen });
            let token = &self.tokens[usize::from(turn == "o")];
            let url = format!("{}api/games/{}/move", self.page, self.id);
            let start = Instant::now();
            let response = post(&self.agent, &url, token, &body);
            stats.times.push(start.elapsed());
            match response {
                Ok(next) => game = next,
                Err(error) => return stats.with_error(&error),
            }
        }
        self.wait_for_human_turn(stats)
    }

    /// Changes the game repeatedly. Each change sends an event of many kilobytes.
    pub fn update_repeatedly(&self, shared: &Shared) -> GameStats {
        let mut stats = GameStats { revision: 1, ..GameStats::default() };
        let url = format!("{}api/games/{}/seats", self.page, self.id);
        while !shared.done.load(Ordering::Relaxed) {
            let name = format!("{}", stats.revision);
            let seats =
                json!({ "revision": stats.revision, "request": name, "first": "human", "second": "human" });
            if let Err(error) = post(&self.agent, &url, &self.tokens[0], &seats) {
                return stats.with_error(&error);
            }
            stats.revision += 1;
            thread::sleep(UPDATE_INTERVAL);
        }
        stats
    }

    /// Waits until it is a human's turn or the game is over, since an engine may still be
    /// thinking, and records the revision.
    fn wait_for_human_turn(&self, mut stats: GameStats) -> GameStats {
        for _ in 0..100 {
            let response = self.agent.get(format!("{}api/games/{}", self.page, self.id)).call();
            let text = response.ok().and_then(|mut response| response.body_mut().read_to_string().ok());
            let Some(game) = text.and_then(|text| serde_json::from_str::<Json>(&text).ok()) else { break };
            stats.revision = game["revision"].as_u64().unwrap_or(0);
            let turn = game["view"]["turn"].as_str().unwrap_or_default();
            if !game["view"]["finish"].is_null() || game["seats"][turn]["spec"] == "human" {
                return stats;
            }
            thread::sleep(Duration::from_millis(50));
        }
        stats.with_error("an engine did not move")
    }
}

impl GameStats {
    fn with_error(mut self, error: &str) -> Self {
        self.errors.push(error.to_owned());
        self
    }
}

fn post(agent: &ureq::Agent, url: &str, token: &str, body: &Json) -> Result<Json, String> {
    let request = agent.post(url).header("Content-Type", "application/json");
    let request = request.header("Authorization", format!("Bearer {token}"));
    let mut response = request.send(body.to_string()).map_err(|error| error.to_string())?;
    let text = response.body_mut().read_to_string().map_err(|error| error.to_string())?;
    if !response.status().is_success() {
        return Err(format!("{} {text}", response.status()));
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

/// Reads events until the stream ends and returns the last game event.
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

/// Returns whether the server disconnected a client that never read: the buffered data
/// ends.
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
            // The connection was reset with unsent events.
            Err(_) => return true,
        }
    }
}
