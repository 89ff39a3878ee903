//! Time management: how much of the remaining time to spend on a move.
//!
//! The budget depends on the clock alone. The search scales the soft limit by the
//! stability of the best move.

use std::time::Duration;

/// The time budget of a search.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use plateau_search::Budget;
///
/// let budget = Budget::fixed(Duration::from_secs(1));
/// assert_eq!(budget.soft, budget.hard);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Soft limit: no new iteration starts after this time.
    pub soft: Duration,
    /// Hard limit: the search is aborted at this time.
    pub hard: Duration,
}

impl Budget {
    /// Creates a fixed time per move: both limits are the same.
    pub const fn fixed(time: Duration) -> Self {
        Self { soft: time, hard: time }
    }
}

/// The clock of the side to move.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use plateau_search::time::GameClock;
///
/// let clock = GameClock {
///     left: Duration::from_secs(60),
///     increment: Duration::from_secs(1),
///     moves_to_go: 20,
/// };
/// let budget = clock.budget();
/// assert!(budget.soft <= budget.hard);
/// assert!(budget.hard < clock.left / 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// The time left.
    pub left: Duration,
    /// The increment, added only after the move is made.
    pub increment: Duration,
    /// The estimated number of moves this side has yet to make.
    pub moves_to_go: u32,
}

/// Reserved for starting and stopping the search and transmitting the move.
const OVERHEAD: Duration = Duration::from_millis(30);

/// Fraction of the time left that is distributed over the moves to go; the rest is
/// a safety margin.
const USABLE_FRACTION: f64 = 0.9;

/// Fraction of the increment that a move may spend in advance. Not all of it, since
/// it is added only after the move.
const INCREMENT_FRACTION: f64 = 0.7;

/// The soft limit is at most the usable time divided by this.
const SOFT_DIVISOR: u32 = 4;

/// The hard limit is this multiple of the soft limit.
const HARD_FACTOR: u32 = 4;

/// The hard limit is at most the usable time divided by this.
const HARD_DIVISOR: u32 = 2;

impl GameClock {
    /// Returns the time budget of this move. The hard limit stays below half the
    /// time left after the overhead; when no more than the overhead is left, the
    /// budget is zero.
    pub fn budget(&self) -> Budget {
        let usable = self.left.saturating_sub(OVERHEAD).mul_f64(USABLE_FRACTION);
        let share = usable / self.moves_to_go.max(1);
        let soft = (share + self.increment.mul_f64(INCREMENT_FRACTION)).min(usable / SOFT_DIVISOR);
        let hard = (soft * HARD_FACTOR).min(usable / HARD_DIVISOR).max(soft);
        Budget { soft, hard }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::TimeControl;

    #[test]
    fn whole_game_uses_its_time_without_forfeiting() {
        for (control, moves) in [("15m+30s", 40), ("1m", 40), ("1s+1s", 60), ("100ms", 30), ("0+1s", 30)] {
            let control = TimeControl::parse(control).unwrap();
            let mut left = control.base;
            let mut used = Duration::ZERO;
            for played in 0..moves {
                let clock = GameClock { left, increment: control.increment, moves_to_go: moves - played };
                let budget = clock.budget();
                assert!(budget.soft <= budget.hard);
                // The worst case: every move takes its hard limit and some overhead.
                let taken = if left > OVERHEAD { budget.hard + OVERHEAD / 2 } else { Duration::ZERO };
                assert!(taken <= left, "{taken:?} used of {left:?} left");
                left = left.checked_sub(taken).expect("time left") + control.increment;
                used += taken;
            }
            let available = control.base + control.increment * moves;
            let is_short = available < Duration::from_secs(1);
            assert!(is_short || used > available / 3, "{used:?} used of {available:?}");
        }
    }

    #[test]
    fn no_time_left_gives_zero_budget() {
        let clock = GameClock { left: Duration::ZERO, increment: Duration::from_secs(30), moves_to_go: 20 };
        assert_eq!(clock.budget(), Budget::fixed(Duration::ZERO));
    }
}
