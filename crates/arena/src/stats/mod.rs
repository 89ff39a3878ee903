//! Match statistics: scores with confidence intervals, SPRT, and ratings of many players.
//!
//! The unit of a match is the pair of games, not the game: the two games of a pair share
//! their opening and are not independent.

pub mod normal;
pub mod pentanomial;
pub mod rating;
pub mod sprt;

pub use pentanomial::{Elo, Pentanomial, elo_from_score, expected_score};
pub use rating::{HeadToHead, Rating, error_against, ratings};
pub use sprt::{Sprt, Verdict};
