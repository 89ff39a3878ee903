//! Live events: those who watch see every change, and what engines think.

use std::time::Duration;

use serde_json::json;

use crate::help::{Directory, House, people, texts};

#[test]
fn three_watch_the_same_game_in_two_languages() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let game = house.begin(&people("tictactoe"));
    let mut streams =
        ["", "?lang=fr", "?lang=en"].map(|lang| house.socket(&game.path(&format!("/events{lang}"))));
    for stream in &mut streams {
        assert_eq!(stream.next().unwrap()["game"]["revision"], 1);
    }
    game.play(0, "b2").ok();
    let seen = streams.each_mut().map(|stream| stream.next().unwrap());
    for event in &seen {
        assert_eq!((&event["event"], texts(&event["game"])), (&json!("game"), vec!["b2".to_owned()]));
    }
    assert_eq!(seen[1]["game"]["title"], "morpion");
    assert_eq!(seen[2]["game"]["title"], "tic-tac-toe");
    house.get(&game.path("/events")).refused(400, "server.not-understood");
    assert_eq!(house.try_socket("/api/games/00000000000000000000/events", None).err(), Some(404));
    assert_eq!(house.try_socket(&game.path("/events"), Some("http://example.org")).err(), Some(403));
    let own = format!("http://{}", house.address);
    assert!(house.try_socket(&game.path("/events"), Some(&own)).is_ok());
}

#[test]
fn an_engine_tells_what_it_thinks_before_it_moves() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let game = house.begin(&json!({ "game": "othello", "first": "human", "second": "best" }));
    let mut watch = house.socket(&game.path("/events"));
    watch.next().unwrap();
    game.play(0, "d3").ok();
    let mut depths = Vec::new();
    loop {
        let event = watch.next().unwrap();
        if event["event"] == "thinking" {
            assert_eq!((&event["revision"], &event["thought"]["by"]), (&json!(2), &json!("o")));
            assert!(event["thought"]["value"]["text"].is_string() && event["thought"]["best"].is_string());
            depths.push(event["thought"]["depth"].as_u64().unwrap());
        } else if texts(&event["game"]).len() == 2 {
            break;
        }
    }
    depths.dedup();
    assert!(depths.len() >= 3 && depths.is_sorted(), "{depths:?}");
}

#[test]
fn an_engine_is_stopped_or_forgotten_while_it_thinks() {
    let directory = Directory::new();
    let house = House::new(&directory);
    // It would take half a minute.
    let slow = json!({ "game": "othello", "first": "human", "second": "alphabeta:depth=200" });
    let game = house.begin(&slow);
    let mut watch = house.socket(&game.path("/events"));
    watch.next().unwrap();
    game.play(0, "d3").ok();
    while watch.next().unwrap()["event"] != "thinking" {}
    assert_eq!(game.now()["thinking"]["by"], "o");
    let back = game.change(0, "undo", &json!({})).ok();
    assert_eq!((texts(&back).len(), &back["thinking"]), (0, &json!(null)));
    let after = game.play(0, "c4").ok();
    assert_eq!(texts(&after), ["c4"]);
    let revision = after["revision"].clone();
    let stop = json!({ "revision": revision, "request": "stop" });
    while watch.next().unwrap()["thought"]["by"] != "o" {}
    game.send(&game.tokens[0], "stop", &stop).ok();
    let moved = watch.until(|game| game["moves"].as_array().unwrap().len() == 2);
    assert_eq!(texts(&moved)[0], "c4", "the forgotten answer was not played");
    assert!(moved["moves"][1]["ms"].as_u64().unwrap() < 15_000, "it moved when told, not at its limit");
    game.send(&game.tokens[0], "stop", &stop).ok();
}

#[test]
fn engines_play_each_other_for_those_who_watch() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let game = house.begin(&json!({ "game": "tictactoe", "first": "level:1", "second": "level:1" }));
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(game.moves(), [] as [&str; 0], "nobody watches");
    house.socket(&game.path("/events")).until(|game| !game["view"]["finish"].is_null());
    // One that takes a second for each move stands still when its watcher goes.
    let game = house.begin(&json!({ "game": "othello", "first": "best", "second": "best", "tc": "1m" }));
    let mut watch = house.socket(&game.path("/events"));
    watch.until(|game| !texts(game).is_empty());
    drop(watch);
    while !game.now()["clocks"]["running"].is_null() {}
    let left = game.now();
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!((&game.now()["clocks"], game.moves()), (&left["clocks"], texts(&left)));
    let more = texts(&left).len();
    house.socket(&game.path("/events")).until(|game| texts(game).len() > more);
}

#[test]
fn streams_are_told_that_the_server_ends() {
    let directory = Directory::new();
    let mut house = House::new(&directory);
    let id = house.begin(&people("tictactoe")).id;
    let mut watch = house.socket(&format!("/api/games/{id}/events"));
    watch.next().unwrap();
    house.close();
    assert_eq!(watch.next().unwrap(), json!({ "event": "closing" }));
    assert_eq!(watch.next(), None);
}
