//! The rules of every game, and what it says of text that is wrong. One program
//! of many modules: each program more is a minute of linking and generic code.

mod achi;
mod bad_input;
mod connect4;
mod contract;
mod keys;
mod morpion4;
mod othello;
mod perft;
mod picaria;
mod records;
mod referee;
mod registry;
mod supermorpion;
mod trees;
mod win_in_one;
