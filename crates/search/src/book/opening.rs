//! Books of estimates.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::marker::PhantomData;

use plateau_core::Position;

use super::table::{BookError, BookKind, BookTable};
use super::{book_key, canonical};
use crate::score::Score;

/// Values of opening positions, from long searches backed up by negamax.
///
/// A value is for the side to move, in hundredths of a piece. It is an estimate, never proven.
#[derive(Clone, Debug)]
pub struct OpeningBook<P> {
    table: BookTable,
    positions: PhantomData<fn() -> P>,
}

/// A move that a book knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove<M> {
    /// The move.
    pub mv: M,
    /// Its value for the side that plays it, in hundredths of a piece.
    pub value: i16,
}

fn table(start: u64, entries: impl IntoIterator<Item = (u64, i16)>) -> BookTable {
    let entries = entries.into_iter().map(|(key, value)| (key, value.to_le_bytes())).collect();
    BookTable::new(BookKind::Estimates, start, entries)
}

/// Returns the file of an [`OpeningBook`] of keys with values, for code that does not know the type of its
/// positions. `start` is the [book key](book_key) of the start position.
pub fn book_bytes(start: u64, entries: impl IntoIterator<Item = (u64, i16)>) -> Vec<u8> {
    table(start, entries).bytes().to_vec()
}

impl<P: Position> OpeningBook<P> {
    /// The largest absolute value in a book. Forced wins have it too.
    pub const MAX_VALUE: i16 = 30_000;

    /// Creates a book of keys with values, in any order. `start` is the start position of the game.
    pub fn new(start: &P, entries: impl IntoIterator<Item = (u64, i16)>) -> Self {
        Self { table: table(book_key(start), entries), positions: PhantomData }
    }

    /// Reads the file of a book.
    pub fn read(bytes: impl Into<Cow<'static, [u8]>>, start: &P) -> Result<Self, BookError> {
        let table = BookTable::read(bytes.into(), BookKind::Estimates, book_key(start))?;
        Ok(Self { table, positions: PhantomData })
    }

    /// Returns the file.
    pub fn bytes(&self) -> &[u8] {
        self.table.bytes()
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Converts a score to a value of a book.
    pub fn value_of(score: Score) -> i16 {
        let most = i32::from(Self::MAX_VALUE);
        score.number().clamp(-most, most) as i16
    }

    /// Returns the value of a position.
    pub fn value(&self, position: &P) -> Option<i16> {
        self.value_of_image(&canonical(position).0)
    }

    fn value_of_image(&self, image: &P) -> Option<i16> {
        let value = i16::from_le_bytes(self.table.get(image.key())?);
        Some(value.clamp(-Self::MAX_VALUE, Self::MAX_VALUE))
    }

    /// Returns the known moves of a position of the book, best first, or `None` if a search must choose.
    ///
    /// A search must choose where the value of the position is not that of one of the known moves: then the
    /// position itself was searched, but not its moves. Symmetric positions have the same moves in the same
    /// order, each as the image of the other's.
    pub fn moves(&self, position: &P) -> Option<Vec<BookMove<P::Move>>> {
        let (image, back) = canonical(position);
        let own_value = self.value_of_image(&image)?;
        let known_move = |mv: P::Move| {
            let next = image.after(mv);
            let value = match next.outcome() {
                Some(outcome) => Self::value_of(Score::from_outcome::<P>(outcome, next.turn())),
                None => self.value(&next)?,
            };
            Some((Reverse(-value), mv))
        };
        let mut moves: Vec<(Reverse<i16>, P::Move)> = image.legal_moves().filter_map(known_move).collect();
        moves.sort_unstable();
        let best = moves.first()?.0.0;
        let to_move = |(Reverse(value), mv)| BookMove { mv: image.transform_move(mv, back), value };
        (best >= own_value).then(|| moves.into_iter().map(to_move).collect())
    }

    /// Returns the line of best moves as far as the book goes, beginning with `first`.
    pub fn line(&self, position: &P, first: P::Move) -> Vec<P::Move> {
        let (mut line, mut position) = (vec![first], position.after(first));
        while let Some(best) = self.moves(&position).and_then(|moves| moves.first().copied()) {
            line.push(best.mv);
            position.play_unchecked(best.mv);
        }
        line
    }
}
