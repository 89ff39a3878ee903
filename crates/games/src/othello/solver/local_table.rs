//! A thread's own transposition table for positions near the end: they recur soon or never,
//! so a table that fits in the processor's cache is enough.

use crate::exact_solver::Bounds;

/// The number of entries: 768 KB.
const ENTRIES: usize = 1 << 15;

/// No move.
pub const NO_SQUARE: u8 = 64;

/// The bounds and the best move of a position, with the position itself: there are no false
/// hits.
#[derive(Clone, Copy, Debug)]
struct Entry {
    own: u64,
    opponent: u64,
    lower: i8,
    upper: i8,
    best: u8,
}

/// The table. New entries always replace old ones.
#[derive(Clone, Debug)]
pub struct LocalTable(Vec<Entry>);

/// The slot of a position.
#[derive(Clone, Copy)]
pub struct Slot(usize);

impl LocalTable {
    /// Creates an empty table.
    pub fn new() -> Self {
        // No position is without discs, so this entry is never found.
        let empty = Entry { own: 0, opponent: 0, lower: 0, upper: 0, best: NO_SQUARE };
        Self(vec![empty; ENTRIES])
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        *self = Self::new();
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// Returns the slot of a position.
    #[inline]
    pub fn slot(own: u64, opponent: u64) -> Slot {
        let mixed = own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ opponent.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xa076_1d64_78bd_642f);
        Slot((mixed >> (64 - ENTRIES.ilog2())) as usize % ENTRIES)
    }

    /// Returns the bounds and the best move of a position.
    #[inline]
    pub fn probe(&self, slot: Slot, own: u64, opponent: u64) -> Option<(Bounds, u8)> {
        let entry = &self.0[slot.0];
        (entry.own == own && entry.opponent == opponent)
            .then(|| (Bounds { lower: entry.lower.into(), upper: entry.upper.into() }, entry.best))
    }

    /// Stores the bounds and the best move of a position.
    #[inline]
    pub fn store(&mut self, slot: Slot, own: u64, opponent: u64, bounds: Bounds, best: u8) {
        let Bounds { lower, upper } = bounds;
        self.0[slot.0] = Entry { own, opponent, lower: lower as i8, upper: upper as i8, best };
    }
}
