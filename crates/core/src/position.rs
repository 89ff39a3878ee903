//! The [`Position`] trait: one valid state of a game.

use std::fmt::Debug;
use std::hash::Hash;

use crate::outcome::{Objective, Outcome, Player};
use crate::symmetry::Symmetry;

/// One valid state of a game, without its history.
///
/// Positions are copied at each move (copy-make); there is no undo. Turns strictly
/// alternate: a pass, if the game has one, is a move. Equality and [`key`](Self::key) cover
/// exactly the state that the rest of the game depends on.
///
/// A [`Variant`](crate::Variant) creates or parses positions, and legal moves lead from one
/// to the next, so every value is valid.
pub trait Position: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// A move: a small value that only has a meaning in its position.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// The legal moves, by value and without allocation.
    type Moves: ExactSizeIterator<Item = Self::Move> + Clone;

    /// Whether a position can repeat within a game. If not, repetition checks compile
    /// away.
    const CYCLIC: bool;

    /// Whether a win is better when it is nearer or when its margin is larger.
    const OBJECTIVE: Objective;

    /// An exclusive upper bound of [`move_index`](Self::move_index).
    const MOVE_SPAN: usize;

    /// Returns a unique index of a move within its variant, for tables such as history
    /// heuristics.
    fn move_index(mv: Self::Move) -> usize;

    /// Returns the side to move, even if the game is over.
    fn turn(&self) -> Player;

    /// Returns the legal moves. There are none exactly when [`outcome`](Self::outcome) is
    /// `Some`. Call `outcome` only when this is empty: in some games either call does the
    /// work of both.
    fn legal_moves(&self) -> Self::Moves;

    /// Whether a move is legal, without generating the others. Accepts any value of the
    /// move type.
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// Plays a legal move. An illegal move may panic or corrupt the position, but is never
    /// undefined behaviour.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Returns the outcome if the position itself ends the game. Repetition needs the
    /// history and is handled by [`Record`](crate::Record).
    fn outcome(&self) -> Option<Outcome>;

    /// Returns a well-mixed 64-bit hash key. Equal positions have equal keys.
    fn key(&self) -> u64;

    /// Returns the symmetries of the rules on this board, the identity first. Each maps
    /// valid positions to valid positions and legal moves to legal moves.
    fn symmetries(&self) -> &'static [Symmetry];

    /// Returns the image of this position under one of its [`symmetries`](Self::symmetries).
    #[must_use]
    fn transform(&self, symmetry: Symmetry) -> Self;

    /// Returns the image of a move of this position under one of its symmetries.
    fn transform_move(&self, mv: Self::Move, symmetry: Symmetry) -> Self::Move;

    /// Returns the position after a move, or `None` if the move is illegal.
    #[must_use]
    fn play(&self, mv: Self::Move) -> Option<Self> {
        self.is_legal(mv).then(|| self.after(mv))
    }

    /// Returns the position after a legal move: a copy, then
    /// [`play_unchecked`](Self::play_unchecked).
    #[inline]
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = *self;
        next.play_unchecked(mv);
        next
    }

    /// Returns the symmetric image with the smallest key. It computes every image, so keep it
    /// out of hot loops.
    #[must_use]
    fn canonical(&self) -> Self {
        self.symmetries()
            .iter()
            .map(|&symmetry| self.transform(symmetry))
            .min_by_key(Self::key)
            .unwrap_or(*self)
    }
}
