//! One file for each subcommand: its arguments, its examples and its answer.

pub mod analyse;
pub mod bench;
pub mod best;
pub mod completions;
pub mod games;
pub mod man;
pub mod matches;
pub mod perft;
pub mod play;
pub mod serve;
pub mod show;
pub mod solve;
pub mod tournament;
pub mod tree;
