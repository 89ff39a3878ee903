//! Seats that change hands, and analyses of games between people.

use serde_json::{Value as Json, json};

use crate::harness::{TestGame, TestServer, moves_of, two_humans};

/// Takes the second seat, as a guest who opens the invitation does. Returns the guest's token.
fn join(game: &TestGame<'_>) -> String {
    game.change(1, "take", &json!({})).ok()["token"].as_str().unwrap().to_owned()
}

/// Changes a game with a token and the current revision.
fn change(
    game: &TestGame<'_>,
    token: &str,
    name: &str,
    request: &str,
    fields: &Json,
) -> crate::harness::Response {
    let mut body = json!({ "revision": game.current()["revision"], "request": request });
    for (field, value) in fields.as_object().unwrap() {
        body[field] = value.clone();
    }
    game.send(token, name, &body)
}

fn seat_of(game: &TestGame<'_>, token: &str) -> Json {
    let bearer = format!("Bearer {token}");
    game.server.get_with(&game.path(""), &[("Authorization", &bearer)]).ok()["seat"].clone()
}

#[test]
fn a_taken_seat_belongs_to_the_guest_alone() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("tictactoe"));
    assert_eq!(game.initial["taken"], json!({ "x": false, "o": false }));
    let host_copy = &game.tokens[1];
    assert_eq!(seat_of(&game, host_copy), "o");
    let guest = join(&game);
    assert_eq!(game.current()["taken"], json!({ "x": false, "o": true }));
    assert_ne!(guest, *host_copy);
    assert_eq!((seat_of(&game, &guest), seat_of(&game, host_copy)), (json!("o"), json!(null)));
    game.play(0, "b2").ok();
    // The host's copy neither moves nor resigns, answers or replaces the guest.
    for (name, fields) in [
        ("move", json!({ "move": "a1" })),
        ("resign", json!({})),
        ("undo", json!({})),
        ("seats", json!({ "first": "human", "second": "level:1" })),
        ("again", json!({})),
        ("stop", json!({})),
    ] {
        change(&game, host_copy, name, "host", &fields).assert_error(401, "server.invalid-token");
    }
    change(&game, &guest, "move", "guest", &json!({ "move": "a1" })).ok();
    assert_eq!(game.moves(), ["b2", "a1"]);
}

#[test]
fn an_invitation_works_once_but_its_request_can_be_repeated() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("tictactoe"));
    let take =
        |request: &str| game.send(&game.tokens[1], "take", &json!({ "revision": 1, "request": request }));
    // The host, who has the link, could guess it and get the guest's token.
    take("1").assert_error(422, "server.request-id-too-short");
    let (first, second) = ("0123456789abcdef012345", "ffffffffffffffffffffff");
    let taken = take(first).ok();
    // The response was lost, and the browser sends the request again.
    assert_eq!(take(first).ok()["token"], taken["token"]);
    // Another browser opens the same link.
    take(second).assert_error(403, "server.invitation-used");
    let guest = taken["token"].as_str().unwrap();
    let again = change(&game, guest, "take", second, &json!({})).ok();
    assert_eq!((&again["token"], &again["revision"]), (&json!(guest), &json!(2)), "the guest has it already");
    let engine = server.create_game(&json!({ "game": "tictactoe", "first": "human", "second": "level:1" }));
    engine.change(1, "take", &json!({})).assert_error(403, "server.engine-seat");
}

#[test]
fn used_invitations_survive_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let (path, tokens, guest) = {
        let server = TestServer::start_in(directory.path());
        let game = server.create_game(&two_humans("tictactoe"));
        let guest = join(&game);
        (game.path("/take"), game.tokens.clone(), guest)
    };
    let server = TestServer::start_in(directory.path());
    let take = |token: &str, request: &str| {
        let headers = [("Content-Type", "application/json"), ("Authorization", &format!("Bearer {token}"))];
        server.post_with(&path, &json!({ "revision": 2, "request": request }).to_string(), &headers)
    };
    let other = "0123456789abcdef012345";
    take(&tokens[1], other).assert_error(403, "server.invitation-used");
    assert_eq!(take(&guest, other).ok()["token"], json!(guest));
}

#[test]
fn analyses_of_a_game_between_people_wait_for_its_end() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("connect4"));
    assert_eq!(game.initial["hints"], true, "one person plays both sides");
    let guest = join(&game);
    assert_eq!(game.current()["hints"], false);
    let moves = ["4", "4", "3", "5", "3", "5", "6", "2"];
    for (number, mv) in moves.iter().enumerate() {
        let token = if number % 2 == 0 { &game.tokens[0] } else { &guest };
        change(&game, token, "move", &number.to_string(), &json!({ "move": mv })).ok();
    }
    let ask = |moves: &[&str]| {
        let position =
            json!({ "game": "connect4", "moves": moves, "time": "10ms", "depth": 2, "algorithm": "minimax" });
        ["/api/analyse", "/api/tree"].map(|path| server.post(path, &position))
    };
    let (next, mirrored) = ([&moves[..], &["1"]].concat(), ["4", "4", "5", "3", "5", "3", "2", "6"]);
    for refused in ask(&moves).iter().chain(&ask(&next)).chain(&ask(&mirrored)) {
        refused.assert_error(403, "server.no-hints");
    }
    let position = game.current()["view"]["position"].clone();
    let by_text = json!({ "game": "connect4", "position": position, "time": "10ms" });
    server.post("/api/analyse", &by_text).assert_error(403, "server.no-hints");
    // The administrator, such as a teacher, may ask.
    let bearer = format!("Bearer {}", server.admin_token());
    let admin = [("Content-Type", "application/json"), ("Authorization", bearer.as_str())];
    assert_eq!(server.post_with("/api/analyse", &by_text.to_string(), &admin).status, 200);
    for answered in ask(&moves[..7]).iter().chain(&ask(&["1", "2", "3", "4"])) {
        assert_eq!(answered.status, 200, "{}", answered.text);
    }
    change(&game, &guest, "resign", "resign", &json!({})).ok();
    assert_eq!(game.current()["hints"], true);
    assert!(ask(&moves).iter().all(|answered| answered.status == 200));
}

#[test]
fn a_seat_is_kept_for_the_guest() {
    let directory = tempfile::tempdir().unwrap();
    let mut server = TestServer::start_in(directory.path());
    let path = {
        let body =
            json!({ "game": "tictactoe", "first": "human", "second": "human", "tc": "1h", "invite": "o" });
        let game = server.create_game(&body);
        assert_eq!((&game.initial["waiting"], &game.initial["hints"]), (&json!("o"), &json!(false)));
        assert_eq!(game.initial["clocks"]["running"], json!(null), "no clock runs until the guest is there");
        game.play(0, "b2").ok();
        // The inviter knows the token of the other seat, which is only good to invite.
        change(&game, &game.tokens[1], "move", "host", &json!({ "move": "a1" }))
            .assert_error(403, "server.seat-not-taken");
        let guest = join(&game);
        let joined = game.current();
        assert_eq!((&joined["waiting"], &joined["taken"]["o"]), (&json!(null), &json!(true)));
        assert_eq!(joined["clocks"]["running"], "o");
        assert!(joined["clocks"]["o"].as_u64() > Some(3_590_000), "waiting cost no time");
        change(&game, &guest, "move", "guest", &json!({ "move": "a1" })).ok();
        // An engine can take the place of a guest who does not come, and give it to another one.
        let other = server.create_game(&body);
        let seats =
            |second: &str, invite: Json| json!({ "first": "human", "second": second, "invite": invite });
        let engine = change(&other, &other.tokens[1], "seats", "1", &seats("level:1", json!(null))).ok();
        assert_eq!((&engine["waiting"], &engine["hints"]), (&json!(null), &json!(true)));
        let again = change(&other, &other.tokens[1], "seats", "2", &seats("human", json!("o"))).ok();
        assert_eq!(again["waiting"], "o");
        change(&other, &other.tokens[1], "seats", "3", &seats("level:1", json!("o")))
            .assert_error(403, "server.engine-seat");
        other.path("")
    };
    server.close();
    assert_eq!(TestServer::start_in(directory.path()).get(&path).ok()["waiting"], "o", "after a restart");
}

#[test]
fn an_engine_that_meets_a_position_by_chance_plays_on() {
    let server = TestServer::start();
    let name = "morpion4:19x19x5";
    let seats = json!({ "first": "human", "second": "level:1" });
    for (last_moves, steps, status) in [
        ([4, 3], &[][..], 200),
        ([3, 4], &[], 403),
        // Not by chance if the moves of the engine may have been chosen.
        ([4, 3], &["undo", "redo"], 403),
        ([4, 3], &["seats"], 403),
    ] {
        let own = server.create_game(&json!({ "game": name, "first": "human", "second": "level:1" }));
        let mut stream = own.stream();
        let mut state = own.initial.clone();
        for number in 1..=4 {
            let mv = state["view"]["moves"][60 * number]["text"].as_str().unwrap().to_owned();
            own.play(0, &mv).ok();
            state = stream.wait_for_game(|game| moves_of(game).len() == 2 * number);
        }
        for step in steps {
            own.change(0, step, if *step == "seats" { &seats } else { &Json::Null }).ok();
        }
        let last = state["view"]["moves"][330]["text"].as_str().unwrap().to_owned();
        let replies: Vec<String> = moves_of(&state).into_iter().skip(1).step_by(2).collect();
        let own_moves: Vec<String> = moves_of(&state).into_iter().step_by(2).chain([last.clone()]).collect();
        // Two people come to the same position, by the same moves or with the last two in another order.
        let game = server.create_game(&two_humans(name));
        let guest = join(&game);
        for (number, index) in [0, 1, 2].into_iter().chain(last_moves).enumerate() {
            let play = |token: &str, mv: &str| {
                change(&game, token, "move", &format!("{token} {number}"), &json!({ "move": mv })).ok();
            };
            play(&game.tokens[0], &own_moves[index]);
            if let Some(reply) = replies.get(number) {
                play(&guest, reply);
            }
        }
        assert_eq!(own.play(0, &last).status, status, "{last_moves:?} {steps:?}");
    }
}

#[test]
fn no_engine_plays_from_a_position_between_people() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("connect4"));
    let guest = join(&game);
    let moves = ["4", "4", "3", "5", "3", "5", "6", "2"];
    for (number, mv) in moves.iter().enumerate() {
        let token = if number % 2 == 0 { &game.tokens[0] } else { &guest };
        change(&game, token, "move", &number.to_string(), &json!({ "move": mv })).ok();
    }
    let new = |moves: &[&str], first: &str| json!({ "game": "connect4", "moves": moves, "first": first, "second": "human" });
    server.post("/api/games", &new(&moves, "best")).assert_error(403, "server.no-hints");
    // Nor does one take a seat there, or reach it.
    let copy = server.create_game(&new(&moves, "human"));
    let engine = json!({ "first": "best", "second": "human" });
    copy.change(0, "seats", &engine).assert_error(403, "server.no-hints");
    let before = server.create_game(&new(&moves[..7], "best"));
    before.play(1, "2").assert_error(403, "server.no-hints");
    before.play(1, "1").ok();
    // In a game of one's own, a seat can still be left to an engine.
    let own = json!({ "first": "level:1", "second": "human" });
    change(&game, &game.tokens[0], "seats", "engine", &own).ok();
    game.stream().wait_for_game(|game| moves_of(game).len() == 9);
    change(&game, &guest, "resign", "resign", &json!({})).ok();
    copy.change(0, "seats", &engine).ok();
}

#[test]
fn an_engine_that_takes_over_brings_no_hints_back() {
    let directory = tempfile::tempdir().unwrap();
    let server = TestServer::start_in(directory.path());
    let path = {
        let game = server.create_game(&two_humans("connect4"));
        let guest = join(&game);
        let engine = json!({ "first": "human", "second": "level:1" });
        let after = change(&game, &guest, "seats", "engine", &engine).ok();
        assert_eq!((&after["seats"]["o"]["spec"], &after["hints"]), (&json!("level:1"), &json!(false)));
        game.path("")
    };
    drop(server);
    assert_eq!(TestServer::start_in(directory.path()).get(&path).ok()["hints"], false, "after a restart");
    let server = TestServer::start();
    let alone = server.create_game(&json!({ "game": "connect4", "first": "human", "second": "level:1" }));
    assert_eq!(alone.change(0, "take", &json!({})).ok()["hints"], true, "against an engine from the start");
}
