//! Benchmarks, in `benches/` and `examples/`, and the code they share.

use plateau_core::hash::mix2;
use plateau_games::{AnyRecord, AnyVariant};

/// Returns a game after `plies` random moves that do not end it. The same seed gives the
/// same game.
///
/// # Panics
///
/// Panics if every game ends sooner.
pub fn opening(variant: &dyn AnyVariant, seed: u64, plies: u64) -> Box<dyn AnyRecord> {
    let attempt = |attempt: u64| {
        let mut record = variant.start();
        for ply in 0..plies {
            let moves = record.legal_moves();
            let chosen = mix2(seed, attempt << 8 | ply) % moves.len().max(1) as u64;
            record.play(moves.get(chosen as usize)?).ok()?;
        }
        record.finish().is_none().then_some(record)
    };
    (0..1_000).find_map(attempt).expect("an opening that does not end the game")
}
