//! Clients of one address, such as a school: what one does leaves the others their shares, also if it calls
//! itself by another name in each request.

use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use plateau_server::{Access, Options, Rate, ServerLimits};
use serde_json::{Value as Json, json};
use tungstenite::client::IntoClientRequest;

use crate::harness::{KeptConnection, TestServer, options, two_humans, wait_until};

/// As in the tests of addresses.
const SOON: Duration = Duration::from_secs(15);

/// Returns header lines with a name and a seat token that nobody sent before.
fn new_names() -> String {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    format!(
        "X-Client: {number:048x}\r\nAuthorization: Bearer {number:032x}\r\nCookie: plateau-client={number}\r\n"
    )
}

fn with_id(id: &str) -> String {
    format!("X-Client: {id}\r\n")
}

fn is_created(answer: &(String, String)) -> bool {
    answer.0.starts_with("HTTP/1.1 201 ")
}

#[test]
fn new_names_are_no_new_shares_of_new_games() {
    // A client has a quarter of this.
    let game_rate = Rate { burst: 20, interval: Duration::from_mins(15) };
    let server = TestServer::start_with(ServerLimits { game_rate, ..ServerLimits::default() });
    let [pupil, other] = [(); 2].map(|()| with_id(&server.client_id(1)));
    let create = |headers: &str| server.post_from_with(1, "/api/games", &two_humans("tictactoe"), headers);
    let created = (0..40).filter(|_| is_created(&create(&new_names()))).count();
    assert_eq!(created, 5, "all names are one client");
    // More than the address has left: a client has some of its own.
    let of_pupils = [&pupil, &other].map(|pupil| (0..8).filter(|_| is_created(&create(pupil))).count());
    assert_eq!(of_pupils, [8, 8]);
}

/// Sends analyses of ten seconds, each on a connection and with a name of its own.
fn flood_of_analyses(server: &TestServer, number: usize) -> Vec<TcpStream> {
    let body = json!({ "game": "othello", "every": true, "time": "10s" }).to_string();
    let (host, length) = (&server.address, body.len());
    (0..number)
        .map(|_| {
            let mut stream = server.connect_from(1);
            let head = format!("{}Content-Type: application/json", new_names());
            write!(stream, "POST /api/analyse HTTP/1.1\r\nHost: {host}\r\n{head}\r\nContent-Length: {length}\r\n\r\n{body}").unwrap();
            stream
        })
        .collect()
}

#[test]
fn new_names_do_not_fill_the_queue_of_analyses() {
    let limits =
        ServerLimits { queued_analyses: 12, queued_analyses_per_address: 8, ..ServerLimits::default() };
    let server = TestServer::start_with(limits);
    let pupil = with_id(&server.client_id(1));
    let _flood = flood_of_analyses(&server, 60);
    for time in ["1s", "200ms", "1s"] {
        let analysis = json!({ "game": "othello", "time": time });
        let started = Instant::now();
        let (head, body) = server.post_from_with(1, "/api/analyse", &analysis, &pupil);
        assert!(head.starts_with("HTTP/1.1 200 ") && body.contains("\"done\":true"), "{time} {head} {body}");
        assert!(started.elapsed() < SOON, "{time}: {:?}", started.elapsed());
    }
}

#[test]
fn ids_that_take_all_places_first_leave_a_later_one_its_turns() {
    let limits =
        ServerLimits { queued_analyses: 16, queued_analyses_per_address: 4, ..ServerLimits::default() };
    let server = TestServer::start_with(limits);
    let processors = std::thread::available_parallelism().map_or(2, usize::from).max(2);
    let attackers: Vec<String> = (0..processors + 6).map(|_| with_id(&server.client_id(1))).collect();
    let is_over = AtomicBool::new(false);
    let analyse = |time: &str, id: &str| {
        let analysis = json!({ "game": "othello", "every": true, "time": time });
        let (head, body) = server.post_from_with(1, "/api/analyse", &analysis, id);
        head.starts_with("HTTP/1.1 200 ") && body.contains("\"done\":true")
    };
    std::thread::scope(|scope| {
        for id in &attackers {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    if !analyse("2s", id) {
                        std::thread::sleep(Duration::from_millis(20));
                    }
                }
            });
        }
        let started = Instant::now();
        let is_full = || server.get("/metrics").text.contains("{kind=\"long_analyses\"} 4");
        while !is_full() && started.elapsed() < SOON {
            std::thread::sleep(Duration::from_millis(5));
        }
        let pupil = with_id(&server.client_id(1));
        let started = Instant::now();
        let mut answers = 0;
        while answers < 2 && started.elapsed() < SOON {
            answers += usize::from(analyse("1s", &pupil));
        }
        is_over.store(true, Ordering::Relaxed);
        assert_eq!(answers, 2, "within {SOON:?}");
    });
}

#[test]
fn games_with_many_changes_make_room_for_those_of_neighbours() {
    let limits = ServerLimits { stored_games: 12, ..ServerLimits::default() };
    let server = TestServer::start_with(limits);
    let pupil = with_id(&server.client_id(1));
    let create = |headers: &str| server.post_from_with(1, "/api/games", &two_humans("tictactoe"), headers);
    for _ in 0..12 {
        let (head, body) = create(&new_names());
        let created: Json = serde_json::from_str(&body).unwrap_or_else(|_| panic!("{head}"));
        let path = format!("/api/games/{}/seats", created["game"]["id"].as_str().unwrap());
        let mut connection = server.keep_connection_from(1);
        for revision in 1..=10 {
            let seats = json!({ "revision": revision, "request": revision.to_string(), "first": "human", "second": "human" });
            let changed = connection.post(&path, created["tokens"]["x"].as_str().unwrap(), &seats);
            assert_eq!(changed["revision"], revision + 1, "{changed}");
        }
    }
    assert!(create(&new_names()).0.starts_with("HTTP/1.1 429 "), "its own games stay as they are");
    let games: Vec<_> = (0..4).map(|_| create(&pupil)).collect();
    assert!(games.iter().all(is_created), "{games:?}");
    assert!(create(&new_names()).0.starts_with("HTTP/1.1 429 "));
    for (_, body) in &games {
        let created: Json = serde_json::from_str(body).unwrap();
        server.get(&format!("/api/games/{}", created["game"]["id"].as_str().unwrap())).ok();
    }
}

#[test]
fn the_engine_turns_of_many_games_are_those_of_one_client() {
    let limits = ServerLimits { engine_turns_per_address: 8, ..ServerLimits::default() };
    let server = TestServer::start_with(limits);
    let [greedy, other] = [(); 2].map(|()| with_id(&server.client_id(1)));
    let slow = json!({ "game": "othello", "first": "human", "second": "alphabeta:depth=40" });
    let create = |pupil: &str| {
        let mut connection = server.keep_connection_with(1, pupil);
        let created = connection.post("/api/games", "", &slow);
        (connection, created)
    };
    // Turns are counted when a move is played, with the token of another game each time.
    let play = |(mut connection, created): (KeptConnection, Json)| {
        let path = format!("/api/games/{}/move", created["game"]["id"].as_str().unwrap());
        let body = json!({ "revision": 1, "request": "a", "move": "d3" });
        connection.post(&path, created["tokens"]["x"].as_str().unwrap(), &body)["revision"] == 2
    };
    let processors = std::thread::available_parallelism().map_or(2, usize::from).max(2);
    let games: Vec<_> = (0..processors + 24).map(|_| create(&greedy)).collect();
    // One after the other without pause: few turns are over before the last one starts.
    let started = games.into_iter().map(play).take_while(|is_accepted| *is_accepted).count();
    // Two wait; on a busy machine some turns end meanwhile.
    assert!((processors + 2..processors + 24).contains(&started), "{started} with {processors} processors");
    assert!(play(create(&other)), "a neighbour has a share");
}

/// Returns the name of the cookie with the client id.
fn cookie_name(server: &TestServer) -> String {
    let cookie = server.get_with("/", &[("Accept", "text/html")]).headers["set-cookie"].clone();
    cookie.to_str().unwrap().split('=').next().unwrap().to_owned()
}

#[test]
fn streams_without_an_id_make_room_for_those_with_one() {
    let limits = ServerLimits { streams_per_address: 4, ..ServerLimits::default() };
    let server = TestServer::start_with(limits);
    let game = server.create_game(&two_humans("tictactoe"));
    let open = |name: &str, value: &str| {
        let url = format!("ws://{}{}", server.address, game.path("/events"));
        let mut request = url.into_client_request().unwrap();
        request
            .headers_mut()
            .insert(name.parse::<tungstenite::http::HeaderName>().unwrap(), value.parse().unwrap());
        tungstenite::client(request, server.connect_from(1)).ok().map(|(stream, _)| stream)
    };
    let mut flood: Vec<_> = (0..4).map(|number| open("X-Client", &number.to_string()).unwrap()).collect();
    assert!(open("X-Client", "another name").is_none());
    let id = server.client_id(1);
    // As browsers send it, which cannot set headers.
    let cookie = format!("{}={id}", cookie_name(&server));
    let _own = [(); 2].map(|()| open("Cookie", &cookie).unwrap());
    flood[0].read().unwrap();
    assert!(flood[0].read().is_err(), "the oldest one is closed");
    assert!(open("X-Client", &id).is_none(), "two each");
}

#[test]
fn a_client_that_opens_many_games_does_not_push_those_of_others_out_of_memory() {
    let limits = ServerLimits { games_in_memory_per_address: 6, ..ServerLimits::default() };
    let server = TestServer::start_with(limits);
    let pupil = with_id(&server.client_id(1));
    let create = |headers: &str| {
        let (_, body) = server.post_from_with(1, "/api/games", &two_humans("tictactoe"), headers);
        serde_json::from_str::<Json>(&body).unwrap()["game"]["id"].as_str().unwrap().to_owned()
    };
    let own = [(); 2].map(|()| create(&pupil));
    for _ in 0..10 {
        create(&new_names());
    }
    let bearer = format!("Bearer {}", server.admin_token());
    let listed = server.get_with("/api/admin/games", &[("Authorization", bearer.as_str())]).ok();
    let is_open = |id: &String| {
        listed["games"].as_array().unwrap().iter().any(|game| game["id"] == **id && game["open"] == true)
    };
    assert!(own.iter().all(is_open), "{listed}");
}

#[test]
fn browsers_get_an_id_when_they_open_the_page() {
    let server = TestServer::start_with(ServerLimits {
        client_rate: Rate { burst: 3, interval: Duration::from_hours(1) },
        ..ServerLimits::default()
    });
    let get = |path: &str, headers: &[(&str, &str)]| {
        let response = server.send("GET", path, "", headers);
        response.headers.get("set-cookie").map(|cookie| cookie.to_str().unwrap().to_owned())
    };
    let page = ("Accept", "text/html,*/*");
    let cookie = get("/", &[page]).unwrap();
    let own = cookie.split(';').next().unwrap();
    assert!(cookie.starts_with("plateau-client-") && cookie.contains("; HttpOnly; SameSite=Lax"), "{cookie}");
    assert_eq!(get("/", &[page, ("Cookie", own)]), None, "it has one");
    for (path, headers) in [("/", &[][..]), ("/main.js", &[page]), ("/api/catalogue", &[])] {
        assert_eq!(get(path, headers), None, "{path}: programs that ignore cookies use up no ids");
    }
    let stale = format!("{}=0", own.split('=').next().unwrap());
    let stale = ("Cookie", stale.as_str());
    assert_eq!(get("/", &[page, stale, ("Host", "example.org")]), None, "another host");
    assert_eq!(get("/api/catalogue", &[stale]), None, "requests of a page come in parallel");
    assert!(get("/", &[page, stale]).is_some(), "an old one is replaced");
    let id = server.client_id(1);
    for _ in 0..3 {
        let again = server.client_id_with(1, &with_id(&id));
        assert_eq!(again[..16], id[..16], "a client with an id keeps it");
    }
    let refusal = server.post("/api/clients", &json!({}));
    refusal.assert_error(429, "server.too-many-clients");
    assert!(refusal.headers.contains_key("Retry-After"));
    assert_eq!(get("/", &[page]), None);
    assert_eq!(server.get_with("/", &[page]).status, 200, "the page is shown all the same");
}

#[test]
fn moves_behind_a_proxy_do_not_wait_for_bursts() {
    const CONNECTIONS: usize = 150;
    const REQUESTS: usize = 60;
    let directory = tempfile::tempdir().unwrap();
    let access = Access { trust_proxy: true, ..Access::default() };
    let server =
        TestServer::from_options(&Options { access, ..options(directory.path(), ServerLimits::default()) });
    // As nginx without `keepalive` sends them: each request on a connection of its own.
    let post = |path: &str, token: &str, body: &Json| {
        server.keep_connection_with(1, "X-Forwarded-For: 192.0.2.9\r\n").post(path, token, body)
    };
    let created = post("/api/games", "", &two_humans("othello"));
    let path = format!("/api/games/{}/move", created["game"]["id"].as_str().unwrap());
    let request = format!(
        "GET /api/variants/morpion4:19x19x5 HTTP/1.1\r\nHost: {}\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n",
        server.address
    );
    let length = CONNECTIONS * REQUESTS * server.get("/api/variants/morpion4:19x19x5").text.len();
    let mut connections: Vec<_> = (0..CONNECTIONS)
        .map(|_| {
            let mut stream = server.connect_from(1);
            stream.write_all(request.repeat(REQUESTS).as_bytes()).unwrap();
            stream.set_nonblocking(true).unwrap();
            stream
        })
        .collect();
    let (mut received, mut buffer) = (0, vec![0; 1 << 16]);
    let (mut game, mut moves) = (created["game"].clone(), 0);
    wait_until("all answers", || {
        for stream in &mut connections {
            received += std::io::Read::read(stream, &mut buffer).unwrap_or(0);
        }
        let token = created["tokens"][game["view"]["turn"].as_str().unwrap()].as_str().unwrap();
        let body = json!({ "revision": game["revision"], "request": game["revision"].to_string(), "move": game["view"]["moves"][0]["text"] });
        game = post(&path, token, &body);
        moves += 1;
        received >= length || moves >= 50
    });
    // If each step of a move waits for a round of all connections, there are two.
    assert!(moves >= 10, "{moves} moves");
}
