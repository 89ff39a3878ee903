//! The last four empty squares, without move generation.
//!
//! Every function here searches the null window (`alpha`, `alpha + 1`) and is fail-soft: a
//! result above `alpha` is a lower bound of the score, any other an upper bound.

use plateau_core::bits::Bits;

use super::squares::{Squares, last_flips};
use crate::othello::grid::Grid;

/// Lower than every score.
pub const NO_SCORE: i32 = -100;

/// The search of the last squares. It counts nodes.
#[derive(Clone, Debug)]
pub struct Leaf<const N: usize> {
    /// The number of positions visited.
    pub nodes: u64,
    /// 1 if empty squares count for the winner, otherwise 0.
    unclaimed: i32,
}

impl<const N: usize> Leaf<N> {
    /// Creates the search. With `discs_only`, empty squares do not count for the winner.
    pub fn new(discs_only: bool) -> Self {
        Self { nodes: 0, unclaimed: i32::from(!discs_only) }
    }

    /// Returns whether empty squares do not count at the end.
    pub fn is_discs_only(&self) -> bool {
        self.unclaimed == 0
    }

    /// Returns the score of a finished game.
    pub fn final_score(&self, own: u64, opponent: u64) -> i32 {
        let [own, opponent] = [own, opponent].map(|discs| discs.count_ones() as i32);
        let difference = own - opponent;
        difference + difference.signum() * self.unclaimed * (Squares::<N>::COUNT - own - opponent)
    }

    /// Searches a position with one empty square, given the discs of the side to move.
    #[inline]
    fn last_1(&mut self, own: u64, alpha: i32, square: u32) -> i32 {
        self.nodes += 1;
        // The score if the opponent takes the square without flipping.
        let opponent_takes = 2 * own.count_ones() as i32 - Squares::<N>::COUNT;
        let flips = last_flips(own, square) as i32;
        if flips > 0 {
            return opponent_takes + 2 + 2 * flips;
        }
        // Without a move, the best that can happen is that nobody has one.
        if opponent_takes + 1 + self.unclaimed <= alpha {
            return opponent_takes + 1 + self.unclaimed;
        }
        let opponent = Grid::<N>::VALID & !own & !(1 << square);
        let flips = last_flips(opponent, square) as i32;
        if flips > 0 {
            return opponent_takes - 2 * flips;
        }
        let difference = opponent_takes + 1;
        difference + difference.signum() * self.unclaimed
    }

    /// Searches a position with two empty squares.
    #[inline]
    fn last_2(&mut self, own: u64, opponent: u64, alpha: i32, [a, b]: [u32; 2]) -> i32 {
        self.nodes += 1;
        let mut best = NO_SCORE;
        for (square, other) in [(a, b), (b, a)] {
            if Squares::<N>::neighbours(square) & opponent != 0 {
                let flips = Grid::<N>::flips(own, opponent, square as u8);
                if flips != 0 {
                    best = best.max(-self.last_1(opponent ^ flips, !alpha, other));
                    if best > alpha {
                        return best;
                    }
                }
            }
        }
        if best > NO_SCORE {
            return best;
        }
        let mut worst = -NO_SCORE;
        for (square, other) in [(a, b), (b, a)] {
            if Squares::<N>::neighbours(square) & own != 0 {
                let flips = Grid::<N>::flips(opponent, own, square as u8);
                if flips != 0 {
                    worst = worst.min(self.last_1(own ^ flips, alpha, other));
                    if worst <= alpha {
                        return worst;
                    }
                }
            }
        }
        if worst < -NO_SCORE { worst } else { self.final_score(own, opponent) }
    }

    /// Searches a position with three empty squares.
    fn last_3(&mut self, own: u64, opponent: u64, alpha: i32, empty: u64, parity: u8) -> i32 {
        let best = self.moves_of_3(own, opponent, alpha, empty, parity);
        if best > NO_SCORE {
            return best;
        }
        let best = self.moves_of_3(opponent, own, !alpha, empty, parity);
        if best > NO_SCORE { -best } else { self.final_score(own, opponent) }
    }

    #[inline]
    fn moves_of_3(&mut self, own: u64, opponent: u64, alpha: i32, empty: u64, parity: u8) -> i32 {
        self.nodes += 1;
        let mut best = NO_SCORE;
        let odd = empty & Squares::<N>::odd(parity);
        for squares in [odd, empty ^ odd] {
            for square in squares.ones() {
                if Squares::<N>::neighbours(square) & opponent == 0 {
                    continue;
                }
                let flips = Grid::<N>::flips(own, opponent, square as u8);
                if flips == 0 {
                    continue;
                }
                let disc = 1 << square;
                let rest = empty ^ disc;
                let rest = [rest.trailing_zeros(), rest.ilog2()];
                best = best.max(-self.last_2(opponent ^ flips, own ^ flips ^ disc, !alpha, rest));
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }

    /// Searches a position with four empty squares.
    pub fn last_4(&mut self, own: u64, opponent: u64, alpha: i32, empty: u64, parity: u8) -> i32 {
        let best = self.moves_of_4(own, opponent, alpha, empty, parity);
        if best > NO_SCORE {
            return best;
        }
        let best = self.moves_of_4(opponent, own, !alpha, empty, parity);
        if best > NO_SCORE { -best } else { self.final_score(own, opponent) }
    }

    #[inline]
    fn moves_of_4(&mut self, own: u64, opponent: u64, alpha: i32, empty: u64, parity: u8) -> i32 {
        self.nodes += 1;
        let mut best = NO_SCORE;
        let odd = empty & Squares::<N>::odd(parity);
        for squares in [odd, empty ^ odd] {
            for square in squares.ones() {
                if Squares::<N>::neighbours(square) & opponent == 0 {
                    continue;
                }
                let flips = Grid::<N>::flips(own, opponent, square as u8);
                if flips == 0 {
                    continue;
                }
                let disc = 1 << square;
                let parity = parity ^ Squares::<N>::quadrant(square);
                let (next, other) = (opponent ^ flips, own ^ flips ^ disc);
                best = best.max(-self.last_3(next, other, !alpha, empty ^ disc, parity));
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }

    /// Searches a position with at most four empty squares.
    pub fn search(&mut self, own: u64, opponent: u64, alpha: i32) -> i32 {
        let empty = Grid::<N>::VALID & !(own | opponent);
        let parity = Squares::<N>::parity(empty);
        let first = empty.trailing_zeros();
        match empty.count_ones() {
            0 => self.final_score(own, opponent),
            1 => self.last_1(own, alpha, first),
            2 => self.last_2(own, opponent, alpha, [first, empty.ilog2()]),
            3 => self.last_3(own, opponent, alpha, empty, parity),
            _ => self.last_4(own, opponent, alpha, empty, parity),
        }
    }
}
