//! Evaluation features of boards of any size.

use super::lead;
use crate::othello::grid::Grid;

/// Sets of squares of a board of `N` × `N`.
pub struct Squares<const N: usize>;

impl<const N: usize> Squares<N> {
    const LEFT: u64 = 0x0101_0101_0101_0101;
    /// The corners.
    pub const CORNERS: u64 = 1 | 1 << (N - 1) | 1 << (8 * (N - 1)) | 1 << (9 * (N - 1));
    /// The squares of the four edges.
    pub const EDGES: u64 = {
        let row = (1 << N) - 1;
        let column = Grid::<N>::VALID & Self::LEFT;
        row | row << (8 * (N - 1)) | column | column << (N - 1)
    };
    /// The C-squares: those next to a corner on an edge.
    pub const C_SQUARES: u64 = Self::orthogonal(Self::CORNERS);
    /// The X-squares: those next to a corner on a diagonal.
    pub const X_SQUARES: u64 = Self::horizontal(Self::orthogonal(Self::CORNERS)) & !Self::EDGES;

    /// Returns the horizontal neighbours of a set.
    #[inline]
    const fn horizontal(set: u64) -> u64 {
        ((set & !Self::LEFT) >> 1 | (set << 1 & !Self::LEFT)) & Grid::<N>::VALID
    }

    /// Returns the horizontal and vertical neighbours of a set.
    #[inline]
    const fn orthogonal(set: u64) -> u64 {
        Self::horizontal(set) | (set << 8 | set >> 8) & Grid::<N>::VALID
    }

    /// Returns a set and its neighbours in all eight directions.
    #[inline]
    pub const fn with_neighbours(set: u64) -> u64 {
        let wide = set | Self::horizontal(set);
        (wide | wide << 8 | wide >> 8) & Grid::<N>::VALID
    }

    /// Returns the stable edge discs of a side: those connected to a corner by own edge discs.
    /// They can never be flipped.
    #[inline]
    pub fn stable_edge(own: u64) -> u64 {
        let mut stable = own & Self::CORNERS;
        if stable == 0 {
            return 0;
        }
        let edge = own & Self::EDGES;
        for _ in 2..N {
            stable |= Self::orthogonal(stable) & edge;
        }
        stable
    }
}

/// The number of features.
pub const FEATURES: usize = 12;

/// The number of features that compare the two sides; tempo and parity follow them.
pub const COMPARISONS: usize = 10;

/// Returns the sets whose sizes the features compare, of the side to move and of the
/// opponent, in the order of [`features`].
#[inline]
pub fn feature_sets<const N: usize>(own: u64, opponent: u64) -> [[u64; 2]; COMPARISONS] {
    let empty = Grid::<N>::VALID & !(own | opponent);
    let corners = Squares::<N>::CORNERS;
    let empty_corners = empty & corners;
    let c_squares = Squares::<N>::orthogonal(empty_corners);
    let x_squares = Squares::<N>::X_SQUARES & Squares::<N>::with_neighbours(empty_corners);
    let frontier = Squares::<N>::with_neighbours(empty);
    let inner_edge = Squares::<N>::EDGES & !corners & !Squares::<N>::C_SQUARES;
    let [own_moves, opponent_moves] = [Grid::<N>::moves(own, opponent), Grid::<N>::moves(opponent, own)];
    let potential = |opponent: u64| Squares::<N>::with_neighbours(opponent) & empty;
    [
        [own_moves, opponent_moves],
        [own_moves & corners, opponent_moves & corners],
        [potential(opponent), potential(own)],
        [own & frontier, opponent & frontier],
        [own & corners, opponent & corners],
        [own & c_squares, opponent & c_squares],
        [own & x_squares, opponent & x_squares],
        [Squares::<N>::stable_edge(own), Squares::<N>::stable_edge(opponent)],
        [own & inner_edge, opponent & inner_edge],
        [own, opponent],
    ]
}

/// Returns the mobility of a side with these moves: the square root of their number, times
/// 32.
#[inline]
pub fn mobility(moves: u64) -> i32 {
    ROOTS[moves.count_ones() as usize % ROOTS.len()]
}

/// Returns the parity: 1 if the number of empty squares is even, otherwise −1.
#[inline]
pub fn parity<const N: usize>(own: u64, opponent: u64) -> i32 {
    let empty = Grid::<N>::VALID & !(own | opponent);
    1 - 2 * (empty.count_ones() as i32 & 1)
}

/// Returns the features of a position. All but the last two are differences between the side
/// to move and the opponent:
///
/// 0. mobility: the square root of the number of moves, times 32, because the first moves
///    matter more than the tenth;
/// 1. corners that can be taken now;
/// 2. potential mobility: empty squares next to a disc of the opponent;
/// 3. frontier: discs next to an empty square;
/// 4. corners held;
/// 5. discs on C-squares of an empty corner;
/// 6. discs on X-squares of an empty corner;
/// 7. stable edge discs;
/// 8. edge discs that are on neither corners nor C-squares;
/// 9. discs;
/// 10. tempo: always 1;
/// 11. parity: 1 if the number of empty squares is even, otherwise −1.
#[inline]
pub fn features<const N: usize>(own: u64, opponent: u64) -> [i32; FEATURES] {
    let [moves, corner_moves, potential, frontier, corners, c_squares, x_squares, stable, edge, discs] =
        feature_sets::<N>(own, opponent);
    let lead = |[own, opponent]: [u64; 2]| lead(own, opponent);
    [
        mobility(moves[0]) - mobility(moves[1]),
        lead(corner_moves),
        lead(potential),
        lead(frontier),
        lead(corners),
        lead(c_squares),
        lead(x_squares),
        lead(stable),
        lead(edge),
        lead(discs),
        1,
        parity::<N>(own, opponent),
    ]
}

/// The square roots of small numbers, times 32.
static ROOTS: [i32; 64] = {
    let mut roots = [0; 64];
    let mut n = 0;
    while n < 64 {
        roots[n] = (n * 32 * 32).isqrt() as i32;
        n += 1;
    }
    roots
};
