//! Node counting and limit checks of several threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::limits::{LimitPoll, Limits, RaiseOnDrop, StopReason};
use crate::time::Clock;

/// Threads claim this many nodes at once, and poll the clock and the stop flag when they do.
const NODES_BETWEEN_POLLS: u64 = 256;

/// The limits of a search and the nodes that its threads have claimed.
pub struct SharedCounter<'s> {
    limits: LimitPoll<'s>,
    claimed: AtomicU64,
    /// Set by the main thread when it has finished, to stop the helpers.
    finished: AtomicBool,
}

impl<'s> SharedCounter<'s> {
    pub fn new(limits: &'s Limits, clock: &'s dyn Clock) -> Self {
        let (claimed, finished) = (AtomicU64::new(0), AtomicBool::new(false));
        Self { limits: LimitPoll::start(limits, clock), claimed, finished }
    }

    /// Returns the time since the start of the search.
    pub fn elapsed(&self) -> Duration {
        self.limits.elapsed()
    }

    /// Returns the number of nodes that the threads have claimed: the number visited, once all
    /// of them have [finished](ThreadCounter::finish).
    pub fn nodes(&self) -> u64 {
        self.claimed.load(Ordering::Relaxed)
    }

    /// Stops the helper threads when the guard is dropped.
    pub fn stop_helpers_on_drop(&self) -> RaiseOnDrop<'_> {
        RaiseOnDrop(&self.finished)
    }

    /// Returns whether the helper threads must stop.
    pub fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
    }

    /// Polls the stop flags and the clock.
    fn poll(&self) -> Option<StopReason> {
        if self.is_finished() { Some(StopReason::Stopped) } else { self.limits.poll() }
    }

    /// Claims nodes within the limit. Returns how many.
    fn claim(&self) -> u64 {
        let allowed = |claimed: u64| {
            let left = self.limits.limits.nodes.map_or(u64::MAX, |max| max.saturating_sub(claimed));
            left.min(NODES_BETWEEN_POLLS)
        };
        let claim = |claimed: u64| Some(claimed + allowed(claimed));
        match self.claimed.try_update(Ordering::Relaxed, Ordering::Relaxed, claim) {
            Ok(claimed) | Err(claimed) => allowed(claimed),
        }
    }
}

/// Counts the nodes of one thread and stops it at the limits.
pub struct ThreadCounter<'s> {
    shared: &'s SharedCounter<'s>,
    /// Nodes that are claimed and not yet visited.
    claimed: u64,
    /// Why the thread must stop, once it must.
    pub stopped: Option<StopReason>,
}

impl<'s> ThreadCounter<'s> {
    pub fn new(shared: &'s SharedCounter<'s>) -> Self {
        Self { shared, claimed: 0, stopped: None }
    }

    /// Counts a node and returns whether the thread must stop. A node beyond the node limit is
    /// not counted.
    #[inline]
    pub fn count(&mut self) -> bool {
        if self.claimed == 0 {
            self.stopped = self.shared.poll();
            if self.stopped.is_none() {
                self.claimed = self.shared.claim();
                self.stopped = (self.claimed == 0).then_some(StopReason::Nodes);
            }
            if self.stopped.is_some() {
                return true;
            }
        }
        self.claimed -= 1;
        false
    }

    /// Counts nodes that were visited whatever the limits, and checks the limits.
    pub fn count_always(&mut self, nodes: u64) {
        self.shared.claimed.fetch_add(nodes, Ordering::Relaxed);
        self.stopped = self.shared.poll();
    }

    /// Returns the nodes of all threads, as far as this thread knows.
    pub fn total(&self) -> u64 {
        self.shared.nodes() - self.claimed
    }

    /// Gives back the nodes that were not visited.
    pub fn finish(&mut self) {
        self.shared.claimed.fetch_sub(self.claimed, Ordering::Relaxed);
        self.claimed = 0;
    }
}
