//! The interface through which a tournament plays its games.

use plateau_core::Message;
use plateau_search::Stop;

use crate::game::{GameResult, Task};

/// Plays the games of a tournament, possibly several at once from different threads.
pub trait GameRunner: Sync {
    /// Plays a game and calls `on_move` with each move after the opening.
    ///
    /// Returns `None` if `stop` was set before the game ended, and an error if the game
    /// cannot be played at all.
    fn play(&self, task: &Task, stop: &Stop, on_move: &dyn Fn(&str)) -> Result<Option<GameResult>, Message>;
}
