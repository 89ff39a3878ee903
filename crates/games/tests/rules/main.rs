//! Tests of the rules and the error messages of every game. A single test binary, because
//! linking and monomorphisation take about a minute per binary.

mod achi;
mod bad_input;
mod connect4;
mod contract;
mod explanations;
mod keys;
mod morpion4;
mod othello;
mod perft;
mod picaria;
mod random_cases;
mod records;
mod referee;
mod registry;
mod supermorpion;
mod trees;
mod win_in_one;
