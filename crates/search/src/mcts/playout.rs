//! Random playouts and their rewards.

use plateau_core::{Objective, Position};
use rand::RngExt;

use super::MctsSettings;
use super::tree::Tree;
use crate::node_counter::NodeCounter;
use crate::parts::Evaluator;
use crate::score::Score;

/// Playouts of cyclic games end in a draw after this many plies.
const MAX_CYCLIC_PLIES: u32 = 200;

/// Converts a score to a playout result from -1 to 1.
pub fn reward<P: Position>(score: Score, is_finished: bool, scale: f32) -> f32 {
    let number = score.number() as f32;
    match P::OBJECTIVE {
        Objective::Distance if score.is_win() => 1.0,
        Objective::Distance if score.is_loss() => -1.0,
        // Half of the reward is for winning, the other half for the margin.
        Objective::Margin if is_finished && score != Score::DRAW => {
            number.signum() * 0.5 + 0.5 * (number / scale).tanh()
        }
        _ => (number / scale).tanh(),
    }
}

impl<P: Position> Tree<P> {
    /// Returns the result at a leaf for the side to move there: the proven score,
    /// or that of a random playout. `None` if a limit stopped the playout.
    pub fn playout<E: Evaluator<P>>(
        &mut self,
        leaf: u32,
        mut position: P,
        mut accumulator: E::Accumulator,
        evaluator: &E,
        settings: &MctsSettings,
        counter: &mut NodeCounter<'_>,
    ) -> Option<f32> {
        let scale = settings.evaluation_scale;
        let leaf = self.nodes[leaf as usize];
        if leaf.is_repetition {
            return (!counter.count()).then_some(0.0);
        }
        if leaf.is_solved::<P>() {
            let score = if leaf.lower.is_win() { leaf.lower } else { leaf.upper };
            return (!counter.count()).then(|| reward::<P>(score, true, scale));
        }
        let rng = self.rng.as_mut()?;
        let turn = position.turn();
        let sign = |position: &P| if position.turn() == turn { 1.0 } else { -1.0 };
        let max_plies = if P::CYCLIC { MAX_CYCLIC_PLIES } else { u32::MAX };
        for ply in 0..max_plies {
            if counter.count() {
                return None;
            }
            if let Some(outcome) = position.outcome() {
                let score = Score::from_outcome::<P>(outcome, position.turn());
                return Some(sign(&position) * reward::<P>(score, true, scale));
            }
            if settings.playout_plies.is_some_and(|max| ply >= max) {
                let score = Score::estimate(evaluator.evaluate(&position, &accumulator));
                return Some(sign(&position) * reward::<P>(score, false, scale));
            }
            let mut moves = position.legal_moves();
            let Some(mv) = moves.nth(rng.random_range(0..moves.len().max(1))) else { break };
            let after = position.after(mv);
            if settings.playout_plies.is_some() {
                accumulator = evaluator.update(&accumulator, &position, mv, &after);
            }
            position = after;
            // Random play repeats positions more often than players do, so only
            // draws by the game history end a playout early.
            if P::CYCLIC && self.repetition_draws.contains(&position.key()) {
                break;
            }
        }
        Some(0.0)
    }
}
