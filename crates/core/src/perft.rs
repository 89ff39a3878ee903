//! Counts of move sequences: the classic proof that rules are right.

use crate::position::Position;

/// How many sequences of `depth` legal moves there are. A finished game has no
/// moves and is not counted deeper. The last ply is counted without playing it.
#[inline]
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_moves().len() as u64,
        // The same as the general case, spelled out so that the compiler sees both
        // plies at once: twice as fast in Connect Four.
        2 => position.legal_moves().map(|mv| position.after(mv).legal_moves().len() as u64).sum(),
        _ => position.legal_moves().map(|mv| perft(&position.after(mv), depth - 1)).sum(),
    }
}

/// The count below each legal move.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    match depth.checked_sub(1) {
        None => Vec::new(),
        Some(below) => position.legal_moves().map(|mv| (mv, perft(&position.after(mv), below))).collect(),
    }
}
