//! Judges the moves of a game: what each was worth, and what was better.

use plateau_core::Player;
use plateau_games::{AnyEngine, AnyRecord, AnyVariant};
use plateau_search::{Analysis, Limits, StopReason, Unit, Value};
use serde_json::{Value as Json, json};

use crate::json;
use crate::runner::{SearchError, run_search};
use crate::value_text;
use crate::win_chance::{Annotation, lost_chance, win_chance};

/// The name and version of the JSON schema.
pub const SCHEMA: &str = "plateau-review/1";

/// The loss of win chance from which another move is called better, unless both values are
/// exact: below it, estimates differ by chance.
const NOTICEABLE_LOSS: f64 = 0.05;

/// A move of a game and its value.
#[derive(Clone, Debug)]
pub struct JudgedMove {
    /// The position before the move.
    pub before: Box<dyn AnyRecord>,
    /// The move.
    pub mv: String,
    /// Its value for the side that played it.
    pub value: Value,
    /// The unit of that value.
    pub unit: Unit,
    /// The best move with its value and unit, if it was better.
    pub better: Option<(String, Value, Unit)>,
    /// How much of the win chance the move lost.
    pub lost: f64,
}

impl JudgedMove {
    /// Returns the side that played the move.
    pub fn side(&self) -> Player {
        self.before.turn()
    }

    /// Returns the annotation of a mistake.
    pub fn annotation(&self) -> Option<Annotation> {
        Annotation::from_loss(self.lost)
    }

    /// Compares a move with the best one by the analyses of the positions before and after
    /// it.
    fn new(
        before: Box<dyn AnyRecord>,
        mv: String,
        analysis: &Analysis<String>,
        after: &Analysis<String>,
    ) -> Self {
        let best = (analysis.value, analysis.unit);
        let best_move = analysis.moves.first().map_or("", |best| best.mv.as_str());
        if best_move == mv {
            return Self { before, mv, value: best.0, unit: best.1, better: None, lost: 0.0 };
        }
        let (value, unit) = (after.value.for_parent(), after.unit);
        let lost = lost_chance(best, (value, unit));
        let is_better = if best.0.is_exact() && value.is_exact() {
            best.0.estimate > value.estimate
        } else {
            lost >= NOTICEABLE_LOSS
        };
        let better = is_better.then(|| (best_move.to_owned(), best.0, best.1));
        Self { before, mv, value, unit, better, lost }
    }
}

/// Judges every move of a game and reports each to `on_move`. Returns the judged moves in the
/// order of the game; a stop flag leaves out the earlier ones.
///
/// Searches the last position first: what an engine remembers of later positions makes the
/// values of earlier ones better, and the values agree with each other.
pub fn review(
    engine: &mut dyn AnyEngine,
    variant: &dyn AnyVariant,
    record: &dyn AnyRecord,
    limits: &Limits,
    on_move: &mut dyn FnMut(&JudgedMove),
) -> Result<Vec<JudgedMove>, SearchError> {
    // A forced move needs a value, too: that of the move before depends on it.
    let limits = Limits { search_forced: true, multi_pv: false, ..limits.clone() };
    let mut search = |record: &dyn AnyRecord| match value_text::finished(variant, record) {
        Some(finished) => Ok(finished.analysis),
        None => run_search(engine, record, &limits, &mut |_| {}).map(|report| report.analysis),
    };
    let mut judged = Vec::new();
    let mut position = record.boxed_clone();
    // A resignation or a lost clock says nothing about the last move.
    position.reopen();
    let mut after = search(position.as_ref())?;
    for mv in record.moves().into_iter().rev() {
        if after.stop == StopReason::Stopped {
            break;
        }
        position.undo();
        let analysis = search(position.as_ref())?;
        if analysis.stop == StopReason::Stopped {
            break;
        }
        let judgement = JudgedMove::new(position.boxed_clone(), mv, &analysis, &after);
        on_move(&judgement);
        judged.push(judgement);
        after = analysis;
    }
    judged.reverse();
    Ok(judged)
}

/// Returns judged moves as JSON; `docs/json.md` documents the fields.
pub fn to_json(record: &dyn AnyRecord, judged: &[JudgedMove]) -> Json {
    let value_json = |judged: &JudgedMove, value: &Value, unit: Unit| {
        let mut entry = json::value(judged.before.as_ref(), value, unit);
        entry["chance"] = json!(win_chance(value, unit));
        entry
    };
    let moves: Vec<Json> = judged
        .iter()
        .map(|judged| {
            let mut entry = value_json(judged, &judged.value, judged.unit);
            entry["ply"] = json!(judged.before.ply() + 1);
            entry["turn"] = json!(judged.side().letter().to_string());
            entry["position"] = json!(judged.before.position_text());
            entry["move"] = json!(judged.mv);
            entry["lost"] = json!(judged.lost);
            entry["mark"] = json!(judged.annotation().map(Annotation::symbol));
            entry["better"] = judged.better.as_ref().map_or(Json::Null, |(mv, value, unit)| {
                let mut better = value_json(judged, value, *unit);
                better["move"] = json!(mv);
                better
            });
            entry
        })
        .collect();
    json!({
        "schema": SCHEMA,
        "game": record.variant_name(),
        "start": record.start_text(),
        "result": record.finish().map(|finish| finish.to_string()),
        "plies": record.ply(),
        "moves": moves,
    })
}

#[cfg(test)]
mod tests {
    use plateau_games::{EngineSpec, REGISTRY};
    use plateau_search::Settings;

    use super::*;

    fn judge(game: &str, moves: &str, limits: &Limits) -> Vec<JudgedMove> {
        let variant = REGISTRY.variant(game).unwrap();
        let mut record = variant.start();
        record.play_all(moves).unwrap();
        let mut engine = variant.engine(&EngineSpec::parse("best").unwrap(), Settings::default()).unwrap();
        review(engine.as_mut(), variant.as_ref(), record.as_ref(), limits, &mut |_| {}).unwrap()
    }

    #[test]
    fn mistakes_are_found_and_good_moves_are_not_blamed() {
        // o answers the centre at a side, which loses; then x misses nothing and wins.
        let judged = judge("tictactoe", "b2 b3 a3 c1 a1 a2 c3", &Limits::default());
        let marks: Vec<_> = judged.iter().map(|mv| mv.annotation().map(Annotation::symbol)).collect();
        assert_eq!(marks, [None, Some("??"), None, None, None, None, None]);
        assert!(judged.iter().all(|mv| mv.value.is_exact()));
        let (better, value, _) = judged[1].better.as_ref().unwrap();
        assert!(["a3", "c3", "a1", "c1"].contains(&better.as_str()), "{better}");
        assert_eq!(value.estimate, plateau_search::Score::DRAW);
        assert_eq!(judged[6].value.estimate, plateau_search::Score::win_in(1));
    }

    #[test]
    fn a_missed_win_is_a_blunder() {
        // x can win at once on c3, and blocks o instead.
        let judged = judge("tictactoe", "a3 a2 b3 b2 c2 c3", &Limits::default());
        let missed = &judged[4];
        let (better, ..) = missed.better.as_ref().unwrap();
        assert_eq!((better.as_str(), missed.mv.as_str()), ("c3", "c2"));
        assert_eq!(missed.annotation(), Some(Annotation::Blunder));
    }

    #[test]
    fn a_resignation_does_not_blame_the_last_move() {
        let variant = REGISTRY.variant("tictactoe").unwrap();
        let mut record = variant.start();
        record.play_all("b2").unwrap();
        let outcome = plateau_core::Outcome::win(Player::Second);
        record.declare(plateau_core::Finish { outcome, reason: plateau_core::Reason::Resignation });
        let mut engine = variant.engine(&EngineSpec::parse("best").unwrap(), Settings::default()).unwrap();
        let limits = Limits::default();
        let judged =
            review(engine.as_mut(), variant.as_ref(), record.as_ref(), &limits, &mut |_| {}).unwrap();
        assert_eq!(judged[0].annotation(), None);
        let json = to_json(record.as_ref(), &judged);
        assert_eq!((&json["result"], &json["moves"][0]["mark"]), (&json!("o resignation"), &Json::Null));
    }

    #[test]
    fn a_stop_leaves_out_the_earlier_moves() {
        let limits = Limits::default();
        limits.stop.raise();
        assert!(judge("connect4:8x7", "4 4 4", &limits).is_empty());
    }
}
