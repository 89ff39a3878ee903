//! The solver's transposition tables: score bounds by position, without false hits.
//!
//! A key is scrambled by a bijection. Some of its bits are the index of a slot and an entry
//! holds all others, so that different positions never share an entry. (On boards of more
//! than 64 bits an entry takes two words, which another thread may tear; one torn entry in
//! 2^46 would match a key.)

use std::sync::atomic::AtomicU64;

use crate::connect4::key::TableKey;
use crate::exact_solver::Bounds;

/// The number of bits for the work spent on an entry.
const WORK_BITS: u32 = 4;

/// The slot of a key: the index of a pair of entries, and the key's other bits.
#[derive(Clone, Copy)]
pub struct Slot<K> {
    index: usize,
    tag: K,
}

/// The format of an entry: the tag, then both bounds, then the work in the lowest bits.
#[derive(Clone, Copy, Debug)]
struct EntryFormat {
    /// The number of bits of a key.
    key_bits: u32,
    /// The number of bits of a tag: those that are not part of the index.
    tag_bits: u32,
}

impl EntryFormat {
    fn new<K: TableKey>(key_bits: u32, pairs: usize) -> Self {
        let tag_bits = key_bits - pairs.ilog2().min(key_bits - 1);
        let bits = tag_bits + 2 * K::BOUND_BITS + WORK_BITS;
        assert!(bits <= 64 * K::WORDS as u32, "an entry holds the whole tag");
        Self { key_bits, tag_bits }
    }

    #[inline]
    fn slot<K: TableKey>(self, key: K) -> Slot<K> {
        let scrambled = key.scramble(self.key_bits);
        let index = scrambled.bits_from(self.tag_bits);
        let tag = scrambled ^ ((scrambled >> self.tag_bits) << self.tag_bits);
        Slot { index: index as usize, tag }
    }

    #[inline]
    fn pack<K: TableKey>(tag: K, bounds: Bounds, work: u32) -> K {
        let bias = 1 << (K::BOUND_BITS - 1);
        let data = ((bounds.lower + bias) as u64) << (K::BOUND_BITS + WORK_BITS)
            | ((bounds.upper + bias) as u64) << WORK_BITS
            | u64::from(work);
        tag << (2 * K::BOUND_BITS + WORK_BITS) | K::from_u64(data)
    }

    #[inline]
    fn tag<K: TableKey>(entry: K) -> K {
        entry >> (2 * K::BOUND_BITS + WORK_BITS)
    }

    #[inline]
    fn bounds<K: TableKey>(entry: K) -> Bounds {
        let mask = (1 << K::BOUND_BITS) - 1;
        let bound = |low: u32| (entry.bits_from(low) & mask) as i32 - (1 << (K::BOUND_BITS - 1));
        Bounds { lower: bound(K::BOUND_BITS + WORK_BITS), upper: bound(WORK_BITS) }
    }

    #[inline]
    fn work<K: TableKey>(entry: K) -> u32 {
        (entry.bits_from(0) & ((1 << WORK_BITS) - 1)) as u32
    }
}

/// Returns half the binary logarithm of a node count, in [`WORK_BITS`] bits.
#[inline]
fn work_of(nodes: u64) -> u32 {
    ((nodes + 1).ilog2() / 2).min((1 << WORK_BITS) - 1)
}

/// The transposition table that all threads share, with two entries per slot: the first
/// is replaced only by an entry that took as much work, the second always.
#[derive(Debug)]
pub struct SolverTable {
    words: Box<[AtomicU64]>,
    format: EntryFormat,
}

impl SolverTable {
    /// Creates a table of at most this size, for keys of `key_bits` bits.
    pub fn new<K: TableKey>(megabytes: usize, key_bits: u32) -> Self {
        let fitting = (megabytes.max(1) << 20) / (16 * K::WORDS);
        let pairs = (1 << fitting.ilog2()).min(1_usize << (key_bits - 1).min(40));
        let words = bytemuck::zeroed_slice_box(pairs * 2 * K::WORDS);
        Self { words, format: EntryFormat::new::<K>(key_bits, pairs) }
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        for word in &mut self.words {
            *word.get_mut() = 0;
        }
    }

    /// Returns the slot of a key.
    #[inline]
    pub fn slot<K: TableKey>(&self, key: K) -> Slot<K> {
        self.format.slot(key)
    }

    #[inline]
    fn pair<K: TableKey>(&self, index: usize) -> (&[AtomicU64], &[AtomicU64]) {
        let start = index * 2 * K::WORDS;
        self.words[start..start + 2 * K::WORDS].split_at(K::WORDS)
    }

    /// Loads both entries of a slot. Separate from [`probe`], so that the caller can
    /// overlap the memory latency.
    #[inline]
    pub fn load<K: TableKey>(&self, slot: Slot<K>) -> [K; 2] {
        let (first, second) = self.pair::<K>(slot.index);
        [K::load(first), K::load(second)]
    }

    /// Stores bounds that took this many nodes to find.
    #[inline]
    pub fn store<K: TableKey>(&self, slot: Slot<K>, bounds: Bounds, nodes: u64) {
        let (by_work, always) = self.pair::<K>(slot.index);
        let old = K::load(by_work);
        let is_same = !old.is_empty() && EntryFormat::tag(old) == slot.tag;
        // Refining an expensive entry does not make it cheap.
        let work = if is_same { work_of(nodes).max(EntryFormat::work(old)) } else { work_of(nodes) };
        let entry = EntryFormat::pack(slot.tag, bounds, work);
        if !is_same && EntryFormat::work(old) > work {
            entry.store(always);
            return;
        }
        if !is_same && !old.is_empty() {
            old.store(always);
        }
        entry.store(by_work);
    }
}

/// Returns the bounds of a slot's key among its entries.
#[inline]
pub fn probe<K: TableKey>(entries: [K; 2], slot: Slot<K>) -> Option<Bounds> {
    let is_match = |entry: &K| !entry.is_empty() && EntryFormat::tag(*entry) == slot.tag;
    entries.into_iter().find(is_match).map(EntryFormat::bounds)
}

/// A thread's own transposition table for positions near the end of the game: they recur
/// soon or never, so a table that fits in the processor's cache is enough.
#[derive(Debug)]
pub struct LocalTable<K> {
    pairs: Box<[[K; 2]]>,
    format: EntryFormat,
}

/// The number of pairs of entries in a [`LocalTable`]: 1 MB on boards of up to 64 bits,
/// 2 MB on larger ones.
const LOCAL_PAIRS: usize = 1 << 16;

impl<K: TableKey> LocalTable<K> {
    /// Creates an empty table for keys of `key_bits` bits.
    pub fn new(key_bits: u32) -> Self {
        let pairs = LOCAL_PAIRS.min(1 << (key_bits - 1).min(LOCAL_PAIRS.ilog2()));
        let format = EntryFormat::new::<K>(key_bits, pairs);
        Self { pairs: vec![[K::ZERO; 2]; pairs].into_boxed_slice(), format }
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.pairs)
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.pairs.fill([K::ZERO; 2]);
    }

    /// Returns the slot of a key.
    #[inline]
    pub fn slot(&self, key: K) -> Slot<K> {
        self.format.slot(key)
    }

    /// Loads both entries of a slot.
    #[inline]
    pub fn load(&self, slot: Slot<K>) -> [K; 2] {
        self.pairs[slot.index]
    }

    /// Stores bounds in place of the older entry.
    #[inline]
    pub fn store(&mut self, slot: Slot<K>, bounds: Bounds) {
        let pair = &mut self.pairs[slot.index];
        if EntryFormat::tag(pair[0]) != slot.tag {
            pair[1] = pair[0];
        }
        pair[0] = EntryFormat::pack(slot.tag, bounds, 0);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    /// Creates a table of one slot: every key collides with every other.
    fn one_slot_table<K: TableKey>(key_bits: u32) -> SolverTable {
        let words = bytemuck::zeroed_slice_box(2 * K::WORDS);
        SolverTable { words, format: EntryFormat { key_bits, tag_bits: key_bits } }
    }

    fn check_replacement<K: TableKey>(key_bits: u32) {
        let table = one_slot_table::<K>(key_bits);
        let known = |key: u64| {
            let slot = table.slot(K::from_u64(key));
            probe(table.load(slot), slot)
        };
        let store = |key: u64, lower: i32, nodes: u64| {
            table.store(table.slot(K::from_u64(key)), Bounds { lower, upper: lower + 3 }, nodes);
        };
        assert_eq!(known(1), None);
        store(1, -5, 1_000_000);
        store(2, 4, 10);
        store(3, 6, 1_000);
        assert_eq!(known(1), Some(Bounds { lower: -5, upper: -2 }), "the most expensive entry stays");
        assert_eq!((known(2), known(3)), (None, Some(Bounds { lower: 6, upper: 9 })), "with the latest");
        store(1, -4, 1);
        store(4, 0, 2_000);
        assert_eq!(known(1), Some(Bounds { lower: -4, upper: -1 }), "a cheap refinement keeps its rank");
        store(5, 1, 1 << 40);
        assert_eq!(known(5), Some(Bounds { lower: 1, upper: 4 }));
        assert_eq!(known(1), Some(Bounds { lower: -4, upper: -1 }), "displaced to the second entry");
    }

    #[test]
    fn expensive_entries_are_not_replaced_by_cheap_ones() {
        check_replacement::<u64>(40);
        check_replacement::<u128>(100);
    }

    #[test]
    fn index_and_tag_identify_a_key() {
        fn check<K: TableKey>(key_bits: u32, format: EntryFormat) {
            // Keys that differ in their low bits, in their high bits, and in both.
            let key = |n: u64| K::from_u64(n % 150) | K::from_u64(n / 150) << (key_bits - 8);
            let mut seen: Vec<(usize, K)> = (0..150 * 256)
                .map(|number| format.slot(key(number)))
                .map(|slot| (slot.index, slot.tag))
                .collect();
            seen.sort_unstable();
            assert!(seen.is_sorted_by(|a, b| a < b), "{key_bits}");
        }
        for key_bits in [20, 49, 63, 64] {
            check::<u64>(key_bits, SolverTable::new::<u64>(1, key_bits).format);
            check::<u64>(key_bits, LocalTable::<u64>::new(key_bits).format);
        }
        for key_bits in [49, 64, 110] {
            check::<u128>(key_bits, SolverTable::new::<u128>(1, key_bits).format);
            check::<u128>(key_bits, LocalTable::<u128>::new(key_bits).format);
        }
    }

    #[test]
    fn torn_entries_match_no_key() {
        let table = one_slot_table::<u128>(110);
        // Tags that differ in the second word only. Without protection, the first word of
        // one entry and the second of the other would match the other's tag.
        let slot = |number: u64| Slot { index: 0, tag: u128::from(number) << 60 | 5 };
        let words = |number: u64, lower: i32| {
            table.store(slot(number), Bounds { lower, upper: 9 }, 1 << 40);
            [0, 1].map(|word| table.words[word].load(Ordering::Relaxed))
        };
        for number in 1..1_000 {
            let ([low, _], [_, high]) = (words(number, 1), words(number + 1, 2));
            for (word, value) in table.words.iter().zip([low, high, 0, 0]) {
                word.store(value, Ordering::Relaxed);
            }
            for key in [number, number + 1] {
                assert_eq!(probe(table.load(slot(key)), slot(key)), None, "{number}");
            }
        }
    }

    #[test]
    fn tables_do_not_exceed_the_requested_size() {
        for megabytes in [1, 3, 64, 100] {
            let small = SolverTable::new::<u64>(megabytes, 49);
            let large = SolverTable::new::<u128>(megabytes, 110);
            for bytes in [small.bytes(), large.bytes()] {
                assert!(bytes <= megabytes << 20 && bytes > megabytes << 19, "{megabytes}: {bytes}");
            }
        }
    }
}
