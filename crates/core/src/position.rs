//! The hot trait: one valid state of a game.

use std::fmt::Debug;
use std::hash::Hash;

use crate::outcome::{Objective, Outcome, Player};
use crate::symmetry::Symmetry;

/// One valid state of a game, without its history.
///
/// A position is small and copied at each move; there is no undo. Turns
/// strictly alternate: a pass, where a game has one, is a move. Equality and
/// [`key`](Self::key) cover exactly what the rest of the game depends on.
///
/// Values come from a [`Variant`](crate::Variant), which starts or parses them,
/// and from playing legal moves; they are always valid.
pub trait Position: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// A move: small, and meaningful only with the position it is played in.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// The legal moves, by value and without allocation.
    type Moves: ExactSizeIterator<Item = Self::Move> + Clone;

    /// Whether a position can come back in the course of a game. Where it
    /// can't, checks for repetition compile away.
    const CYCLIC: bool;

    /// Whether players strive for a near win or for a large margin.
    const OBJECTIVE: Objective;

    /// One more than the largest [`move_index`](Self::move_index).
    const MOVE_SPAN: usize;

    /// A number for each move of a variant, different for different moves, by
    /// which tables keep what is known about it.
    fn move_index(mv: Self::Move) -> usize;

    /// The side to move. Once the game is over, the side that would be.
    fn turn(&self) -> Player;

    /// The legal moves; none exactly when [`outcome`](Self::outcome) is known.
    /// A search asks for these first, and for the outcome only when there are
    /// none: in some games either costs as much as both.
    fn legal_moves(&self) -> Self::Moves;

    /// Whether a move is legal here, found without listing the others. Any
    /// value of the move type may be asked about.
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// Plays a move that must be legal. Playing another may leave a position
    /// that means nothing or panic, but is never undefined behaviour.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// The outcome, when the game is over by the position alone. Repetition is
    /// the business of [`Record`](crate::Record).
    fn outcome(&self) -> Option<Outcome>;

    /// A well-mixed 64-bit key; equal positions have equal keys.
    fn key(&self) -> u64;

    /// The symmetries of the rules on this board, the identity first. Each maps
    /// positions to positions and legal moves to legal moves.
    fn symmetries(&self) -> &'static [Symmetry];

    /// The image of this position under one of its [`symmetries`](Self::symmetries).
    #[must_use]
    fn transform(&self, symmetry: Symmetry) -> Self;

    /// The image of a move of this position under one of its symmetries.
    fn transform_move(&self, mv: Self::Move, symmetry: Symmetry) -> Self::Move;

    /// The position after a legal move, or `None` when the move is not legal.
    #[must_use]
    fn play(&self, mv: Self::Move) -> Option<Self> {
        self.is_legal(mv).then(|| self.after(mv))
    }

    /// The position after a move that must be legal; a copy and
    /// [`play_unchecked`](Self::play_unchecked).
    #[inline]
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = *self;
        next.play_unchecked(mv);
        next
    }

    /// The member of this position's symmetry class with the smallest key. It
    /// makes every image in turn: not for hot loops.
    #[must_use]
    fn canonical(&self) -> Self {
        self.symmetries()
            .iter()
            .map(|&symmetry| self.transform(symmetry))
            .min_by_key(Self::key)
            .unwrap_or(*self)
    }
}
