//! Errors of invalid requests, with their codes and messages.

use serde_json::json;

use crate::harness::{TestServer, moves_of, two_humans};

const JSON: (&str, &str) = ("Content-Type", "application/json");

#[test]
fn invalid_bodies_are_rejected() {
    let server = TestServer::start();
    let huge = "x".repeat(10 * 1024 * 1024);
    for path in ["/api/view", "/api/games", "/api/analyse", "/api/tree", "/api/counts"] {
        for body in ["", "{", "[]", "7", "\"a\"", "{\"game\": 7}", "{\"game\": \"tictactoe\", \"moves\": {}}"]
        {
            server.post_with(path, body, &[JSON]).assert_error(400, "server.invalid-body");
        }
        server.post_with(path, "{}", &[]).assert_error(415, "server.not-json");
        server.post_with(path, "{}", &[("Content-Type", "text/plain")]).assert_error(415, "server.not-json");
        server.post_with(path, &huge, &[JSON]).assert_error(413, "server.body-too-large");
        server.get(path).assert_error(405, "server.method-not-allowed");
        let from_elsewhere = [JSON, ("Origin", "http://example.org")];
        server.post_with(path, "{}", &from_elsewhere).assert_error(403, "server.cross-origin");
        server
            .post_with(path, "{}", &[JSON, ("Host", "example.org")])
            .assert_error(403, "server.unknown-host");
    }
}

#[test]
fn content_type_must_be_json_in_utf8() {
    let server = TestServer::start();
    let post = |content_type: &str| {
        server.post_with("/api/view", "{\"game\":\"achi\"}", &[("Content-Type", content_type)])
    };
    for charset in ["utf-16", "\"UTF-16\"", "latin1"] {
        post(&format!("application/json; charset={charset}")).assert_error(415, "server.not-json");
    }
    for content_type in ["application/json;charset=UTF-8", "Application/JSON; charset=\"utf-8\"; x=y"] {
        post(content_type).ok();
    }
}

#[test]
fn messages_name_the_invalid_field_in_both_languages() {
    let server = TestServer::start();
    for (path, body, en, fr) in [
        ("view", "{", "JSON syntax error at line 1, column 1", "erreur de syntaxe JSON, ligne 1, colonne 1"),
        ("view", "[]", "expected a JSON object", "un objet JSON est attendu"),
        ("view", "{}", "\"game\" is missing", "le champ « game » est absent"),
        ("view", "{\"game\":7}", "\"game\" must be a string", "« game » doit être une chaîne de caractères"),
        (
            "view",
            "{\"game\":\"achi\",\"moves\":[1]}",
            "\"moves\" must be a string or a list of strings",
            "« moves » doit être une chaîne de caractères ou une liste de chaînes",
        ),
        (
            "counts",
            "{\"depth\":-1}",
            "\"depth\" must be a non-negative integer",
            "« depth » doit être un entier positif ou nul",
        ),
        (
            "analyse",
            "{\"game\":\"achi\",\"every\":1}",
            "\"every\" must be true or false",
            "« every » doit être true ou false",
        ),
        (
            "tree",
            "{\"game\":\"achi\",\"algorithm\":\"best\",\"depth\":1}",
            "\"algorithm\" must be one of minimax, negamax, alphabeta, negamax-alphabeta",
            "« algorithm » doit être l'une de ces valeurs : minimax, negamax, alphabeta, negamax-alphabeta",
        ),
    ] {
        for (lang, start, reason) in
            [("en", "invalid request body: ", en), ("fr", "corps de requête invalide : ", fr)]
        {
            let response = server.post_with(&format!("/api/{path}?lang={lang}"), body, &[JSON]);
            let message = &response.assert_error(400, "server.invalid-body")["message"];
            assert_eq!(*message, format!("{start}{reason}"), "{path} {body}");
        }
    }
    let missing = server.post("/api/games", &json!({ "game": "achi", "moves": vec!["1"; 10_000] }));
    let message = &missing.assert_error(400, "server.invalid-body")["message"];
    assert_eq!(*message, "invalid request body: \"first\" is missing");
    let long = server.post("/api/view?lang=fr", &json!({ "game": "achi", "moves": vec!["1"; 10_000] }));
    let message = &long.assert_error(413, "server.too-many-moves")["message"];
    assert_eq!(*message, "une partie peut avoir 2\u{202f}000 coups au maximum");
}

#[test]
fn invalid_changes_are_rejected() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("supermorpion"));
    for (name, fields) in [
        ("move", json!({})),
        ("answer", json!({})),
        ("seats", json!({ "first": "human" })),
        ("move", json!({ "revision": -1 })),
        ("move", json!({ "request": 7, "move": "5 5" })),
    ] {
        game.change(0, name, &fields).assert_error(400, "server.invalid-body");
    }
    game.change(0, "dance", &json!({})).assert_error(404, "server.not-found");
    game.change(0, "move", &json!({ "move": "5 5", "request": "r".repeat(101) }))
        .assert_error(413, "server.text-too-long");
    game.change(0, "move", &json!({ "move": "5".repeat(5_000) })).assert_error(413, "server.text-too-long");
    assert_eq!(game.play(0, "nowhere").status, 422);
    assert_eq!(game.change(0, "seats", &json!({ "first": "human", "second": "chess" })).status, 422);
    assert_eq!(game.moves(), [] as [&str; 0]);
}

#[test]
fn changes_from_other_origins_are_rejected() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("supermorpion"));
    let body = json!({ "revision": 1, "request": "a", "move": "5 5" }).to_string();
    let bearer = format!("Bearer {}", game.tokens[0]);
    let send = |headers: &[(&str, &str)]| {
        let headers = [headers, &[("Authorization", bearer.as_str())]].concat();
        server.post_with(&game.path("/move"), &body, &headers)
    };
    send(&[]).assert_error(415, "server.not-json");
    send(&[JSON, ("Origin", "null")]).assert_error(403, "server.cross-origin");
    send(&[JSON, ("Origin", "http://localhost:1")]).assert_error(403, "server.cross-origin");
    assert_eq!(game.moves(), [] as [&str; 0]);
    let own_origin = format!("http://{}", server.address);
    send(&[JSON, ("Origin", &own_origin)]).ok();
}

#[test]
fn unknown_and_malformed_game_ids_are_not_found() {
    let server = TestServer::start();
    for id in ["guess", "../../etc/passwd", "00000000000000000000", "%00", "é"] {
        let path = format!("/api/games/{}/move", id.replace('/', "%2f").replace('é', "%c3%a9"));
        let response = server.post(&path, &json!({ "revision": 1, "request": "a" }));
        response.assert_error(404, "server.game-not-found");
    }
}

#[test]
fn invalid_games_are_rejected() {
    let server = TestServer::start();
    let create = |field: &str, value: serde_json::Value| {
        let mut body = two_humans("tictactoe");
        body[field] = value;
        server.post("/api/games", &body)
    };
    assert_eq!(create("game", json!("chess")).status, 422);
    assert_eq!(create("position", json!("nonsense")).status, 422);
    assert_eq!(create("second", json!("level:99")).status, 422);
    for zero in ["0", "0s", "0+5s"] {
        let error = create("tc", json!(zero)).assert_error(422, "server.clock-zero");
        assert_eq!(error["message"], "a clock must start with more than 0 s");
    }
    create("tc", json!("25h")).assert_error(422, "server.clock-too-long");
    create("tc", json!("1s+25h")).assert_error(422, "server.clock-too-long");
    create("tc", json!("soon")).assert_error(422, "time.expected-control");
    create("moves", json!(vec!["a1"; 10_000])).assert_error(413, "server.too-many-moves");
    create("moves", json!("a1 ".repeat(10_000))).assert_error(413, "server.too-many-moves");
    create("position", json!("x".repeat(10_000))).assert_error(413, "server.text-too-long");
    create("record", json!("x".repeat(100_000))).assert_error(413, "server.text-too-long");
    // Characters are counted, not bytes.
    create("request", json!("é".repeat(100))).ok();
    create("request", json!("é".repeat(101))).assert_error(413, "server.text-too-long");
    create("request", json!("é".repeat(21))).assert_error(422, "server.request-id-too-short");
    let illegal = create("moves", json!(["b2", "b2"]));
    assert_eq!((illegal.status, &illegal.json()["ply"]), (422, &json!(1)));
}

#[test]
fn characters_that_change_the_direction_of_text_are_escaped() {
    let server = TestServer::start();
    let hidden = "\u{202e}level\u{2066}:3\u{200f}";
    for body in [
        json!({ "game": format!("tic{hidden}"), "first": "human", "second": "human" }),
        json!({ "game": "tictactoe", "first": hidden, "second": "human" }),
        json!({ "game": "tictactoe", "first": format!("ugi!{hidden}"), "second": "human" }),
        json!({ "game": "tictactoe", "first": format!("alphabeta:eval={hidden}"), "second": "human" }),
    ] {
        let response = server.post("/api/games", &body);
        assert_eq!(response.status, 422, "{}", response.text);
        let message = response.json()["message"].as_str().unwrap().to_owned();
        assert!(!message.contains(['\u{202e}', '\u{2066}', '\u{200f}']), "{message:?}");
    }
    let engine =
        json!({ "game": "tictactoe", "first": format!("{hidden}human"), "second": "human", "live": true });
    assert_eq!(
        server.post("/api/games", &engine).status,
        422,
        "the players of a remote game are checked too"
    );
}

#[test]
fn markup_in_a_request_is_returned_as_json_only() {
    let server = TestServer::start();
    let script = "<script>alert(1)</script>";
    for field in ["game", "position", "first", "tc", "record"] {
        let mut body = two_humans("tictactoe");
        body[field] = json!(script);
        let response = server.post("/api/games", &body);
        assert_eq!(response.status, 422, "{field}: {}", response.text);
        assert_eq!(response.headers["content-type"], "application/json");
        assert_eq!(response.headers["x-content-type-options"], "nosniff");
    }
    let game = server.create_game(&two_humans("tictactoe"));
    let body = json!({ "revision": 1, "request": script, "move": "b2" });
    let after = game.send(&game.tokens[0], "move", &body);
    assert_eq!(moves_of(&after.ok()), ["b2"]);
    assert!(!after.text.contains(script), "request ids are not returned");
}
