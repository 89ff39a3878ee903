//! Sets of squares and tables that the solver looks up at every node.

use crate::othello::grid::Grid;

/// Constants of a board of `N` × `N`.
pub struct Squares<const N: usize>;

impl<const N: usize> Squares<N> {
    /// The number of squares, which is also the highest score.
    pub const COUNT: i32 = (N * N) as i32;

    /// The corners.
    pub const CORNERS: u64 = 1 | 1 << (N - 1) | 1 << (8 * (N - 1)) | 1 << (9 * (N - 1));

    /// The squares next to each square, on and beyond the board.
    const NEIGHBOURS: [u64; 64] = {
        let mut sets = [0; 64];
        let mut square = 0;
        while square < 64 {
            let (column, row) = (square % 8, square / 8);
            let mut other = 0;
            while other < 64 {
                let (across, down) = (column - other % 8, row - other / 8);
                if -1 <= across && across <= 1 && -1 <= down && down <= 1 && other != square {
                    sets[square as usize] |= 1 << other;
                }
                other += 1;
            }
            square += 1;
        }
        sets
    };

    /// The bit of each square's quadrant in a [parity](Self::parity).
    const QUADRANT: [u8; 64] = {
        let mut quadrants = [0; 64];
        let mut square = 0;
        while square < 64 {
            quadrants[square] = 1 << (2 * (square / 8 / (N / 2) % 2) + square % 8 / (N / 2) % 2);
            square += 1;
        }
        quadrants
    };

    /// The squares of the odd quadrants of each parity.
    const ODD: [u64; 16] = {
        let mut sets = [0; 16];
        let mut parity = 0;
        while parity < 16 {
            let mut square = 0;
            while square < 64 {
                if parity & Self::QUADRANT[square] as usize != 0 && Grid::<N>::VALID >> square & 1 != 0 {
                    sets[parity] |= 1 << square;
                }
                square += 1;
            }
            parity += 1;
        }
        sets
    };

    /// Returns the quadrants with an odd number of empty squares, one bit each.
    pub fn parity(empty: u64) -> u8 {
        let mut parity = 0;
        for quadrant in [1, 2, 4, 8] {
            if (empty & Self::ODD[usize::from(quadrant)]).count_ones() % 2 == 1 {
                parity |= quadrant;
            }
        }
        parity
    }

    /// Returns the quadrant of a square as a parity.
    #[inline]
    pub fn quadrant(square: u32) -> u8 {
        Self::QUADRANT[square as usize % 64]
    }

    /// Returns the squares of the odd quadrants.
    #[inline]
    pub fn odd(parity: u8) -> u64 {
        Self::ODD[usize::from(parity) % 16]
    }

    /// Returns the squares next to a square.
    #[inline]
    pub fn neighbours(square: u32) -> u64 {
        Self::NEIGHBOURS[square as usize % 64]
    }
}

/// The two diagonals through each square, the one from the top left first.
const DIAGONALS: [[u64; 2]; 64] = {
    let mut sets = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (column, row) = (square % 8, square / 8);
            let (other_column, other_row) = (other % 8, other / 8);
            if column - row == other_column - other_row {
                sets[square as usize][0] |= 1 << other;
            }
            if column + row == other_column + other_row {
                sets[square as usize][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    sets
};

/// The number of discs that a disc flips on a line that is full except for its square: by the
/// square's place on the line and the own discs on it.
const LINE_FLIPS: [[u8; 256]; 8] = {
    let mut counts = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let mut end = place + 1;
            while end < 8 && own >> end & 1 == 0 {
                end += 1;
            }
            if end < 8 {
                counts[place][own] += (end - place - 1) as u8;
            }
            let mut end = place;
            while end > 0 && own >> (end - 1) & 1 == 0 {
                end -= 1;
            }
            if end > 0 {
                counts[place][own] += (place - end) as u8;
            }
            own += 1;
        }
        place += 1;
    }
    counts
};

/// Returns the number of discs that a disc on the last empty square flips.
///
/// Each line through the square is gathered into a byte by a multiplication. Beyond a smaller
/// board no own disc ends a run, so nothing is counted there.
#[inline]
pub fn last_flips(own: u64, square: u32) -> u32 {
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    const COLUMN_TO_ROW: u64 = 0x0102_0408_1020_4080;
    let [falling, rising] = DIAGONALS[square as usize % 64];
    let (column, row) = (square as usize % 8, square as usize / 8 % 8);
    let gather = |set: u64, factor: u64| (set.wrapping_mul(factor) >> 56) as usize;
    let by_column = &LINE_FLIPS[column];
    let lines = [
        by_column[(own >> (8 * row)) as usize % 256],
        by_column[gather(own & falling, COLUMN)],
        by_column[gather(own & rising, COLUMN)],
        LINE_FLIPS[row][gather(own >> column & COLUMN, COLUMN_TO_ROW)],
    ];
    lines.iter().map(|&count| u32::from(count)).sum()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn check_last_flips<const N: usize>() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for _ in 0..2_000 {
            for square in Grid::<N>::squares() {
                let words: [u64; 2] = rng.random();
                let others = Grid::<N>::VALID & !(1 << square);
                for own in [words[0] & others, words[0] & words[1] & others, (words[0] | words[1]) & others] {
                    let flips = Grid::<N>::flips(own, others & !own, square);
                    assert_eq!(last_flips(own, square.into()), flips.count_ones(), "{own:#x} {square}");
                }
            }
        }
    }

    #[test]
    fn flips_of_the_last_disc_are_counted() {
        check_last_flips::<4>();
        check_last_flips::<6>();
        check_last_flips::<8>();
    }

    #[test]
    fn quadrants_are_quarters_of_the_board() {
        fn check<const N: usize>() {
            let sizes = [1, 2, 4, 8].map(|quadrant| Squares::<N>::odd(quadrant).count_ones() as usize);
            assert_eq!(sizes, [N * N / 4; 4]);
            assert_eq!(Squares::<N>::parity(Grid::<N>::VALID), if N == 6 { 15 } else { 0 });
            for square in Grid::<N>::squares() {
                let quadrant = Squares::<N>::quadrant(square.into());
                assert_eq!(Squares::<N>::parity(1 << square), quadrant);
                assert_ne!(Squares::<N>::odd(quadrant) >> square & 1, 0);
            }
        }
        check::<4>();
        check::<6>();
        check::<8>();
    }
}
