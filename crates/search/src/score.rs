//! What a position is worth to the side to move.

use std::fmt;
use std::ops::Neg;

use plateau_core::{Objective, Outcome, Player, Position};

/// A value relative to the side to move, larger is better.
///
/// In games played for distance, a decided score carries the number of plies to
/// the end: a nearer win and a farther loss are better. In games played for a
/// margin, a finished game is worth its margin, in the same unit as estimates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// A win now.
const WON: i32 = 1_000_000;

/// No game is longer, in plies.
const LONGEST: i32 = 10_000;

/// Estimates stay within this.
const LARGEST_ESTIMATE: i32 = WON - 2 * LONGEST;

impl Score {
    /// Below every score.
    pub const LOWEST: Self = Self(-WON - 1);
    /// Above every score.
    pub const HIGHEST: Self = Self(WON + 1);
    /// Neither side is better.
    pub const DRAW: Self = Self(0);
    /// One piece, or one point of margin, in the unit of estimates.
    pub const UNIT: i32 = 100;

    /// A win in so many plies.
    #[inline]
    pub const fn win_in(plies: u32) -> Self {
        Self(WON - plies as i32)
    }

    /// A loss in so many plies.
    #[inline]
    pub const fn loss_in(plies: u32) -> Self {
        Self(plies as i32 - WON)
    }

    /// An estimate, in hundredths of a piece; kept apart from decided scores.
    #[inline]
    pub fn estimate(value: i32) -> Self {
        Self(value.clamp(-LARGEST_ESTIMATE, LARGEST_ESTIMATE))
    }

    /// The score of a finished game, for the side to move at its end.
    #[inline]
    pub fn of_outcome<P: Position>(outcome: Outcome, turn: Player) -> Self {
        Self::of_end(outcome, turn, P::OBJECTIVE)
    }

    /// The same for code that knows no game by name.
    #[inline]
    pub fn of_end(outcome: Outcome, turn: Player, objective: Objective) -> Self {
        let sign = match outcome.winner() {
            None => return Self::DRAW,
            Some(winner) if winner == turn => 1,
            Some(_) => -1,
        };
        match objective {
            Objective::Distance => Self(sign * WON),
            Objective::Margin => Self(sign * i32::from(outcome.margin()) * Self::UNIT),
        }
    }

    /// The number behind the score: hundredths of a piece for an estimate.
    #[inline]
    pub const fn number(self) -> i32 {
        self.0
    }

    /// From a number of [`number`](Self::number).
    #[inline]
    pub(crate) const fn from_number(number: i32) -> Self {
        Self(number)
    }

    /// Whether the game is won by force.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= WON - LONGEST
    }

    /// Whether the game is lost by force.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= LONGEST - WON
    }

    /// The plies to the end of a decided game.
    pub fn plies(self) -> Option<u32> {
        (self.is_win() || self.is_loss()).then(|| (WON - self.0.abs()).max(0) as u32)
    }

    /// The score of a child seen from its parent: for the other side, and a ply
    /// farther from the end.
    #[inline]
    #[must_use]
    pub fn for_parent(self) -> Self {
        let score = -self;
        if score.is_win() {
            Self(score.0 - 1)
        } else if score.is_loss() {
            Self(score.0 + 1)
        } else {
            score
        }
    }

    /// The bound that a child must reach for its parent to reach this one; the
    /// inverse of [`for_parent`](Self::for_parent).
    #[inline]
    #[must_use]
    pub fn for_child(self) -> Self {
        if self.is_win() && self.0 < WON {
            Self(-self.0 - 1)
        } else if self.is_loss() && self.0 > -WON {
            Self(-self.0 + 1)
        } else {
            -self
        }
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies() {
            Some(plies) if self.is_win() => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {plies}"),
            None if self.0 == 0 => write!(f, "0.00"),
            None => write!(f, "{:+.2}", f64::from(self.0) / f64::from(Self::UNIT)),
        }
    }
}

/// What the estimates of an engine count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Hundredths of a piece, or of a point of margin.
    #[default]
    Pieces,
    /// Hundredths of a result, the mean of playouts: from -100, all of them
    /// lost, to 100, all of them won.
    Results,
}

/// What is known of a score: it lies between two bounds, and this is the guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Proven: the score is at least this.
    pub lower: Score,
    /// Proven: the score is at most this.
    pub upper: Score,
    /// The best guess, within the bounds. While they do not meet it is in the
    /// [`Unit`] of the engine.
    pub estimate: Score,
}

impl Value {
    /// A score that is proven.
    pub const fn exact(score: Score) -> Self {
        Self { lower: score, upper: score, estimate: score }
    }

    /// A guess, of which nothing is proven.
    pub const fn guess(score: Score) -> Self {
        Self { lower: Score::LOWEST, upper: Score::HIGHEST, estimate: score }
    }

    /// Whether the bounds meet.
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// The value of a child seen from its parent.
    #[must_use]
    pub fn for_parent(self) -> Self {
        Self {
            lower: self.upper.for_parent(),
            upper: self.lower.for_parent(),
            estimate: self.estimate.for_parent(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nearer_win_and_a_farther_loss_are_better() {
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(Score::win_in(99) > Score::estimate(i32::MAX));
        assert!(Score::estimate(i32::MIN) > Score::loss_in(99));
        assert!(Score::loss_in(4) > Score::loss_in(2));
        assert_eq!(Score::win_in(3).to_string(), "win in 3");
        assert_eq!((-Score::win_in(4)).to_string(), "loss in 4");
        assert_eq!(Score::estimate(-150).to_string(), "-1.50");
        assert_eq!(Score::DRAW.to_string(), "0.00", "nothing has no sign");
    }

    #[test]
    fn a_bound_handed_down_comes_back_as_it_was() {
        for score in [Score::win_in(1), Score::win_in(7), Score::loss_in(2), Score::DRAW, Score::estimate(-7)]
        {
            assert_eq!(score.for_child().for_parent(), score, "{score}");
        }
        assert_eq!(Score::loss_in(0).for_parent(), Score::win_in(1));
        assert_eq!(Score::win_in(1).for_parent(), Score::loss_in(2));
        // The order of scores is the order of bounds, upside down.
        let ladder = [
            Score::LOWEST,
            Score::loss_in(0),
            Score::loss_in(6),
            Score::estimate(-3),
            Score::DRAW,
            Score::win_in(5),
            Score::win_in(0),
            Score::HIGHEST,
        ];
        assert!(ladder.is_sorted());
        assert!(ladder.map(Score::for_child).iter().rev().is_sorted());
    }
}
