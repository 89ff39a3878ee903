//! The transposition table that all threads share: bounds and best moves by position.
//!
//! An entry is two words, and the first is the key XOR the second (lockless hashing, Hyatt and
//! Mann 2002): an entry that two threads wrote at the same time matches no key. All 64 bits of
//! the key are verified. Four entries of 16 bytes share a cache line.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::local_table::NO_SQUARE;
use crate::exact_solver::Bounds;

/// What a position's entry says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Bounds of the score, which hold at this level.
    pub bounds: Bounds,
    /// The selectivity of the search that found the bounds; only those of
    /// [`EXACT`](super::selectivity::EXACT) are proven.
    pub level: u8,
    /// The best move and the second best one, or [`NO_SQUARE`].
    pub moves: [u8; 2],
}

/// Entries in a bucket.
const BUCKET_ENTRIES: usize = 4;

/// Words of a bucket: one cache line.
const BUCKET_WORDS: usize = 2 * BUCKET_ENTRIES;

/// Bytes of a bucket.
const BUCKET_BYTES: usize = BUCKET_WORDS * size_of::<AtomicU64>();

// The layout of an entry's data, from the low bits up. Scores are stored with a bias.
const BIAS: i32 = 100;
const UPPER_SHIFT: u32 = 8;
const BEST_SHIFT: u32 = 16;
const SECOND_SHIFT: u32 = 24;
const LEVEL_SHIFT: u32 = 32;
const WORK_SHIFT: u32 = 40;
const AGE_SHIFT: u32 = 48;

/// A table of fixed size.
#[derive(Debug)]
pub struct SolverTable {
    words: Box<[AtomicU64]>,
    /// The index of the first word that is aligned to a cache line.
    first: usize,
    buckets: usize,
    age: AtomicU8,
}

fn pack(stored: Stored, work: u32, age: u8) -> u64 {
    let score = |score: i32| (score + BIAS) as u64 & 0xff;
    score(stored.bounds.lower)
        | score(stored.bounds.upper) << UPPER_SHIFT
        | u64::from(stored.moves[0]) << BEST_SHIFT
        | u64::from(stored.moves[1]) << SECOND_SHIFT
        | u64::from(stored.level) << LEVEL_SHIFT
        | u64::from(work) << WORK_SHIFT
        | u64::from(age) << AGE_SHIFT
}

fn unpack(data: u64) -> Stored {
    let byte = |shift: u32| (data >> shift) as u8;
    let score = |shift: u32| i32::from(byte(shift)) - BIAS;
    Stored {
        bounds: Bounds { lower: score(0), upper: score(UPPER_SHIFT) },
        level: byte(LEVEL_SHIFT),
        moves: [byte(BEST_SHIFT), byte(SECOND_SHIFT)],
    }
}

impl SolverTable {
    /// Creates a table of at most this size.
    pub fn new(megabytes: usize) -> Self {
        let buckets = (megabytes.max(1) << 20) / BUCKET_BYTES;
        let words = bytemuck::zeroed_slice_box::<AtomicU64>((buckets + 1) * BUCKET_WORDS - 1);
        let first = words.as_ptr().align_offset(BUCKET_BYTES).min(BUCKET_WORDS - 1);
        Self { words, first, buckets, age: AtomicU8::new(1) }
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> usize {
        self.buckets * BUCKET_BYTES
    }

    /// Starts a new search: entries of earlier ones are replaced first.
    pub fn next_search(&mut self) {
        let age = self.age.get_mut();
        *age = age.wrapping_add(1).max(1);
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        for word in &mut self.words {
            *word.get_mut() = 0;
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        // The upper half of the product maps keys evenly to any number of buckets.
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        let begin = self.first + index * BUCKET_WORDS;
        &self.words[begin..begin + BUCKET_WORDS]
    }

    /// Looks up the entry of a key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Stored> {
        self.bucket(key).as_chunks::<2>().0.iter().find_map(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            (check.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Stores an entry that took this many nodes to find. It replaces the entry of the same
    /// key, or else the one of the bucket that is oldest, then that took the least work.
    #[inline]
    pub fn store(&self, key: u64, stored: Stored, nodes: u64) {
        let age = self.age.load(Ordering::Relaxed);
        let work = (nodes + 1).ilog2();
        let data = pack(stored, work, age);
        let mut slot = None;
        let mut least = u64::MAX;
        for [check, data] in self.bucket(key).as_chunks::<2>().0 {
            let old = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ old == key {
                slot = Some([check, data]);
                break;
            }
            let is_current = (old >> AGE_SHIFT) as u8 == age;
            let value = (old >> WORK_SHIFT & 0xff) + if is_current { 256 } else { 0 };
            if value < least {
                (slot, least) = (Some([check, data]), value);
            }
        }
        if let Some([check, slot]) = slot {
            check.store(key ^ data, Ordering::Relaxed);
            slot.store(data, Ordering::Relaxed);
        }
    }
}

impl Stored {
    /// Returns an entry that knows nothing about the score.
    pub fn unknown(most: i32) -> Self {
        Self { bounds: Bounds { lower: -most, upper: most }, level: 0, moves: [NO_SQUARE; 2] }
    }
}
