//! A fair referee for programs in any language.
//!
//! [`game`] says what one game is and how it went. A [`Player`] is an engine of ours, a
//! person, or a program that speaks one of the [`protocol`]s; the [`Referee`] lets two
//! of them play, trusts neither, and alone judges legality, end and time. [`engine`]
//! is the other side: an engine of ours that other referees drive; [`check`] tells the
//! author of a bot what is wrong with it. What plans, counts and keeps games is a match
//! or a tournament.

pub mod check;
mod command;
pub mod engine;
mod fault;
pub mod game;
mod inside;
pub mod phrases;
pub mod player;
pub mod pool;
mod process;
pub mod protocol;
pub mod referee;
pub mod spec;

pub use player::{Player, Prompt};
pub use pool::Pool;
pub use referee::{Halt, Referee, Settings};
pub use spec::{PlayerKind, PlayerSpec};
