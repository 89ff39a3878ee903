//! Where in a game: the arguments that name a position.

use clap::Args;
use plateau_core::{NotationError, Player};
use plateau_games::{AnyRecord, AnyVariant};

/// A position and moves from it.
#[derive(Debug, Args)]
pub struct Place {
    /// Position in the game's notation, quoted or as separate words; `start` without it
    // The board is the first word and may begin with a hyphen. The others can't,
    // and clap would take options that follow for more of them.
    #[arg(allow_hyphen_values = true, value_parser = board_word)]
    position: Option<String>,
    #[arg(hide = true)]
    fields: Vec<String>,
    /// Moves to play from there, separated by spaces, or by semicolons
    #[arg(long, value_name = "LIST", default_value = "", hide_default_value = true)]
    moves: String,
}

impl Place {
    /// Whether a position was named.
    pub fn is_given(&self) -> bool {
        self.position.is_some()
    }

    /// Whether nothing but the start of the game was asked for.
    pub fn is_start(&self) -> bool {
        self.position.is_none() && self.moves.is_empty()
    }

    /// The game at this place.
    pub fn open(&self, variant: &dyn AnyVariant) -> Result<Box<dyn AnyRecord>, NotationError> {
        let words: Vec<&str> = self.position.iter().chain(&self.fields).map(String::as_str).collect();
        let mut record = match words.as_slice() {
            [] => variant.start(),
            _ => variant.open(&words.join(" "))?,
        };
        record.play_all(&self.moves)?;
        Ok(record)
    }
}

/// Tells a board that begins with a hyphen from an option that does not exist:
/// an option is small letters, and not only those of a board.
fn board_word(word: &str) -> Result<String, String> {
    let name = word.trim_start_matches('-');
    let is_word = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let is_board = name.chars().all(|c| c == '-' || Player::from_letter(c).is_some());
    if name.len() < word.len() && is_word && !is_board {
        Err("there is no such option".to_owned())
    } else {
        Ok(word.to_owned())
    }
}
