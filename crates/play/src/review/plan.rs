//! How long the positions of a game are searched.

use std::time::Duration;

use plateau_search::{Limits, Stop};

/// How thorough a judgement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Every position was searched for a moment.
    Rough,
    /// Positions are searched again, for longer.
    Deep,
}

/// The limits of a review.
#[derive(Clone, Debug)]
pub struct ReviewPlan {
    /// The limits of each position in a single pass; `None` for a rough pass and two deeper ones.
    limits: Option<Limits>,
    /// Stops the review.
    pub stop: Stop,
    /// Ends the review after its rough pass.
    pub finish_early: Stop,
}

/// One search of every position that is not proven.
#[derive(Clone, Debug)]
pub(super) struct Pass {
    pub stage: Stage,
    time: PassTime,
}

#[derive(Clone, Debug)]
enum PassTime {
    /// The limits of each position.
    Each(Limits),
    /// A time in milliseconds for all positions, and the least and the most for one.
    Shared { total: u64, least: u64, most: u64 },
}

/// A game of 60 moves is judged roughly within two seconds, and finally within twelve. Short games
/// take less.
const PASSES: [Pass; 3] = [
    Pass { stage: Stage::Rough, time: PassTime::Shared { total: 2_000, least: 4, most: 50 } },
    Pass { stage: Stage::Deep, time: PassTime::Shared { total: 3_000, least: 8, most: 100 } },
    Pass { stage: Stage::Deep, time: PassTime::Shared { total: 7_000, least: 16, most: 300 } },
];

impl ReviewPlan {
    /// Plans a rough pass, then deeper ones, all of which the flag stops.
    pub fn progressive(stop: Stop) -> Self {
        Self { limits: None, stop, finish_early: Stop::new() }
    }

    /// Plans one pass with the same limits for every position, whose stop flag is that of the review.
    pub fn one_pass(limits: Limits) -> Self {
        let stop = limits.stop.clone();
        Self { limits: Some(limits), stop, finish_early: Stop::new() }
    }

    pub(super) fn passes(&self) -> Vec<Pass> {
        match &self.limits {
            Some(limits) => vec![Pass { stage: Stage::Deep, time: PassTime::Each(limits.clone()) }],
            None => PASSES.to_vec(),
        }
    }
}

impl Pass {
    /// Returns the limits of each position, if this many are searched.
    pub fn limits(&self, positions: usize, stop: &Stop) -> Limits {
        let limits = match &self.time {
            PassTime::Each(limits) => limits.clone(),
            PassTime::Shared { total, least, most } => {
                let each = (total / positions.max(1) as u64).clamp(*least, *most);
                Limits::time(Duration::from_millis(each))
            }
        };
        Limits { multi_pv: false, use_book: false, stop: stop.clone(), ..limits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_shared_between_the_positions() {
        let plan = ReviewPlan::progressive(Stop::new());
        let times = |positions| {
            let passes = plan.passes();
            passes
                .iter()
                .map(|pass| pass.limits(positions, &plan.stop).time.unwrap().hard.as_millis())
                .collect()
        };
        let expected: [(usize, Vec<u128>); 4] = [
            (0, vec![50, 100, 300]),
            (8, vec![50, 100, 300]),
            (61, vec![32, 49, 114]),
            (1_000, vec![4, 8, 16]),
        ];
        for (positions, each) in expected {
            let found: Vec<u128> = times(positions);
            assert_eq!(found, each, "{positions} positions");
        }
    }

    #[test]
    fn limits_of_each_position_are_one_pass() {
        let limits = Limits { multi_pv: true, use_book: true, ..Limits::depth(4) };
        let plan = ReviewPlan::one_pass(limits);
        let [pass] = plan.passes().try_into().unwrap();
        let limits = pass.limits(60, &plan.stop);
        assert_eq!(
            (limits.depth, limits.time, limits.multi_pv, limits.use_book),
            (Some(4), None, false, false)
        );
    }
}
