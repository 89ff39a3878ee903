//! Search of the root position: one iteration over the root moves.

use std::cmp::Reverse;
use std::collections::VecDeque;

use plateau_core::Position;

use super::context::{NodeContext, SearchResult, Window, null_window};
use super::ordering::NO_MOVE;
use super::worker::{SharedState, Worker};
use crate::engine::MoveValue;
use crate::insertion_sort::insertion_sort_by_key;
use crate::move_values::unsearched_move;
use crate::parts::{EvaluationStack, MovePicker, Probe, SearchParts, put_all_moves};
use crate::score::{Score, Value};
use crate::symmetric_moves::remove_symmetric_moves;

/// The values of shallower iterations change too much to aim at.
const MIN_ASPIRATION_DEPTH: u32 = 4;

/// The root moves with their values from the last completed iteration.
pub struct Root<'r, P: Position> {
    pub position: &'r P,
    pub moves: Vec<MoveValue<P::Move>>,
    /// Whether the values come from an iteration.
    is_searched: bool,
}

impl<'r, P: Position> Root<'r, P> {
    /// Lists the root moves in static move order.
    pub fn new<S: SearchParts<P>>(worker: &Worker<'_, P, S>, position: &'r P) -> Self {
        let moves = worker.ordered_root_moves(position).into_iter();
        let moves = moves.map(|mv| unsearched_move(position, mv)).collect();
        Self { position, moves, is_searched: false }
    }

    /// Searches the root moves to a depth. Returns `false` if the search was stopped. The
    /// moves are then those of the last iteration, but a move that was found to be better than
    /// its best one comes first.
    pub fn search<S: SearchParts<P>>(
        &mut self,
        worker: &mut Worker<'_, P, S>,
        depth: u32,
        multi_pv: bool,
    ) -> bool {
        let mut moves = self.moves.clone();
        let completed = if multi_pv {
            self.search_all(worker, &mut moves, depth)
        } else {
            let mut better = None;
            let completed = self.search_best(worker, &mut moves, depth, &mut better);
            let is_used = worker.shared.settings.techniques.stopped_iterations;
            if !completed
                && is_used
                && let Some(better) = better
            {
                self.prefer(better);
            }
            completed
        };
        if completed {
            self.moves = moves;
            self.is_searched = true;
        }
        completed
    }

    /// Moves a move to the front that beat the last iteration's best one before the search was
    /// stopped.
    fn prefer(&mut self, better: MoveValue<P::Move>) {
        if let Some(place) = self.moves.iter().position(|root_move| root_move.mv == better.mv) {
            self.moves[..=place].rotate_right(1);
            self.moves[0] = better;
        }
    }

    /// Calls `search` for each move, those that another thread is searching last
    /// (ABDADA), until it returns `false`. Returns `false` if the search was stopped.
    fn for_each_move<S: SearchParts<P>>(
        &self,
        worker: &mut Worker<'_, P, S>,
        moves: &mut [MoveValue<P::Move>],
        depth: u32,
        mut search: impl FnMut(&mut Worker<'_, P, S>, usize, &mut MoveValue<P::Move>) -> bool,
    ) -> bool {
        let mut queue: VecDeque<usize> = (0..moves.len()).collect();
        let mut attempts = 0;
        while let Some(i) = queue.pop_front() {
            let abdada_id = worker.abdada_id(self.position, moves[i].mv, depth);
            attempts += 1;
            if i > 0 && attempts <= moves.len() && worker.is_searched_elsewhere(abdada_id) {
                queue.push_back(i);
                continue;
            }
            worker.start_search(abdada_id);
            let should_continue = search(worker, i, &mut moves[i]);
            worker.finish_search(abdada_id);
            if worker.stopped.is_some() {
                return false;
            }
            if !should_continue {
                break;
            }
        }
        true
    }

    /// Returns the first window of an iteration: narrow around a value that an earlier
    /// iteration has found, open otherwise.
    fn aspiration_window<S: SearchParts<P>>(
        &self,
        worker: &Worker<'_, P, S>,
        last: Score,
        depth: u32,
    ) -> Window {
        let &SharedState { parts, settings, .. } = worker.shared;
        let is_used = settings.techniques.aspiration && self.is_searched && depth >= MIN_ASPIRATION_DEPTH;
        match parts.policy().aspiration {
            Some(half_width) if is_used => Window::around(last, half_width),
            _ => Window::OPEN,
        }
    }

    /// `MultiPV`: searches every move with a window around its last value, then sorts them.
    fn search_all<S: SearchParts<P>>(
        &self,
        worker: &mut Worker<'_, P, S>,
        moves: &mut [MoveValue<P::Move>],
        depth: u32,
    ) -> bool {
        let completed = self.for_each_move(worker, moves, depth, |worker, _, root_move| {
            if root_move.value.is_exact() {
                return true;
            }
            let mut window = self.aspiration_window(worker, root_move.value.estimate, depth);
            let result = loop {
                let Window { alpha, beta, .. } = window;
                let result = worker.search_root_move(self.position, root_move.mv, depth, alpha, beta, true);
                if worker.stopped.is_some() || !window.widen(result.score) {
                    break result;
                }
            };
            root_move.value = value_of(worker.shared.parts.picker(), result);
            root_move.pv = pv_of(root_move.mv, worker.child_pv());
            true
        });
        if completed {
            insertion_sort_by_key(moves, |root_move| Reverse(root_move.value.estimate));
        }
        completed
    }

    /// Searches for the best move, within an aspiration window around its last value that
    /// is widened until it contains the new one. Sets `better` to a move that is known to beat
    /// the last iteration's best one, for a search that is stopped before it is complete.
    fn search_best<S: SearchParts<P>>(
        &self,
        worker: &mut Worker<'_, P, S>,
        moves: &mut [MoveValue<P::Move>],
        depth: u32,
        better: &mut Option<MoveValue<P::Move>>,
    ) -> bool {
        let (candidates, complete) = worker.root_candidates(self.position, depth);
        // Candidates first, both parts in order: the best move of the last iteration stays first.
        let (searched, pruned): (Vec<_>, Vec<_>) =
            moves.iter().cloned().partition(|root_move| candidates.contains(&root_move.mv));
        let count = searched.len();
        let mut window = self.aspiration_window(worker, moves[0].value.estimate, depth);
        moves.clone_from_slice(&[searched, pruned].concat());
        loop {
            let before = moves.to_vec();
            let (completed, best) =
                self.search_window(worker, &mut moves[..count], depth, window, complete, better);
            if !completed {
                return false;
            }
            let first = moves[0].mv;
            if !window.widen(best) {
                return true;
            }
            // The values of a failed window are bounds. Keep only its best move in front.
            moves.clone_from_slice(&before);
            if let Some(place) = moves.iter().position(|root_move| root_move.mv == first) {
                moves[..=place].rotate_right(1);
            }
        }
    }

    /// Searches the moves within a window: the first with the whole window, the others with a
    /// null window, and those that beat alpha again. Moves the best one to the front. Returns
    /// whether the search was completed, and the score. Sets `better` as soon as a move beats
    /// the first one.
    fn search_window<S: SearchParts<P>>(
        &self,
        worker: &mut Worker<'_, P, S>,
        moves: &mut [MoveValue<P::Move>],
        depth: u32,
        window: Window,
        mut all_proven: bool,
        better: &mut Option<MoveValue<P::Move>>,
    ) -> (bool, Score) {
        let Window { mut alpha, beta, .. } = window;
        let mut best = 0;
        let mut best_score = Score::LOWEST;
        let completed = self.for_each_move(worker, moves, depth, |worker, i, root_move| {
            let mv = root_move.mv;
            let mut result = SearchResult::estimate(null_window(alpha));
            if i > 0 {
                result = worker.search_root_move(self.position, mv, depth, alpha, null_window(alpha), false);
            }
            if result.score > alpha && worker.stopped.is_none() {
                result = worker.search_root_move(self.position, mv, depth, alpha, beta, true);
            }
            all_proven &= result.proven;
            best_score = best_score.max(result.score);
            if result.score > alpha && worker.stopped.is_none() {
                alpha = result.score;
                best = i;
                let is_bound = alpha >= beta;
                let last_value = root_move.value;
                root_move.pv = pv_of(mv, worker.child_pv());
                root_move.value = value_of(worker.shared.parts.picker(), result);
                if i > 0 || is_bound {
                    *better = Some(provisional(root_move, last_value, is_bound));
                }
            }
            alpha < beta
        });
        // The score of the best move is an upper bound for the position only if no
        // other move can be better.
        if !all_proven && moves[best].value.is_exact() {
            moves[best].value.upper = Score::HIGHEST;
        }
        moves[..=best].rotate_right(1);
        (completed, best_score)
    }
}

impl<P: Position, S: SearchParts<P>> Worker<'_, P, S> {
    /// Returns all root moves in static order: the candidates of a depth 1 search
    /// first, then the moves it prunes.
    fn ordered_root_moves(&self, root: &P) -> Vec<P::Move> {
        let mut scored = self.scored_root_moves(root, 1).0;
        insertion_sort_by_key(&mut scored, |(order_score, _)| Reverse(*order_score));
        let mut moves: Vec<P::Move> = scored.into_iter().map(|(_, mv)| mv).collect();
        let pruned: Vec<P::Move> = root.legal_moves().filter(|mv| !moves.contains(mv)).collect();
        moves.extend(pruned);
        moves
    }

    /// Returns the root moves to search to a depth, and whether the pruned ones
    /// cannot change the value.
    fn root_candidates(&self, root: &P, depth: u32) -> (Vec<P::Move>, bool) {
        let (scored, complete) = self.scored_root_moves(root, depth);
        (scored.into_iter().map(|(_, mv)| mv).collect(), complete)
    }

    fn scored_root_moves(&self, root: &P, depth: u32) -> (Vec<(i32, P::Move)>, bool) {
        let &SharedState { parts, settings, .. } = self.shared;
        let mut scored = Vec::new();
        let mut put = |mv, order_score| scored.push((order_score, mv));
        if !settings.selective || parts.probe().probe(root).is_some() {
            put_all_moves(parts.picker(), root, &mut put);
            return (scored, true);
        }
        let complete = parts.picker().candidates(root, depth, &mut put);
        remove_symmetric_moves(root, &mut scored, 0, |(_, mv)| *mv);
        (scored, complete)
    }

    /// Searches the position after a root move.
    fn search_root_move(
        &mut self,
        root: &P,
        mv: P::Move,
        depth: u32,
        alpha: Score,
        beta: Score,
        is_pv: bool,
    ) -> SearchResult {
        if P::CYCLIC {
            self.path.clear();
            self.path.push(root.key());
        }
        let child = root.after(mv);
        self.accumulators.set_root(root);
        self.accumulators.push(mv, &child);
        let node =
            NodeContext { depth, ply: 0, alpha, beta, is_pv, previous_move: NO_MOVE, static_value: None };
        let index = P::move_index(mv) as u16;
        self.search_node(&child, node.child(index, alpha, beta, depth - 1, is_pv)).for_parent()
    }
}

/// Converts the result of a full-window search to a value.
fn value_of<P: Position>(picker: &impl MovePicker<P>, result: SearchResult) -> Value {
    if result.proven {
        return Value::exact(result.score);
    }
    let value = Value::unproven(result.score);
    // Without forward pruning a forced win is certain, if perhaps not the shortest.
    if result.score.is_win() && !picker.forward_prunes() {
        Value { lower: result.score, ..value }
    } else {
        value
    }
}

/// Returns the best move of an unfinished iteration. Its value is at most a lower bound for the
/// root, since other moves are unsearched; outside the window it is only an estimate.
fn provisional<M: Clone>(root_move: &MoveValue<M>, last_value: Value, is_bound: bool) -> MoveValue<M> {
    let Value { estimate, lower, .. } = root_move.value;
    let lower = if is_bound { last_value.lower } else { lower };
    let value = Value { estimate: estimate.max(lower), lower, upper: Score::HIGHEST };
    MoveValue { value, ..root_move.clone() }
}

fn pv_of<M: Copy>(first: M, rest: &[M]) -> Vec<M> {
    let mut pv = vec![first];
    pv.extend_from_slice(rest);
    pv
}
