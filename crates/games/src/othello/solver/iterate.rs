//! From a first guess to the exact score: one null window after another.

use super::deep::Worker;
use super::evaluated_search::MAX_VALUE;
use super::selective::{EXACT, levels};
use super::squares::Squares;
use crate::exact_solver::Bounds;
use crate::othello::grid::Grid;
use plateau_search::Score;

/// The depth of the evaluated search that gives the first guess.
const GUESS_DEPTH: u32 = 4;

/// Searches the selective levels, then exactly, until the exact bounds meet within `window` or
/// the search is stopped. All threads search the same null window and leave it together as
/// soon as one has the answer.
pub fn iterate_levels<const N: usize>(mut worker: Worker<'_, N>, [own, opponent]: [u64; 2], window: Bounds) {
    let empty = (Grid::<N>::VALID & !(own | opponent)).count_ones();
    let node = worker.evaluated_search.node(own, opponent);
    let value = worker.evaluated_search.search(&node, GUESS_DEPTH, -MAX_VALUE, MAX_VALUE);
    let mut guess = value / Score::UNIT;
    for level in levels(empty) {
        // Unless only discs count, scores are even.
        if !worker.shallow.leaf.is_discs_only() {
            guess -= guess % 2;
        }
        guess = guess.clamp(-Squares::<N>::COUNT, Squares::<N>::COUNT);
        match iterate_windows(&mut worker, [own, opponent], level, guess, window) {
            Some(score) => guess = score,
            None => return,
        }
    }
}

/// Narrows the shared bounds of a level by null-window searches next to the last result, as
/// MTD(f) does. Returns the score, as far as it lies within `window`, or `None` if stopped.
fn iterate_windows<const N: usize>(
    worker: &mut Worker<'_, N>,
    [own, opponent]: [u64; 2],
    level: u8,
    guess: i32,
    window: Bounds,
) -> Option<i32> {
    let shared = worker.shared;
    let mut bounds = shared.bounds(level);
    while !bounds.clamp_to(window).is_exact() {
        let nearest = guess.clamp(bounds.lower, bounds.upper);
        let alpha = if nearest == bounds.lower { nearest } else { nearest - 1 };
        let alpha = alpha.clamp(window.lower, window.upper - 1);
        let found = worker.null_window_search(own, opponent, alpha, level);
        if !worker.is_stopped() {
            // Selective searches may contradict each other.
            let found = found.clamp(bounds.lower, bounds.upper);
            shared.narrow(level, bounds.refined(found, alpha));
        }
        let before = std::mem::replace(&mut bounds, shared.bounds(level));
        if bounds == before {
            return None;
        }
        if level == EXACT {
            worker.report();
        }
    }
    Some(bounds.clamp_to(window).lower)
}
