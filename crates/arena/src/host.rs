//! What plays a game for a tournament.

use plateau_core::Message;
use plateau_search::Stop;

use crate::game::{self, Task};

/// Plays the games of a tournament, several at once if it is asked to.
pub trait Host: Sync {
    /// Plays a game to its end; nothing when it was stopped before, and an error where it
    /// can't be played at all.
    fn play(&self, task: &Task, stop: &Stop) -> Result<Option<game::Result>, Message>;
}
