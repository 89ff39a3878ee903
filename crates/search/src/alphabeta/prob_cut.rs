//! Multi-ProbCut: a shallow search predicts that a deep one would leave the window.

use plateau_core::Position;

use super::context::{NodeContext, SearchResult, null_window};
use super::worker::Worker;
use crate::parts::{EvaluationStack, Evaluator, ProbCut, SearchParts};
use crate::score::Score;

impl<P: Position, S: SearchParts<P>> Worker<'_, P, S> {
    /// Multi-ProbCut: returns a bound if a shallow search predicts a score far outside the
    /// window. The bound is never proven.
    ///
    /// Skipped if alpha or beta is a win or loss score, and in searches without limits, which
    /// end only with a proof.
    #[inline]
    pub fn prob_cut(&mut self, position: &P, node: NodeContext) -> Option<SearchResult> {
        let parts = self.shared.parts;
        let stages = parts.policy().prob_cuts;
        let is_limited = self.shared.limits.is_limited();
        if stages.is_empty() || node.is_pv || !is_limited || !self.shared.settings.techniques.prob_cuts {
            return None;
        }
        let stage = parts.evaluator().stage(position).min(stages.len() - 1);
        // The shallow search must be shallower, or it would check itself for ever.
        let applies = |check: &&ProbCut| check.depth == node.depth && check.shallow_depth < check.depth;
        let checks = stages[stage].iter().filter(applies);
        for check in checks {
            if let Some(result) = self.check(position, node, check) {
                return Some(result);
            }
        }
        None
    }

    /// Runs one check, for both bounds of the window.
    fn check(&mut self, position: &P, node: NodeContext, check: &ProbCut) -> Option<SearchResult> {
        let NodeContext { alpha, beta, .. } = node;
        if !alpha.is_estimate() || !beta.is_estimate() {
            return None;
        }
        let static_value = node.static_value.unwrap_or_else(|| self.accumulators.evaluate(position));
        let margin = check.confidence * check.sigma;
        // The shallow score from which on the prediction lies beyond a bound.
        let needed = |bound: f32| ((bound - check.offset) / check.slope).round() as i32;
        let shallow = NodeContext { depth: check.shallow_depth, is_pv: false, ..node };
        let high = needed(beta.number() as f32 + margin);
        if static_value >= beta.number() {
            let window =
                NodeContext { alpha: Score::estimate(high - 1), beta: Score::estimate(high), ..shallow };
            let result = self.search_node(position, window);
            if result.score >= window.beta && self.stopped.is_none() {
                return Some(SearchResult { score: beta, proven: false, ..result });
            }
        }
        let low = needed(alpha.number() as f32 - margin);
        if static_value <= alpha.number() && self.stopped.is_none() {
            let low = Score::estimate(low);
            let window = NodeContext { alpha: low, beta: null_window(low), ..shallow };
            let result = self.search_node(position, window);
            if result.score <= low && self.stopped.is_none() {
                return Some(SearchResult { score: alpha, proven: false, ..result });
            }
        }
        None
    }
}
