//! What the arena itself costs: games and moves a second of players that hardly think,
//! inside the process, by UGI and one-shot.
//!
//! ```sh
//! cargo build --release && cc -O2 -o target/bot bots/c/bot.c
//! cargo run --release -p plateau-arena --example speed -- target/release/plateau target/bot
//! ```

use std::fs;
use std::time::{Duration, Instant};

use plateau_arena::game::{Control, Ending, Task};
use plateau_arena::host::Host;
use plateau_arena::{PlayerSpec, Pool, Settings};
use plateau_games::REGISTRY;
use plateau_search::Stop;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    run("inside", "alphabeta:depth=1", 1_000);
    if let Some(plateau) = arguments.first() {
        run("ugi", &format!("ugi!{plateau} engine --engine alphabeta:depth=1"), 100);
    }
    if let Some(bot) = arguments.get(1) {
        run("oneshot", &format!("oneshot!{bot}"), 100);
    }
}

/// Games of super-morpion between two copies of a player.
fn run(label: &str, name: &str, games: u64) {
    let specs = vec![PlayerSpec::parse(name).expect("a player"); 2];
    let settings = Settings { keep: true, ..Settings::default() };
    let pool = Pool::new(REGISTRY, "supermorpion", specs, settings, true).expect("a pool");
    let began = Instant::now();
    let (mut moves, mut thought) = (0, Duration::ZERO);
    for seed in 0..games {
        // Openings of their own, or all games would be the same.
        let opening = vec![format!("{} {}", seed % 9 + 1, seed / 9 % 9 + 1)];
        let variant = "supermorpion".to_owned();
        let task = Task { variant, opening, players: [0, 1], control: Control::Depth(1), seed };
        let result = pool.play(&task, &Stop::new()).expect("a game");
        assert_eq!(result.ending, Ending::Rules);
        moves += result.moves.len();
        thought += result.moves.iter().map(|played| played.time).sum::<Duration>();
    }
    let time = began.elapsed();
    let own = time.saturating_sub(thought).as_secs_f64() * 1e6 / moves as f64;
    let open = fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
    println!(
        "{label}: {games} games, {moves} moves in {:.2} s: {:.0} games/s, {:.1} µs a move, {own:.1} of them the arena's; {open} descriptors open",
        time.as_secs_f64(),
        games as f64 / time.as_secs_f64(),
        time.as_secs_f64() * 1e6 / moves as f64,
    );
}
