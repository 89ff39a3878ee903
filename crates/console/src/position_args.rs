//! The arguments that name a position of a game.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use plateau_core::{NotationError, Player};
use plateau_games::{AnyRecord, AnyVariant};

use crate::usage_error::UnknownOption;

/// A position, and moves to play from it.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// Position in the notation of the game, quoted or as separate words [default: start]
    // The board is the first word and may start with a hyphen. The other words cannot, or
    // clap would take the options that follow for more of them.
    #[arg(allow_hyphen_values = true, value_parser = board_word)]
    position: Option<String>,
    #[arg(hide = true)]
    fields: Vec<String>,
    /// Moves to play from the position, separated by spaces or semicolons
    #[arg(long, value_name = "LIST", default_value = "", hide_default_value = true)]
    moves: String,
}

impl PositionArgs {
    /// Returns whether a position was given.
    pub fn is_given(&self) -> bool {
        self.position.is_some()
    }

    /// Returns whether neither a position nor moves were given.
    pub fn is_default(&self) -> bool {
        self.position.is_none() && self.moves.is_empty()
    }

    /// Sets up the position and plays the moves.
    pub fn record(&self, variant: &dyn AnyVariant) -> Result<Box<dyn AnyRecord>, NotationError> {
        let words: Vec<&str> = self.position.iter().chain(&self.fields).map(String::as_str).collect();
        let mut record = match words.as_slice() {
            [] => variant.start(),
            _ => variant.open(&words.join(" "))?,
        };
        record.play_all(&self.moves)?;
        Ok(record)
    }
}

/// Tells a board that starts with a hyphen from a misspelt option: an option consists of
/// lower-case letters, and not only of those on boards.
fn board_word(word: &str) -> Result<String, UnknownOption> {
    let is_board = word.chars().all(|c| c == '-' || Player::from_letter(c).is_some());
    if looks_like_option(word) && !is_board { Err(UnknownOption) } else { Ok(word.to_owned()) }
}

fn looks_like_option(word: &str) -> bool {
    let name = word.trim_start_matches('-');
    let is_word = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    name.len() < word.len() && is_word
}

/// Parses the name of a file, which must not look like an option. Where a board may start with
/// a hyphen, clap lets every value do so.
pub fn file_name() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if looks_like_option(&path.to_string_lossy()) { Err(UnknownOption) } else { Ok(path) }
    })
}
