//! A game at the terminal: [`screen`] plays it on the full screen, [`prompt`] line by line.

pub mod autosave;
pub mod engine_limits;
mod move_message;
pub mod phrases;
pub mod programs;
pub mod prompt;
pub mod saved_games;
pub mod screen;
