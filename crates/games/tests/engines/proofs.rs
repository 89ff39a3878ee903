//! Monte Carlo tree search and proof-number search claim only true bounds.

use std::time::{Duration, Instant};

use plateau_core::{Objective, Position, Variant};
use plateau_games::achi::rules::{Ban, Blocked, Graph, Setup};
use plateau_games::achi::variant::DropAndSlide;
use plateau_games::connect4::{self, ConnectFour, Fixed};
use plateau_games::othello::Othello;
use plateau_games::supermorpion::SuperMorpion;
use plateau_games::tictactoe::TicTacToe;
use plateau_search::{
    Engine, GamePosition, Limits, MctsSettings, NoEvaluation, Score, Settings, Solution, StopReason, Unit,
    Value,
};

use crate::common::{alpha_beta, engine, mcts, random_positions};

/// Creates a search with playouts.
fn small_mcts<V: Variant>(variant: &V, threads: usize) -> Box<dyn Engine<V::Position>> {
    mcts(variant, MctsSettings { memory_mb: 16, threads, ..MctsSettings::default() })
}

/// Creates a search with the strongest evaluator of the variant.
fn evaluating_mcts<V: Variant>(variant: &V) -> Box<dyn Engine<V::Position>> {
    engine(variant, "mcts", 16)
}

fn small_proof<V: Variant>(variant: &V) -> Box<dyn Engine<V::Position>> {
    engine(variant, "proof", 4)
}

/// Returns whether the bounds of a value are true and its estimate lies within them.
fn is_true(value: Value, exact: Score, unit: Unit) -> bool {
    let is_consistent = value.within_bounds(value.lower, value.upper, unit) == value;
    value.lower <= exact && exact <= value.upper && is_consistent
}

/// Asserts that every bound an engine claims, for a position and for its moves, is true;
/// that it proves at least `share` of the positions; and that the best move
/// preserves a proven result.
fn assert_true_bounds<V: Variant>(
    variant: &V,
    positions: &[V::Position],
    engine: &mut dyn Engine<V::Position>,
    nodes: u64,
    share: f64,
) {
    let mut oracle = alpha_beta(variant, NoEvaluation, Settings { hash_mb: 16, ..Settings::default() });
    let mut proven = 0;
    for position in positions {
        let text = format!("{} {}", variant.name(), variant.print(position));
        let every = Limits { multi_pv: true, ..Limits::default() };
        let exact = oracle.analyse(&GamePosition::new(*position), &every, &mut |_| {});
        assert!(exact.value.is_exact());
        for limits in [Limits { multi_pv: true, ..Limits::nodes(nodes) }, Limits::nodes(nodes)] {
            let analysis = engine.analyse(&GamePosition::new(*position), &limits, &mut |_| {});
            assert!(analysis.nodes <= nodes, "{text}");
            assert!(
                is_true(analysis.value, exact.value.estimate, analysis.unit),
                "{text} {:?} {:?}",
                analysis.value,
                exact.value
            );
            for root_move in &analysis.moves {
                let score = exact.moves.iter().find(|other| other.mv == root_move.mv).unwrap().value.estimate;
                assert!(
                    is_true(root_move.value, score, analysis.unit)
                        || (!limits.multi_pv && score <= root_move.value.upper),
                    "{text} {:?} {:?} {score}",
                    root_move.mv,
                    root_move.value
                );
            }
            assert_eq!(analysis.moves.len(), if limits.multi_pv { exact.moves.len() } else { 1 });
            if analysis.stop == StopReason::Proven {
                proven += 1;
                let best = analysis.best().unwrap();
                let score = exact.moves.iter().find(|other| other.mv == best).unwrap().value.estimate;
                let sign = |score: Score| score.number().signum();
                assert_eq!(sign(score), sign(exact.value.estimate), "{text} {best:?}");
                if V::Position::OBJECTIVE == Objective::Distance {
                    assert_legal_line(position, analysis.pv(), analysis.value.estimate);
                }
            }
            // A win in one is never missed.
            if exact.value.estimate == Score::win_in(1) {
                assert_eq!(analysis.value, Value::exact(Score::win_in(1)), "{text}");
                assert!(position.after(analysis.best().unwrap()).outcome().is_some(), "{text}");
            }
        }
    }
    let share_found = f64::from(proven) / (2 * positions.len()) as f64;
    assert!(share_found >= share, "{}: {share_found}", variant.name());
}

/// Asserts that a line is legal and no longer than the win or loss it leads to.
fn assert_legal_line<P: Position>(position: &P, line: &[P::Move], score: Score) {
    let mut now = *position;
    for &mv in line {
        now = now.play(mv).expect("a legal move");
    }
    assert!(score.plies().is_none_or(|plies| line.len() as u32 <= plies), "{position:?} {line:?} {score}");
}

/// Runs a check on positions of each game that can be searched to the end.
fn for_each_game(check: &mut impl Check) {
    let connect4 = |c, r| {
        ConnectFour::new(
            format!("connect4:{c}x{r}"),
            connect4::AnySize::small([c, r, connect4::LINE]).unwrap(),
        )
    };
    check.check(&TicTacToe, &random_positions(&TicTacToe, 7, 60, 0..9));
    let four = connect4(4, 4);
    check.check(&four, &random_positions(&four, 7, 40, 0..16));
    let five = connect4(5, 4);
    let late: Vec<_> = random_positions(&five, 7, 60, 0..20)
        .into_iter()
        .filter(|board| board.taken().count_ones() > 5)
        .collect();
    check.check(&five, &late);
    let othello = Othello::<4> { discs_only: false };
    check.check(&othello, &random_positions(&othello, 7, 40, 0..12));
    let large = SuperMorpion { most: true };
    let late: Vec<_> = random_positions(&large, 7, 400, 0..75)
        .into_iter()
        .filter(|board| board.empty().count_ones() < 14)
        .take(30)
        .collect();
    check.check(&large, &late);
}

trait Check {
    fn check<V: Variant>(&mut self, variant: &V, positions: &[V::Position]);
}

struct CheckMcts;

impl Check for CheckMcts {
    fn check<V: Variant>(&mut self, variant: &V, positions: &[V::Position]) {
        for engine in &mut [small_mcts(variant, 1), small_mcts(variant, 2), evaluating_mcts(variant)] {
            assert_true_bounds(variant, positions, &mut **engine, 60_000, 0.3);
        }
    }
}

struct CheckProof;

impl Check for CheckProof {
    fn check<V: Variant>(&mut self, variant: &V, positions: &[V::Position]) {
        assert_true_bounds(variant, positions, &mut *small_proof(variant), 60_000, 0.7);
    }
}

#[test]
fn monte_carlo_tree_search_claims_only_true_bounds() {
    for_each_game(&mut CheckMcts);
}

#[test]
fn proof_number_search_claims_only_true_bounds() {
    for_each_game(&mut CheckProof);
}

#[test]
fn proof_number_search_solves_small_games() {
    fn value<V: Variant>(variant: &V) -> Value {
        let analysis = small_proof(variant).analyse(
            &GamePosition::new(variant.start()),
            &Limits::default(),
            &mut |_| {},
        );
        assert_eq!(analysis.stop, StopReason::Proven);
        analysis.value
    }
    assert_eq!(value(&TicTacToe), Value::exact(Score::DRAW));
    let connect4 = ConnectFour::new("connect4:4x4".to_owned(), connect4::AnySize::small([4, 4, 4]).unwrap());
    assert_eq!(value(&connect4), Value::exact(Score::DRAW));
    assert!(value(&Othello::<4> { discs_only: false }).upper < Score::DRAW);
    for mut engine in [small_mcts(&TicTacToe, 1), small_mcts(&TicTacToe, 2), evaluating_mcts(&TicTacToe)] {
        let game = GamePosition::new(TicTacToe.start());
        let analysis = engine.analyse(&game, &Limits::default(), &mut |_| {});
        assert_eq!((analysis.stop, analysis.value), (StopReason::Proven, Value::exact(Score::DRAW)));
    }
}

#[test]
fn bounds_are_true_in_games_with_repetition() {
    for (name, pieces, graph) in
        [("achi", 4, Graph::Nine), ("achi:k3", 3, Graph::Nine), ("picaria", 3, Graph::Diamond)]
    {
        let setup = Setup { graph, pieces, blocked: Blocked::Loses, ban: Ban::Never };
        let variant = DropAndSlide::new(name.to_owned(), setup);
        let solution = Solution::solve(variant.start(), 10_000).unwrap();
        let mut engines = [
            small_mcts(&variant, 1),
            small_mcts(&variant, 2),
            evaluating_mcts(&variant),
            small_proof(&variant),
        ];
        let mut proven = [0; 4];
        for position in
            solution.positions().iter().filter(|position| position.outcome().is_none()).step_by(41)
        {
            let exact = solution.score(position).unwrap();
            let game = GamePosition::new(*position);
            let limits = Limits::nodes(20_000);
            for (engine, proven) in engines.iter_mut().zip(&mut proven) {
                let analysis = engine.analyse(&game, &limits, &mut |_| {});
                let text = variant.print(position);
                assert!(is_true(analysis.value, exact, analysis.unit), "{text} {:?} {exact}", analysis.value);
                *proven += u32::from(analysis.stop == StopReason::Proven);
            }
        }
        assert!(proven.iter().all(|&proven| proven > 30), "{graph:?} {proven:?}");
    }
}

#[test]
fn equal_seeds_give_equal_results() {
    let variant = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>);
    let game = GamePosition::new(variant.start());
    let search = |seed| {
        let settings = MctsSettings { memory_mb: 4, seed, ..MctsSettings::default() };
        let analysis = mcts(&variant, settings).analyse(&game, &Limits::nodes(50_000), &mut |_| {});
        (analysis.nodes, analysis.value, analysis.best(), analysis.pv().to_vec())
    };
    assert_eq!(search(1), search(1));
    assert_ne!(search(1), search(2));
    let evaluate = |seed| {
        let mut engine = engine(&variant, &format!("mcts:seed={seed}"), 4);
        let mut search = || {
            let analysis = engine.analyse(&game, &Limits::nodes(50_000), &mut |_| {});
            (analysis.nodes, analysis.value, analysis.best(), analysis.pv().to_vec())
        };
        // The second search continues the tree of the first.
        [search(), search()]
    };
    assert_eq!(evaluate(1), evaluate(1));
    assert_ne!(evaluate(1), evaluate(2));
    let mut engine = small_proof(&variant);
    let mut proof = || {
        let analysis = engine.analyse(&game, &Limits::nodes(50_000), &mut |_| {});
        (analysis.nodes, analysis.value, analysis.best())
    };
    assert_eq!(proof(), proof());
}

#[test]
fn searches_respect_their_limits() {
    let variant = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>);
    let game = GamePosition::new(variant.start());
    let mut engines = [
        small_mcts(&variant, 1),
        small_mcts(&variant, 2),
        engine(&variant, "mcts", 1),
        small_proof(&variant),
    ];
    for engine in &mut engines {
        let limits = Limits::default();
        limits.stop.raise();
        let analysis = engine.analyse(&game, &limits, &mut |_| {});
        assert!(analysis.stop == StopReason::Stopped && analysis.best().is_some());
        let analysis = engine.analyse(&game, &Limits::nodes(10_000), &mut |_| {});
        assert_eq!((analysis.stop, analysis.nodes), (StopReason::Nodes, 10_000));
        let started = Instant::now();
        let analysis = engine.analyse(&game, &Limits::time(Duration::from_millis(30)), &mut |_| {});
        assert_eq!(analysis.stop, StopReason::Time);
        assert!(started.elapsed() < Duration::from_millis(300));
        let limits = Limits::default();
        let stop = limits.stop.clone();
        let latency = std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                engine.analyse(
                    &game,
                    &Limits { time: Some(plateau_search::Budget::fixed(Duration::from_secs(20))), ..limits },
                    &mut |_| {},
                )
            });
            std::thread::sleep(Duration::from_millis(20));
            let raised = Instant::now();
            stop.raise();
            assert_eq!(search.join().unwrap().stop, StopReason::Stopped);
            raised.elapsed()
        });
        assert!(latency < Duration::from_millis(200), "{latency:?}");
    }
}
