//! What an engine found, in words.

use plateau_core::text::Argument;
use plateau_core::{Lang, Message, Phrase};
use plateau_games::{AnyRecord, AnyVariant};
use plateau_search::{Analysis, Score, Unit, Value};

use crate::phrases;

/// A value in words: what is proven of it, or what is guessed.
pub fn value(record: &dyn AnyRecord, value: &Value, unit: Unit, lang: Lang) -> String {
    let said = if value.is_exact() {
        result(record, value.estimate)
    } else {
        bounds(record, value).unwrap_or_else(|| guess(value.estimate, unit))
    };
    said.render(lang)
}

/// The score of an exact value in the convention of the game's own world, where it is
/// said in plies.
pub fn score(record: &dyn AnyRecord, value: &Value) -> Option<i32> {
    record.native_score(value.estimate).filter(|_| value.is_exact() && value.estimate.plies().is_some())
}

/// The proven result of a score.
fn result(record: &dyn AnyRecord, score: Score) -> Message {
    let margin = record.native_score(score).unwrap_or(0);
    match score.plies() {
        Some(plies) if score.is_win() => phrases::WIN_IN.message().with("plies", plies),
        Some(plies) => phrases::LOSS_IN.message().with("plies", plies),
        None if margin > 0 => phrases::WIN_BY.message().with("margin", margin),
        None if margin < 0 => phrases::LOSS_BY.message().with("margin", margin.unsigned_abs()),
        None => phrases::DRAWN.message(),
    }
}

/// The proven bounds of a value that is not exact. One that decides the game is
/// enough.
fn bounds(record: &dyn AnyRecord, value: &Value) -> Option<Message> {
    let Value { lower, upper, .. } = *value;
    let of = |bound: Score, phrase: &'static Phrase| phrase.message().with("value", result(record, bound));
    // A win by then at the latest, or by so much at least; and so for a loss.
    let decided = |bound: Score| {
        of(bound, if bound.plies().is_some() { &phrases::AT_MOST } else { &phrases::AT_LEAST })
    };
    let below = (lower > Score::LOWEST).then(|| match lower {
        Score::DRAW => phrases::AT_LEAST_DRAW.message(),
        _ if lower > Score::DRAW => decided(lower),
        _ => of(lower, &phrases::AT_WORST),
    });
    let above = (upper < Score::HIGHEST).then(|| match upper {
        Score::DRAW => phrases::AT_MOST_DRAW.message(),
        _ if upper < Score::DRAW => decided(upper),
        _ => of(upper, &phrases::AT_BEST),
    });
    match (below, above) {
        (below, above) if below.is_none() || upper < Score::DRAW => above,
        (below, above) if above.is_none() || lower > Score::DRAW => below,
        (Some(below), Some(above)) => {
            Some(phrases::BETWEEN.message().with("lower", below).with("upper", above))
        }
        _ => None,
    }
}

/// A guess.
fn guess(score: Score, unit: Unit) -> Message {
    match score.plies() {
        Some(plies) if score.is_win() => phrases::WIN_IN.message().with("plies", plies),
        Some(plies) => phrases::LOSS_IN.message().with("plies", plies),
        None if unit == Unit::Results => {
            phrases::ABOUT_SHARE.message().with("percent", format!("{:.0}", 100.0 * share(score)))
        }
        None => phrases::ABOUT_VALUE.message().with("value", Argument::Decimal(score.to_string())),
    }
}

/// The mean of results as a share: all of it for a won game, half for a draw.
pub fn share(mean: Score) -> f64 {
    f64::from(Score::UNIT + mean.number()) / f64::from(2 * Score::UNIT)
}

/// A decided game as far as it is known: what is proven, or seen without proof.
pub(crate) fn decided(value: &Value) -> Option<Outlook> {
    let Value { lower, upper, estimate } = *value;
    let seen = estimate.plies().is_some();
    if estimate > Score::DRAW && seen || lower > Score::DRAW {
        Some(Outlook::Win)
    } else if estimate < Score::DRAW && seen || upper < Score::DRAW {
        Some(Outlook::Loss)
    } else {
        value.is_exact().then_some(Outlook::Draw)
    }
}

/// How a game ends for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outlook {
    Win,
    Draw,
    Loss,
}

/// Pieces ahead by which most of a game is won.
const AHEAD: f64 = 4.0;

/// How good a value is for the side to move, from 0 (lost) to 1 (won): what bars and
/// plots show. Estimates stay off both ends.
pub fn chance(value: &Value, unit: Unit) -> f64 {
    match (decided(value), unit) {
        (Some(Outlook::Win), _) => 1.0,
        (Some(Outlook::Draw), _) => 0.5,
        (Some(Outlook::Loss), _) => 0.0,
        (None, Unit::Results) => 0.05 + 0.9 * share(value.estimate),
        (None, Unit::Pieces) => {
            let pieces = f64::from(value.estimate.number()) / f64::from(Score::UNIT);
            0.5 + 0.45 * (pieces / AHEAD).tanh()
        }
    }
}

/// How bad a move was that was not the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// It cost something: `?`.
    Slip,
    /// It cost half a game or so: `??`.
    Blunder,
}

impl Mistake {
    /// What loses so much of [`chance`], if it is worth telling.
    pub fn of(lost: f64) -> Option<Self> {
        match lost {
            _ if lost >= 0.45 => Some(Self::Blunder),
            _ if lost >= 0.2 => Some(Self::Slip),
            _ => None,
        }
    }

    /// The sign behind the move.
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Slip => "?",
            Self::Blunder => "??",
        }
    }
}

/// How sure a value is.
pub fn proof(value: &Value, unit: Unit) -> &'static Phrase {
    if value.is_exact() {
        &phrases::EXACT
    } else if value.lower > Score::LOWEST || value.upper < Score::HIGHEST {
        &phrases::BOUND
    } else {
        match unit {
            Unit::Pieces => &phrases::ESTIMATE,
            Unit::Results => &phrases::PLAYOUTS,
        }
    }
}

/// What there is to say of a game that is over, without any search.
pub fn finished(variant: &dyn AnyVariant, record: &dyn AnyRecord) -> Option<Finished> {
    let finish = record.finish()?;
    let score = Score::from_outcome_with(finish.outcome, record.turn(), variant.traits().objective);
    let sentence = phrases::GAME_IS_OVER.message().with("result", finish.message(variant.layout()));
    Some(Finished { analysis: Analysis::finished(score), sentence })
}

/// A game that is over.
pub struct Finished {
    /// Its value, without moves.
    pub analysis: Analysis<String>,
    /// The result in a sentence.
    pub sentence: Message,
}

#[cfg(test)]
mod tests {
    use plateau_games::REGISTRY;

    use super::*;

    fn said(game: &str, lower: Score, upper: Score, estimate: i32, unit: Unit) -> [String; 2] {
        let record = REGISTRY.variant(game).unwrap().start();
        let known = Value { lower, upper, estimate: Score::estimate(estimate) };
        [Lang::En, Lang::Fr].map(|lang| value(record.as_ref(), &known, unit, lang))
    }

    #[test]
    fn bounds_tell_their_direction() {
        let discs = |count| Score::estimate(count * Score::UNIT);
        let (lowest, highest) = (Score::LOWEST, Score::HIGHEST);
        for (game, lower, upper, english, french) in [
            ("tictactoe", Score::DRAW, highest, "at least a draw", "au moins la nulle"),
            ("tictactoe", lowest, Score::DRAW, "at most a draw", "au plus la nulle"),
            ("tictactoe", Score::win_in(9), highest, "win in 9 at most", "gain en 9 au plus"),
            ("tictactoe", Score::win_in(9), Score::win_in(1), "win in 9 at most", "gain en 9 au plus"),
            ("tictactoe", lowest, Score::loss_in(8), "loss in 8 at most", "perte en 8 au plus"),
            ("tictactoe", Score::loss_in(8), highest, "loss in 8 at worst", "perte en 8 au pire"),
            ("othello", discs(2), highest, "win by 2 at least", "gain de 2 au moins"),
            ("othello", lowest, discs(-4), "loss by 4 at least", "perte de 4 au moins"),
            (
                "othello",
                discs(-6),
                discs(4),
                "loss by 6 at worst, win by 4 at best",
                "perte de 6 au pire, gain de 4 au mieux",
            ),
        ] {
            assert_eq!(said(game, lower, upper, 0, Unit::Results), [english, french]);
        }
    }

    #[test]
    fn chances_rise_with_values_and_mistakes_are_what_they_lose() {
        let percent = |value: Value, unit| (100.0 * chance(&value, unit)).round() as i32;
        let exact = |score| percent(Value::exact(score), Unit::Pieces);
        assert_eq!([Score::win_in(9), Score::DRAW, Score::loss_in(2)].map(exact), [100, 50, 0]);
        assert_eq!(exact(Score::estimate(2)), 100, "ahead by a margin is won, however small");
        let bound = Value { lower: Score::LOWEST, upper: Score::loss_in(8), estimate: Score::estimate(5) };
        assert_eq!(percent(bound, Unit::Pieces), 0, "what is proven goes before what is guessed");
        let guesses = [-900, -50, 0, 50, 900].map(|pieces| Value::unproven(Score::estimate(pieces)));
        assert_eq!(guesses.map(|value| percent(value, Unit::Pieces)), [6, 44, 50, 56, 94]);
        let shares = [-100, 0, 100].map(|mean| Value::unproven(Score::estimate(mean)));
        assert_eq!(shares.map(|value| percent(value, Unit::Results)), [5, 50, 95]);
        let marks = [0.1, 0.2, 0.44, 0.5].map(|lost| Mistake::of(lost).map(Mistake::mark));
        assert_eq!(marks, [None, Some("?"), Some("?"), Some("??")]);
    }

    #[test]
    fn estimates_tell_what_they_are() {
        let open = |estimate, unit| said("othello", Score::LOWEST, Score::HIGHEST, estimate, unit);
        assert_eq!(open(-125, Unit::Pieces), ["about -1.25", "environ -1,25"]);
        assert_eq!(open(0, Unit::Pieces), ["about 0.00", "environ 0,00"]);
        assert_eq!(open(26, Unit::Results), ["about 63 %", "environ 63 %"]);
        assert_eq!(open(-100, Unit::Results), ["about 0 %", "environ 0 %"]);
        let discs = Score::estimate(-10 * Score::UNIT);
        assert_eq!(said("othello", discs, discs, -1_000, Unit::Pieces), ["loss by 10", "perte de 10"]);
    }
}
