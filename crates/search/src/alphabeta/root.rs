//! The moves of the position asked about, searched one iteration after another.

use std::collections::VecDeque;

use plateau_core::Position;

use crate::engine::MoveValue;
use crate::evaluator::Evaluator;
use crate::score::{Score, Value};
use crate::solver::moves_at_sight;
use crate::worker::{Found, Worker};

/// The moves of a root and what the last completed iteration said of them.
pub struct Root<'r, P: Position> {
    pub position: &'r P,
    pub moves: Vec<MoveValue<P::Move>>,
}

impl<P: Position> Root<'_, P> {
    /// Searches every move to a depth. Returns false, with the moves as they
    /// were, when it was stopped before the end.
    pub fn iterate<E: Evaluator<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E>,
        depth: u32,
        multi_pv: bool,
    ) -> bool {
        let mut moves = self.moves.clone();
        let done = if multi_pv {
            self.multi_pv(worker, &mut moves, depth)
        } else {
            self.best_move(worker, &mut moves, depth)
        };
        if done {
            self.moves = moves;
        }
        done
    }

    /// Does something with each of the moves in turn; those that another thread
    /// is at come last. Returns false when it was stopped.
    fn in_turn<E: Evaluator<P>>(
        &self,
        worker: &mut Worker<'_, P, E>,
        moves: &mut [MoveValue<P::Move>],
        depth: u32,
        mut search: impl FnMut(&mut Worker<'_, P, E>, usize, &mut MoveValue<P::Move>),
    ) -> bool {
        let mut queue: VecDeque<usize> = (0..moves.len()).collect();
        let mut looks = 0;
        while let Some(i) = queue.pop_front() {
            let work = worker.work(self.position, moves[i].mv, depth);
            looks += 1;
            if i > 0 && looks <= moves.len() && worker.is_busy(work) {
                queue.push_back(i);
                continue;
            }
            worker.begin(work);
            search(worker, i, &mut moves[i]);
            worker.end(work);
            if worker.stopped.is_some() {
                return false;
            }
        }
        true
    }

    /// Every move with an open window, then the best first.
    fn multi_pv<E: Evaluator<P>>(
        &self,
        worker: &mut Worker<'_, P, E>,
        moves: &mut [MoveValue<P::Move>],
        depth: u32,
    ) -> bool {
        let done = self.in_turn(worker, moves, depth, |worker, _, root_move| {
            if root_move.value.is_exact() {
                return;
            }
            let found =
                worker.root_move(self.position, root_move.mv, depth, Score::LOWEST, Score::HIGHEST, true);
            root_move.value = value_of::<P, E>(found);
            root_move.line = line_of(root_move.mv, worker.child_line());
        });
        if done {
            moves.sort_by_key(|root_move| std::cmp::Reverse(root_move.value.estimate));
        }
        done
    }

    /// The best move alone: the others only show that they are no better.
    fn best_move<E: Evaluator<P>>(
        &self,
        worker: &mut Worker<'_, P, E>,
        moves: &mut [MoveValue<P::Move>],
        depth: u32,
    ) -> bool {
        let mut alpha = Score::LOWEST;
        let mut best = 0;
        let (candidates, mut all_proven) = worker.candidates(self.position, depth);
        // The best of the last iteration stays the first of those searched.
        moves.sort_by_key(|root_move| !candidates.contains(&root_move.mv));
        let count = candidates.len();
        let done = self.in_turn(worker, &mut moves[..count], depth, |worker, i, root_move| {
            let mv = root_move.mv;
            let above = Score::from_number(alpha.number() + 1);
            let mut found = Found::estimate(above);
            if i > 0 {
                found = worker.root_move(self.position, mv, depth, alpha, above, false);
            }
            if found.score > alpha && worker.stopped.is_none() {
                found = worker.root_move(self.position, mv, depth, alpha, Score::HIGHEST, true);
            }
            all_proven &= found.proven;
            if found.score > alpha {
                alpha = found.score;
                best = i;
                root_move.line = line_of(mv, worker.child_line());
                root_move.value = value_of::<P, E>(found);
            }
        });
        // The best move is as good as it looks only if no other is better.
        if !all_proven && moves[best].value.is_exact() {
            moves[best].value.upper = Score::HIGHEST;
        }
        moves[..=best].rotate_right(1);
        done
    }
}

/// A root move's value from a search with an open window.
fn value_of<P: Position, E: Evaluator<P>>(found: Found) -> Value {
    if found.proven {
        return Value::exact(found.score);
    }
    let guess = Value::guess(found.score);
    // A forced win that was found against every answer is there, if perhaps not
    // the nearest.
    if found.score.is_win() && !E::FORWARD_PRUNES { Value { lower: found.score, ..guess } } else { guess }
}

fn line_of<M: Copy>(first: M, rest: &[M]) -> Vec<M> {
    let mut line = vec![first];
    line.extend_from_slice(rest);
    line
}

/// The moves of a position, the most promising first, with what is seen of them
/// at once.
pub fn root_of<'r, P: Position, E: Evaluator<P>>(worker: &Worker<'_, P, E>, position: &'r P) -> Root<'r, P> {
    let mut moves = moves_at_sight(position);
    let order = worker.root_moves(position);
    moves.sort_by_key(|seen| order.iter().position(|&mv| mv == seen.mv));
    Root { position, moves }
}
