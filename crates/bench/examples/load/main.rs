//! Load test of the server: 1,000 open event streams and 50 games at once, half of them
//! against level 5, plus clients that never read their stream.
//!
//! `cargo run --release -p plateau-bench --example load [-- SECONDS]`
//!
//! Starts the server in a separate process with the usual 1,024 descriptors, plays for
//! SECONDS (default 30) and prints the results shown in `docs/load.md`. Exits with code 1
//! on any error or if moves take too long.

mod clients;
mod server;

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clients::{GameClient, GameStats};
use server::Server;

/// Number of games; every other one is against an engine.
const GAMES: usize = 50;

/// Number of event streams, including those of the players.
const STREAMS: usize = 1_000;

/// Number of clients that open a stream and never read it.
const STALLED: usize = 20;

/// Maximum latency of a human's move at the 99th percentile.
const MAX_LATENCY: Duration = Duration::from_millis(50);

/// Maximum memory of the server in megabytes.
const MAX_MEMORY_MB: u64 = 150;

/// State shared by all clients.
#[derive(Default)]
pub struct Shared {
    /// Whether the test is over.
    done: AtomicBool,
    /// Number of messages received.
    events: AtomicU64,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    if args.get(1).is_some_and(|word| word == server::SERVE) {
        return plateau::plateau(args.into_iter().map(Into::into));
    }
    let Ok(seconds) = args.get(1).map_or(Ok(30), |text| text.parse()) else {
        eprintln!("load: found '{}', expected a number of seconds", args[1]);
        return ExitCode::from(2);
    };
    rlimit::increase_nofile_limit(4_096).expect("a higher limit on descriptors");
    let server = Server::start();
    let start = server.memory();
    let shared = Shared::default();
    let opponent = |number: usize| if number.is_multiple_of(2) { "level:5" } else { "human" };
    let create = |number| GameClient::create(server.page(), "othello", opponent(number), number);
    let games: Vec<GameClient> = (0..GAMES).map(create).collect();
    let busy_game = GameClient::create(server.page(), "morpion4:19x19x5", "human", GAMES);
    let stalled: Vec<_> = (0..STALLED).map(|_| busy_game.watch()).collect();
    let all_stats = thread::scope(|scope| {
        let (shared, games) = (&shared, &games);
        let watchers: Vec<_> = (0..STREAMS - GAMES)
            .map(|number| {
                let game = &games[number % GAMES];
                let socket = game.watch();
                let small = thread::Builder::new().stack_size(256 * 1024);
                small.spawn_scoped(scope, move || clients::read(socket, shared)).expect("a thread")
            })
            .collect();
        let players: Vec<_> = games.iter().map(|game| scope.spawn(move || game.play(shared))).collect();
        let updater = scope.spawn(|| busy_game.update_repeatedly(shared));
        thread::sleep(Duration::from_secs(seconds));
        shared.done.store(true, Ordering::Relaxed);
        let mut stats: Vec<GameStats> = players.into_iter().map(|player| player.join().unwrap()).collect();
        // Wait for the last events. The shutdown of the server ends all streams.
        thread::sleep(Duration::from_secs(2));
        stats.push(updater.join().unwrap());
        let dropped = stalled.into_iter().filter(clients::is_dropped).count();
        let (peak, end) = (server.peak(), server.memory());
        println!("memory of the server: {start} MB at the start, {peak} MB at the peak, {end} MB at the end");
        println!("streams that were never read: {dropped} of {STALLED} disconnected");
        let shutdown = Instant::now();
        server.terminate();
        let seen: Vec<String> = watchers.into_iter().map(|watcher| watcher.join().unwrap()).collect();
        println!(
            "the shutdown took {} ms with {} streams open",
            shutdown.elapsed().as_millis(),
            STREAMS - GAMES
        );
        for (number, last) in seen.iter().enumerate() {
            let stats = &mut stats[number % GAMES];
            if !last.contains(&format!("\"revision\":{},", stats.revision)) {
                stats.errors.push(format!("a spectator missed revision {}: {last:.80}", stats.revision));
            }
        }
        if peak > MAX_MEMORY_MB {
            stats[0].errors.push(format!("the server used {peak} MB of memory, more than {MAX_MEMORY_MB}"));
        }
        if dropped < STALLED {
            stats[0].errors.push("a stream that was never read is still open".to_owned());
        }
        stats
    });
    report(&all_stats, shared.events.load(Ordering::Relaxed))
}

fn report(stats: &[GameStats], events: u64) -> ExitCode {
    let errors: Vec<&String> = stats.iter().flat_map(|stats| &stats.errors).collect();
    let mut times: Vec<Duration> = stats.iter().flat_map(|stats| stats.times.iter().copied()).collect();
    times.sort_unstable();
    let percentile = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
    let (p50, p99, max) = (percentile(50), percentile(99), times[times.len() - 1]);
    let replies: usize = stats.iter().map(|stats| stats.replies).sum();
    println!("moves of humans: {}, of engines: {replies}; events received: {events}", times.len());
    println!(
        "latency of a human's move: p50 {:.1} ms, p99 {:.1} ms, maximum {:.1} ms",
        ms(p50),
        ms(p99),
        ms(max)
    );
    println!("games that ended early: {}", stats.iter().filter(|stats| stats.finished).count());
    println!("errors: {}", errors.len());
    for error in errors.iter().take(10) {
        println!("  {error}");
    }
    ExitCode::from(u8::from(!errors.is_empty() || p99 > MAX_LATENCY))
}
