//! Analyses as JSON; `docs/json.md` documents the fields.

use plateau_core::Lang;
use plateau_games::AnyRecord;
use plateau_search::{Analysis, Score, StopReason, Unit, Value};
use serde_json::{Value as Json, json};

use crate::value_text;
use crate::win_chance::{Wdl, decided, expected_score, win_chance};

/// The name and version of the JSON schema.
pub const SCHEMA: &str = "plateau-analysis/1";

/// Returns an analysis as one line of JSON.
pub fn analysis_line(record: &dyn AnyRecord, analysis: &Analysis<String>) -> String {
    format!("{}\n", self::analysis(record, analysis, None))
}

/// Returns an analysis as JSON. With a language, each value also has a `text` in that
/// language and a `chance`.
pub fn analysis(record: &dyn AnyRecord, analysis: &Analysis<String>, lang: Option<Lang>) -> Json {
    let value_json = |value: &Value| match lang {
        None => self::value(record, value, analysis.unit),
        Some(lang) => described_value(record, value, analysis.unit, lang),
    };
    let moves = analysis.moves.iter().map(|best| {
        let mut entry = value_json(&best.value);
        entry["move"] = json!(best.mv);
        entry["line"] = json!(best.pv);
        entry
    });
    let mut answer = value_json(&analysis.value);
    answer["moves"] = moves.collect();
    let best = analysis.moves.first();
    answer["schema"] = json!(SCHEMA);
    answer["game"] = json!(record.variant_name());
    answer["position"] = json!(record.position_text());
    answer["turn"] = json!(record.turn().letter().to_string());
    answer["best"] = json!(best.map(|best| &best.mv));
    answer["line"] = json!(best.map_or(&[][..], |best| &best.pv));
    answer["depth"] = json!(analysis.depth);
    answer["nodes"] = json!(analysis.nodes);
    answer["seconds"] = json!(analysis.time.as_secs_f64());
    answer["stop"] = json!(stop_name(analysis.stop));
    answer
}

/// Returns a value as JSON, with its description in a language as `text` and its win chance
/// as `chance`.
pub fn described_value(record: &dyn AnyRecord, value: &Value, unit: Unit, lang: Lang) -> Json {
    let mut json = self::value(record, value, unit);
    json["text"] = json!(value_text::describe(record, value, unit, lang));
    json["chance"] = json!(win_chance(value, unit));
    json
}

/// Returns a value as JSON.
pub fn value(record: &dyn AnyRecord, value: &Value, unit: Unit) -> Json {
    let Value { lower, upper, estimate } = *value;
    let exact = value.is_exact();
    let has_result = estimate.plies().is_some();
    let result = decided(value).map(|outlook| match outlook {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    });
    let at_least = (!exact && lower > Score::LOWEST).then(|| bound(record, lower));
    let at_most = (!exact && upper < Score::HIGHEST).then(|| bound(record, upper));
    let is_share = !exact && unit == Unit::Results;
    let pieces = f64::from(estimate.number()) / f64::from(Score::UNIT);
    json!({
        "exact": exact,
        "result": result,
        "plies": estimate.plies(),
        "score": record.native_score(estimate).filter(|_| exact),
        "estimate": (!has_result && !is_share).then_some(pieces),
        "share": (!has_result && is_share).then(|| expected_score(estimate)),
        "bound": if at_least.is_some() { Some("lower") } else { at_most.as_ref().map(|_| "upper") },
        "at_least": at_least,
        "at_most": at_most,
    })
}

/// Returns a proven bound as JSON.
fn bound(record: &dyn AnyRecord, score: Score) -> Json {
    let result = match score {
        Score::DRAW => "draw",
        _ if score > Score::DRAW => "win",
        _ => "loss",
    };
    json!({ "result": result, "plies": score.plies(), "score": record.native_score(score) })
}

fn stop_name(stop: StopReason) -> &'static str {
    match stop {
        StopReason::Proven => "proven",
        StopReason::Depth => "depth",
        StopReason::Nodes => "nodes",
        StopReason::Time => "time",
        StopReason::Stopped => "stopped",
        StopReason::Forced => "forced",
        StopReason::Book => "book",
        StopReason::Finished => "finished",
    }
}
