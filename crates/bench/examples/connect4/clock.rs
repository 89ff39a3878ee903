//! The time a processor worked, whoever else was running.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The time this thread has worked.
pub fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// The time this thread has worked since then.
pub fn worked_since(begin: Duration) -> Duration {
    worked().saturating_sub(begin)
}
