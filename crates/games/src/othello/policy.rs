//! The parts of a search with a learned evaluation, and the numbers of its policy.

use plateau_search::{NoProbe, Parts, Policy, Reductions};

use super::endgame::Endgame;
use super::learned::{self, StageWeights};
use super::prob_cuts;

/// Moves are ordered, and reduced, by the static values of the children.
const POLICY: Policy =
    Policy { reductions: Reductions { static_gap: 400, ..Reductions::DEFAULT }, ..Policy::STATIC_ORDERING };

/// The parts of a search with a table of weights.
pub type WeightParts<const N: usize> = Parts<StageWeights<N>, StageWeights<N>, NoProbe, Endgame>;

/// Returns the parts of a search with the net that ships with the game. Every engine that uses it
/// shares one compiled search.
pub fn parts<const N: usize>() -> WeightParts<N> {
    // Multi-ProbCut is fitted to searches on 8×8.
    let prob_cuts = if N == 8 { prob_cuts::STAGES } else { &[] };
    let parts = learned_parts(learned::shipped::<N>());
    parts.with_policy(Policy { prob_cuts, ..POLICY })
}

/// Returns the parts of a search with a table of weights. Multi-ProbCut is fitted to the evaluation that
/// ships with the game.
pub fn learned_parts<const N: usize>(weights: StageWeights<N>) -> WeightParts<N> {
    Parts::ordered(weights).with_endgame(Endgame).with_policy(POLICY)
}
