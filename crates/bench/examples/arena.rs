//! Measures the overhead of the arena: engines that search one ply, on super-morpion, in
//! this process.
//!
//! `cargo run --release -p plateau-bench --example arena -- [GAMES [CONCURRENCY]]`
//!
//! GAMES (default 2,000) are played in pairs and stored first in memory, then in a file.
//! The overhead of a move is the total time minus the time of the engines, on one core.

use std::path::Path;
use std::time::{Duration, Instant};

use plateau_arena::plan::Plan;
use plateau_arena::store::Store;
use plateau_arena::stored_game::RecordNotes;
use plateau_arena::tournament::Tournament;
use plateau_arena::{PlayerPool, Settings};
use plateau_games::REGISTRY;
use plateau_search::Stop;

const PLAYERS: [&str; 2] = ["alphabeta:depth=1", "alphabeta:depth=1,eval=baseline"];

fn main() {
    let numbers: Vec<usize> =
        std::env::args().skip(1).map(|number| number.parse().expect("a number")).collect();
    let (games, concurrency) =
        (numbers.first().copied().unwrap_or(2_000), numbers.get(1).copied().unwrap_or(1));
    let players = PLAYERS.map(|engine| format!("[[player]]\nengine = \"{engine}\"\n")).concat();
    let text = format!("game = \"supermorpion\"\ndepth = 1\npairs = {}\n{players}", games.div_ceil(2));
    let (plan, _) = Plan::parse(&REGISTRY, &text, Path::new("bench.toml")).expect("a plan");
    let variant = REGISTRY.variant("supermorpion").expect("a game");
    let settings = Settings { hash_mb: 1, ..Settings::default() };
    let pool = PlayerPool::for_plan(REGISTRY, &plan, settings, None).expect("players");
    let file = std::env::temp_dir().join(format!("plateau-bench-{}.sqlite", std::process::id()));
    println!("| stored | games | at once | games/s | moves | engines, µs/move | arena, µs/move |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for (location, store) in [("in memory", Store::in_memory()), ("in a file", Store::open(&file))] {
        let mut store = store.expect("a store");
        let mut tournament = Tournament::open(&plan, &*variant, &mut store, false).expect("a tournament");
        let start = Instant::now();
        tournament
            .play(&pool, concurrency, &mut store, &Stop::new(), &mut |_| {})
            .expect("the tournament must finish");
        let total = start.elapsed();
        let count = tournament.games().count();
        let moves: usize = tournament.games().map(|game| RecordNotes::parse(&game.record).times.len()).sum();
        let engine_time: Duration = tournament.games().flat_map(|game| game.times).sum();
        let micros = |time: Duration| time.as_secs_f64() * 1e6 / moves as f64;
        println!(
            "| {location} | {count} | {concurrency} | {:.0} | {moves} | {:.1} | {:.1} |",
            count as f64 / total.as_secs_f64(),
            micros(engine_time),
            micros((total * concurrency as u32).saturating_sub(engine_time)),
        );
    }
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", file.display()));
    }
}
