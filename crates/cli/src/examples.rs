//! Examples for the help text, made from a game of the registry so that they
//! always work.

use plateau_games::Registry;

/// A game's first two moves.
#[derive(Debug)]
pub struct Sample {
    /// The game's id.
    pub game: &'static str,
    /// The moves as a list.
    pub moves: String,
    /// The position after them.
    pub position: String,
}

impl Sample {
    /// From the first game there is.
    pub fn of(registry: &Registry) -> Option<Self> {
        let game = registry.games().first()?;
        let mut record = game.with_options("").ok()?.start();
        for _ in 0..2 {
            let moves = record.legal_moves();
            record.play(moves.get(moves.len() / 2)?).ok()?;
        }
        Some(Self { game: game.id, moves: record.moves_text(), position: record.position_text() })
    }
}
