//! A player who remembers what the server acknowledged.

use std::thread;
use std::time::Duration;

use plateau_core::hash::mix2;
use serde_json::{Value as Json, json};

/// Someone who plays both sides of one game after the other.
pub struct Player {
    number: usize,
    agent: ureq::Agent,
    /// The client id, which the server knows again after a restart.
    client: Option<String>,
    /// The names of the requests to create a game.
    requests: usize,
    /// The current game and the tokens of its seats.
    current: Option<(Json, Json)>,
    /// The id and the last acknowledged revision of every game.
    pub games: Vec<(String, u64)>,
    /// The number of acknowledged moves.
    pub acknowledged: usize,
}

impl Player {
    /// Creates a player.
    pub fn new(number: usize) -> Self {
        let agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        Self { number, agent, client: None, requests: 0, current: None, games: Vec::new(), acknowledged: 0 }
    }

    /// Sends a request; `None` if the server is dead, else the status and the body.
    fn post(&self, url: &str, token: &str, body: &Json) -> Option<(u16, Json)> {
        let request = self.agent.post(url).header("Content-Type", "application/json");
        let request = match &self.client {
            Some(client) => request.header("X-Client", client),
            None => request,
        };
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
    pub fn play(&mut self, page: &str) {
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
        if self.client.is_none() {
            let (_, created) = self.post(&format!("{page}api/clients"), "", &json!({}))?;
            self.client = created["client"].as_str().map(str::to_owned);
        }
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
    pub fn lost(&mut self, page: &str) -> u64 {
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
