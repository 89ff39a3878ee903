//! What plays a game for a tournament.

use plateau_search::Stop;

use crate::game::{Result, Task};

/// Plays the games of a tournament, several at once if it is asked to.
pub trait Host: Sync {
    /// Plays a game to its end; nothing when it was stopped before.
    fn play(&self, task: &Task, stop: &Stop) -> Option<Result>;
}
