//! Plain negamax as an engine with a fixed depth.

use std::cmp::Reverse;

use plateau_core::Position;
use rustc_hash::FxHashSet;

use super::negamax::{NegamaxResult, negamax_node};
use crate::engine::{Analysis, Engine, GamePosition, MoveValue, Progress};
use crate::insertion_sort::insertion_sort_by_key;
use crate::limits::{Limits, StopReason};
use crate::move_values::{unsearched_moves, value_of_position};
use crate::node_counter::NodeCounter;
use crate::parts::Evaluator;
use crate::repetition::repetition_draws;
use crate::score::{Score, Unit, Value};
use crate::time::SystemClock;

/// Plain negamax to a fixed depth, without any pruning; plays like minimax. With a
/// time or node limit it deepens iteratively and returns the last completed depth.
#[derive(Clone, Debug)]
pub struct NegamaxEngine<E> {
    /// Evaluates the leaves.
    pub evaluator: E,
    /// Maximum depth. `None` uses the depth limit of the search, or
    /// [`DEFAULT_DEPTH`](Self::DEFAULT_DEPTH).
    pub depth: Option<u32>,
}

impl<E> NegamaxEngine<E> {
    /// The depth if neither the engine nor the search limits it.
    pub const DEFAULT_DEPTH: u32 = 4;

    /// Like [`negamax`](super::negamax()), but aware of the game history and of limits, and with
    /// the principal variation, which it writes to `pv`. Returns `None` if a limit stopped the
    /// search.
    fn search<P: Position>(
        &self,
        position: &P,
        accumulator: &E::Accumulator,
        depth: u32,
        repetition_draws: &FxHashSet<u64>,
        counter: &mut NodeCounter<'_>,
        pv: &mut Vec<P::Move>,
    ) -> Option<NegamaxResult>
    where
        E: Evaluator<P>,
    {
        pv.clear();
        if counter.count() {
            return None;
        }
        if P::CYCLIC && repetition_draws.contains(&position.key()) {
            return Some(NegamaxResult { score: Score::DRAW, complete: true, nodes: 1 });
        }
        if depth == 0 || position.outcome().is_some() {
            return Some(negamax_node(position, accumulator, 0, &self.evaluator));
        }
        let mut result = NegamaxResult { score: Score::LOWEST, complete: true, nodes: 1 };
        let mut child_pv = Vec::new();
        for mv in position.legal_moves() {
            let after = position.after(mv);
            let accumulator = self.evaluator.update(accumulator, position, mv, &after);
            let child =
                self.search(&after, &accumulator, depth - 1, repetition_draws, counter, &mut child_pv)?;
            let score = child.score.for_parent();
            if score > result.score {
                result.score = score;
                pv.clear();
                pv.push(mv);
                pv.append(&mut child_pv);
            }
            result.complete &= child.complete;
            result.nodes += child.nodes;
        }
        Some(result)
    }

    /// Searches all root moves to a depth and returns them, best first. Moves that
    /// a limit leaves unsearched come last. The root counts as a node.
    fn search_root<P: Position>(
        &self,
        position: &P,
        depth: u32,
        repetition_draws: &FxHashSet<u64>,
        counter: &mut NodeCounter<'_>,
    ) -> Vec<MoveValue<P::Move>>
    where
        E: Evaluator<P>,
    {
        let mut moves = unsearched_moves(position);
        let mut searched = 0;
        if counter.count() {
            return moves;
        }
        let root = self.evaluator.accumulator(position);
        for root_move in &mut moves {
            let child = position.after(root_move.mv);
            let accumulator = self.evaluator.update(&root, position, root_move.mv, &child);
            let mut pv = Vec::new();
            let child = self.search(&child, &accumulator, depth - 1, repetition_draws, counter, &mut pv);
            let Some(result) = child else { break };
            root_move.pv.truncate(1);
            root_move.pv.append(&mut pv);
            let score = result.score.for_parent();
            root_move.value = if result.complete { Value::exact(score) } else { Value::unproven(score) };
            searched += 1;
        }
        insertion_sort_by_key(&mut moves[..searched], |mv| Reverse(mv.value.estimate));
        moves
    }
}

/// Creates the analysis of a completed depth; depth 0 if none was completed.
fn analysis_of<P: Position>(
    mut moves: Vec<MoveValue<P::Move>>,
    depth: u32,
    multi_pv: bool,
    counter: &NodeCounter<'_>,
) -> Analysis<P::Move> {
    let value = value_of_position::<P>(&moves);
    let is_complete = !multi_pv || moves.iter().all(|mv| mv.value.is_exact());
    let is_proven = depth > 0 && value.is_exact() && is_complete;
    if !multi_pv {
        moves.truncate(1);
    }
    let stop = if is_proven { StopReason::Proven } else { counter.stopped.unwrap_or(StopReason::Depth) };
    let (nodes, time) = (counter.nodes, counter.elapsed());
    Analysis { moves, value, depth, nodes, time, stop, unit: Unit::Pieces }
}

impl<P: Position, E: Evaluator<P>> Engine<P> for NegamaxEngine<E> {
    fn search_position(
        &mut self,
        game: &GamePosition<P>,
        limits: &Limits,
        progress: Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let position = game.position();
        let repetition_draws = repetition_draws(game);
        let clock = SystemClock::start();
        let mut counter = NodeCounter::new(limits, &clock);
        let max_depth =
            self.depth.into_iter().chain(limits.depth).min().unwrap_or(Self::DEFAULT_DEPTH).max(1);
        let is_iterative = limits.time.is_some() || limits.nodes.is_some();
        let mut completed: Option<Analysis<P::Move>> = None;
        let multi_pv = limits.multi_pv;
        for depth in if is_iterative { 1..=max_depth } else { max_depth..=max_depth } {
            let moves = self.search_root(position, depth, &repetition_draws, &mut counter);
            if let Some(stop) = counter.stopped {
                let (nodes, time) = (counter.nodes, counter.elapsed());
                let completed = completed.map(|analysis| Analysis { nodes, time, stop, ..analysis });
                return completed.unwrap_or_else(|| analysis_of::<P>(moves, 0, multi_pv, &counter));
            }
            let analysis = completed.insert(analysis_of::<P>(moves, depth, multi_pv, &counter));
            if analysis.stop == StopReason::Proven {
                break;
            }
            progress(analysis);
        }
        completed.unwrap_or_else(|| analysis_of::<P>(unsearched_moves(position), 0, multi_pv, &counter))
    }

    fn new_game(&mut self) {}
}
