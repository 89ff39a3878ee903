//! The contract of a game: what a two-player board game of perfect information
//! must say about itself so that search, drawing, the terminal, the page and
//! the arena can work with it. No search and no input or output live here.
//!
//! - [`Position`] is the hot trait: one valid state, small, copied at each move.
//! - [`Variant`] is the rules with their options: it makes positions, reads and
//!   writes text, and tells how the board looks.
//! - [`Record`] is a game in progress: start, moves, repetition, result.
//! - [`contract::check`] holds an implementation to all of its promises.

pub mod bits;
pub mod contract;
pub mod error;
pub mod hash;
pub mod intern;
pub mod layout;
pub mod outcome;
pub mod perft;
pub mod phrases;
pub mod position;
pub mod reach;
pub mod record;
pub mod symmetry;
pub mod text;
pub mod variant;

pub use error::{Field, NotationError};
pub use layout::{Layout, View};
pub use outcome::{Objective, Outcome, Player};
pub use position::Position;
pub use record::{Finish, Reason, Record};
pub use symmetry::Symmetry;
pub use text::{Lang, Message, Phrase};
pub use variant::Variant;
