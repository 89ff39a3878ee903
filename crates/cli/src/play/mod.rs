//! A game at the terminal: [`lines`] plays it line by line, [`screen`] on a full
//! screen.

pub mod files;
pub mod keep;
pub mod lines;
pub mod phrases;
pub mod screen;
pub mod thinking;
pub mod words;
