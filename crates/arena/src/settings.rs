//! The conditions under which players play.

use std::path::PathBuf;
use std::time::Duration;

/// The settings of a referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The time by which a player may exceed its limit, to absorb delays of the machine.
    pub margin: Duration,
    /// The time a program has to start and report that it is ready.
    pub start_timeout: Duration,
    /// The time a program has to exit.
    pub exit_timeout: Duration,
    /// The time a program has to answer when no clock runs.
    pub answer_timeout: Duration,
    /// The working directory of programs; `None` is that of this process.
    pub directory: Option<PathBuf>,
    /// The limit on the address space of each program, in bytes.
    pub memory_bytes: Option<u64>,
    /// The directory of the logs of standard error, created on the first write. Without
    /// it, standard error is discarded.
    pub log_directory: Option<PathBuf>,
    /// Whether to end a game as soon as a built-in engine proves its result.
    pub adjudicate: bool,
    /// Whether programs stay running between games. If so, their exit belongs to no game.
    pub keep_running: bool,
    /// The transposition table size of each built-in engine, in megabytes.
    pub hash_mb: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            margin: Duration::from_millis(100),
            start_timeout: Duration::from_secs(10),
            exit_timeout: Duration::from_secs(2),
            answer_timeout: Duration::from_mins(1),
            directory: None,
            memory_bytes: None,
            log_directory: None,
            adjudicate: false,
            keep_running: false,
            hash_mb: 16,
        }
    }
}
