//! Move generation on bitboards.
//!
//! Boards of every size occupy the top left corner of the same 8×8 word, so that a step in a
//! direction is the same rotation of the word on all of them:
//!
//! ```text
//!      a  b  c  d  e  f  g  h
//!  1   0  1  2  3  4  5  6  7         step   -9 -8 -7
//!  2   8  9 10 11 12 13 14 15                -1  ·  1
//!  3  16 17 18 19 20 21 22 23                 7  8  9
//!  4  24 25 26 27 28 29 30 31
//!  5  32 33 34 35 36 37 38 39         4×4 is a1 to d4,
//!  6  40 41 42 43 44 45 46 47         6×6 is a1 to f6;
//!  7  48 49 50 51 52 53 54 55         the bits beyond
//!  8  56 57 58 59 60 61 62 63         are never set.
//! ```

use std::array::from_fn;

use crate::cells::{algebraic, column_letter};

/// The eight directions as steps to the right and down. The first four lead to higher bits,
/// the others to lower ones.
const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];

/// A set of squares for each direction.
type Lanes = [u64; 8];

/// A set of squares for each of four directions.
type HalfLanes = [u64; 4];

/// The squares of a board of `N` × `N`.
#[derive(Debug)]
pub struct Grid<const N: usize>;

impl<const N: usize> Grid<N> {
    /// All squares.
    pub const VALID: u64 = {
        assert!(N == 4 || N == 6 || N == 8, "boards are 4×4, 6×6 or 8×8");
        Self::rectangle(0, N, 0, N)
    };

    /// The first of the four centre squares.
    pub const CENTRE_CORNER: u32 = 9 * (N as u32 / 2 - 1);

    /// The four centre squares, which are taken in every position.
    pub const CENTRE: u64 = 0x303 << Self::CENTRE_CORNER;

    /// The discs of black and white in the initial position.
    pub const START: [u64; 2] = [0x102 << Self::CENTRE_CORNER, 0x201 << Self::CENTRE_CORNER];

    /// Returns the squares of a rectangle; `right` and `bottom` are exclusive.
    const fn rectangle(left: usize, right: usize, top: usize, bottom: usize) -> u64 {
        let mut set = 0;
        let mut bit = 0;
        while bit < 64 {
            if left <= bit % 8 && bit % 8 < right && top <= bit / 8 && bit / 8 < bottom {
                set |= 1 << bit;
            }
            bit += 1;
        }
        set
    }

    /// The left rotation of the word for a step in each direction.
    const STEP: [u32; 8] = {
        let mut steps = [0; 8];
        let mut i = 0;
        while i < 8 {
            steps[i] = (DIRECTIONS[i].1 * 8 + DIRECTIONS[i].0).rem_euclid(64) as u32;
            i += 1;
        }
        steps
    };

    /// The squares with a neighbour both ahead and behind in each direction: discs can be
    /// flipped only there. A step that leaves the board or wraps around the word never ends
    /// on one of them.
    const INNER: Lanes = {
        let mut inner = [0; 8];
        let mut i = 0;
        while i < 8 {
            let (columns, rows) = DIRECTIONS[i];
            let (column, row) = (columns.unsigned_abs() as usize, rows.unsigned_abs() as usize);
            inner[i] = Self::rectangle(column, N - column, row, N - row);
            i += 1;
        }
        inner
    };

    /// The squares from each square to the edge, in the first four directions and in their
    /// opposites.
    const RAYS: [[HalfLanes; 2]; 64] = {
        let mut rays = [[[0; 4]; 2]; 64];
        let mut from = 0;
        while from < 64 {
            let mut i = 0;
            while i < 8 {
                let sign = if i < 4 { 1 } else { -1 };
                let (columns, rows) = (sign * DIRECTIONS[i % 4].0, sign * DIRECTIONS[i % 4].1);
                let (mut column, mut row) = (from % 8 + columns, from / 8 + rows);
                while 0 <= column && column < N as i32 && 0 <= row && row < N as i32 {
                    rays[from as usize][i / 4][i % 4] |= 1 << (row * 8 + column);
                    (column, row) = (column + columns, row + rows);
                }
                i += 1;
            }
            from += 1;
        }
        rays
    };

    /// Returns the empty squares on which a disc of `own` flips at least one of `opponent`.
    ///
    /// A Kogge-Stone parallel-prefix fill, in eight lanes that compile to SIMD instructions.
    #[inline]
    pub fn moves(own: u64, opponent: u64) -> u64 {
        let step = |set: u64, i: usize| set.rotate_left(Self::STEP[i]);
        let two_steps = |set: u64, i: usize| set.rotate_left(2 * Self::STEP[i] % 64);
        let inner = lanes(|i| opponent & Self::INNER[i]);
        // Chains of the opponent's discs next to an own disc: of one, of two…
        let mut chains = lanes(|i| inner[i] & step(own, i));
        chains = lanes(|i| chains[i] | inner[i] & step(chains[i], i));
        // … of four, of six. The longest chain has N - 2 discs.
        let pairs = lanes(|i| inner[i] & step(inner[i], i));
        if N > 4 {
            chains = lanes(|i| chains[i] | pairs[i] & two_steps(chains[i], i));
        }
        if N > 6 {
            chains = lanes(|i| chains[i] | pairs[i] & two_steps(chains[i], i));
        }
        let beyond = (0..8).fold(0, |ends, i| ends | step(chains[i], i));
        beyond & !(own | opponent)
    }

    /// Returns the discs of `opponent` that an own disc on this square flips, whether the
    /// square is empty or not; none for a number above 63.
    ///
    /// Along each ray, the first square that is not the opponent's decides: if it holds an
    /// own disc, all discs before it are flipped. Four rays at a time compile to SIMD
    /// instructions.
    #[inline]
    pub fn flips(own: u64, opponent: u64, square: u8) -> u64 {
        let Some([up, down]) = Self::RAYS.get(usize::from(square)) else {
            return 0;
        };
        let mut flips: HalfLanes = [0; 4];
        for i in 0..4 {
            // Towards higher bits, a carry runs through the opponent's discs to the first other
            // square of the ray.
            let end = up[i] & own & (opponent | !up[i]).wrapping_add(1);
            let above = up[i] & end.wrapping_sub(u64::from(end != 0));
            // Towards lower bits, all squares beyond a stop are marked; the first one is not.
            let stops = down[i] & !opponent;
            let mut beyond = stops | stops >> Self::STEP[i];
            if N > 4 {
                beyond |= beyond >> (2 * Self::STEP[i]);
            }
            if N > 6 {
                beyond |= beyond >> (4 * Self::STEP[i]);
            }
            let end = stops & !(beyond >> Self::STEP[i]) & own;
            // All bits above the end, if there is one.
            let below = down[i] & (end << 1).wrapping_neg();
            flips[i] = above | below;
        }
        flips[0] | flips[1] | flips[2] | flips[3]
    }

    /// Returns the squares of `taken` that are connected to the centre by neighbours in it.
    pub fn connected_to_centre(taken: u64) -> u64 {
        const LEFT: u64 = 0x0101_0101_0101_0101;
        let mut connected = taken & Self::CENTRE;
        loop {
            let wide = connected | connected << 1 & !LEFT | (connected & !LEFT) >> 1;
            let grown = (wide | wide << 8 | wide >> 8) & taken;
            if grown == connected {
                return connected;
            }
            connected = grown;
        }
    }

    /// Returns whether a number is a square of this board.
    #[inline]
    pub fn has(square: u8) -> bool {
        square < 64 && Self::VALID >> square & 1 != 0
    }

    /// Returns all squares, in reading order.
    pub fn squares() -> impl Iterator<Item = u8> {
        (0..64).filter(|&square| Self::has(square))
    }

    /// Returns the index of a square in reading order.
    pub fn index(square: u8) -> u16 {
        u16::from(square / 8) * N as u16 + u16::from(square % 8)
    }

    /// Returns the name of a square, such as `a1`.
    pub fn name(square: u8) -> String {
        format!("{}{}", column_letter(u32::from(square % 8)), square / 8 + 1)
    }

    /// Parses the name of a square.
    pub fn parse(text: &str) -> Option<u8> {
        let (column, row) = algebraic(text)?;
        let on_board = column < N as u32 && (1..=N as u32).contains(&row);
        on_board.then(|| ((row - 1) * 8 + column) as u8)
    }
}

/// Computes a set for each direction.
#[inline]
fn lanes(of: impl Fn(usize) -> u64) -> Lanes {
    from_fn(of)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Computes the flips of a move by walking from square to square.
    fn slow_flips<const N: usize>(own: u64, opponent: u64, square: u8) -> u64 {
        let size = 0..N as i32;
        let mut flips = 0;
        for (across, down) in (-1..=1).flat_map(|across| (-1..=1).map(move |down| (across, down))) {
            let (mut column, mut row) = (i32::from(square % 8), i32::from(square / 8));
            let mut met = 0;
            loop {
                (column, row) = (column + across, row + down);
                if !size.contains(&column) || !size.contains(&row) {
                    break;
                }
                let here = 1 << (row * 8 + column);
                if own & here != 0 {
                    flips |= met;
                }
                if opponent & here == 0 || met & here != 0 {
                    break;
                }
                met |= here;
            }
        }
        flips
    }

    fn compare_with_slow_flips<const N: usize>() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(N as u64);
        for _ in 0..20_000 {
            // Two disjoint sets, dense or sparse, with chains of every length.
            let words: [u64; 3] = from_fn(|_| rng.random());
            let taken = Grid::<N>::VALID & if words[2] & 1 == 0 { words[2] } else { words[2] | !words[1] };
            let (own, opponent) = (taken & words[0], taken & !words[0]);
            let mut moves = 0;
            for square in Grid::<N>::squares().filter(|square| taken >> square & 1 == 0) {
                let flips = slow_flips::<N>(own, opponent, square);
                assert_eq!(Grid::<N>::flips(own, opponent, square), flips, "{own:#x} {opponent:#x} {square}");
                moves |= u64::from(flips != 0) << square;
            }
            assert_eq!(Grid::<N>::moves(own, opponent), moves, "{own:#x} {opponent:#x}");
        }
    }

    #[test]
    fn moves_and_flips_match_a_slow_implementation() {
        compare_with_slow_flips::<4>();
        compare_with_slow_flips::<6>();
        compare_with_slow_flips::<8>();
    }
}
