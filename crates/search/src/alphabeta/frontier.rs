//! Frontier nodes, one ply above the leaves: their children are evaluated without a visit.

use plateau_core::Position;

use super::context::{NO_REPETITION, NodeContext, SearchResult};
use super::worker::Worker;
use crate::parts::{EvaluationStack, SearchParts};
use crate::score::Score;

impl<P: Position, S: SearchParts<P>> Worker<'_, P, S> {
    /// Returns whether the children of a node are evaluated without a visit.
    #[inline]
    pub(super) fn is_frontier(&self, node: NodeContext) -> bool {
        node.depth == 1 && !P::CYCLIC && self.shared.parts.policy().evaluates_frontier
    }

    /// Evaluates the children of a frontier node, in the order of their generation, until one
    /// causes a cutoff. The score is the one that visits without a probe would find: each child is a leaf.
    pub(super) fn search_frontier(&mut self, position: &P, node: NodeContext) -> SearchResult {
        let mut best = SearchResult { score: Score::LOWEST, proven: true, repetition_ply: NO_REPETITION };
        let mut alpha = node.alpha;
        for mv in position.legal_moves() {
            if self.count_node() {
                return SearchResult::estimate(Score::DRAW);
            }
            let child = position.after(mv);
            let leaf = if let Some(outcome) = child.outcome() {
                SearchResult::proven(Score::from_outcome::<P>(outcome, child.turn()))
            } else {
                let value = self.accumulators.evaluate_child(position, mv, &child);
                SearchResult::estimate(Score::estimate(value))
            };
            let result = leaf.for_parent();
            best.proven &= result.proven;
            best.score = best.score.max(result.score);
            if result.score > alpha {
                alpha = result.score;
                if node.is_pv {
                    self.pv_mut(node.ply + 1).clear();
                    self.update_pv(node.ply, mv);
                }
            }
            if alpha >= node.beta {
                return result;
            }
        }
        best
    }
}
