//! Win chances and move annotations, as evaluation bars and game reviews show them.

use plateau_search::{Score, Unit, Value};

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

/// Returns how much of the win chance a move lost, by its value and that of the best move.
pub fn lost_chance(best: (Value, Unit), played: (Value, Unit)) -> f64 {
    (win_chance(&best.0, best.1) - win_chance(&played.0, played.1)).max(0.0)
}

/// The annotation of a move that was not the best one, as in game notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Annotation {
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
            _ => None,
        }
    }

    /// Returns the symbol that is written after the move.
    pub const fn symbol(self) -> &'static str {
        match self {
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
    fn annotations_depend_on_the_lost_win_chance() {
        let symbols = [0.1, 0.2, 0.44, 0.5].map(|lost| Annotation::from_loss(lost).map(Annotation::symbol));
        assert_eq!(symbols, [None, Some("?"), Some("?"), Some("??")]);
    }
}
