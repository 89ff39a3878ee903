//! The numbers that both sides add to a net's sums, in two cache lines:
//!
//! ```text
//! 0 ..  31   what the first player sees     one block of four numbers for each symmetry
//! 32 .. 63   what the second player sees
//! ```

use plateau_learn::net::HIDDEN_ONE;

/// The squares of [`Numbers::output`] are scaled for this unit.
const _: () = assert!(HIDDEN_ONE == 1 << 9);

/// The length of a row.
pub const SIZE: usize = 32;

/// The length of the block of a symmetry.
pub const BLOCK: usize = SIZE / 8;

/// The sums of 32 bits in a vector of 256.
const LANES: usize = 8;

/// The numbers that one player sees.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct SideRow(pub [i16; SIZE]);

/// The numbers of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Numbers([i16; 2 * SIZE]);

#[expect(clippy::inline_always, reason = "the sums stay in registers at every node")]
impl Numbers {
    /// Nothing added up.
    pub const ZERO: Self = Self([0; 2 * SIZE]);

    /// Joins the numbers of the first and the second player.
    pub fn join(first: &[i16; SIZE], second: &[i16; SIZE]) -> Self {
        let mut numbers = [0; 2 * SIZE];
        numbers[..SIZE].copy_from_slice(first);
        numbers[SIZE..].copy_from_slice(second);
        Self(numbers)
    }

    /// Returns the sum with a row for each player added.
    #[inline(always)]
    #[must_use]
    pub fn plus_rows(&self, [first, second]: [&SideRow; 2]) -> Self {
        let mut sums = self.0;
        for i in 0..SIZE {
            sums[i] = sums[i].wrapping_add(first.0[i]);
            sums[SIZE + i] = sums[SIZE + i].wrapping_add(second.0[i]);
        }
        Self(sums)
    }

    /// Returns the sum without a row for each player.
    #[inline(always)]
    #[must_use]
    pub fn minus_rows(&self, [first, second]: [&SideRow; 2]) -> Self {
        let mut sums = self.0;
        for i in 0..SIZE {
            sums[i] = sums[i].wrapping_sub(first.0[i]);
            sums[SIZE + i] = sums[SIZE + i].wrapping_sub(second.0[i]);
        }
        Self(sums)
    }

    /// Returns the output of a sum: numbers clipped to 0..=1, squared and weighted.
    ///
    /// Not inlined: the compiler finds fewer vector instructions among other code.
    #[inline(never)]
    pub fn output(&self, weights: &Self) -> i32 {
        let mut hidden = [0_i16; 2 * SIZE];
        for (hidden, number) in hidden.iter_mut().zip(&self.0) {
            let clipped = (*number).clamp(0, HIDDEN_ONE as i16);
            // The square in units of HIDDEN_ONE: 2³ · 2⁴ · clipped² / 2¹⁶ = clipped² / 2⁹. The
            // upper half of a product of 16-bit numbers is one instruction.
            *hidden = ((i32::from(clipped << 3) * i32::from(clipped << 4)) >> 16) as i16;
        }
        // One instruction multiplies sixteen numbers and adds the products in pairs.
        let mut sums = [0; LANES];
        for first in (0..2 * SIZE).step_by(2 * LANES) {
            for (lane, sum) in sums.iter_mut().enumerate() {
                let i = first + 2 * lane;
                *sum += i32::from(hidden[i]) * i32::from(weights.0[i])
                    + i32::from(hidden[i + 1]) * i32::from(weights.0[i + 1]);
            }
        }
        sums.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_the_weighted_squares_of_clipped_numbers() {
        for number in i16::MIN..=i16::MAX {
            let clipped = i32::from(number).clamp(0, HIDDEN_ONE);
            let sums = Numbers::join(&[number; SIZE], &[0; SIZE]);
            let weights = Numbers::join(&[3; SIZE], &[-5; SIZE]);
            assert_eq!(sums.output(&weights), 3 * SIZE as i32 * (clipped * clipped / HIDDEN_ONE), "{number}");
        }
    }
}
