//! Signals that end the program, after the terminal is restored.
//!
//! A thread of its own handles them: when the terminal itself is gone, the main thread may
//! never return from reading it.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
#[cfg(unix)]
use std::{sync::mpsc, time::Duration};

use crate::programs::Programs;

/// How long a signal waits until the terminal is restored.
#[cfg(unix)]
const RESTORE_TIMEOUT: Duration = Duration::from_secs(1);

/// Exclusive use of the terminal.
#[derive(Clone, Default)]
pub struct ScreenLock(Arc<Mutex<()>>);

impl ScreenLock {
    /// Locks the terminal until the guard is dropped.
    pub fn lock(&self) -> MutexGuard<'_, ()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes signals restore the terminal and end the programs that play, before they end this
/// program with the exit status they usually cause.
#[cfg(unix)]
pub fn restore_on_signal(lock: &ScreenLock, programs: Programs) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
    let lock = lock.clone();
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            let (done, restored) = mpsc::channel::<()>();
            let lock = lock.clone();
            let restorer = std::thread::Builder::new().spawn(move || {
                let guard = lock.lock();
                super::restore_terminal();
                drop(done);
                // Never unlock: nothing may be drawn any more.
                std::mem::forget(guard);
            });
            if restorer.is_ok() {
                // A terminal whose output is blocked cannot be restored.
                let _ = restored.recv_timeout(RESTORE_TIMEOUT);
            }
            programs.kill();
            // Returns only if the signal cannot be raised.
            let _ = emulate_default_handler(signal);
        }
    })?;
    Ok(())
}

/// Stops the process until it is continued, as Ctrl-Z does.
#[cfg(unix)]
pub fn stop_process() -> io::Result<()> {
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
}

/// Other systems cannot stop a process.
#[cfg(not(unix))]
pub fn stop_process() -> io::Result<()> {
    Ok(())
}

/// Other systems have no signals.
#[cfg(not(unix))]
pub fn restore_on_signal(_: &ScreenLock, _: Programs) -> io::Result<()> {
    Ok(())
}
