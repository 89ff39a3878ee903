//! Signals that end the program. They wait until the terminal is given back.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(unix)]
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM},
    flag, low_level,
};

/// The number of the last signal that came, 0 for none.
pub struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// Listens for them instead of ending at once.
    #[cfg(unix)]
    pub fn listen() -> io::Result<Self> {
        let caught = Arc::new(AtomicUsize::new(0));
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
            flag::register_usize(signal, Arc::clone(&caught), signal as usize)?;
        }
        Ok(Self(caught))
    }

    /// Other systems send none.
    #[cfg(not(unix))]
    pub fn listen() -> io::Result<Self> {
        Ok(Self(Arc::default()))
    }

    /// Whether one came.
    pub fn caught(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// Ends the program as the signal would have, if one came, so that whoever
    /// sent it sees that it did.
    pub fn obey(&self) {
        #[cfg(unix)]
        if self.caught() {
            // It does not return, unless the signal can't be raised.
            let _ = low_level::emulate_default_handler(self.0.load(Ordering::Relaxed) as i32);
        }
    }
}
