//! The terms of the evaluators of Othello.

use plateau_core::bits::Bits;
use plateau_search::Score;

use super::board::Board;
use super::evaluators::{Baseline, Squares};
use super::grid::Grid;
use super::learned::{PatternIndices, StageWeights};
use super::phrases;
use crate::explain::{Explain, Explanation, Term, ValueMap};

/// Counts the squares of two sets.
fn counts(sets: [u64; 2]) -> [i32; 2] {
    sets.map(|set| set.count_ones() as i32)
}

impl<const N: usize> Explain<Board<N>> for Baseline {
    fn explain(&self, board: &Board<N>, (): &()) -> Explanation {
        let sides = [board.own(), board.opponent()];
        if N < 8 {
            let discs = Term::counted(&phrases::DISCS, counts(sides), Score::UNIT);
            return Explanation::new([discs]).with_map(ValueMap::weights([Score::UNIT].repeat(N * N)));
        }
        let classes = || Self::CLASSES.into_iter().filter(|(set, _)| *set != 0);
        let terms = classes().map(|(set, weight)| {
            let name = match set {
                set if set == Squares::<8>::CORNERS => phrases::TERM_CORNERS.message(),
                set if set == Squares::<8>::C_SQUARES => phrases::TERM_C_SQUARES.message(),
                set if set == Squares::<8>::X_SQUARES => phrases::TERM_X_SQUARES.message(),
                set => {
                    phrases::TERM_LIKE.message().with("square", Grid::<8>::name(set.trailing_zeros() as u8))
                }
            };
            Term::counted(name, counts(sides.map(|discs| discs & set)), weight)
        });
        let weight = |square: u8| {
            let classes = classes().filter(|(set, _)| set.has(square.into()));
            classes.map(|(_, weight)| weight).sum()
        };
        Explanation::new(terms).with_map(ValueMap::weights(Grid::<N>::squares().map(weight)))
    }
}

impl<const N: usize> Explain<Board<N>> for StageWeights<N> {
    fn explain(&self, board: &Board<N>, indices: &PatternIndices) -> Explanation {
        let parts = self.parts(board, indices);
        let [own, opponent] = parts.moves;
        let names = [
            phrases::TERM_PARITY.message(),
            phrases::TERM_OWN_MOVES.message().with("count", own),
            phrases::TERM_OPPONENT_MOVES.message().with("count", opponent),
        ];
        let sums = parts.others.into_iter().chain(parts.shapes.iter().map(|&(_, sum)| sum));
        let names = names.into_iter().chain(parts.shapes.iter().map(|(shape, _)| shape.name()));
        // Each term is the difference of two rounded values, so that they add up to the value.
        let (mut sum, mut value) = (0, 0);
        let terms = names.zip(sums).map(|(name, part)| {
            sum += part;
            let before = std::mem::replace(&mut value, self.value(sum));
            Term::plain(name, value - before)
        });
        let note = phrases::STAGE.message().with("empty", board.empty().count());
        Explanation::new(terms).with_note(note)
    }
}
