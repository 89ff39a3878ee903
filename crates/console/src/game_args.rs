//! The arguments that name a game and a position of it, or a file with both.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use plateau_core::Message;
use plateau_games::{AnyRecord, AnyVariant, Registry};
use plateau_play::io_error;

use crate::file_error::in_file;
use crate::phrases;
use crate::position_args::{PositionArgs, file_name};

/// The largest file that is read as a game, in bytes.
const MAX_SIZE: u64 = 1 << 20;

/// The variant of a game, and the game so far.
pub type OpenedGame = (Arc<dyn AnyVariant>, Box<dyn AnyRecord>);

/// A game and a position of it, or a saved game.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// Game, with options after a colon; `plateau games` lists them
    pub game: Option<String>,
    #[command(flatten)]
    position: PositionArgs,
    /// Take the game from a file that play --save wrote; GAME can be left out
    #[arg(long, value_name = "FILE", value_parser = file_name(), conflicts_with_all = ["position", "moves"])]
    pub load: Option<PathBuf>,
}

impl GameArgs {
    /// Returns whether a position, moves or a file were given.
    pub fn has_position(&self) -> bool {
        self.load.is_some() || !self.position.is_default()
    }

    /// Loads the game, or sets up the position. A game that is named as well as loaded must
    /// be the same.
    pub fn open(&self, registry: &Registry) -> Result<OpenedGame, Message> {
        let named = self.game.as_deref().map(|name| registry.variant(name)).transpose()?;
        match (&self.load, named) {
            (None, None) => Err(phrases::NO_GAME.message()),
            (None, Some(variant)) => {
                let record = self.position.record(variant.as_ref())?;
                Ok((variant.into(), record))
            }
            (Some(path), named) => {
                let record = load_game(registry, named.as_deref(), path)?;
                Ok((registry.stored_variant(&record.variant_name())?.into(), record))
            }
        }
    }
}

/// Loads a game from a file, which must be of this variant if one is given.
pub fn load_game(
    registry: &Registry,
    variant: Option<&dyn AnyVariant>,
    path: &Path,
) -> Result<Box<dyn AnyRecord>, Message> {
    let file = path.display().to_string();
    let text = read(path).map_err(|error| {
        phrases::CANNOT_READ_FILE
            .message()
            .with("file", file.as_str())
            .with("reason", io_error::reason(&error))
    })?;
    let text = text.ok_or_else(|| phrases::FILE_TOO_LARGE.message().with("file", file.as_str()))?;
    let record = registry.record(&text).map_err(|error| in_file(&file, &text, error))?;
    match variant {
        Some(variant) if record.variant_name() != variant.name() => {
            let message = phrases::OTHER_GAME.message().with("file", file);
            Err(message.with("found", record.variant_name()).with("expected", variant.name()))
        }
        _ => Ok(record),
    }
}

/// Reads a file, or returns `None` where it is too large for a game.
fn read(path: &Path) -> io::Result<Option<String>> {
    let mut text = String::new();
    File::open(path)?.take(MAX_SIZE + 1).read_to_string(&mut text)?;
    Ok((text.len() as u64 <= MAX_SIZE).then_some(text))
}
