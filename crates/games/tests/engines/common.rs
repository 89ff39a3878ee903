//! Helpers shared by the tests of engines.

use std::ops::Range;

use plateau_core::{Position, Record, Variant};
use plateau_games::EngineSpec;
use plateau_games::{AnyEngine, REGISTRY};
use plateau_search::{Analysis, Limits, Settings};
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

/// An engine of the registry that analyses typed records.
///
/// The registry's engines are compiled with the library. An engine created from the
/// variant's type would be compiled again here, with every search it may use.
pub struct RegisteredEngine(Box<dyn AnyEngine>);

impl RegisteredEngine {
    /// Creates the engine of a spec, such as `best`, for a variant of the registry.
    pub fn new<V: Variant>(variant: &V, spec: &str) -> Self {
        let settings = Settings { hash_mb: 4, ..Settings::default() };
        let variant = REGISTRY.variant(&variant.name()).unwrap();
        Self(variant.engine(&EngineSpec::parse(spec).unwrap(), settings).unwrap())
    }

    /// Analyses the position of a record, with its history and without limits.
    pub fn analyse<V: Variant>(&mut self, record: &Record<V>) -> Analysis<String> {
        let record = REGISTRY.record(&record.to_string()).unwrap();
        self.0.analyse(&*record, &Limits::default(), &mut |_| {}).unwrap()
    }

    /// Returns the best move.
    pub fn best_move<V: Variant>(&mut self, record: &Record<V>) -> <V::Position as Position>::Move {
        let analysis = self.analyse(record);
        record.variant().parse_move(record.position(), &analysis.moves[0].mv).unwrap()
    }
}
