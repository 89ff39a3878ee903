//! Plays each level against the one below, in colour-swapped pairs of games from random
//! openings.
//!
//! `cargo run --release -p plateau-bench --example level_ladder -- [GAMES [LEVEL]] [GAME…]`
//!
//! Plays GAMES games (200 by default, at least 4) per pair of levels, or only LEVEL against the
//! one below it, on all cores. Levels are defined by nodes and seeds, so the table is the same
//! on every machine. The interval is the 95 % confidence interval of the mean score of the
//! pairs.

use std::sync::atomic::{AtomicU64, Ordering};

use plateau_bench::opening;
use plateau_core::Player;
use plateau_games::EngineSpec;
use plateau_games::engines::level::LEVELS;
use plateau_games::{AnyEngine, AnyRecord, AnyVariant, REGISTRY};
use plateau_search::{Limits, Settings};

/// Returns the number of random opening moves: few on small boards, where more would decide the
/// game.
fn plies(variant: &dyn AnyVariant) -> u64 {
    if variant.layout().points.len() > 13 { 4 } else { 2 }
}

/// The maximum length of a game; a longer one is a draw. Only cyclic games get near it.
const LONGEST: usize = 400;

/// Plays a game from an opening and returns the winner.
fn play(mut record: Box<dyn AnyRecord>, engines: &mut [&mut dyn AnyEngine; 2]) -> Option<Player> {
    for _ in 0..LONGEST {
        if let Some(finish) = record.finish() {
            return finish.outcome.winner();
        }
        let engine = &mut *engines[record.turn().index()];
        let analysis = engine.analyse(&*record, &Limits::default(), &mut |_| {}).expect("the same game");
        record.play(&analysis.moves[0].mv).expect("a legal move");
    }
    None
}

/// Plays a pair of games and returns the wins, draws and losses of the higher level.
fn play_pair(variant: &dyn AnyVariant, level: u64, pair: u64) -> [u32; 3] {
    let engine = |level: u64, seed: u64| {
        let spec = EngineSpec::parse(&format!("level:level={level},seed={seed}")).expect("a spec");
        variant.engine(&spec, Settings::default()).expect("an engine")
    };
    let mut counts = [0; 3];
    for higher in [Player::First, Player::Second] {
        let (mut high, mut low) = (engine(level, 2 * pair), engine(level - 1, 2 * pair + 1));
        let mut engines: [&mut dyn AnyEngine; 2] =
            if higher == Player::First { [&mut *high, &mut *low] } else { [&mut *low, &mut *high] };
        match play(opening(variant, pair, plies(variant)), &mut engines) {
            None => counts[1] += 1,
            Some(winner) if winner == higher => counts[0] += 1,
            Some(_) => counts[2] += 1,
        }
    }
    counts
}

/// Plays all pairs, on all cores.
fn play_all(variant: &dyn AnyVariant, level: u64, pairs: u64) -> Vec<[u32; 3]> {
    let next = AtomicU64::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair >= pairs {
                return done;
            }
            done.push(play_pair(variant, level, pair));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    })
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = args.iter().map_while(|word| word.parse().ok()).collect();
    let names = &args[numbers.len()..];
    let games = numbers.first().copied().unwrap_or(200);
    let only = numbers.get(1).copied();
    println!("| game | levels | won | drawn | lost | score | 95 % interval |");
    println!("|---|---|--:|--:|--:|--:|--:|");
    for game in REGISTRY.games().iter().filter(|game| names.is_empty() || names.iter().any(|n| n == game.id))
    {
        let variant = REGISTRY.variant(game.id).expect("a registered game");
        for level in LEVELS.skip(1).filter(|&level| only.is_none_or(|only| only == level)) {
            let results = play_all(&*variant, level, (games / 2).max(2));
            let sum = |at: usize| results.iter().map(|counts| counts[at]).sum::<u32>();
            let scores: Vec<f64> =
                results.iter().map(|&[won, drawn, _]| f64::from(2 * won + drawn) / 4.0).collect();
            let count = scores.len() as f64;
            let mean = scores.iter().sum::<f64>() / count;
            let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (count - 1.0);
            let half = 1.96 * (variance / count).sqrt();
            println!(
                "| {} | {level} – {} | {} | {} | {} | {:.1} % | {:.1} – {:.1} |",
                game.id,
                level - 1,
                sum(0),
                sum(1),
                sum(2),
                100.0 * mean,
                100.0 * (mean - half),
                100.0 * (mean + half),
            );
        }
    }
}
