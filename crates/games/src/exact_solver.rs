//! What the exact solvers of games share: bounds of a score, when to stop, where to report.

use plateau_search::root_solver::StopFn;

/// Lower and upper bound of a score, in the unit of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
}

impl Bounds {
    /// Returns the bounds of a known score.
    pub fn exact(score: i32) -> Self {
        Self { lower: score, upper: score }
    }

    /// Returns whether the bounds meet.
    pub fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// Returns the tighter of both bounds on each side.
    #[must_use]
    pub fn intersect(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Moves both bounds into a window.
    #[must_use]
    pub fn clamp_to(self, window: Self) -> Self {
        let clamp = |score: i32| score.clamp(window.lower, window.upper);
        Self { lower: clamp(self.lower), upper: clamp(self.upper) }
    }

    /// Returns the bound that decides the null window (`alpha`, `alpha + 1`), if one does.
    #[inline]
    pub fn cutoff(self, alpha: i32) -> Option<i32> {
        if self.lower > alpha {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }

    /// Adds the fail-soft result of a search of the null window (`alpha`, `alpha + 1`).
    #[must_use]
    #[inline]
    pub fn refined(self, score: i32, alpha: i32) -> Self {
        if score > alpha {
            Self { lower: self.lower.max(score), ..self }
        } else {
            Self { upper: self.upper.min(score), ..self }
        }
    }
}

/// Receives the bounds found so far and the number of nodes visited.
pub type ProgressFn<'p> = &'p mut dyn FnMut(Bounds, u64);

/// When to stop solving, and where to report progress.
pub struct SolveControl<'c> {
    /// Returns whether to stop. Called before a search and every few thousand nodes, with the
    /// number of nodes since the solver was created.
    pub stop: StopFn<'c>,
    /// Called whenever the bounds change and every few million nodes.
    pub progress: Option<ProgressFn<'c>>,
}

impl<'c> SolveControl<'c> {
    /// Stops when `stop` returns true; reports no progress.
    pub fn stoppable(stop: StopFn<'c>) -> Self {
        Self { stop, progress: None }
    }

    /// Never stops; reports no progress.
    pub fn unlimited() -> Self {
        Self::stoppable(&|_| false)
    }
}
