//! Alpha-beta compared with plain negamax: on random evaluations at a fixed depth in every
//! variant, and to the end of the game with each part of each game.

use std::collections::{BTreeSet, HashMap};

use plateau_core::bits::Bits;
use plateau_core::hash::mix;
use plateau_core::{Position, Variant};
use plateau_games::EngineSpec;
use plateau_games::REGISTRY;
use plateau_games::achi;
use plateau_games::achi::rules::{Ban, Blocked, Graph, Setup};
use plateau_games::achi::variant::DropAndSlide;
use plateau_games::connect4::{self, ConnectFour, Fixed};
use plateau_games::morpion4::{self, InARow, Standard};
use plateau_games::othello::{self, Othello};
use plateau_games::supermorpion::{self, SuperMorpion};
use plateau_games::tictactoe::{self, TicTacToe};
use plateau_search::textbook::negamax;
use plateau_search::{
    ErasedParts, Evaluator, GamePosition, Limits, MovePicker, NoEvaluation, Parts, Policy, Score, Settings,
    StaticOrdering, StopReason, Techniques, Value,
};

use crate::common::{alpha_beta, random_positions, search_with};

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

/// Solves a position by negamax to a depth, where a repetition on the path is a draw.
fn negamax_with_repetitions<P: Position>(
    position: &P,
    depth: u32,
    evaluator: &impl Evaluator<P>,
    path: &mut Vec<u64>,
) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::from_outcome::<P>(outcome, position.turn());
    }
    if P::CYCLIC && path.contains(&position.key()) {
        return Score::DRAW;
    }
    if depth == 0 {
        return Score::estimate(evaluator.evaluate(position, &evaluator.accumulator(position)));
    }
    path.push(position.key());
    let scores = position
        .legal_moves()
        .map(|mv| negamax_with_repetitions(&position.after(mv), depth - 1, evaluator, path).for_parent());
    let best = scores.max().expect("an unfinished game has a move");
    path.pop();
    best
}

/// Compares alpha-beta with negamax in some positions of a variant, with nothing but an
/// evaluator, with the picker of the game, and with moves ordered by static values.
fn assert_negamax_at_fixed_depth<V: Variant>(
    variant: &V,
    picker: &impl MovePicker<V::Position>,
    positions: usize,
    depths: std::ops::RangeInclusive<u32>,
    compared: &mut BTreeSet<String>,
) {
    compared.insert(variant.name());
    let static_ordering = Some(StaticOrdering { min_depth: 1, weight: 640 });
    for (i, position) in (0..).zip(random_positions(variant, 5, positions, 0..40)) {
        let parts = Parts::new(Noise(i));
        let parts = [
            ("no part", ErasedParts::new(parts)),
            ("picker", ErasedParts::new(parts.with_picker(picker.clone()))),
            ("order", ErasedParts::new(parts.with_policy(Policy { static_ordering, ..Policy::DEFAULT }))),
        ];
        let mut engines =
            parts.map(|(name, parts)| (name, search_with(variant, parts, Settings::negamax_equivalent())));
        for depth in depths.clone() {
            let expected: HashMap<_, _> = position
                .legal_moves()
                .map(|mv| {
                    let mut path = vec![position.key()];
                    let child = position.after(mv);
                    let score = negamax_with_repetitions(&child, depth - 1, &Noise(i), &mut path);
                    (V::Position::move_index(mv), score.for_parent())
                })
                .collect();
            for (name, engine) in &mut engines {
                let text =
                    || format!("{} {} depth {depth}, {name}", variant.name(), variant.print(&position));
                let game = GamePosition::new(position);
                let analysis = engine.analyse(&game, &Limits::depth(depth), &mut |_| {});
                assert_eq!(Some(&analysis.value.estimate), expected.values().max(), "{}", text());
                let limits = Limits { multi_pv: true, ..Limits::depth(depth) };
                for root_move in engine.analyse(&game, &limits, &mut |_| {}).moves {
                    let expected = expected[&V::Position::move_index(root_move.mv)];
                    assert_eq!(root_move.value.estimate, expected, "{} {:?}", text(), root_move.mv);
                }
            }
        }
    }
}

/// Every game with every preset. In cyclic games a deeper search may use a value that was found
/// on another path (graph history interaction), so depth 4 is the limit there.
#[test]
fn alpha_beta_equals_negamax_at_fixed_depth() {
    let mut compared = BTreeSet::new();
    let compared = &mut compared;
    assert_negamax_at_fixed_depth(&TicTacToe, &tictactoe::evaluators::OpenLines, 12, 1..=6, compared);
    for most in [false, true] {
        let picker = supermorpion::evaluators::GridChances::default();
        assert_negamax_at_fixed_depth(&SuperMorpion { most }, &picker, 6, 1..=4, compared);
    }
    let picker = morpion4::evaluators::OpenLines;
    assert_negamax_at_fixed_depth(&InARow::new("morpion4".to_owned(), Standard), &picker, 2, 1..=2, compared);
    for (name, size, positions, depths) in [
        ("morpion4:5x4x4", [5, 4, 4], 6, 1..=4),
        ("morpion4:5x5x4", [5, 5, 4], 4, 1..=3),
        ("morpion4:3x3x3", [3, 3, 3], 6, 1..=6),
        ("morpion4:15x15x5", [15, 15, 5], 1, 1..=2),
        ("morpion4:19x19x5", [19, 19, 5], 1, 1..=2),
    ] {
        if let Some(geometry) = morpion4::AnySize::small(size) {
            let variant = InARow::new(name.to_owned(), geometry);
            assert_negamax_at_fixed_depth(&variant, &picker, positions, depths, compared);
        } else {
            let variant = InARow::new(name.to_owned(), morpion4::AnySize::large(size));
            assert_negamax_at_fixed_depth(&variant, &picker, positions, depths, compared);
        }
    }
    let picker = connect4::evaluators::Threats;
    let standard = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>);
    assert_negamax_at_fixed_depth(&standard, &picker, 6, 1..=6, compared);
    for (name, size) in [
        ("connect4:6x5", [6, 5, 4]),
        ("connect4:6x7", [6, 7, 4]),
        ("connect4:4x3", [4, 3, 4]),
        ("connect4:7x6x5", [7, 6, 5]),
        ("connect4:8x7", [8, 7, 4]),
        ("connect4:8x8", [8, 8, 4]),
    ] {
        if let Some(geometry) = connect4::AnySize::small(size) {
            let variant = ConnectFour::new(name.to_owned(), geometry);
            assert_negamax_at_fixed_depth(&variant, &picker, 3, 1..=5, compared);
        } else {
            let variant = ConnectFour::new(name.to_owned(), connect4::AnySize::large(size));
            assert_negamax_at_fixed_depth(&variant, &picker, 3, 1..=4, compared);
        }
    }
    for discs_only in [false, true] {
        let small = othello::learned::shipped::<4>();
        assert_negamax_at_fixed_depth(&Othello::<4> { discs_only }, &small, 4, 1..=6, compared);
        let medium = othello::learned::shipped::<6>();
        assert_negamax_at_fixed_depth(&Othello::<6> { discs_only }, &medium, 3, 1..=4, compared);
        let large = othello::learned::shipped::<8>();
        assert_negamax_at_fixed_depth(&Othello::<8> { discs_only }, &large, 3, 1..=4, compared);
    }
    for (name, setup) in drop_and_slide() {
        let variant = DropAndSlide::new(name.to_owned(), setup);
        assert_negamax_at_fixed_depth(&variant, &achi::evaluators::LinesAndMobility, 6, 1..=4, compared);
    }
    for game in REGISTRY.games() {
        let presets = game.presets.iter().map(|preset| format!("{}:{preset}", game.id));
        for name in presets.chain([game.id.to_owned()]) {
            let variant = REGISTRY.variant(&name).unwrap();
            assert!(compared.contains(variant.name()), "{name} is not compared");
        }
    }
}

/// Returns the presets of Achi and Picaria.
fn drop_and_slide() -> [(&'static str, Setup); 10] {
    let achi = Setup { graph: Graph::Nine, pieces: 4, blocked: Blocked::Loses, ban: Ban::Never };
    let picaria = Setup { graph: Graph::Diamond, pieces: 3, ..achi };
    let thirteen = Setup { graph: Graph::Thirteen, ..picaria };
    [
        ("achi", achi),
        ("achi:k3", Setup { pieces: 3, ..achi }),
        ("achi:pass", Setup { blocked: Blocked::Passes, ..achi }),
        ("achi:draw", Setup { blocked: Blocked::Draws, ..achi }),
        ("achi:nocentre", Setup { ban: Ban::First, ..achi }),
        ("achi:k3,nocentre", Setup { pieces: 3, ban: Ban::First, ..achi }),
        ("picaria", picaria),
        ("picaria:nocentre", Setup { ban: Ban::Always, ..picaria }),
        ("picaria:13", thirteen),
        ("picaria:13,nocentre", Setup { ban: Ban::Always, ..thirteen }),
    ]
}

/// Compares searches to the end of the game with negamax, in positions that are late enough.
fn assert_negamax_at_the_end<V: Variant>(
    variant: &V,
    is_late: impl Fn(&V::Position) -> bool,
    parts: Vec<(&str, ErasedParts<V::Position>)>,
) {
    let positions = random_positions(variant, 9, 600, 0..75);
    let late: Vec<_> = positions.iter().filter(|position| is_late(position)).take(25).collect();
    assert!(late.len() > 10, "{}: {}", variant.name(), late.len());
    let settings = Settings { hash_mb: 4, ..Settings::default() };
    let mut engines: Vec<_> =
        parts.into_iter().map(|(name, parts)| (name, search_with(variant, parts, settings))).collect();
    for position in late {
        let text = variant.print(position);
        let exact: HashMap<_, _> = position
            .legal_moves()
            .map(|mv| {
                let result = negamax(&position.after(mv), 100, &NoEvaluation);
                assert!(result.complete);
                (V::Position::move_index(mv), result.score.for_parent())
            })
            .collect();
        for (name, engine) in &mut engines {
            let limits = Limits { multi_pv: true, ..Limits::default() };
            let analysis = engine.analyse(&GamePosition::new(*position), &limits, &mut |_| {});
            assert_eq!(analysis.stop, StopReason::Proven, "{name} {text}");
            assert!(analysis.value.is_exact(), "{name} {text}");
            assert_eq!(Some(&analysis.value.estimate), exact.values().max(), "{name} {text}");
            for root_move in analysis.moves {
                let exact = exact[&V::Position::move_index(root_move.mv)];
                assert_eq!(root_move.value, Value::exact(exact), "{name} {text} {:?}", root_move.mv);
            }
            // One value instead of one for each move.
            engine.new_game();
            let analysis = engine.analyse(&GamePosition::new(*position), &Limits::default(), &mut |_| {});
            assert_eq!(analysis.value.estimate, *exact.values().max().unwrap(), "{name} {text}");
        }
    }
}

/// Each part of each game alone; a picker that relies on its probe together with it.
#[test]
fn alpha_beta_equals_negamax_at_the_end_of_the_game() {
    let none = Parts::new(NoEvaluation);
    let picker = tictactoe::evaluators::OpenLines;
    assert_negamax_at_the_end(
        &TicTacToe,
        |_| true,
        vec![
            ("no part", ErasedParts::new(none)),
            ("evaluator", ErasedParts::new(Parts::new(picker))),
            ("picker", ErasedParts::new(none.with_picker(picker))),
        ],
    );
    let small = ConnectFour::new("connect4:4x4".to_owned(), connect4::AnySize::small([4, 4, 4]).unwrap());
    let threats = connect4::evaluators::Threats;
    assert_negamax_at_the_end(
        &small,
        |board| board.taken().count_ones() > 6,
        vec![
            ("no part", ErasedParts::new(none)),
            ("evaluator", ErasedParts::new(Parts::new(threats))),
            ("probe", ErasedParts::new(none.with_probe(threats))),
            ("picker", ErasedParts::new(none.with_probe(threats).with_picker(threats))),
        ],
    );
    let small = InARow::new("morpion4:5x4x4".to_owned(), morpion4::AnySize::small([5, 4, 4]).unwrap());
    let open_lines = morpion4::evaluators::OpenLines;
    assert_negamax_at_the_end(
        &small,
        |board| board.empty().count() < 8,
        vec![
            ("no part", ErasedParts::new(none)),
            ("evaluator", ErasedParts::new(Parts::new(open_lines))),
            ("probe", ErasedParts::new(none.with_probe(open_lines))),
            ("picker", ErasedParts::new(none.with_probe(open_lines).with_picker(open_lines))),
        ],
    );
    assert_othello_at_the_end::<4>(9);
    assert_othello_at_the_end::<6>(7);
    assert_othello_at_the_end::<8>(7);
    let chances = supermorpion::evaluators::GridChances::default();
    let static_ordering = Policy::STATIC_ORDERING;
    assert_negamax_at_the_end(
        &SuperMorpion { most: true },
        |board| board.empty().count_ones() < 10,
        vec![
            ("no part", ErasedParts::new(none)),
            ("evaluator", ErasedParts::new(Parts::new(chances))),
            ("picker", ErasedParts::new(none.with_picker(chances))),
            ("static ordering", ErasedParts::new(Parts::new(chances).with_policy(static_ordering))),
        ],
    );
}

fn assert_othello_at_the_end<const N: usize>(max_empty: u32) {
    let none = Parts::new(NoEvaluation);
    let weights = othello::learned::shipped::<N>();
    let static_ordering = Policy::STATIC_ORDERING;
    for discs_only in [false, true] {
        assert_negamax_at_the_end(
            &Othello::<N> { discs_only },
            |board| board.empty().count_ones() <= max_empty,
            vec![
                ("no part", ErasedParts::new(none)),
                ("evaluator", ErasedParts::new(Parts::new(weights.clone()))),
                ("picker", ErasedParts::new(none.with_picker(weights.clone()))),
                ("endgame", ErasedParts::new(none.with_endgame(othello::Endgame))),
                (
                    "static ordering",
                    ErasedParts::new(Parts::new(weights.clone()).with_policy(static_ordering)),
                ),
            ],
        );
    }
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
