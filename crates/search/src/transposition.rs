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

impl Bound {
    /// Classifies the score of a fail-soft search of the window from `alpha` to `beta`.
    #[inline]
    pub fn of_window<S: Copy + Ord>(score: S, alpha: S, beta: S) -> Self {
        if score >= beta {
            Self::Lower
        } else if score <= alpha {
            Self::Upper
        } else {
            Self::Exact
        }
    }

    /// Returns whether a score with this bound decides a node that is searched with
    /// the window from `alpha` to `beta`.
    #[inline]
    pub fn cuts_off(self, score: Score, alpha: Score, beta: Score) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score >= beta,
            Self::Upper => score <= alpha,
        }
    }
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

/// Width of the score in a packed entry, in bits.
const SCORE_BITS: u32 = 32;

/// Width of the best move.
const MOVE_BITS: u32 = 16;

/// Width of the flag of a proven score.
const PROVEN_BITS: u32 = 1;

/// Width of the depth.
const DEPTH_BITS: u32 = 7;

/// Width of the bound.
const BOUND_BITS: u32 = 2;

/// Width of the age.
const AGE_BITS: u32 = 6;

const _: () = assert!(
    SCORE_BITS + MOVE_BITS + PROVEN_BITS + DEPTH_BITS + BOUND_BITS + AGE_BITS == u64::BITS,
    "a packed entry fills one word"
);

/// Position of the best move in a packed entry.
const MOVE_SHIFT: u32 = SCORE_BITS;

/// Position of the proven flag.
const PROVEN_SHIFT: u32 = MOVE_SHIFT + MOVE_BITS;

/// Position of the depth.
const DEPTH_SHIFT: u32 = PROVEN_SHIFT + PROVEN_BITS;

/// Position of the bound.
const BOUND_SHIFT: u32 = DEPTH_SHIFT + DEPTH_BITS;

/// Position of the age.
const AGE_SHIFT: u32 = BOUND_SHIFT + BOUND_BITS;

/// Number of ages; the counter wraps around.
const AGES: u8 = 1 << AGE_BITS;

/// Weight of one search of age against the depth in the replacement value. The depth
/// is doubled there (the proven flag is its lowest bit), so one search of age weighs
/// as much as 8 plies.
const AGE_WEIGHT: i32 = 16;

/// Added to every replacement value, so that it stays above that of an entry to
/// replace first.
const REPLACEMENT_OFFSET: i32 = 2_000;

/// An entry that is deeper than a new one of the same position by more plies than this is
/// kept.
const RETAINED_PLIES: u8 = 3;

/// The replacement value of an empty entry, or of the entry of the same key.
const REPLACE_FIRST: i32 = -1;

const _: () = assert!(
    REPLACEMENT_OFFSET - AGE_WEIGHT * (AGES as i32 - 1) > REPLACE_FIRST,
    "the oldest entry is replaced after an empty one"
);

impl Entry {
    /// Packs an entry; from the low bits up: score, best move, proven, depth, bound,
    /// age.
    fn pack(&self, age: u8) -> u64 {
        let score = u64::from(self.score.number() as u32);
        let best = self.best.map_or(NO_MOVE, u64::from);
        let proven = u64::from(self.proven);
        let depth = u64::from(self.depth.min(MAX_DEPTH));
        let bound = match self.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        score
            | best << MOVE_SHIFT
            | proven << PROVEN_SHIFT
            | depth << DEPTH_SHIFT
            | bound << BOUND_SHIFT
            | u64::from(age) << AGE_SHIFT
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> BOUND_SHIFT & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = data >> MOVE_SHIFT & NO_MOVE;
        Some(Self {
            score: Score::from_number(data as u32 as i32),
            bound,
            depth: (data >> DEPTH_SHIFT) as u8 & MAX_DEPTH,
            proven: data >> PROVEN_SHIFT & 1 != 0,
            best: (best != NO_MOVE).then_some(best as u16),
        })
    }
}

/// The largest depth an entry can store; deeper searches are stored with this
/// depth.
pub const MAX_DEPTH: u8 = (1 << DEPTH_BITS) - 1;

/// Number of entries in a bucket. A position may be stored in any entry of its
/// bucket.
const BUCKET_ENTRIES: usize = 4;

/// Words of an entry: the key XOR the data, and the data.
const ENTRY_WORDS: usize = 2;

/// Words of a bucket: one cache line.
const BUCKET_WORDS: usize = BUCKET_ENTRIES * ENTRY_WORDS;

/// Bytes of a bucket.
const BUCKET_BYTES: usize = BUCKET_WORDS * size_of::<AtomicU64>();

const _: () = assert!(BUCKET_BYTES == 64, "a bucket fills one cache line");

/// The smallest number of buckets in use: 1 MB.
const MIN_BUCKETS: usize = (1 << 20) / BUCKET_BYTES;

/// A transposition table of fixed size, shared by all threads of a search.
#[derive(Debug)]
pub struct TranspositionTable {
    /// Zeroed memory that the system maps page by page at first use, so that a
    /// large table costs no time up front.
    words: Box<[AtomicU64]>,
    /// The index of the first word that is aligned to a cache line.
    first: usize,
    /// The number of buckets in use.
    buckets: usize,
    /// The number of buckets in memory.
    capacity: usize,
    /// Whether nothing has been stored since the table was created or cleared.
    is_unused: bool,
    age: AtomicU8,
    /// Whether deeper entries of the same position are kept.
    retains_deeper: bool,
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
        let buckets = (megabytes.max(1) << 20) / BUCKET_BYTES;
        let words = bytemuck::zeroed_slice_box::<AtomicU64>((buckets + 1) * BUCKET_WORDS - 1);
        let first = words.as_ptr().align_offset(BUCKET_BYTES).min(BUCKET_WORDS - 1);
        Self {
            words,
            first,
            buckets,
            capacity: buckets,
            is_unused: true,
            age: AtomicU8::new(0),
            retains_deeper: true,
        }
    }

    /// Prepares for a search of at most this many nodes, `None` if they are unknown: uses only as much of an empty
    /// table as they fill, which stays in the processor's caches and costs the system fewer pages. A table
    /// in use grows with its entries, and never shrinks.
    pub fn prepare(&mut self, nodes: Option<u64>) {
        let entries = nodes.map_or(usize::MAX, |nodes| usize::try_from(nodes).unwrap_or(usize::MAX));
        let wanted = (entries / BUCKET_ENTRIES).max(MIN_BUCKETS);
        // The sizes are those of a repeatedly halved table.
        let mut buckets = self.capacity;
        while buckets / 2 >= wanted {
            buckets /= 2;
        }
        if self.is_unused {
            self.buckets = buckets;
            self.is_unused = false;
        } else if buckets > self.buckets {
            self.grow(buckets);
        }
    }

    /// Spreads the entries over more buckets.
    fn grow(&mut self, buckets: usize) {
        let old = std::mem::replace(&mut self.buckets, buckets);
        // No entry moves to a bucket before its own, so those after it have been moved before.
        for index in (0..old).rev() {
            let begin = self.first + index * BUCKET_WORDS;
            let mut entries = [[0; ENTRY_WORDS]; BUCKET_ENTRIES];
            let words = self.words[begin..begin + BUCKET_WORDS].iter_mut();
            for (word, entry) in words.zip(entries.as_flattened_mut()) {
                *entry = std::mem::take(word.get_mut());
            }
            for [check, data] in entries.into_iter().filter(|[_, data]| *data != 0) {
                let empty = self.bucket(check ^ data).find(|slot| slot.data.load(Ordering::Relaxed) == 0);
                if let Some(slot) = empty {
                    slot.check.store(check, Ordering::Relaxed);
                    slot.data.store(data, Ordering::Relaxed);
                }
            }
        }
    }

    /// Chooses whether an entry of the same position is kept if it is more valuable than the new
    /// one, as by default, or always replaced.
    #[must_use]
    pub fn with_retention(self, retains_deeper: bool) -> Self {
        Self { retains_deeper, ..self }
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> usize {
        self.capacity * BUCKET_BYTES
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
    /// valuable one of the bucket: old entries first, then shallow ones. An entry of the
    /// same key that is more valuable is kept.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        if self.retains_deeper && self.has_better(key, entry, age) {
            return;
        }
        let replacement_value = |slot: &Slot<'_>| {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key || data == 0 {
                return REPLACE_FIRST;
            }
            let searches_ago = (age.wrapping_sub((data >> AGE_SHIFT) as u8)) % AGES;
            let depth_and_proven = (data >> PROVEN_SHIFT) as u8;
            i32::from(depth_and_proven) - AGE_WEIGHT * i32::from(searches_ago) + REPLACEMENT_OFFSET
        };
        if let Some(slot) = self.bucket(key).min_by_key(replacement_value) {
            let data = entry.pack(age);
            slot.check.store(key ^ data, Ordering::Relaxed);
            slot.data.store(data, Ordering::Relaxed);
        }
    }

    /// Returns whether the entry of the same position is more valuable than a new one.
    ///
    /// An unproven score never replaces a proven exact one, which decides every window. It
    /// replaces a proven bound only if it is deeper: it comes from a window that the bound did
    /// not decide. An unproven bound does not replace a much deeper result of the same search.
    #[inline]
    fn has_better(&self, key: u64, new: Entry, age: u8) -> bool {
        let Some(data) = self.bucket(key).find_map(|slot| slot.data_of(key)) else { return false };
        let Some(old) = Entry::unpack(data) else { return false };
        if new.proven {
            return false;
        }
        if old.proven {
            return old.bound == Bound::Exact || old.depth >= new.depth;
        }
        let is_current = (data >> AGE_SHIFT) as u8 == age;
        new.bound != Bound::Exact && is_current && old.depth > new.depth.saturating_add(RETAINED_PLIES)
    }

    /// Starts a new search: existing entries age by one.
    pub fn next_search(&self) {
        self.age.store((self.age.load(Ordering::Relaxed) + 1) % AGES, Ordering::Relaxed);
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        // Buckets that were never used are empty.
        for word in &mut self.words[..self.first + self.buckets * BUCKET_WORDS] {
            *word.get_mut() = 0;
        }
        *self.age.get_mut() = 0;
        self.is_unused = true;
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
    fn better_entries_of_the_same_position_are_kept() {
        let table = TranspositionTable::new(1);
        let deep = entry(20, 1);
        table.store(1, deep);
        table.store(1, entry(20 - RETAINED_PLIES - 1, 2));
        assert_eq!(table.probe(1), Some(deep), "a much shallower bound");
        table.store(1, entry(20 - RETAINED_PLIES, 3));
        assert_eq!(table.probe(1), Some(entry(20 - RETAINED_PLIES, 3)), "a slightly shallower bound");
        let exact = Entry { bound: Bound::Exact, ..entry(2, 4) };
        table.store(1, exact);
        assert_eq!(table.probe(1), Some(exact), "an exact score replaces an unproven bound");
        let proven = Entry { proven: true, ..entry(9, 5) };
        table.store(1, proven);
        table.store(1, entry(9, 6));
        assert_eq!(table.probe(1), Some(proven), "an unproven bound of the same depth");
        table.store(1, Entry { bound: Bound::Exact, ..entry(9, 6) });
        assert_eq!(table.probe(1), Some(proven), "an unproven exact score of the same depth");
        table.next_search();
        table.store(1, Entry { bound: Bound::Exact, ..entry(2, 6) });
        assert_eq!(table.probe(1), Some(proven), "a shallow exact score of a later search");
        table.store(1, entry(10, 7));
        assert_eq!(table.probe(1), Some(entry(10, 7)), "a deeper bound");
        let proven = Entry { proven: true, bound: Bound::Exact, ..entry(3, 5) };
        table.store(1, proven);
        table.store(1, Entry { bound: Bound::Exact, ..entry(20, 6) });
        assert_eq!(table.probe(1), Some(proven), "an unproven score against a proven exact one");
        table.store(1, Entry { proven: true, ..entry(2, 6) });
        assert_eq!(table.probe(1), Some(Entry { proven: true, ..entry(2, 6) }), "a proven score");
        table.store(1, entry(30, 8));
        table.next_search();
        table.store(1, entry(1, 9));
        assert_eq!(table.probe(1), Some(entry(1, 9)), "an entry of an earlier search");
        let always = TranspositionTable::new(1).with_retention(false);
        always.store(1, deep);
        always.store(1, entry(1, 2));
        assert_eq!(always.probe(1), Some(entry(1, 2)));
        always.store(1, entry(u8::MAX, 2));
    }

    #[test]
    fn a_table_grows_with_its_entries() {
        let key = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut table = TranspositionTable::new(24);
        for round in 0..2 {
            table.prepare(Some(1_000));
            assert_eq!(
                table.buckets * BUCKET_BYTES,
                3 << 19,
                "the smallest half of a half that is not below 1 MB"
            );
            (1..9_000).for_each(|number| table.store(key(number), entry(number as u8 % 9, number as i32)));
            let stored: Vec<u64> = (1..9_000).filter(|&number| table.probe(key(number)).is_some()).collect();
            assert!(stored.len() > 8_900, "{}", stored.len());
            for (nodes, megabytes) in [(Some(190_000), 3), (Some(3), 3), (Some(500_000), 12), (None, 24)] {
                table.prepare(nodes);
                assert_eq!(table.buckets * BUCKET_BYTES, megabytes << 20, "{nodes:?}");
                for &number in &stored {
                    let found = table.probe(key(number));
                    assert_eq!(found, Some(entry(number as u8 % 9, number as i32)), "{nodes:?} {number}");
                }
            }
            assert_eq!(table.bytes(), 24 << 20);
            table.clear();
            assert!(table.words.iter().all(|word| word.load(Ordering::Relaxed) == 0), "round {round}");
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
