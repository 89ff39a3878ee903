//! What is known of positions: bounds by their keys, and nothing by chance. A
//! key is mixed by steps that can be undone; some of its bits then tell the
//! place, and an entry holds all others, so that no two positions are confused.
//! (Entries of two words may be torn by another thread: on boards of more than 64
//! bits, and there alone, one such in 2^46 would pass.)

use std::sync::atomic::AtomicU64;

use crate::connect4::key::Key;

/// What is known of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// It is at least this.
    pub lower: i32,
    /// It is at most this.
    pub upper: i32,
}

impl Bounds {
    /// Whether there is only one score between them.
    pub fn is_score(self) -> bool {
        self.lower == self.upper
    }

    /// What both say.
    #[must_use]
    pub fn meet(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Others as far as they lie within these.
    #[must_use]
    pub fn within(self, other: Self) -> Self {
        let clamp = |score: i32| score.clamp(self.lower, self.upper);
        Self { lower: clamp(other.lower), upper: clamp(other.upper) }
    }
}

/// Bits for the work that an entry cost.
const WORK: u32 = 4;

/// Where a key belongs: a pair of entries, and the bits that the place does not
/// tell.
#[derive(Clone, Copy)]
pub struct Place<K> {
    at: usize,
    rest: K,
}

/// The layout of entries: the rest of the key above two bounds and the work.
#[derive(Clone, Copy, Debug)]
struct Layout {
    /// Bits of a key.
    width: u32,
    /// Bits of a key that the place does not tell.
    rest: u32,
}

impl Layout {
    fn new<K: Key>(width: u32, pairs: usize) -> Self {
        let rest = width - pairs.ilog2().min(width - 1);
        let bits = rest + 2 * K::BOUND + WORK;
        assert!(bits <= 64 * K::WORDS as u32, "keys are kept whole");
        Self { width, rest }
    }

    #[inline]
    fn place<K: Key>(self, key: K) -> Place<K> {
        let mixed = key.mixed(self.width);
        let at = mixed.number(self.rest);
        Place { at: at as usize, rest: mixed ^ ((mixed >> self.rest) << self.rest) }
    }

    #[inline]
    fn pack<K: Key>(rest: K, bounds: Bounds, work: u32) -> K {
        let middle = 1 << (K::BOUND - 1);
        let data = ((bounds.lower + middle) as u64) << (K::BOUND + WORK)
            | ((bounds.upper + middle) as u64) << WORK
            | u64::from(work);
        rest << (2 * K::BOUND + WORK) | K::small(data)
    }

    #[inline]
    fn rest<K: Key>(entry: K) -> K {
        entry >> (2 * K::BOUND + WORK)
    }

    #[inline]
    fn bounds<K: Key>(entry: K) -> Bounds {
        let mask = (1 << K::BOUND) - 1;
        let bound = |low: u32| (entry.number(low) & mask) as i32 - (1 << (K::BOUND - 1));
        Bounds { lower: bound(K::BOUND + WORK), upper: bound(WORK) }
    }

    #[inline]
    fn work<K: Key>(entry: K) -> u32 {
        (entry.number(0) & ((1 << WORK) - 1)) as u32
    }
}

/// The work of so many positions, in four bits.
#[inline]
fn work_of(nodes: u64) -> u32 {
    ((nodes + 1).ilog2() / 2).min((1 << WORK) - 1)
}

/// The table that all threads share. Of the two entries of a place one keeps
/// what cost most, and the other what came last.
#[derive(Debug)]
pub struct Table {
    words: Box<[AtomicU64]>,
    layout: Layout,
}

impl Table {
    /// A table of at most so many megabytes, for keys of so many bits.
    pub fn new<K: Key>(megabytes: usize, width: u32) -> Self {
        let fits = (megabytes.max(1) << 20) / (16 * K::WORDS);
        let pairs = (1 << fits.ilog2()).min(1_usize << (width - 1).min(40));
        let words = bytemuck::zeroed_slice_box(pairs * 2 * K::WORDS);
        Self { words, layout: Layout::new::<K>(width, pairs) }
    }

    /// Its size in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for word in &mut self.words {
            *word.get_mut() = 0;
        }
    }

    /// Where a key belongs.
    #[inline]
    pub fn place<K: Key>(&self, key: K) -> Place<K> {
        self.layout.place(key)
    }

    #[inline]
    fn pair<K: Key>(&self, at: usize) -> (&[AtomicU64], &[AtomicU64]) {
        let begin = at * 2 * K::WORDS;
        self.words[begin..begin + 2 * K::WORDS].split_at(K::WORDS)
    }

    /// The two entries of a place, read at once so that other work can go on
    /// until memory has answered.
    #[inline]
    pub fn entries<K: Key>(&self, place: Place<K>) -> [K; 2] {
        let (first, second) = self.pair::<K>(place.at);
        [K::load(first), K::load(second)]
    }

    /// Remembers bounds that took so many positions to find.
    #[inline]
    pub fn put<K: Key>(&self, place: Place<K>, bounds: Bounds, nodes: u64) {
        let (costly, recent) = self.pair::<K>(place.at);
        let before = K::load(costly);
        let same = !before.is_empty() && Layout::rest(before) == place.rest;
        // What was dear to find out stays so when a little is added to it.
        let work = if same { work_of(nodes).max(Layout::work(before)) } else { work_of(nodes) };
        let entry = Layout::pack(place.rest, bounds, work);
        if !same && Layout::work(before) > work {
            entry.store(recent);
            return;
        }
        if !same && !before.is_empty() {
            before.store(recent);
        }
        entry.store(costly);
    }
}

/// The bounds among the entries of a place, if they are its key's.
#[inline]
pub fn find<K: Key>(entries: [K; 2], place: Place<K>) -> Option<Bounds> {
    let own = entries.into_iter().find(|&entry| !entry.is_empty() && Layout::rest(entry) == place.rest);
    own.map(Layout::bounds)
}

/// What one thread found near the ends of games: small enough to stay in the
/// processor's own memory, since such positions come again soon or never.
#[derive(Debug)]
pub struct Recent<K> {
    pairs: Box<[[K; 2]]>,
    layout: Layout,
}

/// Pairs of entries: a megabyte of single words, two of double ones.
const RECENT: usize = 1 << 16;

impl<K: Key> Recent<K> {
    /// An empty one for keys of so many bits.
    pub fn new(width: u32) -> Self {
        let pairs = RECENT.min(1 << (width - 1).min(RECENT.ilog2()));
        Self { pairs: vec![[K::ZERO; 2]; pairs].into_boxed_slice(), layout: Layout::new::<K>(width, pairs) }
    }

    /// Its size in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.pairs)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.pairs.fill([K::ZERO; 2]);
    }

    /// Where a key belongs.
    #[inline]
    pub fn place(&self, key: K) -> Place<K> {
        self.layout.place(key)
    }

    /// The two entries of a place.
    #[inline]
    pub fn entries(&self, place: Place<K>) -> [K; 2] {
        self.pairs[place.at]
    }

    /// Remembers bounds.
    #[inline]
    pub fn put(&mut self, place: Place<K>, bounds: Bounds) {
        let pair = &mut self.pairs[place.at];
        if Layout::rest(pair[0]) != place.rest {
            pair[1] = pair[0];
        }
        pair[0] = Layout::pack(place.rest, bounds, 0);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    /// A table of one pair of entries: every key meets every other.
    fn tiny<K: Key>(width: u32) -> Table {
        let words = bytemuck::zeroed_slice_box(2 * K::WORDS);
        Table { words, layout: Layout { width, rest: width } }
    }

    fn check<K: Key>(width: u32) {
        let table = tiny::<K>(width);
        let known = |key: u64| {
            let place = table.place(K::small(key));
            find(table.entries(place), place)
        };
        let put = |key: u64, lower: i32, nodes: u64| {
            table.put(table.place(K::small(key)), Bounds { lower, upper: lower + 3 }, nodes);
        };
        assert_eq!(known(1), None);
        put(1, -5, 1_000_000);
        put(2, 4, 10);
        put(3, 6, 1_000);
        assert_eq!(known(1), Some(Bounds { lower: -5, upper: -2 }), "what cost most stays");
        assert_eq!(
            (known(2), known(3)),
            (None, Some(Bounds { lower: 6, upper: 9 })),
            "beside what came last"
        );
        put(1, -4, 1);
        put(4, 0, 2_000);
        assert_eq!(known(1), Some(Bounds { lower: -4, upper: -1 }), "however little was added to it");
        put(5, 1, 1 << 40);
        assert_eq!(known(5), Some(Bounds { lower: 1, upper: 4 }));
        assert_eq!(known(1), Some(Bounds { lower: -4, upper: -1 }), "it gives way to what cost more");
    }

    #[test]
    fn of_two_entries_one_keeps_what_cost_most() {
        check::<u64>(40);
        check::<u128>(100);
    }

    #[test]
    fn places_and_rests_tell_keys_apart() {
        fn apart<K: Key>(width: u32, layout: Layout) {
            // Keys that differ in their low bits, in their high bits, and in both.
            let key = |number: u64| K::small(number % 150) | K::small(number / 150) << (width - 8);
            let mut seen: Vec<(usize, K)> = (0..150 * 256)
                .map(|number| layout.place(key(number)))
                .map(|place| (place.at, place.rest))
                .collect();
            seen.sort_unstable();
            assert!(seen.is_sorted_by(|a, b| a < b), "{width}");
        }
        for width in [20, 49, 63, 64] {
            apart::<u64>(width, Table::new::<u64>(1, width).layout);
            apart::<u64>(width, Recent::<u64>::new(width).layout);
        }
        for width in [49, 64, 110] {
            apart::<u128>(width, Table::new::<u128>(1, width).layout);
            apart::<u128>(width, Recent::<u128>::new(width).layout);
        }
    }

    #[test]
    fn a_torn_entry_is_no_entry() {
        let table = tiny::<u128>(110);
        // Keys whose entries differ in their second word alone: the first of one and the
        // second of the other would pass for the other's, with bounds that are not its own.
        let place = |number: u64| Place { at: 0, rest: u128::from(number) << 60 | 5 };
        let words = |number: u64, lower: i32| {
            table.put(place(number), Bounds { lower, upper: 9 }, 1 << 40);
            [0, 1].map(|word| table.words[word].load(Ordering::Relaxed))
        };
        for number in 1..1_000 {
            let ([low, _], [_, high]) = (words(number, 1), words(number + 1, 2));
            for (word, value) in table.words.iter().zip([low, high, 0, 0]) {
                word.store(value, Ordering::Relaxed);
            }
            for key in [number, number + 1] {
                assert_eq!(find(table.entries(place(key)), place(key)), None, "{number}");
            }
        }
    }

    #[test]
    fn a_table_is_not_larger_than_asked() {
        for megabytes in [1, 3, 64, 100] {
            let (small, large) = (Table::new::<u64>(megabytes, 49), Table::new::<u128>(megabytes, 110));
            for bytes in [small.bytes(), large.bytes()] {
                assert!(bytes <= megabytes << 20 && bytes > megabytes << 19, "{megabytes}: {bytes}");
            }
        }
    }
}
