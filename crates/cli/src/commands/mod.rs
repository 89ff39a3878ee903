//! One file for each subcommand: its arguments, its examples and its answer.

pub mod analyse;
pub mod bench;
pub mod best;
pub mod games;
pub mod home;
pub mod perft;
pub mod play;
pub mod show;
pub mod solve;
pub mod tree;
