//! Saving a game to its file after each move.

use std::path::{Path, PathBuf};

use plateau_core::Message;
use plateau_games::AnyRecord;

use crate::saved_games;

/// Saves a game after each move, if it has a file, and tracks unsaved moves.
#[derive(Debug)]
pub struct Autosave {
    path: Option<PathBuf>,
    /// The text of the game when it was last saved, or at the start.
    saved: String,
    error: Option<Message>,
}

impl Autosave {
    /// Creates an autosave for a game, which is first written when it changes. Checks at
    /// once whether the file can be written.
    pub fn new(path: Option<PathBuf>, record: &dyn AnyRecord) -> Self {
        let error = path.as_deref().and_then(|path| saved_games::can_save(path).err()).map(Message::from);
        Self { path, saved: record.text(), error }
    }

    /// Returns the file of the game.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Saves the game if it has changed. An error does not end the game.
    pub fn save(&mut self, record: &dyn AnyRecord) {
        let Some(path) = self.path.as_deref().filter(|_| record.text() != self.saved) else { return };
        self.error = saved_games::save(path, record).err().map(Message::from);
        if self.error.is_none() {
            self.mark_saved(record);
        }
    }

    /// Returns why the file could not be written, until it can.
    pub fn error(&self) -> Option<&Message> {
        self.error.as_ref()
    }

    /// Returns why the game is not saved, when it is left. An error that was shown during the
    /// game must also be the result of the program.
    pub fn finish(&self) -> Result<(), Message> {
        self.error.clone().map_or(Ok(()), Err)
    }

    /// Records that the game is saved, or has just started.
    pub fn mark_saved(&mut self, record: &dyn AnyRecord) {
        self.saved = record.text();
    }

    /// Returns whether an unfinished game has unsaved moves.
    pub fn has_unsaved_moves(&self, record: &dyn AnyRecord) -> bool {
        record.ply() > 0 && record.finish().is_none() && record.text() != self.saved
    }
}
