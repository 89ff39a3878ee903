//! Elo ratings of many players.

use super::normal::Z95;
use super::pentanomial::expected_score;

/// The games between two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeadToHead {
    /// The indices of the players.
    pub players: [usize; 2],
    /// The number of games.
    pub games: f64,
    /// The points of the first player; a draw is half a point.
    pub points: f64,
}

/// A player's rating relative to the mean of all players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating in Elo; the mean of all players is 0.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval.
    pub error: f64,
}

/// The Elo difference that corresponds to 1 in the logistic function.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The standard deviation of the prior, in Elo: wide enough to be outweighed by a few games,
/// and narrow enough to keep the rating of a player who won or lost every game finite.
const PRIOR_DEVIATION: f64 = 1_000.0;

/// The longest step of Newton's method, in units of the logistic function.
const MAX_STEP: f64 = 1.0;

/// Returns the maximum a posteriori ratings of the Bradley–Terry model (*Biometrika* 39,
/// 1952; Elo, *The Rating of Chessplayers*, 1978), in which a draw is half a win, under a
/// weak normal prior. Solved by Newton's method.
///
/// The errors come from the inverse of the Fisher information, for each rating relative to
/// the mean. The model overestimates the variance of draws, so with many draws the errors
/// are too large rather than too small.
pub fn ratings(players: usize, results: &[HeadToHead]) -> Vec<Rating> {
    let prior_precision = (UNIT / PRIOR_DEVIATION).powi(2);
    let mut strength = vec![0.0; players];
    let mut covariance = Vec::new();
    for _ in 0..200 {
        let (mut gradient, mut hessian) = (vec![0.0; players], vec![vec![0.0; players]; players]);
        for (i, row) in hessian.iter_mut().enumerate() {
            gradient[i] = -prior_precision * strength[i];
            row[i] = prior_precision;
        }
        for &HeadToHead { players: [a, b], games, points } in results {
            let expected = 1.0 / (1.0 + (strength[b] - strength[a]).exp());
            gradient[a] += points - games * expected;
            gradient[b] -= points - games * expected;
            let information = games * expected * (1.0 - expected);
            hessian[a][a] += information;
            hessian[b][b] += information;
            hessian[a][b] -= information;
            hessian[b][a] -= information;
        }
        covariance = invert(hessian);
        let step: Vec<f64> = covariance
            .iter()
            .map(|row: &Vec<f64>| row.iter().zip(&gradient).map(|(a, b)| a * b).sum())
            .collect();
        let longest = step.iter().fold(0.0_f64, |longest, step| longest.max(step.abs()));
        let scale = if longest > MAX_STEP { MAX_STEP / longest } else { 1.0 };
        for (strength, step) in strength.iter_mut().zip(step) {
            *strength += scale * step;
        }
        if longest < 1e-9 {
            break;
        }
    }
    let count = players as f64;
    let mean = strength.iter().sum::<f64>() / count.max(1.0);
    let row_mean: Vec<f64> = covariance.iter().map(|row| row.iter().sum::<f64>() / count).collect();
    let whole_mean = row_mean.iter().sum::<f64>() / count.max(1.0);
    let rating = |(i, strength): (usize, f64)| {
        let variance = (covariance[i][i] - 2.0 * row_mean[i] + whole_mean).max(0.0);
        Rating { elo: UNIT * (strength - mean), error: Z95 * UNIT * variance.sqrt() }
    };
    strength.into_iter().enumerate().map(rating).collect()
}

/// Returns half the width of the 95 % confidence interval of a rating that follows from games against
/// opponents of known ratings. Takes the Elo of each opponent and the number of games against it.
pub fn error_against(elo: f64, opponents: impl Iterator<Item = (f64, f64)>) -> f64 {
    let information = opponents.map(|(opponent, games)| {
        let expected = expected_score(elo - opponent);
        games * expected * (1.0 - expected)
    });
    Z95 * UNIT / information.sum::<f64>().sqrt()
}

/// Inverts a symmetric positive definite matrix by Gauss–Jordan elimination, which needs no
/// pivoting for such a matrix.
fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for pivot in 0..size {
        let scale = 1.0 / matrix[pivot][pivot];
        matrix[pivot][pivot] = 1.0;
        for value in &mut matrix[pivot] {
            *value *= scale;
        }
        let row = matrix[pivot].clone();
        for (i, other) in matrix.iter_mut().enumerate().filter(|(i, _)| *i != pivot) {
            debug_assert_ne!(i, pivot);
            let factor = std::mem::replace(&mut other[pivot], 0.0);
            for (value, of_row) in other.iter_mut().zip(&row) {
                *value -= factor * of_row;
            }
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::elo_from_score;

    fn games_between(a: usize, b: usize, games: f64, points: f64) -> HeadToHead {
        HeadToHead { players: [a, b], games, points }
    }

    #[test]
    fn inverse_matches_hand_calculation() {
        let inverse = invert(vec![vec![4.0, 2.0], vec![2.0, 3.0]]);
        for (found, by_hand) in inverse.concat().iter().zip([0.375, -0.25, -0.25, 0.5]) {
            assert!((found - by_hand).abs() < 1e-12, "{inverse:?}");
        }
        assert!(invert(Vec::new()).is_empty());
    }

    /// The rating difference of two players follows from their score. Its error is 1/√(n p q)
    /// units, half of which belongs to each rating relative to their mean.
    #[test]
    fn two_player_rating_matches_hand_calculation() {
        let ratings = ratings(2, &[games_between(0, 1, 400.0, 300.0)]);
        assert!((ratings[0].elo - ratings[1].elo - elo_from_score(0.75)).abs() < 0.5, "{ratings:?}");
        let by_hand = Z95 * UNIT / (400.0_f64 * 0.75 * 0.25).sqrt() / 2.0;
        assert!((ratings[0].error - by_hand).abs() < 0.5, "{} {by_hand}", ratings[0].error);
        assert!((ratings[0].elo + ratings[1].elo).abs() < 1e-6);
    }

    #[test]
    fn ratings_are_transitive_for_players_who_never_met() {
        let results = [games_between(0, 1, 1_000.0, 750.0), games_between(1, 2, 1_000.0, 750.0)];
        let ratings = ratings(3, &results);
        assert!((ratings[0].elo - ratings[2].elo - 2.0 * elo_from_score(0.75)).abs() < 5.0, "{ratings:?}");
        assert!(ratings[0].error > ratings[1].error, "the player with more games has the smaller error");
    }

    #[test]
    fn ratings_of_unbeaten_players_are_finite() {
        let ratings = ratings(
            3,
            &[
                games_between(0, 1, 10.0, 10.0),
                games_between(0, 2, 10.0, 10.0),
                games_between(1, 2, 10.0, 10.0),
            ],
        );
        assert!(ratings.iter().all(|rating| rating.elo.abs() < 2_000.0 && rating.error.is_finite()));
        assert!(ratings.is_sorted_by(|a, b| a.elo > b.elo + 100.0), "{ratings:?}");
        let [one] = super::ratings(1, &[])[..] else { panic!("one rating") };
        assert!(one.elo.abs() < 1e-9 && one.error < 1e-6);
        assert!(super::ratings(0, &[]).is_empty());
    }
}
