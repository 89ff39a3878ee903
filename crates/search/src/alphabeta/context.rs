//! The parameters and the result of searching a node.

use crate::score::Score;

/// The result of searching a node. The score is fail-soft: an upper bound if it
/// is at most alpha, a lower bound if it is at least beta, exact in between.
#[derive(Clone, Copy, Debug)]
pub struct SearchResult {
    pub score: Score,
    /// Whether the score rests on finished games only.
    pub proven: bool,
    /// The smallest ply of a position on the path whose repetition the score
    /// depends on. A score that depends on the path must not be stored in the
    /// transposition table (graph history interaction).
    pub repetition_ply: i32,
}

/// The score depends on no repetition.
pub const NO_REPETITION: i32 = i32::MAX;
/// The score depends on a repetition of a position before the root.
pub const BEFORE_ROOT: i32 = -1;

impl SearchResult {
    pub fn proven(score: Score) -> Self {
        Self { score, proven: true, repetition_ply: NO_REPETITION }
    }

    pub fn estimate(score: Score) -> Self {
        Self { score, proven: false, repetition_ply: NO_REPETITION }
    }

    pub fn for_parent(self) -> Self {
        Self { score: self.score.for_parent(), ..self }
    }
}

/// The parameters of a node: its location in the tree and its window.
#[derive(Clone, Copy)]
pub struct NodeContext {
    pub depth: u32,
    pub ply: usize,
    pub alpha: Score,
    pub beta: Score,
    /// Whether this is a PV node, searched with an open window.
    pub is_pv: bool,
    /// The index of the move that led here.
    pub previous_move: u16,
}

impl NodeContext {
    /// Returns the context of a child. The window is given from the parent's
    /// point of view.
    pub fn child(self, mv: u16, alpha: Score, beta: Score, depth: u32, is_pv: bool) -> Self {
        let (alpha, beta) = (beta.for_child(), alpha.for_child());
        Self { depth, ply: self.ply + 1, alpha, beta, is_pv, previous_move: mv }
    }
}

/// Returns the beta of the null window above `alpha`.
pub fn null_window(alpha: Score) -> Score {
    Score::from_number(alpha.number() + 1)
}
