//! Measures the overhead of the arena: games of super-morpion between built-in engines at
//! depth 1.
//!
//! `cargo run --release -p plateau-bench --example arena_overhead -- [GAMES [CONCURRENCY]]`
//!
//! Plays GAMES games (2,000 by default) in pairs, first with an in-memory store, then with a
//! file. The overhead per move is the total time minus the time of the engines.

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
    let host = PlayerPool::for_plan(REGISTRY, &plan, settings, None).expect("players");
    let file = std::env::temp_dir().join(format!("plateau-bench-{}.sqlite", std::process::id()));
    println!("| store | games | at once | games/s | moves | engines, µs/move | arena, µs/move |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for (location, store) in [("in memory", Store::in_memory()), ("in a file", Store::open(&file))] {
        let mut store = store.expect("a store");
        let mut tournament = Tournament::open(&plan, &*variant, &mut store, false).expect("a tournament");
        let begin = Instant::now();
        tournament.play(&host, concurrency, &mut store, &Stop::new(), &mut |_| {}).expect("an end");
        let whole = begin.elapsed();
        let count = tournament.games().count();
        let moves: usize = tournament.games().map(|game| RecordNotes::parse(&game.record).times.len()).sum();
        let thought: Duration = tournament.games().flat_map(|game| game.times).sum();
        let micros = |time: Duration| time.as_secs_f64() * 1e6 / moves as f64;
        println!(
            "| {location} | {count} | {concurrency} | {:.0} | {moves} | {:.1} | {:.1} |",
            count as f64 / whole.as_secs_f64(),
            micros(thought),
            micros((whole * concurrency as u32).saturating_sub(thought)),
        );
    }
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", file.display()));
    }
}
