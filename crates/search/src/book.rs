//! Opening books: values of positions of the first plies, from long searches or from a solver.
//!
//! | module | what it does |
//! |---|---|
//! | [`OpeningBook`] | estimates by long searches, and the moves they recommend |
//! | [`ExactBook`] | exact scores and best moves, as a solver has proven them |
//! | [`BookEngine`] | plays from an opening book, else asks another engine |
//! | [`expansion`] | builds an opening book by drop-out expansion |
//! | [`journal`] | stores evaluated positions, so that a build can be interrupted |
//!
//! Symmetric positions share an entry: the key of an entry is that of
//! [`Position::canonical`]. All its 64 bits are stored.

mod engine;
mod exact;
pub mod expansion;
pub mod journal;
mod opening;
mod table;

use plateau_core::{Position, Symmetry};

pub use engine::{BookEngine, BookStyle};
pub use exact::{ExactBook, ExactEntry};
pub use opening::{BookMove, OpeningBook, book_bytes};
pub use table::BookError;

/// Returns the key that a position shares with its symmetric images.
pub fn book_key<P: Position>(position: &P) -> u64 {
    canonical(position).0.key()
}

/// Returns the symmetric image with the smallest key, and a symmetry that maps it back to the position.
fn canonical<P: Position>(position: &P) -> (P, Symmetry) {
    let images = position.symmetries().iter().map(|&symmetry| (position.transform(symmetry), symmetry));
    let smallest = images.min_by_key(|(image, _)| image.key());
    smallest.map_or((*position, Symmetry::Identity), |(image, symmetry)| (image, symmetry.inverse()))
}
