//! Books of exact scores.

use std::borrow::Cow;
use std::marker::PhantomData;

use plateau_core::Position;

use super::table::{BookError, BookKind, BookTable};
use super::{book_key, canonical};

/// Exact scores and best moves of opening positions, as a solver has proven them.
///
/// The score of a position is for the side to move, in the unit of the game, such as discs. The move is
/// stored as its [`Position::move_index`] in the canonical image.
#[derive(Clone, Debug)]
pub struct ExactBook<P> {
    table: BookTable,
    positions: PhantomData<fn() -> P>,
}

/// A position of an [`ExactBook`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExactEntry {
    /// The key that it shares with its symmetric images.
    pub key: u64,
    /// The exact score for the side to move.
    pub score: i8,
    /// The index of a best move in the canonical image.
    pub move_index: u8,
}

impl ExactEntry {
    /// Creates the entry of a position with its score and a best move.
    ///
    /// # Panics
    ///
    /// If the index of the move is above 255.
    pub fn new<P: Position>(position: &P, score: i8, best: P::Move) -> Self {
        let (image, back) = canonical(position);
        let index = P::move_index(position.transform_move(best, back.inverse()));
        let move_index = u8::try_from(index).expect("a move index of one byte");
        Self { key: image.key(), score, move_index }
    }

    /// Returns the best move of a position with this entry, or `None` if no legal move has its index.
    pub fn best_move<P: Position>(&self, position: &P) -> Option<P::Move> {
        let (image, back) = canonical(position);
        let mv = image.legal_moves().find(|&mv| P::move_index(mv) == usize::from(self.move_index))?;
        Some(image.transform_move(mv, back))
    }
}

impl<P: Position> ExactBook<P> {
    /// Creates a book of these entries, in any order. `start` is the start position of the game.
    pub fn new(start: &P, entries: impl IntoIterator<Item = ExactEntry>) -> Self {
        let content = |entry: ExactEntry| (entry.key, [entry.score.cast_unsigned(), entry.move_index]);
        let entries = entries.into_iter().map(content).collect();
        let table = BookTable::new(BookKind::Exact, book_key(start), entries);
        Self { table, positions: PhantomData }
    }

    /// Reads the file of a book.
    pub fn read(bytes: impl Into<Cow<'static, [u8]>>, start: &P) -> Result<Self, BookError> {
        let table = BookTable::read(bytes.into(), BookKind::Exact, book_key(start))?;
        Ok(Self { table, positions: PhantomData })
    }

    /// Returns the file.
    pub fn bytes(&self) -> &[u8] {
        self.table.bytes()
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Returns whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the exact score of a position and a best move.
    pub fn find(&self, position: &P) -> Option<(i32, P::Move)> {
        let key = book_key(position);
        let [score, move_index] = self.table.get(key)?;
        let entry = ExactEntry { key, score: score.cast_signed(), move_index };
        Some((entry.score.into(), entry.best_move(position)?))
    }
}
