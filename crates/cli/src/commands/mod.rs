//! The subcommands, each with its arguments, its examples and its `run`.

pub mod admin;
pub mod analyse;
pub mod bench;
pub mod best;
pub mod check_bot;
pub mod completions;
pub mod db;
pub mod engine;
pub mod engines;
pub mod eval;
pub mod games;
pub mod man;
pub mod match_command;
pub mod perft;
pub mod play;
pub mod serve;
pub mod show;
pub mod solve;
pub mod tournament;
pub mod train;
pub mod tree;
