//! Time management by the stability of the best move.

use std::time::Duration;

use super::Budget;

/// The factor of the soft limit, by the number of iterations since the best move last changed.
const FACTORS: [f64; 6] = [1.9, 1.5, 1.2, 1.0, 0.85, 0.75];

/// Counts the iterations since the best move last changed. A search that keeps changing its
/// mind gets more time than one whose best move is settled.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stability {
    best: Option<usize>,
    unchanged: usize,
}

impl Stability {
    /// Records the index of an iteration's best move.
    pub fn record(&mut self, best: usize) {
        self.unchanged = if self.best == Some(best) { self.unchanged + 1 } else { 0 };
        self.best = Some(best);
    }

    /// Returns the soft limit of a budget: at most its hard limit, and unchanged before the first
    /// best move is known. A fixed time per move, whose limits are the same, is used up whatever
    /// the best move does.
    pub fn soft_limit(&self, budget: Budget) -> Duration {
        if budget.soft >= budget.hard {
            return budget.hard;
        }
        if self.best.is_none() {
            return budget.soft;
        }
        let factor = FACTORS[self.unchanged.min(FACTORS.len() - 1)];
        budget.soft.mul_f64(factor).min(budget.hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_settled_move_gets_less_time_than_one_that_has_just_changed() {
        let budget = Budget { soft: Duration::from_secs(10), hard: Duration::from_secs(18) };
        let mut stability = Stability::default();
        assert_eq!(stability.soft_limit(budget), budget.soft);
        stability.record(3);
        assert_eq!(stability.soft_limit(budget), budget.hard, "capped by the hard limit");
        let mut limits = vec![budget.hard];
        for _ in 0..9 {
            stability.record(3);
            limits.push(stability.soft_limit(budget));
        }
        assert!(limits.is_sorted_by(|a, b| a >= b), "{limits:?}");
        assert_eq!(limits.last(), Some(&Duration::from_millis(7_500)));
        stability.record(4);
        assert_eq!(stability.soft_limit(budget), budget.hard);
    }

    #[test]
    fn a_fixed_time_is_used_up() {
        let budget = Budget::fixed(Duration::from_secs(1));
        let mut stability = Stability::default();
        for _ in 0..10 {
            stability.record(0);
            assert_eq!(stability.soft_limit(budget), budget.hard);
        }
    }
}
