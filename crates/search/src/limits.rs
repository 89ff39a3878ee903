//! Search limits, the stop flag, and the reason a search ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::time::{Budget, Clock};

/// A flag, shared between threads, that stops a search.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

/// Wraps an existing flag, such as one that a signal handler sets.
impl From<Arc<AtomicBool>> for Stop {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }
}

impl Stop {
    /// Creates a flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the flag.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the flag is set.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Sets a flag when it is dropped, also by a panic: ends the helper threads of a search.
pub struct RaiseOnDrop<'f>(pub &'f AtomicBool);

impl Drop for RaiseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The limits of a search. Without any, it runs until the value is proven.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use plateau_search::Limits;
///
/// // Whichever limit is reached first stops the search.
/// let limits = Limits { depth: Some(12), ..Limits::time(Duration::from_secs(1)) };
/// assert!(limits.skips_search(1), "a forced move needs no search on the clock");
///
/// limits.stop.raise();
/// assert!(limits.stop.is_raised());
/// ```
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent questions, each off by default")]
pub struct Limits {
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Time budget.
    pub time: Option<Budget>,
    /// The time left on the clocks of both sides, for engines that pass it on to a program.
    /// Searches use [`time`](Self::time) only.
    pub clocks: Option<[Duration; 2]>,
    /// Evaluate every root move, not only the best one (`MultiPV` of all moves).
    pub multi_pv: bool,
    /// Search even if there is only one legal move.
    pub search_forced: bool,
    /// Only win, loss or draw is required: the value may be a bound that decides
    /// it. Engines that gain nothing from this return the full value.
    pub wld_only: bool,
    /// A move from an opening book is good enough: for moves of a game, not for an analysis.
    pub use_book: bool,
    /// Stops the search from outside.
    pub stop: Stop,
}

impl Limits {
    /// Limits the depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Limits the number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Limits the time.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(Budget::fixed(time)), ..Self::default() }
    }

    /// Returns whether anything but a proof or the stop flag ends the search.
    pub fn is_limited(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.time.is_some()
    }

    /// Returns whether a position with this number of legal moves needs no
    /// search: on the clock, a forced move is played at once.
    pub fn skips_search(&self, legal_moves: usize) -> bool {
        legal_moves == 1 && self.time.is_some() && !self.multi_pv && !self.search_forced
    }
}

/// Polls the stop flag and the clock for a running search. Counting nodes is left to the
/// searches: it must cost next to nothing.
pub(crate) struct LimitPoll<'s> {
    pub limits: &'s Limits,
    clock: &'s dyn Clock,
    /// The clock's time at the start of the search.
    start: Duration,
}

impl<'s> LimitPoll<'s> {
    /// Starts the time of a search.
    pub fn start(limits: &'s Limits, clock: &'s dyn Clock) -> Self {
        Self { limits, clock, start: clock.now() }
    }

    /// Returns the time since the start of the search.
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }

    /// Returns why a search without iterations must stop. It has no natural point to end at, so
    /// it already stops at the soft limit.
    pub fn poll(&self) -> Option<StopReason> {
        self.poll_time(|budget| budget.soft.min(budget.hard))
    }

    /// Returns why an iteration must be stopped.
    pub fn poll_iteration(&self) -> Option<StopReason> {
        self.poll_time(|budget| budget.hard)
    }

    fn poll_time(&self, limit: fn(Budget) -> Duration) -> Option<StopReason> {
        if self.limits.stop.is_raised() {
            return Some(StopReason::Stopped);
        }
        let is_over = self.limits.time.is_some_and(|budget| self.elapsed() >= limit(budget));
        is_over.then_some(StopReason::Time)
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// The value is proven.
    Proven,
    /// The maximum depth was reached.
    Depth,
    /// The node limit was reached.
    Nodes,
    /// The time was used up.
    Time,
    /// The stop flag was set.
    Stopped,
    /// There is only one legal move.
    Forced,
    /// The opening book has a move.
    Book,
    /// The game is over.
    Finished,
}
