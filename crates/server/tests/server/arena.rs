//! Tournaments between built-in engines that the page starts.

use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use crate::harness::{TestServer, wait_until};

fn contest(server: &TestServer) -> Json {
    server.get("/api/arena").ok()["contest"].clone()
}

fn start(server: &TestServer, body: &Json) -> String {
    server.post("/api/arena", body).ok()["token"].as_str().unwrap().to_owned()
}

fn stop(server: &TestServer, token: &str) -> crate::harness::Response {
    let bearer = format!("Bearer {token}");
    let headers = [("Authorization", bearer.as_str()), ("Content-Type", "application/json")];
    server.request("POST", "/api/arena/stop", "", &headers)
}

/// Engines that think for a second a move, so that their tournament does not end by itself.
fn slow() -> Json {
    json!({ "game": "othello", "players": ["alphabeta", "mcts"], "pairs": 2 })
}

#[test]
fn a_tournament_is_played_and_its_table_shown() {
    let server = TestServer::start();
    assert_eq!(server.get("/api/arena").ok(), json!({ "tournament": false, "contest": null }));
    start(&server, &json!({ "game": "tictactoe", "players": ["level:1", "best", "random"], "pairs": 2 }));
    wait_until("the tournament is over", || contest(&server)["state"] == "finished");
    let contest = contest(&server);
    assert_eq!((&contest["played"], &contest["planned"]), (&json!(12), &json!(12)));
    assert_eq!((&contest["board"], &contest["title"]), (&json!(null), &json!("tic-tac-toe")));
    let players = contest["players"].as_array().unwrap();
    assert_eq!(players[1]["name"], "strongest engine");
    assert_eq!(
        players[1]["losses"], 0,
        "perfect play does not lose from openings that are no mistakes: {players:?}"
    );
    for player in players {
        let games: u64 =
            ["wins", "draws", "losses"].iter().map(|field| player[field].as_u64().unwrap()).sum();
        assert_eq!(games, 8);
    }
    let games = contest["games"].as_array().unwrap();
    assert_eq!(games.len(), 12);
    let record = games[0]["record"].as_str().unwrap();
    assert_eq!(server.post("/api/view", &json!({ "record": record })).ok()["game"], "tictactoe");
    // Another can be started now.
    start(&server, &json!({ "game": "tictactoe", "players": ["random", "random"] }));
    wait_until("the second one is over", || self::contest(&server)["played"] == 2);
}

#[test]
fn one_tournament_runs_at_a_time_and_only_its_starter_stops_it() {
    let server = TestServer::start();
    assert_eq!(stop(&server, "guess").status, 422, "there is none");
    let token = start(&server, &slow());
    let refused = server.post("/api/arena", &slow());
    refused.assert_error(429, "server.arena-busy");
    assert!(
        refused.text.contains("a tournament is already running (0 of 4 games played)"),
        "{}",
        refused.text
    );
    wait_until("a move is shown", || {
        contest(&server)["board"]["moves"].as_array().is_some_and(|moves| moves.len() > 4)
    });
    let board = contest(&server)["board"].clone();
    assert_eq!((&board["first"], &board["second"]), (&json!(0), &json!(1)));
    assert!(board["view"]["pieces"].as_str().unwrap().matches(['x', 'o']).count() > 4);
    stop(&server, "guess").assert_error(401, "server.arena-token");
    stop(&server, &token).ok();
    wait_until("it has stopped", || contest(&server)["state"] == "stopped");
    assert_eq!(contest(&server)["board"], json!(null));
}

#[test]
fn invalid_tournaments_are_refused() {
    let server = TestServer::start();
    for (body, code) in [
        (json!({ "game": "tictactoe", "players": ["random"] }), "server.arena-players"),
        (
            json!({ "game": "tictactoe", "players": ["random", "random", "random", "random", "random"] }),
            "server.arena-players",
        ),
        (json!({ "game": "tictactoe", "players": ["random", "human"] }), "server.arena-human"),
        (json!({ "game": "tictactoe", "players": ["random", "random"], "pairs": 11 }), "server.arena-pairs"),
        (json!({ "game": "tictactoe", "players": ["random", "random"], "pairs": 0 }), "server.arena-pairs"),
        (json!({ "game": "tictactoe", "players": ["random", "ugi!./bot"] }), ""),
    ] {
        let answer = server.post("/api/arena", &body);
        assert_eq!(answer.status, 422, "{body}: {}", answer.text);
        if !code.is_empty() {
            answer.assert_error(422, code);
        }
    }
    assert_eq!(contest(&server), json!(null), "nothing was started");
}

#[test]
fn a_tournament_does_not_delay_the_engines_of_games() {
    let server = TestServer::start();
    let token = start(&server, &slow());
    wait_until("it plays", || contest(&server)["board"].is_object());
    let game = server.create_game(&json!({ "game": "connect4", "first": "human", "second": "level:2" }));
    let mut stream = game.stream();
    stream.next().unwrap();
    let begun = Instant::now();
    game.play(0, "4").ok();
    stream.wait_for_game(|game| game["moves"].as_array().unwrap().len() == 2);
    let waited = begun.elapsed();
    assert!(waited < Duration::from_secs(5), "the reply took {waited:?}");
    stop(&server, &token).ok();
}
