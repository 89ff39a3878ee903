//! How often a shallow search keeps the value of a position. A solver values every move of random
//! positions, and alpha-beta with each evaluator chooses one:
//!
//! `cargo run --release -p plateau-bench --example kept_values -- GAME DEPTH POSITIONS EVAL…`
//!
//! EVAL is the name of an evaluator or the file of a trained net. Positions come from random games of
//! 10 to 30 plies, and moves differ in value in all of them. The game must be one that `best` solves from
//! there on, such as `connect4`.

use std::path::Path;

use plateau_bench::opening;
use plateau_core::hash::mix2;
use plateau_games::{AnyEngine, AnyRecord, AnyVariant, EngineSpec, REGISTRY, learned};
use plateau_search::{Limits, Score, Settings};

/// The seed of the positions.
const SEED: u64 = 1;

/// The length of the random games.
const PLIES: std::ops::Range<u64> = 10..31;

/// A position with the exact value of each move.
struct Solved {
    record: Box<dyn AnyRecord>,
    moves: Vec<(String, Score)>,
}

/// Solves the position of a number. Returns `None` if all moves have the same value.
fn solve(variant: &dyn AnyVariant, solver: &mut dyn AnyEngine, number: u64) -> Option<Solved> {
    let plies = PLIES.start + mix2(SEED, number) % (PLIES.end - PLIES.start);
    let record = opening(variant, mix2(SEED, number), plies);
    let limits = Limits { multi_pv: true, ..Limits::default() };
    let analysis = solver.analyse(&*record, &limits, &mut |_| {}).expect("the same game");
    let exact = |value: plateau_search::Value| {
        assert!(value.is_exact(), "{} is solved", record.position_text());
        value.estimate
    };
    let moves: Vec<_> = analysis.moves.iter().map(|mv| (mv.mv.clone(), exact(mv.value))).collect();
    let differs = moves.iter().any(|(_, score)| *score != moves[0].1);
    differs.then_some(Solved { record, moves })
}

fn engine(variant: &dyn AnyVariant, spec: &str) -> Box<dyn AnyEngine> {
    let spec = EngineSpec::parse(spec).expect("a spec");
    variant.engine(&spec, Settings { hash_mb: 16, ..Settings::default() }).expect("an engine")
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, depth, positions, evaluators @ ..] = &args[..] else {
        panic!("GAME DEPTH POSITIONS EVAL…");
    };
    let variant = REGISTRY.variant(game).expect("a game");
    let positions: usize = positions.parse().expect("a number of positions");
    let mut solver = engine(&*variant, "best");
    let solved: Vec<Solved> =
        (0..).filter_map(|number| solve(&*variant, &mut *solver, number)).take(positions).collect();
    println!("{game}: {positions} positions, depth {depth}");
    println!("| evaluator | best value kept | win, draw or loss kept |");
    println!("|---|---:|---:|");
    for name in evaluators {
        if Path::new(name).exists() {
            learned::register(name, std::fs::read(name).expect("a readable file"));
        }
        let mut engine = engine(&*variant, &format!("alphabeta:depth={depth},eval={name}"));
        let [mut exact, mut outcome] = [0; 2];
        for Solved { record, moves } in &solved {
            engine.new_game();
            let analysis = engine.analyse(&**record, &Limits::default(), &mut |_| {}).expect("the same game");
            let best = moves.iter().map(|(_, score)| *score).max().expect("a move");
            let chosen = moves.iter().find(|(mv, _)| *mv == analysis.moves[0].mv).expect("a legal move").1;
            exact += usize::from(chosen == best);
            outcome += usize::from(chosen.number().signum() == best.number().signum());
        }
        let share = |count: usize| 100.0 * count as f64 / positions as f64;
        println!("| {name} | {:.1} % | {:.1} % |", share(exact), share(outcome));
    }
}
