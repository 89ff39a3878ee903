//! Examples of the help texts, built from the registry so that they always work.

use plateau_games::{Game, Registry};

/// The games that examples use.
#[derive(Clone, Copy, Debug)]
pub struct ExampleGames<'r> {
    registry: &'r Registry,
    default: &'r Game,
}

/// A game after its first two moves.
#[derive(Debug)]
pub struct Example {
    /// The id of the game.
    pub game: &'static str,
    /// The moves, as `--moves` takes them.
    pub moves: String,
    /// The position after the moves.
    pub position: String,
    /// The weakest evaluator of the game.
    pub evaluator: &'static str,
}

impl<'r> ExampleGames<'r> {
    /// Returns `None` for a registry without games.
    pub fn new(registry: &'r Registry) -> Option<Self> {
        let default = registry.games().first()?;
        Some(Self { registry, default })
    }

    /// Returns the id of a game: the preferred one, if the registry has it.
    pub fn id(&self, preferred: &str) -> &'static str {
        self.game(preferred).id
    }

    /// Returns an example of a game: the preferred one, if the registry has it.
    pub fn get(&self, preferred: &str) -> Example {
        let game = self.game(preferred);
        // The standard variant exists, and every game has more than two moves.
        let played = game.with_options("").ok().map(|variant| {
            let mut record = variant.start();
            for _ in 0..2 {
                let moves = record.legal_moves();
                if let Some(mv) = moves.get(moves.len() / 2) {
                    let _ = record.play(mv);
                }
            }
            let evaluator = variant.evaluators().first().copied().unwrap_or_default();
            (record.moves_text(), record.position_text(), evaluator)
        });
        let (moves, position, evaluator) = played.unwrap_or_default();
        Example { game: game.id, moves, position, evaluator }
    }

    fn game(&self, preferred: &str) -> &'r Game {
        let found = self.registry.games().iter().find(|game| game.id == preferred);
        found.copied().unwrap_or(self.default)
    }
}
