//! What an unfinished game of Othello is worth.

use plateau_search::{Evaluator, Score};

use super::board::Board;
use super::grid::Grid;

/// The seed's evaluation.
///
/// On 8×8, the sum of the seed's weights of the squares one holds less the sum
/// of those the other holds; its figures as they are. Its smaller board is
/// searched to the end and has no table: there, and on 6×6, the difference of
/// the discs, in the unit of scores (which is ours).
#[derive(Clone, Copy, Debug, Default)]
pub struct Seed;

impl Seed {
    /// The weights of the top left quarter; the others are its images.
    const WEIGHTS: [[i32; 4]; 4] = [[500, -150, 30, 10], [-150, -250, 0, 0], [30, 0, 1, 2], [10, 0, 2, 16]];

    /// The squares that share a weight, with it.
    const CLASSES: [(u64, i32); 9] = {
        let mut classes = [(0, 0); 9];
        let mut count = 0;
        let mut row = 0;
        while row < 4 {
            let mut column = row;
            while column < 4 {
                let weight = Self::WEIGHTS[row][column];
                if weight != 0 {
                    classes[count] = (images(column, row), weight);
                    count += 1;
                }
                column += 1;
            }
            row += 1;
        }
        classes
    };
}

/// The images of a square of 8×8 under all symmetries.
const fn images(column: usize, row: usize) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < 8 {
        let (column, row) = if i & 1 == 0 { (column, row) } else { (row, column) };
        let column = if i & 2 == 0 { column } else { 7 - column };
        let row = if i & 4 == 0 { row } else { 7 - row };
        set |= 1 << (row * 8 + column);
        i += 1;
    }
    set
}

/// How many more squares of a set one holds than the other.
#[inline]
fn lead(own: u64, other: u64) -> i32 {
    own.count_ones() as i32 - other.count_ones() as i32
}

impl<const N: usize> Evaluator<Board<N>> for Seed {
    type State = ();

    fn state(&self, _: &Board<N>) {}

    fn advance(&self, (): &(), _: &Board<N>, _: u8, _: &Board<N>) {}

    #[inline]
    fn evaluate(&self, board: &Board<N>, (): &()) -> i32 {
        let (own, other) = (board.own(), board.other());
        if N < 8 {
            return lead(own, other) * Score::UNIT;
        }
        Self::CLASSES.iter().map(|&(set, weight)| lead(own & set, other & set) * weight).sum()
    }

    /// The weight of the square.
    #[inline]
    fn promise(&self, _: &Board<N>, (): &(), mv: u8) -> i32 {
        if N < 8 {
            return 0;
        }
        let square = 1_u64.unbounded_shl(u32::from(mv));
        Self::CLASSES.iter().filter(|(set, _)| set & square != 0).map(|(_, weight)| weight).sum()
    }
}

/// Sets of squares that depend on the size of the board alone.
struct Squares<const N: usize>;

impl<const N: usize> Squares<N> {
    const LEFT: u64 = 0x0101_0101_0101_0101;
    const CORNERS: u64 = 1 | 1 << (N - 1) | 1 << (8 * (N - 1)) | 1 << (9 * (N - 1));
    /// The squares of the four edges.
    const EDGES: u64 = {
        let row = (1 << N) - 1;
        let column = Grid::<N>::VALID & Self::LEFT;
        row | row << (8 * (N - 1)) | column | column << (N - 1)
    };
    /// The squares beside a corner on an edge, and those beside it on a diagonal.
    const BESIDE: u64 = Self::orthogonal(Self::CORNERS);
    const DIAGONAL: u64 = Self::sideways(Self::orthogonal(Self::CORNERS)) & !Self::EDGES;

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
    const fn around(set: u64) -> u64 {
        let wide = set | Self::sideways(set);
        (wide | wide << 8 | wide >> 8) & Grid::<N>::VALID
    }

    /// The discs of a side on the edges that a chain of its own joins to a
    /// corner: they can never be turned.
    #[inline]
    fn anchored(own: u64) -> u64 {
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
const FEATURES: usize = 12;

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
fn features<const N: usize>(own: u64, other: u64) -> [i32; FEATURES] {
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

/// The weights of features by how many squares are empty: none, a quarter of
/// those at the start, a half, three quarters, all; and between in proportion.
///
/// They are hundredths of a disc of the final margin, and were fitted to it by
/// least squares over games of its first draft against itself: from random
/// openings with a stray move now and then, three or four plies deep and
/// perfect for the last ten squares; 12,000 games on 8×8, 15,000 on 6×6.
type Knots = [[i32; FEATURES]; 5];

/// The weights on 8×8.
const KNOTS_8: Knots = [
    [20, 165, -131, -119, -159, 19, 28, 101, -105, 93, -27, -72],
    [20, 553, -60, -119, 434, -203, -257, 125, -16, 25, -98, 58],
    [13, 778, 26, -132, 979, -179, -576, 125, 68, 10, -197, 26],
    [10, 544, 35, -113, 2197, -150, -1406, 310, 152, 0, -193, 66],
    [0, 419, 66, 48, 712, -9, -1436, 753, -229, -63, -180, 286],
];
/// The weights on 6×6, which serve 4×4 too: there a search sees the end.
const KNOTS_6: Knots = [
    [13, -13, -187, -90, -96, -70, -42, 59, -75, 94, 39, -74],
    [16, 364, -53, -90, 83, -83, 42, 179, -57, 38, -42, 45],
    [14, 463, 43, -49, 489, -62, -27, 210, 11, 25, -35, 16],
    [9, 168, -7, -224, 871, -418, -707, 355, 67, 173, 4, 109],
    [43, 274, -118, -106, 708, -601, -964, 1063, 61, -113, 64, -131],
];

/// The weights of a board's features for each number of empty squares.
struct Weights<const N: usize>;

impl<const N: usize> Weights<N> {
    const BY_EMPTIES: [[i32; FEATURES]; 61] = {
        let knots = if N == 8 { &KNOTS_8 } else { &KNOTS_6 };
        let start = N * N - 4;
        let mut table = [[0; FEATURES]; 61];
        let mut empties = 0;
        while empties <= start {
            let place = 4 * empties;
            let knot = if place / start > 3 { 3 } else { place / start };
            let beyond = (place - knot * start) as i32;
            let mut i = 0;
            while i < FEATURES {
                let (low, high) = (knots[knot][i], knots[knot + 1][i]);
                table[empties][i] = low + (high - low) * beyond / start as i32;
                i += 1;
            }
            empties += 1;
        }
        table
    };
}

/// Our evaluation: the margin to expect, from mobility, corners, what stands
/// beside them, discs that stay for good, the frontier and parity.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ours;

impl<const N: usize> Evaluator<Board<N>> for Ours {
    type State = ();

    fn state(&self, _: &Board<N>) {}

    fn advance(&self, (): &(), _: &Board<N>, _: u8, _: &Board<N>) {}

    #[inline]
    fn evaluate(&self, board: &Board<N>, (): &()) -> i32 {
        let features = features::<N>(board.own(), board.other());
        let empties = board.empty().count_ones() as usize;
        let weights = &Weights::<N>::BY_EMPTIES[empties.min(60)];
        features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
    }

    /// Corners first, the squares beside an empty corner last. Counting the
    /// answers to each move saves a tenth of the nodes and costs more.
    #[inline]
    fn promise(&self, board: &Board<N>, (): &(), mv: u8) -> i32 {
        const CORNER: i32 = 6_000;
        const BESIDE_EMPTY_CORNER: i32 = -3_000;
        let square = 1_u64.unbounded_shl(u32::from(mv));
        let corners = Squares::<N>::CORNERS;
        if square & corners != 0 {
            CORNER
        } else if square & Squares::<N>::around(board.empty() & corners) != 0 {
            BESIDE_EMPTY_CORNER
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use plateau_core::{Player, Position, Variant};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::othello::Othello;

    fn along_random_games<const N: usize>(check: impl Fn(&Board<N>)) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        for _ in 0..100 {
            let mut board = Othello::<N>::default().start();
            while board.outcome().is_none() {
                check(&board);
                let mut moves = board.legal_moves();
                board = board.after(moves.nth(rng.random_range(0..moves.len())).unwrap());
            }
        }
    }

    fn looks_the_same_from_everywhere<const N: usize, E: Evaluator<Board<N>, State = ()>>(evaluator: &E) {
        along_random_games::<N>(|board| {
            let value = evaluator.evaluate(board, &());
            assert!(value.abs() < 100_000, "{value}");
            let discs = Player::BOTH.map(|player| board.discs(player.other()));
            let swapped = Board::<N>::new(discs, board.turn().other(), false);
            assert_eq!(evaluator.evaluate(&swapped, &()), value);
            for &symmetry in board.symmetries() {
                let image = board.transform(symmetry);
                assert_eq!(evaluator.evaluate(&image, &()), value, "{symmetry:?}");
                for mv in board.legal_moves() {
                    let promise = evaluator.promise(&image, &(), board.transform_move(mv, symmetry));
                    assert_eq!(promise, evaluator.promise(board, &(), mv));
                }
            }
        });
    }

    #[test]
    fn values_are_the_same_for_images_and_for_either_side() {
        looks_the_same_from_everywhere::<4, _>(&Seed);
        looks_the_same_from_everywhere::<6, _>(&Seed);
        looks_the_same_from_everywhere::<8, _>(&Seed);
        looks_the_same_from_everywhere::<4, _>(&Ours);
        looks_the_same_from_everywhere::<6, _>(&Ours);
        looks_the_same_from_everywhere::<8, _>(&Ours);
    }

    #[test]
    fn features_but_move_and_parity_change_sign_with_the_sides() {
        fn check<const N: usize>() {
            along_random_games::<N>(|board| {
                let here = features::<N>(board.own(), board.other());
                let there = features::<N>(board.other(), board.own());
                assert!((0..FEATURES - 2).all(|i| here[i] == -there[i]), "{here:?} {there:?}");
                assert_eq!(here[FEATURES - 2..], there[FEATURES - 2..]);
            });
        }
        check::<4>();
        check::<6>();
        check::<8>();
    }

    #[test]
    fn the_seed_weighs_squares() {
        let weight = |name| {
            let square = 1 << Grid::<8>::read(name).unwrap();
            let board = |own, other| Board::<8>::new([own, other], Player::First, false);
            let value = Seed.evaluate(&board(square, 0), &());
            assert_eq!(Seed.evaluate(&board(0, square), &()), -value);
            value
        };
        let names = ["a1", "h8", "b1", "a7", "g2", "c1", "h4", "c3", "f4", "e4", "b5"];
        assert_eq!(names.map(weight), [500, 500, -150, -150, -250, 30, 10, 1, 2, 16, 0]);
        let start = Othello::<6>::default().start();
        assert_eq!(Seed.evaluate(&start.after(start.playable().trailing_zeros() as u8), &()), -300);
    }

    #[test]
    fn squares_lie_where_they_should() {
        let set =
            |names: &str| names.split(' ').fold(0_u64, |set, name| set | 1 << Grid::<8>::read(name).unwrap());
        assert_eq!(Squares::<8>::CORNERS, set("a1 h1 a8 h8"));
        assert_eq!(Squares::<8>::BESIDE, set("b1 a2 g1 h2 a7 b8 g8 h7"));
        assert_eq!(Squares::<8>::DIAGONAL, set("b2 g2 b7 g7"));
        assert_eq!(Squares::<4>::DIAGONAL, Grid::<4>::CENTRE);
        assert_eq!(Squares::<6>::EDGES.count_ones(), 20);
        assert_eq!(Squares::<8>::around(set("h4 a8")), set("g3 h3 g4 h4 g5 h5 a7 b7 a8 b8"));
        let own = set("a1 b1 c1 e1 a2 h8 h7 h6 h5 h4 h3 h2 b2");
        assert_eq!(Squares::<8>::anchored(own), own & !set("e1 b2"));
        assert_eq!(Squares::<8>::anchored(set("b1 c1")), 0);
    }
}
