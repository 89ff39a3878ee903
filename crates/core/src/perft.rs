//! Perft: counts of move sequences, the classic test of a move generator.

use crate::position::Position;

/// Returns the number of sequences of `depth` legal moves. Shorter sequences that end the
/// game do not count. The last ply is counted in bulk, without playing its moves.
#[inline]
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_moves().len() as u64,
        // Unrolled so that the compiler optimizes both plies together: twice as fast in
        // Connect Four.
        2 => position.legal_moves().map(|mv| position.after(mv).legal_moves().len() as u64).sum(),
        _ => position.legal_moves().map(|mv| perft(&position.after(mv), depth - 1)).sum(),
    }
}

/// Returns the perft of each legal move.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    match depth.checked_sub(1) {
        None => Vec::new(),
        Some(below) => position.legal_moves().map(|mv| (mv, perft(&position.after(mv), below))).collect(),
    }
}
