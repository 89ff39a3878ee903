//! What an engine found, in words and as JSON.

use plateau_core::{Lang, Message, Phrase};
use plateau_games::AnyRecord;
use plateau_search::{Analysis, Score, StopReason, Value};
use serde_json::{Value as Json, json};

use crate::phrases;

/// The name and version of the JSON form.
pub const SCHEMA: &str = "plateau-analysis/1";

/// A value in words.
pub fn value(record: &dyn AnyRecord, value: &Value, lang: Lang) -> String {
    let at_most = !value.is_exact() && value.lower.is_win();
    match value.estimate.plies() {
        Some(plies) if at_most => phrases::AT_MOST_PLIES.say().with("plies", plies).render(lang),
        _ => score(record, value.estimate, value.is_exact(), lang),
    }
}

fn score(record: &dyn AnyRecord, score: Score, exact: bool, lang: Lang) -> String {
    let said = match score.plies() {
        Some(plies) if score.is_win() => phrases::WIN_IN.say().with("plies", plies),
        Some(plies) => phrases::LOSS_IN.say().with("plies", plies),
        None if exact => match record.native_score(score) {
            Some(margin) if margin != 0 => phrases::AHEAD.say().with("margin", format!("{margin:+}")),
            _ => phrases::DRAWN.say(),
        },
        None => phrases::ABOUT_VALUE.say().with("value", score.to_string()),
    };
    said.render(lang)
}

/// How sure a value is.
pub fn proof(value: &Value) -> &'static Phrase {
    if value.is_exact() {
        &phrases::EXACT
    } else if value.lower > Score::LOWEST || value.upper < Score::HIGHEST {
        &phrases::BOUND
    } else {
        &phrases::ESTIMATE
    }
}

/// What a search did and why it ended.
pub fn effort(analysis: &Analysis<String>) -> Message {
    let seconds = analysis.time.as_secs_f64();
    let reason = match analysis.stop {
        StopReason::Proven => &phrases::STOP_PROVEN,
        StopReason::Depth => &phrases::STOP_DEPTH,
        StopReason::Nodes => &phrases::STOP_NODES,
        StopReason::Time => &phrases::STOP_TIME,
        StopReason::Stopped => &phrases::STOP_STOPPED,
        StopReason::Forced => &phrases::STOP_FORCED,
        StopReason::Finished => &phrases::STOP_FINISHED,
    };
    phrases::SEARCHED
        .say()
        .with("depth", analysis.depth)
        .with("nodes", analysis.nodes)
        .with("seconds", format!("{seconds:.3}"))
        .with("speed", (analysis.nodes as f64 / seconds.max(1e-9)) as u64)
        .with("reason", reason)
}

/// An analysis as JSON, documented in `docs/json.md`.
pub fn json(record: &dyn AnyRecord, analysis: &Analysis<String>) -> String {
    let moves: Vec<Json> = analysis
        .moves
        .iter()
        .map(|judged| {
            let mut entry = json_value(record, &judged.value);
            entry["move"] = json!(judged.mv);
            entry["line"] = json!(judged.line);
            entry
        })
        .collect();
    let mut answer = json_value(record, &analysis.value);
    let best = analysis.moves.first();
    answer["schema"] = json!(SCHEMA);
    answer["game"] = json!(record.variant_name());
    answer["position"] = json!(record.position_text());
    answer["turn"] = json!(record.turn().letter().to_string());
    answer["best"] = json!(best.map(|best| &best.mv));
    answer["line"] = json!(best.map_or(&[][..], |best| &best.line));
    answer["moves"] = json!(moves);
    answer["depth"] = json!(analysis.depth);
    answer["nodes"] = json!(analysis.nodes);
    answer["seconds"] = json!(analysis.time.as_secs_f64());
    answer["stop"] = json!(stop_name(analysis.stop));
    format!("{answer}\n")
}

fn json_value(record: &dyn AnyRecord, value: &Value) -> Json {
    let estimate = value.estimate;
    let decided = estimate.plies().is_some();
    let result = if estimate > Score::DRAW && (decided || value.lower > Score::DRAW) {
        Some("win")
    } else if estimate < Score::DRAW && (decided || value.upper < Score::DRAW) {
        Some("loss")
    } else if value.is_exact() {
        Some("draw")
    } else {
        None
    };
    json!({
        "exact": value.is_exact(),
        "result": result,
        "plies": estimate.plies(),
        "score": record.native_score(estimate).filter(|_| value.is_exact()),
        "estimate": if decided { Json::Null } else { json!(f64::from(estimate.number()) / f64::from(Score::UNIT)) },
        "bound": if value.is_exact() { Json::Null } else if value.lower > Score::LOWEST { json!("lower") } else if value.upper < Score::HIGHEST { json!("upper") } else { Json::Null },
    })
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
