//! The images of squares and sets of squares under symmetry.

use plateau_core::Symmetry;

use super::grid::Grid;

impl<const N: usize> Grid<N> {
    /// Returns the image of a set of squares.
    pub fn transform(set: u64, symmetry: Symmetry) -> u64 {
        // Mirroring the word moves a small board to the other edge: shift it back.
        let mirror_columns = |set: u64| set.reverse_bits().swap_bytes() >> (8 - N);
        let mirror_rows = |set: u64| set.swap_bytes() >> (8 * (8 - N));
        match symmetry {
            Symmetry::Identity => set,
            Symmetry::MirrorColumns => mirror_columns(set),
            Symmetry::MirrorRows => mirror_rows(set),
            Symmetry::HalfTurn => mirror_rows(mirror_columns(set)),
            Symmetry::Transpose => transpose(set),
            Symmetry::AntiTranspose => mirror_rows(mirror_columns(transpose(set))),
            Symmetry::QuarterTurn => mirror_columns(transpose(set)),
            Symmetry::ThreeQuarterTurn => mirror_rows(transpose(set)),
        }
    }

    /// Returns the image of a square; other numbers are unchanged.
    pub fn transform_square(square: u8, symmetry: Symmetry) -> u8 {
        if !Self::has(square) {
            return square;
        }
        let from = (u32::from(square % 8), u32::from(square / 8));
        let (column, row) = symmetry.apply(from, N as u32, N as u32);
        (row * 8 + column) as u8
    }
}

/// Transposes a set by swapping ever larger blocks across the diagonal.
const fn transpose(set: u64) -> u64 {
    const fn swap(set: u64, upper: u64, distance: u32) -> u64 {
        let difference = (set ^ set >> distance) & upper;
        set ^ difference ^ difference << distance
    }
    let set = swap(set, 0x00aa_00aa_00aa_00aa, 7);
    let set = swap(set, 0x0000_cccc_0000_cccc, 14);
    swap(set, 0x0000_0000_f0f0_f0f0, 28)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const N: usize>() {
        for &symmetry in Symmetry::SQUARE {
            for square in Grid::<N>::squares() {
                let image = Grid::<N>::transform_square(square, symmetry);
                assert_eq!(Grid::<N>::transform(1 << square, symmetry), 1 << image, "{symmetry:?} {square}");
            }
            assert_eq!(Grid::<N>::transform_square(64, symmetry), 64);
        }
    }

    #[test]
    fn sets_transform_square_by_square() {
        check::<4>();
        check::<6>();
        check::<8>();
    }
}
