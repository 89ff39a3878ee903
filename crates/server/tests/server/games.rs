//! Games that are kept: moves, taking back, giving up, clocks, other players.

use std::thread;
use std::time::Duration;

use plateau_server::Limits;
use serde_json::{Value as Json, json};

use crate::help::{Directory, House, people, texts};

#[test]
fn two_people_play_to_the_end() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let game = house.begin(&people("tictactoe"));
    assert_eq!(game.game["revision"], 1);
    assert_eq!(game.game["seats"]["x"], json!({ "spec": "human", "name": "a person" }));
    assert_eq!(game.game["view"]["moves"].as_array().unwrap().len(), 9);
    for (number, text) in ["a3", "a2", "b3", "b2"].into_iter().enumerate() {
        let after = game.play(number % 2, text).ok();
        assert_eq!(texts(&after)[number], text);
        assert_eq!(after["moves"][number]["by"], if number % 2 == 0 { "x" } else { "o" });
        assert!(after["moves"][number]["ms"].is_u64());
    }
    let end = game.play(0, "c3").ok();
    assert_eq!(end["view"]["finish"], json!({ "winner": "x", "reason": "moves", "text": "x wins" }));
    assert_eq!(end["view"]["line"].as_array().unwrap().len(), 3);
    assert!(end["record"].as_str().unwrap().contains("result: x"));
    let refused = game.play(1, "c1");
    assert_eq!(refused.status, 422);
    assert!(!refused.json()["message"].as_str().unwrap().starts_with("move"), "{}", refused.text);
    game.change(1, "resign", &json!({})).refused(422, "server.over");
}

#[test]
fn a_token_tells_whose_seat_it_is() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let game = house.begin(&people("tictactoe"));
    let asked =
        |token: &str| house.get_with(&game.path(""), &[("Authorization", &format!("Bearer {token}"))]);
    for (token, side) in game.tokens.iter().zip(["x", "o"]) {
        assert_eq!(asked(token).ok()["seat"], side);
    }
    assert_eq!(asked("deadbeef").ok()["seat"], Json::Null);
    assert!(house.get(&game.path("")).ok().get("seat").is_none(), "nobody asked");
}

#[test]
fn the_same_request_counts_once_and_a_stale_one_not_at_all() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let game = house.begin(&people("tictactoe"));
    let body = json!({ "revision": 1, "request": "one", "move": "b2" });
    let first = game.send(&game.tokens[0], "move", &body).ok();
    let again = game.send(&game.tokens[0], "move", &body).ok();
    assert_eq!((&first["revision"], &first["moves"]), (&again["revision"], &again["moves"]));
    let stale = json!({ "revision": 1, "request": "two", "move": "a1" });
    let refused = game.send(&game.tokens[1], "move", &stale).refused(409, "server.stale");
    assert_eq!(refused["game"]["moves"], first["moves"]);
    assert_eq!(game.moves(), ["b2"]);
}

#[test]
fn people_ask_each_other_before_they_take_back() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let game = house.begin(&people("tictactoe"));
    game.change(0, "undo", &json!({})).refused(422, "server.nothing-to-undo");
    game.change(0, "redo", &json!({})).refused(422, "server.nothing-to-redo");
    game.change(0, "answer", &json!({ "accept": true })).refused(422, "server.nothing-asked");
    game.play(0, "b2").ok();
    let asked = game.change(0, "undo", &json!({})).ok();
    assert_eq!(asked["asked"], json!({ "by": "x", "what": "undo" }));
    assert_eq!(texts(&asked), ["b2"]);
    game.change(0, "answer", &json!({ "accept": true })).refused(403, "server.not-yours-to-answer");
    let kept = game.change(1, "answer", &json!({ "accept": false })).ok();
    assert_eq!((texts(&kept), &kept["asked"]), (vec!["b2".to_owned()], &json!(null)));
    game.change(0, "undo", &json!({})).ok();
    let back = game.change(1, "answer", &json!({ "accept": true })).ok();
    assert_eq!((texts(&back).len(), &back["redo"]), (0, &json!(true)));
    game.change(1, "redo", &json!({})).ok();
    let again = game.change(0, "answer", &json!({ "accept": true })).ok();
    assert_eq!(texts(&again), ["b2"]);
}

#[test]
fn seats_are_for_those_who_hold_their_token() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let (game, other) = (house.begin(&people("tictactoe")), house.begin(&people("tictactoe")));
    let body = json!({ "revision": 1, "request": "a", "move": "b2" });
    for token in ["", "guess", other.tokens[0].as_str(), &game.tokens[0][1..]] {
        game.send(token, "move", &body).refused(401, "server.no-seat");
    }
    house.post(&game.path("/move"), &body).refused(401, "server.no-seat");
    game.play(1, "b2").refused(403, "server.not-your-turn");
    let engine = house.begin(&json!({ "game": "tictactoe", "first": "human", "second": "level:1" }));
    engine.change(1, "resign", &json!({})).refused(403, "server.not-a-person");
    engine.play(1, "b2").refused(403, "server.not-a-person");
    assert!(!house.get(&game.path("")).text.contains(&game.tokens[0]), "a token is told once");
}

#[test]
fn giving_up_and_other_players() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let game = house.begin(&people("connect4"));
    let end = game.change(1, "resign", &json!({})).ok();
    assert_eq!(end["view"]["finish"]["reason"], "resignation");
    assert_eq!(end["view"]["finish"]["winner"], "x");
    let game = house.begin(&people("connect4"));
    game.play(0, "4").ok();
    let mut watch = house.socket(&game.path("/events"));
    game.change(1, "seats", &json!({ "first": "human", "second": "level:1" })).ok();
    let answered = watch.until(|game| game["moves"].as_array().unwrap().len() == 2);
    assert_eq!(answered["seats"]["o"], json!({ "spec": "level:1", "name": "level 1" }));
    assert_eq!(answered["view"]["turn"], "x");
    let back = game.change(0, "undo", &json!({})).ok();
    assert_eq!(texts(&back).len(), 0, "with the engine's reply");
    game.change(0, "stop", &json!({})).refused(422, "server.not-thinking");
}

#[test]
fn nobody_is_put_out_of_their_seat_or_does_without_their_consent() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let game = house.begin(&people("connect4"));
    game.play(0, "4").ok();
    game.play(1, "3").ok();
    let engine_for_o = json!({ "first": "human", "second": "level:1" });
    let engine_for_x = json!({ "first": "level:1", "second": "human" });
    let two_people = json!({ "first": "human", "second": "human" });
    let refused = game.change(0, "seats", &engine_for_o).refused(403, "server.held-by-a-person");
    assert!(refused["message"].as_str().unwrap().starts_with("o is played by a person"));
    game.change(0, "seats", &json!({ "first": "level:1", "second": "level:1" }))
        .refused(403, "server.held-by-a-person");
    game.change(1, "seats", &engine_for_x).refused(403, "server.held-by-a-person");
    // One's own seat may be handed over, which takes nothing back without the other.
    game.change(1, "seats", &engine_for_o).ok();
    let asked = game.change(1, "undo", &json!({})).ok();
    assert_eq!((&asked["asked"]["by"], texts(&asked).len()), (&json!("o"), 2));
    let back = game.change(1, "seats", &two_people).ok();
    assert_eq!((&back["asked"], texts(&back).len()), (&json!(null), 2));
}

#[test]
fn an_engines_opening_move_stays() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let game = house.begin(&json!({ "game": "tictactoe", "first": "level:1", "second": "human" }));
    let mut watch = house.socket(&game.path("/events"));
    let opened = watch.until(|game| game["moves"].as_array().unwrap().len() == 1);
    assert_eq!(opened["undo"], false);
    game.change(1, "undo", &json!({})).refused(422, "server.nothing-to-undo");
}

#[test]
fn clocks_run_out_without_a_move_and_run_back() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let mut body = people("tictactoe");
    body["tc"] = json!("300ms");
    let game = house.begin(&body);
    assert_eq!(game.game["clocks"]["running"], "x");
    let mut watch = house.socket(&game.path("/events"));
    let end = watch.until(|game| !game["view"]["finish"].is_null());
    assert_eq!(
        (&end["view"]["finish"]["reason"], &end["view"]["finish"]["winner"]),
        (&json!("time"), &json!("o"))
    );
    let clocks = &end["clocks"];
    assert_eq!((&clocks["x"], &clocks["running"]), (&json!(0), &json!(null)), "{clocks}");
    let mut body = people("tictactoe");
    body["tc"] = json!("1h+5s");
    let game = house.begin(&body);
    let after = game.play(0, "b2").ok();
    assert!(after["clocks"]["x"].as_u64().unwrap() > 3_600_000, "the increment");
    game.change(0, "undo", &json!({})).ok();
    let back = game.change(1, "answer", &json!({ "accept": true })).ok();
    let left = back["clocks"]["x"].as_u64().unwrap();
    assert!(left <= 3_600_000, "{left}");
}

#[test]
fn what_was_asked_ends_with_the_flag() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let mut body = people("tictactoe");
    body["tc"] = json!("1s");
    let game = house.begin(&body);
    game.play(0, "b2").ok();
    assert_eq!(game.change(0, "undo", &json!({})).ok()["asked"]["by"], "x");
    let mut watch = house.socket(&game.path("/events"));
    let end = watch.until(|game| !game["view"]["finish"].is_null());
    assert_eq!((&end["view"]["finish"]["reason"], &end["asked"]), (&json!("time"), &json!(null)));
}

/// What x has left, in milliseconds.
fn left(game: &Json) -> u64 {
    game["clocks"]["x"].as_u64().unwrap()
}

#[test]
fn clocks_stand_still_while_there_is_no_server() {
    let directory = Directory::new();
    let beat = Duration::from_millis(10);
    let mut house = House::limited(&directory, Limits { beat, ..Limits::default() });
    let mut body = people("tictactoe");
    body["tc"] = json!("1h");
    let id = house.begin(&body).id;
    let path = format!("/api/games/{id}");
    // What was thought before the end is not given back, whether the server was
    // killed (its files are then as they are now) or ended politely.
    thread::sleep(Duration::from_millis(400));
    let killed = Directory::new();
    std::fs::create_dir_all(&killed.0).unwrap();
    for file in ["games.sqlite", "games.sqlite-wal"] {
        std::fs::copy(directory.0.join(file), killed.0.join(file)).unwrap();
    }
    let before = left(&house.get(&path).ok());
    house.close();
    let thought = 3_600_000 - before;
    assert!(thought >= 400, "{thought}");
    let after = left(&House::new(&killed).get(&path).ok());
    assert!(after < 3_600_000 - 200, "{after}");
    let after = left(&House::new(&directory).get(&path).ok());
    assert!(after <= before && after > before - 60_000, "{after} of {before}");
}

#[test]
fn a_game_goes_on_after_a_restart() {
    let directory = Directory::new();
    let mut house = House::new(&directory);
    let (id, tokens, body) = {
        let game = house.begin(&json!({ "game": "achi", "first": "human", "second": "human", "tc": "1h" }));
        let body = json!({ "revision": 1, "request": "one", "move": "5" });
        game.send(&game.tokens[0], "move", &body).ok();
        game.change(0, "undo", &json!({})).ok();
        (game.id.clone(), game.tokens.clone(), body)
    };
    let before = house.get(&format!("/api/games/{id}")).ok();
    house.close();
    let house = House::new(&directory);
    let mut game = house.begin(&people("achi"));
    (game.id, game.tokens) = (id, tokens);
    let after = game.now();
    for field in ["revision", "moves", "asked", "record", "seats", "view"] {
        assert_eq!(before[field], after[field]);
    }
    let again = game.send(&game.tokens[0], "move", &body).ok();
    assert_eq!(again["revision"], after["revision"], "an answered request counts once, restart or not");
    assert_eq!(texts(&game.change(1, "answer", &json!({ "accept": true })).ok()).len(), 0);
    house.get("/api/games/00000000000000000000").refused(404, "server.no-such-game");
}

#[test]
fn a_seat_is_taken_by_an_invitation() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let game = house.begin(&people("tictactoe"));
    assert_eq!(game.game["taken"], json!({ "x": false, "o": false }));
    let taken = game.change(1, "take", &json!({})).ok();
    assert_eq!(taken["taken"], json!({ "x": false, "o": true }));
    // It stays so.
    game.play(0, "b2").ok();
    assert_eq!(game.now()["taken"]["o"], true);
    let alone = house.begin(&json!({ "game": "tictactoe", "first": "human", "second": "level:1" }));
    alone.change(1, "take", &json!({})).refused(403, "server.not-a-person");
}

#[test]
fn the_same_people_play_again_with_sides_swapped() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let game = house.begin(&json!({ "game": "achi", "first": "human", "second": "human", "tc": "10m" }));
    game.change(1, "take", &json!({})).ok();
    game.change(0, "again", &json!({})).refused(422, "server.not-over");
    game.change(0, "resign", &json!({})).ok();
    let mut watcher = house.socket(&game.path("/events"));
    let next = game.change(1, "again", &json!({})).ok()["next"].clone();
    assert_eq!(watcher.until(|game| game["next"].is_string())["next"], next);
    // Whoever asks later is led to the same game.
    assert_eq!(game.change(0, "again", &json!({})).ok()["next"], next);
    game.send("deadbeef", "again", &json!({ "revision": 1, "request": "x" })).refused(401, "server.no-seat");
    let path = format!("/api/games/{}", next.as_str().unwrap());
    let again = house.get_with(&path, &[("Authorization", &format!("Bearer {}", game.tokens[0]))]).ok();
    assert_eq!(
        (&again["seat"], &again["game"], &again["clocks"]["control"]),
        (&json!("o"), &json!("achi"), &json!("10m"))
    );
    assert_eq!(again["taken"], json!({ "x": true, "o": false }));
}

#[test]
fn a_game_played_elsewhere_names_its_engine_and_thinks_of_nothing() {
    let directory = Directory::new();
    let begin = json!({ "game": "tictactoe", "first": "human", "second": "level:2", "live": true });
    let (path, token) = {
        let house = House::new(&directory);
        let game = house.begin(&begin);
        assert_eq!(game.game["seats"]["o"]["name"], "level 2");
        game.play(0, "b2").ok();
        game.play(1, "a1").ok();
        let seats = json!({ "first": "best", "second": "human" });
        assert_eq!(game.change(0, "seats", &seats).ok()["seats"]["x"]["name"], "the strongest");
        (game.path(""), game.tokens[0].clone())
    };
    let house = House::new(&directory);
    let game = house.get_with(&path, &[("Authorization", &format!("Bearer {token}"))]).ok();
    assert_eq!((&game["seats"]["x"]["name"], &game["live"]), (&json!("the strongest"), &json!("left")));
    assert_eq!(texts(&game), ["b2", "a1"]);
}
