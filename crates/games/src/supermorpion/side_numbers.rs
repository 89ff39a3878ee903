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

/// The numbers of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Numbers([i16; 2 * SIZE]);

#[expect(clippy::inline_always, reason = "the sums stay in registers at every node")]
impl Numbers {
    /// Joins the numbers of the first and the second player.
    pub fn join(first: &[i16; SIZE], second: &[i16; SIZE]) -> Self {
        let mut numbers = [0; 2 * SIZE];
        numbers[..SIZE].copy_from_slice(first);
        numbers[SIZE..].copy_from_slice(second);
        Self(numbers)
    }

    /// Swaps the numbers of both players.
    #[inline(always)]
    pub fn with_sides_swapped(&self) -> Self {
        let mut numbers = self.0;
        numbers.rotate_left(SIZE);
        Self(numbers)
    }

    /// Returns the sum of two rows.
    #[inline(always)]
    pub fn plus(&self, row: &Self) -> Self {
        let mut sums = self.0;
        for (sum, number) in sums.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_add(*number);
        }
        Self(sums)
    }

    /// Replaces a row in a sum.
    #[inline(always)]
    pub fn replace(&mut self, old: &Self, new: &Self) {
        for ((sum, old), new) in self.0.iter_mut().zip(&old.0).zip(&new.0) {
            *sum = sum.wrapping_add(*new).wrapping_sub(*old);
        }
    }

    /// Returns the output of a sum: numbers clipped to 0..=1, squared and weighted.
    #[inline(always)]
    pub fn output(&self, weights: &Self) -> i32 {
        let mut hidden = [0_i16; 2 * SIZE];
        for (hidden, number) in hidden.iter_mut().zip(&self.0) {
            let clipped = (*number).clamp(0, HIDDEN_ONE as i16) as u16;
            // The square in units of HIDDEN_ONE: 2³ · 2⁴ · clipped² / 2¹⁶ = clipped² / 2⁹. The
            // upper half of a product of 16-bit numbers is one instruction.
            *hidden = ((u32::from(clipped << 3) * u32::from(clipped << 4)) >> 16) as i16;
        }
        hidden.iter().zip(&weights.0).map(|(&hidden, &weight)| i32::from(hidden) * i32::from(weight)).sum()
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
