//! Siege of the server: 50 honest games, 1,000 event streams and short analyses, beside one attack
//! after the other.
//!
//! `cargo run --release -p plateau-bench --example siege [-- SECONDS [PART…]]`
//!
//! Starts the server in a separate process and each attack in another, for SECONDS seconds each
//! (11 by default, so that everything takes eight minutes; 3 is a smoke test). Prints the tables of
//! `docs/load.md`: first with honest clients on addresses of their own, then with everyone on that
//! of the attacker, then with an attacker who also has another name in each request and all client
//! ids that it can get. PARTs limit the attacks to those whose title contains one of them. Exits
//! with code 1 if an aim is missed.

mod attacks;
mod honest;
mod http;
mod report;

use std::net::Ipv4Addr;
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use attacks::{ATTACK, ATTACKS, CLIENT_IDS};
use honest::{Addresses, Honest};
use plateau_bench::server_process::{SERVE, ServerProcess, TestDirectory};
use report::Row;

/// The number of games; every second one is against an engine.
const GAMES: usize = 50;

/// The number of event streams, including those of the players.
const STREAMS: usize = 1_000;

/// The number of clients that ask for analyses.
const ANALYSTS: usize = 4;

/// How long the server has to recover between two attacks.
const PAUSE: Duration = Duration::from_millis(1_500);

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    rlimit::increase_nofile_limit(10_000).expect("as many descriptors as connections");
    match args.get(1).map(String::as_str) {
        Some(SERVE) => return plateau::plateau(args.into_iter().map(Into::into)),
        Some(ATTACK) => return attack(&args[2..]),
        _ => {}
    }
    let Ok(seconds) = args.get(1).map_or(Ok(11), |text| text.parse()) else {
        eprintln!("siege: found '{}', expected a number of seconds", args[1]);
        return ExitCode::from(2);
    };
    let parts = args.get(2..).unwrap_or_default();
    let tables = [Addresses::Own, Addresses::Shared, Addresses::SharedWithNewNames];
    let missed = tables.map(|addresses| (addresses.name(), besiege(addresses, seconds, parts)));
    println!();
    for (table, missed) in &missed {
        for missed in missed {
            println!("missed ({table}): {missed}");
        }
    }
    ExitCode::from(u8::from(missed.iter().any(|(_, missed)| !missed.is_empty())))
}

/// Runs an attack in this process: `attack NUMBER SERVER SECONDS ADDRESSES`.
fn attack(args: &[String]) -> ExitCode {
    let [number, server, seconds, addresses] = args else { return ExitCode::from(2) };
    let (Ok(number), Ok(server), Ok(seconds), Some(addresses)) =
        (number.parse(), server.parse(), seconds.parse(), Addresses::parse(addresses))
    else {
        return ExitCode::from(2);
    };
    attacks::run(number, server, seconds, addresses);
    ExitCode::SUCCESS
}

/// Runs all attacks against one server, and prints their table. Returns which aims were missed.
fn besiege(addresses: Addresses, seconds: u64, parts: &[String]) -> Vec<String> {
    let data = TestDirectory::new("siege");
    let server = ServerProcess::start(data.path());
    let honest = Honest::new(server.address(), addresses, GAMES);
    thread::scope(|scope| {
        let honest = &honest;
        let start = |run: fn(&Honest, usize), number: usize| {
            let small = thread::Builder::new().stack_size(256 * 1024);
            small.spawn_scoped(scope, move || run(honest, number)).expect("a thread");
        };
        (0..GAMES).for_each(|number| start(Honest::play, number));
        (GAMES..STREAMS).for_each(|number| start(Honest::watch, number));
        (0..ANALYSTS).for_each(|number| start(Honest::analyse, number));
        while honest.streams.load(Ordering::Relaxed) < STREAMS * 95 / 100 {
            thread::sleep(Duration::from_millis(100));
        }
        thread::sleep(PAUSE);
        report::print_head(match addresses {
            Addresses::Own => "Honest clients on 127.0.0.2 to 127.0.0.201, the attacker on 127.0.0.1:",
            Addresses::Shared => "All on one address:",
            Addresses::SharedWithNewNames => {
                "All on one address, the attacker with another name in each request:"
            }
        });
        let is_wanted =
            |title: &str| parts.is_empty() || parts.iter().any(|part| title.contains(part.as_str()));
        let mut missed = Vec::new();
        let mut ids = Vec::new();
        for number in (0..ATTACKS.len()).filter(|&number| is_wanted(ATTACKS[number].title)) {
            server.reset_peak();
            honest.take_samples();
            if addresses == Addresses::SharedWithNewNames {
                // All that the server has left.
                ids.extend(std::iter::from_fn(|| http::new_id(server.address(), Ipv4Addr::LOCALHOST)));
            }
            let attacker = run_attack(number, &server, seconds, addresses, &ids.join(" "));
            let (samples, peak_mb) = (honest.take_samples(), server.peak());
            let attack = &ATTACKS[number];
            let row = Row { title: attack.title, samples, peak_mb, attacker, is_honest: attack.is_honest };
            missed.extend(row.print());
            thread::sleep(PAUSE);
        }
        if !ids.is_empty() {
            println!("\nThe attacker had {} client ids.", ids.len());
        }
        println!("\nMemory at the end: {} MB.", server.memory());
        honest.over.store(true, Ordering::Relaxed);
        let ended = Instant::now();
        server.end();
        println!("Shutdown with {STREAMS} streams: {} ms.", ended.elapsed().as_millis());
        missed
    })
}

/// Runs an attack in a separate process. Returns how many requests it sent, and how many of those
/// were refused.
fn run_attack(
    number: usize,
    server: &ServerProcess,
    seconds: u64,
    addresses: Addresses,
    ids: &str,
) -> (u64, u64) {
    let own = std::env::current_exe().expect("a program");
    // The attacker's processors are its own: here it takes what the server leaves.
    let output = Command::new("nice")
        .args(["-n", "19"])
        .arg(own)
        .args([ATTACK, &number.to_string(), &server.address().to_string(), &seconds.to_string()])
        .arg(addresses.name())
        .env(CLIENT_IDS, ids)
        .stderr(Stdio::inherit())
        .output()
        .expect("an attack");
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers: Vec<u64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    (numbers.first().copied().unwrap_or(0), numbers.get(1).copied().unwrap_or(0))
}
