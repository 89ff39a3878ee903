//! What a learned evaluation sees of a position: rows of a table, one per slot.

use plateau_core::{Player, Position};

/// The features of a game. A *slot* is a pattern at a place of the board, and its contents
/// select one *row* of a table. A position is seen by both sides: each side's rows describe it
/// with that side's pieces as "own".
pub trait Features<P: Position>: Clone + Send + Sync + 'static {
    /// Returns the name of the pattern set and a hash of everything that gives rows a
    /// meaning. A net only fits features with the same signature.
    fn signature(&self) -> Signature;

    /// Returns the number of rows of the table.
    fn rows(&self) -> usize;

    /// Returns the number of slots: how many rows are active per side.
    fn slots(&self) -> usize;

    /// Returns the largest progress of a game, see [`active`](Self::active).
    fn max_progress(&self) -> u32;

    /// Calls `put` with the active row of every slot, for both sides. Returns the progress of
    /// the game, usually the number of taken points, which selects the stage.
    fn active(&self, position: &P, put: &mut impl FnMut(Player, u32)) -> u32;

    /// Calls `put` with the previous and the new row of every slot that a move changes, for
    /// both sides. Returns the progress after the move.
    fn changes(&self, before: &P, mv: P::Move, after: &P, put: &mut impl FnMut(Player, u32, u32)) -> u32;
}

/// Identifies a set of features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The name of the pattern set.
    pub name: String,
    /// The hash of its slots and rows.
    pub hash: u64,
}
