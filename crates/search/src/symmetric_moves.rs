//! Equivalent moves of symmetric positions.

use std::cmp::Reverse;

use plateau_core::{Position, Symmetry};

use crate::engine::{GamePosition, MoveValue};
use crate::insertion_sort::insertion_sort_by_key;
use crate::score::Score;

/// Returns the symmetries that map a position to itself, its stabiliser. The
/// identity comes first.
pub(crate) fn stabiliser<P: Position>(position: &P) -> impl Iterator<Item = Symmetry> {
    position.symmetries().iter().copied().filter(|&symmetry| position.transform(symmetry) == *position)
}

/// Removes all but one of each set of equivalent moves from `moves[first..]`, whose moves
/// `move_of` returns.
///
/// Does nothing in cyclic games: the history of a symmetric position need not be
/// symmetric, so moves that mirror each other may differ in value.
pub(crate) fn remove_symmetric_moves<P: Position, T>(
    position: &P,
    moves: &mut Vec<T>,
    first: usize,
    move_of: impl Fn(&T) -> P::Move,
) {
    if P::CYCLIC {
        return;
    }
    for symmetry in stabiliser(position).skip(1) {
        for i in (first..moves.len()).rev() {
            let mv = move_of(&moves[i]);
            let image = position.transform_move(mv, symmetry);
            if image < mv && moves[first..].iter().any(|other| move_of(other) == image) {
                moves.remove(i);
            }
        }
    }
}

/// Gives equivalent root moves the same value: the best-known value among them.
///
/// A search treats each move separately, so one may be proven before the others,
/// and estimates differ by what the search happened to prune.
///
/// Does nothing where the history may distinguish equivalent moves, that is in
/// cyclic games with previous positions.
pub fn share_symmetric_values<P: Position>(game: &GamePosition<P>, moves: &mut [MoveValue<P::Move>]) {
    let position = game.position();
    if moves.len() < 2 || P::CYCLIC && !game.previous_keys().is_empty() {
        return;
    }
    let symmetries: Vec<Symmetry> = stabiliser(position).skip(1).collect();
    let by_estimate = |mv: &MoveValue<P::Move>| Reverse(mv.value.estimate);
    let is_sorted = moves.is_sorted_by_key(by_estimate);
    let original = moves.to_vec();
    for (i, target) in moves.iter_mut().enumerate() {
        // Among equally certain values, the first is best.
        let own_rank = (uncertainty(target), i);
        let is_better = |&(j, other): &(usize, &MoveValue<P::Move>)| (uncertainty(other), j) < own_rank;
        let equivalent = original.iter().enumerate().filter(is_better).filter_map(|(j, other)| {
            let maps_to_target =
                |symmetry: &&Symmetry| position.transform_move(other.mv, **symmetry) == target.mv;
            Some((uncertainty(other), j, *symmetries.iter().find(maps_to_target)?))
        });
        if let Some((_, j, symmetry)) = equivalent.min_by_key(|&(uncertainty, j, _)| (uncertainty, j)) {
            target.value = original[j].value;
            target.pv = original[j].pv.iter().map(|&mv| position.transform_move(mv, symmetry)).collect();
        }
    }
    if is_sorted {
        insertion_sort_by_key(moves, by_estimate);
    }
}

/// Ranks a value by how little is proven: 0 if it is exact, 1 if one bound is
/// known, 2 if it is only an estimate.
fn uncertainty<M>(mv: &MoveValue<M>) -> u8 {
    let value = mv.value;
    let has_bound = value.lower > Score::LOWEST || value.upper < Score::HIGHEST;
    if value.is_exact() { 0 } else { 2 - u8::from(has_bound) }
}
