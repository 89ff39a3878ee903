//! Iterative deepening: searches to increasing depths until a limit is reached.

use std::sync::atomic::Ordering;

use plateau_core::Position;

use super::root::Root;
use super::worker::{SharedState, ThreadState, Worker};
use crate::engine::{Analysis, MoveValue, Progress};
use crate::limits::{Limits, StopReason};
use crate::move_values::value_of_position;
use crate::parts::{Policy, SearchParts};
use crate::score::{Score, Unit, Value};
use crate::time::Stability;
use crate::transposition::{Bound, TranspositionTable};

/// The maximum depth, beyond the length of any game.
const MAX_DEPTH: u32 = 1_000;

/// Runs the main thread and returns its analysis.
pub fn search_main<P: Position, S: SearchParts<P>>(
    shared: &SharedState<'_, S>,
    state: &mut ThreadState<P, S>,
    position: &P,
    progress: Progress<'_, P::Move>,
) -> Analysis<P::Move> {
    let limits = shared.limits;
    let mut worker = Worker::new(shared, state);
    let mut root = Root::new(&worker, position);
    let mut completed = 0;
    let is_forced = limits.skips_search(root.moves.len());
    let max_depth = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
    let mut stop = StopReason::Depth;
    let mut stability = Stability::default();
    // An immediate win is played whatever the limits.
    let win = Value::exact(Score::win_in(1));
    if let Some(winning) = root.moves.iter().position(|root_move| root_move.value == win) {
        root.moves[..=winning].rotate_right(1);
        if !limits.multi_pv {
            let analysis = analysis_of(&worker, &root, 1, StopReason::Proven);
            progress(&analysis);
            return analysis;
        }
    }
    for depth in depths(limits, shared.parts.policy(), max_depth) {
        shared.main_depth.store(depth, Ordering::Relaxed);
        if !root.search(&mut worker, depth, limits.multi_pv) {
            stop = worker.stopped.unwrap_or(StopReason::Stopped);
            break;
        }
        completed = depth;
        let analysis = analysis_of(&worker, &root, completed, stop);
        progress(&analysis);
        if analysis.moves.iter().all(|root_move| root_move.value.is_exact()) {
            stop = StopReason::Proven;
            break;
        }
        if is_forced {
            stop = StopReason::Forced;
            break;
        }
        if shared.settings.techniques.stability {
            stability.record(P::move_index(root.moves[0].mv));
        }
        if limits.time.is_some_and(|budget| shared.poll.elapsed() >= stability.soft_limit(budget)) {
            stop = StopReason::Time;
            break;
        }
    }
    analysis_of(&worker, &root, completed, stop)
}

/// Runs a helper thread: the same search as the main thread, which fills the
/// shared transposition table. ABDADA keeps the threads apart; without it (lazy SMP),
/// helpers search one ply deeper than the main thread.
pub fn search_helper<P: Position, S: SearchParts<P>>(
    shared: &SharedState<'_, S>,
    state: &mut ThreadState<P, S>,
    position: &P,
) {
    let mut worker = Worker::new(shared, state);
    let mut root = Root::new(&worker, position);
    let max_depth = shared.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
    let ahead = u32::from(shared.abdada.is_none());
    let mut depth = 1 + ahead;
    while depth <= max_depth {
        worker.helper_depth = Some(depth);
        let completed = root.search(&mut worker, depth, shared.limits.multi_pv);
        let main_depth = shared.main_depth.load(Ordering::Relaxed);
        if !completed && (main_depth <= depth || worker.stopped != Some(StopReason::Stopped)) {
            break;
        }
        worker.stopped = None;
        depth = (main_depth + ahead).max(depth + u32::from(completed));
    }
}

/// Returns the depths of the iterations.
///
/// A search with any limit but depth uses every depth, since it may end at any
/// time. A fixed-depth search uses the step of its policy.
fn depths(limits: &Limits, policy: &Policy, max_depth: u32) -> impl Iterator<Item = u32> {
    let is_fixed_depth = limits.depth.is_some() && limits.time.is_none() && limits.nodes.is_none();
    let step = if is_fixed_depth { policy.fixed_depth_step } else { 1 };
    let step = step.max(1);
    (max_depth.saturating_sub(1) % step + 1..=max_depth).step_by(step as usize)
}

/// Creates the analysis of the last completed iteration.
fn analysis_of<P: Position, S: SearchParts<P>>(
    worker: &Worker<'_, P, S>,
    root: &Root<'_, P>,
    depth: u32,
    stop: StopReason,
) -> Analysis<P::Move> {
    let shared = worker.shared;
    let multi_pv = shared.limits.multi_pv;
    let count = if multi_pv { root.moves.len() } else { 1 };
    let with_full_pv = |root_move: &MoveValue<P::Move>| {
        let mut root_move = root_move.clone();
        if root_move.value.is_exact() {
            root_move.pv = extend_pv(shared.table, root.position, &root_move);
        }
        root_move
    };
    let moves: Vec<MoveValue<P::Move>> = root.moves[..count].iter().map(with_full_pv).collect();
    Analysis {
        // Without MultiPV the value of the best move already accounts for the rest.
        value: if multi_pv { value_of_position::<P>(&moves) } else { moves[0].value },
        moves,
        depth,
        nodes: worker.total_nodes(),
        time: shared.poll.elapsed(),
        stop,
        unit: Unit::Pieces,
    }
}

/// Extends the principal variation of a proven move, which a transposition table
/// cutoff may have truncated, through exact entries with the same value.
fn extend_pv<P: Position>(table: &TranspositionTable, root: &P, best: &MoveValue<P::Move>) -> Vec<P::Move> {
    let mut pv = best.pv.clone();
    let mut position = *root;
    let mut score = best.value.estimate;
    for &mv in &best.pv {
        position.play_unchecked(mv);
        score = score.for_child();
    }
    let has_score = |position: &P, score: Score| match position.outcome() {
        Some(outcome) => Score::from_outcome::<P>(outcome, position.turn()) == score,
        None => table
            .probe(position.key())
            .is_some_and(|entry| entry.proven && entry.bound == Bound::Exact && entry.score == score),
    };
    // In a cyclic game the variation might never end.
    while !P::CYCLIC && position.outcome().is_none() {
        let next = position.legal_moves().find(|&mv| has_score(&position.after(mv), score.for_child()));
        let Some(mv) = next else { break };
        pv.push(mv);
        position.play_unchecked(mv);
        score = score.for_child();
    }
    pv
}
