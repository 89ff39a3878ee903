//! Ctrl-C ends a search, not the program: what was found so far is told.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plateau_search::Stop;
use signal_hook::consts::SIGINT;
use signal_hook::flag;

/// The exit code of a program that Ctrl-C ended: that of shells.
pub const INTERRUPTED: u8 = 130;

/// A flag that the first Ctrl-C raises. The second ends the program at once.
pub fn stop() -> Stop {
    let raised = Arc::new(AtomicBool::new(false));
    // The order matters: the first Ctrl-C finds the flag not yet raised. Where
    // a handler can't be set, Ctrl-C does what it always does.
    let code = i32::from(INTERRUPTED);
    let _ = flag::register_conditional_shutdown(SIGINT, code, Arc::clone(&raised))
        .and_then(|_| flag::register(SIGINT, Arc::clone(&raised)));
    Stop::from(raised)
}
