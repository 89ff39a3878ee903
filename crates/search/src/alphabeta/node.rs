//! Principal-variation search (PVS) of one node: everything that may decide it before its
//! moves are searched.

use plateau_core::{Objective, Outcome, Position};

use super::context::{BEFORE_ROOT, NO_REPETITION, NodeContext, SearchResult};
use super::worker::Worker;
use crate::parts::{EndgameControl, EndgameSolver, EvaluationStack, Evaluator, Probe, SearchParts};
use crate::score::Score;
use crate::transposition::{Bound, Entry};

/// The minimum depth at which the transposition table is used. Below this depth
/// a probe costs as much as the search it may save: in Connect Four, 20 % of the
/// time and no nodes saved.
const MIN_TABLE_DEPTH: u32 = 2;

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
            let value = self.accumulators.evaluate(position);
            return SearchResult::estimate(Score::estimate(value));
        }
        // Leaves one ply below.
        if self.is_frontier(node) {
            return self.search_frontier(position, node);
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
            // What is solved counts, even if the search is stopped.
            if uses_table && result.proven {
                self.store(table_key, node, result, None);
            }
            return result;
        }
        // Reverse futility pruning.
        if let Some(result) = self.reverse_futility(position, node) {
            return result;
        }
        // Multi-ProbCut.
        if let Some(result) = self.prob_cut(position, node) {
            return result;
        }
        // Moves.
        let table_move = entry.and_then(|entry| entry.best);
        if P::CYCLIC {
            self.path.push(key);
        }
        let (result, best) = self.search_moves(position, node, table_move);
        if P::CYCLIC {
            self.path.pop();
        }
        let is_path_independent = result.repetition_ply >= ply as i32;
        if uses_table && self.stopped.is_none() && is_path_independent {
            self.store(table_key, node, result, best);
        }
        let repetition_ply = if is_path_independent { NO_REPETITION } else { result.repetition_ply };
        SearchResult { repetition_ply, ..result }
    }

    /// Stores the result of a node in the transposition table.
    #[inline]
    fn store(&self, table_key: u64, node: NodeContext, result: SearchResult, best: Option<P::Move>) {
        let SearchResult { score, proven, .. } = result;
        let bound = Bound::of_window(score, node.alpha, node.beta);
        let best = best.map(|mv| P::move_index(mv) as u16);
        let depth = node.depth.min(u32::from(u8::MAX)) as u8;
        self.shared.table.store(table_key, Entry { score, bound, depth, proven, best });
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
    /// distance pruning, and the probe may know proven bounds.
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
        let must_be_proven = node.is_pv || self.shared.parts.evaluator().is_path_dependent();
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
        let mut memory = std::mem::take(self.endgame_memory);
        let mut count_nodes = |nodes| self.count_solver_nodes(nodes);
        let mut control = EndgameControl::new(&mut count_nodes);
        let score = endgame.solve(&mut memory, position, node.alpha, node.beta, &mut control);
        *self.endgame_memory = memory;
        match score {
            Some(score) => Some(SearchResult::proven(score)),
            // The result of a search that was stopped is not used.
            None if self.stopped.is_some() => Some(SearchResult::estimate(Score::DRAW)),
            // The solver gave up.
            None => None,
        }
    }
}
