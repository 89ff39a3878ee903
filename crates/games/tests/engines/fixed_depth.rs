//! Every search is held to plain negamax: on seeded random evaluations at fixed
//! depth, and to the end of the game with everything on.

use plateau_core::hash::mix;
use plateau_core::{Position, Record, Variant};
use plateau_games::achi::rules::{Ban, Blocked, Graph, Setup};
use plateau_games::achi::variant::DropAndSlide;
use plateau_games::connect4::{self, ConnectFour, Fixed};
use plateau_games::morpion4::{self, InARow};
use plateau_games::othello::Othello;
use plateau_games::supermorpion::SuperMorpion;
use plateau_games::tictactoe::TicTacToe;
use plateau_search::textbook::negamax;
use plateau_search::{
    AlphaBeta, Engine, Evaluator, GamePosition, Limits, NoEvaluation, Score, Settings, StopReason,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Any number at all, but always the same for a position.
#[derive(Clone, Copy, Debug)]
struct Noise(u64);

impl<P: Position> Evaluator<P> for Noise {
    type State = ();

    fn state(&self, _: &P) {}

    fn advance(&self, (): &(), _: &P, _: P::Move, _: &P) {}

    fn evaluate(&self, position: &P, (): &()) -> i32 {
        (mix(position.key() ^ self.0) % 2_001) as i32 - 1_000
    }
}

/// Positions of random games, each some moves from the start.
fn random_positions<V: Variant>(variant: &V, seed: u64, count: usize, longest: usize) -> Vec<V::Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut record = Record::new(variant.clone());
        let plies = rng.random_range(0..longest);
        for _ in 0..plies {
            let mut moves = record.position().legal_moves();
            if record.finish().is_some() {
                break;
            }
            let mv = moves.nth(rng.random_range(0..moves.len())).unwrap();
            record.play(mv).unwrap();
        }
        if record.finish().is_none() {
            found.push(*record.position());
        }
    }
    found
}

fn is_negamax_at_fixed_depth<V: Variant>(variant: &V, depths: std::ops::RangeInclusive<u32>) {
    for (i, position) in (0..).zip(random_positions(variant, 5, 12, 40)) {
        let noise = Noise(i);
        let mut engine = AlphaBeta::new(noise, Settings::negamax_equivalent());
        for depth in depths.clone() {
            let line = GamePosition::new(position);
            let found = engine.analyse(&line, &Limits::depth(depth), &mut |_| {});
            let truth = negamax(&position, depth, &noise).score;
            assert_eq!(
                found.value.estimate,
                truth,
                "{} {} depth {depth}",
                variant.name(),
                variant.print(&position)
            );
            let limits = Limits { multi_pv: true, ..Limits::depth(depth) };
            for root_move in engine.analyse(&line, &limits, &mut |_| {}).moves {
                let truth = negamax(&position.after(root_move.mv), depth - 1, &noise).score.for_parent();
                assert_eq!(root_move.value.estimate, truth, "{} {:?}", variant.name(), root_move.mv);
            }
        }
    }
}

#[test]
fn alpha_beta_finds_what_negamax_finds_at_fixed_depth() {
    is_negamax_at_fixed_depth(&TicTacToe, 1..=6);
    is_negamax_at_fixed_depth(&SuperMorpion { most: true }, 1..=4);
    is_negamax_at_fixed_depth(
        &InARow::new("morpion4:5x4x4".to_owned(), morpion4::AnySize::small([5, 4, 4]).unwrap()),
        1..=4,
    );
    is_negamax_at_fixed_depth(&ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>), 1..=6);
    is_negamax_at_fixed_depth(&Othello::<6> { discs_only: false }, 1..=5);
    is_negamax_at_fixed_depth(&Othello::<8> { discs_only: true }, 1..=4);
}

#[test]
fn searched_to_the_end_values_and_best_moves_are_those_of_negamax() {
    fn check<V: Variant>(variant: &V, empty_enough: impl Fn(&V::Position) -> bool, depth: u32) {
        let positions = random_positions(variant, 9, 600, 75);
        let late: Vec<_> = positions.iter().filter(|position| empty_enough(position)).take(40).collect();
        assert!(late.len() > 10, "{}: {}", variant.name(), late.len());
        let mut engine = AlphaBeta::new(NoEvaluation, Settings { hash_mb: 4, ..Settings::default() });
        for position in late {
            let limits = Limits { multi_pv: true, ..Limits::default() };
            let found = engine.analyse(&GamePosition::new(*position), &limits, &mut |_| {});
            let text = variant.print(position);
            assert_eq!(found.stop, StopReason::Proven, "{text}");
            assert!(found.value.is_exact());
            assert_eq!(
                found.value.estimate,
                negamax(position, depth, &NoEvaluation).score,
                "{} {text}",
                variant.name()
            );
            for root_move in found.moves {
                let truth = negamax(&position.after(root_move.mv), depth, &NoEvaluation).score.for_parent();
                assert_eq!(root_move.value.estimate, truth, "{} {text} {:?}", variant.name(), root_move.mv);
            }
        }
    }
    let small = ConnectFour::new("connect4:4x4".to_owned(), connect4::AnySize::small(4, 4).unwrap());
    check(&TicTacToe, |_| true, 9);
    check(&small, |board| board.taken().count_ones() > 6, 16);
    check(&Othello::<4> { discs_only: false }, |_| true, 20);
    check(&SuperMorpion { most: true }, |board| board.empty().count_ones() < 10, 81);
}

#[test]
fn images_of_a_move_are_left_out_and_change_no_value() {
    let search = |text: &str, selective: bool| {
        let settings = Settings { hash_mb: 1, selective, reductions: false, ..Settings::default() };
        let line = GamePosition::new(TicTacToe.parse(text).unwrap());
        AlphaBeta::new(NoEvaluation, settings).analyse(&line, &Limits::default(), &mut |_| {})
    };
    for text in ["9 x", "x8 o", "4x4 o", "x3o4 x"] {
        let (folded, whole) = (search(text, true), search(text, false));
        assert_eq!(folded.value, whole.value, "{text}");
        assert!(folded.nodes < whole.nodes, "{text}: {} of {}", folded.nodes, whole.nodes);
    }
}

#[test]
fn known_values_are_found() {
    fn value<V: Variant>(variant: &V, evaluator: impl Evaluator<V::Position>) -> Score {
        let mut engine = AlphaBeta::new(evaluator, Settings { hash_mb: 64, ..Settings::default() });
        let found = engine.analyse(&GamePosition::new(variant.start()), &Limits::default(), &mut |_| {});
        assert_eq!((found.stop, found.value.is_exact()), (StopReason::Proven, true));
        found.value.estimate
    }
    let connect4 = |columns, rows| {
        let variant = ConnectFour::new(String::new(), connect4::AnySize::small(columns, rows).unwrap());
        value(&variant, connect4::evaluators::Ours)
    };
    assert_eq!(value(&TicTacToe, NoEvaluation), Score::DRAW);
    assert_eq!(value(&Othello::<4> { discs_only: false }, NoEvaluation).number(), -10 * Score::UNIT);
    assert_eq!(value(&Othello::<4> { discs_only: true }, NoEvaluation).number(), -8 * Score::UNIT);
    assert_eq!(connect4(4, 4), Score::DRAW);
    assert_eq!(connect4(5, 4), Score::DRAW);
    assert_eq!(connect4(4, 5), Score::DRAW);
    assert_eq!(connect4(6, 4), Score::loss_in(24));
    assert_eq!(connect4(4, 6), Score::DRAW);
    assert_eq!(connect4(4, 7), Score::DRAW);
    assert_eq!(connect4(5, 5), Score::DRAW);
    let achi = |pieces, ban| {
        let setup = Setup { graph: Graph::Nine, pieces, blocked: Blocked::Loses, ban };
        value(&DropAndSlide::new(String::new(), setup), NoEvaluation)
    };
    assert_eq!(achi(4, Ban::Never), Score::win_in(11));
    assert_eq!(achi(3, Ban::Never), Score::win_in(9));
}

#[test]
fn the_same_search_gives_the_same_nodes_and_the_same_answer() {
    let variant = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>);
    let run = || {
        let mut engine = AlphaBeta::new(Noise(1), Settings { hash_mb: 1, ..Settings::default() });
        let found = engine.analyse(&GamePosition::new(variant.start()), &Limits::depth(9), &mut |_| {});
        (found.nodes, found.best(), found.value)
    };
    assert_eq!(run(), run());
}
