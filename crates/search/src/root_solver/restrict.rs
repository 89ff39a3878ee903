//! Combines the result of a search with proven bounds.

use crate::engine::{Analysis, MoveValue};
use crate::score::{Score, Value};

/// Restricts the result of a search to the proven `value` of the position and the proven
/// values of some moves.
///
/// The first of `proven_moves` achieves the lower bound of `value`. It becomes the best move
/// if that bound is exact or a win, or above the search's own estimate.
pub fn restrict_to_proven<M: Copy + PartialEq>(
    mut analysis: Analysis<M>,
    value: Value,
    proven_moves: Vec<MoveValue<M>>,
) -> Analysis<M> {
    let estimate = analysis.moves.first().map_or(Score::LOWEST, |best| best.value.estimate);
    let is_enough = value.is_exact() || value.lower > Score::DRAW || value.lower > estimate;
    let best = proven_moves.first().filter(|_| is_enough).map(|best| best.mv);
    analysis.value = analysis.value.within(value.lower, value.upper);
    for each in &mut analysis.moves {
        each.value = each.value.within(Score::LOWEST, value.upper);
    }
    for each in proven_moves {
        match analysis.moves.iter_mut().find(|other| other.mv == each.mv) {
            Some(other) => {
                if each.value.lower > other.value.lower && each.pv.len() > 1 {
                    other.pv = each.pv;
                }
                other.value = other.value.within(each.value.lower, each.value.upper);
            }
            // The search returned only its best move, which is another one.
            None if Some(each.mv) == best => analysis.moves = vec![each],
            None => {}
        }
    }
    analysis.moves.sort_by_key(|each| (Some(each.mv) != best, std::cmp::Reverse(each.value.estimate)));
    analysis
}
