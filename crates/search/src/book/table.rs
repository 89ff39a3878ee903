//! The file of a book: a sorted table of keys with two bytes each.
//!
//! All numbers are little-endian:
//!
//! | offset | bytes | what |
//! |--:|--:|---|
//! | 0 | 8 | the magic bytes `PLATBOOK` |
//! | 8 | 2 | the version of the format, 1 |
//! | 10 | 2 | the kind of book: 0 for estimates, 1 for exact scores |
//! | 12 | 4 | the number of entries |
//! | 16 | 8 | the key of the start position, up to symmetry |
//! | 24 | 8 | a checksum of the entries |
//! | 32 | 8 each | the keys in increasing order |
//! | then | 2 each | the contents of the entries, in the order of the keys |

use std::borrow::Cow;

use plateau_core::hash::mix_all;

const MAGIC: [u8; 8] = *b"PLATBOOK";
const VERSION: u16 = 1;
const HEADER_BYTES: usize = 32;
const KEY_BYTES: usize = 8;
const CONTENT_BYTES: usize = 2;

/// What the entries of a book are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookKind {
    /// Values of long searches.
    Estimates = 0,
    /// Proven scores with best moves.
    Exact = 1,
}

/// Why bytes are not a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// The magic bytes are missing.
    #[error("this is not a book of Plateau")]
    NotABook,
    /// Another version wrote it.
    #[error("the book has version {0} of the format, expected {VERSION}")]
    OtherVersion(u16),
    /// It has exact scores instead of estimates, or the reverse.
    #[error("the book is of the other kind: exact scores or estimates")]
    OtherKind,
    /// It starts with another position.
    #[error("the book is of another game or board")]
    OtherGame,
    /// The length, the order of the keys or the checksum is wrong.
    #[error("the book is damaged")]
    Damaged,
}

/// A sorted table of keys with two bytes each. It decodes entries on demand: reading it allocates nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookTable {
    bytes: Cow<'static, [u8]>,
    len: usize,
}

impl BookTable {
    /// Creates a table of these entries, in any order. Of entries with the same key, the smallest stays.
    pub fn new(kind: BookKind, start: u64, mut entries: Vec<(u64, [u8; 2])>) -> Self {
        entries.sort_unstable();
        entries.dedup_by_key(|(key, _)| *key);
        let keys = entries.iter().flat_map(|(key, _)| key.to_le_bytes());
        let contents = entries.iter().flat_map(|(_, content)| *content);
        let body: Vec<u8> = keys.chain(contents).collect();
        let mut bytes = Vec::with_capacity(HEADER_BYTES + body.len());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((kind as u16).to_le_bytes());
        bytes.extend((entries.len() as u32).to_le_bytes());
        bytes.extend(start.to_le_bytes());
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        Self { bytes: bytes.into(), len: entries.len() }
    }

    /// Reads a table and checks all of it.
    pub fn read(bytes: Cow<'static, [u8]>, kind: BookKind, start: u64) -> Result<Self, BookError> {
        if bytes.get(..MAGIC.len()) != Some(&MAGIC) {
            return Err(BookError::NotABook);
        }
        let (header, body) = bytes.split_at_checked(HEADER_BYTES).ok_or(BookError::Damaged)?;
        let number = |offset: usize, bytes: usize| read_number(&header[offset..offset + bytes]);
        match number(8, 2) as u16 {
            VERSION => {}
            other => return Err(BookError::OtherVersion(other)),
        }
        if number(10, 2) != kind as u64 {
            return Err(BookError::OtherKind);
        }
        let len = number(12, 4) as usize;
        if len.checked_mul(KEY_BYTES + CONTENT_BYTES) != Some(body.len()) || number(24, 8) != checksum(body) {
            return Err(BookError::Damaged);
        }
        if number(16, 8) != start {
            return Err(BookError::OtherGame);
        }
        let table = Self { bytes, len };
        let is_sorted = (1..len).all(|index| table.key(index - 1) < table.key(index));
        if is_sorted { Ok(table) } else { Err(BookError::Damaged) }
    }

    /// Returns the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.len
    }

    fn key(&self, index: usize) -> u64 {
        let offset = HEADER_BYTES + index * KEY_BYTES;
        read_number(&self.bytes[offset..offset + KEY_BYTES])
    }

    fn content(&self, index: usize) -> [u8; 2] {
        let offset = HEADER_BYTES + self.len * KEY_BYTES + index * CONTENT_BYTES;
        [self.bytes[offset], self.bytes[offset + 1]]
    }

    /// Returns the content of a key by binary search.
    pub fn get(&self, key: u64) -> Option<[u8; 2]> {
        let (mut from, mut to) = (0, self.len);
        while from < to {
            let middle = from.midpoint(to);
            if self.key(middle) < key {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        (from < self.len && self.key(from) == key).then(|| self.content(from))
    }
}

/// Reads a little-endian number of up to eight bytes.
pub(super) fn read_number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn checksum(body: &[u8]) -> u64 {
    mix_all(body.chunks(8).map(read_number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use BookKind::{Estimates, Exact};

    fn table() -> BookTable {
        BookTable::new(Estimates, 77, (0..40).map(|i| (i * i * 0x0123_4567_89ab, [i as u8, 9])).collect())
    }

    fn read(bytes: Vec<u8>) -> Result<BookTable, BookError> {
        BookTable::read(bytes.into(), Estimates, 77)
    }

    #[test]
    fn a_table_reads_what_it_has_written() {
        let table = table();
        assert_eq!(read(table.bytes().to_vec()).as_ref(), Ok(&table));
        assert_eq!(table.len(), 40);
        for i in 0..40_u64 {
            let key = i * i * 0x0123_4567_89ab;
            assert_eq!(table.get(key), Some([i as u8, 9]));
            assert_eq!((table.get(key + 1), table.get(key.wrapping_sub(1))), (None, None));
        }
        let empty = BookTable::new(Estimates, 77, vec![]);
        assert_eq!(read(empty.bytes().to_vec()).map(|table| (table.len(), table.get(0))), Ok((0, None)));
        let twice = BookTable::new(Exact, 1, vec![(5, [2, 2]), (5, [1, 1])]);
        assert_eq!((twice.len(), twice.get(5)), (1, Some([1, 1])));
    }

    #[test]
    fn other_books_are_refused_with_the_reason() {
        let bytes = table().bytes().to_vec();
        let other = |kind, start| BookTable::read(bytes.clone().into(), kind, start);
        assert_eq!(other(Exact, 77), Err(BookError::OtherKind));
        assert_eq!(other(Estimates, 78), Err(BookError::OtherGame));
        let mut newer = bytes.clone();
        newer[8] = 2;
        assert_eq!(read(newer), Err(BookError::OtherVersion(2)));
        assert_eq!(read(b"<html>".to_vec()), Err(BookError::NotABook));
        assert_eq!(read(vec![]), Err(BookError::NotABook));
    }

    #[test]
    fn damaged_bytes_are_refused() {
        let bytes = table().bytes().to_vec();
        for end in 0..bytes.len() {
            assert!(read(bytes[..end].to_vec()).is_err(), "cut at {end}");
        }
        for offset in 0..bytes.len() {
            for bit in [0, 3, 7] {
                let mut damaged = bytes.clone();
                damaged[offset] ^= 1 << bit;
                assert!(read(damaged).is_err(), "bit {bit} of byte {offset}");
            }
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(read(longer), Err(BookError::Damaged));
        // The largest count: nothing is allocated for it.
        let mut huge = bytes.clone();
        huge[12..16].fill(0xff);
        assert_eq!(read(huge), Err(BookError::Damaged));
    }

    #[test]
    fn unsorted_keys_are_refused() {
        let mut bytes = BookTable::new(Estimates, 77, vec![(1, [0, 0]), (2, [0, 0])]).bytes().to_vec();
        bytes[HEADER_BYTES] = 3;
        let sum = checksum(&bytes[HEADER_BYTES..]);
        bytes[24..32].copy_from_slice(&sum.to_le_bytes());
        assert_eq!(read(bytes), Err(BookError::Damaged));
    }
}
