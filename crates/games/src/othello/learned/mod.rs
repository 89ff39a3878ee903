//! The learned evaluation of Othello: patterns, the numbers of moves and the parity, weighted by stage.

mod features;
mod indices;
mod shapes;
mod stage_weights;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use plateau_learn::Net;
use plateau_search::ErasedParts;

use super::board::Board;
use super::policy;
use crate::engines::NamedEvaluator;
use crate::explain::Explain;
use crate::learned::net_evaluator;
use crate::phrases;

pub use features::PatternFeatures;
pub use stage_weights::StageWeights;

/// Returns the evaluator of a net, as tables of weights if it has one number per row.
pub fn evaluator<const N: usize>(
    features: &PatternFeatures<N>,
    net: Arc<Net>,
    game: &ErasedParts<Board<N>>,
) -> NamedEvaluator<Board<N>> {
    match StageWeights::new(features, &net) {
        Some(weights) => {
            NamedEvaluator::compiled("learned", &phrases::EVAL_LEARNED, policy::learned_parts(weights))
        }
        None => net_evaluator(features, net, game),
    }
}

impl<const N: usize> Explain<Board<N>> for StageWeights<N> {}
