//! Our evaluation.

use plateau_search::Evaluator;

use super::features::Squares;
use super::patterns::Fillings;
use super::weights::Weights;
use crate::othello::board::Board;

/// Our evaluation: the margin to expect, from mobility, corners, what stands
/// beside them, discs that stay for good, the frontier and parity; on 8×8 also
/// from how every line, edge and corner is filled, which a search carries along.
#[derive(Clone, Copy, Debug)]
pub struct Ours(&'static Weights);

impl Ours {
    /// With weights of the caller's.
    pub fn new(weights: &'static Weights) -> Self {
        Self(weights)
    }
}

impl Default for Ours {
    fn default() -> Self {
        Self(Weights::fitted())
    }
}

impl<const N: usize> Evaluator<Board<N>> for Ours {
    type State = Fillings;

    fn state(&self, board: &Board<N>) -> Fillings {
        if N < 8 { Fillings::NONE } else { self.0.patterns.fillings(board) }
    }

    #[inline]
    fn advance(&self, fillings: &Fillings, before: &Board<N>, mv: u8, after: &Board<N>) -> Fillings {
        if N < 8 { Fillings::NONE } else { self.0.patterns.advance(fillings, before, mv, after) }
    }

    #[inline]
    fn evaluate(&self, board: &Board<N>, fillings: &Fillings) -> i32 {
        self.0.margin(board, fillings)
    }

    /// Corners first, the squares beside an empty corner last. Counting the
    /// answers to each move saves a tenth of the nodes and costs more.
    #[inline]
    fn order_score(&self, board: &Board<N>, _: &Fillings, mv: u8) -> i32 {
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
