//! Moves that are images of each other because the position is symmetric.

use std::cmp::Reverse;

use plateau_core::{Position, Symmetry};

use crate::engine::{GamePosition, MoveValue};
use crate::score::Score;

/// Makes moves that are images of each other worth the same: what is known best of
/// one holds for all. A search judges each by itself, so that its estimates differ
/// by what it happened to leave out, and one may be proven before the others.
///
/// History may tell images apart where positions come again; then nothing is done.
pub fn share_symmetric_values<P: Position>(line: &GamePosition<P>, moves: &mut [MoveValue<P::Move>]) {
    let position = line.position();
    if moves.len() < 2 || P::CYCLIC && !line.previous_keys().is_empty() {
        return;
    }
    let keeps = |symmetry: &&Symmetry| position.transform(**symmetry) == *position;
    let kept: Vec<Symmetry> = position.symmetries().iter().skip(1).filter(keeps).copied().collect();
    let by_estimate = |judged: &MoveValue<P::Move>| Reverse(judged.value.estimate);
    let in_order = moves.is_sorted_by_key(by_estimate);
    let known = moves.to_vec();
    for (i, judged) in moves.iter_mut().enumerate() {
        // Of equally well known ones, the first: it was found best.
        let own = (how_open(judged), i);
        let better = |&(j, other): &(usize, &MoveValue<P::Move>)| (how_open(other), j) < own;
        let images = known.iter().enumerate().filter(better).filter_map(|(j, other)| {
            let image = |symmetry: &&Symmetry| position.transform_move(other.mv, **symmetry) == judged.mv;
            Some((how_open(other), j, *kept.iter().find(image)?))
        });
        if let Some((_, j, symmetry)) = images.min_by_key(|&(open, j, _)| (open, j)) {
            judged.value = known[j].value;
            judged.line = known[j].line.iter().map(|&mv| position.transform_move(mv, symmetry)).collect();
        }
    }
    if in_order {
        moves.sort_by_key(by_estimate);
    }
}

/// How far a value is from being known: 0 if it is exact, 1 if something is proven.
fn how_open<M>(judged: &MoveValue<M>) -> u8 {
    let value = judged.value;
    let bounded = value.lower > Score::LOWEST || value.upper < Score::HIGHEST;
    if value.is_exact() { 0 } else { 2 - u8::from(bounded) }
}
