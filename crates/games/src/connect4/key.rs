//! Boards of bits as keys of tables.

use std::sync::atomic::{AtomicU64, Ordering};

use plateau_core::bits::Bits;

/// A key as it is mixed and kept: one word for boards of up to 64 bits, and two
/// beyond.
pub trait Key: Bits + Ord {
    /// Bits for a bound.
    const BOUND: u32;
    /// Words in memory.
    const WORDS: usize;
    /// Spreads keys of so many bits over all numbers of so many bits.
    #[must_use]
    fn mixed(self, width: u32) -> Self;
    /// The number in the bits from `low` on.
    fn number(self, low: u32) -> u64;
    /// A small number as bits.
    fn small(number: u64) -> Self;
    /// Reads an entry; a torn one of two words reads as nonsense that fits no key.
    fn load(words: &[AtomicU64]) -> Self;
    /// Writes an entry.
    fn store(self, words: &[AtomicU64]);
}

/// An odd number near the golden section of 2^64.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Key for u64 {
    const BOUND: u32 = 6;
    const WORDS: usize = 1;

    #[inline]
    fn mixed(self, width: u32) -> Self {
        let product = self.wrapping_mul(SPREAD) << (64 - width) >> (64 - width);
        product ^ product >> (width / 2)
    }

    #[inline]
    fn number(self, low: u32) -> u64 {
        self >> low
    }

    #[inline]
    fn small(number: u64) -> Self {
        number
    }

    #[inline]
    fn load(words: &[AtomicU64]) -> Self {
        words[0].load(Ordering::Relaxed)
    }

    #[inline]
    fn store(self, words: &[AtomicU64]) {
        words[0].store(self, Ordering::Relaxed);
    }
}

impl Key for u128 {
    const BOUND: u32 = 7;
    const WORDS: usize = 2;

    #[inline]
    fn mixed(self, width: u32) -> Self {
        let spread = Self::from(SPREAD) << 64 | Self::from(SPREAD.rotate_left(32) | 1);
        let product = self.wrapping_mul(spread) << (128 - width) >> (128 - width);
        product ^ product >> (width / 2)
    }

    #[inline]
    fn number(self, low: u32) -> u64 {
        (self >> low) as u64
    }

    #[inline]
    fn small(number: u64) -> Self {
        number.into()
    }

    #[inline]
    fn load(words: &[AtomicU64]) -> Self {
        let high = words[1].load(Ordering::Relaxed);
        let low = words[0].load(Ordering::Relaxed) ^ high.wrapping_mul(SPREAD);
        Self::from(high) << 64 | Self::from(low)
    }

    #[inline]
    fn store(self, words: &[AtomicU64]) {
        let high = (self >> 64) as u64;
        words[0].store(self as u64 ^ high.wrapping_mul(SPREAD), Ordering::Relaxed);
        words[1].store(high, Ordering::Relaxed);
    }
}
