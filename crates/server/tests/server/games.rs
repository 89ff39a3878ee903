//! Stored games: moves, undo, resignation, clocks, players, rematches, restarts.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use plateau_server::ServerLimits;
use serde_json::{Value as Json, json};

use crate::harness::{TestServer, moves_of, two_humans, wait_until};

#[test]
fn two_humans_play_to_the_end() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("tictactoe"));
    assert_eq!(game.initial["revision"], 1);
    assert_eq!(game.initial["seats"]["x"], json!({ "spec": "human", "name": "human" }));
    assert_eq!(game.initial["view"]["moves"].as_array().unwrap().len(), 9);
    for (number, mv) in ["a3", "a2", "b3", "b2"].into_iter().enumerate() {
        let after = game.play(number % 2, mv).ok();
        assert_eq!(moves_of(&after)[number], mv);
        assert_eq!(after["moves"][number]["by"], if number % 2 == 0 { "x" } else { "o" });
        assert!(after["moves"][number]["ms"].is_u64());
    }
    let end = game.play(0, "c3").ok();
    assert_eq!(end["view"]["finish"]["winner"], "x");
    assert_eq!(end["view"]["finish"]["reason"], "moves");
    assert_eq!(end["view"]["line"].as_array().unwrap().len(), 3);
    assert!(end["record"].as_str().unwrap().contains("result: x"));
    let error = game.play(1, "c1");
    assert_eq!(error.status, 422);
    assert!(!error.json()["message"].as_str().unwrap().starts_with("move"), "{}", error.text);
    game.change(1, "resign", &json!({})).assert_error(422, "server.game-over");
}

#[test]
fn a_token_identifies_its_seat() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("tictactoe"));
    let get =
        |token: &str| server.get_with(&game.path(""), &[("Authorization", &format!("Bearer {token}"))]).ok();
    for (token, side) in game.tokens.iter().zip(["x", "o"]) {
        assert_eq!(get(token)["seat"], side);
    }
    assert_eq!(get("deadbeef")["seat"], Json::Null);
    assert!(server.get(&game.path("")).ok().get("seat").is_none(), "no token, no seat");
}

#[test]
fn repeated_requests_have_one_effect_and_stale_ones_none() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("tictactoe"));
    let body = json!({ "revision": 1, "request": "one", "move": "b2" });
    let first = game.send(&game.tokens[0], "move", &body).ok();
    let repeated = game.send(&game.tokens[0], "move", &body).ok();
    assert_eq!((&first["revision"], &first["moves"]), (&repeated["revision"], &repeated["moves"]));
    let stale = json!({ "revision": 1, "request": "two", "move": "a1" });
    let error = game.send(&game.tokens[1], "move", &stale).assert_error(409, "server.stale-revision");
    assert_eq!(error["game"]["moves"], first["moves"]);
    assert_eq!(game.moves(), ["b2"]);
}

#[test]
fn undo_between_humans_needs_consent() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("tictactoe"));
    game.change(0, "undo", &json!({})).assert_error(422, "server.nothing-to-undo");
    game.change(0, "redo", &json!({})).assert_error(422, "server.nothing-to-redo");
    game.change(0, "answer", &json!({ "accept": true })).assert_error(422, "server.no-pending-request");
    game.play(0, "b2").ok();
    let asked = game.change(0, "undo", &json!({})).ok();
    assert_eq!(asked["asked"], json!({ "by": "x", "what": "undo" }));
    assert_eq!(moves_of(&asked), ["b2"]);
    game.change(0, "answer", &json!({ "accept": true })).assert_error(403, "server.own-request");
    let declined = game.change(1, "answer", &json!({ "accept": false })).ok();
    assert_eq!((moves_of(&declined), &declined["asked"]), (vec!["b2".to_owned()], &json!(null)));
    game.change(0, "undo", &json!({})).ok();
    let undone = game.change(1, "answer", &json!({ "accept": true })).ok();
    assert_eq!((moves_of(&undone).len(), &undone["redo"]), (0, &json!(true)));
    game.change(1, "redo", &json!({})).ok();
    let redone = game.change(0, "answer", &json!({ "accept": true })).ok();
    assert_eq!(moves_of(&redone), ["b2"]);
}

#[test]
fn changes_require_the_token_of_the_seat() {
    let server = TestServer::start();
    let [game, other] = [(); 2].map(|()| server.create_game(&two_humans("tictactoe")));
    let body = json!({ "revision": 1, "request": "a", "move": "b2" });
    for token in ["", "guess", other.tokens[0].as_str(), &game.tokens[0][1..]] {
        game.send(token, "move", &body).assert_error(401, "server.invalid-token");
    }
    server.post(&game.path("/move"), &body).assert_error(401, "server.invalid-token");
    game.play(1, "b2").assert_error(403, "server.not-your-turn");
    let engine_game =
        server.create_game(&json!({ "game": "tictactoe", "first": "human", "second": "level:1" }));
    engine_game.change(1, "resign", &json!({})).assert_error(403, "server.engine-seat");
    engine_game.play(1, "b2").assert_error(403, "server.engine-seat");
    assert!(!server.get(&game.path("")).text.contains(&game.tokens[0]), "tokens are only sent at creation");
}

#[test]
fn resignation_ends_the_game() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("connect4"));
    let end = game.change(1, "resign", &json!({})).ok();
    assert_eq!(end["view"]["finish"]["reason"], "resignation");
    assert_eq!(end["view"]["finish"]["winner"], "x");
}

#[test]
fn an_engine_takes_over_a_seat() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("connect4"));
    game.play(0, "4").ok();
    let mut stream = game.stream();
    game.change(1, "seats", &json!({ "first": "human", "second": "level:1" })).ok();
    let replied = stream.wait_for_game(|game| moves_of(game).len() == 2);
    assert_eq!(replied["seats"]["o"], json!({ "spec": "level:1", "name": "level 1" }));
    assert_eq!(replied["view"]["turn"], "x");
    let undone = game.change(0, "undo", &json!({})).ok();
    assert_eq!(moves_of(&undone).len(), 0, "undo includes the engine's reply");
    game.change(0, "stop", &json!({})).assert_error(422, "server.engine-idle");
}

#[test]
fn players_cannot_replace_their_human_opponent_or_skip_their_consent() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("connect4"));
    game.play(0, "4").ok();
    game.play(1, "3").ok();
    let engine_for_o = json!({ "first": "human", "second": "level:1" });
    let engine_for_x = json!({ "first": "level:1", "second": "human" });
    let engines = json!({ "first": "level:1", "second": "level:1" });
    let error = game.change(0, "seats", &engine_for_o).assert_error(403, "server.opponent-seat");
    assert!(error["message"].as_str().unwrap().starts_with("only your opponent can replace yellow"));
    game.change(0, "seats", &engines).assert_error(403, "server.opponent-seat");
    game.change(1, "seats", &engine_for_x).assert_error(403, "server.opponent-seat");
    // Handing over one's own seat does not remove the need for consent.
    game.change(1, "seats", &engine_for_o).ok();
    let asked = game.change(1, "undo", &json!({})).ok();
    assert_eq!((&asked["asked"]["by"], moves_of(&asked).len()), (&json!("o"), 2));
    let human_again = json!({ "first": "human", "second": "human" });
    let back = game.change(1, "seats", &human_again).ok();
    assert_eq!((&back["asked"], moves_of(&back).len()), (&json!(null), 2));
}

#[test]
fn opening_move_of_an_engine_cannot_be_undone() {
    let server = TestServer::start();
    let game = server.create_game(&json!({ "game": "tictactoe", "first": "level:1", "second": "human" }));
    let opened = game.stream().wait_for_game(|game| moves_of(game).len() == 1);
    assert_eq!(opened["undo"], false);
    game.change(1, "undo", &json!({})).assert_error(422, "server.nothing-to-undo");
}

fn timed(game: &str, control: &str) -> Json {
    let mut body = two_humans(game);
    body["tc"] = json!(control);
    body
}

#[test]
fn clock_that_runs_out_ends_the_game() {
    let server = TestServer::start();
    let game = server.create_game(&timed("tictactoe", "100ms"));
    assert_eq!(game.initial["clocks"]["running"], "x");
    let end = game.stream().wait_for_game(|game| !game["view"]["finish"].is_null());
    let finish = &end["view"]["finish"];
    assert_eq!((&finish["reason"], &finish["winner"]), (&json!("time"), &json!("o")));
    let clocks = &end["clocks"];
    assert_eq!((&clocks["x"], &clocks["running"]), (&json!(0), &json!(null)), "{clocks}");
}

#[test]
fn undo_reverts_the_clock() {
    let server = TestServer::start();
    let game = server.create_game(&timed("tictactoe", "1h+5s"));
    let after = game.play(0, "b2").ok();
    assert!(time_left(&after) > 3_600_000, "the increment was added");
    game.change(0, "undo", &json!({})).ok();
    let undone = game.change(1, "answer", &json!({ "accept": true })).ok();
    assert!(time_left(&undone) <= 3_600_000, "the increment was removed");
}

#[test]
fn pending_undo_request_is_dropped_when_the_clock_runs_out() {
    let server = TestServer::start();
    let game = server.create_game(&timed("tictactoe", "500ms"));
    game.play(0, "b2").ok();
    assert_eq!(game.change(0, "undo", &json!({})).ok()["asked"]["by"], "x");
    let end = game.stream().wait_for_game(|game| !game["view"]["finish"].is_null());
    assert_eq!((&end["view"]["finish"]["reason"], &end["asked"]), (&json!("time"), &json!(null)));
}

/// Returns the time left for x, in milliseconds.
fn time_left(game: &Json) -> u64 {
    game["clocks"]["x"].as_u64().unwrap()
}

/// Copies the database of a running server, as a kill would leave it, and returns
/// the time it has stored for the current turn.
fn copy_database(from: &Path, to: &Path) -> Duration {
    for file in ["games.sqlite", "games.sqlite-wal"] {
        std::fs::copy(from.join(file), to.join(file)).unwrap();
    }
    let copy = rusqlite::Connection::open(to.join("games.sqlite")).unwrap();
    let state: String = copy.query_row("SELECT state FROM games", (), |row| row.get(0)).unwrap();
    let state: Json = serde_json::from_str(&state).unwrap();
    Duration::from_micros(state["thought"].as_u64().unwrap())
}

#[test]
fn time_used_before_a_shutdown_or_a_kill_is_kept() {
    let (directory, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let checkpoint_interval = Duration::from_millis(10);
    let limits = ServerLimits { checkpoint_interval, ..ServerLimits::default() };
    let mut server = TestServer::start_in_with(directory.path(), limits);
    let path = format!("/api/games/{}", server.create_game(&timed("tictactoe", "1h")).id);
    let full = 3_600_000;
    wait_until("a checkpoint has stored 100 ms", || {
        copy_database(directory.path(), killed.path()) > Duration::from_millis(100)
    });
    let before = time_left(&server.get(&path).ok());
    server.close();
    let after_kill = time_left(&TestServer::start_in(killed.path()).get(&path).ok());
    assert!(after_kill <= full - 100, "{after_kill}");
    let after_shutdown = time_left(&TestServer::start_in(directory.path()).get(&path).ok());
    assert!(after_shutdown <= before && after_shutdown > before - 60_000, "{after_shutdown} of {before}");
}

#[test]
fn games_continue_after_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let mut server = TestServer::start_in(directory.path());
    let (id, tokens, body) = {
        let game = server.create_game(&timed("achi", "1h"));
        let body = json!({ "revision": 1, "request": "one", "move": "5" });
        game.send(&game.tokens[0], "move", &body).ok();
        game.change(0, "undo", &json!({})).ok();
        (game.id.clone(), game.tokens.clone(), body)
    };
    let before = server.get(&format!("/api/games/{id}")).ok();
    server.close();
    let server = TestServer::start_in(directory.path());
    let mut game = server.create_game(&two_humans("achi"));
    (game.id, game.tokens) = (id, tokens);
    let after = game.current();
    for field in ["revision", "moves", "asked", "record", "seats", "view"] {
        assert_eq!(before[field], after[field], "{field}");
    }
    let repeated = game.send(&game.tokens[0], "move", &body).ok();
    assert_eq!(repeated["revision"], after["revision"], "handled requests survive a restart");
    assert_eq!(moves_of(&game.change(1, "answer", &json!({ "accept": true })).ok()).len(), 0);
    server.get("/api/games/00000000000000000000").assert_error(404, "server.game-not-found");
}

#[test]
fn rematch_swaps_sides_and_is_created_once() {
    let server = TestServer::start();
    let game = server.create_game(&timed("achi", "10m"));
    let guest = game.change(1, "take", &json!({})).ok()["token"].as_str().unwrap().to_owned();
    game.change(0, "again", &json!({})).assert_error(422, "server.game-not-over");
    game.change(0, "resign", &json!({})).ok();
    let mut stream = game.stream();
    let again = json!({ "revision": game.current()["revision"], "request": "again" });
    let next = game.send(&guest, "again", &again).ok()["next"].clone();
    assert_eq!(stream.wait_for_game(|game| game["next"].is_string())["next"], next);
    assert_eq!(game.change(0, "again", &json!({})).ok()["next"], next, "the same rematch");
    game.send("deadbeef", "again", &json!({ "revision": 1, "request": "x" }))
        .assert_error(401, "server.invalid-token");
    let path = format!("/api/games/{}", next.as_str().unwrap());
    let bearer = format!("Bearer {}", game.tokens[0]);
    let rematch = server.get_with(&path, &[("Authorization", &bearer)]).ok();
    assert_eq!(rematch["seat"], "o");
    assert_eq!(rematch["game"], "achi");
    assert_eq!(rematch["clocks"]["control"], "10m");
    assert_eq!(rematch["taken"], json!({ "x": true, "o": false }));
    assert_eq!(server.get_with(&path, &[("Authorization", &format!("Bearer {guest}"))]).ok()["seat"], "x");
    let old = format!("Bearer {}", game.tokens[1]);
    assert_eq!(server.get_with(&path, &[("Authorization", &old)]).ok()["seat"], json!(null));
}

#[test]
fn remote_game_shows_its_engine_without_running_it() {
    let directory = tempfile::tempdir().unwrap();
    let remote = json!({ "game": "tictactoe", "first": "human", "second": "level:2", "live": true });
    let (path, token) = {
        let server = TestServer::start_in(directory.path());
        let game = server.create_game(&remote);
        assert_eq!(game.initial["seats"]["o"]["name"], "level 2");
        game.play(0, "b2").ok();
        game.play(1, "a1").ok();
        let seats = json!({ "first": "best", "second": "human" });
        assert_eq!(game.change(0, "seats", &seats).ok()["seats"]["x"]["name"], "strongest engine");
        (game.path(""), game.tokens[0].clone())
    };
    let server = TestServer::start_in(directory.path());
    let game = server.get_with(&path, &[("Authorization", &format!("Bearer {token}"))]).ok();
    assert_eq!((&game["seats"]["x"]["name"], &game["live"]), (&json!("strongest engine"), &json!("left")));
    assert_eq!(moves_of(&game), ["b2", "a1"]);
}

#[test]
fn a_repeated_request_to_create_a_game_returns_the_same_game() {
    let directory = tempfile::tempdir().unwrap();
    let mut server = TestServer::start_in(directory.path());
    let body = |request: &str| {
        let mut body = two_humans("tictactoe");
        body["request"] = json!(request);
        body
    };
    let [one, two] = ["1", "2"].map(|digit| digit.repeat(32));
    let first = server.post("/api/games", &body(&one));
    assert_eq!(first.status, 201);
    let (id, tokens) = (first.json()["game"]["id"].clone(), first.json()["tokens"].clone());
    let repeat = |server: &TestServer, request: &str| {
        let response = server.post("/api/games", &body(request));
        let json = response.json();
        (response.status, json["game"]["id"].clone(), json["tokens"].clone())
    };
    assert_eq!(repeat(&server, &one), (200, id.clone(), tokens.clone()));
    let other = repeat(&server, &two);
    assert_eq!(other.0, 201);
    assert!(other.1 != id && other.2 != tokens, "another request creates another game");
    assert_ne!(server.create_game(&two_humans("tictactoe")).id, id);
    // A kill leaves what is on disk.
    let killed = tempfile::tempdir().unwrap();
    for file in ["games.sqlite", "games.sqlite-wal", "admin-token"] {
        std::fs::copy(directory.path().join(file), killed.path().join(file)).unwrap();
    }
    server.close();
    for directory in [directory, killed] {
        let server = TestServer::start_in(directory.path());
        assert_eq!(repeat(&server, &one), (200, id.clone(), tokens.clone()));
    }
}

#[test]
fn a_request_to_create_a_game_gives_no_seats_to_others() {
    let server = TestServer::start();
    let mut body = two_humans("tictactoe");
    body["request"] = json!("0123456789abcdef");
    server.post("/api/games", &body).assert_error(422, "server.request-id-too-short");
    body["request"] = json!("r".repeat(101));
    server.post("/api/games", &body).assert_error(413, "server.text-too-long");
    body["request"] = json!("5".repeat(32));
    let game = server.create_game(&body);
    // Another address has requests of its own.
    let (head, elsewhere) = server.post_from(2, "/api/games", &body);
    assert!(head.starts_with("HTTP/1.1 201"), "{head}");
    assert!(!elsewhere.contains(&game.tokens[0]) && !elsewhere.contains(&game.id));
    // The token of a guest belongs to the guest.
    let guest = game.change(1, "take", &json!({})).ok()["token"].as_str().unwrap().to_owned();
    let repeated = server.post("/api/games", &body);
    assert_eq!(repeated.ok()["tokens"], json!({ "x": game.tokens[0], "o": game.tokens[1] }));
    assert!(!repeated.text.contains(&guest));
}

#[test]
fn requests_to_create_a_game_that_arrive_together_create_one() {
    let server = TestServer::start();
    let mut body = two_humans("tictactoe");
    body["request"] = json!("7".repeat(32));
    let ids: BTreeSet<String> = std::thread::scope(|scope| {
        let create = || server.post("/api/games", &body).ok()["game"]["id"].as_str().unwrap().to_owned();
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(create)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(ids.len(), 1, "{ids:?}");
}
