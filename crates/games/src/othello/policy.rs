//! The parts of a search with a learned evaluation, and the numbers of its policy.

use plateau_search::{NoProbe, Parts, Policy, Reductions, ReverseFutility};

use super::endgame::Endgame;
use super::learned::{self, StageWeights};
use super::prob_cuts;

/// Moves are ordered, and reduced, by the static values of the children.
const POLICY: Policy =
    Policy { reductions: Reductions { static_gap: 400, ..Reductions::DEFAULT }, ..Policy::STATIC_ORDERING };

/// The policy on 8×8 with the net that ships with the game. Over two plies, its static values err by three to
/// four discs.
const POLICY_8X8: Policy = Policy {
    prob_cuts: prob_cuts::STAGES,
    reverse_futility: Some(ReverseFutility { max_depth: 2, margin: 250 }),
    ..POLICY
};

/// The parts of a search with a table of weights.
pub type WeightParts<const N: usize> = Parts<StageWeights<N>, StageWeights<N>, NoProbe, Endgame>;

/// Returns the parts of a search with the net that ships with the game. Every engine that uses it
/// shares one compiled search.
pub fn parts<const N: usize>() -> WeightParts<N> {
    let parts = learned_parts(learned::shipped::<N>());
    if N == 8 { parts.with_policy(POLICY_8X8) } else { parts }
}

/// Returns the parts of a search with a table of weights, without the cuts that are fitted to the
/// evaluation that ships with the game.
pub fn learned_parts<const N: usize>(weights: StageWeights<N>) -> WeightParts<N> {
    Parts::ordered(weights).with_endgame(Endgame).with_policy(POLICY)
}
