//! Principal-variation search (PVS) of one node.
//!
//! The first move of a node is searched with the full window, the others with a
//! null window that only tests whether they beat alpha; those that do are
//! searched again. Scores are fail-soft.

use plateau_core::{Objective, Outcome, Position};

use super::context::{BEFORE_ROOT, NO_REPETITION, NodeContext, SearchResult, null_window};
use super::worker::{SharedState, Worker};
use crate::parts::{EndgameControl, EndgameSolver, Evaluator, MovePicker, Probe, SearchParts, put_all_moves};
use crate::score::Score;
use crate::symmetric_moves::remove_symmetric_moves;
use crate::transposition::{Bound, Entry};

/// The minimum depth at which the transposition table is used. Below this depth
/// a probe costs as much as the search it may save: in Connect Four, 20 % of the
/// time and no nodes saved.
const MIN_TABLE_DEPTH: u32 = 2;

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

impl<P: Position, S: SearchParts<P>> Worker<'_, P, S> {
    /// Searches a node. The result is exact within the window and a fail-soft
    /// bound outside.
    pub fn search_node(&mut self, position: &P, node: NodeContext) -> SearchResult {
        let NodeContext { depth, ply, alpha, beta, is_pv, .. } = node;
        if is_pv {
            self.pv_mut(ply).clear();
        }
        // Stop: limits and the stop flag.
        if self.count_node() {
            return SearchResult::estimate(Score::DRAW);
        }
        // The end of the game.
        let moves = position.legal_moves();
        if moves.len() == 0 {
            let outcome = position.outcome().unwrap_or(Outcome::Draw);
            return SearchResult::proven(Score::from_outcome::<P>(outcome, position.turn()));
        }
        // Draw by repetition.
        if P::CYCLIC
            && let Some(repetition_ply) = self.repeated_ply(position.key())
        {
            return SearchResult { score: Score::DRAW, proven: false, repetition_ply };
        }
        // Mate distance pruning and probing.
        if let Some(result) = self.known_cutoff(position, alpha, beta) {
            return result;
        }
        // Static evaluation.
        if depth == 0 {
            let value = self.accumulators.evaluate(self.shared.parts.evaluator(), position);
            return SearchResult::estimate(Score::estimate(value));
        }
        // Transposition table.
        let key = position.key();
        let uses_table = depth >= MIN_TABLE_DEPTH;
        let table_key = if P::CYCLIC { key ^ self.shared.history_salt } else { key };
        let entry = if uses_table { self.shared.table.probe(table_key) } else { None };
        if let Some(result) = entry.and_then(|entry| self.table_cutoff(entry, node)) {
            return result;
        }
        // Endgame solver.
        if let Some(result) = self.solve_endgame(position, node) {
            return result;
        }
        // Moves.
        let first = self.moves.len();
        let table_move = entry.and_then(|entry| entry.best);
        let complete = self.generate_moves(position, node, table_move);
        if P::CYCLIC {
            self.path.push(key);
        }
        let (result, best) = self.search_moves(position, node, first, complete);
        if P::CYCLIC {
            self.path.pop();
        }
        self.moves.truncate(first);
        let is_path_independent = result.repetition_ply >= ply as i32;
        if uses_table && self.stopped.is_none() && is_path_independent {
            let SearchResult { score, proven, .. } = result;
            let bound = Bound::of_window(score, alpha, beta);
            let best = best.map(|mv| P::move_index(mv) as u16);
            let depth = depth.min(u32::from(u8::MAX)) as u8;
            self.shared.table.store(table_key, Entry { score, bound, depth, proven, best });
        }
        let repetition_ply = if is_path_independent { NO_REPETITION } else { result.repetition_ply };
        SearchResult { repetition_ply, ..result }
    }

    /// Returns the ply at which this key occurred on the path or in the game.
    fn repeated_ply(&self, key: u64) -> Option<i32> {
        match self.path.iter().rposition(|&other| other == key) {
            Some(ply) => Some(ply as i32),
            None => self.shared.repetition_draws.contains(&key).then_some(BEFORE_ROOT),
        }
    }

    /// Returns a result that is known without search. An unfinished game is won or
    /// lost in one ply at the earliest (a move may lose at once), as in mate
    /// distance pruning, and the evaluator may know proven bounds.
    #[inline]
    fn known_cutoff(&self, position: &P, alpha: Score, beta: Score) -> Option<SearchResult> {
        if P::OBJECTIVE == Objective::Distance {
            if alpha >= Score::win_in(1) {
                return Some(SearchResult::proven(Score::win_in(1)));
            }
            if beta <= Score::loss_in(1) {
                return Some(SearchResult::proven(Score::loss_in(1)));
            }
        }
        if self.shared.settings.exact_depth {
            return None;
        }
        let value = self.shared.parts.probe().probe(position)?;
        if value.is_exact() || value.lower >= beta {
            return Some(SearchResult::proven(value.lower));
        }
        (value.upper <= alpha).then_some(SearchResult::proven(value.upper))
    }

    /// Returns the result of a transposition table entry that is deep enough and
    /// decides the node.
    #[inline]
    fn table_cutoff(&self, entry: Entry, node: NodeContext) -> Option<SearchResult> {
        let is_deep_enough = if self.shared.settings.exact_depth {
            u32::from(entry.depth) == node.depth
        } else {
            u32::from(entry.depth) >= node.depth || entry.proven
        };
        // At PV nodes only proven entries cut off, so that the principal variation
        // is not truncated.
        // A path-dependent evaluation may differ after another order of moves.
        let must_be_proven = node.is_pv || S::Evaluator::PATH_DEPENDENT;
        if !is_deep_enough || (must_be_proven && !entry.proven) {
            return None;
        }
        entry.bound.cuts_off(entry.score, node.alpha, node.beta).then_some(SearchResult {
            score: entry.score,
            proven: entry.proven,
            repetition_ply: NO_REPETITION,
        })
    }

    /// Hands the node over to the endgame solver, if it takes it.
    #[inline]
    fn solve_endgame(&mut self, position: &P, node: NodeContext) -> Option<SearchResult> {
        let shared = self.shared;
        let endgame = shared.parts.endgame();
        if shared.settings.exact_depth || !endgame.takes_over(position, node.depth) {
            return None;
        }
        // The solver cannot borrow the worker that owns its memory.
        let mut memory = std::mem::take(&mut self.endgame_memory);
        let mut count_node = || self.count_node();
        let mut control = EndgameControl::new(&mut count_node);
        let score = endgame.solve(&mut memory, position, node.alpha, node.beta, &mut control);
        self.endgame_memory = memory;
        // Without a score the search has been stopped, and its result is not used.
        Some(score.map_or(SearchResult::estimate(Score::DRAW), SearchResult::proven))
    }

    /// Pushes the moves to search with their priorities. Returns whether the
    /// moves left out cannot change the value.
    #[inline]
    fn generate_moves(&mut self, position: &P, node: NodeContext, table_move: Option<u16>) -> bool {
        let Self { shared, ordering, moves, .. } = self;
        let ordering = ordering.for_node(position, node.previous_move, table_move);
        let first = moves.len();
        let mut put = |mv, order_score| {
            moves.push((ordering.priority(P::move_index(mv), order_score), mv));
        };
        if !shared.settings.selective {
            put_all_moves(shared.parts.picker(), position, &mut put);
            return true;
        }
        let complete = shared.parts.picker().candidates(position, node.depth, &mut put);
        if node.ply < SYMMETRY_PLIES {
            remove_symmetric_moves(position, moves, first);
        }
        complete
    }

    /// Searches the moves from index `first` on. Returns the result and the best
    /// move.
    fn search_moves(
        &mut self,
        position: &P,
        node: NodeContext,
        first: usize,
        complete: bool,
    ) -> (SearchResult, Option<P::Move>) {
        let mut best = SearchResult { score: Score::LOWEST, proven: complete, repetition_ply: NO_REPETITION };
        let mut best_move = None;
        let mut alpha = node.alpha;
        let end = self.moves.len();
        let mut next = first;
        // Moves deferred by ABDADA are appended to the list and searched last.
        while next < self.moves.len() {
            let i = next;
            next += 1;
            let mv = self.pick_move(i, first);
            let abdada_id = self.abdada_id(position, mv, node.depth);
            if i > first && i < end && self.is_searched_elsewhere(abdada_id) {
                self.moves.push((DEFERRED_PRIORITY - (i - first) as i32, mv));
                self.moves[i].0 = DEFERRED;
                continue;
            }
            let move_number =
                if i < end { i - first } else { (DEFERRED_PRIORITY - self.moves[i].0) as usize };
            self.start_search(abdada_id);
            let result = self.search_move(position, mv, NodeContext { alpha, ..node }, move_number);
            self.finish_search(abdada_id);
            if self.stopped.is_some() {
                break;
            }
            best.repetition_ply = best.repetition_ply.min(result.repetition_ply);
            best.proven &= result.proven;
            if result.score > best.score {
                best.score = result.score;
                best_move = Some(mv);
            }
            if result.score > alpha {
                alpha = result.score;
                if node.is_pv {
                    self.update_pv(node.ply, mv);
                }
            }
            if alpha >= node.beta {
                // The refutation alone determines the result at a cut node.
                best.proven = result.proven;
                best.repetition_ply = result.repetition_ply;
                let was_searched = |&&(priority, _): &&(i32, P::Move)| priority != DEFERRED;
                let before = self.moves[first..i].iter().filter(was_searched).map(|(_, mv)| *mv);
                self.ordering.record_cutoff(position, mv, node.previous_move, node.depth, before);
                break;
            }
        }
        (best, best_move)
    }

    /// Moves the remaining move with the highest priority to index `i`, and
    /// returns it.
    #[inline]
    fn pick_move(&mut self, i: usize, first: usize) -> P::Move {
        let remaining = &mut self.moves[i..];
        if i - first < MOVES_PICKED {
            let mut best = 0;
            for j in 1..remaining.len() {
                if remaining[j].0 > remaining[best].0 {
                    best = j;
                }
            }
            remaining[..=best].rotate_right(1);
        } else if i - first == MOVES_PICKED {
            remaining.sort_by_key(|(priority, _)| std::cmp::Reverse(*priority));
        }
        remaining[0].1
    }

    /// Searches a move: the first with the full window, the others with a null
    /// window and a late move reduction. A move that beats alpha is searched again
    /// without reduction, then, at a PV node, with the full window.
    fn search_move(
        &mut self,
        position: &P,
        mv: P::Move,
        node: NodeContext,
        move_number: usize,
    ) -> SearchResult {
        let NodeContext { alpha, beta, depth, is_pv, .. } = node;
        let child = position.after(mv);
        let &SharedState { parts, settings, .. } = self.shared;
        let reduction =
            if settings.reductions { parts.policy().reductions.plies(depth, move_number) } else { 0 };
        let index = P::move_index(mv) as u16;
        let search = |worker: &mut Self, beta: Score, depth: u32, is_pv: bool| {
            let node = node.child(index, alpha, beta, depth, is_pv);
            worker.search_node(&child, node).for_parent()
        };
        self.accumulators.push(mv, &child);
        if move_number == 0 {
            let result = search(self, beta, depth - 1, is_pv);
            self.accumulators.pop();
            return result;
        }
        let mut result = search(self, null_window(alpha), depth - 1 - reduction, false);
        // The result of an aborted search is meaningless; do not search again.
        if reduction > 0 && result.score > alpha && self.stopped.is_none() {
            result = search(self, null_window(alpha), depth - 1, false);
        }
        if is_pv && result.score > alpha && result.score < beta && self.stopped.is_none() {
            result = search(self, beta, depth - 1, true);
        }
        self.accumulators.pop();
        result
    }
}
