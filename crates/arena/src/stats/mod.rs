//! What results tell of strength: a score with its interval, a test that stops as
//! soon as it can, and ratings of many players. All figures are of pairs of games:
//! the two games of a pair share their opening, so that they are no two independent
//! trials.

pub mod normal;
pub mod pairs;
pub mod rating;
pub mod sprt;

pub use pairs::{Elo, Pairs, elo_of, share_of};
pub use rating::{Duel, Rating, ratings};
pub use sprt::{Sprt, Verdict};
