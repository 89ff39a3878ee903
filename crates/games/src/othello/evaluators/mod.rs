//! The baseline evaluation of Othello, and sets of squares that evaluations speak of.

mod baseline;
mod squares;
#[cfg(test)]
mod tests;

pub use baseline::Baseline;
pub use squares::{Squares, order_by_corners};

/// Returns the difference of the sizes of two sets.
#[inline]
fn lead(own: u64, opponent: u64) -> i32 {
    own.count_ones() as i32 - opponent.count_ones() as i32
}
