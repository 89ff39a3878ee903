//! Reviews as JSON; `docs/json.md` and `docs/api.md` document the fields.

use plateau_core::Lang;
use plateau_games::AnyRecord;
use plateau_search::{Unit, Value};
use serde_json::{Value as Json, json};

use super::{Review, ReviewedMove, ReviewedPosition};
use crate::accuracy::move_accuracy;
use crate::json;
use crate::win_chance::{Annotation, win_chance};

/// The name and version of the JSON schema of a whole review.
pub const SCHEMA: &str = "plateau-review/1";

/// The name and version of the JSON schema of a line of a streamed review.
pub const LINE_SCHEMA: &str = "plateau-review-line/1";

/// Returns a review as JSON. `record` is the game with its result, which may be a declared one.
pub fn to_json(record: &dyn AnyRecord, review: &Review) -> Json {
    let moves: Vec<Json> = review
        .moves()
        .map(|reviewed| {
            let before = record.at_ply(reviewed.ply);
            let value_json = |value: &Value, unit: Unit| {
                let mut entry = json::value(before.as_ref(), value, unit);
                entry["chance"] = json!(win_chance(value, unit));
                entry
            };
            let mut entry = value_json(&reviewed.value, reviewed.unit);
            entry["ply"] = json!(reviewed.ply + 1);
            entry["turn"] = json!(reviewed.side.letter().to_string());
            entry["position"] = json!(before.position_text());
            add_judgement(&mut entry, reviewed);
            entry["better"] = reviewed.better.as_ref().map_or(Json::Null, |(mv, value, unit)| {
                let mut better = value_json(value, *unit);
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
        "accuracy": accuracy_json(review),
        "moves": moves,
    })
}

/// Returns the accuracy of both sides as JSON.
pub fn accuracy_json(review: &Review) -> Json {
    review.accuracy().map_or(Json::Null, |[x, o]| json!({ "x": x, "o": o }))
}

/// Adds the move and how good it was.
fn add_judgement(entry: &mut Json, reviewed: &ReviewedMove) {
    entry["move"] = json!(reviewed.mv);
    entry["lost"] = json!(reviewed.lost);
    entry["accuracy"] = json!(move_accuracy(reviewed.lost));
    entry["mark"] = json!(reviewed.annotation().map(Annotation::symbol));
}

/// Returns a position of a game as JSON, with values described in a language.
pub fn position_json(review: &Review, ply: usize, position: &ReviewedPosition, lang: Lang) -> Json {
    let record = review.record().at_ply(ply);
    let value = &position.value;
    let mut entry = json::described_value(record.as_ref(), &value.value, value.unit, lang);
    entry["ply"] = json!(ply);
    entry["turn"] = json!(position.turn.letter().to_string());
    entry["best"] = json!(position.line.first());
    entry["line"] = json!(position.line);
    entry["depth"] = json!(value.depth);
    entry["played"] = position.played.as_ref().map_or(Json::Null, |reviewed| {
        let mut played = json::described_value(record.as_ref(), &reviewed.value, reviewed.unit, lang);
        add_judgement(&mut played, reviewed);
        played
    });
    entry
}
