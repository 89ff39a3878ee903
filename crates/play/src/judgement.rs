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

/// The proven result of a score.
fn result(record: &dyn AnyRecord, score: Score) -> Message {
    let margin = record.native_score(score).unwrap_or(0);
    match score.plies() {
        Some(plies) if score.is_win() => phrases::WIN_IN.say().with("plies", plies),
        Some(plies) => phrases::LOSS_IN.say().with("plies", plies),
        None if margin > 0 => phrases::WIN_BY.say().with("margin", margin),
        None if margin < 0 => phrases::LOSS_BY.say().with("margin", margin.unsigned_abs()),
        None => phrases::DRAWN.say(),
    }
}

/// The proven bounds of a value that is not exact. One that decides the game is
/// enough.
fn bounds(record: &dyn AnyRecord, value: &Value) -> Option<Message> {
    let Value { lower, upper, .. } = *value;
    let of = |bound: Score, phrase: &'static Phrase| phrase.say().with("value", result(record, bound));
    // A win by then at the latest, or by so much at least; and so for a loss.
    let decided = |bound: Score| {
        of(bound, if bound.plies().is_some() { &phrases::AT_MOST } else { &phrases::AT_LEAST })
    };
    let below = (lower > Score::LOWEST).then(|| match lower {
        Score::DRAW => phrases::AT_LEAST_DRAW.say(),
        _ if lower > Score::DRAW => decided(lower),
        _ => of(lower, &phrases::AT_WORST),
    });
    let above = (upper < Score::HIGHEST).then(|| match upper {
        Score::DRAW => phrases::AT_MOST_DRAW.say(),
        _ if upper < Score::DRAW => decided(upper),
        _ => of(upper, &phrases::AT_BEST),
    });
    match (below, above) {
        (below, above) if below.is_none() || upper < Score::DRAW => above,
        (below, above) if above.is_none() || lower > Score::DRAW => below,
        (Some(below), Some(above)) => Some(phrases::BETWEEN.say().with("lower", below).with("upper", above)),
        _ => None,
    }
}

/// A guess.
fn guess(score: Score, unit: Unit) -> Message {
    match score.plies() {
        Some(plies) if score.is_win() => phrases::WIN_IN.say().with("plies", plies),
        Some(plies) => phrases::LOSS_IN.say().with("plies", plies),
        None if unit == Unit::Results => {
            phrases::ABOUT_SHARE.say().with("percent", format!("{:.0}", 100.0 * share(score)))
        }
        None => phrases::ABOUT_VALUE.say().with("value", Argument::Decimal(score.to_string())),
    }
}

/// The mean of results as a share: all of it for a won game, half for a draw.
pub fn share(mean: Score) -> f64 {
    f64::from(Score::UNIT + mean.number()) / f64::from(2 * Score::UNIT)
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
    let score = Score::of_end(finish.outcome, record.turn(), variant.traits().objective);
    let sentence = phrases::GAME_IS_OVER.say().with("result", finish.message(variant.layout()));
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
