//! The journal of a build: every position as soon as it is evaluated.
//!
//! The builder starts again from the beginning and takes known positions from the journal, so a build that
//! was interrupted gives the same book. A journal is a header of 16 bytes and records of 12 bytes, each with
//! a checksum: damaged records are left out, and their positions evaluated again.

use plateau_core::hash::mix_all;

use super::table::{BookError, read_number};

const MAGIC: [u8; 8] = *b"PLATJRN1";

/// The size of the header in bytes.
const HEADER_BYTES: usize = 16;

const RECORD_BYTES: usize = 12;

/// Returns the header of a journal. The fingerprint is a hash of the game and of the settings that the
/// values depend on.
pub fn header(fingerprint: u64) -> [u8; HEADER_BYTES] {
    let mut bytes = [0; HEADER_BYTES];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..].copy_from_slice(&fingerprint.to_le_bytes());
    bytes
}

/// Returns the record of a position: its key and two bytes about it.
pub fn record(key: u64, content: [u8; 2]) -> [u8; RECORD_BYTES] {
    let mut bytes = [0; RECORD_BYTES];
    bytes[..8].copy_from_slice(&key.to_le_bytes());
    bytes[8..10].copy_from_slice(&content);
    bytes[10..].copy_from_slice(&check_bytes(key, content));
    bytes
}

/// The readable part of a journal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Journal {
    /// The positions in the order in which they were evaluated.
    pub records: Vec<(u64, [u8; 2])>,
    /// The size of the whole records with the header in bytes, 0 if even the header is incomplete.
    pub bytes: usize,
}

impl Journal {
    /// Reads a journal without its damaged records. A header that is cut off counts as an empty journal.
    /// Returns an error if it belongs to another game or other settings, or is not a journal.
    pub fn read(bytes: &[u8], fingerprint: u64) -> Result<Self, BookError> {
        let expected = header(fingerprint);
        let Some((found, body)) = bytes.split_at_checked(HEADER_BYTES) else {
            let is_cut = expected.starts_with(bytes);
            return if is_cut { Ok(Self::default()) } else { Err(BookError::NotABook) };
        };
        if found[..8] != MAGIC {
            return Err(BookError::NotABook);
        }
        if found != expected {
            return Err(BookError::OtherGame);
        }
        let read = |bytes: &[u8]| {
            let (key, content) = (read_number(&bytes[..8]), [bytes[8], bytes[9]]);
            (bytes[10..] == check_bytes(key, content)).then_some((key, content))
        };
        let whole = body.chunks_exact(RECORD_BYTES);
        let bytes = HEADER_BYTES + whole.len() * RECORD_BYTES;
        Ok(Self { bytes, records: whole.filter_map(read).collect() })
    }
}

fn check_bytes(key: u64, content: [u8; 2]) -> [u8; 2] {
    (mix_all([key, u16::from_le_bytes(content).into()]) as u16).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_records_are_left_out() {
        let records = [(1, [2, 3]), (u64::MAX, [0, 255]), (1 << 40, [9, 9])];
        let mut bytes = header(5).to_vec();
        for (key, content) in records {
            bytes.extend(record(key, content));
        }
        assert_eq!(Journal::read(&bytes, 5).unwrap(), Journal { records: records.to_vec(), bytes: 52 });
        for end in 0..bytes.len() {
            let journal = Journal::read(&bytes[..end], 5).unwrap();
            assert_eq!(journal.records, records[..end.saturating_sub(HEADER_BYTES) / RECORD_BYTES]);
            assert!(journal.bytes <= end);
        }
        for offset in HEADER_BYTES..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[offset] ^= 16;
            let journal = Journal::read(&damaged, 5).unwrap();
            let mut expected = records.to_vec();
            expected.remove((offset - HEADER_BYTES) / RECORD_BYTES);
            assert_eq!((journal.records, journal.bytes), (expected, bytes.len()), "{offset}");
        }
    }

    #[test]
    fn other_journals_are_refused() {
        assert_eq!(Journal::read(&header(5), 6), Err(BookError::OtherGame));
        assert_eq!(Journal::read(b"PLATBOOKandsomethingelse", 5), Err(BookError::NotABook));
        assert_eq!(Journal::read(b"notes", 5), Err(BookError::NotABook));
        assert_eq!(Journal::read(b"", 5), Ok(Journal::default()));
    }
}
