//! What an engine found as JSON; `docs/json.md` documents it.

use plateau_core::Lang;
use plateau_games::AnyRecord;
use plateau_search::{Analysis, Score, StopReason, Unit, Value};
use serde_json::{Value as Json, json};

use crate::judgement::{self, Outlook, share};

/// The name and version of the JSON form.
pub const SCHEMA: &str = "plateau-analysis/1";

/// An analysis on one line.
pub fn analysis(record: &dyn AnyRecord, analysis: &Analysis<String>) -> String {
    format!("{}\n", analysed(record, analysis, None))
}

/// An analysis; in a language, each value has its words beside it as `text`.
pub fn analysed(record: &dyn AnyRecord, analysis: &Analysis<String>, lang: Option<Lang>) -> Json {
    let judged = |value: &Value| match lang {
        None => value_of(record, value, analysis.unit),
        Some(lang) => said(record, value, analysis.unit, lang),
    };
    let moves = analysis.moves.iter().map(|best| {
        let mut entry = judged(&best.value);
        entry["move"] = json!(best.mv);
        entry["line"] = json!(best.pv);
        entry
    });
    let mut answer = judged(&analysis.value);
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

/// A value with its words in a language beside it as `text`, and as `chance` how
/// good it is.
pub fn said(record: &dyn AnyRecord, value: &Value, unit: Unit, lang: Lang) -> Json {
    let mut told = value_of(record, value, unit);
    told["text"] = json!(judgement::value(record, value, unit, lang));
    told["chance"] = json!(judgement::chance(value, unit));
    told
}

fn value_of(record: &dyn AnyRecord, value: &Value, unit: Unit) -> Json {
    let Value { lower, upper, estimate } = *value;
    let exact = value.is_exact();
    let decided = estimate.plies().is_some();
    let result = judgement::decided(value).map(|outlook| match outlook {
        Outlook::Win => "win",
        Outlook::Draw => "draw",
        Outlook::Loss => "loss",
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
        "estimate": (!decided && !is_share).then_some(pieces),
        "share": (!decided && is_share).then(|| share(estimate)),
        "bound": if at_least.is_some() { Some("lower") } else { at_most.as_ref().map(|_| "upper") },
        "at_least": at_least,
        "at_most": at_most,
    })
}

/// A proven bound.
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
        StopReason::Finished => "finished",
    }
}
