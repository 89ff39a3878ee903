//! Node counting and limit checks of the single-threaded searches.

use std::time::Duration;

use crate::limits::{LimitPoll, Limits, StopReason};
use crate::time::Clock;

/// Counts nodes and tells a search when to stop.
pub(crate) struct NodeCounter<'m> {
    limits: LimitPoll<'m>,
    /// Number of nodes visited.
    pub nodes: u64,
    /// Work done since the clock and the stop flag were last polled.
    work_since_poll: u64,
    /// Why the search must stop, once it must.
    pub stopped: Option<StopReason>,
}

/// Poll the clock and the stop flag every 256 units of work.
const WORK_BETWEEN_POLLS: u64 = 256;

impl<'m> NodeCounter<'m> {
    pub fn new(limits: &'m Limits, clock: &'m dyn Clock) -> Self {
        let limits = LimitPoll::start(limits, clock);
        Self { limits, nodes: 0, work_since_poll: 0, stopped: None }
    }

    /// Returns the time since the start of the search.
    pub fn elapsed(&self) -> Duration {
        self.limits.elapsed()
    }

    /// Counts a node and returns whether the search must stop. A node beyond the
    /// node limit is not counted.
    #[inline]
    pub fn count(&mut self) -> bool {
        self.count_work(1)
    }

    /// Like [`count`](Self::count), for a node that costs as much as `work`
    /// ordinary nodes: such nodes poll the clock more often.
    #[inline]
    pub fn count_work(&mut self, work: u64) -> bool {
        if self.limits.limits.nodes.is_some_and(|max| self.nodes >= max) {
            self.stopped = Some(StopReason::Nodes);
            return true;
        }
        if self.work_since_poll == 0 || self.work_since_poll >= WORK_BETWEEN_POLLS {
            self.work_since_poll = 0;
            self.poll();
        }
        self.work_since_poll += work;
        self.nodes += 1;
        self.stopped.is_some()
    }

    /// Polls the stop flag and the clock.
    pub fn poll(&mut self) {
        self.stopped = self.limits.poll().or(self.stopped);
    }
}
