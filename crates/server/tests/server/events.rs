//! Event streams: changes, search progress, presence, shutdown.

use serde_json::json;

use crate::harness::{EventStream, TestServer, moves_of, two_humans, wait_until};

/// An engine that thinks until the maximum move time, 30 seconds, or until it is stopped.
const SLOW_ENGINE: &str = "alphabeta:depth=200";

#[test]
fn all_viewers_see_a_move_in_their_language() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("tictactoe"));
    let mut streams =
        ["", "?lang=fr", "?lang=en"].map(|query| server.stream(&game.path(&format!("/events{query}"))));
    for stream in &mut streams {
        assert_eq!(stream.next().unwrap()["game"]["revision"], 1);
    }
    game.play(0, "b2").ok();
    let events = streams.each_mut().map(|stream| stream.next().unwrap());
    for event in &events {
        assert_eq!(event["event"], "game");
        assert_eq!(moves_of(&event["game"]), ["b2"]);
    }
    assert_eq!(events[1]["game"]["title"], "morpion");
    assert_eq!(events[2]["game"]["title"], "tic-tac-toe");
}

#[test]
fn sender_of_a_change_gets_it_once() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("tictactoe"));
    let mut own = server.stream(&game.path("/events?stream=mine"));
    let mut other = server.stream(&game.path("/events?stream=other"));
    let response = game.change(0, "move", &json!({ "move": "b2", "stream": "mine" })).ok();
    assert_eq!(moves_of(&response), ["b2"]);
    let reply = game.change(1, "move", &json!({ "move": "a1", "stream": "other" })).ok();
    let revisions = |stream: &mut EventStream, count: usize| -> Vec<u64> {
        (0..count).map(|_| stream.next().unwrap()["game"]["revision"].as_u64().unwrap()).collect()
    };
    assert_eq!(revisions(&mut own, 2), [1, 3], "revision 2 is in the response");
    assert_eq!(revisions(&mut other, 2), [1, 2], "revision 3 is in the response");
    assert_eq!(reply["revision"], 3);
    assert_eq!(
        server.try_stream(&game.path(&format!("/events?stream={}", "s".repeat(101))), None).err(),
        Some(413)
    );
}

#[test]
fn streams_are_checked_before_they_open() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("tictactoe"));
    let events = game.path("/events");
    server.get(&events).assert_error(400, "server.malformed-request");
    assert_eq!(server.try_stream("/api/games/00000000000000000000/events", None).err(), Some(404));
    assert_eq!(server.try_stream(&events, Some("http://example.org")).err(), Some(403));
    let own_origin = format!("http://{}", server.address);
    assert!(server.try_stream(&events, Some(&own_origin)).is_ok());
}

#[test]
fn search_progress_is_published_before_the_move() {
    let server = TestServer::start();
    let game =
        server.create_game(&json!({ "game": "othello", "first": "human", "second": "alphabeta:depth=5" }));
    let mut stream = game.stream();
    stream.next().unwrap();
    game.play(0, "d3").ok();
    let mut depths = Vec::new();
    loop {
        let event = stream.next().unwrap();
        if event["event"] == "thinking" {
            assert_eq!((&event["revision"], &event["thought"]["by"]), (&json!(2), &json!("o")));
            assert!(event["thought"]["value"]["text"].is_string() && event["thought"]["best"].is_string());
            depths.push(event["thought"]["depth"].as_u64().unwrap());
        } else if moves_of(&event["game"]).len() == 2 {
            break;
        }
    }
    depths.dedup();
    assert!(depths.len() >= 3 && depths.is_sorted(), "{depths:?}");
}

#[test]
fn undo_cancels_a_search_and_stop_ends_it_with_a_move() {
    let server = TestServer::start();
    let game = server.create_game(&json!({ "game": "othello", "first": "human", "second": SLOW_ENGINE }));
    let mut stream = game.stream();
    stream.next().unwrap();
    game.play(0, "d3").ok();
    stream.next_of_kind("thinking");
    assert_eq!(game.current()["thinking"]["by"], "o");
    let undone = game.change(0, "undo", &json!({})).ok();
    assert_eq!((moves_of(&undone).len(), &undone["thinking"]), (0, &json!(null)));
    let after = game.play(0, "c4").ok();
    assert_eq!(moves_of(&after), ["c4"]);
    let stop = json!({ "revision": after["revision"], "request": "stop" });
    stream.next_of_kind("thinking");
    game.send(&game.tokens[0], "stop", &stop).ok();
    let moved = stream.wait_for_game(|game| moves_of(game).len() == 2);
    assert_eq!(moves_of(&moved)[0], "c4", "the reply to the undone move was not played");
    assert!(moved["moves"][1]["ms"].as_u64().unwrap() < 15_000, "it moved before its time limit");
    game.send(&game.tokens[0], "stop", &stop).ok();
}

#[test]
fn game_between_engines_starts_when_it_is_watched() {
    let server = TestServer::start();
    let game = server.create_game(&json!({
        "game": "tictactoe", "first": "level:1", "second": "level:1", "tc": "1h",
    }));
    // Paused from the start, so no request below can find it running.
    assert_eq!(game.initial["clocks"]["running"], json!(null));
    assert_eq!(game.current()["clocks"], game.initial["clocks"]);
    assert_eq!(game.moves(), [] as [&str; 0]);
    game.stream().wait_for_game(|game| !game["view"]["finish"].is_null());
}

#[test]
fn game_between_engines_pauses_while_it_is_unwatched() {
    let server = TestServer::start();
    let game = server.create_game(&json!({
        "game": "othello", "first": SLOW_ENGINE, "second": SLOW_ENGINE, "tc": "1h",
    }));
    let mut stream = game.stream();
    stream.next_of_kind("thinking");
    drop(stream);
    wait_until("the game is paused", || game.current()["clocks"]["running"].is_null());
    let paused = game.current();
    assert_eq!(game.current()["clocks"], paused["clocks"]);
    assert_eq!(game.moves(), moves_of(&paused));
    let mut stream = game.stream();
    assert_eq!(stream.next().unwrap()["game"]["clocks"]["running"], "x", "it resumes for a viewer");
    stream.next_of_kind("thinking");
}

#[test]
fn streams_announce_the_shutdown() {
    let mut server = TestServer::start();
    let path = server.create_game(&two_humans("tictactoe")).path("/events");
    let mut stream = server.stream(&path);
    stream.next().unwrap();
    server.close();
    assert_eq!(stream.next().unwrap(), json!({ "event": "closing" }));
    assert_eq!(stream.next(), None);
}

#[test]
fn presence_of_a_remote_player_is_published() {
    let directory = tempfile::tempdir().unwrap();
    let mut server = TestServer::start_in(directory.path());
    let mut remote = two_humans("tictactoe");
    remote["live"] = json!(true);
    let path = {
        let game = server.create_game(&remote);
        let events = game.path("/events");
        let mut stream = server.stream(&events);
        assert_eq!(stream.next().unwrap()["game"]["live"], "left", "not connected yet");
        assert_eq!(server.player_stream(&events, "guess").err(), Some(401));
        let player = server.player_stream(&events, &game.tokens[0]).unwrap();
        assert_eq!(stream.next().unwrap(), json!({ "event": "live", "live": "here" }));
        game.play(0, "b2").ok();
        assert_eq!(stream.next().unwrap()["game"]["live"], "here");
        drop(player);
        assert_eq!(stream.next().unwrap(), json!({ "event": "live", "live": "left" }));
        assert_eq!(game.current()["live"], "left");
        game.path("")
    };
    server.close();
    assert_eq!(TestServer::start_in(directory.path()).get(&path).ok()["live"], "left", "after a restart");
}

#[test]
fn players_see_each_other_come_and_leave() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("tictactoe"));
    let events = game.path("/events");
    let present = |x: bool, o: bool| json!({ "event": "present", "present": { "x": x, "o": o } });
    let mut watcher = game.stream();
    let first = watcher.next().unwrap();
    assert_eq!(
        (&first["game"]["live"], &first["game"]["present"]),
        (&json!(null), &present(false, false)["present"])
    );
    // A browser sends the token in the list of protocols.
    let mut host = server.browser_stream(&events, &game.tokens[0]);
    assert_eq!(host.next().unwrap()["game"]["present"], json!({ "x": true, "o": false }));
    assert_eq!(watcher.next().unwrap(), present(true, false));
    let guest = server.player_stream(&events, &game.tokens[1]).unwrap();
    assert_eq!((host.next().unwrap(), watcher.next().unwrap()), (present(true, true), present(true, true)));
    // A second window of the same player changes nothing, nor does one who only watches.
    let second = server.browser_stream(&events, &game.tokens[1]);
    let stranger = server.browser_stream(&events, "guess");
    drop((second, stranger));
    game.play(0, "b2").ok();
    assert_eq!(host.next().unwrap()["game"]["present"], json!({ "x": true, "o": true }));
    assert_eq!(watcher.next().unwrap()["event"], "game");
    drop(guest);
    assert_eq!((host.next().unwrap(), watcher.next().unwrap()), (present(true, false), present(true, false)));
    assert_eq!(game.current()["present"], json!({ "x": true, "o": false }));
}
