//! What an unfinished game of Othello is worth.

mod features;
mod ours;
mod patterns;
mod seed;
#[cfg(test)]
mod tests;
mod weights;

pub use ours::Ours;
pub use seed::Seed;
pub use weights::{STAGES, Weights, stage};

/// How many more squares of a set one holds than the other.
#[inline]
fn lead(own: u64, other: u64) -> i32 {
    own.count_ones() as i32 - other.count_ones() as i32
}
