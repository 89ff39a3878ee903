//! The transposition table: search results by position key.
//!
//! Entries are two words, and the first is the key XOR the second
//! (lockless hashing, Hyatt and Mann 2002). An entry that two threads wrote at
//! the same time, or that is corrupted, matches no key, so the table needs no
//! locks. All 64 bits of the key are verified.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::score::Score;

/// How a score relates to the true value of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// A lower bound: the search failed high.
    Lower,
    /// An upper bound: the search failed low.
    Upper,
    /// The exact value.
    Exact,
}

/// A transposition table entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The score of the search.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The depth of the search.
    pub depth: u8,
    /// Whether the score rests on finished games only, not on evaluations.
    pub proven: bool,
    /// The index of the best move.
    pub best: Option<u16>,
}

/// The stored index when there is no best move.
const NO_MOVE: u64 = 0xffff;

/// The age of an entry has six bits.
const AGES: u8 = 64;

impl Entry {
    /// Packs an entry; from the low bits up: score 32, best move 16, proven 1,
    /// depth 7, bound 2, age 6.
    fn pack(&self, age: u8) -> u64 {
        let score = u64::from(self.score.number() as u32);
        let best = self.best.map_or(NO_MOVE, u64::from);
        let depth = u64::from(self.depth.min(MAX_DEPTH)) << 1 | u64::from(self.proven);
        let bound = match self.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        score | best << 32 | depth << 48 | bound << 56 | u64::from(age) << 58
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = data >> 32 & NO_MOVE;
        Some(Self {
            score: Score::from_number(data as u32 as i32),
            bound,
            depth: (data >> 49 & 0x7f) as u8,
            proven: data >> 48 & 1 != 0,
            best: (best != NO_MOVE).then_some(best as u16),
        })
    }
}

/// The largest depth an entry can store; deeper searches are stored with this
/// depth.
pub const MAX_DEPTH: u8 = 127;

/// Number of entries in a bucket. A position may be stored in any entry of its
/// bucket.
const BUCKET_ENTRIES: usize = 4;

/// Words of an entry: the key XOR the data, and the data.
const ENTRY_WORDS: usize = 2;

/// Words of a bucket: one cache line.
const BUCKET_WORDS: usize = BUCKET_ENTRIES * ENTRY_WORDS;

/// A transposition table of fixed size, shared by all threads of a search.
#[derive(Debug)]
pub struct TranspositionTable {
    /// Zeroed memory that the system maps page by page at first use, so that a
    /// large table costs no time up front.
    words: Box<[AtomicU64]>,
    /// The index of the first word that is aligned to a cache line.
    first: usize,
    buckets: usize,
    age: AtomicU8,
}

/// The two words of an entry.
struct Slot<'a> {
    check: &'a AtomicU64,
    data: &'a AtomicU64,
}

impl Slot<'_> {
    /// Returns the data if the entry belongs to this key.
    #[inline]
    fn data_of(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data == key).then_some(data)
    }
}

impl TranspositionTable {
    /// The range of table sizes, in megabytes.
    pub const MEGABYTES: std::ops::RangeInclusive<usize> = 1..=1 << 16;

    /// Creates an empty table of this many megabytes, at least one.
    pub fn new(megabytes: usize) -> Self {
        let buckets = (megabytes.max(1) << 20) / (BUCKET_WORDS * size_of::<AtomicU64>());
        let words = bytemuck::zeroed_slice_box::<AtomicU64>((buckets + 1) * BUCKET_WORDS - 1);
        let cache_line = BUCKET_WORDS * size_of::<AtomicU64>();
        let first = words.as_ptr().align_offset(cache_line).min(BUCKET_WORDS - 1);
        Self { words, first, buckets, age: AtomicU8::new(0) }
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> usize {
        self.buckets * BUCKET_WORDS * size_of::<AtomicU64>()
    }

    /// Returns the entries of a key's bucket.
    #[inline]
    fn bucket(&self, key: u64) -> impl Iterator<Item = Slot<'_>> {
        // The upper half of the product maps keys evenly to any number of buckets.
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        let begin = self.first + index * BUCKET_WORDS;
        let (entries, _) = self.words[begin..begin + BUCKET_WORDS].as_chunks::<ENTRY_WORDS>();
        entries.iter().map(|[check, data]| Slot { check, data })
    }

    /// Looks up the entry of a key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).find_map(|slot| slot.data_of(key).and_then(Entry::unpack))
    }

    /// Stores an entry. It replaces the entry of the same key, or else the least
    /// valuable one of the bucket: old entries first, then shallow ones.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let replacement_value = |slot: &Slot<'_>| {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key || data == 0 {
                return -1;
            }
            let searches_ago = (age.wrapping_sub((data >> 58) as u8)) % AGES;
            (data >> 48 & 0xff) as i32 - 16 * i32::from(searches_ago) + 2_000
        };
        if let Some(slot) = self.bucket(key).min_by_key(replacement_value) {
            let data = entry.pack(age);
            slot.check.store(key ^ data, Ordering::Relaxed);
            slot.data.store(data, Ordering::Relaxed);
        }
    }

    /// Starts a new search: existing entries age by one.
    pub fn next_search(&self) {
        self.age.store((self.age.load(Ordering::Relaxed) + 1) % AGES, Ordering::Relaxed);
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        for word in &mut self.words {
            *word.get_mut() = 0;
        }
        *self.age.get_mut() = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8, score: i32) -> Entry {
        Entry { score: Score::estimate(score), bound: Bound::Lower, depth, proven: false, best: Some(7) }
    }

    #[test]
    fn probe_returns_what_was_stored() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.bytes(), 1 << 20);
        for key in 1..2_000_u64 {
            let key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            assert_eq!(table.probe(key), None);
            let entry =
                Entry { best: None, proven: true, bound: Bound::Exact, ..entry(3, -i32::from(key as i16)) };
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
        }
    }

    #[test]
    fn corrupted_entry_is_not_found() {
        for key in [1, 42, 0x9e37_79b9_7f4a_7c15] {
            let table = TranspositionTable::new(1);
            table.store(key, entry(3, 5));
            for bit in 0..64 {
                let flip = |word: fn(Slot<'_>) -> &AtomicU64| {
                    for slot in table.bucket(key) {
                        word(slot).fetch_xor(1 << bit, Ordering::Relaxed);
                    }
                };
                flip(|slot| slot.data);
                assert_eq!(table.probe(key), None, "key {key}, data bit {bit}");
                flip(|slot| slot.data);
                flip(|slot| slot.check);
                assert_eq!(table.probe(key), None, "key {key}, check bit {bit}");
                flip(|slot| slot.check);
            }
            assert_eq!(table.probe(key), Some(entry(3, 5)));
        }
    }

    #[test]
    fn deep_entries_are_replaced_only_when_old() {
        let table = TranspositionTable::new(1);
        // Keys below 2^32 all map to the first bucket.
        table.store(1, entry(20, 1));
        for key in 2..40 {
            table.store(key, entry(1, 2));
        }
        assert_eq!(table.probe(1), Some(entry(20, 1)));
        for _ in 0..10 {
            table.next_search();
        }
        for key in 40..80 {
            table.store(key, entry(1, 2));
        }
        assert_eq!(table.probe(1), None);
    }
}
