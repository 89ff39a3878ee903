//! Reductions and windows: how a search spends its effort.

/// How a search spends its effort: numbers, fitted per game by matches and node counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy {
    /// Late move reductions.
    pub reductions: Reductions,
    /// Plies between the iterations of a search to a fixed depth. Evaluations alternate
    /// between odd and even depths, so steps of two fit the transposition table and the
    /// history better, and save half of the iterations.
    pub fixed_depth_step: u32,
}

impl Policy {
    /// The policy of games without one of their own.
    pub const DEFAULT: Self = Self { reductions: Reductions::DEFAULT, fixed_depth_step: 2 };

    /// No reductions: every move is searched to the full depth. An iteration then costs more
    /// than it gains, so a search to a fixed depth uses every fourth.
    pub const FULL_DEPTH: Self = Self { reductions: Reductions::NONE, fixed_depth_step: 4 };
}

impl Default for Policy {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Late move reductions (LMR): moves that come late in the order are searched less deeply
/// first, and again to the full depth only if they beat alpha.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reductions {
    /// The minimum depth; no move is reduced below it.
    pub min_depth: u32,
    /// The first move that is reduced, counted from 0.
    pub min_move: usize,
    /// The minimum depth of reductions by two plies.
    pub deep_depth: u32,
    /// The first move that is reduced by two plies.
    pub deep_move: usize,
}

impl Reductions {
    /// No reductions.
    pub const NONE: Self =
        Self { min_depth: u32::MAX, min_move: usize::MAX, deep_depth: u32::MAX, deep_move: usize::MAX };

    /// Reductions that suit most games with more than ten moves.
    pub const DEFAULT: Self = Self { min_depth: 3, min_move: 4, deep_depth: 7, deep_move: 13 };

    /// Returns how many plies shallower the first search of a move is. `move_number` counts
    /// from 0 in search order.
    #[inline]
    pub(crate) fn plies(&self, depth: u32, move_number: usize) -> u32 {
        if depth < self.min_depth || move_number < self.min_move {
            return 0;
        }
        if depth >= self.deep_depth && move_number >= self.deep_move { 2 } else { 1 }
    }
}
