//! The registry of games and their names.

use plateau_core::error::excerpt;
use plateau_core::record::RecordText;
use plateau_core::similar::nearest;
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
        self.create(name, |game, implied, options| match options {
            None => game.with_options(implied),
            Some(options) => game.with_options_over(implied, options),
        })
    }

    /// Like [`variant`](Self::variant), for the name in a stored game. Earlier versions accepted
    /// boards on which no line fits, such as `morpion4:3x4x6`; games on them still load.
    pub fn stored_variant(&self, name: &str) -> Result<Box<dyn AnyVariant>, NotationError> {
        self.create(name, |game, implied, options| match options {
            None => game.with_options(implied),
            Some(options) => game.with_stored_options(implied, options),
        })
    }

    /// Finds a game by its id or alias, and creates the variant from the options that the alias
    /// implies and those that are given.
    fn create(
        &self,
        name: &str,
        variant: impl Fn(&Game, &str, Option<&str>) -> Result<Box<dyn AnyVariant>, NotationError>,
    ) -> Result<Box<dyn AnyVariant>, NotationError> {
        let indent = name.chars().take_while(|c| c.is_whitespace()).count();
        let text = name.trim();
        let (id, options) = match text.split_once(':') {
            Some((id, options)) => (id, Some(options)),
            None => (text, None),
        };
        let Some((_, game, implied)) = self.names().find(|(known, ..)| known.eq_ignore_ascii_case(id)) else {
            return Err(self.unknown_game(id));
        };
        let shift = indent + id.chars().count() + 1;
        variant(game, implied, options).map_err(|error| error.shifted(shift).located_in(name))
    }

    /// Creates the error for an unknown name, with a similar one if there is any.
    fn unknown_game(&self, id: &str) -> NotationError {
        let ids = || self.games.iter().map(|game| game.id).collect::<Vec<_>>().join(", ");
        let message = match nearest(id, self.names().map(|(name, ..)| name)) {
            Some(similar) => phrases::GAME_SIMILAR.message().with("similar", similar),
            None => phrases::GAME_UNKNOWN.message().with("names", ids()),
        };
        NotationError::wrong(Field::Game, message.with("name", excerpt(id)))
    }

    /// Parses a record of any game of the registry.
    pub fn record(&self, text: &str) -> Result<Box<dyn AnyRecord>, NotationError> {
        let lines = RecordText::read(text)?;
        let (at, name) = lines.game;
        self.stored_variant(name).map_err(|error| error.shifted(at))?.record(&lines)
    }
}
