use plateau_core::{Player, Position, Variant};
use plateau_search::{Evaluator, MovePicker};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::features::{FEATURES, Squares, features};
use super::*;
use crate::othello::grid::Grid;
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
    assert_symmetric::<4>(&Patterns::default());
    assert_symmetric::<6>(&Patterns::default());
    assert_symmetric::<8>(&Patterns::default());
}

/// With random weights: the incremental state equals the state computed from scratch, and
/// the value is the sum of the terms that the weights are fitted to.
#[test]
fn incremental_state_and_terms_match_the_evaluation() {
    fn check<const N: usize>(evaluator: &Patterns, weights: &Weights, numbers: &[Vec<i16>]) {
        check_random_games::<N>(|board| {
            let state = evaluator.accumulator(board);
            for mv in board.legal_moves() {
                let after = board.after(mv);
                assert_eq!(evaluator.update(&state, board, mv, &after), evaluator.accumulator(&after));
            }
            let numbers = &numbers[stage::<N>(board.empty().count_ones() as usize)];
            let terms = weights.terms(board);
            let sum: i32 = terms.iter().map(|&(weight, count)| i32::from(numbers[weight]) * count).sum();
            assert_eq!(evaluator.evaluate(board, &state), sum);
        });
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut numbers = |count: usize| -> Vec<Vec<i16>> {
        (0..STAGES).map(|_| (0..count).map(|_| rng.random_range(-500..500)).collect()).collect()
    };
    let zero = Weights::zero();
    let (six, eight) = (numbers(zero.count::<6>()), numbers(zero.count::<8>()));
    let weights: &Weights = Box::leak(Box::new(Weights::read(&Weights::file(&six, &eight)).unwrap()));
    let evaluator = Patterns::new(weights);
    assert_symmetric::<8>(&evaluator);
    check::<6>(&evaluator, weights, &six);
    check::<8>(&evaluator, weights, &eight);
}

#[test]
fn weights_of_another_version_or_size_are_rejected() {
    let file = include_bytes!("weights.bin");
    assert!(Weights::read(file).is_some());
    let text = "plateau othello weights 1\n";
    assert!(file.starts_with(text.as_bytes()));
    let zero = Weights::zero();
    assert_eq!(file.len(), text.len() + 2 * STAGES * (zero.count::<6>() + zero.count::<8>()));
    assert_eq!(file.len(), 327_254);
    assert!(Weights::read(&file[..file.len() - 2]).is_none());
    let mut other = file.to_vec();
    other[text.len() - 2] = b'0';
    assert!(Weights::read(&other).is_none());
}

#[test]
fn features_except_tempo_and_parity_are_antisymmetric() {
    fn check<const N: usize>() {
        check_random_games::<N>(|board| {
            let here = features::<N>(board.own(), board.opponent());
            let there = features::<N>(board.opponent(), board.own());
            assert!((0..FEATURES - 2).all(|i| here[i] == -there[i]), "{here:?} {there:?}");
            assert_eq!(here[FEATURES - 2..], there[FEATURES - 2..]);
        });
    }
    check::<4>();
    check::<6>();
    check::<8>();
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
    assert_eq!(Squares::<6>::EDGES.count_ones(), 20);
    assert_eq!(Squares::<8>::with_neighbours(set("h4 a8")), set("g3 h3 g4 h4 g5 h5 a7 b7 a8 b8"));
    let own = set("a1 b1 c1 e1 a2 h8 h7 h6 h5 h4 h3 h2 b2");
    assert_eq!(Squares::<8>::stable_edge(own), own & !set("e1 b2"));
    assert_eq!(Squares::<8>::stable_edge(set("b1 c1")), 0);
}
