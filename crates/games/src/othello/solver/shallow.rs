//! Null-window search of positions with few empty squares: fastest-first with parity.
//!
//! As in [`leaf`](super::leaf), every function is fail-soft for the null window (`alpha`,
//! `alpha + 1`).

use plateau_core::bits::Bits;

use super::leaf::{Leaf, NO_SCORE};
use super::local_table::{LocalTable, NO_SQUARE};
use super::squares::Squares;
use super::stability::Stability;
use crate::exact_solver::Bounds;
use crate::othello::grid::Grid;

/// With at most this many empty squares, moves are ordered by parity only.
const PARITY_MAX_EMPTY: u32 = 6;

/// With at least this many empty squares, the local table is used.
const TABLE_MIN_EMPTY: u32 = 7;

/// The largest number of empty squares that this search is for.
pub const SHALLOW_MAX_EMPTY: u32 = 11;

/// The search of positions with up to [`SHALLOW_MAX_EMPTY`] empty squares.
#[derive(Clone, Debug)]
pub struct Shallow<const N: usize> {
    /// The search of the last squares, which counts nodes.
    pub leaf: Leaf<N>,
    /// Bounds of positions searched before.
    pub table: LocalTable,
    stability: Stability<N>,
}

/// Decides whether a search is stopped.
pub trait Poll {
    /// Returns whether to stop, given the number of nodes that [`Leaf`] has counted.
    fn poll(&mut self, nodes: u64) -> bool;

    /// Returns whether the last poll stopped the search.
    fn is_stopped(&self) -> bool;
}

/// Never stops: the deep search polls for the shallow one.
pub struct NoPoll;

impl Poll for NoPoll {
    #[inline]
    fn poll(&mut self, _: u64) -> bool {
        false
    }

    #[inline]
    fn is_stopped(&self) -> bool {
        false
    }
}

/// A move with the position after it.
#[derive(Clone, Copy, Default)]
struct Candidate {
    square: u8,
    /// Moves with a higher score are searched first.
    order_score: i32,
    flips: u64,
    /// The opponent's moves after it.
    replies: u64,
}

impl<const N: usize> Shallow<N> {
    /// Creates the search for one of the two ways to count empty squares.
    pub fn new(discs_only: bool) -> Self {
        Self { leaf: Leaf::new(discs_only), table: LocalTable::new(), stability: Stability::new() }
    }

    /// Searches a position with at most [`SHALLOW_MAX_EMPTY`] empty squares. If `poll` stops the
    /// search, the result is meaningless.
    pub fn search(&mut self, own: u64, opponent: u64, alpha: i32, poll: &mut impl Poll) -> i32 {
        let empty = Grid::<N>::VALID & !(own | opponent);
        let parity = Squares::<N>::parity(empty);
        match empty.count_ones() {
            0..=4 => self.leaf.search(own, opponent, alpha),
            5..=PARITY_MAX_EMPTY => self.by_parity(own, opponent, alpha, parity),
            _ => self.by_mobility(own, opponent, Grid::<N>::moves(own, opponent), alpha, parity, poll),
        }
    }

    /// Returns an upper bound of the score by the opponent's stable discs, if it decides the
    /// window.
    #[inline]
    pub fn stability_cutoff(&self, own: u64, opponent: u64, alpha: i32, empty: u32) -> Option<i32> {
        // With a low alpha, too many discs would have to be stable for a cutoff.
        let discs = opponent.count_ones() as i32;
        if alpha < 2 * empty as i32 - 4 || Squares::<N>::COUNT - 2 * discs > alpha {
            return None;
        }
        let stable = self.stability.stable(opponent, own);
        let upper = Squares::<N>::COUNT - 2 * stable.count_ones() as i32;
        (upper <= alpha).then_some(upper)
    }

    /// Searches five or a few more empty squares, those of odd quadrants first.
    fn by_parity(&mut self, own: u64, opponent: u64, alpha: i32, parity: u8) -> i32 {
        let empty = Grid::<N>::VALID & !(own | opponent);
        if let Some(upper) = self.stability_cutoff(own, opponent, alpha, empty.count_ones()) {
            return upper;
        }
        let moves = Grid::<N>::moves(own, opponent);
        if moves != 0 {
            return self.moves_by_parity(own, opponent, moves, alpha, parity);
        }
        let moves = Grid::<N>::moves(opponent, own);
        if moves != 0 {
            self.leaf.nodes += 1;
            return -self.moves_by_parity(opponent, own, moves, !alpha, parity);
        }
        self.leaf.final_score(own, opponent)
    }

    #[inline]
    fn moves_by_parity(&mut self, own: u64, opponent: u64, moves: u64, alpha: i32, parity: u8) -> i32 {
        self.leaf.nodes += 1;
        let empty = Grid::<N>::VALID & !(own | opponent);
        let is_five = empty.count_ones() == 5;
        let mut best = NO_SCORE;
        let odd = moves & Squares::<N>::odd(parity);
        for squares in [odd, moves ^ odd] {
            for square in squares.ones() {
                let flips = Grid::<N>::flips(own, opponent, square as u8);
                let disc = 1 << square;
                let (next, other) = (opponent ^ flips, own ^ flips ^ disc);
                let parity = parity ^ Squares::<N>::quadrant(square);
                let score = if is_five {
                    -self.leaf.last_4(next, other, !alpha, empty ^ disc, parity)
                } else {
                    -self.by_parity(next, other, !alpha, parity)
                };
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }

    /// Searches a position with the opponent's mobility as the order of moves.
    pub fn by_mobility(
        &mut self,
        own: u64,
        opponent: u64,
        moves: u64,
        alpha: i32,
        parity: u8,
        poll: &mut impl Poll,
    ) -> i32 {
        self.leaf.nodes += 1;
        if poll.poll(self.leaf.nodes) {
            return alpha;
        }
        let empty = Grid::<N>::VALID & !(own | opponent);
        let empty_count = empty.count_ones();
        if moves == 0 {
            let moves = Grid::<N>::moves(opponent, own);
            if moves == 0 {
                return self.leaf.final_score(own, opponent);
            }
            return -self.by_mobility(opponent, own, moves, !alpha, parity, poll);
        }
        if let Some(upper) = self.stability_cutoff(own, opponent, alpha, empty_count) {
            return upper;
        }
        let slot = LocalTable::slot(own, opponent);
        let mut bounds = Bounds { lower: -Squares::<N>::COUNT, upper: Squares::<N>::COUNT };
        let mut table_move = NO_SQUARE;
        if empty_count >= TABLE_MIN_EMPTY
            && let Some((known, best)) = self.table.probe(slot, own, opponent)
        {
            if let Some(score) = known.cutoff(alpha) {
                return score;
            }
            (bounds, table_move) = (known, best);
        }
        let mut candidates = [Candidate::default(); SHALLOW_MAX_EMPTY as usize];
        let mut count = 0;
        for (square, candidate) in moves.ones().zip(&mut candidates) {
            let flips = Grid::<N>::flips(own, opponent, square as u8);
            let (next, other) = (opponent ^ flips, own ^ flips ^ 1 << square);
            let replies = Grid::<N>::moves(next, other);
            let order_score = if square as u8 == table_move {
                i32::MAX
            } else {
                self.order_score(square, replies, [next, other], parity)
            };
            *candidate = Candidate { square: square as u8, order_score, flips, replies };
            count += 1;
        }
        let candidates = &mut candidates[..count];
        let mut best = NO_SCORE;
        for i in 0..count {
            // Selection sort: a cutoff often saves the rest.
            let mut first = i;
            for j in i + 1..count {
                if candidates[j].order_score > candidates[first].order_score {
                    first = j;
                }
            }
            candidates.swap(i, first);
            let Candidate { square, flips, replies, .. } = candidates[i];
            let (next, other) = (opponent ^ flips, own ^ flips ^ 1 << square);
            let parity = parity ^ Squares::<N>::quadrant(square.into());
            let score = if empty_count - 1 <= PARITY_MAX_EMPTY {
                -self.by_parity(next, other, !alpha, parity)
            } else {
                -self.by_mobility(next, other, replies, !alpha, parity, poll)
            };
            if poll.is_stopped() {
                return alpha;
            }
            if score > best {
                (best, table_move) = (score, square);
                if score > alpha {
                    break;
                }
            }
        }
        if empty_count >= TABLE_MIN_EMPTY {
            self.table.store(slot, own, opponent, bounds.refined(best, alpha), table_move);
        }
        best
    }

    /// Returns the order score of a move: few replies first (fastest-first), then corners, odd
    /// quadrants and stable edges. The weights were tuned by node counts.
    #[inline]
    fn order_score(&self, square: u32, replies: u64, [next, other]: [u64; 2], parity: u8) -> i32 {
        let corners = Squares::<N>::CORNERS;
        let odd = i32::from(parity & Squares::<N>::quadrant(square) != 0);
        let corner = i32::from(corners >> square & 1 != 0);
        let stable = self.stability.stable_on_edges(other, next).count_ones() as i32;
        let mobility = (replies.count_ones() + (replies & corners).count_ones()) as i32;
        10 * corner + 8 * odd + 4 * stable - 16 * mobility
    }
}
