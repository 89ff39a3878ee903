//! Helpers shared by the tests of engines.

use std::ops::Range;

use plateau_core::{Position, Record, Variant};
use plateau_games::{CompiledEngines, EngineSpec, REGISTRY};
use plateau_search::{
    Engine, ErasedParts, Evaluator, GamePosition, Limits, MctsSettings, NoEvaluation, Parts, Settings,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Returns unfinished random games, each with a random number of moves in `plies`.
pub fn random_records<V: Variant>(
    variant: &V,
    seed: u64,
    count: usize,
    plies: Range<usize>,
) -> Vec<Record<V>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut records = Vec::new();
    while records.len() < count {
        let mut record = Record::new(variant.clone());
        for _ in 0..rng.random_range(plies.clone()) {
            if record.finish().is_some() {
                break;
            }
            let mut moves = record.position().legal_moves();
            let mv = moves.nth(rng.random_range(0..moves.len())).unwrap();
            record.play(mv).unwrap();
        }
        if record.finish().is_none() {
            records.push(record);
        }
    }
    records
}

/// Returns the last positions of [`random_records`].
pub fn random_positions<V: Variant>(
    variant: &V,
    seed: u64,
    count: usize,
    plies: Range<usize>,
) -> Vec<V::Position> {
    random_records(variant, seed, count, plies).iter().map(|record| *record.position()).collect()
}

/// Returns the engines that are compiled with the library for a variant of the registry. An
/// engine created from the variant's type would be compiled again here, with every search it
/// may use.
fn compiled_engines<V: Variant>(variant: &V) -> CompiledEngines<V::Position> {
    let registered = REGISTRY.variant(&variant.name()).unwrap();
    CompiledEngines::of(&*registered).expect("the variant of the registry has the same positions")
}

/// Creates the engine of a spec, such as `best`, with a transposition table of this size.
pub fn engine<V: Variant>(variant: &V, spec: &str, hash_mb: usize) -> Box<dyn Engine<V::Position>> {
    let settings = Settings { hash_mb, ..Settings::default() };
    compiled_engines(variant).engine(&EngineSpec::parse(spec).unwrap(), settings).unwrap()
}

/// Creates alpha-beta with an evaluator and no other parts.
pub fn alpha_beta<V: Variant>(
    variant: &V,
    evaluator: impl Evaluator<V::Position>,
    settings: Settings,
) -> Box<dyn Engine<V::Position>> {
    search_with(variant, ErasedParts::new(Parts::new(evaluator)), settings)
}

/// Creates alpha-beta with these parts.
pub fn search_with<V: Variant>(
    variant: &V,
    parts: ErasedParts<V::Position>,
    settings: Settings,
) -> Box<dyn Engine<V::Position>> {
    compiled_engines(variant).alphabeta(parts, settings)
}

/// Creates Monte-Carlo tree search without an evaluation.
pub fn mcts<V: Variant>(variant: &V, settings: MctsSettings) -> Box<dyn Engine<V::Position>> {
    compiled_engines(variant).mcts(ErasedParts::new(Parts::new(NoEvaluation)), settings)
}

/// Returns the best move in the position of a record, with its history and without limits.
pub fn best_move<V: Variant>(
    engine: &mut dyn Engine<V::Position>,
    record: &Record<V>,
) -> <V::Position as Position>::Move {
    let analysis = engine.analyse(&GamePosition::from_record(record), &Limits::default(), &mut |_| {});
    analysis.best().unwrap()
}
