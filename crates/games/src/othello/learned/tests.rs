use std::time::{Duration, Instant};

use plateau_core::hash::mix;
use plateau_core::{Player, Position, Variant};
use plateau_learn::{NetEvaluator, RowTable, Shape};
use plateau_search::Evaluator;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::othello::Othello;

/// Calls `check` with the positions of random games, and the moves that lead to the next ones.
fn check_random_games<const N: usize>(check: impl Fn(&Board<N>, u8)) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    for _ in 0..8 {
        let mut board = Othello::<N>::default().start();
        while board.outcome().is_none() {
            let mut moves = board.legal_moves();
            let mv = moves.nth(rng.random_range(0..moves.len())).unwrap();
            check(&board, mv);
            board.play_unchecked(mv);
        }
    }
}

/// Returns a table of random weights.
fn random_net<const N: usize>() -> Arc<Net> {
    let mut net = Net::zero(1, 1, 1_000, &Shape::of(&PatternFeatures::<N>::default()));
    for (i, weight) in net.rows.iter_mut().enumerate() {
        *weight = (mix(i as u64) % 601) as i16 - 300;
    }
    net.bias[0] = 40;
    Arc::new(net)
}

fn check_values<const N: usize>() {
    let (features, net) = (PatternFeatures::<N>::default(), random_net::<N>());
    let tables = StageWeights::new(&features, &net).unwrap();
    let slow = NetEvaluator::new(features, net);
    let value = |board: &Board<N>| tables.evaluate(board, &tables.accumulator(board));
    check_random_games::<N>(|board, mv| {
        let expected = value(board);
        assert_eq!(slow.evaluate(board, &slow.accumulator(board)), expected, "{board:?}");
        for &symmetry in board.symmetries() {
            assert_eq!(value(&board.transform(symmetry)), expected, "{symmetry:?}: {board:?}");
        }
        let discs = Player::BOTH.map(|player| board.discs(player.other()));
        assert_eq!(value(&Board::new(discs, board.turn().other(), false)), expected, "{board:?}");
        let after = board.after(mv);
        let updated = tables.update(&tables.accumulator(board), board, mv, &after);
        assert_eq!(updated, tables.accumulator(&after), "{board:?}");
        let updated = slow.update(&slow.accumulator(board), board, mv, &after);
        assert_eq!(updated, slow.accumulator(&after), "{board:?}");
    });
}

#[test]
fn tables_have_the_values_of_their_net_and_those_of_symmetric_positions() {
    check_values::<4>();
    check_values::<6>();
    check_values::<8>();
}

/// The rows of both sides, updated move by move, in a net with more than one number per row.
#[test]
fn updated_sums_equal_sums_from_scratch() {
    let features = PatternFeatures::<6>::default();
    let mut net = Net::zero(16, 3, 1_000, &Shape::of(&features));
    for (i, weight) in net.rows.iter_mut().enumerate() {
        *weight = (mix(i as u64) % 61) as i16 - 30;
    }
    let evaluator = NetEvaluator::new(features, Arc::new(net));
    check_random_games::<6>(|board, mv| {
        let after = board.after(mv);
        let updated = evaluator.update(&evaluator.accumulator(board), board, mv, &after);
        assert_eq!(updated, evaluator.accumulator(&after), "{board:?}");
    });
}

#[test]
fn patterns_are_of_the_expected_number() {
    let shape = |features: &dyn RowTable| {
        let Shape { rows, slots, max_progress, knots, .. } = Shape::of(features);
        (rows, slots, max_progress, knots)
    };
    assert_eq!(shape(&PatternFeatures::<8>::default()), (143_818, 53, 60, 31));
    assert_eq!(shape(&PatternFeatures::<6>::default()), (14_893, 29, 32, 17));
    assert_eq!(shape(&PatternFeatures::<4>::default()), (538, 17, 12, 7));
}

#[test]
fn the_shipped_nets_load_quickly_and_know_who_is_ahead() {
    fn check<const N: usize>(text: &str) {
        // The limit is 50 ms on an idle machine; five times as much beside other tests.
        let load_time = || {
            let started = Instant::now();
            load::<N>();
            started.elapsed()
        };
        let fastest = (0..3).map(|_| load_time()).min().unwrap();
        assert!(fastest < 5 * Duration::from_millis(50), "{fastest:?}");
        let weights = shipped::<N>();
        for (side, sign) in [("X", 1), ("O", -1)] {
            let board = Othello::<N>::default().parse(&format!("{text} {side}")).unwrap();
            let value = sign * weights.evaluate(&board, &weights.accumulator(&board));
            assert!(value > 200, "{value}: {board:?}");
        }
    }
    // Black holds corners with the edges beside them, white a few discs in the centre.
    check::<4>("XXXX-XXXXXO---X-");
    check::<6>("XXXX---XX-----XO----OX--------------");
    check::<8>("XXXXXXXXXXXXXX--XXXOX---XX-OX---X--XO---------------------------");
}
