//! Games between people and engines. [`session`] is the game itself and knows
//! nothing of terminals; [`lines`] plays it line by line, [`screen`] on a full screen.

pub mod files;
pub mod lines;
pub mod phrases;
pub mod screen;
pub mod seat;
pub mod session;
pub mod thinking;
mod words;
