//! A fair referee for programs in any language.
//!
//! [`game`] says what one game is and how it went. A [`host`] plays it; [`engines`] is the
//! one of our own engines. What plans, counts and keeps games is here too:
//!
//! - [`plan`] is a tournament before it is played, [`schedule`] who meets whom,
//!   [`openings`] how pairs of games begin.
//! - [`run`] plays it, and [`store`] keeps every game ([`kept`]) before it counts.
//! - [`stats`] is what results tell of strength, [`table`] how a tournament stands, and
//!   [`words`], [`export`] and [`report`] show it.

pub mod control;
pub mod engines;
pub mod export;
pub mod game;
pub mod host;
pub mod kept;
pub mod openings;
pub mod plan;
pub mod report;
pub mod run;
pub mod schedule;
pub mod stats;
pub mod store;
pub mod table;
pub mod words;
