//! The symmetric images of squares and of sets of them.

use plateau_core::Symmetry;

use super::grid::Grid;

impl<const N: usize> Grid<N> {
    /// The image of a set of squares.
    pub fn transform(set: u64, symmetry: Symmetry) -> u64 {
        // A mirror of the word leaves a small board at the other edge.
        let columns = |set: u64| set.reverse_bits().swap_bytes() >> (8 - N);
        let rows = |set: u64| set.swap_bytes() >> (8 * (8 - N));
        match symmetry {
            Symmetry::Identity => set,
            Symmetry::MirrorColumns => columns(set),
            Symmetry::MirrorRows => rows(set),
            Symmetry::HalfTurn => rows(columns(set)),
            Symmetry::Transpose => transpose(set),
            Symmetry::AntiTranspose => rows(columns(transpose(set))),
            Symmetry::QuarterTurn => columns(transpose(set)),
            Symmetry::ThreeQuarterTurn => rows(transpose(set)),
        }
    }

    /// The image of a square; numbers that are no square stay what they are.
    pub fn transform_square(square: u8, symmetry: Symmetry) -> u8 {
        if !Self::has(square) {
            return square;
        }
        let from = (u32::from(square % 8), u32::from(square / 8));
        let (column, row) = symmetry.apply(from, N as u32, N as u32);
        (row * 8 + column) as u8
    }
}

/// Rows become columns: ever larger blocks change places across the diagonal.
const fn transpose(set: u64) -> u64 {
    const fn swap(set: u64, upper: u64, distance: u32) -> u64 {
        let changed = (set ^ set >> distance) & upper;
        set ^ changed ^ changed << distance
    }
    let set = swap(set, 0x00aa_00aa_00aa_00aa, 7);
    let set = swap(set, 0x0000_cccc_0000_cccc, 14);
    swap(set, 0x0000_0000_f0f0_f0f0, 28)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn images_move_square_by_square<const N: usize>() {
        for &symmetry in Symmetry::SQUARE {
            for square in Grid::<N>::squares() {
                let image = Grid::<N>::transform_square(square, symmetry);
                assert_eq!(Grid::<N>::transform(1 << square, symmetry), 1 << image, "{symmetry:?} {square}");
            }
            assert_eq!(Grid::<N>::transform_square(64, symmetry), 64);
        }
    }

    #[test]
    fn images_of_sets_are_those_of_their_squares() {
        images_move_square_by_square::<4>();
        images_move_square_by_square::<6>();
        images_move_square_by_square::<8>();
    }
}
