//! The score of a match of pairs, and what it says of the difference in strength.

use super::normal::{Z95, cumulative};

/// How often a pair of games gave the first player 0, ½, 1, 1½ and 2 points: the
/// pentanomial counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

/// A difference in strength, in Elo: ten times the odds are 400.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The most likely; infinite when every game was won or lost.
    pub estimate: f64,
    /// The least within the interval.
    pub low: f64,
    /// The greatest within the interval.
    pub high: f64,
}

/// The difference in Elo of a share of the points: `-400 log10(1/s - 1)`.
pub fn elo_of(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The share of the points of a difference in Elo: `1 / (1 + 10^(-d/400))`.
pub fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl Pairs {
    /// One more pair, by the half points of the first player: 0 to 4.
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points.min(4))] += 1;
    }

    /// How many pairs there are.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Each share of a pair's points, and how often it was seen.
    fn shares(&self) -> impl Iterator<Item = (f64, f64)> {
        self.0.iter().enumerate().map(|(i, &count)| (i as f64 / 4.0, count as f64))
    }

    /// The share of the points that the first player has; half of none.
    pub fn share(&self) -> f64 {
        let sum: f64 = self.shares().map(|(share, count)| share * count).sum();
        if self.count() == 0 { 0.5 } else { sum / self.count() as f64 }
    }

    /// How many independent games, each won or lost, would tell as much: the number
    /// of pairs over Kish's design effect (*Survey Sampling*, 1965), which is the
    /// variance of a pair's share over that of such a game. Draws and openings that
    /// favour a side make it larger than the number of pairs.
    ///
    /// Both variances count half a pair lost and half a pair won beside those
    /// that were played: where all are alike there is no variance to see yet.
    fn trials(&self) -> f64 {
        let (pairs, mean) = (self.count() as f64, self.share());
        let seen: f64 = self.shares().map(|(share, count)| count * (share - mean).powi(2)).sum();
        let variance = seen + f64::midpoint(mean.powi(2), (1.0 - mean).powi(2));
        let of_games = pairs * mean * (1.0 - mean) + 0.5;
        pairs * of_games / variance
    }

    /// The 95 % interval of the share: that of Wilson (*Journal of the American
    /// Statistical Association* 22, 1927), which stays within 0 and 1 and tells
    /// something of a match of which every game was won.
    pub fn interval(&self) -> (f64, f64) {
        if self.count() == 0 {
            return (0.0, 1.0);
        }
        let (mean, trials) = (self.share(), self.trials());
        let spread = Z95 * Z95 / trials;
        let centre = mean + spread / 2.0;
        let half = Z95 * (mean * (1.0 - mean) / trials + spread / (4.0 * trials)).sqrt();
        let within = |share: f64| (share / (1.0 + spread)).clamp(0.0, 1.0);
        let low = if mean <= 0.0 { 0.0 } else { within(centre - half) };
        let high = if mean >= 1.0 { 1.0 } else { within(centre + half) };
        (low, high)
    }

    /// The difference in strength, with its 95 % interval.
    pub fn elo(&self) -> Elo {
        let (low, high) = self.interval();
        Elo { estimate: elo_of(self.share()), low: elo_of(low), high: elo_of(high) }
    }

    /// The likelihood that the first player is the stronger: that of a normal
    /// variable being above zero whose mean is the score beyond one half, in its
    /// standard errors under equal strength.
    pub fn superiority(&self) -> f64 {
        if self.count() == 0 {
            return 0.5;
        }
        cumulative((self.share() - 0.5) * 2.0 * self.trials().sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, by: f64) -> bool {
        (a - b).abs() < by
    }

    #[test]
    fn elo_and_share_are_inverse_and_as_published() {
        // The tables of the world's chess federation, from the same formula.
        for (elo, share) in [(0.0, 0.5), (100.0, 0.6401), (200.0, 0.7597), (400.0, 0.9091), (-100.0, 0.3599)]
        {
            assert!(near(share_of(elo), share, 1e-4), "{elo}");
            assert!(near(elo_of(share_of(elo)), elo, 1e-9), "{elo}");
        }
        assert_eq!((elo_of(1.0), elo_of(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }

    /// By hand: 8 pairs of 1, 4 of 1½ and 4 of ½ points are a mean of 1/2 and a sum
    /// of squares of 8·(1/4)² = 1/2; with the half pairs at both ends 3/4. Games won
    /// or lost would have 16/4 + 1/2 = 9/2. So 16 pairs are 96 games, and Wilson's
    /// half width is 1.96/√(96 + 1.96²)/2.
    #[test]
    fn an_interval_by_hand() {
        let pairs = Pairs([0, 4, 8, 4, 0]);
        assert!(near(pairs.trials(), 96.0, 1e-9));
        let (low, high) = pairs.interval();
        assert!(near(low, 0.401_924, 1e-6) && near(high, 0.598_076, 1e-6), "{low} {high}");
        let elo = pairs.elo();
        assert!(
            near(elo.estimate, 0.0, 1e-9) && near(elo.high, 69.04, 0.02) && near(elo.low, -elo.high, 1e-9)
        );
        assert!(near(pairs.superiority(), 0.5, 1e-6));
    }

    #[test]
    fn wins_alone_have_a_lower_end() {
        let pairs = Pairs([0, 0, 0, 0, 10]);
        // Wilson's for ten trials without a failure: n/(n + z²).
        let (low, high) = pairs.interval();
        assert!(near(low, 10.0 / (10.0 + Z95 * Z95), 1e-9) && near(high, 1.0, 1e-12), "{low} {high}");
        let elo = pairs.elo();
        assert_eq!((elo.estimate, elo.high), (f64::INFINITY, f64::INFINITY));
        assert!(elo.low > 150.0 && pairs.superiority() > 0.999);
        let lost = Pairs([10, 0, 0, 0, 0]).elo();
        assert_eq!((lost.estimate, lost.low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
    }

    #[test]
    fn draws_alone_narrow_slowly() {
        let few = Pairs([0, 0, 3, 0, 0]).elo();
        let many = Pairs([0, 0, 300, 0, 0]).elo();
        assert!(few.high > 50.0 && many.high < 2.5 && near(many.estimate, 0.0, 1e-9), "{few:?} {many:?}");
    }

    #[test]
    fn nothing_played_says_nothing() {
        let none = Pairs::default();
        assert_eq!((none.interval(), none.superiority(), none.share()), ((0.0, 1.0), 0.5, 0.5));
    }
}
