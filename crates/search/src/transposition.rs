//! The transposition table: what was found out about positions, by their keys.
//!
//! Entries are two words. The first is the key mixed with the second, so that
//! an entry torn by two threads writing at once, or damaged, is not taken for
//! either: no locks, and all 64 bits of the key are checked.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::score::Score;

/// Which side of a score is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is at least the score.
    Lower,
    /// It is at most the score.
    Upper,
    /// It is the score.
    Exact,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The score found.
    pub score: Score,
    /// What it says of the true one.
    pub bound: Bound,
    /// The depth searched.
    pub depth: u8,
    /// Whether it rests on finished games alone, not on estimates.
    pub proven: bool,
    /// The index of the best move.
    pub best: Option<u16>,
}

/// The best move when there is none.
const NO_MOVE: u64 = 0xffff;

/// Ages count in six bits.
const AGES: u8 = 64;

impl Entry {
    /// From the low bits up: score 32, best 16, proven 1, depth 7, bound 2, age 6.
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

/// Deeper searches are kept as this deep.
pub const MAX_DEPTH: u8 = 127;

/// Entries that share a place: a position may take any of them.
const WAYS: usize = 4;

/// Words of an entry: the key mixed with the data, and the data.
const WORDS: usize = 2;

/// Words of the entries that share a place: one line of the processor's cache.
const GROUP: usize = WAYS * WORDS;

/// A table of fixed size, shared by all threads of a search.
#[derive(Debug)]
pub struct TranspositionTable {
    /// Zeroed by the system page by page at first use, so that a large table
    /// costs no time before the search begins.
    words: Box<[AtomicU64]>,
    /// The word at which the first line of the cache begins.
    first: usize,
    groups: usize,
    age: AtomicU8,
}

/// The two words of an entry.
struct Slot<'a> {
    check: &'a AtomicU64,
    data: &'a AtomicU64,
}

impl Slot<'_> {
    /// The data, if it belongs to this key.
    #[inline]
    fn data_of(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data == key).then_some(data)
    }
}

/// The entries in some words.
#[inline]
fn slots(words: &[AtomicU64]) -> impl Iterator<Item = Slot<'_>> {
    let (pairs, _) = words.as_chunks::<WORDS>();
    pairs.iter().map(|[check, data]| Slot { check, data })
}

impl TranspositionTable {
    /// The sizes a table may have, in megabytes.
    pub const MEGABYTES: std::ops::RangeInclusive<usize> = 1..=1 << 16;

    /// A table of so many megabytes, at least one.
    pub fn new(megabytes: usize) -> Self {
        let groups = (megabytes.max(1) << 20) / (GROUP * size_of::<AtomicU64>());
        let words = bytemuck::zeroed_slice_box::<AtomicU64>((groups + 1) * GROUP - 1);
        let first = words.as_ptr().align_offset(GROUP * size_of::<AtomicU64>()).min(GROUP - 1);
        Self { words, first, groups, age: AtomicU8::new(0) }
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.used())
    }

    /// The words that hold entries.
    fn used(&self) -> &[AtomicU64] {
        &self.words[self.first..self.first + self.groups * GROUP]
    }

    /// The entries a key may be at.
    #[inline]
    fn group(&self, key: u64) -> impl Iterator<Item = Slot<'_>> {
        // The upper half of a product spreads keys over any number of groups.
        let index = ((u128::from(key) * self.groups as u128) >> 64) as usize;
        let begin = self.first + index * GROUP;
        slots(&self.words[begin..begin + GROUP])
    }

    /// What is known about a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.group(key).find_map(|slot| slot.data_of(key).and_then(Entry::unpack))
    }

    /// Remembers what was found. The entry it takes the place of is the one for
    /// the same key, or else the one least worth keeping: old, then shallow.
    #[inline]
    pub fn put(&self, key: u64, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let worth = |slot: &Slot<'_>| {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key || data == 0 {
                return -1;
            }
            let years = (age.wrapping_sub((data >> 58) as u8)) % AGES;
            (data >> 48 & 0xff) as i32 - 16 * i32::from(years) + 2_000
        };
        if let Some(slot) = self.group(key).min_by_key(worth) {
            let data = entry.pack(age);
            slot.check.store(key ^ data, Ordering::Relaxed);
            slot.data.store(data, Ordering::Relaxed);
        }
    }

    /// Begins a new search: what is there grows older.
    pub fn next_search(&self) {
        self.age.store((self.age.load(Ordering::Relaxed) + 1) % AGES, Ordering::Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for word in &mut self.words {
            *word.get_mut() = 0;
        }
        *self.age.get_mut() = 0;
    }

    /// Flips a bit of every entry: for the test that a damaged table is harmless.
    #[doc(hidden)]
    pub fn damage(&self, bit: u32) {
        for slot in slots(self.used()) {
            slot.data.fetch_xor(1 << (bit % 64), Ordering::Relaxed);
        }
    }

    /// Makes every entry claim a proven score, with a check that fits: for the
    /// test that a table that lies is found out.
    #[doc(hidden)]
    pub fn falsify(&self, score: Score) {
        for slot in slots(self.used()) {
            let data = slot.data.load(Ordering::Relaxed);
            let Some(entry) = Entry::unpack(data) else { continue };
            let lie = Entry { score, bound: Bound::Exact, proven: true, ..entry }.pack((data >> 58) as u8);
            slot.check.fetch_xor(data ^ lie, Ordering::Relaxed);
            slot.data.store(lie, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8, number: i32) -> Entry {
        Entry { score: Score::estimate(number), bound: Bound::Lower, depth, proven: false, best: Some(7) }
    }

    #[test]
    fn what_is_put_is_got_and_nothing_else() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.bytes(), 1 << 20);
        for key in 1..2_000_u64 {
            let key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            assert_eq!(table.get(key), None);
            let entry =
                Entry { best: None, proven: true, bound: Bound::Exact, ..entry(3, -i32::from(key as i16)) };
            table.put(key, entry);
            assert_eq!(table.get(key), Some(entry));
        }
    }

    #[test]
    fn a_damaged_entry_is_not_found() {
        let table = TranspositionTable::new(1);
        table.put(42, entry(3, 5));
        for bit in 0..64 {
            table.damage(bit);
            assert_eq!(table.get(42), None, "bit {bit}");
            table.damage(bit);
        }
        assert_eq!(table.get(42), Some(entry(3, 5)));
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_are_old() {
        let table = TranspositionTable::new(1);
        // Keys below 2^32 all fall into the first group.
        table.put(1, entry(20, 1));
        for key in 2..40 {
            table.put(key, entry(1, 2));
        }
        assert_eq!(table.get(1), Some(entry(20, 1)));
        for _ in 0..10 {
            table.next_search();
        }
        for key in 40..80 {
            table.put(key, entry(1, 2));
        }
        assert_eq!(table.get(1), None);
    }
}
