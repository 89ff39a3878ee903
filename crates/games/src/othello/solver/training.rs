//! Exact targets for trainings.

use plateau_core::bits::Bits;

use super::Solver;
use crate::learned::TrainingSolver;
use crate::othello::Othello;

/// With at most this many empty squares, positions of self-play have their exact scores as targets. A
/// solver needs two milliseconds for one on average.
const MAX_EMPTY: u32 = 14;

/// The transposition table, in megabytes.
const HASH_MB: usize = 4;

/// Solves positions of self-play that are nearly full.
pub fn training_solver<const N: usize>() -> TrainingSolver<Othello<N>> {
    TrainingSolver {
        solved: "up to 14 empty squares",
        create: |&variant| {
            let mut solver = Solver::new(variant, HASH_MB, 1);
            Box::new(move |board| (board.empty().count() <= MAX_EMPTY).then(|| solver.solve(board)))
        },
    }
}

#[cfg(test)]
mod tests {
    use plateau_core::{Position, Variant};

    use super::*;
    use crate::othello::board::Board;

    fn negamax<const N: usize>(board: &Board<N>) -> i32 {
        let scores = board.legal_moves().map(|mv| -negamax(&board.after(mv)));
        scores.max().unwrap_or_else(|| board.final_score())
    }

    fn check<const N: usize>(discs_only: bool, compared_empty: u32) {
        let variant = Othello::<N> { discs_only };
        let mut solve = (training_solver::<N>().create)(&variant);
        let mut compared = 0;
        for game in 0..20_usize {
            let mut board = variant.start();
            while board.outcome().is_none() {
                let empty = board.empty().count();
                assert_eq!(solve(&board).is_some(), empty <= 14, "{empty} empty squares");
                if empty == compared_empty {
                    assert_eq!(solve(&board), Some(negamax(&board)), "{board:?}");
                    compared += 1;
                }
                let mut moves = board.legal_moves();
                board = board.after(moves.nth((game * 7 + empty as usize) % moves.len()).unwrap());
            }
        }
        assert!(compared > 10, "{compared}");
    }

    #[test]
    fn targets_are_the_scores_of_negamax_where_few_squares_are_empty() {
        for discs_only in [false, true] {
            check::<4>(discs_only, 7);
            check::<6>(discs_only, 7);
            check::<8>(discs_only, 7);
        }
    }
}
