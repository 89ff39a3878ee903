//! When a search must end, and why it did.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A flag that tells a search to end, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

/// A flag that something else raises, such as the handler of a signal.
impl From<Arc<AtomicBool>> for Stop {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }
}

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Tells the search to end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search was told to end.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How long a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration begins after this.
    pub soft: Duration,
    /// The search ends at this, wherever it is.
    pub hard: Duration,
}

impl Budget {
    /// All of a fixed time for one move.
    pub const fn fixed(time: Duration) -> Self {
        Self { soft: time, hard: time }
    }
}

/// What a search may use. Without any limit it ends when the value is proven.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Budget>,
    /// Whether the value of every move is wanted, not of the best alone.
    pub multi_pv: bool,
    /// Whether the value is wanted even where there is only one move.
    pub search_forced: bool,
    /// Whether it is enough to know who wins: the value may then be a bound that tells
    /// it. Engines that would save nothing answer more.
    pub wld_only: bool,
    /// Ends the search from outside.
    pub stop: Stop,
}

impl Limits {
    /// As deep as this, at most.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// As many positions as this, at most.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Whether the only move of a position is answered without a search: on a clock
    /// that would be waste.
    pub fn skips_search(&self, moves: usize) -> bool {
        moves == 1 && self.time.is_some() && !self.multi_pv && !self.search_forced
    }

    /// As long as this, at most.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(Budget::fixed(time)), ..Self::default() }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// The value is proven.
    Proven,
    /// The depth asked for is reached.
    Depth,
    /// The positions are used up.
    Nodes,
    /// The time is used up.
    Time,
    /// Somebody raised the flag.
    Stopped,
    /// There is only one move.
    Forced,
    /// The game is over.
    Finished,
}
