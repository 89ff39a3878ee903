//! Load test of the server: 1,000 open event streams and 50 concurrent games, half of them
//! against level 5, and clients that never read their streams.
//!
//! `cargo run --release -p plateau-bench --example server_load [-- SECONDS]`
//!
//! Starts the server in a separate process with the usual limit of 1,024 file descriptors,
//! plays for SECONDS seconds (30 by default) and prints the figures of `docs/load.md`. Exits
//! with code 1 if there was an error or moves took too long.

mod clients;

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clients::{Played, TestGame};
use plateau_bench::server_process::{SERVE, ServerProcess, TestDirectory};

/// The number of games; every second one is against an engine.
const GAMES: usize = 50;

/// The number of event streams, including those of the players.
const STREAMS: usize = 1_000;

/// The number of clients that open a stream and never read it.
const UNREAD_STREAMS: usize = 20;

/// The maximum 99th percentile of a human move's response time.
const BOUND: Duration = Duration::from_millis(50);

/// The maximum memory of the server, in megabytes.
const MEMORY: u64 = 150;

/// State shared by all clients.
#[derive(Default)]
pub struct Shared {
    /// Whether the test is over.
    over: AtomicBool,
    /// The number of events received.
    events: AtomicU64,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    if args.get(1).is_some_and(|word| word == SERVE) {
        return plateau::plateau(args.into_iter().map(Into::into));
    }
    let Ok(seconds) = args.get(1).map_or(Ok(30), |text| text.parse()) else {
        eprintln!("load: found '{}', expected a number of seconds", args[1]);
        return ExitCode::from(2);
    };
    rlimit::increase_nofile_limit(4_096).expect("as many descriptors as streams");
    let data = TestDirectory::new("load");
    let server = ServerProcess::start(data.path());
    let start = server.memory();
    let shared = Shared::default();
    let opponent = |number: usize| if number.is_multiple_of(2) { "level:5" } else { "human" };
    let create = |number| TestGame::create(server.page(), "othello", opponent(number), number);
    let games: Vec<TestGame> = (0..GAMES).map(create).collect();
    let busy_game = TestGame::create(server.page(), "morpion4:19x19x5", "human", GAMES);
    let unread_streams: Vec<_> = (0..UNREAD_STREAMS).map(|_| busy_game.watch()).collect();
    let played = thread::scope(|scope| {
        let (shared, games) = (&shared, &games);
        let watchers: Vec<_> = (0..STREAMS - GAMES)
            .map(|number| {
                let socket = games[number % GAMES].watch();
                let small = thread::Builder::new().stack_size(256 * 1024);
                small.spawn_scoped(scope, move || clients::read(socket, shared)).expect("a thread")
            })
            .collect();
        let players: Vec<_> = games.iter().map(|game| scope.spawn(move || game.play(shared))).collect();
        let updates = scope.spawn(|| busy_game.update_repeatedly(shared));
        thread::sleep(Duration::from_secs(seconds));
        shared.over.store(true, Ordering::Relaxed);
        let mut played: Vec<Played> = players.into_iter().map(|player| player.join().unwrap()).collect();
        // Wait for the last events; stopping the server closes all streams.
        thread::sleep(Duration::from_secs(2));
        played.push(updates.join().unwrap());
        let dropped = unread_streams.into_iter().filter(clients::is_dropped).count();
        let (peak, end) = (server.peak(), server.memory());
        println!("memory of the server: {start} MB at the start, {peak} at most, {end} at the end");
        println!("unread streams disconnected: {dropped} of {UNREAD_STREAMS}");
        let ended = Instant::now();
        server.end();
        let seen: Vec<String> = watchers.into_iter().map(|watcher| watcher.join().unwrap()).collect();
        println!("shutdown took {} ms, with {} streams open", ended.elapsed().as_millis(), STREAMS - GAMES);
        for (number, last) in seen.iter().enumerate() {
            let played = &mut played[number % GAMES];
            if !last.contains(&format!("\"revision\":{},", played.revision)) {
                played.errors.push(format!("a watcher missed revision {}: {last:.80}", played.revision));
            }
        }
        if peak > MEMORY {
            played[0].errors.push(format!("the server took {peak} MB, more than {MEMORY}"));
        }
        if dropped < UNREAD_STREAMS {
            played[0].errors.push("an unread stream is still connected".to_owned());
        }
        played
    });
    report(&played, shared.events.load(Ordering::Relaxed))
}

fn report(played: &[Played], events: u64) -> ExitCode {
    let errors: Vec<&String> = played.iter().flat_map(|played| &played.errors).collect();
    let mut times: Vec<Duration> = played.iter().flat_map(|played| played.times.iter().copied()).collect();
    times.sort_unstable();
    let part = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)];
    let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
    let (half, most, worst) = (part(50), part(99), times[times.len() - 1]);
    let replies: usize = played.iter().map(|played| played.replies).sum();
    println!("moves of humans: {}, of engines: {replies}; events received: {events}", times.len());
    println!(
        "latency of a human's move: p50 {:.1} ms, p99 {:.1} ms, worst {:.1} ms",
        ms(half),
        ms(most),
        ms(worst)
    );
    println!("games that ended early: {}", played.iter().filter(|played| played.finished).count());
    println!("errors: {}", errors.len());
    for error in errors.iter().take(10) {
        println!("  {error}");
    }
    ExitCode::from(u8::from(!errors.is_empty() || most > BOUND))
}
