//! CPU time, independent of other load on the machine.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Returns the CPU time of this thread.
pub fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// Returns the CPU time of this thread since an earlier reading.
pub fn worked_since(begin: Duration) -> Duration {
    worked().saturating_sub(begin)
}
