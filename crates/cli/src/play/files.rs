//! Games in files.

use std::fs;
use std::path::Path;

use plateau_core::Message;
use plateau_games::{AnyRecord, AnyVariant, Registry};

use super::phrases;
use crate::files::write_whole;
use crate::phrases::CANNOT_WRITE_FILE;

/// Writes a game to a file, which is whole or as it was before.
pub fn save(path: &Path, record: &dyn AnyRecord) -> Result<(), Message> {
    write_whole(path, |out| out.write_all(record.text().as_bytes())).map_err(|error| {
        let message = CANNOT_WRITE_FILE.say().with("file", path.display().to_string());
        message.with("reason", error.to_string())
    })
}

/// Reads a game from a file; it must be of this variant.
pub fn load(
    registry: &Registry,
    variant: &dyn AnyVariant,
    path: &Path,
) -> Result<Box<dyn AnyRecord>, Message> {
    let file = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| {
        phrases::CANNOT_READ_FILE.say().with("file", file.as_str()).with("reason", error.to_string())
    })?;
    let record = registry.record(&text).map_err(|error| {
        phrases::BAD_FILE.say().with("file", file.as_str()).with("reason", Message::from(error))
    })?;
    if record.variant_name() == variant.name() {
        Ok(record)
    } else {
        let message = phrases::OTHER_GAME.say().with("file", file);
        Err(message.with("found", record.variant_name()).with("expected", variant.name()))
    }
}
