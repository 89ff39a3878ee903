//! The book: exact scores of positions from the opening of the standard board,
//! computed by the solver (`docs/connect4.md`), embedded.
//!
//! Its bytes are pairs in the order of keys: by how much the key exceeds the one
//! before, in groups of seven bits from the low ones up, all but the last with
//! the high bit set; then the score, one signed byte. A key's three low bits are
//! the column of a best move. Mirror images are one position. Games won at once
//! are left out: they need no book.

use std::borrow::Cow;
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

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The key of it or its mirror image, whichever is less.
    pub key: u64,
    /// Its score.
    pub score: i8,
    /// The column of a best move in the one with that key.
    pub column: u8,
}

/// Scores and best moves by keys, read where they are needed.
#[derive(Debug, Default)]
pub struct Book {
    bytes: Cow<'static, [u8]>,
    /// Where every so many positions on the reading may begin.
    marks: Vec<Reader>,
    len: usize,
}

/// Positions from one mark to the next.
const STEP: usize = 256;

/// A place in the bytes of a book.
#[derive(Clone, Copy, Debug, Default)]
struct Reader {
    /// The bytes before it.
    at: usize,
    /// The key before it, with its column.
    packed: u64,
}

impl Reader {
    /// The next position, unless the bytes end in the middle of it.
    fn next(&mut self, bytes: &[u8]) -> Option<Entry> {
        let mut shift = 0;
        loop {
            let byte = *bytes.get(self.at)?;
            self.at += 1;
            self.packed = self.packed.checked_add(u64::from(byte & 0x7f).checked_shl(shift)?)?;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        let score = bytes.get(self.at)?.cast_signed();
        self.at += 1;
        Some(Entry { key: self.packed >> 3, score, column: self.packed as u8 & 7 })
    }
}

impl Book {
    /// The embedded book, looked through at first use.
    pub fn embedded() -> &'static Self {
        static BOOK: OnceLock<Book> = OnceLock::new();
        BOOK.get_or_init(|| {
            Self::read(EMBEDDED).unwrap_or_else(|| unreachable!("the embedded book is whole"))
        })
    }

    /// A book of these positions, in any order; of those given twice, one.
    pub fn new(mut entries: Vec<Entry>) -> Self {
        entries.sort_unstable();
        entries.dedup_by_key(|entry| entry.key);
        let (mut bytes, mut last) = (Vec::new(), 0);
        for entry in &entries {
            let packed = entry.key << 3 | u64::from(entry.column & 7);
            let mut more = packed - last;
            while more >= 0x80 {
                bytes.push(more as u8 | 0x80);
                more >>= 7;
            }
            bytes.extend([more as u8, entry.score.cast_unsigned()]);
            last = packed;
        }
        Self::read(bytes).unwrap_or_else(|| unreachable!("what was written can be read"))
    }

    /// The book these bytes hold, unless they end in the middle of something.
    pub fn read(bytes: impl Into<Cow<'static, [u8]>>) -> Option<Self> {
        let bytes = bytes.into();
        let (mut marks, mut reader, mut len) = (Vec::new(), Reader::default(), 0);
        while reader.at < bytes.len() {
            if len % STEP == 0 {
                marks.push(reader);
            }
            reader.next(&bytes)?;
            len += 1;
        }
        Some(Self { bytes, marks, len })
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All it knows, in the order of keys.
    pub fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        self.entries_from(Reader::default())
    }

    fn entries_from(&self, mut reader: Reader) -> impl Iterator<Item = Entry> + '_ {
        std::iter::from_fn(move || reader.next(&self.bytes))
    }

    /// The score of a position and the cell of a best move, if it is here.
    pub fn find(&self, board: &Board<Standard>) -> Option<(i32, u8)> {
        if board.taken().count() > DEEPEST {
            return None;
        }
        let (key, is_image) = folded(board);
        // A mark knows the key before it, which has passed if it is this one.
        let after = self.marks.partition_point(|mark| mark.packed >> 3 < key);
        let mut entries = self.entries_from(*self.marks.get(after.saturating_sub(1))?);
        let found = entries.find(|entry| entry.key >= key).filter(|entry| entry.key == key)?;
        let column = if is_image { 6_u8.checked_sub(found.column)? } else { found.column };
        let cell = board.legal_moves().find(|cell| cell / 7 == column)?;
        Some((found.score.into(), cell))
    }
}

/// What the book says of a position with this score and the cell of a best move.
pub fn entry(board: &Board<Standard>, score: i32, cell: u8) -> Entry {
    let (key, is_image) = folded(board);
    let column = if is_image { 6 - cell / 7 } else { cell / 7 };
    Entry { key, score: score as i8, column }
}

/// The key that a position shares with its mirror image.
pub fn key(board: &Board<Standard>) -> u64 {
    folded(board).0
}

/// The lesser of the keys of a position and its mirror image, and whether it is
/// the image's.
fn folded(board: &Board<Standard>) -> (u64, bool) {
    let key = board.stones(board.turn()) + board.taken();
    let image = mirrored(board.geometry(), key);
    (key.min(image), image < key)
}

/// Whether the book tells all there is to know of a position: it is in it, or is won
/// at once.
pub fn covers<G: Geometry>(board: &Board<G>) -> bool {
    standard(board).is_some_and(|board| board.taken().count() <= DEEPEST)
}

/// Whether a board of any size is of the book's, as one of it.
pub fn standard<G: Geometry>(board: &Board<G>) -> Option<&Board<Standard>> {
    (board as &dyn std::any::Any).downcast_ref()
}
