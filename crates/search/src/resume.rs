//! A search that takes over from another way to find an answer.

use std::time::Duration;

use plateau_core::Position;

use crate::engine::{Analysis, Engine, GamePosition, Progress};
use crate::limits::{Budget, Limits};

/// Searches with what is left of the limits after so many positions and so much
/// time, which the answer counts too.
pub fn search_with_remaining<P: Position>(
    engine: &mut impl Engine<P>,
    line: &GamePosition<P>,
    limits: &Limits,
    progress: Progress<'_, P::Move>,
    nodes: u64,
    time: Duration,
) -> Analysis<P::Move> {
    let less = |budget: Budget| Budget {
        soft: budget.soft.saturating_sub(time),
        hard: budget.hard.saturating_sub(time),
    };
    let rest = Limits {
        nodes: limits.nodes.map(|most| most.saturating_sub(nodes).max(1)),
        time: limits.time.map(less),
        ..limits.clone()
    };
    let in_all = |mut found: Analysis<P::Move>| {
        found.nodes += nodes;
        found.time += time;
        found
    };
    let found = engine.analyse(line, &rest, &mut |now| progress(&in_all(now.clone())));
    in_all(found)
}
