//! The file that holds a game as it is after each move.

use std::path::{Path, PathBuf};

use plateau_core::Message;
use plateau_games::AnyRecord;

use crate::saved_games as files;

/// Keeps a game in its file, if it has one, and knows what would be lost.
#[derive(Debug)]
pub struct Keeper {
    path: Option<PathBuf>,
    /// The game as it last was in a file, or as it was before the first move.
    safe: String,
    trouble: Option<Message>,
}

impl Keeper {
    /// For a game that is not written before it changes. A file that can't be
    /// written is known at once.
    pub fn new(path: Option<PathBuf>, record: &dyn AnyRecord) -> Self {
        let trouble = path.as_deref().and_then(|path| files::can_save(path).err());
        Self { path, safe: record.text(), trouble }
    }

    /// The file.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Writes the game to its file if it has changed. A file that can't be
    /// written ends no game.
    pub fn keep(&mut self, record: &dyn AnyRecord) {
        let Some(path) = self.path.as_deref().filter(|_| record.text() != self.safe) else { return };
        self.trouble = files::save(path, record).err();
        if self.trouble.is_none() {
            self.mark(record);
        }
    }

    /// Why the file does not hold the game, until it does.
    pub fn trouble(&self) -> Option<&Message> {
        self.trouble.as_ref()
    }

    /// The game is in a file, or has only begun.
    pub fn mark(&mut self, record: &dyn AnyRecord) {
        self.safe = record.text();
    }

    /// Whether moves would be gone with the game.
    pub fn would_lose(&self, record: &dyn AnyRecord) -> bool {
        record.ply() > 0 && record.finish().is_none() && record.text() != self.safe
    }
}
