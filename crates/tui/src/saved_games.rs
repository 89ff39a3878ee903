//! Games in files.

use std::fs;
use std::path::Path;

use plateau_console::files::{can_write, write_atomic};
use plateau_console::game_args::load_game;
use plateau_console::output::cannot_write;
use plateau_core::Message;
use plateau_games::{AnyRecord, AnyVariant, Registry};
use plateau_play::ReportedError;

use crate::phrases;

/// Saves a game to a file, which is replaced as a whole.
pub fn save(path: &Path, record: &dyn AnyRecord) -> Result<(), ReportedError> {
    write_atomic(path, |out| out.write_all(record.text().as_bytes()))
        .map_err(|error| cannot_write(path, &error))
}

/// Checks whether a game could be saved to a file, without changing the file.
pub fn can_save(path: &Path) -> Result<(), ReportedError> {
    can_write(path).map_err(|error| cannot_write(path, &error))
}

/// Loads a game of any variant.
pub fn load_any(registry: &Registry, path: &Path) -> Result<Box<dyn AnyRecord>, Message> {
    load_game(registry, None, path)
}

/// Loads a game, which must be of this variant.
pub fn load(
    registry: &Registry,
    variant: &dyn AnyVariant,
    path: &Path,
) -> Result<Box<dyn AnyRecord>, Message> {
    load_game(registry, Some(variant), path)
}

/// Returns the game that is saved to a file from now on, and whether it was loaded from
/// there. A saved game is resumed unless the user asked for a position, which then must
/// continue it: no other game is ever overwritten.
pub fn resume(
    registry: &Registry,
    variant: &dyn AnyVariant,
    path: &Path,
    record: Box<dyn AnyRecord>,
    position_requested: bool,
) -> Result<(Box<dyn AnyRecord>, bool), Message> {
    if !has_content(path) {
        return Ok((record, false));
    }
    let saved = load(registry, variant, path)?;
    if continues(record.as_ref(), saved.as_ref()) {
        Ok((record, false))
    } else if position_requested {
        Err(phrases::HOLDS_OTHER_GAME.message().with("file", path.display().to_string()))
    } else {
        Ok((saved, true))
    }
}

/// Returns whether saving a game would destroy something else than an earlier state of it.
pub fn would_overwrite(
    registry: &Registry,
    variant: &dyn AnyVariant,
    path: &Path,
    record: &dyn AnyRecord,
) -> bool {
    let saved = || load(registry, variant, path);
    has_content(path) && !saved().is_ok_and(|saved| continues(record, saved.as_ref()))
}

/// Returns whether a path is a regular file with content. Errors show up when it is written.
fn has_content(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0)
}

/// Returns whether a game continues another one.
fn continues(game: &dyn AnyRecord, other: &dyn AnyRecord) -> bool {
    let ended_differently = other.finish().is_some() && game.finish() != other.finish();
    !ended_differently && game.start_text() == other.start_text() && game.moves().starts_with(&other.moves())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str) -> Box<dyn AnyRecord> {
        let mut record = plateau_games::REGISTRY.variant("connect4").unwrap().start();
        record.play_all(moves).unwrap();
        record
    }

    #[test]
    fn a_game_continues_only_its_own_beginnings() {
        let long = game("4 4 3");
        for (moves, expected) in
            [("", true), ("4 4", true), ("4 4 3", true), ("4 3", false), ("4 4 3 1", false)]
        {
            assert_eq!(continues(long.as_ref(), game(moves).as_ref()), expected, "{moves}");
        }
        let mut resigned = game("4 4");
        let outcome = plateau_core::Outcome::win(plateau_core::Player::First);
        resigned.declare(plateau_core::Finish { outcome, reason: plateau_core::Reason::Resignation });
        assert!(!continues(long.as_ref(), resigned.as_ref()), "a finished game cannot be continued");
    }
}
