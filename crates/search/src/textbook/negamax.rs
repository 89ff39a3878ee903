//! Plain negamax, the reference for every other search.

use plateau_core::Position;

use crate::parts::Evaluator;
use crate::score::Score;

/// The result of plain negamax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NegamaxResult {
    /// The score for the side to move.
    pub score: Score,
    /// Whether every game was searched to its end, so that the score is proven.
    pub complete: bool,
    /// Number of nodes visited.
    pub nodes: u64,
}

/// Searches a position to a depth by plain negamax, without any pruning.
pub fn negamax<P: Position, E: Evaluator<P>>(position: &P, depth: u32, evaluator: &E) -> NegamaxResult {
    negamax_node(position, &evaluator.accumulator(position), depth, evaluator)
}

/// Searches a node of [`negamax`], with the evaluator's accumulator carried along the line.
pub(super) fn negamax_node<P: Position, E: Evaluator<P>>(
    position: &P,
    accumulator: &E::Accumulator,
    depth: u32,
    evaluator: &E,
) -> NegamaxResult {
    let leaf = |score, complete| NegamaxResult { score, complete, nodes: 1 };
    if let Some(outcome) = position.outcome() {
        return leaf(Score::from_outcome::<P>(outcome, position.turn()), true);
    }
    if depth == 0 {
        return leaf(Score::estimate(evaluator.evaluate(position, accumulator)), false);
    }
    let mut result = leaf(Score::LOWEST, true);
    for mv in position.legal_moves() {
        let after = position.after(mv);
        let accumulator = evaluator.update(accumulator, position, mv, &after);
        let child = negamax_node(&after, &accumulator, depth - 1, evaluator);
        result.score = result.score.max(child.score.for_parent());
        result.complete &= child.complete;
        result.nodes += child.nodes;
    }
    result
}
