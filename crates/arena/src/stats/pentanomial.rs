//! Pentanomial counts of a match: score, Elo difference and likelihood of superiority.

use super::normal::{Z95, cumulative};

/// Pentanomial counts: the number of game pairs in which the first player scored 0, ½, 1,
/// 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// An Elo difference with its 95 % confidence interval. Odds of ten to one are 400 Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The estimate; infinite if every game was won or lost.
    pub estimate: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// Returns the Elo difference of a score from 0 to 1: `-400 log10(1/s - 1)`.
pub fn elo_from_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Returns the expected score of an Elo difference: `1 / (1 + 10^(-d/400))`.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl Pentanomial {
    /// Adds a pair in which the first player scored 0 to 4 half points.
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points.min(4))] += 1;
    }

    /// Returns the number of pairs.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns each possible score of a pair with its count.
    fn scores(&self) -> impl Iterator<Item = (f64, f64)> {
        self.0.iter().enumerate().map(|(i, &count)| (i as f64 / 4.0, count as f64))
    }

    /// Returns the score of the first player from 0 to 1; 0.5 if nothing was played.
    pub fn score(&self) -> f64 {
        let sum: f64 = self.scores().map(|(score, count)| score * count).sum();
        if self.total() == 0 { 0.5 } else { sum / self.total() as f64 }
    }

    /// Returns the effective sample size: the number of independent games without draws
    /// that would carry the same information. It is the number of pairs divided by Kish's
    /// design effect (*Survey Sampling*, 1965), the variance of a pair's score relative to
    /// that of such a game. Draws, and openings that favour one side, make it larger than
    /// the number of pairs.
    ///
    /// Both variances include a virtual half pair lost and half pair won; without them, a
    /// match in which all pairs are equal would have no variance.
    fn effective_games(&self) -> f64 {
        let (pairs, mean) = (self.total() as f64, self.score());
        let observed: f64 = self.scores().map(|(score, count)| count * (score - mean).powi(2)).sum();
        let variance = observed + f64::midpoint(mean.powi(2), (1.0 - mean).powi(2));
        let of_games = pairs * mean * (1.0 - mean) + 0.5;
        pairs * of_games / variance
    }

    /// Returns the 95 % confidence interval of the score: the Wilson interval (*Journal of
    /// the American Statistical Association* 22, 1927), which stays within 0 and 1 and is
    /// meaningful even if every game was won.
    pub fn interval(&self) -> (f64, f64) {
        if self.total() == 0 {
            return (0.0, 1.0);
        }
        let (mean, games) = (self.score(), self.effective_games());
        let spread = Z95 * Z95 / games;
        let centre = mean + spread / 2.0;
        let half = Z95 * (mean * (1.0 - mean) / games + spread / (4.0 * games)).sqrt();
        let within = |score: f64| (score / (1.0 + spread)).clamp(0.0, 1.0);
        let low = if mean <= 0.0 { 0.0 } else { within(centre - half) };
        let high = if mean >= 1.0 { 1.0 } else { within(centre + half) };
        (low, high)
    }

    /// Returns the Elo difference with its 95 % confidence interval.
    pub fn elo(&self) -> Elo {
        let (low, high) = self.interval();
        Elo { estimate: elo_from_score(self.score()), low: elo_from_score(low), high: elo_from_score(high) }
    }

    /// Returns the likelihood of superiority (LOS) of the first player: the normal
    /// distribution function of the score above ½, in standard errors under equal strength.
    pub fn likelihood_of_superiority(&self) -> f64 {
        if self.total() == 0 {
            return 0.5;
        }
        cumulative((self.score() - 0.5) * 2.0 * self.effective_games().sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, by: f64) -> bool {
        (a - b).abs() < by
    }

    #[test]
    fn elo_and_expected_score_are_inverse_and_match_published_tables() {
        // The tables of FIDE use the same formula.
        for (elo, score) in [(0.0, 0.5), (100.0, 0.6401), (200.0, 0.7597), (400.0, 0.9091), (-100.0, 0.3599)]
        {
            assert!(near(expected_score(elo), score, 1e-4), "{elo}");
            assert!(near(elo_from_score(expected_score(elo)), elo, 1e-9), "{elo}");
        }
        assert_eq!((elo_from_score(1.0), elo_from_score(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }

    /// 8 pairs of 1, 4 of 1½ and 4 of ½ points have mean 1/2 and sum of squares
    /// 8·(1/4)² = 1/2; with the virtual half pairs 3/4. Games without draws would have
    /// 16/4 + 1/2 = 9/2. So 16 pairs equal 96 games, and the half width of the Wilson
    /// interval is 1.96/√(96 + 1.96²)/2.
    #[test]
    fn interval_matches_hand_calculation() {
        let pairs = Pentanomial([0, 4, 8, 4, 0]);
        assert!(near(pairs.effective_games(), 96.0, 1e-9));
        let (low, high) = pairs.interval();
        assert!(near(low, 0.401_924, 1e-6) && near(high, 0.598_076, 1e-6), "{low} {high}");
        let elo = pairs.elo();
        assert!(
            near(elo.estimate, 0.0, 1e-9) && near(elo.high, 69.04, 0.02) && near(elo.low, -elo.high, 1e-9)
        );
        assert!(near(pairs.likelihood_of_superiority(), 0.5, 1e-6));
    }

    #[test]
    fn interval_of_wins_only_has_a_finite_lower_end() {
        let pairs = Pentanomial([0, 0, 0, 0, 10]);
        // The Wilson interval of ten successes in ten trials: n/(n + z²).
        let (low, high) = pairs.interval();
        assert!(near(low, 10.0 / (10.0 + Z95 * Z95), 1e-9) && near(high, 1.0, 1e-12), "{low} {high}");
        let elo = pairs.elo();
        assert_eq!((elo.estimate, elo.high), (f64::INFINITY, f64::INFINITY));
        assert!(elo.low > 150.0 && pairs.likelihood_of_superiority() > 0.999);
        let lost = Pentanomial([10, 0, 0, 0, 0]).elo();
        assert_eq!((lost.estimate, lost.low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
    }

    #[test]
    fn interval_of_draws_only_narrows_slowly() {
        let few = Pentanomial([0, 0, 3, 0, 0]).elo();
        let many = Pentanomial([0, 0, 300, 0, 0]).elo();
        assert!(few.high > 50.0 && many.high < 2.5 && near(many.estimate, 0.0, 1e-9), "{few:?} {many:?}");
    }

    #[test]
    fn no_games_mean_maximum_uncertainty() {
        let none = Pentanomial::default();
        assert_eq!((none.interval(), none.likelihood_of_superiority(), none.score()), ((0.0, 1.0), 0.5, 0.5));
    }
}
