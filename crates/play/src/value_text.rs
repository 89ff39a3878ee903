//! Values as text: proven results, bounds and estimates in words.

use plateau_core::text::Argument;
use plateau_core::{Lang, Message, Phrase};
use plateau_games::{AnyRecord, AnyVariant};
use plateau_search::{Analysis, Score, Unit, Value};

use crate::phrases;
use crate::win_chance::expected_score;

/// Describes a value in words: its proven result, else the proven bounds that say something
/// about the result, else its estimate.
pub fn describe(record: &dyn AnyRecord, value: &Value, unit: Unit, lang: Lang) -> String {
    let message = if value.is_exact() {
        result(record, value.estimate)
    } else {
        bounds(record, value).unwrap_or_else(|| estimate(value.estimate, unit))
    };
    message.render(lang)
}

/// Returns the score of a value that is proven to win or lose in a number of plies, in the
/// convention of the game's own solvers.
pub fn native_score(record: &dyn AnyRecord, value: &Value) -> Option<i32> {
    record.native_score(value.estimate).filter(|_| value.is_exact() && value.estimate.plies().is_some())
}

/// Describes a proven score.
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

/// Returns the decisive bounds: those that exclude a result, and margins. A distance on the
/// far side of a draw, as in a win that takes at least 23 plies, doesn't say who wins.
fn decisive_bounds(value: &Value) -> (Option<Score>, Option<Score>) {
    let Value { lower, upper, .. } = *value;
    let is_margin = |bound: Score| bound.plies().is_none() && bound > Score::LOWEST && bound < Score::HIGHEST;
    (
        Some(lower).filter(|&lower| lower >= Score::DRAW || is_margin(lower)),
        Some(upper).filter(|&upper| upper <= Score::DRAW || is_margin(upper)),
    )
}

/// Describes the proven bounds of a value that is not exact. A bound that decides the game
/// is enough.
fn bounds(record: &dyn AnyRecord, value: &Value) -> Option<Message> {
    let of = |bound: Score, phrase: &'static Phrase| phrase.message().with("value", result(record, bound));
    // A decided game is bounded in plies from above, but in margin from below.
    let decided = |bound: Score| {
        of(bound, if bound.plies().is_some() { &phrases::AT_MOST } else { &phrases::AT_LEAST })
    };
    let (lower, upper) = decisive_bounds(value);
    let below = lower.map(|lower| match lower {
        Score::DRAW => phrases::AT_LEAST_DRAW.message(),
        _ if lower > Score::DRAW => decided(lower),
        _ => of(lower, &phrases::AT_WORST),
    });
    let above = upper.map(|upper| match upper {
        Score::DRAW => phrases::AT_MOST_DRAW.message(),
        _ if upper < Score::DRAW => decided(upper),
        _ => of(upper, &phrases::AT_BEST),
    });
    match (below, above) {
        (_, Some(above)) if value.upper < Score::DRAW => Some(above),
        (Some(below), _) if value.lower > Score::DRAW => Some(below),
        (Some(below), Some(above)) => {
            Some(phrases::BETWEEN.message().with("lower", below).with("upper", above))
        }
        (below, above) => below.or(above),
    }
}

/// Describes an estimate.
fn estimate(score: Score, unit: Unit) -> Message {
    match score.plies() {
        Some(plies) if score.is_win() => phrases::WIN_IN.message().with("plies", plies),
        Some(plies) => phrases::LOSS_IN.message().with("plies", plies),
        None if unit == Unit::Results => {
            phrases::ABOUT_SHARE.message().with("percent", format!("{:.0}", 100.0 * expected_score(score)))
        }
        None => phrases::ABOUT_VALUE.message().with("value", Argument::Decimal(score.to_string())),
    }
}

/// Returns how certain a value is: exact, a bound, or what kind of estimate.
pub fn certainty(value: &Value, unit: Unit) -> &'static Phrase {
    if value.is_exact() {
        &phrases::EXACT
    } else if decisive_bounds(value) != (None, None) {
        &phrases::BOUND
    } else {
        match unit {
            Unit::Pieces => &phrases::ESTIMATE,
            Unit::Results => &phrases::EXPECTED_RESULT,
        }
    }
}

/// Returns the result of a game that is over, without any search; `None` while it is in progress.
pub fn finished(variant: &dyn AnyVariant, record: &dyn AnyRecord) -> Option<FinishedGame> {
    let finish = record.finish()?;
    let score = Score::from_outcome_with(finish.outcome, record.turn(), variant.traits().objective);
    let sentence = phrases::GAME_IS_OVER.message().with("result", finish.message(variant.layout()));
    Some(FinishedGame { analysis: Analysis::finished(score), sentence })
}

/// The result of a game that is over.
pub struct FinishedGame {
    /// Its value, without moves.
    pub analysis: Analysis<String>,
    /// The result in a sentence.
    pub sentence: Message,
}

#[cfg(test)]
mod tests {
    use plateau_games::REGISTRY;

    use super::*;

    fn described(game: &str, lower: Score, upper: Score, estimate: i32, unit: Unit) -> [String; 2] {
        let record = REGISTRY.variant(game).unwrap().start();
        let value = Value { lower, upper, estimate: Score::estimate(estimate) };
        [Lang::En, Lang::Fr].map(|lang| describe(record.as_ref(), &value, unit, lang))
    }

    #[test]
    fn bounds_are_described_with_their_direction() {
        let discs = |count| Score::estimate(count * Score::UNIT);
        let (lowest, highest) = (Score::LOWEST, Score::HIGHEST);
        for (game, lower, upper, english, french) in [
            ("tictactoe", Score::DRAW, highest, "at least a draw", "au moins la nulle"),
            ("tictactoe", lowest, Score::DRAW, "at most a draw", "au plus la nulle"),
            ("tictactoe", Score::win_in(9), highest, "win in 9 at most", "gain en 9 au plus"),
            ("tictactoe", Score::win_in(9), Score::win_in(1), "win in 9 at most", "gain en 9 au plus"),
            ("tictactoe", lowest, Score::loss_in(8), "loss in 8 at most", "perte en 8 au plus"),
            ("tictactoe", Score::DRAW, Score::win_in(3), "at least a draw", "au moins la nulle"),
            ("tictactoe", Score::loss_in(4), Score::DRAW, "at most a draw", "au plus la nulle"),
            ("othello", lowest, discs(4), "win by 4 at best", "gain de 4 au mieux"),
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
            assert_eq!(described(game, lower, upper, 0, Unit::Results), [english, french]);
        }
    }

    #[test]
    fn bounds_that_exclude_no_result_are_not_described() {
        for (lower, upper) in [
            (Score::loss_in(26), Score::win_in(23)),
            (Score::loss_in(26), Score::HIGHEST),
            (Score::LOWEST, Score::win_in(1)),
        ] {
            let value = Value { lower, upper, estimate: Score::estimate(7) };
            assert_eq!(certainty(&value, Unit::Pieces), &phrases::ESTIMATE);
            let texts = described("connect4:7x6x5", lower, upper, 7, Unit::Pieces);
            assert_eq!(texts, ["about +0.07", "environ +0,07"]);
        }
    }

    #[test]
    fn estimates_are_described_by_their_unit() {
        let open = |estimate, unit| described("othello", Score::LOWEST, Score::HIGHEST, estimate, unit);
        assert_eq!(open(-125, Unit::Pieces), ["about -1.25", "environ -1,25"]);
        assert_eq!(open(0, Unit::Pieces), ["about 0.00", "environ 0,00"]);
        assert_eq!(open(26, Unit::Results), ["about 63 %", "environ 63 %"]);
        assert_eq!(open(-100, Unit::Results), ["about 0 %", "environ 0 %"]);
        let discs = Score::estimate(-10 * Score::UNIT);
        assert_eq!(described("othello", discs, discs, -1_000, Unit::Pieces), ["loss by 10", "perte de 10"]);
    }
}
