//! Games in files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use plateau_core::Message;
use plateau_games::{AnyRecord, AnyVariant, Registry};

use plateau_console::files::{can_write, write_whole};
use plateau_console::phrases::CANNOT_WRITE_FILE;

use crate::phrases;

/// No game is longer, in bytes.
const LONGEST: u64 = 1 << 20;

/// Writes a game to a file, which is whole or as it was before.
pub fn save(path: &Path, record: &dyn AnyRecord) -> Result<(), Message> {
    write_whole(path, |out| out.write_all(record.text().as_bytes())).map_err(|error| unwritten(path, &error))
}

/// Whether a game could be written to a file, which stays as it is.
pub fn can_save(path: &Path) -> Result<(), Message> {
    can_write(path).map_err(|error| unwritten(path, &error))
}

fn unwritten(path: &Path, error: &io::Error) -> Message {
    let message = CANNOT_WRITE_FILE.message().with("file", path.display().to_string());
    message.with("reason", error.to_string())
}

/// Reads a game from a file; it must be of this variant.
pub fn load(
    registry: &Registry,
    variant: &dyn AnyVariant,
    path: &Path,
) -> Result<Box<dyn AnyRecord>, Message> {
    let file = path.display().to_string();
    let text = read(path).map_err(|error| {
        phrases::CANNOT_READ_FILE.message().with("file", file.as_str()).with("reason", error.to_string())
    })?;
    let text = text.ok_or_else(|| phrases::TOO_LONG.message().with("file", file.as_str()))?;
    let record = registry.record(&text).map_err(|error| {
        phrases::BAD_FILE.message().with("file", file.as_str()).with("reason", Message::from(error))
    })?;
    if record.variant_name() == variant.name() {
        Ok(record)
    } else {
        let message = phrases::OTHER_GAME.message().with("file", file);
        Err(message.with("found", record.variant_name()).with("expected", variant.name()))
    }
}

/// The text of a file; none of one that is too long for a game.
fn read(path: &Path) -> io::Result<Option<String>> {
    let mut text = String::new();
    File::open(path)?.take(LONGEST + 1).read_to_string(&mut text)?;
    Ok((text.len() as u64 <= LONGEST).then_some(text))
}

/// The game that is kept in a file from now on, and whether it is the one found
/// there: that one goes on, unless another was asked for. Nothing but a beginning
/// of the same game is ever written over.
pub fn resume(
    registry: &Registry,
    variant: &dyn AnyVariant,
    path: &Path,
    record: Box<dyn AnyRecord>,
    asked: bool,
) -> Result<(Box<dyn AnyRecord>, bool), Message> {
    if !holds_something(path) {
        return Ok((record, false));
    }
    let found = load(registry, variant, path)?;
    if continues(record.as_ref(), found.as_ref()) {
        Ok((record, false))
    } else if asked {
        Err(phrases::KEEPS_ANOTHER.message().with("file", path.display().to_string()))
    } else {
        Ok((found, true))
    }
}

/// Whether a file holds what is no beginning of this game, and would be gone if
/// the game were written there.
pub fn would_lose(
    registry: &Registry,
    variant: &dyn AnyVariant,
    path: &Path,
    record: &dyn AnyRecord,
) -> bool {
    let found = || load(registry, variant, path);
    holds_something(path) && !found().is_ok_and(|found| continues(record, found.as_ref()))
}

/// What can't be looked at is told when it is written; devices hold nothing.
fn holds_something(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0)
}

/// Whether a game begins with all of another.
fn continues(game: &dyn AnyRecord, other: &dyn AnyRecord) -> bool {
    let ended = other.finish().is_some() && game.finish() != other.finish();
    !ended && game.start_text() == other.start_text() && game.moves().starts_with(&other.moves())
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
    fn a_game_continues_its_beginnings_alone() {
        let long = game("4 4 3");
        for (moves, expected) in
            [("", true), ("4 4", true), ("4 4 3", true), ("4 3", false), ("4 4 3 1", false)]
        {
            assert_eq!(continues(long.as_ref(), game(moves).as_ref()), expected, "{moves}");
        }
        let mut resigned = game("4 4");
        let outcome = plateau_core::Outcome::win(plateau_core::Player::First);
        resigned.declare(plateau_core::Finish { outcome, reason: plateau_core::Reason::Resignation });
        assert!(!continues(long.as_ref(), resigned.as_ref()), "it is over");
    }
}
