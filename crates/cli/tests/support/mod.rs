//! Helpers shared by the test programs.

#![allow(dead_code, reason = "each test program uses its own part")]

pub mod api;
pub mod events;
pub mod program;
pub mod server;

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A temporary directory, removed when dropped.
pub struct Directory(TempDir);

impl Directory {
    /// Creates an empty directory.
    pub fn new() -> Self {
        Self(TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap())
    }

    /// Returns the path of the directory.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Returns the path of a file in the directory.
    pub fn file(&self, name: &str) -> String {
        self.path().join(name).to_str().unwrap().to_owned()
    }
}

/// Polls a condition every 10 ms and panics when it does not hold within a minute.
#[track_caller]
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_mins(1);
    while !condition() {
        assert!(Instant::now() < deadline, "timed out waiting for {what}");
        sleep(Duration::from_millis(10));
    }
}

/// Returns a time for `sleep` that no other process sleeps, so that [`sleeping`] counts the
/// processes of one test only.
pub fn unique_seconds() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("{}{:03}", 100_000 + std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Counts the processes that run `sleep` for this time.
pub fn sleeping(seconds: &str) -> usize {
    let line = format!("sleep\0{seconds}\0");
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    entries
        .filter(|entry| std::fs::read(entry.path().join("cmdline")).is_ok_and(|it| it == line.as_bytes()))
        .count()
}
