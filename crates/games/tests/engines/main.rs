//! Every search on positions of every game, held to plain ones.

mod connect4;
mod endings;
mod evaluators;
mod fixed_depth;
mod opponents;
mod proofs;
mod retrograde;
mod tables;
mod threats;
