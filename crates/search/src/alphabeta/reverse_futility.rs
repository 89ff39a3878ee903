//! Reverse futility pruning: near the leaves, a static value far above beta decides a node without
//! a search. Unsound, so what it touches is never proven.

use plateau_core::Position;

use super::context::{NodeContext, SearchResult};
use super::worker::Worker;
use crate::parts::{EvaluationStack, ReverseFutility, SearchParts};
use crate::score::Score;

impl<P: Position, S: SearchParts<P>> Worker<'_, P, S> {
    /// Returns a score if the static value is so far above beta that a search is unlikely to fall
    /// below it.
    ///
    /// Not at PV nodes, not where alpha or beta is a win or loss score, and not in searches
    /// without limits, which end only with a proof.
    #[inline]
    pub(super) fn reverse_futility(&mut self, position: &P, node: NodeContext) -> Option<SearchResult> {
        let ReverseFutility { max_depth, margin } = self.shared.parts.policy().reverse_futility?;
        let is_estimate = node.alpha.is_estimate() && node.beta.is_estimate();
        let is_allowed = self.shared.settings.techniques.reverse_futility && self.shared.limits.is_limited();
        if node.depth > max_depth || node.is_pv || !is_estimate || !is_allowed {
            return None;
        }
        let value = node.static_value.unwrap_or_else(|| self.accumulators.evaluate(position));
        let value = value.saturating_sub(margin * node.depth as i32);
        (value >= node.beta.number()).then(|| SearchResult::estimate(Score::estimate(value)))
    }
}
