//! Every bound, and what happens at it.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

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
    // Searches end when their readers go, not at the end of their ten seconds.
    let going = Instant::now();
    drop(asked);
    while house.post("/api/counts", &json!({ "game": "tictactoe", "depth": 1 })).status == 429 {}
    assert!(going.elapsed() < Duration::from_secs(5), "{:?}", going.elapsed());
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
fn a_reader_that_does_not_answer_is_dropped() {
    let directory = Directory::new();
    let limits = Limits { streams: 1, ping: Duration::from_millis(100), ..Limits::default() };
    let house = House::limited(&directory, limits);
    let game = house.begin(&people("tictactoe"));
    let events = game.path("/events");
    // It reads nothing, pings neither.
    let silent = house.socket(&events);
    let free = (0..500).find(|_| {
        std::thread::sleep(Duration::from_millis(20));
        house.try_socket(&events, None).is_ok()
    });
    assert!(free.is_some(), "it still has its place");
    drop(silent);
    let mut reads = loop {
        if let Ok(socket) = house.try_socket(&events, None) {
            break socket;
        }
    };
    let reading = std::thread::spawn(move || reads.until(|game| game["revision"] == 2));
    std::thread::sleep(Duration::from_millis(500));
    game.play(0, "b2").ok();
    assert_eq!(texts(&reading.join().unwrap()), ["b2"], "one that reads stays");
}

#[test]
fn who_says_nothing_keeps_nobody_waiting() {
    let directory = Directory::new();
    let limits = Limits { connections: 2, reading: Duration::from_millis(200), ..Limits::default() };
    let house = House::limited(&directory, limits);
    let mut silent: Vec<TcpStream> = (0..8).map(|_| TcpStream::connect(&house.address).unwrap()).collect();
    silent[0].write_all(b"GET /api/catalogue HTTP/1.1\r\nHost:").unwrap();
    house.get("/api/catalogue").ok();
    let mut said = Vec::new();
    silent[0].read_to_end(&mut said).unwrap();
    assert!(!said.starts_with(b"HTTP/1.1 200"), "it was closed");
}

#[test]
fn so_many_engines_think_for_those_who_look() {
    let directory = Directory::new();
    let limits = Limits { turns: 1, attention: Duration::from_millis(500), ..Limits::default() };
    let house = House::limited(&directory, limits);
    // It would take half a minute.
    let slow = house.begin(&json!({ "game": "othello", "first": "human", "second": "alphabeta:depth=200" }));
    let quick = house.begin(&json!({ "game": "tictactoe", "first": "human", "second": "level:1" }));
    slow.play(0, "d3").ok();
    quick.play(0, "b2").refused(429, "server.too-many-engines");
    let engine = json!({ "game": "tictactoe", "first": "level:1", "second": "human" });
    house.post("/api/games", &engine).refused(429, "server.too-many-engines");
    let left = Instant::now();
    while quick.play(0, "b2").status == 429 {}
    assert!(left.elapsed() < Duration::from_secs(10), "nobody looks at the slow one");
    let mut back = house.socket(&slow.path("/events"));
    while back.next().unwrap()["event"] != "thinking" {}
}

/// A game of Picaria that goes on and on: each move leads to where it was least.
fn long(moves: usize) -> Vec<String> {
    let mut record = plateau_games::REGISTRY.variant("picaria").unwrap().start();
    let mut seen = std::collections::HashMap::<String, usize>::new();
    while record.ply() < moves {
        let after = |text: &String| {
            let mut after = record.boxed_clone();
            after.play(text).unwrap();
            after
        };
        let next = record.legal_moves();
        let next = next.iter().map(after).filter(|after| after.finish().is_none());
        let count = |position: &str| seen.get(position).copied().unwrap_or(0);
        record = next.min_by_key(|after| count(&after.position_text())).expect("a move that ends nothing");
        *seen.entry(record.position_text()).or_default() += 1;
    }
    record.moves()
}

#[test]
fn the_last_move_of_a_long_game() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let mut moves = long(2_000);
    let mut body = people("picaria");
    body["moves"] = json!(moves);
    let full = house.begin(&body);
    let next = full.game["view"]["moves"][0]["text"].as_str().unwrap().to_owned();
    full.play(0, &next).refused(413, "server.too-many-moves");
    let last = moves.pop().unwrap();
    (body["moves"], body["first"]) = (json!(moves), json!("level:1"));
    let game = house.begin(&body);
    let end = game.play(1, &last).ok();
    assert_eq!(texts(&end).len(), 2_000);
    let mut watch = house.socket(&game.path("/events"));
    let end = watch.until(|game| !game["view"]["finish"].is_null());
    let finish = &end["view"]["finish"];
    assert_eq!((&finish["reason"], &finish["winner"]), (&json!("adjudication"), &json!(null)));
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
