//! Evaluation by a table of square weights.

use plateau_search::{Evaluator, MovePicker, Score};

use super::lead;
use crate::othello::board::Board;

/// The baseline evaluation: on 8×8, the sum of fixed weights of the squares that each side
/// holds; on smaller boards, the difference of the numbers of discs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Baseline;

impl Baseline {
    /// The weights of the top left quarter; the other quarters are symmetric.
    const WEIGHTS: [[i32; 4]; 4] = [[500, -150, 30, 10], [-150, -250, 0, 0], [30, 0, 1, 2], [10, 0, 2, 16]];

    /// The squares of each weight.
    pub(in crate::othello) const CLASSES: [(u64, i32); 9] = {
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

/// Returns the images of a square of 8×8 under all symmetries.
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

impl<const N: usize> Evaluator<Board<N>> for Baseline {
    type Accumulator = ();

    fn accumulator(&self, _: &Board<N>) {}

    fn update(&self, (): &(), _: &Board<N>, _: u8, _: &Board<N>) {}

    #[inline]
    fn evaluate(&self, board: &Board<N>, (): &()) -> i32 {
        let (own, opponent) = (board.own(), board.opponent());
        if N < 8 {
            return lead(own, opponent) * Score::UNIT;
        }
        Self::CLASSES.iter().map(|&(set, weight)| lead(own & set, opponent & set) * weight).sum()
    }
}

impl<const N: usize> MovePicker<Board<N>> for Baseline {
    /// Orders moves by the weight of their square.
    #[inline]
    fn order_score(&self, _: &Board<N>, mv: u8) -> i32 {
        if N < 8 {
            return 0;
        }
        let square = 1_u64.unbounded_shl(u32::from(mv));
        Self::CLASSES.iter().filter(|(set, _)| set & square != 0).map(|(_, weight)| weight).sum()
    }
}
