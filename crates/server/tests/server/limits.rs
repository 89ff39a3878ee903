//! Every bound, and what happens at it.

use std::net::TcpStream;
use std::time::Duration;

use plateau_server::Limits;
use serde_json::json;
use tungstenite::client::IntoClientRequest;

use crate::help::{Directory, House, people, texts};

#[test]
fn so_many_games_are_played_at_once() {
    let directory = Directory::new();
    let house = House::limited(&directory, Limits { games: 2, ..Limits::default() });
    // Games that nobody looks at and that wait for a person make room.
    for _ in 0..4 {
        house.begin(&people("tictactoe"));
    }
    let game = house.begin(&people("tictactoe"));
    let _watched = house.socket(&game.path("/events"));
    let mut timed = people("tictactoe");
    timed["tc"] = json!("1h");
    house.begin(&timed);
    house.post("/api/games", &timed).refused(429, "server.too-many-games");
    game.play(0, "b2").ok();
}

#[test]
fn so_many_games_are_kept() {
    let directory = Directory::new();
    let mut house = House::limited(&directory, Limits { kept: 2, ..Limits::default() });
    let (gone, stays) = (house.begin(&people("tictactoe")), house.begin(&people("tictactoe")));
    house.post("/api/games", &people("tictactoe")).refused(429, "server.too-many-games");
    gone.change(0, "resign", &json!({})).ok();
    let new = house.begin(&people("tictactoe"));
    let [gone, stays, new] = [gone.id, stays.id, new.id].map(|id| format!("/api/games/{id}"));
    house.close();
    let house = House::new(&directory);
    house.get(&gone).refused(404, "server.no-such-game");
    house.get(&stays).ok();
    house.get(&new).ok();
}

#[test]
fn so_many_watch_at_once() {
    let directory = Directory::new();
    let house = House::limited(&directory, Limits { streams: 3, ..Limits::default() });
    let game = house.begin(&people("tictactoe"));
    let mut streams: Vec<_> = (0..3).map(|_| house.socket(&game.path("/events"))).collect();
    assert_eq!(house.try_socket(&game.path("/events"), None).err(), Some(429));
    assert_eq!(streams[0].next().unwrap()["game"]["revision"], 1);
    game.play(0, "b2").ok();
    assert_eq!(texts(&streams[2].until(|game| game["revision"] == 2)), ["b2"]);
    // Who goes makes room, once the server has noticed.
    drop(streams);
    while house.try_socket(&game.path("/events"), None).is_err() {}
}

#[test]
fn so_many_questions_are_asked_at_once() {
    let directory = Directory::new();
    let house = House::limited(&directory, Limits { waiting: 0, ..Limits::default() });
    let question = json!({ "game": "othello", "every": true, "time": "10s" });
    let mut asked = Vec::new();
    let refused = loop {
        let answer = house.begin_answer("/api/analyse", &question);
        if answer.status() != 200 {
            break answer.status();
        }
        asked.push(answer);
        assert!(asked.len() < 1_000, "there is a bound");
    };
    assert_eq!(refused, 429);
    assert!(asked.len() >= 2, "one for each processor");
    house
        .post("/api/tree", &json!({ "game": "tictactoe", "algorithm": "minimax", "depth": 2 }))
        .refused(429, "server.too-many-engines");
    house.get("/api/variants/tictactoe/example").refused(429, "server.too-many-engines");
    // Questions don't keep games waiting.
    let game = house.begin(&json!({ "game": "tictactoe", "first": "level:1", "second": "human" }));
    house.socket(&game.path("/events")).until(|game| game["moves"].as_array().unwrap().len() == 1);
    // Searches end when their readers go.
    drop(asked);
    while house.post("/api/counts", &json!({ "game": "tictactoe", "depth": 1 })).status == 429 {}
}

#[test]
fn a_reader_that_does_not_read_is_dropped() {
    let directory = Directory::new();
    let limits = Limits { streams: 1, sending: Duration::from_millis(100), ..Limits::default() };
    let house = House::limited(&directory, limits);
    let game = house.begin(&people("morpion4:19x19x5"));
    let events = game.path("/events");
    let request = format!("ws://{}{events}", house.address).into_client_request().unwrap();
    let stream = TcpStream::connect(&house.address).unwrap();
    let (idle, _) = tungstenite::client(request, stream).unwrap();
    assert_eq!(house.try_socket(&events, None).err(), Some(429), "its place is taken");
    // Each change is an event of some kilobytes; what the system holds is soon full.
    let seats = json!({ "first": "human", "second": "human" });
    let changes = (0..2_000).find(|_| {
        game.change(0, "seats", &seats).ok();
        house.try_socket(&events, None).is_ok()
    });
    assert!(changes.is_some(), "it still has its place");
    drop(idle);
}

#[test]
fn a_game_has_so_many_moves() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let game = house.begin(&people("tictactoe"));
    game.change(0, "move", &json!({ "move": "b2 ".repeat(10_000) })).refused(413, "server.too-long");
    let record = |moves: usize| format!("game: achi\nstart: 9 x\nmoves: {}\nresult: *\n", "1 ".repeat(moves));
    house.post("/api/view", &json!({ "record": record(10_000) })).refused(422, "error.wrong-at");
    house.post("/api/view", &json!({ "record": record(100_000) })).refused(413, "server.too-long");
    house
        .post("/api/analyse", &json!({ "game": "achi", "moves": vec!["1"; 10_000] }))
        .refused(413, "server.too-many-moves");
}
