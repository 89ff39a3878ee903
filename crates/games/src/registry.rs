//! The registry of games and their names.

use plateau_core::record::RecordText;
use plateau_core::{Field, NotationError};

use crate::erased::{AnyRecord, AnyVariant};
use crate::game::Game;
use crate::phrases;

/// A list of games. Plateau's own is [`REGISTRY`](crate::REGISTRY); a program may create
/// another with games of its own.
#[derive(Clone, Copy, Debug)]
pub struct Registry {
    games: &'static [&'static Game],
}

impl Registry {
    /// Creates a registry of these games.
    pub const fn new(games: &'static [&'static Game]) -> Self {
        Self { games }
    }

    /// Returns the games, in their order.
    pub fn games(&self) -> &'static [&'static Game] {
        self.games
    }

    /// Returns the game of a variant, by the variant's canonical name.
    pub fn game_of(&self, variant: &str) -> Option<&'static Game> {
        let id = variant.split(':').next()?;
        self.games.iter().copied().find(|game| game.id == id)
    }

    /// Returns all ids and aliases, each with the options it implies.
    fn names(&self) -> impl Iterator<Item = (&'static str, &'static Game, &'static str)> {
        self.games.iter().flat_map(|game| {
            let aliases = game.aliases.iter().map(|alias| (alias.name, *game, alias.options));
            std::iter::once((game.id, *game, "")).chain(aliases)
        })
    }

    /// Creates a variant by name: a game's id or alias, optionally followed by a colon and
    /// options separated by commas. Case is ignored. Options override those of an alias.
    pub fn variant(&self, name: &str) -> Result<Box<dyn AnyVariant>, NotationError> {
        let indent = name.chars().take_while(|c| c.is_whitespace()).count();
        let text = name.trim();
        let (id, options) = match text.split_once(':') {
            Some((id, options)) => (id, Some(options)),
            None => (text, None),
        };
        let Some((_, game, implied)) = self.names().find(|(known, ..)| known.eq_ignore_ascii_case(id)) else {
            return Err(self.unknown_game(id).shifted(indent).located_in(name));
        };
        let shift = indent + id.chars().count() + 1;
        let variant = match options {
            None => game.with_options(implied),
            Some(options) => game.with_options_over(implied, options),
        };
        variant.map_err(|error| error.shifted(shift).located_in(name))
    }

    /// Creates the error for an unknown name, with a similar one if there is any.
    fn unknown_game(&self, id: &str) -> NotationError {
        let ids: Vec<&str> = self.games.iter().map(|game| game.id).collect();
        let ids = ids.join(", ");
        let similar = self.names().map(|(name, ..)| name).find(|name| is_similar(name, id));
        let expected = match similar {
            Some(similar) => phrases::GAME_SIMILAR.message().with("similar", similar).with("games", ids),
            None => phrases::GAME_KNOWN.message().with("games", ids),
        };
        NotationError::unexpected(Field::Game, 0, id, expected)
    }

    /// Parses a record of any game of the registry.
    pub fn record(&self, text: &str) -> Result<Box<dyn AnyRecord>, NotationError> {
        let lines = RecordText::read(text)?;
        let (at, name) = lines.game;
        self.variant(name).map_err(|error| error.shifted(at))?.record(&lines)
    }
}

/// Returns whether a mistyped name probably means this one: it is the same but for
/// punctuation, a prefix of it, or differs by one letter.
fn is_similar(name: &str, typed: &str) -> bool {
    let letters = |text: &str| -> Vec<char> {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).take(32).collect()
    };
    let (name, typed) = (letters(name), letters(typed));
    let one_letter_away = || {
        let (long, short) = if name.len() >= typed.len() { (&name, &typed) } else { (&typed, &name) };
        let same = long.iter().zip(short).take_while(|(a, b)| a == b).count();
        let rest = &long[(same + 1).min(long.len())..];
        rest == &short[same..] || (long.len() == short.len() && rest == &short[(same + 1).min(short.len())..])
    };
    typed.len() >= 3 && (name == typed || name.starts_with(&typed) || one_letter_away())
}

#[cfg(test)]
mod tests {
    use super::is_similar;

    #[test]
    fn similar_names_are_recognised() {
        for (name, typed) in [
            ("connect4", "connect"),
            ("puissance4", "puissance 4"),
            ("othello", "otello"),
            ("othello", "othelo"),
            ("achi", "akhi"),
            ("picaria", "piccaria"),
        ] {
            assert!(is_similar(name, typed), "{name} {typed}");
        }
        for (name, typed) in [("othello", "chess"), ("achi", "a"), ("connect4", "achi")] {
            assert!(!is_similar(name, typed), "{name} {typed}");
        }
    }
}
