//! Static evaluation of Othello.

mod baseline;
mod explain;
mod features;
mod pattern_set;
mod patterns;
#[cfg(test)]
mod tests;
mod weights;

pub use baseline::Baseline;
pub use patterns::{Patterns, order_by_corners};
pub use weights::{STAGES, Weights, stage};

/// Returns the difference of the sizes of two sets.
#[inline]
fn lead(own: u64, opponent: u64) -> i32 {
    own.count_ones() as i32 - opponent.count_ones() as i32
}
