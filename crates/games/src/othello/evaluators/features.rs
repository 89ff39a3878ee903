//! What is counted on a board of any size.

use super::lead;
use crate::othello::grid::Grid;

/// Sets of squares that depend on the size of the board alone.
pub struct Squares<const N: usize>;

impl<const N: usize> Squares<N> {
    const LEFT: u64 = 0x0101_0101_0101_0101;
    pub const CORNERS: u64 = 1 | 1 << (N - 1) | 1 << (8 * (N - 1)) | 1 << (9 * (N - 1));
    /// The squares of the four edges.
    pub const EDGES: u64 = {
        let row = (1 << N) - 1;
        let column = Grid::<N>::VALID & Self::LEFT;
        row | row << (8 * (N - 1)) | column | column << (N - 1)
    };
    /// The squares beside a corner on an edge, and those beside it on a diagonal.
    pub const BESIDE: u64 = Self::orthogonal(Self::CORNERS);
    pub const DIAGONAL: u64 = Self::sideways(Self::orthogonal(Self::CORNERS)) & !Self::EDGES;

    #[inline]
    const fn sideways(set: u64) -> u64 {
        ((set & !Self::LEFT) >> 1 | (set << 1 & !Self::LEFT)) & Grid::<N>::VALID
    }

    #[inline]
    const fn orthogonal(set: u64) -> u64 {
        Self::sideways(set) | (set << 8 | set >> 8) & Grid::<N>::VALID
    }

    /// The squares beside a set in any of eight directions, and the set itself.
    #[inline]
    pub const fn around(set: u64) -> u64 {
        let wide = set | Self::sideways(set);
        (wide | wide << 8 | wide >> 8) & Grid::<N>::VALID
    }

    /// The discs of a side on the edges that a chain of its own joins to a
    /// corner: they can never be turned.
    #[inline]
    pub fn anchored(own: u64) -> u64 {
        let mut anchored = own & Self::CORNERS;
        if anchored == 0 {
            return 0;
        }
        let edge = own & Self::EDGES;
        for _ in 2..N {
            anchored |= Self::orthogonal(anchored) & edge;
        }
        anchored
    }
}

/// How many features a position has.
pub const FEATURES: usize = 12;

/// What [`Ours`] sees of a position, each but the last two as one's own less
/// the other's:
///
/// 0. mobility: the roots of the numbers of moves, 32 for one move, because
///    the first moves are worth more than the tenth;
/// 1. corners that can be taken now;
/// 2. potential mobility: empty squares beside a disc of the opponent's;
/// 3. frontier: discs beside an empty square;
/// 4. corners held;
/// 5. discs on an edge beside an empty corner;
/// 6. discs diagonally beside an empty corner;
/// 7. discs on the edges that are joined to a corner and so stay for good;
/// 8. discs on the edges away from corners;
/// 9. discs;
/// 10. the move: 1;
/// 11. parity: 1 when the empty squares are even in number, otherwise −1.
#[inline]
pub fn features<const N: usize>(own: u64, other: u64) -> [i32; FEATURES] {
    let empty = Grid::<N>::VALID & !(own | other);
    let corners = Squares::<N>::CORNERS;
    let open_corners = empty & corners;
    let beside = Squares::<N>::orthogonal(open_corners);
    let diagonal = Squares::<N>::DIAGONAL & Squares::<N>::around(open_corners);
    let frontier = Squares::<N>::around(empty);
    let quiet_edge = Squares::<N>::EDGES & !corners & !Squares::<N>::BESIDE;
    let [moves, answers] = [Grid::<N>::moves(own, other), Grid::<N>::moves(other, own)];
    let root = |moves: u64| ROOTS[moves.count_ones() as usize % ROOTS.len()];
    [
        root(moves) - root(answers),
        lead(moves & corners, answers & corners),
        lead(Squares::<N>::around(other) & empty, Squares::<N>::around(own) & empty),
        lead(own & frontier, other & frontier),
        lead(own & corners, other & corners),
        lead(own & beside, other & beside),
        lead(own & diagonal, other & diagonal),
        lead(Squares::<N>::anchored(own), Squares::<N>::anchored(other)),
        lead(own & quiet_edge, other & quiet_edge),
        lead(own, other),
        1,
        1 - 2 * (empty.count_ones() as i32 & 1),
    ]
}

/// The square roots of small numbers, 32 for 1.
static ROOTS: [i32; 64] = {
    let mut roots = [0; 64];
    let mut n = 0;
    while n < 64 {
        roots[n] = (n * 32 * 32).isqrt() as i32;
        n += 1;
    }
    roots
};
