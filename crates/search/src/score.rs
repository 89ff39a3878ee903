//! Scores and proven bounds, from the point of view of the side to move.

use std::fmt;
use std::ops::Neg;

use plateau_core::{Objective, Outcome, Player, Position};

/// A score relative to the side to move; larger is better.
///
/// In games with [`Objective::Distance`], a win or loss encodes the number of
/// plies to the end of the game, as mate scores do in chess: a shorter win and
/// a longer loss are better. In games with [`Objective::Margin`], the score of a
/// finished game is its margin, in the same unit as estimates.
///
/// # Examples
///
/// ```
/// use plateau_search::Score;
///
/// assert!(Score::win_in(1) > Score::win_in(3));
/// assert!(Score::loss_in(4) > Score::loss_in(2));
/// assert_eq!(Score::loss_in(0).for_parent(), Score::win_in(1));
/// assert_eq!(Score::estimate(-150).to_string(), "-1.50");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// The score of a game that is already won.
const WIN: i32 = 1_000_000;

/// An upper bound on the length of a game, in plies.
const MAX_PLIES: i32 = 10_000;

/// The largest absolute value of an estimate; wins and losses lie beyond it.
const MAX_ESTIMATE: i32 = WIN - 2 * MAX_PLIES;

impl Score {
    /// Smaller than every score: minus infinity of the search window.
    pub const LOWEST: Self = Self(-WIN - 1);
    /// Larger than every score: plus infinity of the search window.
    pub const HIGHEST: Self = Self(WIN + 1);
    /// A draw, or an even position.
    pub const DRAW: Self = Self(0);
    /// One piece, or one point of margin: estimates are in hundredths of it.
    pub const UNIT: i32 = 100;

    /// Returns the score of a win in `plies`.
    #[inline]
    pub const fn win_in(plies: u32) -> Self {
        Self(WIN - plies as i32)
    }

    /// Returns the score of a loss in `plies`.
    #[inline]
    pub const fn loss_in(plies: u32) -> Self {
        Self(plies as i32 - WIN)
    }

    /// Returns an estimate in hundredths of a piece, clamped so that it is never
    /// mistaken for a win or a loss.
    #[inline]
    pub fn estimate(value: i32) -> Self {
        Self(value.clamp(-MAX_ESTIMATE, MAX_ESTIMATE))
    }

    /// Returns the score of a finished game for `turn`, the side to move in its
    /// final position.
    #[inline]
    pub fn from_outcome<P: Position>(outcome: Outcome, turn: Player) -> Self {
        Self::from_outcome_with(outcome, turn, P::OBJECTIVE)
    }

    /// Like [`from_outcome`](Self::from_outcome), for callers that know the
    /// objective of the game but not its position type.
    #[inline]
    pub fn from_outcome_with(outcome: Outcome, turn: Player, objective: Objective) -> Self {
        let sign = match outcome.winner() {
            None => return Self::DRAW,
            Some(winner) if winner == turn => 1,
            Some(_) => -1,
        };
        match objective {
            Objective::Distance => Self(sign * WIN),
            Objective::Margin => Self(sign * i32::from(outcome.margin()) * Self::UNIT),
        }
    }

    /// Returns the raw value: hundredths of a piece for an estimate.
    #[inline]
    pub const fn number(self) -> i32 {
        self.0
    }

    /// Creates a score from its raw value; the inverse of [`number`](Self::number).
    #[inline]
    pub(crate) const fn from_number(number: i32) -> Self {
        Self(number)
    }

    /// Returns `true` for a forced win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= WIN - MAX_PLIES
    }

    /// Returns `true` for a forced loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= MAX_PLIES - WIN
    }

    /// Returns `true` for a score that is neither a forced win or loss nor infinite.
    #[inline]
    pub const fn is_estimate(self) -> bool {
        -MAX_ESTIMATE <= self.0 && self.0 <= MAX_ESTIMATE
    }

    /// Returns the number of plies to the end of a won or lost game.
    pub fn plies(self) -> Option<u32> {
        (self.is_win() || self.is_loss()).then(|| (WIN - self.0.abs()).max(0) as u32)
    }

    /// Converts the score of a child node to its parent's point of view: negated,
    /// with wins and losses one ply farther from the end.
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

    /// Converts a bound of the search window to a child's point of view; the
    /// inverse of [`for_parent`](Self::for_parent).
    #[inline]
    #[must_use]
    pub fn for_child(self) -> Self {
        if self.is_win() && self.0 < WIN {
            Self(-self.0 - 1)
        } else if self.is_loss() && self.0 > -WIN {
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

/// The unit of an engine's estimates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Hundredths of a piece, or of a point of margin.
    #[default]
    Pieces,
    /// Hundredths of a game result, as Monte-Carlo tree search expects it: from -100 (lost)
    /// to 100 (won).
    Results,
}

impl Unit {
    /// Returns the range of estimates in this unit between two bounds. Of a margin, a mean of
    /// results shares only the sign.
    fn range(self, lower: Score, upper: Score) -> (Score, Score) {
        let is_margin = |bound: Score| self == Self::Results && bound.is_estimate();
        let least = match lower {
            lower if !is_margin(lower) => lower,
            lower if lower < Score::DRAW => Score::LOWEST,
            _ => Score::DRAW,
        };
        let most = match upper {
            upper if !is_margin(upper) => upper,
            upper if upper > Score::DRAW => Score::HIGHEST,
            _ => Score::DRAW,
        };
        (least, most)
    }
}

/// A score with proven lower and upper bounds, and the engine's best estimate.
///
/// # Examples
///
/// ```
/// use plateau_search::{Score, Value};
///
/// let won = Value::exact(Score::win_in(3));
/// assert!(won.is_exact());
/// assert_eq!(won.for_parent(), Value::exact(Score::loss_in(4)));
///
/// let unclear = Value::unproven(Score::estimate(50));
/// assert!(!unclear.is_exact());
/// assert_eq!(unclear.for_parent(), Value::unproven(Score::estimate(-50)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Proven lower bound.
    pub lower: Score,
    /// Proven upper bound.
    pub upper: Score,
    /// The best estimate, within the bounds. Unless the value is exact, it is in
    /// the [`Unit`] of the engine.
    pub estimate: Score,
}

impl Value {
    /// Creates a proven value: both bounds equal the score.
    pub const fn exact(score: Score) -> Self {
        Self { lower: score, upper: score, estimate: score }
    }

    /// Creates an estimate without any proven bound.
    pub const fn unproven(score: Score) -> Self {
        Self { lower: Score::LOWEST, upper: Score::HIGHEST, estimate: score }
    }

    /// Returns `true` when the lower and the upper bound are equal.
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// Intersects the bounds with other proven ones and clamps an estimate in
    /// [`Unit::Pieces`] to them. If they contradict each other, the others count.
    #[must_use]
    pub fn within(self, lower: Score, upper: Score) -> Self {
        self.within_bounds(lower, upper, Unit::Pieces)
    }

    /// Like [`within`](Self::within), for an estimate in this unit.
    #[must_use]
    pub fn within_bounds(self, lower: Score, upper: Score, unit: Unit) -> Self {
        let (own_lower, own_upper) = (self.lower.max(lower), self.upper.min(upper));
        let (lower, upper) = if own_lower > own_upper { (lower, upper) } else { (own_lower, own_upper) };
        let (least, most) = if lower == upper { (lower, upper) } else { unit.range(lower, upper) };
        Self { lower, upper, estimate: self.estimate.clamp(least, most) }
    }

    /// Converts the value of a move to the point of view of the position after it; the
    /// inverse of [`for_parent`](Self::for_parent).
    #[must_use]
    pub fn for_child(self) -> Self {
        let Self { lower, upper, estimate } = self;
        Self { lower: upper.for_child(), upper: lower.for_child(), estimate: estimate.for_child() }
    }

    /// Converts the value of a child node to its parent's point of view.
    #[must_use]
    pub fn for_parent(self) -> Self {
        // A bound that is not known stays unknown: it is no distance to the end.
        let bound = |score: Score| match score {
            Score::LOWEST | Score::HIGHEST => -score,
            known => known.for_parent(),
        };
        Self { lower: bound(self.upper), upper: bound(self.lower), estimate: self.estimate.for_parent() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorter_wins_and_longer_losses_score_higher() {
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(Score::win_in(99) > Score::estimate(i32::MAX));
        assert!(Score::estimate(i32::MIN) > Score::loss_in(99));
        assert!(Score::loss_in(4) > Score::loss_in(2));
        assert_eq!(Score::win_in(3).to_string(), "win in 3");
        assert_eq!((-Score::win_in(4)).to_string(), "loss in 4");
        assert_eq!(Score::estimate(-150).to_string(), "-1.50");
        assert_eq!(Score::DRAW.to_string(), "0.00", "zero is written without a sign");
    }

    #[test]
    fn bounds_are_intersected_and_clamp_the_estimate() {
        let open = Value::unproven(Score::estimate(30));
        assert_eq!(open.within(Score::LOWEST, Score::HIGHEST), open);
        let lost = open.within(Score::LOWEST, Score::loss_in(4));
        assert_eq!((lost.upper, lost.estimate), (Score::loss_in(4), Score::loss_in(4)));
        assert_eq!(lost.within(Score::loss_in(4), Score::DRAW), Value::exact(Score::loss_in(4)));
        let won = Value::exact(Score::win_in(3));
        assert_eq!(lost.within(won.lower, won.upper), won, "the others count in a contradiction");
    }

    #[test]
    fn margins_do_not_clamp_means_of_results() {
        let open = Value::unproven(Score::estimate(30));
        let mean = |lower: i32, upper: i32| {
            let [lower, upper] = [lower, upper].map(|discs| Score::estimate(discs * Score::UNIT));
            open.within_bounds(lower, upper, Unit::Results).estimate.number()
        };
        assert_eq!(mean(-12, 8), 30);
        assert_eq!(mean(12, 20), 30, "a win: 30 is a likely one");
        assert_eq!(mean(-12, -4), 0, "a loss is no better than even");
        assert_eq!(mean(-12, 0), 0);
        assert_eq!(mean(12, 12), 12 * Score::UNIT, "an exact value has no other estimate");
        let lost = open.within_bounds(Score::LOWEST, Score::loss_in(4), Unit::Results);
        assert_eq!(lost.estimate, Score::loss_in(4), "distances are the same in every unit");
    }

    #[test]
    fn values_of_children_and_parents_are_inverse() {
        for value in [lost_at_most(8), Value::exact(Score::win_in(3)), Value::unproven(Score::estimate(-7))] {
            assert_eq!(value.for_child().for_parent(), value);
        }
    }

    fn lost_at_most(plies: u32) -> Value {
        Value::unproven(Score::DRAW).within(Score::LOWEST, Score::loss_in(plies))
    }

    #[test]
    fn for_child_is_the_inverse_of_for_parent() {
        for score in [Score::win_in(1), Score::win_in(7), Score::loss_in(2), Score::DRAW, Score::estimate(-7)]
        {
            assert_eq!(score.for_child().for_parent(), score, "{score}");
        }
        assert_eq!(Score::loss_in(0).for_parent(), Score::win_in(1));
        assert_eq!(Score::win_in(1).for_parent(), Score::loss_in(2));
        // Negation reverses the order of scores, so `for_child` must be decreasing.
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
