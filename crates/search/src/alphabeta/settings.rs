//! Search settings and the late move reduction table.

/// The minimum depth of late move reductions.
const LMR_MIN_DEPTH: u32 = 3;

/// The first move that is reduced, counted from 0.
const LMR_MIN_MOVE: usize = 4;

/// The minimum depth of reductions by two plies.
const LMR_DEEP_DEPTH: u32 = 7;

/// The first move that is reduced by two plies.
const LMR_DEEP_MOVE: usize = 13;

/// The settings of the alpha-beta search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the transposition table in megabytes.
    pub hash_mb: usize,
    /// Number of threads.
    pub threads: usize,
    /// Use late move reductions (LMR).
    pub reductions: bool,
    /// Prune moves: those that the evaluator leaves out at the remaining depth
    /// (forward pruning), and equivalent moves of symmetric positions.
    pub selective: bool,
    /// Search every line to exactly the nominal depth: do not probe the evaluator
    /// for proven values, and accept transposition table entries of the same depth
    /// only. A fixed-depth search then returns the same score as plain negamax.
    pub exact_depth: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { hash_mb: 64, threads: 1, reductions: true, selective: true, exact_depth: false }
    }
}

impl Settings {
    /// Returns settings with which a fixed-depth search finds exactly what plain
    /// negamax finds.
    pub fn negamax_equivalent() -> Self {
        Self { hash_mb: 1, reductions: false, selective: false, exact_depth: true, ..Self::default() }
    }

    /// Returns the late move reduction: how many plies shallower the first search
    /// of a move is. `move_number` counts from 0 in search order.
    #[inline]
    pub(super) fn late_move_reduction(&self, depth: u32, move_number: usize) -> u32 {
        if !self.reductions || depth < LMR_MIN_DEPTH || move_number < LMR_MIN_MOVE {
            return 0;
        }
        if depth >= LMR_DEEP_DEPTH && move_number >= LMR_DEEP_MOVE { 2 } else { 1 }
    }
}
