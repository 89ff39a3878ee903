//! Reviews a game: the value of each move, and the better move if there was one.

mod carry;

use plateau_core::Player;
use plateau_games::{AnyEngine, AnyRecord, AnyVariant};
use plateau_search::{Analysis, Limits, StopReason, Unit, Value};
use serde_json::{Value as Json, json};

use crate::json;
use crate::runner::{SearchError, run_search};
use crate::value_text;
use crate::win_chance::{Annotation, SearchedValue, lost_chance, win_chance};
use carry::{SearchedMove, carry_forward};

/// The name and version of the JSON schema.
pub const SCHEMA: &str = "plateau-review/1";

/// A move of a game and its value.
#[derive(Clone, Debug)]
pub struct ReviewedMove {
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

impl ReviewedMove {
    /// Returns the side that played the move.
    pub fn side(&self) -> Player {
        self.before.turn()
    }

    /// Returns the annotation of a mistake.
    pub fn annotation(&self) -> Option<Annotation> {
        Annotation::from_loss(self.lost)
    }

    /// Compares a move with the best one.
    fn new(searched: &SearchedMove) -> Self {
        let SearchedMove { before, mv, position, played, .. } = searched;
        let (best_move, best) = searched.best();
        let is_best = best_move == Some(mv);
        // Something better may be proven to exist, even if no search found it.
        let lost = if position.is_proven_better(played) {
            lost_chance(position, played)
        } else if is_best {
            0.0
        } else {
            lost_chance(&best, played)
        };
        let is_better = !is_best && (best.is_proven_better(played) || best.seems_better(played));
        Self {
            before: before.boxed_clone(),
            mv: mv.clone(),
            value: played.value,
            unit: played.unit,
            better: best_move.filter(|_| is_better).map(|mv| (mv.clone(), best.value, best.unit)),
            lost,
        }
    }
}

/// Reviews every move and reports each to `on_move` with what is known so far. Returns the
/// reviewed moves in the order of the game; a stop flag leaves out the earlier ones.
///
/// Searches the last position first: what an engine remembers of later positions makes the
/// values of earlier ones better. What one search proves then holds for the positions before
/// and after it too, so that the values of a game agree with each other.
pub fn review(
    engine: &mut dyn AnyEngine,
    variant: &dyn AnyVariant,
    record: &dyn AnyRecord,
    limits: &Limits,
    on_move: &mut dyn FnMut(&ReviewedMove),
) -> Result<Vec<ReviewedMove>, SearchError> {
    // A forced move needs a value, too: that of the move before depends on it.
    let limits = Limits { search_forced: true, multi_pv: false, use_book: false, ..limits.clone() };
    let mut search = |record: &dyn AnyRecord| match value_text::finished(variant, record) {
        Some(finished) => Ok(finished.analysis),
        None => run_search(engine, record, &limits, &mut |_| {}).map(|report| report.analysis),
    };
    let is_stopped = |analysis: &Analysis<String>| analysis.stop == StopReason::Stopped;
    let mut position = record.boxed_clone();
    // A resignation or a lost clock says nothing about the last move.
    position.reopen();
    let last = search(position.as_ref())?;
    let mut after = SearchedValue::new(&last);
    let moves = if is_stopped(&last) { Vec::new() } else { record.moves() };
    let mut searched = Vec::new();
    for mv in moves.into_iter().rev() {
        position.undo();
        let analysis = search(position.as_ref())?;
        if is_stopped(&analysis) {
            break;
        }
        let next = SearchedMove::new(position.boxed_clone(), mv, analysis, &after);
        on_move(&ReviewedMove::new(&next));
        after = next.position;
        searched.push(next);
    }
    searched.reverse();
    carry_forward(&mut searched);
    Ok(searched.iter().map(ReviewedMove::new).collect())
}

/// Returns reviewed moves as JSON; `docs/json.md` documents the fields.
pub fn to_json(record: &dyn AnyRecord, reviewed: &[ReviewedMove]) -> Json {
    let value_json = |reviewed: &ReviewedMove, value: &Value, unit: Unit| {
        let mut entry = json::value(reviewed.before.as_ref(), value, unit);
        entry["chance"] = json!(win_chance(value, unit));
        entry
    };
    let moves: Vec<Json> = reviewed
        .iter()
        .map(|reviewed| {
            let mut entry = value_json(reviewed, &reviewed.value, reviewed.unit);
            entry["ply"] = json!(reviewed.before.ply() + 1);
            entry["turn"] = json!(reviewed.side().letter().to_string());
            entry["position"] = json!(reviewed.before.position_text());
            entry["move"] = json!(reviewed.mv);
            entry["lost"] = json!(reviewed.lost);
            entry["mark"] = json!(reviewed.annotation().map(Annotation::symbol));
            entry["better"] = reviewed.better.as_ref().map_or(Json::Null, |(mv, value, unit)| {
                let mut better = value_json(reviewed, value, *unit);
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
mod tests;
