//! The arena at the command line.

#[path = "../common/mod.rs"]
mod common;
mod engine;
#[path = "../common/program.rs"]
mod program;
mod tournament;
