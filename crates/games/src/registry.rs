//! A list of games, and the names they go by.

use plateau_core::record::RecordText;
use plateau_core::{Field, NotationError};

use crate::erased::{AnyRecord, AnyVariant};
use crate::game::Game;
use crate::phrases;

/// The games a program offers. Plateau's own are [`REGISTRY`](crate::REGISTRY);
/// a program may list others beside them.
#[derive(Clone, Copy, Debug)]
pub struct Registry {
    games: &'static [&'static Game],
}

impl Registry {
    /// A registry of these games.
    pub const fn new(games: &'static [&'static Game]) -> Self {
        Self { games }
    }

    /// The games, in their order.
    pub fn games(&self) -> &'static [&'static Game] {
        self.games
    }

    /// The game a variant belongs to, by the variant's canonical name.
    pub fn game_of(&self, variant: &str) -> Option<&'static Game> {
        let id = variant.split(':').next()?;
        self.games.iter().copied().find(|game| game.id == id)
    }

    /// Every name a game goes by, with the options it stands for.
    fn names(&self) -> impl Iterator<Item = (&'static str, &'static Game, &'static str)> {
        self.games.iter().flat_map(|game| {
            let aliases = game.aliases.iter().map(|alias| (alias.name, *game, alias.options));
            std::iter::once((game.id, *game, "")).chain(aliases)
        })
    }

    /// The variant a name stands for: a game's id or alias, and perhaps a colon
    /// and options separated by commas. Case does not matter. Options given
    /// take the place of those an alias stands for.
    pub fn variant(&self, name: &str) -> Result<Box<dyn AnyVariant>, NotationError> {
        let lead = name.chars().take_while(|c| c.is_whitespace()).count();
        let text = name.trim();
        let (id, options) = match text.split_once(':') {
            Some((id, options)) => (id, Some(options)),
            None => (text, None),
        };
        let Some((_, game, own)) = self.names().find(|(known, ..)| known.eq_ignore_ascii_case(id)) else {
            return Err(self.unknown(id).shifted(lead).located_in(name));
        };
        let shift = lead + id.chars().count() + 1;
        let variant = match options {
            None => game.with_options(own),
            Some(options) => game.with_options_over(own, options),
        };
        variant.map_err(|error| error.shifted(shift).located_in(name))
    }

    /// The error of a name that no game has, with a near one if there is one.
    fn unknown(&self, id: &str) -> NotationError {
        let ids: Vec<&str> = self.games.iter().map(|game| game.id).collect();
        let ids = ids.join(", ");
        let near = self.names().map(|(name, ..)| name).find(|name| is_near(name, id));
        let expected = match near {
            Some(near) => phrases::GAME_NEAR.message().with("near", near).with("games", ids),
            None => phrases::GAME_KNOWN.message().with("games", ids),
        };
        NotationError::unexpected(Field::Game, 0, id, expected)
    }

    /// Reads a game's record, whatever game it is of.
    pub fn record(&self, text: &str) -> Result<Box<dyn AnyRecord>, NotationError> {
        let lines = RecordText::read(text)?;
        let (at, name) = lines.game;
        self.variant(name).map_err(|error| error.shifted(at))?.record(&lines)
    }
}

/// Whether a mistyped name is probably this one: alike but for signs between
/// words, the beginning of it, or one letter away.
fn is_near(name: &str, typed: &str) -> bool {
    let plain = |text: &str| -> Vec<char> {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).take(32).collect()
    };
    let (name, typed) = (plain(name), plain(typed));
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
    use super::is_near;

    #[test]
    fn near_names_are_told() {
        for (name, typed) in [
            ("connect4", "connect"),
            ("puissance4", "puissance 4"),
            ("othello", "otello"),
            ("othello", "othelo"),
            ("achi", "akhi"),
            ("picaria", "piccaria"),
        ] {
            assert!(is_near(name, typed), "{name} {typed}");
        }
        for (name, typed) in [("othello", "chess"), ("achi", "a"), ("connect4", "achi")] {
            assert!(!is_near(name, typed), "{name} {typed}");
        }
    }
}
