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
    /// The static value for the side to move, if ordering the moves of the parent found it.
    pub static_value: Option<i32>,
}

impl NodeContext {
    /// Returns the context of a child. The window is given from the parent's
    /// point of view.
    pub fn child(self, mv: u16, alpha: Score, beta: Score, depth: u32, is_pv: bool) -> Self {
        let (alpha, beta) = (beta.for_child(), alpha.for_child());
        Self { depth, ply: self.ply + 1, alpha, beta, is_pv, previous_move: mv, static_value: None }
    }
}

/// Returns the beta of the null window above `alpha`.
pub fn null_window(alpha: Score) -> Score {
    Score::from_number(alpha.number() + 1)
}

/// The window of a root search. A score outside is only a bound.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub alpha: Score,
    pub beta: Score,
    half_width: i32,
}

/// How much wider a window becomes after a score outside it.
const WIDENING: i32 = 4;

/// From this half width on, a window is open on the side that failed.
const MAX_HALF_WIDTH: i32 = 2_000;

impl Window {
    /// The window that contains every score.
    pub const OPEN: Self = Self { alpha: Score::LOWEST, beta: Score::HIGHEST, half_width: MAX_HALF_WIDTH };

    /// Returns a window around an estimate, and an open one around a win or a loss.
    pub fn around(score: Score, half_width: i32) -> Self {
        if !score.is_estimate() {
            return Self::OPEN;
        }
        let half_width = half_width.max(1);
        let number = score.number();
        Self {
            alpha: Score::estimate(number - half_width),
            beta: Score::estimate(number + half_width),
            half_width,
        }
    }

    /// Widens the window if a score lies on or beyond its edge, so that it is only a bound.
    /// Returns whether the search must be repeated.
    pub fn widen(&mut self, score: Score) -> bool {
        self.half_width = self.half_width.saturating_mul(WIDENING);
        let is_open = self.half_width >= MAX_HALF_WIDTH || !score.is_estimate();
        if score <= self.alpha && self.alpha > Score::LOWEST {
            let alpha = Score::estimate(score.number().saturating_sub(self.half_width));
            self.alpha = if is_open { Score::LOWEST } else { alpha };
            return true;
        }
        if score >= self.beta && self.beta < Score::HIGHEST {
            let beta = Score::estimate(score.number().saturating_add(self.half_width));
            self.beta = if is_open { Score::HIGHEST } else { beta };
            return true;
        }
        false
    }
}
