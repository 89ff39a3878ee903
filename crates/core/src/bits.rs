//! Bitboards of one, two or more words, and iterators over their set bits.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A bitboard: a set of square indices.
///
/// # Examples
///
/// ```
/// use plateau_core::bits::Bits;
///
/// let row = u64::bit(1) | u64::bit(2) | u64::bit(3);
/// assert_eq!(row.count(), 3);
/// assert!(row.has_run(1, 3));
/// assert_eq!(row.ones().collect::<Vec<_>>(), [1, 2, 3]);
/// ```
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of bits.
    const CAPACITY: u32;
    /// The empty set.
    const ZERO: Self;

    /// Returns the set of one index below [`CAPACITY`](Self::CAPACITY).
    #[must_use]
    fn bit(index: u32) -> Self;
    /// Returns the number of set bits.
    fn count(self) -> u32;
    /// Returns the index of the lowest set bit, or at least the capacity if there is none.
    fn lowest(self) -> u32;
    /// Clears the lowest set bit, if there is one.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// Returns the 64-bit words, the lowest first.
    fn words(self) -> impl Iterator<Item = u64>;

    /// Whether no bit is set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::ZERO
    }

    /// Whether a bit is set; `false` beyond the capacity.
    #[inline]
    fn has(self, index: u32) -> bool {
        index < Self::CAPACITY && !(self & Self::bit(index)).is_empty()
    }

    /// Iterates over the set bits, lowest first.
    #[inline]
    fn ones(self) -> Ones<Self> {
        Ones(self)
    }

    /// Returns the lowest bit of every run of `length` set bits that are `step` apart. The
    /// board needs a sentinel bit, always clear, at the end of each row.
    #[inline]
    #[must_use]
    fn run_starts(self, step: u32, length: u32) -> Self {
        // `runs` holds the starts of all runs of `known` bits; each round doubles `known`.
        let (mut runs, mut known) = (self, 1);
        while known < length {
            let more = known.min(length - known);
            runs = runs & (runs >> (step * more));
            known += more;
        }
        runs
    }

    /// Whether there is a run of `length` set bits that are `step` apart.
    #[inline]
    fn has_run(self, step: u32, length: u32) -> bool {
        !self.run_starts(step, length).is_empty()
    }

    /// Returns all bits that belong to a run of at least `length`.
    #[must_use]
    fn run_bits(self, step: u32, length: u32) -> Self {
        let starts = self.run_starts(step, length);
        (0..length).fold(Self::ZERO, |bits, i| bits | starts << (step * i))
    }
}

macro_rules! word_bits {
    ($word:ty, $words:expr) => {
        impl Bits for $word {
            const CAPACITY: u32 = <$word>::BITS;
            const ZERO: Self = 0;

            #[inline]
            fn bit(index: u32) -> Self {
                1 << index
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn words(self) -> impl Iterator<Item = u64> {
                (0..$words).map(move |i| (self >> (64 * i)) as u64)
            }
        }
    };
}

word_bits!(u64, 1);
word_bits!(u128, 2);

/// A bitboard of `N` 64-bit words, the lowest first.
///
/// # Examples
///
/// ```
/// use plateau_core::bits::{Bits, Wide};
///
/// let set = Wide::<2>::bit(3) | Wide::bit(100);
/// assert_eq!(set.ones().collect::<Vec<_>>(), [3, 100]);
/// assert_eq!(set >> 97, Wide::bit(3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wide<const N: usize>(pub [u64; N]);

impl<const N: usize> Wide<N> {
    /// Returns the `64 * M` bits from `start` on, padded with zeros.
    #[inline]
    #[must_use]
    pub fn window<const M: usize>(self, start: u32) -> Wide<M> {
        let (words, bits) = ((start / 64) as usize, start % 64);
        Wide(std::array::from_fn(|i| {
            let at = |ahead: usize| self.0.get(i + words + ahead).copied().unwrap_or(0);
            at(0) >> bits | at(1) << 1 << (63 - bits)
        }))
    }

    #[inline]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Wide<N> {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const N: usize> Shl<u32> for Wide<N> {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        Self(std::array::from_fn(|i| {
            let at = |back: usize| i.checked_sub(words + back).map_or(0, |j| self.0[j]);
            // Two shifts, because a single shift by 64 overflows when `bits == 0`.
            at(0) << bits | at(1) >> 1 >> (63 - bits)
        }))
    }
}

impl<const N: usize> Shr<u32> for Wide<N> {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        self.window(by)
    }
}

impl<const N: usize> Bits for Wide<N> {
    const CAPACITY: u32 = 64 * N as u32;
    const ZERO: Self = Self([0; N]);

    #[inline]
    fn bit(index: u32) -> Self {
        let mut words = [0; N];
        words[(index / 64) as usize] = 1 << (index % 64);
        Self(words)
    }
    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline]
    fn lowest(self) -> u32 {
        let mut base = 0;
        for word in self.0 {
            if word != 0 {
                return base + word.trailing_zeros();
            }
            base += 64;
        }
        base
    }
    #[inline]
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }
    #[inline]
    fn words(self) -> impl Iterator<Item = u64> {
        self.0.into_iter()
    }
}

/// An iterator over the set bits of a bitboard, lowest first.
#[derive(Clone, Debug)]
pub struct Ones<B>(pub B);

impl<B: Bits> Iterator for Ones<B> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let index = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(index)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl<B: Bits> ExactSizeIterator for Ones<B> {}

/// A move that is a bit index.
pub trait BitMove {
    /// Creates the move of a bit.
    fn of_bit(bit: u32) -> Self;
}

impl BitMove for u8 {
    #[inline]
    fn of_bit(bit: u32) -> Self {
        bit as Self
    }
}

impl BitMove for u16 {
    #[inline]
    fn of_bit(bit: u32) -> Self {
        bit as Self
    }
}

/// An iterator over the moves of a bitboard with one move per set bit.
#[derive(Clone, Debug)]
pub struct BitMoves<B, M>(Ones<B>, PhantomData<M>);

impl<B: Bits, M> BitMoves<B, M> {
    /// Creates an iterator with one move per set bit.
    #[inline]
    pub fn new(bits: B) -> Self {
        Self(bits.ones(), PhantomData)
    }
}

impl<B: Bits, M: BitMove> Iterator for BitMoves<B, M> {
    type Item = M;

    #[inline]
    fn next(&mut self) -> Option<M> {
        self.0.next().map(M::of_bit)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<B: Bits, M: BitMove> ExactSizeIterator for BitMoves<B, M> {}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample<B: Bits>() -> B {
        [0, 1, 5, 62, 63, 64, 65, 100, 126, 127, 130, 190, 191]
            .into_iter()
            .filter(|&i| i < B::CAPACITY)
            .fold(B::ZERO, |set, i| set | B::bit(i))
    }

    fn check_set_operations<B: Bits>() {
        let set: B = sample();
        let listed: Vec<u32> = set.ones().collect();
        assert_eq!(listed.len(), set.ones().len());
        assert_eq!(listed, (0..B::CAPACITY).filter(|&i| set.has(i)).collect::<Vec<_>>());
        for by in [0, 1, 7, 63, 64, 65, 127].into_iter().filter(|&by| by < B::CAPACITY) {
            let up: Vec<u32> = listed.iter().map(|i| i + by).filter(|&i| i < B::CAPACITY).collect();
            assert_eq!((set << by).ones().collect::<Vec<_>>(), up, "<< {by}");
            let down: Vec<u32> = listed.iter().filter_map(|i| i.checked_sub(by)).collect();
            assert_eq!((set >> by).ones().collect::<Vec<_>>(), down, ">> {by}");
        }
        assert_eq!((set ^ !set, set & !set), (!B::ZERO, B::ZERO));
        assert_eq!(set.words().map(u64::count_ones).sum::<u32>(), set.count());
        assert!(!set.has(B::CAPACITY));
    }

    #[test]
    fn all_widths_behave_like_sets() {
        check_set_operations::<u64>();
        check_set_operations::<u128>();
        check_set_operations::<Wide<1>>();
        check_set_operations::<Wide<2>>();
        check_set_operations::<Wide<3>>();
    }

    #[test]
    fn window_equals_the_low_words_of_a_shift() {
        let set: Wide<3> = sample();
        for start in [0, 1, 63, 64, 100, 191] {
            assert_eq!(set.window::<2>(start).0[..], (set >> start).0[..2], "{start}");
        }
    }

    #[test]
    fn runs_are_found_at_their_exact_length() {
        for step in [1, 6, 7, 13] {
            for length in 1..=6 {
                let run = (0..length).fold(Wide::<3>::ZERO, |set, i| set | Wide::bit(60 + i * step));
                assert!(run.has_run(step, length));
                assert!(!run.has_run(step, length + 1), "{step} {length}");
                assert_eq!(run.run_bits(step, length), run);
                assert_eq!((run | Wide::bit(1)).run_bits(step, 2.min(length)) & run, run);
            }
        }
    }
}
