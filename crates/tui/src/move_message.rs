//! The sentence about a move of an engine or a program.

use std::time::Duration;

use plateau_core::Message;
use plateau_core::text::Argument;
use plateau_search::Analysis;

use crate::phrases;

/// Says what an engine played, its nodes and its time. Programs that report no nodes have
/// only a time.
pub fn move_message(
    player: impl Into<Argument>,
    mv: &str,
    analysis: &Analysis<String>,
    elapsed: Duration,
) -> Message {
    let message = match analysis.nodes {
        0 => phrases::PROGRAM_PLAYS.message(),
        nodes => phrases::ENGINE_PLAYS.message().with("nodes", plateau_draw::tree::node_count(nodes)),
    };
    let message = message.with("player", player).with("move", mv);
    message.with("seconds", Argument::decimal(elapsed.as_secs_f64(), 3))
}
