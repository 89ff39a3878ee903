//! Win chances and move annotations, as evaluation bars and game reviews show them.

use std::cmp::Ordering;

use plateau_search::{Analysis, Score, Unit, Value};

/// Returns the mean of results as an expected score: 1 for a win, 0.5 for a draw.
pub fn expected_score(mean: Score) -> f64 {
    f64::from(Score::UNIT + mean.number()) / f64::from(2 * Score::UNIT)
}

/// Returns the result that is proven, or that the search has seen without a proof.
pub(crate) fn decided(value: &Value) -> Option<Wdl> {
    let Value { lower, upper, estimate } = *value;
    let seen = estimate.plies().is_some();
    if estimate > Score::DRAW && seen || lower > Score::DRAW {
        Some(Wdl::Win)
    } else if estimate < Score::DRAW && seen || upper < Score::DRAW {
        Some(Wdl::Loss)
    } else {
        value.is_exact().then_some(Wdl::Draw)
    }
}

/// Win, draw or loss for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wdl {
    Win,
    Draw,
    Loss,
}

/// The scale of the `tanh` curve from pieces to win chance: most games are won with this
/// many pieces ahead.
const PIECES_SCALE: f64 = 4.0;

/// Returns the win chance of the side to move, from 0 (lost) to 1 (won), as evaluation bars
/// and plots show it. Estimates never reach either end.
pub fn win_chance(value: &Value, unit: Unit) -> f64 {
    match (decided(value), unit) {
        (Some(Wdl::Win), _) => 1.0,
        (Some(Wdl::Draw), _) => 0.5,
        (Some(Wdl::Loss), _) => 0.0,
        (None, Unit::Results) => 0.05 + 0.9 * expected_score(value.estimate),
        (None, Unit::Pieces) => {
            let pieces = f64::from(value.estimate.number()) / f64::from(Score::UNIT);
            0.5 + 0.45 * (pieces / PIECES_SCALE).tanh()
        }
    }
}

/// The difference of win chances from which another move is called better, unless it is
/// proven to be: below it, estimates differ by chance.
const NOTICEABLE_LOSS: f64 = 0.05;

/// A value and the search it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchedValue {
    /// The value.
    pub value: Value,
    /// The unit of its estimate.
    pub unit: Unit,
    /// The depth of the search, in plies.
    pub depth: u32,
}

impl SearchedValue {
    /// Returns the value of the position that was analysed.
    pub fn new<M>(analysis: &Analysis<M>) -> Self {
        Self { value: analysis.value, unit: analysis.unit, depth: analysis.depth }
    }

    /// Returns the chance that a person wins from here. It is [`win_chance`], except that a proven win
    /// or loss counts less the farther the end of the game is away.
    pub fn chance(&self) -> f64 {
        let Value { lower, estimate, .. } = self.value;
        match decided(&self.value) {
            Some(Wdl::Draw) | None => win_chance(&self.value, self.unit),
            Some(_) if estimate.plies().is_some() => proven_chance(estimate),
            Some(Wdl::Win) => proven_chance(lower),
            Some(Wdl::Loss) => proven_chance(self.value.upper),
        }
    }

    /// Returns the value of the move that led to the position.
    #[must_use]
    pub fn for_parent(self) -> Self {
        Self { value: self.value.for_parent(), depth: self.depth + 1, ..self }
    }

    /// Intersects the bounds of the value with other proven ones.
    #[must_use]
    pub fn within(self, lower: Score, upper: Score) -> Self {
        Self { value: self.value.within_bounds(lower, upper, self.unit), ..self }
    }

    /// Returns whether the move is proven to be better than another one.
    pub fn is_proven_better(&self, other: &Self) -> bool {
        self.value.lower > other.value.upper
    }

    /// Returns the distance to the end of a game whose winner is proven.
    fn proven_plies(&self) -> Option<u32> {
        match self.value {
            Value { lower, .. } if lower > Score::DRAW => lower.plies(),
            Value { upper, .. } if upper < Score::DRAW => upper.plies(),
            _ => None,
        }
    }

    /// Returns whether the move seems to be noticeably better than another one. An estimate is
    /// no reason against a proven loss that its search could not have seen; a proven win is
    /// always better than an estimate.
    pub fn seems_better(&self, other: &Self) -> bool {
        let is_reason = self.proven_plies().is_some() || self.is_comparable(other);
        is_reason && self.chance() - other.chance() >= NOTICEABLE_LOSS
    }

    /// Returns whether the two values can be compared by their estimates. A proven win or
    /// loss beyond the depth of the other search says nothing about the other move: that
    /// search could not have seen as much.
    fn is_comparable(&self, other: &Self) -> bool {
        match (self.proven_plies(), other.proven_plies()) {
            (Some(plies), None) => plies <= other.depth,
            (None, Some(plies)) => plies <= self.depth,
            _ => true,
        }
    }
}

/// Returns how much of the win chance a move lost, by its value and that of the best move:
/// nothing if neither proofs nor estimates say that it is worse, or if it still wins for certain.
/// Distances count only where the game was lost already: giving away a proven win or draw costs as
/// much however far the end is away.
pub fn lost_chance(best: &SearchedValue, played: &SearchedValue) -> f64 {
    if played.value.lower > Score::DRAW {
        return 0.0;
    }
    let is_lost = decided(&best.value) == Some(Wdl::Loss);
    let of_bound = |score| if is_lost { proven_chance(score) } else { proven_result(score) };
    let of_value = |searched: &SearchedValue| {
        if is_lost { searched.chance() } else { win_chance(&searched.value, searched.unit) }
    };
    let by_proof = of_bound(best.value.lower) - of_bound(played.value.upper);
    let by_estimate = if best.is_comparable(played) { of_value(best) - of_value(played) } else { 0.0 };
    by_proof.max(by_estimate).max(0.0)
}

/// Returns the win chance of a proven score, however far the end of the game is away.
fn proven_result(score: Score) -> f64 {
    match score.cmp(&Score::DRAW) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    }
}

/// A person's win chance in a game that is lost very far away.
const FAR_LOSS_CHANCE: f64 = 0.38;

/// The scale of the curve from the distance of a loss to that chance, in plies.
const FAR_PLIES: f64 = 8.5;

/// Returns a person's win chance by a proven score. A loss in two plies or a margin leaves none; a loss
/// in forty may still be turned, since the opponent must find every move.
fn proven_chance(score: Score) -> f64 {
    let loser_chance = score.plies().map_or(0.0, |plies| {
        let distance = f64::from(plies.saturating_sub(2)) / FAR_PLIES;
        FAR_LOSS_CHANCE * (1.0 - (-distance.powi(3)).exp())
    });
    match score.cmp(&Score::DRAW) {
        Ordering::Greater => 1.0 - loser_chance,
        Ordering::Equal => 0.5,
        Ordering::Less => loser_chance,
    }
}

/// The annotation of a move that was not the best one, as in game notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Annotation {
    /// An inaccuracy: `?!`.
    Inaccuracy,
    /// A mistake: `?`.
    Mistake,
    /// A blunder, which costs about half a game: `??`.
    Blunder,
}

impl Annotation {
    /// Returns the annotation of a move that lost this much of the
    /// [`win_chance`]; `None` if it lost too little.
    pub fn from_loss(lost: f64) -> Option<Self> {
        match lost {
            _ if lost >= 0.45 => Some(Self::Blunder),
            _ if lost >= 0.2 => Some(Self::Mistake),
            _ if lost >= 0.1 => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// Returns the symbol that is written after the move.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn win_chance_grows_with_the_value() {
        let percent = |value: Value, unit| (100.0 * win_chance(&value, unit)).round() as i32;
        let exact = |score| percent(Value::exact(score), Unit::Pieces);
        assert_eq!([Score::win_in(9), Score::DRAW, Score::loss_in(2)].map(exact), [100, 50, 0]);
        assert_eq!(exact(Score::estimate(2)), 100, "a proven margin wins, however small");
        let bound = Value { lower: Score::LOWEST, upper: Score::loss_in(8), estimate: Score::estimate(5) };
        assert_eq!(percent(bound, Unit::Pieces), 0, "a proven bound overrides the estimate");
        let guesses = [-900, -50, 0, 50, 900].map(|pieces| Value::unproven(Score::estimate(pieces)));
        assert_eq!(guesses.map(|value| percent(value, Unit::Pieces)), [6, 44, 50, 56, 94]);
        let shares = [-100, 0, 100].map(|mean| Value::unproven(Score::estimate(mean)));
        assert_eq!(shares.map(|value| percent(value, Unit::Results)), [5, 50, 95]);
    }

    #[test]
    fn open_bounds_are_no_reason_to_blame_a_move() {
        let lost = |best: Value, best_depth, played: Value, played_depth| {
            let [best, played] = [(best, best_depth), (played, played_depth)]
                .map(|(value, depth)| SearchedValue { value, unit: Unit::Pieces, depth });
            (100.0 * lost_chance(&best, &played)).round() as i32
        };
        let open = Value::unproven(Score::estimate(0));
        let not_soon = open.within(Score::loss_in(20), Score::win_in(17));
        let lost_late = open.within(Score::LOWEST, Score::loss_in(22));
        let won_late = open.within(Score::win_in(27), Score::HIGHEST);
        assert_eq!(lost(not_soon, 11, lost_late, 11), 0, "the other move may lose as well");
        assert_eq!(lost(won_late, 11, not_soon, 11), 0, "the move may win as well");
        let lost_later = open.within(Score::loss_in(26), Score::win_in(17));
        assert_eq!(lost(lost_later, 11, lost_late, 11), 0, "only a longer loss is proven");
        assert_eq!(lost(not_soon, 22, lost_late, 11), 50, "the other move does not lose within 22 plies");
        assert_eq!(lost(open, 2, Value::exact(Score::loss_in(2)), 0), 50);
        let no_win = open.within(Score::LOWEST, Score::DRAW);
        assert_eq!(lost(won_late, 0, no_win, 0), 50, "proven");
        assert_eq!(lost(open.within(Score::win_in(3), Score::HIGHEST), 0, no_win, 0), 50, "proven");
        assert_eq!(lost(open.within(Score::DRAW, Score::HIGHEST), 0, lost_late, 0), 50, "proven");
        assert_eq!(lost(Value::unproven(Score::estimate(400)), 3, open, 3), 34, "estimates");
    }

    #[test]
    fn a_far_loss_is_no_certain_loss_for_a_person() {
        let chance = |score: Score| {
            let value = SearchedValue { value: Value::exact(score), unit: Unit::Pieces, depth: 0 };
            (100.0 * value.chance()).round() as i32
        };
        // A loss in 8: 38 × (1 - e^(-(6/8.5)³)) = 38 × 0.297 = 11 %.
        assert_eq!([2, 4, 8, 10, 16, 40].map(Score::loss_in).map(chance), [0, 0, 11, 21, 38, 38]);
        assert_eq!([1, 9, 41].map(Score::win_in).map(chance), [100, 84, 62]);
        assert_eq!(chance(Score::estimate(-200)), 0, "a proven margin is no distance");
        let bound = Value::unproven(Score::DRAW).within(Score::LOWEST, Score::loss_in(40));
        let bound = SearchedValue { value: bound, unit: Unit::Pieces, depth: 0 };
        assert!((bound.chance() - 0.38).abs() < 0.01);
    }

    #[test]
    fn a_loss_at_once_is_a_mistake_where_another_move_holds_out() {
        let mark = |best: Score, played: Score| {
            let [best, played] = [best, played].map(|score| SearchedValue {
                value: Value::exact(score),
                unit: Unit::Pieces,
                depth: 0,
            });
            Annotation::from_loss(lost_chance(&best, &played)).map(Annotation::symbol)
        };
        let loss = Score::loss_in;
        assert_eq!(mark(loss(36), loss(2)), Some("?"));
        assert_eq!(mark(loss(10), loss(2)), Some("?"));
        assert_eq!(mark(loss(8), loss(2)), Some("?!"));
        assert_eq!(mark(loss(4), loss(2)), None, "nothing holds out");
        assert_eq!(mark(loss(40), loss(34)), None, "both are far away");
        assert_eq!(mark(Score::win_in(5), Score::win_in(41)), None, "the game is still won");
        assert_eq!(mark(Score::win_in(5), loss(4)), Some("??"));
    }

    #[test]
    fn a_proven_result_given_away_is_a_blunder_however_far_the_end_is() {
        let lost = |best: Score, played: Score| {
            let [best, played] = [best, played].map(|score| SearchedValue {
                value: Value::exact(score),
                unit: Unit::Pieces,
                depth: 0,
            });
            (100.0 * lost_chance(&best, &played)).round() as i32
        };
        // Connect Four's first move: column 4 wins, columns 3 and 5 draw, the others lose.
        assert_eq!(lost(Score::win_in(41), Score::DRAW), 50);
        assert_eq!(lost(Score::win_in(41), Score::loss_in(40)), 100);
        assert_eq!(lost(Score::DRAW, Score::loss_in(40)), 50);
    }

    #[test]
    fn annotations_depend_on_the_lost_win_chance() {
        let symbols =
            [0.09, 0.1, 0.19, 0.2, 0.44, 0.5].map(|lost| Annotation::from_loss(lost).map(Annotation::symbol));
        assert_eq!(symbols, [None, Some("?!"), Some("?!"), Some("?"), Some("?"), Some("??")]);
    }
}
