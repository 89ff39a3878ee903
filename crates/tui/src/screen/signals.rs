//! Signals that end the program, but not before the terminal is given back.
//!
//! A thread of its own waits for them: when the terminal itself is gone, the one
//! that reads keys may never come back from there.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
#[cfg(unix)]
use std::{sync::mpsc, time::Duration};

/// How long a signal waits for the terminal.
#[cfg(unix)]
const PATIENCE: Duration = Duration::from_secs(1);

/// Whoever holds it has the terminal to himself.
#[derive(Clone, Default)]
pub struct Screen(Arc<Mutex<()>>);

impl Screen {
    /// The terminal for as long as this is kept.
    pub fn hold(&self) -> MutexGuard<'_, ()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// From now on a signal gives the terminal back and then ends the program as it
/// would have, so that whoever sent it sees that it did.
#[cfg(unix)]
pub fn listen(screen: &Screen) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
    let screen = screen.clone();
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            let (done, given) = mpsc::channel::<()>();
            let screen = screen.clone();
            let giver = std::thread::Builder::new().spawn(move || {
                let held = screen.hold();
                super::give_back();
                drop(done);
                // Nobody draws any more.
                std::mem::forget(held);
            });
            if giver.is_ok() {
                // A terminal whose output is stopped takes nothing back.
                let _ = given.recv_timeout(PATIENCE);
            }
            // It does not return, unless the signal can't be raised.
            let _ = emulate_default_handler(signal);
        }
    })?;
    Ok(())
}

/// Stops the program until it is told to go on, as Ctrl-Z would have.
#[cfg(unix)]
pub fn stop() -> io::Result<()> {
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
}

/// Other systems know no such thing.
#[cfg(not(unix))]
pub fn stop() -> io::Result<()> {
    Ok(())
}

/// Other systems send none.
#[cfg(not(unix))]
pub fn listen(_: &Screen) -> io::Result<()> {
    Ok(())
}
