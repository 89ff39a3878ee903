//! The page, in a real browser: every game by clicks, analysis and trees that say
//! what the command line says, two people and a watcher, keys, French, phones.

mod addresses;
#[path = "../browser/mod.rs"]
mod browser;
mod games;
mod manners;
mod people;
mod screens;
mod views;

use browser::page::Page;

/// The games there are.
const GAMES: [&str; 7] = ["tictactoe", "supermorpion", "morpion4", "connect4", "othello", "achi", "picaria"];

/// Opens a place of the page, `#/…`.
fn open(name: &str, place: &str) -> Page {
    Page::open(env!("CARGO_BIN_EXE_plateau"), name, place)
}
