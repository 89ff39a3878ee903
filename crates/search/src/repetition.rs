//! Draws by repetition that follow from the game history.
//!
//! Repetitions within the searched tree are detected by each search on its own
//! path.

use plateau_core::Position;
use plateau_core::record::REPETITIONS_TO_DRAW;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::engine::GamePosition;

/// Returns the keys of the positions whose next occurrence is a draw by
/// repetition.
///
/// Positions that occurred only once are not included. They cannot change the
/// value: a side that can force a win can do so without repeating a position,
/// and a side that can hold a draw loses nothing if the draw comes earlier.
pub(crate) fn repetition_draws<P: Position>(game: &GamePosition<P>) -> FxHashSet<u64> {
    let counts = occurrences(game).into_iter();
    counts.filter(|&(_, count)| count + 1 >= REPETITIONS_TO_DRAW).map(|(key, _)| key).collect()
}

/// Returns whether the game is already drawn by repetition.
pub(crate) fn is_draw_by_repetition<P: Position>(game: &GamePosition<P>) -> bool {
    occurrences(game).get(&game.position().key()).is_some_and(|&count| count >= REPETITIONS_TO_DRAW)
}

/// Counts how often each position occurred in the game, the current one
/// included. Empty in games whose positions cannot repeat.
fn occurrences<P: Position>(game: &GamePosition<P>) -> FxHashMap<u64, usize> {
    let mut counts = FxHashMap::default();
    if P::CYCLIC {
        for &key in game.previous_keys().iter().chain([&game.position().key()]) {
            *counts.entry(key).or_insert(0) += 1;
        }
    }
    counts
}
