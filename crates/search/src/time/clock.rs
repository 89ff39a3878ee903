//! Clocks. Searches take the clock as a parameter, so that tests can simulate
//! whole games without waiting.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A monotonic clock.
pub trait Clock: Send + Sync {
    /// Returns the time since the clock was started.
    fn now(&self) -> Duration;
}

/// The system's monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Instant);

impl SystemClock {
    /// Starts a clock at zero.
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A clock for tests that advances by a fixed step each time it is read.
#[derive(Debug)]
pub struct SimulatedClock {
    now: AtomicU64,
    step: u64,
}

impl SimulatedClock {
    /// Creates a clock that advances by `step` each time it is read.
    pub fn new(step: Duration) -> Self {
        Self { now: AtomicU64::new(0), step: step.as_nanos() as u64 }
    }
}

impl Clock for SimulatedClock {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.now.fetch_add(self.step, Ordering::Relaxed))
    }
}
