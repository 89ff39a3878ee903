//! Parses `go` commands and formats `info` lines.

use std::time::Duration;

use plateau_core::Message;
use plateau_games::AnyRecord;
use plateau_play::runner::SearchReport;
use plateau_play::{MoveLimits, game_clock};
use plateau_search::{Analysis, Limits};

use crate::fault::excerpt;
use crate::phrases;

/// Parses a whole number.
pub fn parse_number(text: &str) -> Result<u64, Message> {
    text.parse().map_err(|_| phrases::UGI_NOT_A_NUMBER.message().with("found", excerpt(text)))
}

/// The limits of `go`, each followed by a number.
const LIMITS: [&str; 7] = ["p1time", "p2time", "p1inc", "p2inc", "movetime", "depth", "nodes"];

/// Parses the limits of `go`. Without limits the search runs until `stop`.
pub fn parse_go(rest: &str, record: &dyn AnyRecord) -> Result<Limits, Message> {
    let mut limits = MoveLimits { reserve_reply_time: true, ..MoveLimits::default() };
    let (mut time_left, mut increments) = ([None; 2], [Duration::ZERO; 2]);
    let mut words = rest.split_whitespace();
    while let Some(word) = words.next() {
        if word == "infinite" {
            continue;
        }
        let value = words.next();
        // Unknown limits of other dialects are ignored if a number follows.
        if !LIMITS.contains(&word) && value.is_none_or(|value| value.parse::<u64>().is_err()) {
            return Err(phrases::UGI_UNKNOWN_LIMIT.message().with("found", excerpt(word)));
        }
        let without_number = || phrases::UGI_LIMIT_WITHOUT_NUMBER.message().with("word", word);
        let value = parse_number(value.ok_or_else(without_number)?)?;
        let time = Duration::from_millis(value);
        match word {
            "p1time" => time_left[0] = Some(time),
            "p2time" => time_left[1] = Some(time),
            "p1inc" => increments[0] = time,
            "p2inc" => increments[1] = time,
            "movetime" => limits.move_time = Some(time),
            "depth" => limits.depth = Some(value.clamp(1, u32::MAX.into()) as u32),
            "nodes" => limits.nodes = Some(value.max(1)),
            _ => {}
        }
    }
    let side = record.turn().index();
    limits.clock = time_left[side].map(|left| game_clock(record, left, increments[side]));
    Ok(limits.search_limits())
}

/// Formats a search result as an `info` line, with a score if the engine has an evaluation.
pub fn info_line(report: &SearchReport) -> String {
    let analysis = &report.analysis;
    let millis = analysis.time.as_millis();
    let speed = analysis.nodes as f64 / analysis.time.as_secs_f64().max(1e-6);
    let score = analysis.value.estimate;
    let score_text = match score.plies() {
        _ if !report.has_evaluation => String::new(),
        Some(plies) if score.is_win() => format!(" score mate {}", plies.div_ceil(2)),
        Some(plies) => format!(" score mate -{}", plies.div_ceil(2)),
        None => format!(" score cp {}", score.number()),
    };
    let Analysis { depth, nodes, .. } = analysis;
    let mut line = format!("info depth {depth} nodes {nodes} time {millis} nps {speed:.0}{score_text}");
    if let Some(best) = analysis.moves.first() {
        line.push_str(" pv");
        for mv in &best.pv {
            line.push(' ');
            line.push_str(&mv.replace(' ', ""));
        }
    }
    line
}
