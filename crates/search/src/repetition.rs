//! What the game before a question means for its answer, and the limits that
//! every search obeys.

use std::time::Duration;

use plateau_core::Position;
use plateau_core::record::REPETITIONS_TO_DRAW;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::clock::Clock;
use crate::engine::GamePosition;
use crate::limits::{Limits, StopReason};

/// The positions that are drawn as soon as they are met again, by their keys.
///
/// Those met only once need no care: whoever can win can win without meeting
/// any position twice on the way, and whoever can hold a draw loses nothing by
/// an earlier one.
pub(crate) fn drawn_again<P: Position>(line: &GamePosition<P>) -> FxHashSet<u64> {
    met(line).into_iter().filter(|&(_, times)| times + 1 >= REPETITIONS_TO_DRAW).map(|(key, _)| key).collect()
}

/// Whether the game is drawn already, by a position that was met too often.
pub(crate) fn is_drawn<P: Position>(line: &GamePosition<P>) -> bool {
    met(line).get(&line.position().key()).is_some_and(|&times| times >= REPETITIONS_TO_DRAW)
}

/// How often each position of a line was met, the present one included.
fn met<P: Position>(line: &GamePosition<P>) -> FxHashMap<u64, usize> {
    let mut times = FxHashMap::default();
    if P::CYCLIC {
        for &key in line.previous_keys().iter().chain([&line.position().key()]) {
            *times.entry(key).or_insert(0) += 1;
        }
    }
    times
}

/// Counts positions and tells when a limit is reached.
pub(crate) struct Meter<'m> {
    limits: &'m Limits,
    clock: &'m dyn Clock,
    begin: Duration,
    /// Positions visited.
    pub nodes: u64,
    /// The work since time and flag were looked at.
    unseen: u64,
    /// Why the search has to end.
    pub stopped: Option<StopReason>,
}

/// Time and flag are looked at once in so much work.
const WORK_BETWEEN_POLLS: u64 = 256;

impl<'m> Meter<'m> {
    pub fn new(limits: &'m Limits, clock: &'m dyn Clock) -> Self {
        Self { limits, clock, begin: clock.now(), nodes: 0, unseen: 0, stopped: None }
    }

    /// The time since the search began.
    pub fn time(&self) -> Duration {
        self.clock.now().saturating_sub(self.begin)
    }

    /// Counts a node; whether the search must end. The node that a limit does
    /// not allow is not counted.
    #[inline]
    pub fn count(&mut self) -> bool {
        self.count_work(1)
    }

    /// The same for a node that takes as much as so many others.
    #[inline]
    pub fn count_work(&mut self, work: u64) -> bool {
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.stopped = Some(StopReason::Nodes);
            return true;
        }
        if self.unseen == 0 || self.unseen >= WORK_BETWEEN_POLLS {
            self.unseen = 0;
            self.poll();
        }
        self.unseen += work;
        self.nodes += 1;
        self.stopped.is_some()
    }

    /// Looks at the flag and the clock. A search without iterations has no
    /// better moment to end than the soft limit.
    pub fn poll(&mut self) {
        if self.limits.stop.is_raised() {
            self.stopped = Some(StopReason::Stopped);
        } else if self.limits.time.is_some_and(|budget| self.time() >= budget.soft.min(budget.hard)) {
            self.stopped = Some(StopReason::Time);
        }
    }
}
