//! The parts of a search with the fitted evaluation, and the numbers of its policy.

use plateau_search::{NoProbe, Parts, Policy, Reductions};

use super::endgame::Endgame;
use super::evaluators::Patterns;
use super::learned::StageWeights;
use super::prob_cuts;

/// Moves are ordered, and reduced, by the static values of the children.
const POLICY: Policy =
    Policy { reductions: Reductions { static_gap: 400, ..Reductions::DEFAULT }, ..Policy::STATIC_ORDERING };

/// Returns the parts of a search with the fitted evaluation. Every engine that uses it shares
/// one compiled search.
pub fn parts<const N: usize>() -> Parts<Patterns, Patterns, NoProbe, Endgame> {
    // Multi-ProbCut is fitted to searches on 8×8.
    let prob_cuts = if N == 8 { prob_cuts::STAGES } else { &[] };
    Parts::ordered(Patterns::default()).with_endgame(Endgame).with_policy(Policy { prob_cuts, ..POLICY })
}

/// Returns the parts of a search with a learned table of weights. Multi-ProbCut is fitted to another
/// evaluation.
pub fn learned_parts<const N: usize>(
    weights: StageWeights<N>,
) -> Parts<StageWeights<N>, StageWeights<N>, NoProbe, Endgame> {
    Parts::ordered(weights).with_endgame(Endgame).with_policy(POLICY)
}
