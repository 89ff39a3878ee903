//! A node of the search tree.

use plateau_core::{Objective, Position};

use crate::score::Score;

/// A node: a move and the position after it. Bounds are for the side to move in
/// that position, results for the side that made the move.
#[derive(Clone, Copy)]
pub struct Node<M> {
    pub mv: M,
    /// Index of the first child; siblings are contiguous.
    pub first_child: u32,
    /// Number of children, 0 before the node is expanded.
    pub children: u32,
    pub visits: u32,
    /// Sum of the playout results.
    pub total: f64,
    /// Prior probability of the move.
    pub prior: f32,
    /// Proven lower bound.
    pub lower: Score,
    /// Proven upper bound.
    pub upper: Score,
    /// Whether the position repeats one on the path from the root. Treated as a
    /// draw, but not as a proven one, since it depends on the path.
    pub is_repetition: bool,
}

impl<M> Node<M> {
    pub fn new(mv: M, (lower, upper): (Score, Score), prior: f32, is_repetition: bool) -> Self {
        Self { mv, first_child: 0, children: 0, visits: 0, total: 0.0, prior, lower, upper, is_repetition }
    }

    /// Returns the bounds for the side that made the move.
    pub fn bounds_for_mover(&self) -> (Score, Score) {
        (self.upper.for_parent(), self.lower.for_parent())
    }

    /// Returns the mean playout result.
    pub fn mean(&self) -> f32 {
        (self.total / f64::from(self.visits.max(1))) as f32
    }

    /// Returns whether the node needs no further search: its bounds meet, or the
    /// game is decided, whatever its length.
    pub fn is_solved<P: Position>(&self) -> bool {
        let is_decided = P::OBJECTIVE == Objective::Distance && (self.lower.is_win() || self.upper.is_loss());
        is_decided || self.lower >= self.upper
    }
}

/// Returns the bounds of an unfinished game. It ends in one ply at the earliest;
/// a move may also lose at once.
pub fn initial_bounds<P: Position>() -> (Score, Score) {
    match P::OBJECTIVE {
        Objective::Distance => (Score::loss_in(1), Score::win_in(1)),
        Objective::Margin => (Score::LOWEST, Score::HIGHEST),
    }
}
