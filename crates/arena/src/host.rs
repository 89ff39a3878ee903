//! What plays a game for a tournament.

use plateau_core::Message;
use plateau_search::Stop;

use crate::game::{self, Task};

/// Plays the games of a tournament, several at once if it is asked to.
pub trait Host: Sync {
    /// Plays a game to its end; nothing when it was stopped before, and an error where it
    /// can't be played at all. Each move after the opening is told when it is made.
    fn play(&self, task: &Task, stop: &Stop, moved: &dyn Fn(&str)) -> Result<Option<game::Result>, Message>;
}
