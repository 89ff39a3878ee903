//! Kills the server with SIGKILL at random moments while games are played as fast as possible,
//! and checks after each restart that every acknowledged move is there.
//!
//! `cargo run --release -p plateau-bench --example kill_server [-- KILLS]`
//!
//! Prints how many moves were acknowledged and lost, and how many games are orphans: stored, but
//! unknown to their creator, because the response was lost. Exits with code 1 if a move was lost.

use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use plateau_bench::server_process::{SERVE, ServerProcess, TestDirectory};
use plateau_core::hash::mix2;
use serde_json::{Value as Json, json};

/// The number of players.
const PLAYERS: usize = 8;

/// The shortest and the longest time between a start and a kill, in milliseconds.
const LIFE: (u64, u64) = (50, 800);

/// Someone who plays both sides of one game after the other.
struct Player {
    number: usize,
    agent: ureq::Agent,
    /// The names of the requests to create a game.
    requests: usize,
    /// The current game and the tokens of its seats.
    current: Option<(Json, Json)>,
    /// The id and the last acknowledged revision of every game.
    games: Vec<(String, u64)>,
    acknowledged: usize,
}

impl Player {
    fn new(number: usize) -> Self {
        let agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        Self { number, agent, requests: 0, current: None, games: Vec::new(), acknowledged: 0 }
    }

    /// Sends a request; `None` if the server is dead, else the status and the body.
    fn post(&self, url: &str, token: &str, body: &Json) -> Option<(u16, Json)> {
        let request = self.agent.post(url).header("Content-Type", "application/json");
        let request = request.header("X-Client", self.number.to_string());
        let request = if token.is_empty() {
            request
        } else {
            request.header("Authorization", format!("Bearer {token}"))
        };
        let mut response = request.send(body.to_string()).ok()?;
        let text = response.body_mut().read_to_string().ok()?;
        Some((response.status().as_u16(), serde_json::from_str(&text).ok()?))
    }

    /// Plays until the server is dead.
    fn play(&mut self, page: &str) {
        while self.play_once(page).is_some() {}
    }

    /// Creates a game or plays a move; `None` if the server is dead.
    fn play_once(&mut self, page: &str) -> Option<()> {
        let Some((game, tokens)) = &self.current else { return self.create(page) };
        let (id, revision) = (game["id"].as_str()?, game["revision"].as_u64()?);
        let moves = game["view"]["moves"].as_array()?;
        if moves.is_empty() {
            self.current = None;
            return Some(());
        }
        let chosen = &moves[mix2(self.number as u64, revision) as usize % moves.len()]["text"];
        let token = tokens[game["view"]["turn"].as_str()?].as_str()?;
        let body = json!({ "revision": revision, "request": revision.to_string(), "move": chosen });
        let (status, next) = self.post(&format!("{page}api/games/{id}/move"), token, &body)?;
        assert_eq!(status, 200, "{next}");
        self.games.last_mut()?.1 = next["revision"].as_u64()?;
        self.acknowledged += 1;
        self.current.as_mut()?.0 = next;
        Some(())
    }

    fn create(&mut self, page: &str) -> Option<()> {
        // Repeated after a kill, so that no game is orphaned. As long as the server asks for.
        let name = format!("kill_server, player {}, request {}", self.number, self.requests);
        let body = json!({ "game": "othello", "first": "human", "second": "human", "request": name });
        let (status, mut created) = self.post(&format!("{page}api/games"), "", &body)?;
        if status == 429 {
            thread::sleep(Duration::from_millis(20));
            return Some(());
        }
        // 200 if it was created before the kill.
        assert!(matches!(status, 200 | 201), "{created}");
        self.requests += 1;
        self.games.push((created["game"]["id"].as_str()?.to_owned(), created["game"]["revision"].as_u64()?));
        self.current = Some((created["game"].take(), created["tokens"].take()));
        Some(())
    }

    /// Returns how many acknowledged moves are gone, and continues from what is there.
    fn lost(&mut self, page: &str) -> u64 {
        let mut lost = 0;
        for (id, acknowledged) in &mut self.games {
            let mut response = self.agent.get(format!("{page}api/games/{id}")).call().expect("an answer");
            let text = response.body_mut().read_to_string().expect("a text");
            let game: Json = serde_json::from_str(&text).expect("JSON");
            let revision = game["revision"].as_u64().unwrap_or(0);
            // The last request may have been stored without an answer.
            lost += acknowledged.saturating_sub(revision);
            *acknowledged = revision;
            if let Some((current, _)) = &mut self.current
                && current["id"] == game["id"]
            {
                *current = game;
            }
        }
        lost
    }
}

/// Returns how many games are stored.
fn stored_games(page: &str, data: &TestDirectory) -> usize {
    let token = std::fs::read_to_string(data.path().join("admin-token")).expect("an admin token");
    let request = ureq::get(format!("{page}api/admin/games"));
    let mut response =
        request.header("Authorization", format!("Bearer {}", token.trim())).call().expect("an answer");
    let text = response.body_mut().with_config().limit(1 << 30).read_to_string().expect("a text");
    let list: Json = serde_json::from_str(&text).expect("JSON");
    list["games"].as_array().map_or(0, Vec::len)
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    if args.get(1).is_some_and(|word| word == SERVE) {
        return plateau::plateau(args.into_iter().map(Into::into));
    }
    let Ok(kills) = args.get(1).map_or(Ok(100), |text| text.parse::<u64>()) else {
        eprintln!("kill_server: found '{}', expected a number of kills", args[1]);
        return ExitCode::from(2);
    };
    let data = TestDirectory::new("kills");
    let mut players: Vec<Player> = (0..PLAYERS).map(Player::new).collect();
    let mut lost = 0;
    for kill in 0..kills {
        let server = ServerProcess::start(data.path());
        let page = server.page().to_owned();
        thread::scope(|scope| {
            for player in &mut players {
                let page = &page;
                scope.spawn(move || player.play(page));
            }
            thread::sleep(Duration::from_millis(LIFE.0 + mix2(kill, kills) % (LIFE.1 - LIFE.0)));
            server.kill();
        });
        // The dead server's directory is opened by the next one, as after a crash.
        let server = ServerProcess::start(data.path());
        lost += players.iter_mut().map(|player| player.lost(server.page())).sum::<u64>();
        if kill + 1 == kills {
            let known: usize = players.iter().map(|player| player.games.len()).sum();
            let orphans = stored_games(server.page(), &data) - known;
            let acknowledged: usize = players.iter().map(|player| player.acknowledged).sum();
            println!(
                "{kills} kills, {known} games, {acknowledged} acknowledged moves: {lost} lost, {orphans} orphans"
            );
        }
        server.end();
    }
    ExitCode::from(u8::from(lost > 0))
}
