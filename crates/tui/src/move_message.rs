//! The sentence about a move of an engine or a program.

use std::time::Duration;

use plateau_core::Message;
use plateau_core::text::Argument;
use plateau_search::Analysis;

use crate::phrases;

/// The notation of a pass, in games that have one.
pub const PASS: &str = "pass";

/// Says what an engine played, its nodes and its time. Programs that report no nodes have
/// only a time.
pub fn move_message(
    player: impl Into<Argument>,
    mv: &str,
    analysis: &Analysis<String>,
    elapsed: Duration,
) -> Message {
    let phrase = match (mv, analysis.nodes) {
        (PASS, 0) => &phrases::PROGRAM_PASSES,
        (PASS, _) => &phrases::ENGINE_PASSES,
        (_, 0) => &phrases::PROGRAM_PLAYS,
        _ => &phrases::ENGINE_PLAYS,
    };
    let message = phrase.message().with("player", player).with("move", mv);
    let message = message.with("nodes", plateau_draw::tree::node_count(analysis.nodes));
    message.with("seconds", Argument::decimal(elapsed.as_secs_f64(), 3))
}
