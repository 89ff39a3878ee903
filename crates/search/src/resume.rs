//! Continues an analysis with another engine within the remaining limits.

use std::time::Duration;

use plateau_core::Position;

use crate::engine::{Analysis, Engine, GamePosition, Progress};
use crate::limits::Limits;
use crate::time::Budget;

/// Analyses a position with what remains of the limits after `nodes` and `time`
/// were used elsewhere. The analysis includes them in its totals.
pub fn search_with_remaining<P: Position>(
    engine: &mut impl Engine<P>,
    game: &GamePosition<P>,
    limits: &Limits,
    progress: Progress<'_, P::Move>,
    nodes: u64,
    time: Duration,
) -> Analysis<P::Move> {
    let remaining_time = |budget: Budget| Budget {
        soft: budget.soft.saturating_sub(time),
        hard: budget.hard.saturating_sub(time),
    };
    let remaining = Limits {
        nodes: limits.nodes.map(|max| max.saturating_sub(nodes).max(1)),
        time: limits.time.map(remaining_time),
        ..limits.clone()
    };
    let with_totals = |mut analysis: Analysis<P::Move>| {
        analysis.nodes += nodes;
        analysis.time += time;
        analysis
    };
    let analysis = engine.analyse(game, &remaining, &mut |current| progress(&with_totals(current.clone())));
    with_totals(analysis)
}
