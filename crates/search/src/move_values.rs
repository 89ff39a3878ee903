//! Values of root moves before and after a search.

use plateau_core::{Objective, Position};

use crate::engine::MoveValue;
use crate::score::{Score, Value};

/// Lists the legal moves with their values before any search.
pub(crate) fn unsearched_moves<P: Position>(position: &P) -> Vec<MoveValue<P::Move>> {
    position.legal_moves().map(|mv| unsearched_move(position, mv)).collect()
}

/// Returns the value of a move before any search: exact if it ends the game, an even
/// estimate otherwise.
pub(crate) fn unsearched_move<P: Position>(position: &P, mv: P::Move) -> MoveValue<P::Move> {
    let child = position.after(mv);
    let score = |outcome| Score::from_outcome::<P>(outcome, child.turn()).for_parent();
    let value = child.outcome().map_or(Value::unproven(Score::DRAW), |outcome| Value::exact(score(outcome)));
    MoveValue { mv, value, pv: vec![mv] }
}

/// Combines the values of all moves, best first, into the value of the position.
pub(crate) fn value_of_position<P: Position>(moves: &[MoveValue<P::Move>]) -> Value {
    let max_of = |bound: fn(&Value) -> Score| moves.iter().map(|mv| bound(&mv.value)).max();
    let lower = max_of(|value| value.lower).unwrap_or(Score::LOWEST);
    // No move can be better than an immediate win.
    let wins_in_one = P::OBJECTIVE == Objective::Distance && lower == Score::win_in(1);
    let upper = if wins_in_one { lower } else { max_of(|value| value.upper).unwrap_or(Score::HIGHEST) };
    let estimate = moves.first().map_or(Score::DRAW, |best| best.value.estimate);
    Value { lower, upper, estimate: estimate.clamp(lower, upper) }
}
