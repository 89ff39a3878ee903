//! The sentence about an engine's move.

use plateau_console::names;
use plateau_core::text::Argument;
use plateau_core::{Lang, Phrase};
use plateau_play::runner::SearchReport;

use crate::phrases;

/// The notation of a pass, in games that have one.
pub const PASS: &str = "pass";

/// Returns the sentence about a move of an engine.
pub fn text(player: &'static Phrase, mv: &str, report: &SearchReport, lang: Lang) -> String {
    let message = match mv {
        PASS => phrases::ENGINE_PASSES.message(),
        _ => phrases::ENGINE_PLAYS.message().with("move", mv),
    };
    let message = message.with("player", player);
    let message = message.with("nodes", plateau_draw::tree::node_count(report.analysis.nodes));
    names::sentence(&message.with("seconds", Argument::decimal(report.elapsed.as_secs_f64(), 3)), lang)
}
