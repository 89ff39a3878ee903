//! The accuracy of play, from 0 to 100 %, by the formulas that lichess publishes
//! (<https://lichess.org/page/accuracy>).
//!
//! Lichess turns an engine's centipawns into win chances first. Here the win chances come from the
//! engines' values ([`SearchedValue::chance`](crate::win_chance::SearchedValue::chance)), so that step
//! is left out.

use plateau_core::Player;

/// Returns the accuracy of a move that lost this much of the win chance (from 0 to 1).
pub fn move_accuracy(lost: f64) -> f64 {
    // The formula gives 99.9999 for no loss.
    if lost <= 0.0 { 100.0 } else { (103.1668 * (-0.04354 * 100.0 * lost).exp() - 3.1669).clamp(0.0, 100.0) }
}

/// The number of positions whose win chances say how much a move mattered, of a game of this many
/// moves.
fn window_size(moves: usize) -> usize {
    (moves / 10).clamp(2, 8)
}

/// The least and the greatest weight of a move.
const WEIGHTS: (f64, f64) = (0.5, 12.0);

/// The least accuracy of a move in the harmonic mean, where zero would erase all others.
const LEAST_IN_HARMONIC_MEAN: f64 = 1.0;

/// Returns the accuracy of each side over a game; `None` for a side without moves. `chances` are the
/// first player's win chances in every position, `losses` the side and the loss of every move.
///
/// It is the mean of two means over the moves of a side: one weighted by volatility, the standard
/// deviation of the win percentages around the move, and the harmonic one.
///
/// # Panics
///
/// If there is not one position more than moves.
pub fn game_accuracy(chances: &[f64], losses: &[(Player, f64)]) -> [Option<f64>; 2] {
    assert_eq!(chances.len(), losses.len() + 1, "a position before each move, and the last one");
    let size = window_size(losses.len());
    let weights: Vec<f64> = (0..losses.len())
        .map(|at| {
            // The first windows would begin before the game.
            let from = (at + 2).saturating_sub(size);
            let window = &chances[from..(from + size).min(chances.len())];
            (100.0 * standard_deviation(window)).clamp(WEIGHTS.0, WEIGHTS.1)
        })
        .collect();
    Player::BOTH.map(|side| {
        let own = || losses.iter().zip(&weights).filter(move |((by, _), _)| *by == side);
        let count = own().count() as f64;
        let accuracies = || own().map(|((_, lost), weight)| (move_accuracy(*lost), *weight));
        let weighted: f64 = accuracies().map(|(accuracy, weight)| accuracy * weight).sum();
        let total: f64 = accuracies().map(|(_, weight)| weight).sum();
        let inverse: f64 = accuracies().map(|(accuracy, _)| 1.0 / accuracy.max(LEAST_IN_HARMONIC_MEAN)).sum();
        (count > 0.0).then(|| f64::midpoint(weighted / total, count / inverse))
    })
}

/// Returns the standard deviation of a whole population.
fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.01, "{found} instead of {expected}");
    }

    #[test]
    fn accuracy_of_a_move_falls_with_the_loss() {
        // By hand: 103.1668 e^(-0.4354) - 3.1669 = 103.1668 × 0.64701 - 3.1669.
        for (lost, accuracy) in [(0.0, 100.0), (0.1, 63.58), (0.2, 40.02), (0.5, 8.53), (1.0, 0.0)] {
            assert_close(move_accuracy(lost), accuracy);
        }
    }

    #[test]
    fn a_game_without_losses_is_perfect() {
        let moves = [(Player::First, 0.0), (Player::Second, 0.0), (Player::First, 0.0)];
        assert_eq!(game_accuracy(&[0.5; 4], &moves), [Some(100.0), Some(100.0)]);
        assert_eq!(game_accuracy(&[0.5; 2], &moves[..1]), [Some(100.0), None]);
        assert_eq!(game_accuracy(&[0.5], &[]), [None, None]);
    }

    #[test]
    fn decisive_moves_weigh_more() {
        // Windows of two positions; their deviations are half the change: 0, 10 and 10 %, so the weights
        // are 0.5, 10 and 10. x: 100 and 40.02 %, o: 40.02 %.
        // Weighted (0.5 × 100 + 10 × 40.02) / 10.5 = 42.88, harmonic 2 / (1/100 + 1/40.02) = 57.16.
        let moves = [(Player::First, 0.0), (Player::Second, 0.2), (Player::First, 0.2)];
        let [x, o] = game_accuracy(&[0.5, 0.5, 0.7, 0.5], &moves);
        assert_close(x.unwrap(), 50.02);
        assert_close(o.unwrap(), 40.02);
    }

    #[test]
    fn a_lost_game_does_not_erase_the_other_moves() {
        // Weights 12 (of 50) and 0.5, accuracies 0 and 100 %: 4 and 2 / (1/1 + 1/100) = 1.98.
        let moves = [(Player::First, 1.0), (Player::Second, 0.0), (Player::First, 0.0)];
        let [x, _] = game_accuracy(&[1.0, 0.0, 0.0, 0.0], &moves);
        assert_close(x.unwrap(), 2.99);
    }

    #[test]
    fn windows_grow_with_the_game() {
        assert_eq!([1, 29, 30, 79, 80, 500].map(window_size), [2, 2, 3, 7, 8, 8]);
        // Windows of three: the first one counts for the first two moves.
        let mut chances = vec![0.5; 31];
        chances[2] = 0.8;
        let losses: Vec<_> = (0..30).map(|ply| (Player::BOTH[ply % 2], 0.0)).collect();
        let [x, o] = game_accuracy(&chances, &losses);
        assert_eq!((x, o), (Some(100.0), Some(100.0)));
    }
}
