use plateau_core::{Player, Position, Variant};
use plateau_search::{Evaluator, MovePicker};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::othello::grid::Grid;
use crate::othello::learned::shipped;
use crate::othello::{Board, Othello};

fn check_random_games<const N: usize>(check: impl Fn(&Board<N>)) {
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

fn value<const N: usize>(evaluator: &impl Evaluator<Board<N>>, board: &Board<N>) -> i32 {
    evaluator.evaluate(board, &evaluator.accumulator(board))
}

fn assert_symmetric<const N: usize>(evaluator: &(impl Evaluator<Board<N>> + MovePicker<Board<N>>)) {
    check_random_games::<N>(|board| {
        let state = evaluator.accumulator(board);
        let expected = evaluator.evaluate(board, &state);
        assert!(expected.abs() < 100_000, "{expected}");
        let discs = Player::BOTH.map(|player| board.discs(player.other()));
        let swapped = Board::<N>::new(discs, board.turn().other(), false);
        assert_eq!(value(evaluator, &swapped), expected);
        for &symmetry in board.symmetries() {
            let image = board.transform(symmetry);
            assert_eq!(value(evaluator, &image), expected, "{symmetry:?}");
            for mv in board.legal_moves() {
                let image_move = board.transform_move(mv, symmetry);
                let order_score = evaluator.order_score(&image, image_move);
                assert_eq!(order_score, evaluator.order_score(board, mv));
            }
        }
    });
}

#[test]
fn values_are_equal_for_symmetric_positions_and_swapped_sides() {
    assert_symmetric::<4>(&Baseline);
    assert_symmetric::<6>(&Baseline);
    assert_symmetric::<8>(&Baseline);
    assert_symmetric::<4>(&shipped());
    assert_symmetric::<6>(&shipped());
    assert_symmetric::<8>(&shipped());
}

#[test]
fn baseline_adds_up_square_weights() {
    let weight = |name| {
        let square = 1 << Grid::<8>::parse(name).unwrap();
        let board = |own, opponent| Board::<8>::new([own, opponent], Player::First, false);
        let value = Baseline.evaluate(&board(square, 0), &());
        assert_eq!(Baseline.evaluate(&board(0, square), &()), -value);
        value
    };
    let names = ["a1", "h8", "b1", "a7", "g2", "c1", "h4", "c3", "f4", "e4", "b5"];
    assert_eq!(names.map(weight), [500, 500, -150, -150, -250, 30, 10, 1, 2, 16, 0]);
    let start = Othello::<6>::default().start();
    assert_eq!(Baseline.evaluate(&start.after(start.playable().trailing_zeros() as u8), &()), -300);
}

#[test]
fn square_sets_have_the_right_squares() {
    let set =
        |names: &str| names.split(' ').fold(0_u64, |set, name| set | 1 << Grid::<8>::parse(name).unwrap());
    assert_eq!(Squares::<8>::CORNERS, set("a1 h1 a8 h8"));
    assert_eq!(Squares::<8>::C_SQUARES, set("b1 a2 g1 h2 a7 b8 g8 h7"));
    assert_eq!(Squares::<8>::X_SQUARES, set("b2 g2 b7 g7"));
    assert_eq!(Squares::<4>::X_SQUARES, Grid::<4>::CENTRE);
    assert_eq!(Squares::<8>::with_neighbours(set("h4 a8")), set("g3 h3 g4 h4 g5 h5 a7 b7 a8 b8"));
}
