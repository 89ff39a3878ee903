//! Bounds of a score.

/// Lower and upper bound of a score, in discs.
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
