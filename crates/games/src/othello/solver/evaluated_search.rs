//! Static evaluation and shallow search, used for move ordering, `ProbCut` and first guesses; they
//! never decide an exact score.

use plateau_core::Player;
use plateau_core::bits::Bits;
use plateau_search::{Evaluator, Score};

use crate::othello::board::{Board, PASS};
use crate::othello::grid::Grid;
use crate::othello::learned::{self, PatternIndices, StageWeights};

/// Higher than every value, in hundredths of a disc.
pub const MAX_VALUE: i32 = 100 * Score::UNIT;

/// A position with its accumulator.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the opponent.
    pub opponent: u64,
    indices: PatternIndices,
}

/// Evaluates positions in hundredths of a disc.
#[derive(Clone, Debug)]
pub struct EvaluatedSearch<const N: usize> {
    weights: StageWeights<N>,
    /// The number of positions evaluated.
    pub nodes: u64,
}

impl<const N: usize> Default for EvaluatedSearch<N> {
    fn default() -> Self {
        Self { weights: learned::shipped(), nodes: 0 }
    }
}

fn board<const N: usize>(own: u64, opponent: u64) -> Board<N> {
    Board::new([own, opponent], Player::First, false)
}

impl<const N: usize> EvaluatedSearch<N> {
    /// Computes the accumulator of a position.
    pub fn node(&self, own: u64, opponent: u64) -> Node {
        Node { own, opponent, indices: self.weights.accumulator(&board::<N>(own, opponent)) }
    }

    /// Returns the position after a move.
    #[inline]
    pub fn after(&self, before: &Node, square: u32, flips: u64) -> Node {
        let (own, opponent) = (before.opponent ^ flips, before.own ^ flips ^ 1 << square);
        self.updated(before, square as u8, own, opponent)
    }

    /// Returns the position after a pass.
    pub fn after_pass(&self, before: &Node) -> Node {
        self.updated(before, PASS, before.opponent, before.own)
    }

    #[inline]
    fn updated(&self, before: &Node, mv: u8, own: u64, opponent: u64) -> Node {
        let boards = [board::<N>(before.own, before.opponent), board::<N>(own, opponent)];
        Node { own, opponent, indices: self.weights.update(&before.indices, &boards[0], mv, &boards[1]) }
    }

    /// Returns the static value.
    #[inline]
    pub fn value(&mut self, node: &Node) -> i32 {
        self.nodes += 1;
        self.weights.evaluate(&board::<N>(node.own, node.opponent), &node.indices)
    }

    /// Searches to a depth by principal-variation search: exact within the window, a fail-soft
    /// bound outside. A finished game counts its discs.
    pub fn search(&mut self, node: &Node, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        let moves = Grid::<N>::moves(node.own, node.opponent);
        if moves == 0 {
            if Grid::<N>::moves(node.opponent, node.own) == 0 {
                let [own, opponent] = [node.own, node.opponent].map(|set| set.count_ones() as i32);
                return (own - opponent) * Score::UNIT;
            }
            return -self.search(&self.after_pass(node), depth, -beta, -alpha);
        }
        if depth == 0 {
            return self.value(node);
        }
        let mut best = -MAX_VALUE;
        if depth == 1 {
            for square in moves.ones() {
                let flips = Grid::<N>::flips(node.own, node.opponent, square as u8);
                let after = self.after(node, square, flips);
                best = best.max(-self.search(&after, 0, -beta, -alpha));
                if best >= beta {
                    break;
                }
            }
            return best;
        }
        for (i, (_, after)) in self.ordered(node, moves, depth).iter().enumerate() {
            let mut score = beta - 1;
            let is_null_window = i > 0 && alpha + 1 < beta;
            if is_null_window {
                score = -self.search(after, depth - 1, -alpha - 1, -alpha);
            }
            if !is_null_window || alpha < score && score < beta {
                score = -self.search(after, depth - 1, -beta, -alpha);
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Returns the positions after all moves, the best for the side to move first: by their
    /// value, near the leaves by the number of replies.
    fn ordered(&mut self, node: &Node, moves: u64, depth: u32) -> Vec<(i32, Node)> {
        let mut children: Vec<(i32, Node)> = Vec::with_capacity(moves.count_ones() as usize);
        for square in moves.ones() {
            let flips = Grid::<N>::flips(node.own, node.opponent, square as u8);
            let after = self.after(node, square, flips);
            let order = if depth > 2 {
                self.value(&after)
            } else {
                Grid::<N>::moves(after.own, after.opponent).count_ones() as i32
            };
            children.push((order, after));
        }
        children.sort_by_key(|&(order, _)| order);
        children
    }
}

#[cfg(test)]
mod tests {
    use plateau_core::{Position, Variant};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::othello::Othello;

    /// Plain negamax with the same leaves.
    fn plain<const N: usize>(evaluated: &mut EvaluatedSearch<N>, board: &Board<N>, depth: u32) -> i32 {
        if board.outcome().is_some() {
            return (board.own().count_ones() as i32 - board.opponent().count_ones() as i32) * Score::UNIT;
        }
        if board.must_pass() {
            return -plain(evaluated, &board.after(PASS), depth);
        }
        if depth == 0 {
            return evaluated.value(&evaluated.node(board.own(), board.opponent()));
        }
        let values = board.legal_moves().map(|mv| -plain(evaluated, &board.after(mv), depth - 1));
        values.max().unwrap()
    }

    fn check<const N: usize>() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut evaluated = EvaluatedSearch::<N>::default();
        for _ in 0..30 {
            let mut board = Othello::<N>::default().start();
            while board.outcome().is_none() {
                if rng.random_ratio(1, 8) {
                    let (node, depth) =
                        (evaluated.node(board.own(), board.opponent()), rng.random_range(0..5));
                    let expected = plain(&mut evaluated, &board, depth);
                    assert_eq!(evaluated.search(&node, depth, -MAX_VALUE, MAX_VALUE), expected);
                    let bound = evaluated.search(&node, depth, expected, expected + 1);
                    assert!(bound <= expected);
                    let bound = evaluated.search(&node, depth, expected - 1, expected);
                    assert!(bound >= expected);
                }
                let mut moves = board.legal_moves();
                board = board.after(moves.nth(rng.random_range(0..moves.len())).unwrap());
            }
        }
    }

    #[test]
    fn search_agrees_with_plain_negamax() {
        check::<4>();
        check::<6>();
        check::<8>();
    }
}
