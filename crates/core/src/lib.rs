//! The traits that a two-player board game of perfect information implements so that
//! search, drawing, the terminal, the page and the arena work with it. This crate does no
//! search and no input or output.
//!
//! - [`Position`] is one valid state of a game: small, and copied at each move.
//! - [`Variant`] is the rules with their options: it creates, parses and prints positions
//!   and describes the board.
//! - [`Record`] is a game in progress: start, moves, repetitions, result.
//! - [`contract::check`] tests an implementation against the contract of these traits.

pub mod bits;
pub mod contract;
pub mod error;
pub mod hash;
pub mod intern;
pub mod layout;
pub mod look;
pub mod math;
pub mod outcome;
pub mod perft;
pub mod phrases;
pub mod position;
pub mod reachable;
pub mod record;
pub mod similar;
pub mod symmetry;
pub mod text;
pub mod variant;

pub use error::{Field, NotationError, is_control};
pub use layout::{Layout, Note, View};
pub use look::Look;
pub use outcome::{Objective, Outcome, Player};
pub use position::Position;
pub use record::{Finish, Reason, Record};
pub use symmetry::Symmetry;
pub use text::{Lang, Message, Phrase};
pub use variant::Variant;
