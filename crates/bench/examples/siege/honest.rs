//! Honest clients: people who play, watch and ask for short analyses.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use plateau_core::hash::mix2;
use plateau_games::REGISTRY;
use serde_json::{Value as Json, json};
use tungstenite::Message;

use crate::http::{Client, Names, Response, Stream, new_id, open_stream};

/// The minimum thinking time of a simulated human in milliseconds; the maximum is twice this.
const PONDER: u64 = 700;

/// How often a viewer of a finished game looks for the next one.
const NEXT_GAME_INTERVAL: Duration = Duration::from_millis(100);

/// The number of people who play, watch and ask: a school.
const PEOPLE: usize = 200;

/// Which addresses the honest clients have, and how the attacker calls itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Addresses {
    /// One of 127.0.0.2 to 127.0.0.201; the attacker is 127.0.0.1.
    Own,
    /// That of the attacker: all are in one school.
    Shared,
    /// The same, with another name of the attacker in each request.
    SharedWithNewNames,
}

impl Addresses {
    /// Returns the address of a client.
    pub fn of(self, number: usize) -> Ipv4Addr {
        match self {
            Self::Own => Ipv4Addr::new(127, 0, 0, 2 + (number % PEOPLE) as u8),
            Self::Shared | Self::SharedWithNewNames => Ipv4Addr::LOCALHOST,
        }
    }

    /// Returns the name in the arguments of an attack.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Shared => "shared",
            Self::SharedWithNewNames => "new-names",
        }
    }

    /// Returns those with a name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Own, Self::Shared, Self::SharedWithNewNames]
            .into_iter()
            .find(|addresses| addresses.name() == name)
    }
}

/// What the honest clients measured.
#[derive(Default)]
pub struct Samples {
    /// The time from sending a move to the response.
    pub moves: Vec<Duration>,
    /// The time from that response to the reply of the engine.
    pub replies: Vec<Duration>,
    /// The time from asking for an analysis of 200 ms to its last line.
    pub analyses: Vec<Duration>,
    /// How often something was refused or failed, by the reason.
    pub refusals: BTreeMap<String, usize>,
}

/// State shared by all honest clients.
pub struct Honest {
    pub server: SocketAddr,
    pub addresses: Addresses,
    /// Whether the test is over.
    pub over: AtomicBool,
    /// The number of open streams.
    pub streams: AtomicUsize,
    /// The id of each current game.
    games: Vec<Mutex<String>>,
    /// The ids that the server issued to each person.
    ids: Vec<String>,
    samples: Mutex<Samples>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the game of a response, or why there is none.
fn accepted(response: std::io::Result<Response>) -> Result<Json, String> {
    response.map_err(|error| error.to_string())?.ok()
}

impl Honest {
    /// Creates the state of a number of games, and gets the ids of all people.
    ///
    /// # Panics
    ///
    /// Panics if the server does not issue them.
    pub fn new(server: SocketAddr, addresses: Addresses, games: usize) -> Self {
        Self {
            server,
            addresses,
            over: AtomicBool::new(false),
            streams: AtomicUsize::new(0),
            games: (0..games).map(|_| Mutex::default()).collect(),
            ids: (0..PEOPLE).map(|number| new_id(server, addresses.of(number)).expect("an id")).collect(),
            samples: Mutex::default(),
        }
    }

    /// Returns what was measured since the last call.
    pub fn take_samples(&self) -> Samples {
        std::mem::take(&mut *lock(&self.samples))
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    fn refuse(&self, what: &str, reason: &str) {
        if !self.is_over() {
            *lock(&self.samples).refusals.entry(format!("{what}: {reason}")).or_default() += 1;
        }
    }

    fn names(&self, number: usize) -> Names {
        Names::Own(Some(self.ids[number % PEOPLE].clone()))
    }

    fn client(&self, number: usize) -> Client {
        Client::new(self.server, self.addresses.of(number), self.names(number))
    }

    fn open_stream(&self, number: usize, game: &str) -> Result<Stream, String> {
        open_stream(self.server, self.addresses.of(number), &self.names(number), game)
    }

    /// Plays games of Othello until the test is over, every second one against an engine.
    pub fn play(&self, number: usize) {
        let mut client = self.client(number);
        let opponent = if number.is_multiple_of(2) { "level:5" } else { "human" };
        let body = json!({ "game": "othello", "first": "human", "second": opponent });
        while !self.is_over() {
            let played = accepted(client.post("/api/games", None, &body))
                .map_err(|reason| format!("new game: {reason}"))
                .and_then(|created| self.play_game(&mut client, number, &created));
            if let Err(reason) = played {
                self.refuse("player", &reason);
                thread::sleep(Duration::from_secs(1));
            }
        }
    }

    fn play_game(&self, client: &mut Client, number: usize, created: &Json) -> Result<(), String> {
        let mut game = created["game"].clone();
        let id = game["id"].as_str().unwrap_or_default().to_owned();
        let tokens = ["x", "o"].map(|side| created["tokens"][side].as_str().unwrap_or_default());
        id.clone_into(&mut lock(&self.games[number]));
        let mut stream = self.open_stream(number, &id)?;
        let _open = OpenStream::new(&self.streams);
        while !self.is_over() {
            let revision = game["revision"].as_u64().unwrap_or(0);
            let turn = game["view"]["turn"].as_str().unwrap_or_default();
            let moves = game["view"]["moves"].as_array().map_or(&[][..], Vec::as_slice);
            if moves.is_empty() {
                return Ok(());
            }
            if game["seats"][turn]["spec"] != "human" {
                let started = Instant::now();
                game = next_game(&mut stream, revision).ok_or("the stream of a player ended")?;
                lock(&self.samples).replies.push(started.elapsed());
                continue;
            }
            let dice = mix2(number as u64, revision);
            thread::sleep(Duration::from_millis(PONDER + dice % PONDER));
            let chosen = &moves[(dice >> 32) as usize % moves.len()]["text"];
            let body = json!({ "revision": revision, "request": revision.to_string(), "move": chosen });
            let token = tokens[usize::from(turn == "o")];
            let started = Instant::now();
            let response = client.post(&format!("/api/games/{id}/move"), Some(token), &body);
            game = accepted(response).map_err(|reason| format!("move: {reason}"))?;
            lock(&self.samples).moves.push(started.elapsed());
        }
        Ok(())
    }

    /// Watches one game after the other.
    pub fn watch(&self, number: usize) {
        let mut seen = String::new();
        while !self.is_over() {
            let id = lock(&self.games[number % self.games.len()]).clone();
            if id == seen {
                thread::sleep(NEXT_GAME_INTERVAL);
                continue;
            }
            match self.open_stream(number, &id) {
                Ok(stream) => {
                    let _open = OpenStream::new(&self.streams);
                    if read_to_the_end(stream) {
                        seen = id;
                    } else {
                        self.refuse("viewer", "the stream ended early");
                    }
                }
                Err(reason) => {
                    self.refuse("viewer", &reason);
                    thread::sleep(Duration::from_secs(1));
                }
            }
        }
    }

    /// Asks for an analysis of 200 ms every second, each time on a new connection.
    pub fn analyse(&self, number: usize) {
        let mut client = self.client(number);
        let variant = REGISTRY.variant("othello").expect("a game");
        for seed in 0.. {
            let dice = mix2(number as u64, seed);
            thread::sleep(Duration::from_millis(PONDER + dice % PONDER));
            if self.is_over() {
                return;
            }
            let moves = plateau_bench::opening(variant.as_ref(), dice, 12).moves();
            let body = json!({ "game": "othello", "moves": moves, "time": "200ms" });
            client.disconnect();
            let started = Instant::now();
            match client.post("/api/analyse", None, &body) {
                Ok(response) if response.status == 200 && response.body.contains("\"done\":true") => {
                    lock(&self.samples).analyses.push(started.elapsed());
                }
                response => {
                    let reason = accepted(response).err().unwrap_or_else(|| "no result".to_owned());
                    self.refuse("analysis", &reason);
                }
            }
        }
    }
}

/// Counts an open stream until it is dropped.
struct OpenStream<'c>(&'c AtomicUsize);

impl<'c> OpenStream<'c> {
    fn new(count: &'c AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for OpenStream<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Waits for an event with a later revision and returns its game.
fn next_game(stream: &mut Stream, seen: u64) -> Option<Json> {
    loop {
        if let Message::Text(text) = stream.read().ok()?
            && text.starts_with("{\"event\":\"game\"")
        {
            let mut event: Json = serde_json::from_str(&text).ok()?;
            if event["game"]["revision"].as_u64()? > seen {
                return Some(event["game"].take());
            }
        }
    }
}

/// Reads the events of a game; returns whether the game came to its end.
fn read_to_the_end(mut stream: Stream) -> bool {
    while let Ok(message) = stream.read() {
        if let Message::Text(text) = message
            && text.contains("\"finish\":{")
        {
            return true;
        }
    }
    false
}
