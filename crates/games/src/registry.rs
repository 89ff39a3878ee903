//! A list of games, and the names they go by.

use plateau_core::record::game_of;
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

    /// The variant a name stands for: a game's id or alias, a colon, options
    /// separated by commas. Case does not matter.
    pub fn variant(&self, name: &str) -> Result<Box<dyn AnyVariant>, NotationError> {
        let name = name.trim().to_lowercase();
        let (id, options) = match name.split_once(':') {
            Some((id, options)) => (id, Some(options)),
            None => (name.as_str(), None),
        };
        let found = self.games.iter().find_map(|game| {
            if game.id == id {
                return Some((*game, ""));
            }
            let alias = game.aliases.iter().find(|alias| alias.name == id)?;
            Some((*game, alias.options))
        });
        let Some((game, own_options)) = found else {
            let ids: Vec<&str> = self.games.iter().map(|game| game.id).collect();
            let expected = phrases::GAME_KNOWN.say().with("games", ids.join(", "));
            return Err(NotationError::unexpected(Field::Game, 0, id, expected));
        };
        let shift = id.chars().count() + 1;
        game.with_options(options.unwrap_or(own_options)).map_err(|error| error.shifted(shift))
    }

    /// Reads a game's record, whatever game it is of.
    pub fn record(&self, text: &str) -> Result<Box<dyn AnyRecord>, NotationError> {
        let (at, name) = game_of(text)?;
        let variant = self.variant(name).map_err(|error| error.shifted(at))?;
        variant.record(text)
    }
}
