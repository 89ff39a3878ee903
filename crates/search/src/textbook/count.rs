//! Counts the nodes of a textbook search without building the tree.

use plateau_core::{Player, Position, Symmetry};

use super::{INFINITY, Incomplete, LeafEvaluator, Options};
use crate::symmetric_moves::stabiliser;

/// Returns the number of nodes that [`Tree::search`](super::Tree::search) would
/// visit. Here the maximum number of nodes applies to visited nodes only.
pub fn count<P: Position>(
    position: &P,
    options: &Options,
    evaluator: &impl LeafEvaluator<P>,
) -> Result<usize, Incomplete> {
    let mut counter = Counter { options, evaluator, visited: 0 };
    counter.visit(position, &evaluator.state(position), 0, (-INFINITY, INFINITY))?;
    Ok(counter.visited)
}

struct Counter<'c, L> {
    options: &'c Options,
    evaluator: &'c L,
    visited: usize,
}

impl<L> Counter<'_, L> {
    /// Returns the value of a position for the first player, which the alpha-beta
    /// windows depend on.
    fn visit<P: Position>(
        &mut self,
        position: &P,
        state: &L::State,
        ply: u32,
        (mut alpha, mut beta): (i32, i32),
    ) -> Result<i32, Incomplete>
    where
        L: LeafEvaluator<P>,
    {
        if self.options.stop.is_raised() {
            return Err(Incomplete::Stopped);
        }
        if self.visited == self.options.max_nodes {
            return Err(Incomplete::TooLarge);
        }
        self.visited += 1;
        if let Some(outcome) = position.outcome() {
            return Ok(self.evaluator.finished(outcome));
        }
        if self.options.depth == Some(ply) {
            return Ok(self.evaluator.unfinished(position, state));
        }
        let maximises = position.turn() == Player::First;
        let mut best = if maximises { -INFINITY } else { INFINITY };
        for mv in moves(position, self.options.fold_symmetry) {
            let after = position.after(mv);
            let state = self.evaluator.advance(state, position, mv, &after);
            let value = self.visit(&after, &state, ply + 1, (alpha, beta))?;
            best = if maximises { best.max(value) } else { best.min(value) };
            if self.options.algorithm.has_pruning() {
                if maximises {
                    alpha = alpha.max(best);
                } else {
                    beta = beta.min(best);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }
}

/// Returns the legal moves, with `fold_symmetry` only the first of each set of
/// equivalent ones.
fn moves<P: Position>(position: &P, fold_symmetry: bool) -> impl Iterator<Item = P::Move> {
    let symmetries: Vec<Symmetry> = if fold_symmetry { stabiliser(position).collect() } else { Vec::new() };
    let mut representatives: Vec<P::Move> = Vec::new();
    position.legal_moves().filter(move |&mv| {
        if symmetries.is_empty() {
            return true;
        }
        let is_equivalent = |&other: &P::Move| {
            symmetries.iter().any(|&symmetry| position.transform_move(other, symmetry) == mv)
        };
        let is_new = !representatives.iter().any(is_equivalent);
        if is_new {
            representatives.push(mv);
        }
        is_new
    })
}
