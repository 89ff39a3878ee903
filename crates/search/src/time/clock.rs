//! Time, taken as a parameter so that whole games can be tested in no time.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Tells the time since some moment.
pub trait Clock: Send + Sync {
    /// The time now.
    fn now(&self) -> Duration;
}

/// The clock of the machine.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Instant);

impl SystemClock {
    /// A clock that starts now.
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A clock that moves on a fixed step whenever it is looked at.
#[derive(Debug)]
pub struct SimulatedClock {
    now: AtomicU64,
    step: u64,
}

impl SimulatedClock {
    /// A clock that moves on this much at each look.
    pub fn new(step: Duration) -> Self {
        Self { now: AtomicU64::new(0), step: step.as_nanos() as u64 }
    }
}

impl Clock for SimulatedClock {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.now.fetch_add(self.step, Ordering::Relaxed))
    }
}
