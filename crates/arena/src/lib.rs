//! A fair referee for programs in any language.
//!
//! [`game`] says what one game is and how it went. A [`Player`] is an engine of ours, a
//! person, or a program that speaks one of the [`protocol`]s; the [`Referee`] lets two
//! of them play, trusts neither, and alone judges legality, end and time. [`engine`]
//! is the other side: an engine of ours that other referees drive; [`check`] tells the
//! author of a bot what is wrong with it.
//!
//! A [`host`] plays games one after the other, most often a [`Pool`] of players. What plans, counts and keeps them:
//!
//! - [`plan`] is a tournament before it is played, [`schedule`] who meets whom,
//!   [`openings`] how pairs of games begin, [`terms`] what holds for all of them.
//! - [`run`] plays it, and [`store`] keeps every game ([`kept`]) before it counts.
//! - [`stats`] is what results tell of strength, [`table`] how a tournament stands, and
//!   [`words`], [`export`] and [`report`] show it, [`live`] while it is played.

pub mod check;
mod command;
pub mod control;
pub mod engine;
pub mod export;
mod fault;
pub mod game;
pub mod host;
mod inside;
pub mod kept;
pub mod live;
pub mod openings;
pub mod phrases;
pub mod plan;
pub mod player;
pub mod pool;
mod process;
pub mod protocol;
pub mod referee;
pub mod report;
pub mod run;
pub mod schedule;
pub mod spec;
pub mod stats;
pub mod store;
pub mod table;
pub mod terms;
pub mod words;

pub use player::{People, Player, Prompt};
pub use pool::Pool;
pub use referee::{Halt, Referee, Settings};
pub use spec::{PlayerKind, PlayerSpec};
