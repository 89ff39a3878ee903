//! What stands in the lines of UGI: the limits of a question, and what is known.

use std::time::Duration;

use plateau_core::Message;
use plateau_games::AnyRecord;
use plateau_search::{Analysis, Limits};

use crate::control::{clock_budget, move_budget};
use crate::phrases;

/// A number of a line.
pub fn number(text: &str) -> Result<u64, Message> {
    text.parse().map_err(|_| phrases::ENGINE_NUMBER.message().with("found", crate::fault::short(text)))
}

/// What a `go` may limit, each with a number.
const LIMITS: [&str; 7] = ["p1time", "p2time", "p1inc", "p2inc", "movetime", "depth", "nodes"];

/// The limits of a `go`; without any it thinks until it is told to stop.
pub fn limits(rest: &str, record: &dyn AnyRecord) -> Result<Limits, Message> {
    let mut limits = Limits::default();
    let (mut left, mut increments) = ([None; 2], [Duration::ZERO; 2]);
    let mut words = rest.split_whitespace();
    while let Some(word) = words.next() {
        if word == "infinite" {
            continue;
        }
        let value = words.next();
        // Limits of other programs are passed over, if they are limits at all.
        if !LIMITS.contains(&word) && value.is_none_or(|value| value.parse::<u64>().is_err()) {
            return Err(phrases::ENGINE_GO.message().with("found", crate::fault::short(word)));
        }
        let value = number(value.ok_or_else(|| phrases::ENGINE_GO_NUMBER.message().with("word", word))?)?;
        let time = Duration::from_millis(value);
        match word {
            "p1time" => left[0] = Some(time),
            "p2time" => left[1] = Some(time),
            "p1inc" => increments[0] = time,
            "p2inc" => increments[1] = time,
            "movetime" => limits.time = Some(move_budget(time)),
            "depth" => limits.depth = Some(value.clamp(1, u32::MAX.into()) as u32),
            "nodes" => limits.nodes = Some(value.max(1)),
            _ => {}
        }
    }
    let side = record.turn().index();
    if let Some(left) = left[side] {
        limits.time = Some(clock_budget(left, increments[side], record));
    }
    Ok(limits)
}

/// What is known, in one line.
pub fn info(analysis: &Analysis<String>, judges: bool) -> String {
    let millis = analysis.time.as_millis();
    let speed = analysis.nodes as f64 / analysis.time.as_secs_f64().max(1e-6);
    let score = analysis.value.estimate;
    let worth = match score.plies() {
        _ if !judges => String::new(),
        Some(plies) if score.is_win() => format!(" score mate {}", plies.div_ceil(2)),
        Some(plies) => format!(" score mate -{}", plies.div_ceil(2)),
        None => format!(" score cp {}", score.number()),
    };
    let Analysis { depth, nodes, .. } = analysis;
    let mut line = format!("info depth {depth} nodes {nodes} time {millis} nps {speed:.0}{worth}");
    if let Some(best) = analysis.moves.first() {
        line.push_str(" pv");
        for mv in &best.pv {
            line.push(' ');
            line.push_str(&mv.replace(' ', ""));
        }
    }
    line
}
