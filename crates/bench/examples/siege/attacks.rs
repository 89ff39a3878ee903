//! The attacks. Each runs in a process of its own for some seconds, as fast as it can.

use std::io::{ErrorKind, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use plateau_core::hash::mix2;
use plateau_games::REGISTRY;
use serde_json::json;

use crate::honest::Addresses;
use crate::http::{Client, Names, Stream, connect, open_stream};

/// The stack of a client's thread.
const STACK: usize = 128 * 1024;

/// The command with which this program attacks a server.
pub const ATTACK: &str = "attack";

/// The variable with the client ids of an attacker.
pub const CLIENT_IDS: &str = "SIEGE_CLIENT_IDS";

/// An attack.
pub struct Attack {
    /// What the table calls it.
    pub title: &'static str,
    /// Whether those who take part are honest too, so that none may be refused.
    pub is_honest: bool,
    run: fn(&Target),
}

/// All attacks, in the order of the table.
pub const ATTACKS: [Attack; 12] = [
    Attack { title: "no attack", is_honest: false, run: |_| {} },
    Attack { title: "40 streams that ping and never read", is_honest: false, run: unread_pings },
    Attack { title: "new games, as fast as possible", is_honest: false, run: new_games },
    Attack { title: "new games with ten changes each", is_honest: false, run: changed_games },
    Attack { title: "256 games of `alphabeta:depth=40`", is_honest: false, run: slow_engines },
    Attack {
        title: "120 unread answers on each of 1,000 connections",
        is_honest: false,
        run: unread_answers,
    },
    Attack { title: "4,000 idle connections", is_honest: false, run: idle_connections },
    Attack { title: "200 browsers with 6 connections each", is_honest: true, run: browsers },
    Attack { title: "two analyses of 10 s", is_honest: false, run: |target| analyses(target, 2, "othello") },
    Attack { title: "60 loops of `/api/view` on 19×19", is_honest: false, run: views },
    Attack {
        title: "66 analyses of Connect Four",
        is_honest: false,
        run: |target| analyses(target, 66, "connect4"),
    },
    Attack {
        title: "1,980 analyses of Connect Four",
        is_honest: false,
        run: |target| analyses(target, 1_980, "connect4"),
    },
];

/// What is attacked, and what came of it.
struct Target {
    server: SocketAddr,
    until: Instant,
    /// The addresses of honest participants.
    addresses: Addresses,
    /// How the attacker calls itself.
    names: Names,
    sent: AtomicU64,
    refused: AtomicU64,
}

/// Runs an attack and prints how many requests were sent and refused.
pub fn run(attack: usize, server: SocketAddr, seconds: u64, addresses: Addresses) {
    let until = Instant::now() + Duration::from_secs(seconds);
    let names = if addresses == Addresses::SharedWithNewNames {
        let ids = std::env::var(CLIENT_IDS).unwrap_or_default();
        Names::Changing(Arc::new(ids.split_whitespace().map(str::to_owned).collect()))
    } else {
        Names::Own(None)
    };
    let (sent, refused) = (AtomicU64::new(0), AtomicU64::new(0));
    let target = Target { server, until, addresses, names, sent, refused };
    (ATTACKS[attack].run)(&target);
    thread::sleep(until.saturating_duration_since(Instant::now()));
    println!("{} {}", target.sent.load(Ordering::Relaxed), target.refused.load(Ordering::Relaxed));
}

impl Target {
    fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    fn client(&self) -> Client {
        Client::new(self.server, Ipv4Addr::LOCALHOST, self.names.clone())
    }

    fn open_stream(&self, game: &str) -> Result<Stream, String> {
        open_stream(self.server, Ipv4Addr::LOCALHOST, &self.names, game)
    }

    /// Counts a request, and whether it was refused.
    fn count(&self, is_accepted: bool) {
        self.sent.fetch_add(1, Ordering::Relaxed);
        self.refused.fetch_add(u64::from(!is_accepted), Ordering::Relaxed);
    }

    /// Creates a game and returns its id.
    fn new_game(&self, first: &str, second: &str) -> Option<String> {
        let body = json!({ "game": "othello", "first": first, "second": second });
        let response = self.client().post("/api/games", None, &body).ok()?;
        self.count(response.status == 201);
        Some(response.ok().ok()?["game"]["id"].as_str()?.to_owned())
    }
}

/// Runs clients at the same time, each with its number.
fn at_once(clients: usize, run: impl Fn(usize) + Sync) {
    let run = &run;
    thread::scope(|scope| {
        for number in 0..clients {
            let small = thread::Builder::new().stack_size(STACK);
            small.spawn_scoped(scope, move || run(number)).expect("a thread");
        }
    });
}

fn unread_pings(target: &Target) {
    let Some(game) = target.new_game("human", "human") else { return };
    // A masked frame with the longest payload that a ping may have.
    let ping: Vec<u8> = [0x89, 0x80 | 0x7d, 0, 0, 0, 0].into_iter().chain([0; 125]).collect();
    let pings = ping.repeat(500);
    at_once(40, |_| {
        while !target.is_over() {
            let stream = target.open_stream(&game);
            let Ok(mut stream) = stream else {
                target.count(false);
                continue;
            };
            let _ = stream.get_mut().set_write_timeout(Some(Duration::from_secs(1)));
            let mut is_open = true;
            while is_open && !target.is_over() {
                is_open = match stream.get_mut().write_all(&pings) {
                    Ok(()) => true,
                    // The server reads no more, because its answers are not read.
                    Err(error) => matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
                };
            }
            target.count(is_open);
        }
    });
}

fn new_games(target: &Target) {
    at_once(16, |_| {
        let mut client = target.client();
        let body = json!({ "game": "tictactoe", "first": "human", "second": "human" });
        while !target.is_over() {
            let response = client.post("/api/games", None, &body);
            target.count(response.is_ok_and(|response| response.status == 201));
        }
    });
}

fn changed_games(target: &Target) {
    at_once(16, |_| {
        let mut client = target.client();
        let body = json!({ "game": "tictactoe", "first": "human", "second": "human" });
        while !target.is_over() {
            let created = client.post("/api/games", None, &body).ok().and_then(|response| response.ok().ok());
            target.count(created.is_some());
            let Some(created) = created else { continue };
            let id = created["game"]["id"].as_str().unwrap_or_default();
            let (path, token) = (format!("/api/games/{id}/seats"), created["tokens"]["x"].as_str());
            for revision in 1..=10 {
                let request = revision.to_string();
                let seats =
                    json!({ "revision": revision, "request": request, "first": "human", "second": "human" });
                let response = client.post(&path, token, &seats);
                target.count(response.is_ok_and(|response| response.status == 200));
            }
        }
    });
}

fn slow_engines(target: &Target) {
    let spec = "alphabeta:depth=40";
    at_once(256, |_| {
        while !target.is_over() {
            let stream = target.new_game(spec, spec).and_then(|game| target.open_stream(&game).ok());
            let Some(mut stream) = stream else {
                thread::sleep(Duration::from_secs(1));
                continue;
            };
            // Engines think while someone watches.
            let _ = stream.get_mut().set_read_timeout(Some(Duration::from_secs(2)));
            while !target.is_over() {
                match stream.read() {
                    Ok(tungstenite::Message::Text(text)) if text.contains("\"finish\":{") => break,
                    Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {}
                    Ok(_) => {}
                    Err(_) => break,
                }
            }
        }
    });
}

fn unread_answers(target: &Target) {
    let request = format!("GET /api/variants/morpion4:19x19x5 HTTP/1.1\r\nHost: {}\r\n\r\n", target.server);
    let requests = request.repeat(120);
    at_once(8, |_| {
        let mut connections: Vec<_> = (0..125).map(|_| None).collect();
        while !target.is_over() {
            for slot in &mut connections {
                if slot.is_none() {
                    let connection = connect(target.server, Ipv4Addr::LOCALHOST).ok();
                    *slot = connection
                        .filter(|stream| stream.set_nonblocking(true).is_ok())
                        .map(|stream| (stream, 0));
                    target.count(slot.is_some());
                }
                let Some((stream, sent)) = slot else { continue };
                let is_open = match stream.write(&requests.as_bytes()[*sent..]) {
                    Ok(written) => {
                        *sent += written;
                        matches!(stream.take_error(), Ok(None))
                    }
                    Err(error) => error.kind() == ErrorKind::WouldBlock,
                };
                if !is_open {
                    target.refused.fetch_add(1, Ordering::Relaxed);
                    *slot = None;
                }
            }
            thread::sleep(Duration::from_millis(100));
        }
    });
}

fn idle_connections(target: &Target) {
    at_once(8, |_| {
        let mut clients: Vec<Client> = (0..500).map(|_| target.client()).collect();
        while !target.is_over() {
            for client in &mut clients {
                let response = client.get("/api/variants/tictactoe");
                target.count(response.is_ok_and(|response| response.status == 200));
                if target.is_over() {
                    return;
                }
            }
            thread::sleep(Duration::from_secs(5));
        }
    });
}

/// 1,200 connections, of which each loads a file of the page and stays open.
fn browsers(target: &Target) {
    let files =
        ["/", "/api/catalogue", "/api/variants/othello", "/api/variants/connect4", "/main.js", "/style.css"];
    at_once(1_200, |number| {
        let (browser, connection) = (number / files.len(), number % files.len());
        let source = target.addresses.of(browser);
        let mut client = Client::new(target.server, source, Names::Own(None));
        while !target.is_over() {
            let response = client.get(files[connection]);
            target.count(response.is_ok_and(|response| matches!(response.status, 200 | 404)));
            let pause = Duration::from_millis(3_000 + mix2(number as u64, 0) % 2_000);
            thread::sleep(pause.min(target.until.saturating_duration_since(Instant::now())));
        }
    });
}

fn views(target: &Target) {
    let variant = REGISTRY.variant("morpion4:19x19x5").expect("a game");
    let games: Vec<_> =
        (0..60).map(|seed| plateau_bench::opening(variant.as_ref(), seed, 60).moves()).collect();
    at_once(60, |number| {
        let mut client = target.client();
        for seed in 0.. {
            if target.is_over() {
                return;
            }
            // Many different requests, so that the cache of boards does not help.
            let dice = mix2(number as u64, seed);
            let moves = &games[dice as usize % games.len()][..20 + (dice >> 32) as usize % 40];
            let body = json!({ "game": "morpion4:19x19x5", "moves": moves });
            let response = client.post("/api/view", None, &body);
            target.count(response.is_ok_and(|response| response.status == 200));
        }
    });
}

fn analyses(target: &Target, clients: usize, game: &str) {
    let variant = REGISTRY.variant(game).expect("a game");
    at_once(clients, |number| {
        let mut client = target.client();
        let moves = plateau_bench::opening(variant.as_ref(), number as u64, 6).moves();
        let body =
            json!({ "game": game, "moves": moves, "time": "10s", "every": true, "engine": "best:book=off" });
        while !target.is_over() {
            let response = client.post("/api/analyse", None, &body);
            let is_accepted = response.is_ok_and(|response| response.status == 200);
            target.count(is_accepted);
            if !is_accepted {
                thread::sleep(Duration::from_secs(1));
            }
        }
    });
}
