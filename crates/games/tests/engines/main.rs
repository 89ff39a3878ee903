//! Searches and engines on positions of every game, checked against plain ones.

mod common;
mod connect4;
mod endings;
mod evaluators;
mod fixed_depth;
mod learned;
mod opponents;
mod othello;
mod panics;
mod proofs;
mod retrograde;
mod supermorpion;
mod textbook;
mod threats;
