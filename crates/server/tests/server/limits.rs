//! What happens at each limit of the server.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use plateau_server::ServerLimits;
use serde_json::json;
use tungstenite::client::IntoClientRequest;

use crate::harness::{TestServer, moves_of, two_humans, wait_until};

#[test]
fn idle_games_are_evicted_from_memory_and_active_ones_are_not() {
    let server = TestServer::start_with(ServerLimits { games_in_memory: 2, ..ServerLimits::default() });
    for _ in 0..4 {
        server.create_game(&two_humans("tictactoe"));
    }
    let game = server.create_game(&two_humans("tictactoe"));
    let _stream = game.stream();
    let mut timed = two_humans("tictactoe");
    timed["tc"] = json!("1h");
    for _ in 0..3 {
        server.create_game(&timed);
    }
    let other = server.create_game(&timed);
    let _other_stream = other.stream();
    server.post("/api/games", &timed).assert_error(429, "server.too-many-games");
    game.play(0, "b2").ok();
}

#[test]
fn finished_games_are_deleted_when_the_store_is_full() {
    let directory = tempfile::tempdir().unwrap();
    let limits = ServerLimits { stored_games: 2, ..ServerLimits::default() };
    let mut server = TestServer::start_in_with(directory.path(), limits);
    let [finished, unfinished] = [(); 2].map(|()| server.create_game(&two_humans("tictactoe")));
    server.post("/api/games", &two_humans("tictactoe")).assert_error(429, "server.too-many-games");
    finished.change(0, "resign", &json!({})).ok();
    let new = server.create_game(&two_humans("tictactoe"));
    let [finished, unfinished, new] = [finished, unfinished, new].map(|game| game.path(""));
    server.close();
    let server = TestServer::start_in(directory.path());
    server.get(&finished).assert_error(404, "server.game-not-found");
    server.get(&unfinished).ok();
    server.get(&new).ok();
}

#[test]
fn game_deleted_from_the_store_ends_in_memory_too() {
    let limits = ServerLimits { stored_games: 1, ..ServerLimits::default() };
    let server = TestServer::start_with(limits);
    let game = server.create_game(&two_humans("tictactoe"));
    let mut stream = game.stream();
    game.change(0, "resign", &json!({})).ok();
    // Makes room for another game, while this one is still watched.
    server.create_game(&two_humans("tictactoe"));
    game.change(0, "undo", &json!({})).assert_error(404, "server.game-not-found");
    while stream.next().is_some() {}
    server.get(&game.path("")).assert_error(404, "server.game-not-found");
}

#[test]
fn number_of_streams_is_limited() {
    let server = TestServer::start_with(ServerLimits { streams: 3, ..ServerLimits::default() });
    let game = server.create_game(&two_humans("tictactoe"));
    let events = game.path("/events");
    let mut streams: Vec<_> = (0..3).map(|_| game.stream()).collect();
    assert_eq!(server.try_stream(&events, None).err(), Some(429));
    assert_eq!(streams[0].next().unwrap()["game"]["revision"], 1);
    game.play(0, "b2").ok();
    assert_eq!(moves_of(&streams[2].wait_for_game(|game| game["revision"] == 2)), ["b2"]);
    drop(streams);
    wait_until("a closed stream makes room", || server.try_stream(&events, None).is_ok());
}

#[test]
fn number_of_analyses_is_limited() {
    let server = TestServer::start_with(ServerLimits { queued_analyses: 0, ..ServerLimits::default() });
    let request = json!({ "game": "othello", "every": true, "time": "10s" });
    let mut running = Vec::new();
    let status = loop {
        let response = server.post_unread("/api/analyse", &request);
        if response.status() != 200 {
            break response.status();
        }
        running.push(response);
        assert!(running.len() < 1_000, "no limit");
    };
    assert_eq!(status, 429);
    assert!(running.len() >= 2, "one per processor");
    server
        .post("/api/tree", &json!({ "game": "tictactoe", "algorithm": "minimax", "depth": 2 }))
        .assert_error(429, "server.too-many-engines");
    server.get("/api/variants/tictactoe/example").assert_error(429, "server.too-many-engines");
    // Games have threads of their own.
    let game = server.create_game(&json!({ "game": "tictactoe", "first": "level:1", "second": "human" }));
    game.stream().wait_for_game(|game| moves_of(game).len() == 1);
    // A search ends when its client disconnects, before its ten seconds are over.
    let disconnected = Instant::now();
    drop(running);
    let counts = json!({ "game": "tictactoe", "depth": 1 });
    wait_until("a search ends", || server.post("/api/counts", &counts).status != 429);
    assert!(disconnected.elapsed() < Duration::from_secs(5), "{:?}", disconnected.elapsed());
}

#[test]
fn client_that_does_not_read_is_disconnected() {
    let send_timeout = Duration::from_millis(100);
    let server = TestServer::start_with(ServerLimits { streams: 1, send_timeout, ..ServerLimits::default() });
    let game = server.create_game(&two_humans("morpion4:19x19x5"));
    let events = game.path("/events");
    let request = format!("ws://{}{events}", server.address).into_client_request().unwrap();
    let stream = TcpStream::connect(&server.address).unwrap();
    let (idle, _) = tungstenite::client(request, stream).unwrap();
    assert_eq!(server.try_stream(&events, None).err(), Some(429), "the only stream is in use");
    // Each change is an event of some kilobytes, so the socket buffers fill up soon.
    let seats = json!({ "first": "human", "second": "human" });
    wait_until("the idle client is disconnected", || {
        game.change(0, "seats", &seats).ok();
        server.try_stream(&events, None).is_ok()
    });
    drop(idle);
}

#[test]
fn client_that_does_not_answer_pings_is_disconnected() {
    let ping_interval = Duration::from_millis(50);
    let server =
        TestServer::start_with(ServerLimits { streams: 1, ping_interval, ..ServerLimits::default() });
    let game = server.create_game(&two_humans("tictactoe"));
    let events = game.path("/events");
    // It never reads, so it does not see the pings.
    let silent = game.stream();
    wait_until("the silent client is disconnected", || server.try_stream(&events, None).is_ok());
    drop(silent);
}

#[test]
fn client_that_answers_pings_stays_connected() {
    let ping_interval = Duration::from_millis(200);
    let server = TestServer::start_with(ServerLimits { ping_interval, ..ServerLimits::default() });
    let game = server.create_game(&two_humans("tictactoe"));
    let request = format!("ws://{}{}", server.address, game.path("/events"));
    let (mut socket, _) = tungstenite::connect(request).unwrap();
    // Reading a ping queues its answer; three of them are two intervals.
    let mut pings = 0;
    while pings < 3 {
        pings += usize::from(socket.read().expect("still connected").is_ping());
    }
    game.play(0, "b2").ok();
    let mut next_text = || {
        loop {
            if let tungstenite::Message::Text(text) = socket.read().expect("still connected") {
                return text;
            }
        }
    };
    assert!(next_text().contains("\"b2\""));
}

#[test]
fn silent_connections_are_closed() {
    let read_timeout = Duration::from_millis(100);
    let limits = ServerLimits { connections: 2, read_timeout, ..ServerLimits::default() };
    let server = TestServer::start_with(limits);
    let mut silent: Vec<TcpStream> = (0..8).map(|_| TcpStream::connect(&server.address).unwrap()).collect();
    silent[0].write_all(b"GET /api/catalogue HTTP/1.1\r\nHost:").unwrap();
    server.get("/api/catalogue").ok();
    let mut response = Vec::new();
    // A connection that is closed with unread bytes may be reset.
    if let Err(error) = silent[0].read_to_end(&mut response) {
        assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset);
    }
    assert!(!response.starts_with(b"HTTP/1.1 200"), "closed without an answer");
}

#[test]
fn bodies_must_arrive_in_time() {
    let read_timeout = Duration::from_millis(200);
    let server = TestServer::start_with(ServerLimits { read_timeout, ..ServerLimits::default() });
    let body = json!({ "game": "tictactoe" }).to_string();
    let (first_part, second_part) = body.split_at(5);
    let head = format!(
        "POST /api/view HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{first_part}",
        server.address,
        body.len()
    );
    let response_to = |parts: &[&str]| {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        for part in parts {
            stream.write_all(part.as_bytes()).unwrap();
        }
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        response
    };
    let incomplete = response_to(&[&head]);
    assert!(incomplete.starts_with("HTTP/1.1 408 "), "{incomplete}");
    assert!(incomplete.contains("the request took too long to arrive"), "{incomplete}");
    let complete = response_to(&[&head, second_part]);
    assert!(complete.starts_with("HTTP/1.1 200 "), "{complete}");
}

#[test]
fn engine_turns_are_limited_and_unwatched_ones_make_room() {
    let unwatched_timeout = Duration::from_secs(1);
    let limits = ServerLimits { engine_turns: 0, unwatched_timeout, ..ServerLimits::default() };
    let server = TestServer::start_with(limits);
    let quick = server.create_game(&json!({ "game": "tictactoe", "first": "human", "second": "level:1" }));
    // Thinks for 30 seconds if nothing stops it; there is one thread per processor.
    let slow = json!({ "game": "othello", "first": "human", "second": "alphabeta:depth=200" });
    // Watched, so that none stops before all threads are busy.
    let slow_game = || {
        let game = server.create_game(&slow);
        let stream = game.stream();
        (game.play(0, "d3").status == 200).then_some((game, stream))
    };
    let slow: Vec<_> = std::iter::from_fn(slow_game).take(1_000).collect();
    assert!((2..1_000).contains(&slow.len()), "one turn per processor");
    quick.play(0, "b2").assert_error(429, "server.too-many-engines");
    let engine = json!({ "game": "tictactoe", "first": "level:1", "second": "human" });
    server.post("/api/games", &engine).assert_error(429, "server.too-many-engines");
    let slow: Vec<_> = slow.into_iter().map(|(game, _closed)| game).collect();
    let started = Instant::now();
    wait_until("the unwatched engine stops", || quick.play(0, "b2").status != 429);
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    drop(quick);
    slow[0].stream().next_of_kind("thinking");
}

/// Returns the moves of a long game of Picaria without threefold repetition: each move
/// leads to the position seen least.
fn long_game(length: usize) -> Vec<String> {
    let mut record = plateau_games::REGISTRY.variant("picaria").unwrap().start();
    let mut seen = HashMap::<String, usize>::new();
    while record.ply() < length {
        let after = |text: &String| {
            let mut after = record.boxed_clone();
            after.play(text).unwrap();
            after
        };
        let moves = record.legal_moves();
        let unfinished = moves.iter().map(after).filter(|after| after.finish().is_none());
        let count = |position: &str| seen.get(position).copied().unwrap_or(0);
        record = unfinished.min_by_key(|after| count(&after.position_text())).expect("a move that continues");
        *seen.entry(record.position_text()).or_default() += 1;
    }
    record.moves()
}

#[test]
fn engine_turn_at_the_move_limit_is_a_draw() {
    let server = TestServer::start();
    let mut moves = long_game(2_000);
    let mut body = two_humans("picaria");
    body["moves"] = json!(moves);
    let full = server.create_game(&body);
    let next = full.initial["view"]["moves"][0]["text"].as_str().unwrap().to_owned();
    full.play(0, &next).assert_error(413, "server.too-many-moves");
    let last = moves.pop().unwrap();
    (body["moves"], body["first"]) = (json!(moves), json!("level:1"));
    let game = server.create_game(&body);
    let full = game.play(1, &last).ok();
    assert_eq!(moves_of(&full).len(), 2_000);
    let end = game.stream().wait_for_game(|game| !game["view"]["finish"].is_null());
    let finish = &end["view"]["finish"];
    assert_eq!((&finish["reason"], &finish["winner"]), (&json!("adjudication"), &json!(null)));
}

#[test]
fn texts_and_move_lists_are_limited() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("tictactoe"));
    game.change(0, "move", &json!({ "move": "b2 ".repeat(10_000) }))
        .assert_error(413, "server.text-too-long");
    let record = |moves: usize| format!("game: achi\nstart: 9 x\nmoves: {}\nresult: *\n", "1 ".repeat(moves));
    server.post("/api/view", &json!({ "record": record(10_000) })).assert_error(422, "error.wrong-at");
    server.post("/api/view", &json!({ "record": record(100_000) })).assert_error(413, "server.text-too-long");
    server
        .post("/api/analyse", &json!({ "game": "achi", "moves": vec!["1"; 10_000] }))
        .assert_error(413, "server.too-many-moves");
}
