//! Scores as results from -1 to 1.

use plateau_core::{Objective, Position};

use crate::score::Score;

/// Converts a score to a result from -1 to 1.
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
