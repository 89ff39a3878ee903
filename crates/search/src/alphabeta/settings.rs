//! Search settings.

/// The settings of the alpha-beta search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the transposition table in megabytes.
    pub hash_mb: usize,
    /// Number of threads.
    pub threads: usize,
    /// Use late move reductions (LMR).
    pub reductions: bool,
    /// Prune moves: those that the picker leaves out at the remaining depth
    /// (forward pruning), and equivalent moves of symmetric positions.
    pub selective: bool,
    /// Search every line to exactly the nominal depth: no probe, no endgame
    /// solver, and only transposition table entries of the same depth. A fixed-depth search then returns the same score as plain negamax.
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
}
