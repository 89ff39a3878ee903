//! What is refused, and how it is said.

use serde_json::json;

use crate::help::{Directory, House, people, texts};

const JSON: (&str, &str) = ("Content-Type", "application/json");

#[test]
fn bodies_that_cannot_be() {
    let directory = Directory::new();
    let house = House::new(&directory);
    for path in ["/api/view", "/api/games", "/api/analyse", "/api/tree", "/api/counts"] {
        for body in ["", "{", "[]", "7", "\"a\"", "{\"game\": 7}", "{\"game\": \"tictactoe\", \"moves\": {}}"]
        {
            house.post_with(path, body, &[JSON]).refused(400, "server.unreadable");
        }
        house.post_with(path, "{}", &[]).refused(415, "server.not-json");
        house.post_with(path, "{}", &[("Content-Type", "text/plain")]).refused(415, "server.not-json");
        let huge = "x".repeat(10 * 1024 * 1024);
        house.post_with(path, &huge, &[JSON]).refused(413, "server.too-large");
        house.get(path).refused(405, "server.wrong-method");
        house.post_with(path, "{}", &[JSON, ("Origin", "http://example.org")]).refused(403, "server.foreign");
        house.post_with(path, "{}", &[JSON, ("Host", "example.org")]).refused(403, "server.foreign");
    }
    for set in ["utf-16", "\"UTF-16\"", "latin1"] {
        let kind = format!("application/json; charset={set}");
        house.post_with("/api/view", "{}", &[("Content-Type", &kind)]).refused(415, "server.not-json");
    }
    for kind in ["application/json;charset=UTF-8", "Application/JSON; charset=\"utf-8\"; x=y"] {
        let asked = house.post_with("/api/view", "{\"game\":\"achi\"}", &[("Content-Type", kind)]);
        asked.ok();
    }
}

#[test]
fn what_cannot_be_read_is_said_in_plain_words() {
    let directory = Directory::new();
    let house = House::new(&directory);
    for (path, body, en, fr) in [
        ("view", "{", "it is not JSON, at line 1, column 1", "ce n'est pas du JSON, ligne 1, colonne 1"),
        ("view", "[]", "it is not a JSON object", "ce n'est pas un objet JSON"),
        ("view", "{}", "\"game\" is missing", "« game » manque"),
        ("view", "{\"game\":7}", "\"game\" must be a text", "« game » doit être un texte"),
        (
            "view",
            "{\"game\":\"achi\",\"moves\":[1]}",
            "\"moves\" must be a text or a list of texts",
            "« moves » doit être un texte ou une liste de textes",
        ),
        (
            "counts",
            "{\"depth\":-1}",
            "\"depth\" must be a whole number, not less than 0",
            "« depth » doit être un nombre entier, pas moins de 0",
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
            "\"algorithm\" must be one of minimax, negamax, alphabeta",
            "« algorithm » doit être l'un de minimax, negamax, alphabeta",
        ),
    ] {
        for (lang, begin, reason) in
            [("en", "the request can't be read: ", en), ("fr", "la requête est illisible : ", fr)]
        {
            let refused = house.post_with(&format!("/api/{path}?lang={lang}"), body, &[JSON]);
            let sentence = &refused.refused(400, "server.unreadable")["message"];
            assert_eq!(*sentence, format!("{begin}{reason}"), "{path} {body}");
        }
    }
    let many = house.post("/api/games", &json!({ "game": "achi", "moves": vec!["1"; 10_000] }));
    assert_eq!(
        many.refused(400, "server.unreadable")["message"],
        "the request can't be read: \"first\" is missing"
    );
    let long = house.post("/api/view?lang=fr", &json!({ "game": "achi", "moves": vec!["1"; 10_000] }));
    let sentence = &long.refused(413, "server.too-many-moves")["message"];
    assert_eq!(*sentence, "une partie a ici 2\u{202f}000 coups au plus");
}

#[test]
fn changes_that_cannot_be() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let game = house.begin(&people("supermorpion"));
    for (name, fields) in [
        ("move", json!({})),
        ("answer", json!({})),
        ("seats", json!({ "first": "human" })),
        ("move", json!({ "revision": -1 })),
        ("move", json!({ "request": 7, "move": "5 5" })),
    ] {
        game.change(0, name, &fields).refused(400, "server.unreadable");
    }
    game.change(0, "dance", &json!({})).refused(404, "server.no-such-page");
    game.change(0, "move", &json!({ "move": "5 5", "request": "r".repeat(101) }))
        .refused(413, "server.too-long");
    game.change(0, "move", &json!({ "move": "5".repeat(5_000) })).refused(413, "server.too-long");
    assert_eq!(game.play(0, "nowhere").status, 422);
    assert_eq!(game.change(0, "seats", &json!({ "first": "human", "second": "chess" })).status, 422);
    let body = json!({ "revision": 1, "request": "a", "move": "5 5" }).to_string();
    let bearer = format!("Bearer {}", game.tokens[0]);
    let sent = |headers: &[(&str, &str)]| {
        let headers = [headers, &[("Authorization", bearer.as_str())]].concat();
        house.post_with(&game.path("/move"), &body, &headers)
    };
    sent(&[]).refused(415, "server.not-json");
    sent(&[JSON, ("Origin", "null")]).refused(403, "server.foreign");
    sent(&[JSON, ("Origin", "http://localhost:1")]).refused(403, "server.foreign");
    for id in ["guess", "../../etc/passwd", "00000000000000000000", "%00", "é"] {
        let path = format!("/api/games/{}/move", id.replace('/', "%2f").replace('é', "%c3%a9"));
        house.post(&path, &json!({ "revision": 1, "request": "a" })).refused(404, "server.no-such-game");
    }
    assert_eq!(game.moves(), [] as [&str; 0]);
    let own = format!("http://{}", house.address);
    sent(&[JSON, ("Origin", &own)]).ok();
}

#[test]
fn games_that_cannot_begin() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let begin = |field: &str, value: serde_json::Value| {
        let mut body = people("tictactoe");
        body[field] = value;
        house.post("/api/games", &body)
    };
    assert_eq!(begin("game", json!("chess")).status, 422);
    assert_eq!(begin("position", json!("nonsense")).status, 422);
    assert_eq!(begin("second", json!("level:99")).status, 422);
    for nothing in ["0", "0s", "0+5s"] {
        let refused = begin("tc", json!(nothing)).refused(422, "server.clock-empty");
        assert_eq!(refused["message"], "a clock begins with more than 0 s");
    }
    begin("tc", json!("25h")).refused(422, "server.clock-too-long");
    begin("tc", json!("1s+25h")).refused(422, "server.clock-too-long");
    begin("tc", json!("soon")).refused(422, "time.expected-control");
    begin("moves", json!(vec!["a1"; 10_000])).refused(413, "server.too-many-moves");
    begin("moves", json!("a1 ".repeat(10_000))).refused(413, "server.too-many-moves");
    begin("position", json!("x".repeat(10_000))).refused(413, "server.too-long");
    begin("record", json!("x".repeat(100_000))).refused(413, "server.too-long");
    let refused = begin("moves", json!(["b2", "b2"]));
    assert_eq!((refused.status, &refused.json()["ply"]), (422, &json!(1)));
}

#[test]
fn what_people_type_stays_data() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let script = "<script>alert(1)</script>";
    for field in ["game", "position", "first", "tc", "record"] {
        let mut body = people("tictactoe");
        body[field] = json!(script);
        let refused = house.post("/api/games", &body);
        assert_eq!(refused.status, 422, "{field}: {}", refused.text);
        assert_eq!(refused.headers["content-type"], "application/json");
        assert_eq!(refused.headers["x-content-type-options"], "nosniff");
    }
    let game = house.begin(&people("tictactoe"));
    let body = json!({ "revision": 1, "request": script, "move": "b2" });
    let after = game.send(&game.tokens[0], "move", &body);
    assert_eq!(texts(&after.ok()), ["b2"]);
    assert!(!after.text.contains(script), "a request's name is not told back");
}
