//! One file for each subcommand: its arguments, its examples and its answer.

pub mod games;
pub mod home;
pub mod perft;
pub mod show;
