//! One client cannot starve the others: each attack that once did, beside an honest client of
//! another address.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use plateau_server::{Access, Options, Rate, ServerLimits};
use serde_json::{Value as Json, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Bytes, Message};

use crate::harness::{TestServer, moves_of, options, two_humans, wait_until};

/// Far less than the attacks take from others if nothing stops them, and far more than an
/// answer takes on a busy machine.
const SOON: Duration = Duration::from_secs(15);

#[test]
fn a_viewer_that_pings_and_never_reads_is_disconnected() {
    let server = TestServer::start();
    let game = server.create_game(&two_humans("tictactoe"));
    let request = format!("ws://{}{}", server.address, game.path("/events")).into_client_request().unwrap();
    let stream = TcpStream::connect(&server.address).unwrap();
    let (mut flood, _) = tungstenite::client(request, stream).unwrap();
    let ping = || Message::Ping(Bytes::from(vec![0; 125]));
    // The answers to all of these would take 25 MB of the server's memory.
    let is_cut_off = (0..200_000).any(|_| flood.send(ping()).is_err());
    assert!(is_cut_off);
}

#[test]
fn many_new_games_of_one_address_leave_room_for_others() {
    // A client has a quarter of this: five games, then one per hour.
    let game_rate = Rate { burst: 20, interval: Duration::from_mins(15) };
    let server = TestServer::start_with(ServerLimits { game_rate, ..ServerLimits::default() });
    let create = |last: u8| server.post_from(last, "/api/games", &two_humans("tictactoe"));
    for _ in 0..5 {
        assert!(create(1).0.starts_with("HTTP/1.1 201 "));
    }
    let (head, body) = create(1);
    assert!(head.starts_with("HTTP/1.1 429 "), "{head}");
    let retry_after = head.lines().find_map(|line| line.strip_prefix("retry-after: ")).expect("a time");
    assert!((3_500..=3_600).contains(&retry_after.parse::<u64>().unwrap()), "{retry_after}");
    assert!(body.contains("server.too-many-new-games"), "{body}");
    assert!(create(2).0.starts_with("HTTP/1.1 201 "), "another address");
    let id = server.client_id(1);
    let neighbour = [("Content-Type", "application/json"), ("X-Client", id.as_str())];
    server.post_with("/api/games", &two_humans("tictactoe").to_string(), &neighbour).ok();
}

#[test]
fn many_slow_engines_of_one_address_do_not_stop_those_of_others() {
    let server = TestServer::start();
    let slow = json!({ "game": "othello", "first": "alphabeta:depth=40", "second": "human" });
    let processors = std::thread::available_parallelism().map_or(2, usize::from).max(2);
    // Each would think for 30 seconds.
    let slow: Vec<String> = (0..12 * processors)
        .map(|_| {
            let created: Json = serde_json::from_str(&server.post_from(1, "/api/games", &slow).1).unwrap();
            format!("/api/games/{}", created["game"]["id"].as_str().unwrap())
        })
        .collect();
    let started = Instant::now();
    let quick = json!({ "game": "tictactoe", "first": "level:3", "second": "human" });
    let (_, created) = server.post_from(2, "/api/games", &quick);
    let created: Json = serde_json::from_str(&created).unwrap();
    let mut stream = server.stream(&format!("/api/games/{}/events", created["game"]["id"].as_str().unwrap()));
    stream.wait_for_game(|game| moves_of(game).len() == 1);
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
    let before = slow.iter().filter(|path| !moves_of(&server.get(path).ok()).is_empty()).count();
    let (all, most) = (slow.len(), 8 * processors);
    assert!(before < most, "{before} of {all} had their turn before another address");
}

#[test]
fn answers_that_are_not_read_time_out() {
    let send_timeout = Duration::from_millis(200);
    let server = TestServer::start_with(ServerLimits { send_timeout, ..ServerLimits::default() });
    let request = format!("GET /api/variants/morpion4:19x19x5 HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let length = server.get("/api/variants/morpion4:19x19x5").text.len();
    let mut unread = server.connect_from(1);
    // As many as fit: the server stops reading when it cannot write.
    unread.set_write_timeout(Some(Duration::from_millis(500))).unwrap();
    let sent = (0..2_000).take_while(|_| unread.write_all(request.as_bytes()).is_ok()).count();
    std::thread::sleep(5 * send_timeout);
    let mut received = Vec::new();
    // Ends with an error if the server closed the connection with unsent data.
    let _ = unread.read_to_end(&mut received);
    assert!(received.len() < sent * length, "{} of {} bytes", received.len(), sent * length);
}

/// Plays Othello against itself over one connection until it is told to stop, and counts the moves.
fn play_until(server: &TestServer, address: u8, moves: &AtomicUsize, is_over: &AtomicBool) {
    let mut connection = server.keep_connection_from(address);
    loop {
        let mut created = connection.post("/api/games", "", &two_humans("othello"));
        let mut game = created["game"].take();
        let path = format!("/api/games/{}/move", game["id"].as_str().unwrap());
        while let Some(next) = game["view"]["moves"].get(0) {
            let token = created["tokens"][game["view"]["turn"].as_str().unwrap()].as_str().unwrap();
            let revision = &game["revision"];
            let body = json!({ "revision": revision, "request": revision.to_string(), "move": next["text"] });
            game = connection.post(&path, token, &body);
            assert!(game["view"].is_object(), "{game}");
            if is_over.load(Ordering::Relaxed) {
                return;
            }
            moves.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Plays without an attack, then during one that comes from the same address. Returns by how much the attack
/// slows moves down: a machine with a slow disk or other work slows both.
fn slowdown_of_moves(server: &TestServer, attack: &impl Fn()) -> f64 {
    let (moves, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let count = || moves.load(Ordering::Relaxed);
    std::thread::scope(|scope| {
        let playing = scope.spawn(|| play_until(server, 1, &moves, &is_over));
        // The first moves open the database and the connection.
        wait_until("the first moves", || count() >= 10);
        let (undisturbed, started) = (count(), Instant::now());
        wait_until("undisturbed moves", || count() >= undisturbed + 100);
        let undisturbed = started.elapsed() / 100;
        let (before, started) = (count(), Instant::now());
        attack();
        let (during, elapsed) = (count() - before, started.elapsed());
        is_over.store(true, Ordering::Relaxed);
        playing.join().unwrap();
        elapsed.as_secs_f64() / during.max(1) as f64 / undisturbed.as_secs_f64()
    })
}

/// Moves are a tenth slower during these attacks. Without turns of connections, a burst makes them three times as
/// slow; unit tests of `connections::turns` check who skips the queue.
const MAX_SLOWDOWN: f64 = 2.0;

/// Attacks up to three times, since other work on the machine may begin meanwhile.
fn check_slowdown_of_moves(server: &TestServer, attack: impl Fn()) {
    let slowdowns: Vec<f64> = (0..3).map(|_| slowdown_of_moves(server, &attack)).collect();
    assert!(slowdowns.iter().any(|&slowdown| slowdown < MAX_SLOWDOWN), "{slowdowns:?} times slower");
}

#[test]
fn moves_do_not_wait_for_bursts_of_requests() {
    const CONNECTIONS: usize = 200;
    const REQUESTS: usize = 30;
    let server = TestServer::start();
    let request = format!("GET /api/variants/morpion4:19x19x5 HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let length = CONNECTIONS * REQUESTS * server.get("/api/variants/morpion4:19x19x5").text.len();
    check_slowdown_of_moves(&server, || {
        let mut connections: Vec<_> = (0..CONNECTIONS)
            .map(|_| {
                let mut stream = server.connect_from(1);
                stream.write_all(request.repeat(REQUESTS).as_bytes()).unwrap();
                stream.set_nonblocking(true).unwrap();
                stream
            })
            .collect();
        let (mut received, mut buffer) = (0, vec![0; 1 << 16]);
        wait_until("all answers", || {
            for stream in &mut connections {
                received += stream.read(&mut buffer).unwrap_or(0);
            }
            received >= length
        });
    });
}

#[test]
fn moves_do_not_wait_for_boards() {
    const BOARDS: usize = 400;
    let server = TestServer::start();
    check_slowdown_of_moves(&server, || {
        std::thread::scope(|scope| {
            for client in 0..40 {
                let server = &server;
                scope.spawn(move || {
                    let mut connection = server.keep_connection_from(1);
                    for number in 0..BOARDS / 40 {
                        // Each is another one, so that the cache does not help.
                        let position = format!("{}/{}", 1 + client % 18, number);
                        let body = json!({ "game": "morpion4:19x19x5", "moves": [format!("{},{}", 1 + client % 19, 1 + number % 19)], "try": position });
                        assert!(connection.post("/api/view", "", &body)["view"].is_object());
                    }
                });
            }
        });
    });
}

#[test]
fn a_cached_board_needs_no_thread() {
    let server = TestServer::start_with(ServerLimits { queued_analyses: 0, ..ServerLimits::default() });
    let view = |moves: &[&str]| server.post("/api/view", &json!({ "game": "tictactoe", "moves": moves }));
    view(&["b2"]).ok();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for client in 0..16 {
            let (server, is_over) = (&server, &is_over);
            scope.spawn(move || {
                let mut connection = server.keep_connection_from(2);
                for number in 0.. {
                    if is_over.load(Ordering::Relaxed) {
                        return;
                    }
                    let body = json!({ "game": "morpion4:19x19x5", "try": format!("{client} {number}") });
                    connection.post("/api/view", "", &body);
                }
            });
        }
        let names = ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"];
        let mut others =
            names.iter().flat_map(|a| names.iter().map(move |b| [*a, *b])).filter(|[a, b]| a != b);
        wait_until("all threads are busy", || {
            view(&["b2"]).ok();
            others.next().is_none_or(|other| view(&other).status == 429)
        });
        for _ in 0..20 {
            view(&["b2"]).ok();
        }
        is_over.store(true, Ordering::Relaxed);
    });
}

#[test]
fn forwarded_addresses_have_shares_of_their_own() {
    let directory = tempfile::tempdir().unwrap();
    let game_rate = Rate { burst: 4, interval: Duration::from_hours(1) };
    let limits = ServerLimits { game_rate, ..ServerLimits::default() };
    let access = Access { trust_proxy: true, ..Access::default() };
    let server = TestServer::from_options(&Options { access, ..options(directory.path(), limits) });
    let create = |forwarded: &str| {
        let headers = [("Content-Type", "application/json"), ("X-Forwarded-For", forwarded)];
        server.post_with("/api/games", &two_humans("tictactoe").to_string(), &headers).status
    };
    assert_eq!(create("192.0.2.7"), 201);
    for same in ["192.0.2.7", "10.1.1.1, 192.0.2.7", "127.0.0.1,192.0.2.7:40000"] {
        assert_eq!(create(same), 429, "{same}: its share is used up");
    }
    assert_eq!((create("192.0.2.8"), create("2001:db8::1"), create("2001:db8::2")), (201, 201, 429));
}

#[test]
fn clients_that_are_slow_to_send_or_to_read_are_evicted() {
    let limits = ServerLimits { connections: 6, connections_per_address: 3, ..ServerLimits::default() };
    let server = TestServer::start_with(limits);
    let host = &server.address;
    let body = "POST /api/view HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{";
    let unread = "GET /api/variants/morpion4:19x19x5 HTTP/1.1\r\nHost: HOST\r\n\r\n".repeat(100);
    for request in [body.to_owned(), "GET / HTTP/1.1\r\nHo".to_owned(), unread] {
        let slow: Vec<_> = (0..6)
            .map(|_| {
                let mut stream = server.connect_from(1);
                stream.write_all(request.replace("HOST", host).as_bytes()).unwrap();
                stream
            })
            .collect();
        let answered = || {
            let mut stream = server.connect_from(1);
            let request = format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
            let mut answer = String::new();
            let sent = stream.write_all(request.as_bytes());
            sent.and_then(|()| stream.read_to_string(&mut answer)).is_ok() && answer.contains(" 200 ")
        };
        // Sooner than any of them times out.
        let started = Instant::now();
        wait_until("a place", answered);
        assert!(started.elapsed() < Duration::from_secs(8), "{:?}", started.elapsed());
        drop(slow);
    }
}

#[test]
fn requests_that_do_not_arrive_hold_no_turns() {
    let server = TestServer::start();
    let host = &server.address;
    let head = format!(
        "POST /api/games HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{{"
    );
    let slow: Vec<_> = (0..64)
        .map(|_| {
            let mut stream = server.connect_from(1);
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    std::thread::sleep(Duration::from_millis(200));
    let started = Instant::now();
    server.get("/api/catalogue").ok();
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
    drop(slow);
}

#[test]
fn the_address_with_most_streams_makes_room_for_others() {
    let limits = ServerLimits { streams: 4, streams_per_address: 3, ..ServerLimits::default() };
    let server = TestServer::start_with(limits);
    let game = server.create_game(&two_humans("tictactoe"));
    let open = |last: u8| {
        let request =
            format!("ws://{}{}", server.address, game.path("/events")).into_client_request().unwrap();
        tungstenite::client(request, server.connect_from(last)).ok().map(|(stream, _)| stream)
    };
    let mut large: Vec<_> = [2, 2, 2, 3].map(|last| open(last).unwrap()).into();
    assert!(open(2).is_none(), "it has its share");
    let _new = open(4).unwrap();
    // The oldest stream of the largest address is closed, after its first event.
    large[0].read().unwrap();
    assert!(large[0].read().is_err());
    assert!(open(3).is_none() && open(4).is_none(), "no address has two more");
}

#[test]
fn idle_connections_make_room_for_new_ones() {
    let limits = ServerLimits { connections: 6, connections_per_address: 3, ..ServerLimits::default() };
    let server = TestServer::start_with(limits);
    let request = format!("GET /api/catalogue HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let started = Instant::now();
    let ask = |last: u8| {
        let mut stream = server.connect_from(last);
        stream.write_all(request.as_bytes()).unwrap();
        let mut start = [0; 12];
        stream.read_exact(&mut start).expect("an answer");
        assert_eq!(&start, b"HTTP/1.1 200");
        stream
    };
    // Kept open, as browsers do.
    let open: Vec<TcpStream> = [1, 1, 1, 1, 1, 2, 3, 4, 5, 1].map(ask).into();
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
    drop(open);
}

#[test]
fn two_hundred_browsers_with_six_connections_are_all_served() {
    let server = TestServer::start();
    let request = format!("GET /api/variants/tictactoe HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let started = Instant::now();
    let mut open: Vec<TcpStream> = (0..1_200)
        .map(|number| {
            let mut stream = server.connect_from(2 + (number / 6) as u8);
            stream.write_all(request.as_bytes()).unwrap();
            stream
        })
        .collect();
    for stream in &mut open {
        let mut start = [0; 12];
        stream.read_exact(&mut start).expect("an answer");
        assert_eq!(&start, b"HTTP/1.1 200");
    }
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
}

#[test]
fn long_analyses_do_not_delay_short_ones_nor_those_of_others() {
    let server = TestServer::start();
    let analysis = |time: &str| json!({ "game": "othello", "every": true, "time": time });
    let processors = std::thread::available_parallelism().map_or(2, usize::from).max(2);
    let mut long: Vec<_> = (0..6 * processors).map(|_| {
        let mut stream = server.connect_from(1);
        let body = analysis("10s").to_string();
        let length = body.len();
        write!(
            stream,
            "POST /api/analyse HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}",
            server.address
        )
        .unwrap();
        stream
    })
    .collect();
    for time in ["200ms", "1s"] {
        let started = Instant::now();
        let (head, body) = server.post_from(2, "/api/analyse", &analysis(time));
        assert!(head.starts_with("HTTP/1.1 200 ") && body.contains("\"done\":true"), "{head} {body}");
        // Sooner than the first of the others is over.
        assert!(started.elapsed() < Duration::from_secs(8), "{time}: {:?}", started.elapsed());
    }
    let is_done = |stream: &mut TcpStream| {
        stream.set_nonblocking(true).unwrap();
        let mut received = Vec::new();
        // Ends with an error where there is no more yet.
        let _ = stream.read_to_end(&mut received);
        String::from_utf8_lossy(&received).contains("\"done\":true")
    };
    let before = long.iter_mut().map(is_done).filter(|is_done| *is_done).count();
    // Those that run at first, and after each of the two analyses.
    let (all, most) = (long.len(), 9 * processors / 2);
    assert!(before < most, "{before} of {all} were answered before another address");
}
