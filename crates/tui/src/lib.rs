//! A game at the terminal: [`screen`] plays it on the full screen, [`prompt`] line by line.

pub mod autosave;
pub mod engine_limits;
mod engine_move;
pub mod phrases;
pub mod prompt;
pub mod saved_games;
pub mod screen;
