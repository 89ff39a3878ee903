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
    let french = house.post("/api/view?lang=fr", &json!({})).refused(400, "server.unreadable");
    assert!(french["message"].as_str().unwrap().starts_with("la requête est illisible"));
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
