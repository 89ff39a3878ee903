//! Host names, the join code and the admin token.

use std::io::{Read, Write};
use std::net::TcpStream;

use plateau_server::Access;
use serde_json::json;

use crate::harness::{TestServer, two_humans};

/// Sends the lines of a request and returns the first line of the response.
fn status_of(server: &TestServer, lines: &[&str]) -> String {
    let mut stream = TcpStream::connect(&server.address).unwrap();
    let request = format!("{}\r\nConnection: close\r\n\r\n", lines.join("\r\n"));
    stream.write_all(request.as_bytes()).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    response.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn a_server_answers_to_its_names_only() {
    let access = Access { public_names: vec!["school.example".to_owned()], ..Access::default() };
    let server = TestServer::start_with_access(access);
    let get = |host: &str| server.get_with("/api/catalogue", &[("Host", host)]);
    get("school.example").ok();
    get("School.Example:443").ok();
    let error = get("example.org").assert_error(403, "server.unknown-host");
    assert_eq!(
        error["message"],
        "this server does not answer to example.org; if that is its name, start it with --public-name example.org"
    );
    let line = "GET /api/catalogue HTTP/1.1";
    assert!(status_of(&server, &[line, "Host: localhost"]).contains(" 200 "));
    for lines in [
        &[line, "Host: localhost", "Host: localhost"][..],
        &[line, "Host: localhost", "Host: example.org"],
        &["GET http://example.org/api/catalogue HTTP/1.1", "Host: localhost"],
        &[line],
    ] {
        assert!(status_of(&server, lines).contains(" 400 "), "{lines:?}");
    }
}

#[test]
fn a_join_code_is_needed_to_create_games_and_to_run_engines() {
    let server =
        TestServer::start_with_access(Access { join_code: Some("tulip-7".to_owned()), ..Access::default() });
    let with_code = |code: &str, path: &str, body: &serde_json::Value| {
        let headers = [("Content-Type", "application/json"), ("X-Join-Code", code)];
        server.post_with(path, &body.to_string(), &headers)
    };
    let position = json!({ "game": "tictactoe", "time": "10ms", "depth": 1, "algorithm": "minimax" });
    for (path, body) in [
        ("/api/games", two_humans("tictactoe")),
        ("/api/analyse", position.clone()),
        ("/api/tree", position.clone()),
        ("/api/counts", position),
    ] {
        server.post(path, &body).assert_error(401, "server.join-code");
        with_code("rose", path, &body).assert_error(401, "server.join-code");
        let status = with_code("tulip-7", path, &body).status;
        assert!(status == 200 || status == 201, "{path} {status}");
    }
    server.get("/api/variants/tictactoe/example").assert_error(401, "server.join-code");
    // Watching, and playing with a token, need no code.
    let created = with_code("tulip-7", "/api/games", &two_humans("tictactoe")).ok();
    let path = format!("/api/games/{}", created["game"]["id"].as_str().unwrap());
    server.get(&path).ok();
    server.stream(&format!("{path}/events"));
    let bearer = format!("Bearer {}", created["tokens"]["x"].as_str().unwrap());
    let headers = [("Content-Type", "application/json"), ("Authorization", bearer.as_str())];
    let body = json!({ "revision": 1, "request": "a", "move": "b2" }).to_string();
    server.post_with(&format!("{path}/move"), &body, &headers).ok();
}

#[test]
fn join_codes_cannot_be_guessed_and_guesses_keep_nobody_from_playing() {
    let access = Access { join_code: Some("tulip-7".to_owned()), ..Access::default() };
    let server = TestServer::start_with_access(access);
    let create = |code: &str, client: &str| {
        let headers = [("Content-Type", "application/json"), ("X-Join-Code", code), ("X-Client", client)];
        server.post_with("/api/games", &two_humans("tictactoe").to_string(), &headers)
    };
    server.post("/api/clients", &json!({})).assert_error(401, "server.join-code");
    let new_id = || server.client_id_with(1, "X-Join-Code: tulip-7\r\n");
    let [student, late, newcomer] = [(); 3].map(|()| new_id());
    let guessing = [(); 8].map(|()| new_id());
    create("tulip-7", &student).ok();
    create("tulip-7", "a name of my own choice").ok();
    let guesses = 1_000;
    // Each with another name, so that no share of a client counts.
    let refused = (0..guesses).find(|number| create("guess", &number.to_string()).status == 429);
    assert!(refused.is_some(), "{guesses} guesses");
    // Nor under a name that others can send too.
    for name in ["attacker", "a name of my own choice"] {
        let refusal = create("tulip-7", name);
        refusal.assert_error(429, "server.too-many-join-codes");
        assert!(refusal.headers.contains_key("Retry-After"));
    }
    create("tulip-7", &student).ok();
    // All guesses are those of one client, which leaves the others theirs.
    create("tulip-7", &late).ok();
    // Clients with ids leave no guesses, but those who know the code are known.
    for id in guessing {
        (0..60).for_each(|_| drop(create("guess", &id)));
    }
    create("tulip-7", &newcomer).assert_error(429, "server.too-many-join-codes");
    create("tulip-7", &student).ok();
    // Without a code, the answer says that one is needed.
    server.post("/api/games", &two_humans("tictactoe")).assert_error(401, "server.join-code");
}

#[test]
fn where_a_join_code_is_needed_only_those_who_know_it_get_an_id() {
    let server =
        TestServer::start_with_access(Access { join_code: Some("tulip-7".to_owned()), ..Access::default() });
    let own = format!("http://{}", server.address);
    let cookie = |method: &str, path: &str, code: &str, origin: &[(&str, &str)]| {
        let headers =
            [&[("Content-Type", "application/json"), ("Accept", "text/html"), ("X-Join-Code", code)], origin];
        let response = server.send(method, path, &two_humans("tictactoe").to_string(), &headers.concat());
        response.headers.get("set-cookie").map(|cookie| cookie.to_str().unwrap().to_owned())
    };
    let browser = [("Origin", own.as_str())];
    assert_eq!(cookie("GET", "/", "tulip-7", &[]), None);
    assert_eq!(cookie("POST", "/api/games", "rose", &browser), None);
    assert_eq!(cookie("POST", "/api/view", "tulip-7", &browser), None, "it does not check the code");
    assert_eq!(cookie("POST", "/api/games", "tulip-7", &[]), None, "programs use up no ids");
    let id = cookie("POST", "/api/games", "tulip-7", &browser).expect("an id");
    let own_id = id.split(';').next().unwrap();
    assert_eq!(cookie("POST", "/api/games", "tulip-7", &[browser[0], ("Cookie", own_id)]), None);
}

#[test]
fn the_administrator_lists_closes_and_deletes_games() {
    let server = TestServer::start();
    let [kept, deleted] = ["achi", "connect4:6x5"].map(|name| server.create_game(&two_humans(name)));
    let bearer = format!("Bearer {}", server.admin_token());
    let admin = |method: &str, path: &str, token: &str| {
        let headers = [("Content-Type", "application/json"), ("Authorization", token)];
        server.request(method, &format!("/api/admin/games{path}"), "{}", &headers)
    };
    let seat = format!("Bearer {}", kept.tokens[0]);
    for token in ["Bearer guess", seat.as_str()] {
        for (method, path) in [("GET", ""), ("DELETE", "/0"), ("POST", "/0/close")] {
            admin(method, path, token).assert_error(401, "server.not-administrator");
        }
    }
    let listed = admin("GET", "", &bearer).ok();
    let mut names: Vec<&str> =
        listed["games"].as_array().unwrap().iter().map(|game| game["game"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["achi", "connect4:6x5"]);
    let mut stream = deleted.stream();
    stream.next().unwrap();
    admin("DELETE", &format!("/{}", deleted.id), &bearer).ok();
    assert_eq!(stream.next(), None, "viewers are disconnected");
    server.get(&deleted.path("")).assert_error(404, "server.game-not-found");
    admin("DELETE", &format!("/{}", deleted.id), &bearer).assert_error(404, "server.game-not-found");
    let closed = admin("POST", &format!("/{}/close", kept.id), &bearer).ok();
    assert_eq!(closed["view"]["finish"]["reason"], "adjudication");
    admin("POST", &format!("/{}/close", kept.id), &bearer).assert_error(422, "server.game-over");
    assert_eq!(admin("GET", "", &bearer).ok()["games"][0]["over"], true);
}
