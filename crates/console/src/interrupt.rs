//! Ctrl-C ends a search, not the program: what was found so far is told. So does whatever
//! else asks a program to end, which must not leave those behind that it started.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plateau_search::Stop;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;

/// The exit code of a program that Ctrl-C ended: that of shells.
pub const INTERRUPTED: u8 = 130;

/// A flag that the first Ctrl-C raises, or the first signal to end. The second ends the
/// program at once.
pub fn stop() -> Stop {
    let raised = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // Under `nohup` a terminal that is closed is no reason to end.
        if signal == SIGHUP && is_ignored(signal) {
            continue;
        }
        // The order matters: the first Ctrl-C finds the flag not yet raised. Where
        // a handler can't be set, Ctrl-C does what it always does.
        let _ = flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&raised))
            .and_then(|_| flag::register(signal, Arc::clone(&raised)));
    }
    Stop::from(raised)
}

/// Whether who started this program wants it to ignore a signal.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}
