//! A fair referee for programs in any language.
//!
//! [`game`] says what one game is and how it went. What plays it is a referee; what
//! plans, counts and keeps games is a match or a tournament.

pub mod game;
