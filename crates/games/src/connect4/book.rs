//! The book: exact scores of positions from the opening of the standard board,
//! computed by the solver (`docs/connect4.md`), embedded.
//!
//! Its bytes are pairs in the order of keys: by how much the key exceeds the one
//! before, in groups of seven bits from the low ones up, all but the last with
//! the high bit set; then the score, one signed byte. Mirror images are one
//! position. Games won at once are left out: they need no book.

use std::sync::OnceLock;

use plateau_core::Position;
use plateau_core::bits::Bits;

use super::board::Board;
use super::geometry::{Fixed, Geometry};
use super::solver::mirrored;

/// The board that has a book.
pub type Standard = Fixed<7, 6>;

/// Positions with more stones are in no book.
pub const DEEPEST: u32 = 8;

static EMBEDDED: &[u8] = include_bytes!("book.bin");

/// Scores by keys.
#[derive(Debug, Default)]
pub struct Book {
    /// In order.
    entries: Vec<(u64, i8)>,
}

impl Book {
    /// The embedded book, read at first use.
    pub fn embedded() -> &'static Self {
        static BOOK: OnceLock<Book> = OnceLock::new();
        BOOK.get_or_init(|| Self::read(EMBEDDED).unwrap_or_default())
    }

    /// A book of these positions, in any order; of those given twice, one.
    pub fn new(mut entries: Vec<(u64, i8)>) -> Self {
        entries.sort_unstable();
        entries.dedup_by_key(|entry| entry.0);
        Self { entries }
    }

    /// The book these bytes hold, unless they end in the middle of something.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (mut entries, mut key, mut at) = (Vec::new(), 0, 0);
        while at < bytes.len() {
            let mut shift = 0;
            loop {
                let byte = *bytes.get(at)?;
                at += 1;
                key += u64::from(byte & 0x7f).checked_shl(shift)?;
                shift += 7;
                if byte < 0x80 {
                    break;
                }
            }
            entries.push((key, bytes.get(at)?.cast_signed()));
            at += 1;
        }
        Some(Self { entries })
    }

    /// Its bytes.
    pub fn write(&self) -> Vec<u8> {
        let (mut bytes, mut last) = (Vec::new(), 0);
        for &(key, score) in &self.entries {
            let mut more = key - last;
            while more >= 0x80 {
                bytes.push(more as u8 | 0x80);
                more >>= 7;
            }
            bytes.extend([more as u8, score.cast_unsigned()]);
            last = key;
        }
        bytes
    }

    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All it knows, in the order of keys.
    pub fn entries(&self) -> &[(u64, i8)] {
        &self.entries
    }

    /// The score of a position, if it is here.
    pub fn score(&self, board: &Board<Standard>) -> Option<i32> {
        if board.taken().count() > DEEPEST {
            return None;
        }
        let wanted = key(board);
        let found = self.entries.binary_search_by_key(&wanted, |entry| entry.0).ok()?;
        Some(self.entries[found].1.into())
    }
}

/// The key of a position and its mirror image.
pub fn key(board: &Board<Standard>) -> u64 {
    let own = board.stones(board.turn());
    let key = own + board.taken();
    key.min(mirrored(board.geometry(), key))
}

/// Whether a board of any size is of the book's, as one of it.
pub fn standard<G: Geometry>(board: &Board<G>) -> Option<&Board<Standard>> {
    (board as &dyn std::any::Any).downcast_ref()
}
