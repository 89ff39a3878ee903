//! Time management: how much of the remaining time to spend on a move.

use std::time::Duration;

/// The time budget of a search.
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

impl GameClock {
    /// Returns the time budget of this move. The hard limit stays below half the
    /// time left after the overhead; when no more than the overhead is left, the
    /// budget is zero.
    pub fn budget(&self) -> Budget {
        let usable = self.left.saturating_sub(OVERHEAD).mul_f64(0.9);
        let share = usable / self.moves_to_go.max(1);
        // Most of the increment can be spent, since it is added after the move.
        let soft = (share + self.increment.mul_f64(0.7)).min(usable / 4);
        let hard = (soft * 4).min(usable / 2).max(soft);
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
