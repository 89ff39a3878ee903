//! Kills the server with SIGKILL at random moments while games are played as fast as possible,
//! and checks after each restart that every acknowledged move is there.
//!
//! `cargo run --release -p plateau-bench --example kill_server [-- KILLS [power-cuts]]`
//!
//! With `power-cuts`, each kill is a power cut: of what the server wrote to its database without
//! waiting for the disk, only a random part is left, sector by sector. `strace` records what that is.
//!
//! Prints how many moves were acknowledged and lost, and how many games are orphans: stored, but
//! unknown to their creator, because the response was lost. Exits with code 1 if a move was lost.

mod disk;
mod player;
mod trace;

use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use plateau_bench::server_process::{SERVE, ServerProcess, TestDirectory};
use plateau_core::hash::mix2;
use serde_json::Value as Json;

use disk::TracedDisk;
use player::Player;

/// The number of players.
const PLAYERS: usize = 8;

/// The shortest and the longest time between a start and a kill, in milliseconds.
const LIFE: (u64, u64) = (50, 800);

/// What a kill takes with it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Crash {
    /// The process.
    Kill,
    /// The process, and what is not on disk yet.
    PowerCut,
}

/// Returns how many games are stored.
fn stored_games(page: &str, data: &TestDirectory) -> usize {
    let token = std::fs::read_to_string(data.path().join("admin-token")).expect("an admin token");
    let request = ureq::get(format!("{page}api/admin/games"));
    let mut response =
        request.header("Authorization", format!("Bearer {}", token.trim())).call().expect("an answer");
    let text = response.body_mut().with_config().limit(1 << 30).read_to_string().expect("a text");
    let list: Json = serde_json::from_str(&text).expect("JSON");
    list["games"].as_array().map_or(0, Vec::len)
}

/// Reads the arguments; `None` if they are wrong.
fn parse(args: &[String]) -> Option<(u64, Crash)> {
    let kills = args.first().map_or(Some(100), |text| text.parse().ok())?;
    match args.get(1..).unwrap_or_default() {
        [] => Some((kills, Crash::Kill)),
        [word] if word == "power-cuts" => Some((kills, Crash::PowerCut)),
        _ => None,
    }
}

/// Starts the server and lets everyone play until it is killed.
fn play_until_crash(players: &mut [Player], data: &TestDirectory, crash: Crash, life: Duration) {
    let (server, disk) = match crash {
        Crash::Kill => (ServerProcess::start(data.path()), None),
        Crash::PowerCut => {
            let disk = TracedDisk::new(data.path());
            (ServerProcess::start_under(&disk.tracer(), data.path()), Some(disk))
        }
    };
    let page = server.page().to_owned();
    thread::scope(|scope| {
        for player in players {
            let page = &page;
            scope.spawn(move || player.play(page));
        }
        thread::sleep(life);
        server.kill();
    });
    if let Some(disk) = disk {
        disk.cut_power();
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    if args.get(1).is_some_and(|word| word == SERVE) {
        return plateau::plateau(args.into_iter().map(Into::into));
    }
    let Some((kills, crash)) = parse(&args[1..]) else {
        eprintln!("kill_server: expected a number of kills, then power-cuts or nothing");
        return ExitCode::from(2);
    };
    let data = TestDirectory::new("kills");
    // Creates the database.
    ServerProcess::start(data.path()).end();
    let mut players: Vec<Player> = (0..PLAYERS).map(Player::new).collect();
    let mut lost = 0;
    for kill in 0..kills {
        let life = Duration::from_millis(LIFE.0 + mix2(kill, kills) % (LIFE.1 - LIFE.0));
        play_until_crash(&mut players, &data, crash, life);
        // The dead server's directory is opened by the next one, as after a crash.
        let server = ServerProcess::start(data.path());
        lost += players.iter_mut().map(|player| player.lost(server.page())).sum::<u64>();
        if kill + 1 == kills {
            let known: usize = players.iter().map(|player| player.games.len()).sum();
            let orphans = stored_games(server.page(), &data).saturating_sub(known);
            let acknowledged: usize = players.iter().map(|player| player.acknowledged).sum();
            let name = if crash == Crash::Kill { "kills" } else { "power cuts" };
            println!(
                "| {name} | games | acknowledged moves | lost | orphans |\n|---:|---:|---:|---:|---:|\n\
                 | {kills} | {known} | {acknowledged} | {lost} | {orphans} |"
            );
        }
        server.end();
    }
    ExitCode::from(u8::from(lost > 0))
}
