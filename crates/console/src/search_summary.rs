//! Messages about a search and its position.

use plateau_core::Message;
use plateau_core::text::Argument;
use plateau_games::{AnyRecord, AnyVariant};
use plateau_play::value_text;
use plateau_search::{Analysis, StopReason};

use crate::phrases;

/// Returns depth, nodes, time and speed of a search, and why it stopped.
pub fn search_summary(analysis: &Analysis<String>) -> Message {
    let seconds = analysis.time.as_secs_f64();
    let reason = match analysis.stop {
        StopReason::Proven => &phrases::STOP_PROVEN,
        StopReason::Depth => &phrases::STOP_DEPTH,
        StopReason::Nodes => &phrases::STOP_NODES,
        StopReason::Time => &phrases::STOP_TIME,
        StopReason::Stopped => &phrases::STOP_STOPPED,
        StopReason::Forced => &phrases::STOP_FORCED,
        StopReason::Book => &phrases::STOP_BOOK,
        StopReason::Finished => &phrases::STOP_FINISHED,
    };
    phrases::SEARCH_SUMMARY
        .message()
        .with("depth", analysis.depth)
        .with("nodes", plateau_draw::tree::node_count(analysis.nodes))
        .with("seconds", Argument::decimal(seconds, 3))
        .with("speed", Argument::Count((analysis.nodes as f64 / seconds.max(1e-9)) as usize))
        .with("reason", reason)
}

/// Refuses a finished game, where there is no move to search for.
pub fn ensure_unfinished(variant: &dyn AnyVariant, record: &dyn AnyRecord) -> Result<(), Message> {
    match value_text::finished(variant, record) {
        None => Ok(()),
        Some(finished) => Err(phrases::NO_MOVE_TO_FIND.message().with("over", finished.sentence)),
    }
}
