//! What a search did, in words.

use plateau_core::Message;
use plateau_core::text::Argument;
use plateau_games::{AnyRecord, AnyVariant};
use plateau_play::value_text;
use plateau_search::{Analysis, StopReason};

use crate::phrases;

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
        .message()
        .with("depth", analysis.depth)
        .with("nodes", plateau_draw::tree::nodes(analysis.nodes))
        .with("seconds", Argument::decimal(seconds, 3))
        .with("speed", Argument::Count((analysis.nodes as f64 / seconds.max(1e-9)) as usize))
        .with("reason", reason)
}

/// Refuses a game that is over: there is no move to find.
pub fn goes_on(variant: &dyn AnyVariant, record: &dyn AnyRecord) -> Result<(), Message> {
    match value_text::finished(variant, record) {
        None => Ok(()),
        Some(finished) => Err(phrases::NO_MOVE_TO_FIND.message().with("over", finished.sentence)),
    }
}
