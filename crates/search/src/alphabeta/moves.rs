//! The moves of a node: generation, order, and principal-variation search.
//!
//! The first move of a node is searched with the full window, the others with a
//! null window that only tests whether they beat alpha; those that do are
//! searched again. Scores are fail-soft.

use std::ops::{ControlFlow, Range};

use plateau_core::Position;

use super::context::{NO_REPETITION, NodeContext, SearchResult, null_window};
use super::worker::{SharedState, Worker};
use crate::parts::{EvaluationStack, MovePicker, SearchParts, put_all_moves};
use crate::score::Score;
use crate::symmetric_moves::remove_symmetric_moves;

/// The first moves are picked one by one, since most cutoffs happen there; the
/// rest is sorted once.
const MOVES_PICKED: usize = 4;

/// Equivalent moves of symmetric positions are removed up to this ply.
const SYMMETRY_PLIES: usize = 4;

/// The priority of the first deferred move of a node; lower for each one after
/// it. No other priority is this low.
const DEFERRED_PRIORITY: i32 = i32::MIN / 2;

/// Replaces the priority of a deferred move at its original index.
const DEFERRED: i32 = i32::MIN;

/// A move of a node.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove<M> {
    /// The move with the highest priority is searched first.
    pub priority: i32,
    /// The static value of the child for the side to move at the parent; `None` unless moves are ordered by it.
    pub static_value: Option<i32>,
    pub mv: M,
}

impl<P: Position, S: SearchParts<P>> Worker<'_, P, S> {
    /// Pushes the moves to search with their priorities. Returns whether the
    /// moves left out cannot change the value.
    #[inline]
    fn generate_moves(&mut self, position: &P, node: NodeContext, table_move: Option<u16>) -> bool {
        let Self { shared, ordering, moves, .. } = self;
        let ordering = ordering.for_node(position, node.previous_move, table_move);
        let first = moves.len();
        let mut put = |mv, order_score| {
            let priority = ordering.priority(P::move_index(mv), order_score);
            moves.push(ScoredMove { priority, static_value: None, mv });
        };
        // Without the probe, which the picker may rely on, all moves are searched.
        let complete = if shared.settings.selective && !shared.settings.exact_depth {
            let complete = shared.parts.picker().candidates(position, node.depth, &mut put);
            if node.ply < SYMMETRY_PLIES {
                remove_symmetric_moves(position, moves, first, |scored| scored.mv);
            }
            complete
        } else {
            put_all_moves(shared.parts.picker(), position, &mut put);
            true
        };
        if let Some(static_ordering) = shared.parts.policy().static_ordering
            && shared.settings.techniques.static_ordering
            && node.depth >= static_ordering.min_depth
        {
            self.add_static_values(position, first, static_ordering.weight);
        }
        complete
    }

    /// Adds the static value of each child to the priority of its move.
    fn add_static_values(&mut self, position: &P, first: usize, weight: i32) {
        for scored in &mut self.moves[first..] {
            let child = position.after(scored.mv);
            let value = match child.outcome() {
                Some(outcome) => Score::from_outcome::<P>(outcome, position.turn()).number(),
                None => -self.accumulators.evaluate_child(position, scored.mv, &child),
            };
            scored.static_value = Some(value);
            scored.priority = scored.priority.saturating_add(value.saturating_mul(weight) / 16);
        }
    }

    /// Searches the moves of a node. Returns the result and the best move.
    ///
    /// The transposition table's move is searched before the others are generated, ordered and
    /// evaluated: at most nodes that have one, it cuts off.
    pub(super) fn search_moves(
        &mut self,
        position: &P,
        node: NodeContext,
        table_move: Option<u16>,
    ) -> (SearchResult, Option<P::Move>) {
        let first = self.moves.len();
        let best = SearchResult { score: Score::LOWEST, proven: true, repetition_ply: NO_REPETITION };
        let mut bounds = NodeBounds { best, best_move: None, alpha: node.alpha };
        let searched = self.move_before_generation(position, node, table_move);
        if let Some(mv) = searched {
            let abdada_id = self.abdada_id(position, mv, node.depth);
            let order = MoveOrder { number: 0, static_gap: 0, static_value: None };
            if self.try_move(position, node, mv, abdada_id, order, first..first, &mut bounds).is_break() {
                return (bounds.best, bounds.best_move);
            }
        }
        bounds.best.proven &= self.generate_moves(position, node, table_move);
        // The table move has the highest priority.
        let is_searched = searched.is_some() && searched == Some(self.pick_move(first, first).mv);
        let mut next = first + usize::from(is_searched);
        let end = self.moves.len();
        let best_static = self.moves[first..].iter().filter_map(|scored| scored.static_value).max();
        // Moves deferred by ABDADA are appended to the list and searched last.
        while next < self.moves.len() {
            let i = next;
            next += 1;
            let scored = self.pick_move(i, first);
            let abdada_id = self.abdada_id(position, scored.mv, node.depth);
            if i > first && i < end && self.is_searched_elsewhere(abdada_id) {
                let priority = DEFERRED_PRIORITY - (i - first) as i32;
                self.moves.push(ScoredMove { priority, ..scored });
                self.moves[i].priority = DEFERRED;
                continue;
            }
            let number = if i < end { i - first } else { (DEFERRED_PRIORITY - scored.priority) as usize };
            let static_gap =
                best_static.zip(scored.static_value).map_or(0, |(best, own)| best.saturating_sub(own));
            let order = MoveOrder { number, static_gap, static_value: scored.static_value };
            if self.try_move(position, node, scored.mv, abdada_id, order, first..i, &mut bounds).is_break() {
                break;
            }
        }
        self.moves.truncate(first);
        (bounds.best, bounds.best_move)
    }

    /// Returns the transposition table's move, if it can be searched before the others are
    /// generated. Not where the moves to search depend on more than the position: with forward
    /// pruning and near the root, where symmetric moves are removed.
    #[inline]
    fn move_before_generation(
        &self,
        position: &P,
        node: NodeContext,
        table_move: Option<u16>,
    ) -> Option<P::Move> {
        let index = table_move?;
        if node.ply < SYMMETRY_PLIES || self.shared.parts.picker().forward_prunes() {
            return None;
        }
        position.legal_moves().find(|&mv| P::move_index(mv) == usize::from(index))
    }

    /// Searches a move and updates the bounds of its node. `before` are the indices of the moves
    /// before it. Breaks at a cutoff, or if the search was stopped.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "the state of the loop over the moves")]
    fn try_move(
        &mut self,
        position: &P,
        node: NodeContext,
        mv: P::Move,
        abdada_id: Option<u64>,
        order: MoveOrder,
        before: Range<usize>,
        bounds: &mut NodeBounds<P::Move>,
    ) -> ControlFlow<()> {
        let NodeBounds { best, best_move, alpha } = bounds;
        self.start_search(abdada_id);
        let result = self.search_move(position, mv, NodeContext { alpha: *alpha, ..node }, order);
        self.finish_search(abdada_id);
        if self.stopped.is_some() {
            return ControlFlow::Break(());
        }
        best.repetition_ply = best.repetition_ply.min(result.repetition_ply);
        best.proven &= result.proven;
        if result.score > best.score {
            best.score = result.score;
            *best_move = Some(mv);
        }
        if result.score > *alpha {
            *alpha = result.score;
            if node.is_pv {
                self.update_pv(node.ply, mv);
            }
        }
        if *alpha < node.beta {
            return ControlFlow::Continue(());
        }
        // The refutation alone determines the result at a cut node.
        best.proven = result.proven;
        best.repetition_ply = result.repetition_ply;
        let was_searched = |scored: &&ScoredMove<P::Move>| scored.priority != DEFERRED;
        let before = self.moves[before].iter().filter(was_searched).map(|scored| scored.mv);
        self.ordering.record_cutoff(position, mv, node.previous_move, node.depth, before);
        ControlFlow::Break(())
    }

    /// Moves the remaining move with the highest priority to index `i`, and
    /// returns it.
    #[inline]
    fn pick_move(&mut self, i: usize, first: usize) -> ScoredMove<P::Move> {
        let remaining = &mut self.moves[i..];
        if i - first < MOVES_PICKED {
            let mut best = 0;
            for j in 1..remaining.len() {
                if remaining[j].priority > remaining[best].priority {
                    best = j;
                }
            }
            remaining.swap(0, best);
        } else if i - first == MOVES_PICKED {
            sort_by_priority(remaining);
        }
        remaining[0]
    }

    /// Searches a move: the first with the full window, the others with a null
    /// window and a late move reduction. A move that beats alpha is searched again
    /// without reduction, then, at a PV node, with the full window.
    fn search_move(
        &mut self,
        position: &P,
        mv: P::Move,
        node: NodeContext,
        order: MoveOrder,
    ) -> SearchResult {
        let NodeContext { alpha, beta, depth, is_pv, .. } = node;
        let child = position.after(mv);
        let reduction = self.late_move_reduction(position, mv, node, order);
        let index = P::move_index(mv) as u16;
        let static_value = order.static_value.map(|value| -value);
        let search = |worker: &mut Self, beta: Score, depth: u32, is_pv: bool| {
            let node = node.child(index, alpha, beta, depth, is_pv);
            worker.search_node(&child, NodeContext { static_value, ..node }).for_parent()
        };
        self.accumulators.push(mv, &child);
        let mut result = if order.number == 0 {
            search(self, beta, depth - 1, is_pv)
        } else {
            search(self, null_window(alpha), depth - 1 - reduction, false)
        };
        // The result of an aborted search is meaningless; do not search again.
        if reduction > 0 && result.score > alpha && self.stopped.is_none() {
            result = search(self, null_window(alpha), depth - 1, false);
        }
        let may_raise = is_pv && order.number > 0 && result.score > alpha && result.score < beta;
        if may_raise && self.stopped.is_none() {
            result = search(self, beta, depth - 1, true);
        }
        self.accumulators.pop();
        result
    }

    /// Returns how many plies shallower the first search of a move is.
    #[inline]
    fn late_move_reduction(&self, position: &P, mv: P::Move, node: NodeContext, order: MoveOrder) -> u32 {
        let &SharedState { reductions, settings, .. } = self.shared;
        if !settings.techniques.reductions || !reductions.applies(node.depth, order.number) {
            return 0;
        }
        let history = self.ordering.history_score(position, mv, node.previous_move);
        reductions.plies(node.depth, order.number, node.is_pv, history, order.static_gap)
    }
}

/// Sorts moves, the highest priority first. Not a method of the worker, so that it is compiled
/// once per type of moves.
fn sort_by_priority<M: Copy>(moves: &mut [ScoredMove<M>]) {
    moves.sort_by_key(|scored| std::cmp::Reverse(scored.priority));
}

/// What the moves searched so far say of their node.
struct NodeBounds<M> {
    best: SearchResult,
    best_move: Option<M>,
    alpha: Score,
}

/// The place of a move in the order of its node.
#[derive(Clone, Copy)]
struct MoveOrder {
    /// Counted from 0 in search order.
    number: usize,
    /// How far its static value lies below the best sibling's.
    static_gap: i32,
    /// Its static value, if it is known.
    static_value: Option<i32>,
}
