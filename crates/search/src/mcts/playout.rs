//! Random playouts.

use plateau_core::Position;
use rand::RngExt;

use super::reward::reward;
use super::worker::Worker;
use crate::parts::SearchParts;
use crate::score::Score;

/// Playouts of cyclic games end in a draw after this many plies.
const MAX_CYCLIC_PLIES: u32 = 200;

impl<P: Position, S: SearchParts<P>> Worker<'_, P, S> {
    /// Plays random moves to the end of the game and returns the result for the side to move.
    /// Returns `None` if a limit stopped the playout.
    pub(super) fn playout(&mut self, mut position: P) -> Option<f32> {
        let turn = position.turn();
        let max_plies = if P::CYCLIC { MAX_CYCLIC_PLIES } else { u32::MAX };
        for _ in 0..max_plies {
            if self.counter.count() {
                return None;
            }
            if let Some(outcome) = position.outcome() {
                let score = Score::from_outcome::<P>(outcome, turn);
                return Some(reward::<P>(score, true, self.shared.settings.scale::<P>()));
            }
            let mut moves = position.legal_moves();
            let mv = moves.nth(self.rng.random_range(0..moves.len().max(1)))?;
            position.play_unchecked(mv);
            // Random play repeats positions more often than players do, so only
            // draws by the game history end a playout early.
            if P::CYCLIC && self.shared.repetition_draws.contains(&position.key()) {
                break;
            }
        }
        Some(0.0)
    }
}
