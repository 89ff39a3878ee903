//! Bitboards as keys and entries of the solver's tables.

use std::ops::{Add, Sub};
use std::sync::atomic::{AtomicU64, Ordering};

use plateau_core::bits::Bits;

/// A board, a key or a table entry: one word for boards of up to 64 bits, two for larger
/// ones.
pub trait TableKey: Bits + Ord + Add<Output = Self> + Sub<Output = Self> {
    /// The number of bits of a score bound.
    const BOUND_BITS: u32;
    /// The number of 64-bit words.
    const WORDS: usize;
    /// Permutes the keys of `width` bits: a bijective hash.
    #[must_use]
    fn scramble(self, width: u32) -> Self;
    /// Returns the bits from `low` up as a number.
    fn bits_from(self, low: u32) -> u64;
    /// Creates a value from a number.
    fn from_u64(number: u64) -> Self;
    /// Loads an entry. A torn entry of two words matches no key.
    fn load(words: &[AtomicU64]) -> Self;
    /// Stores an entry.
    fn store(self, words: &[AtomicU64]);
}

/// 2^64 divided by the golden ratio, as in Fibonacci hashing. It is odd, so multiplying by
/// it is bijective.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

impl TableKey for u64 {
    const BOUND_BITS: u32 = 6;
    const WORDS: usize = 1;

    #[inline]
    fn scramble(self, width: u32) -> Self {
        let product = self.wrapping_mul(MULTIPLIER) << (64 - width) >> (64 - width);
        product ^ product >> (width / 2)
    }

    #[inline]
    fn bits_from(self, low: u32) -> u64 {
        self >> low
    }

    #[inline]
    fn from_u64(number: u64) -> Self {
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

impl TableKey for u128 {
    const BOUND_BITS: u32 = 7;
    const WORDS: usize = 2;

    #[inline]
    fn scramble(self, width: u32) -> Self {
        let multiplier = Self::from(MULTIPLIER) << 64 | Self::from(MULTIPLIER.rotate_left(32) | 1);
        let product = self.wrapping_mul(multiplier) << (128 - width) >> (128 - width);
        product ^ product >> (width / 2)
    }

    #[inline]
    fn bits_from(self, low: u32) -> u64 {
        (self >> low) as u64
    }

    #[inline]
    fn from_u64(number: u64) -> Self {
        number.into()
    }

    // The low word is stored XORed with a hash of the high one: words of two different
    // entries decode to an entry that matches neither key.
    #[inline]
    fn load(words: &[AtomicU64]) -> Self {
        let high = words[1].load(Ordering::Relaxed);
        let low = words[0].load(Ordering::Relaxed) ^ high.wrapping_mul(MULTIPLIER);
        Self::from(high) << 64 | Self::from(low)
    }

    #[inline]
    fn store(self, words: &[AtomicU64]) {
        let high = (self >> 64) as u64;
        words[0].store(self as u64 ^ high.wrapping_mul(MULTIPLIER), Ordering::Relaxed);
        words[1].store(high, Ordering::Relaxed);
    }
}
