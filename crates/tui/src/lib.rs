//! A game at the terminal: [`prompt`] plays it line by line, [`screen`] on the full
//! screen.

pub mod autosave;
pub mod engine_limits;
pub mod phrases;
pub mod prompt;
pub mod prompt_commands;
pub mod saved_games;
pub mod screen;
