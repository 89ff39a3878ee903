//! Alpha-beta compared with plain negamax: on random evaluations at a fixed depth, and
//! to the end of the game with every search technique enabled.

use plateau_core::hash::mix;
use plateau_core::{Position, Variant};
use plateau_games::EngineSpec;
use plateau_games::REGISTRY;
use plateau_games::achi::rules::{Ban, Blocked, Graph, Setup};
use plateau_games::achi::variant::DropAndSlide;
use plateau_games::connect4::{self, ConnectFour, Fixed};
use plateau_games::morpion4::{self, InARow};
use plateau_games::othello::Othello;
use plateau_games::supermorpion::SuperMorpion;
use plateau_games::tictactoe::TicTacToe;
use plateau_search::textbook::negamax;
use plateau_search::{
    Evaluator, GamePosition, Limits, NoEvaluation, Score, Settings, StopReason, Techniques,
};

use crate::common::{alpha_beta, random_positions};

/// Evaluates every position with a pseudo-random number, the same each time.
#[derive(Clone, Copy, Debug)]
struct Noise(u64);

impl<P: Position> Evaluator<P> for Noise {
    type Accumulator = ();

    fn accumulator(&self, _: &P) {}

    fn update(&self, (): &(), _: &P, _: P::Move, _: &P) {}

    fn evaluate(&self, position: &P, (): &()) -> i32 {
        (mix(position.key() ^ self.0) % 2_001) as i32 - 1_000
    }
}

fn assert_negamax_at_fixed_depth<V: Variant>(variant: &V, depths: std::ops::RangeInclusive<u32>) {
    for (i, position) in (0..).zip(random_positions(variant, 5, 12, 0..40)) {
        let noise = Noise(i);
        let mut engine = alpha_beta(variant, noise, Settings::negamax_equivalent());
        for depth in depths.clone() {
            let game = GamePosition::new(position);
            let analysis = engine.analyse(&game, &Limits::depth(depth), &mut |_| {});
            let expected = negamax(&position, depth, &noise).score;
            assert_eq!(
                analysis.value.estimate,
                expected,
                "{} {} depth {depth}",
                variant.name(),
                variant.print(&position)
            );
            let limits = Limits { multi_pv: true, ..Limits::depth(depth) };
            for root_move in engine.analyse(&game, &limits, &mut |_| {}).moves {
                let expected = negamax(&position.after(root_move.mv), depth - 1, &noise).score.for_parent();
                assert_eq!(root_move.value.estimate, expected, "{} {:?}", variant.name(), root_move.mv);
            }
        }
    }
}

#[test]
fn alpha_beta_equals_negamax_at_fixed_depth() {
    assert_negamax_at_fixed_depth(&TicTacToe, 1..=6);
    assert_negamax_at_fixed_depth(&SuperMorpion { most: true }, 1..=4);
    assert_negamax_at_fixed_depth(
        &InARow::new("morpion4:5x4x4".to_owned(), morpion4::AnySize::small([5, 4, 4]).unwrap()),
        1..=4,
    );
    assert_negamax_at_fixed_depth(&ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>), 1..=6);
    assert_negamax_at_fixed_depth(&Othello::<6> { discs_only: false }, 1..=5);
    assert_negamax_at_fixed_depth(&Othello::<8> { discs_only: true }, 1..=4);
}

#[test]
fn alpha_beta_equals_negamax_at_the_end_of_the_game() {
    fn check<V: Variant>(variant: &V, is_late: impl Fn(&V::Position) -> bool, depth: u32) {
        let positions = random_positions(variant, 9, 600, 0..75);
        let late: Vec<_> = positions.iter().filter(|position| is_late(position)).take(40).collect();
        assert!(late.len() > 10, "{}: {}", variant.name(), late.len());
        let mut engine = alpha_beta(variant, NoEvaluation, Settings { hash_mb: 4, ..Settings::default() });
        for position in late {
            let limits = Limits { multi_pv: true, ..Limits::default() };
            let analysis = engine.analyse(&GamePosition::new(*position), &limits, &mut |_| {});
            let text = variant.print(position);
            assert_eq!(analysis.stop, StopReason::Proven, "{text}");
            assert!(analysis.value.is_exact());
            assert_eq!(
                analysis.value.estimate,
                negamax(position, depth, &NoEvaluation).score,
                "{} {text}",
                variant.name()
            );
            for root_move in analysis.moves {
                let exact = negamax(&position.after(root_move.mv), depth, &NoEvaluation).score.for_parent();
                assert_eq!(root_move.value.estimate, exact, "{} {text} {:?}", variant.name(), root_move.mv);
            }
        }
    }
    let small = ConnectFour::new("connect4:4x4".to_owned(), connect4::AnySize::small([4, 4, 4]).unwrap());
    check(&TicTacToe, |_| true, 9);
    check(&small, |board| board.taken().count_ones() > 6, 16);
    check(&Othello::<4> { discs_only: false }, |_| true, 20);
    check(&SuperMorpion { most: true }, |board| board.empty().count_ones() < 10, 81);
}

#[test]
fn skipping_symmetric_moves_saves_nodes_and_changes_no_value() {
    let search = |text: &str, selective: bool| {
        let settings =
            Settings { hash_mb: 1, selective, techniques: Techniques::SOUND, ..Settings::default() };
        let game = GamePosition::new(TicTacToe.parse(text).unwrap());
        alpha_beta(&TicTacToe, NoEvaluation, settings).analyse(&game, &Limits::default(), &mut |_| {})
    };
    for text in ["9 x", "x8 o", "4x4 o", "x3o4 x"] {
        let (folded, whole) = (search(text, true), search(text, false));
        assert_eq!(folded.value, whole.value, "{text}");
        assert!(folded.nodes < whole.nodes, "{text}: {} of {}", folded.nodes, whole.nodes);
    }
}

#[test]
fn alpha_beta_finds_known_game_values() {
    fn value<V: Variant>(variant: &V) -> Score {
        let mut engine = alpha_beta(variant, NoEvaluation, Settings { hash_mb: 64, ..Settings::default() });
        let analysis = engine.analyse(&GamePosition::new(variant.start()), &Limits::default(), &mut |_| {});
        assert_eq!((analysis.stop, analysis.value.is_exact()), (StopReason::Proven, true));
        analysis.value.estimate
    }
    assert_eq!(value(&TicTacToe), Score::DRAW);
    assert_eq!(value(&Othello::<4> { discs_only: false }).number(), -10 * Score::UNIT);
    assert_eq!(value(&Othello::<4> { discs_only: true }).number(), -8 * Score::UNIT);
    let achi = |name: &str, pieces| {
        let setup = Setup { graph: Graph::Nine, pieces, blocked: Blocked::Loses, ban: Ban::Never };
        value(&DropAndSlide::new(name.to_owned(), setup))
    };
    assert_eq!(achi("achi", 4), Score::win_in(11));
    assert_eq!(achi("achi:k3", 3), Score::win_in(9));
    for (columns, rows, score) in [
        (4, 4, Score::DRAW),
        (5, 4, Score::DRAW),
        (4, 5, Score::DRAW),
        (6, 4, Score::loss_in(24)),
        (4, 6, Score::DRAW),
        (4, 7, Score::DRAW),
        (5, 5, Score::DRAW),
    ] {
        let variant = REGISTRY.variant(&format!("connect4:{columns}x{rows}")).unwrap();
        let settings = Settings { hash_mb: 64, ..Settings::default() };
        let mut engine = variant.engine(&EngineSpec::parse("alphabeta").unwrap(), settings).unwrap();
        let analysis = engine.analyse(&*variant.start(), &Limits::default(), &mut |_| {}).unwrap();
        assert_eq!((analysis.stop, analysis.value.is_exact()), (StopReason::Proven, true));
        assert_eq!(analysis.value.estimate, score, "{columns}x{rows}");
    }
}

#[test]
fn repeated_searches_have_equal_results_and_node_counts() {
    let variant = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>);
    let run = || {
        let mut engine = alpha_beta(&variant, Noise(1), Settings { hash_mb: 1, ..Settings::default() });
        let analysis = engine.analyse(&GamePosition::new(variant.start()), &Limits::depth(9), &mut |_| {});
        (analysis.nodes, analysis.best(), analysis.value)
    };
    assert_eq!(run(), run());
}
