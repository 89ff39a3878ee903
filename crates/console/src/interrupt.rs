//! Signals that end a search but not the program, which still prints what it found and
//! stops the processes it started.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::{io, thread};

use plateau_search::Stop;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// The exit code of a program that was interrupted, as shells report it.
pub const EXIT_INTERRUPTED: u8 = 130;

/// Returns a flag that the first Ctrl-C, SIGTERM or SIGHUP sets. The second signal ends
/// the program at once.
pub fn stop_on_signal() -> Stop {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // `nohup` wants the program to outlive its terminal.
        if signal == SIGHUP && is_ignored(signal) {
            continue;
        }
        // The shutdown comes first: on the first signal it finds the flag not yet set. If
        // no handler can be installed, the signal has its usual effect.
        let _ = flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&stop))
            .and_then(|_| flag::register(signal, Arc::clone(&stop)));
    }
    Stop::from(stop)
}

/// Runs a function before a signal ends the program, with the exit status it usually causes.
pub fn before_fatal_signal(clean_up: impl Fn() + Send + 'static) -> io::Result<()> {
    let fatal = [SIGHUP, SIGINT, SIGQUIT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal));
    let mut signals = Signals::new(fatal)?;
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            clean_up();
            // Returns only if the signal cannot be raised.
            let _ = emulate_default_handler(signal);
        }
    })?;
    Ok(())
}

/// Returns whether the parent process made this one ignore a signal.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}
