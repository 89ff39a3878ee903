//! The seed's table of squares.

use plateau_search::{Evaluator, Score};

use super::lead;
use crate::othello::board::Board;

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
    fn order_score(&self, _: &Board<N>, (): &(), mv: u8) -> i32 {
        if N < 8 {
            return 0;
        }
        let square = 1_u64.unbounded_shl(u32::from(mv));
        Self::CLASSES.iter().filter(|(set, _)| set & square != 0).map(|(_, weight)| weight).sum()
    }
}
