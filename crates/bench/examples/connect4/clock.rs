//! CPU time, which other running processes do not affect.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Returns the CPU time of this thread.
pub fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// Returns the CPU time of this thread since `start`.
pub fn cpu_time_since(start: Duration) -> Duration {
    cpu_time().saturating_sub(start)
}
