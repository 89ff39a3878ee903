//! The embedded opening book: exact scores and best moves of all positions of the standard
//! board with up to eight stones, computed by the solver (`docs/connect4.md`).
//!
//! The format is a sequence of entries sorted by key. Each is the difference between its
//! packed key and the previous one as a LEB128 varint, then the score as a signed byte. A
//! packed key is the position's key shifted by three bits, with the column of a best move in
//! the low bits. Mirror images share an entry. Positions with an immediate win are left out.

use std::borrow::Cow;
use std::sync::OnceLock;

use plateau_core::Position;
use plateau_core::bits::Bits;

use super::board::Board;
use super::geometry::{Fixed, Geometry};
use super::solver::mirror_key;

/// The board that the book is for.
pub type Standard = Fixed<7, 6>;

/// The largest number of stones of a position in the book.
pub const MAX_STONES: u32 = 8;

static EMBEDDED: &[u8] = include_bytes!("book.bin");

/// A position with its score and a best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The smaller of the keys of the position and its mirror image.
    pub key: u64,
    /// The score.
    pub score: i8,
    /// The column of a best move in the image with that key.
    pub column: u8,
}

/// Scores and best moves by key, decoded on demand.
#[derive(Debug, Default)]
pub struct Book {
    bytes: Cow<'static, [u8]>,
    /// The state of the decoder at every [`INDEX_STEP`]th entry.
    index: Vec<Decoder>,
    len: usize,
}

/// The number of entries between two decoders of the index.
const INDEX_STEP: usize = 256;

/// Decodes entries one after another.
#[derive(Clone, Copy, Debug, Default)]
struct Decoder {
    /// The offset of the next entry.
    offset: usize,
    /// The packed key of the previous entry.
    packed: u64,
}

impl Decoder {
    /// Decodes the next entry. Returns `None` at the end of the bytes.
    fn next(&mut self, bytes: &[u8]) -> Option<Entry> {
        let mut shift = 0;
        loop {
            let byte = *bytes.get(self.offset)?;
            self.offset += 1;
            self.packed = self.packed.checked_add(u64::from(byte & 0x7f).checked_shl(shift)?)?;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        let score = bytes.get(self.offset)?.cast_signed();
        self.offset += 1;
        Some(Entry { key: self.packed >> 3, score, column: self.packed as u8 & 7 })
    }
}

impl Book {
    /// Returns the embedded book, indexed at first use.
    pub fn embedded() -> &'static Self {
        static BOOK: OnceLock<Book> = OnceLock::new();
        BOOK.get_or_init(|| {
            Self::read(EMBEDDED).unwrap_or_else(|| unreachable!("the embedded book is complete"))
        })
    }

    /// Creates a book of these entries, in any order; duplicates are removed.
    pub fn new(mut entries: Vec<Entry>) -> Self {
        entries.sort_unstable();
        entries.dedup_by_key(|entry| entry.key);
        let (mut bytes, mut last) = (Vec::new(), 0);
        for entry in &entries {
            let packed = entry.key << 3 | u64::from(entry.column & 7);
            let mut difference = packed - last;
            while difference >= 0x80 {
                bytes.push(difference as u8 | 0x80);
                difference >>= 7;
            }
            bytes.extend([difference as u8, entry.score.cast_unsigned()]);
            last = packed;
        }
        Self::read(bytes).unwrap_or_else(|| unreachable!("encoded entries can be decoded"))
    }

    /// Decodes a book. Returns `None` if the bytes end within an entry.
    pub fn read(bytes: impl Into<Cow<'static, [u8]>>) -> Option<Self> {
        let bytes = bytes.into();
        let (mut index, mut decoder, mut len) = (Vec::new(), Decoder::default(), 0);
        while decoder.offset < bytes.len() {
            if len % INDEX_STEP == 0 {
                index.push(decoder);
            }
            decoder.next(&bytes)?;
            len += 1;
        }
        Some(Self { bytes, index, len })
    }

    /// Returns the encoded entries.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns all entries, sorted by key.
    pub fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        self.entries_from(Decoder::default())
    }

    fn entries_from(&self, mut decoder: Decoder) -> impl Iterator<Item = Entry> + '_ {
        std::iter::from_fn(move || decoder.next(&self.bytes))
    }

    /// Returns the score of a position and the cell of a best move.
    pub fn find(&self, board: &Board<Standard>) -> Option<(i32, u8)> {
        if board.taken().count() > MAX_STONES {
            return None;
        }
        let (key, is_mirrored) = canonical_key(board);
        // A decoder holds the previous key, so it must start before the one wanted.
        let after = self.index.partition_point(|decoder| decoder.packed >> 3 < key);
        let mut entries = self.entries_from(*self.index.get(after.saturating_sub(1))?);
        let found = entries.find(|entry| entry.key >= key).filter(|entry| entry.key == key)?;
        let column = if is_mirrored { 6_u8.checked_sub(found.column)? } else { found.column };
        let cell = board.legal_moves().find(|cell| cell / 7 == column)?;
        Some((found.score.into(), cell))
    }
}

/// Creates the entry of a position with this score and best move.
pub fn entry(board: &Board<Standard>, score: i32, cell: u8) -> Entry {
    let (key, is_mirrored) = canonical_key(board);
    let column = if is_mirrored { 6 - cell / 7 } else { cell / 7 };
    Entry { key, score: score as i8, column }
}

/// Returns the key that a position shares with its mirror image.
pub fn key(board: &Board<Standard>) -> u64 {
    canonical_key(board).0
}

/// Returns the smaller of the keys of a position and its mirror image, and whether it is
/// that of the image.
fn canonical_key(board: &Board<Standard>) -> (u64, bool) {
    let key = board.stones(board.turn()) + board.taken();
    let image = mirror_key(board.geometry(), key);
    (key.min(image), image < key)
}

/// Returns whether a position is in the book or has an immediate win.
pub fn covers<G: Geometry>(board: &Board<G>) -> bool {
    as_standard(board).is_some_and(|board| board.taken().count() <= MAX_STONES)
}

/// Returns a board as one of the standard size, if it is.
pub fn as_standard<G: Geometry>(board: &Board<G>) -> Option<&Board<Standard>> {
    (board as &dyn std::any::Any).downcast_ref()
}
