//! Ratings of many players at once.

use super::normal::Z95;

/// What two players scored against each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Duel {
    /// Who, by their index.
    pub players: [usize; 2],
    /// How many games.
    pub games: f64,
    /// The points of the first of them; a draw is half a point.
    pub points: f64,
}

/// A player's strength against the mean of all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In Elo; the mean of all players is 0.
    pub elo: f64,
    /// Half of the 95 % interval.
    pub error: f64,
}

/// Elo in a unit of the logistic function.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The standard deviation of strengths that is believed before any game, in Elo: so
/// wide that a few games outweigh it, and enough to keep those who won or lost
/// all of theirs finite.
const PRIOR: f64 = 1_000.0;

/// No step of Newton's method is longer, in units of the logistic function.
const LONGEST_STEP: f64 = 1.0;

/// The likeliest ratings of the logistic model in which draws are half a win (Bradley
/// and Terry, *Biometrika* 39, 1952; Elo, *The Rating of Chessplayers*, 1978) under a
/// weak normal prior, by Newton's method. The errors are from the Fisher information:
/// the inverse of the matrix of second derivatives, of each rating against the mean
/// of all. Draws vary less than the model has it, so with many draws the errors are
/// on the safe side.
pub fn ratings(players: usize, duels: &[Duel]) -> Vec<Rating> {
    let belief = (UNIT / PRIOR).powi(2);
    let mut strength = vec![0.0; players];
    let mut inverse = Vec::new();
    for _ in 0..200 {
        let (mut slope, mut bend) = (vec![0.0; players], vec![vec![0.0; players]; players]);
        for (i, row) in bend.iter_mut().enumerate() {
            slope[i] = -belief * strength[i];
            row[i] = belief;
        }
        for &Duel { players: [a, b], games, points } in duels {
            let expected = 1.0 / (1.0 + (strength[b] - strength[a]).exp());
            slope[a] += points - games * expected;
            slope[b] -= points - games * expected;
            let information = games * expected * (1.0 - expected);
            bend[a][a] += information;
            bend[b][b] += information;
            bend[a][b] -= information;
            bend[b][a] -= information;
        }
        inverse = inverted(bend);
        let step: Vec<f64> =
            inverse.iter().map(|row: &Vec<f64>| row.iter().zip(&slope).map(|(a, b)| a * b).sum()).collect();
        let longest = step.iter().fold(0.0_f64, |longest, step| longest.max(step.abs()));
        let scale = if longest > LONGEST_STEP { LONGEST_STEP / longest } else { 1.0 };
        for (strength, step) in strength.iter_mut().zip(step) {
            *strength += scale * step;
        }
        if longest < 1e-9 {
            break;
        }
    }
    let count = players as f64;
    let mean = strength.iter().sum::<f64>() / count.max(1.0);
    let row_mean: Vec<f64> = inverse.iter().map(|row| row.iter().sum::<f64>() / count).collect();
    let whole_mean = row_mean.iter().sum::<f64>() / count.max(1.0);
    let rated = |(i, strength): (usize, f64)| {
        let variance = (inverse[i][i] - 2.0 * row_mean[i] + whole_mean).max(0.0);
        Rating { elo: UNIT * (strength - mean), error: Z95 * UNIT * variance.sqrt() }
    };
    strength.into_iter().enumerate().map(rated).collect()
}

/// The inverse of a symmetric positive definite matrix, by Gauss and Jordan; such a
/// matrix needs no other pivots than those of its diagonal.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
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
    use crate::stats::elo_of;

    fn duel(a: usize, b: usize, games: f64, points: f64) -> Duel {
        Duel { players: [a, b], games, points }
    }

    #[test]
    fn an_inverse_by_hand() {
        let inverse = inverted(vec![vec![4.0, 2.0], vec![2.0, 3.0]]);
        for (found, by_hand) in inverse.concat().iter().zip([0.375, -0.25, -0.25, 0.5]) {
            assert!((found - by_hand).abs() < 1e-12, "{inverse:?}");
        }
        assert!(inverted(Vec::new()).is_empty());
    }

    /// Two players are as far apart as their score says, and the error of that
    /// distance is 1/√(n p q) units: half of it for each against their mean.
    #[test]
    fn two_players_by_hand() {
        let ratings = ratings(2, &[duel(0, 1, 400.0, 300.0)]);
        assert!((ratings[0].elo - ratings[1].elo - elo_of(0.75)).abs() < 0.5, "{ratings:?}");
        let by_hand = Z95 * UNIT / (400.0_f64 * 0.75 * 0.25).sqrt() / 2.0;
        assert!((ratings[0].error - by_hand).abs() < 0.5, "{} {by_hand}", ratings[0].error);
        assert!((ratings[0].elo + ratings[1].elo).abs() < 1e-6);
    }

    #[test]
    fn strength_is_carried_over_to_those_who_never_met() {
        let met = [duel(0, 1, 1_000.0, 750.0), duel(1, 2, 1_000.0, 750.0)];
        let ratings = ratings(3, &met);
        assert!((ratings[0].elo - ratings[2].elo - 2.0 * elo_of(0.75)).abs() < 5.0, "{ratings:?}");
        assert!(ratings[0].error > ratings[1].error, "who met more is known better");
    }

    #[test]
    fn all_won_is_finite_and_unsure() {
        let ratings = ratings(3, &[duel(0, 1, 10.0, 10.0), duel(0, 2, 10.0, 10.0), duel(1, 2, 10.0, 10.0)]);
        assert!(ratings.iter().all(|rating| rating.elo.abs() < 2_000.0 && rating.error.is_finite()));
        assert!(ratings.is_sorted_by(|a, b| a.elo > b.elo + 100.0), "{ratings:?}");
        let [one] = super::ratings(1, &[])[..] else { panic!("one rating") };
        assert!(one.elo.abs() < 1e-9 && one.error < 1e-6);
        assert!(super::ratings(0, &[]).is_empty());
    }
}
