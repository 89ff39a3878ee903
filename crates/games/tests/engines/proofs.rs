//! Monte-Carlo and proof-number search are held to what they call proven.

use std::time::{Duration, Instant};

use plateau_core::{Objective, Position, Record, Variant};
use plateau_games::achi::rules::{Ban, Blocked, Graph, Setup};
use plateau_games::achi::variant::DropAndSlide;
use plateau_games::connect4::{self, ConnectFour, Fixed};
use plateau_games::othello::Othello;
use plateau_games::supermorpion::SuperMorpion;
use plateau_games::tictactoe::TicTacToe;
use plateau_search::{
    AlphaBeta, Engine, GamePosition, Limits, Mcts, MctsSettings, NoEvaluation, ProofNumberSearch,
    ProofSettings, Score, Settings, Solution, StopReason, Value,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions of random games that go on, each some moves from the start.
fn random_positions<V: Variant>(variant: &V, count: usize, longest: usize) -> Vec<V::Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut found = Vec::new();
    while found.len() < count {
        let mut record = Record::new(variant.clone());
        for _ in 0..rng.random_range(0..longest) {
            let mut moves = record.position().legal_moves();
            if record.finish().is_some() {
                break;
            }
            record.play(moves.nth(rng.random_range(0..moves.len())).unwrap()).unwrap();
        }
        if record.finish().is_none() {
            found.push(*record.position());
        }
    }
    found
}

fn small_mcts<P: Position>() -> Mcts<P, NoEvaluation> {
    Mcts::new(NoEvaluation, MctsSettings { memory_mb: 16, ..MctsSettings::default() })
}

fn small_proof<P: Position>() -> ProofNumberSearch<P> {
    ProofNumberSearch::new(ProofSettings { hash_mb: 4, ..ProofSettings::default() })
}

fn holds(value: Value, truth: Score) -> bool {
    value.lower <= truth
        && truth <= value.upper
        && value.lower <= value.estimate
        && value.estimate <= value.upper
}

/// Every bound that an engine claims, of the position and of its moves, holds;
/// and it proves a good part of them. Where it knows who wins it plays so.
fn is_right<V: Variant>(
    variant: &V,
    positions: &[V::Position],
    engine: &mut impl Engine<V::Position>,
    nodes: u64,
    share: f64,
) {
    let mut oracle = AlphaBeta::new(NoEvaluation, Settings { hash_mb: 16, ..Settings::default() });
    let mut proven = 0;
    for position in positions {
        let text = format!("{} {}", variant.name(), variant.print(position));
        let every = Limits { multi_pv: true, ..Limits::default() };
        let truth = oracle.analyse(&GamePosition::new(*position), &every, &mut |_| {});
        assert!(truth.value.is_exact());
        for limits in [Limits { multi_pv: true, ..Limits::nodes(nodes) }, Limits::nodes(nodes)] {
            let found = engine.analyse(&GamePosition::new(*position), &limits, &mut |_| {});
            assert!(found.nodes <= nodes, "{text}");
            assert!(holds(found.value, truth.value.estimate), "{text} {:?} {:?}", found.value, truth.value);
            for judged in &found.moves {
                let right = truth.moves.iter().find(|other| other.mv == judged.mv).unwrap().value.estimate;
                assert!(
                    holds(judged.value, right) || (!limits.multi_pv && right <= judged.value.upper),
                    "{text} {:?} {:?} {right}",
                    judged.mv,
                    judged.value
                );
            }
            assert_eq!(found.moves.len(), if limits.multi_pv { truth.moves.len() } else { 1 });
            if found.stop == StopReason::Proven {
                proven += 1;
                let best = found.best().unwrap();
                let right = truth.moves.iter().find(|other| other.mv == best).unwrap().value.estimate;
                let sign = |score: Score| score.number().signum();
                assert_eq!(sign(right), sign(truth.value.estimate), "{text} {best:?}");
                if V::Position::OBJECTIVE == Objective::Distance {
                    is_line(position, found.pv(), found.value.estimate);
                }
            }
            // A win in one is never passed over.
            if truth.value.estimate == Score::win_in(1) {
                assert_eq!(found.value, Value::exact(Score::win_in(1)), "{text}");
                assert!(position.after(found.best().unwrap()).outcome().is_some(), "{text}");
            }
        }
    }
    let share_found = f64::from(proven) / (2 * positions.len()) as f64;
    assert!(share_found >= share, "{}: {share_found}", variant.name());
}

/// A line told is legal, and no longer than the win or loss it shows.
fn is_line<P: Position>(position: &P, line: &[P::Move], score: Score) {
    let mut now = *position;
    for &mv in line {
        now = now.play(mv).expect("a legal move");
    }
    assert!(score.plies().is_none_or(|plies| line.len() as u32 <= plies), "{position:?} {line:?} {score}");
}

/// Positions of each game near enough to their ends to be searched through.
fn each_game(check: &mut impl Check) {
    let connect4 =
        |c, r| ConnectFour::new(format!("connect4:{c}x{r}"), connect4::AnySize::small(c, r).unwrap());
    check.check(&TicTacToe, &random_positions(&TicTacToe, 60, 9));
    let four = connect4(4, 4);
    check.check(&four, &random_positions(&four, 40, 16));
    let five = connect4(5, 4);
    let late: Vec<_> =
        random_positions(&five, 60, 20).into_iter().filter(|board| board.taken().count_ones() > 5).collect();
    check.check(&five, &late);
    let othello = Othello::<4> { discs_only: false };
    check.check(&othello, &random_positions(&othello, 40, 12));
    let large = SuperMorpion { most: true };
    let late: Vec<_> = random_positions(&large, 400, 75)
        .into_iter()
        .filter(|board| board.empty().count_ones() < 14)
        .take(30)
        .collect();
    check.check(&large, &late);
}

trait Check {
    fn check<V: Variant>(&mut self, variant: &V, positions: &[V::Position]);
}

struct HoldsMcts;

impl Check for HoldsMcts {
    fn check<V: Variant>(&mut self, variant: &V, positions: &[V::Position]) {
        is_right(variant, positions, &mut small_mcts(), 60_000, 0.3);
    }
}

struct HoldsProof;

impl Check for HoldsProof {
    fn check<V: Variant>(&mut self, variant: &V, positions: &[V::Position]) {
        is_right(variant, positions, &mut small_proof(), 60_000, 0.7);
    }
}

#[test]
fn what_monte_carlo_search_calls_proven_is() {
    each_game(&mut HoldsMcts);
}

#[test]
fn what_proof_number_search_calls_proven_is() {
    each_game(&mut HoldsProof);
}

#[test]
fn known_games_are_proven_from_their_start() {
    fn value<V: Variant>(variant: &V) -> Value {
        let found =
            small_proof().analyse(&GamePosition::new(variant.start()), &Limits::default(), &mut |_| {});
        assert_eq!(found.stop, StopReason::Proven);
        found.value
    }
    assert_eq!(value(&TicTacToe), Value::exact(Score::DRAW));
    let connect4 = |c, r| ConnectFour::new(String::new(), connect4::AnySize::small(c, r).unwrap());
    assert_eq!(value(&connect4(4, 4)), Value::exact(Score::DRAW));
    assert!(value(&Othello::<4> { discs_only: false }).upper < Score::DRAW);
    let found = small_mcts().analyse(&GamePosition::new(TicTacToe.start()), &Limits::default(), &mut |_| {});
    assert_eq!((found.stop, found.value), (StopReason::Proven, Value::exact(Score::DRAW)));
}

#[test]
fn in_cyclic_games_what_is_called_proven_is() {
    for (pieces, graph) in [(4, Graph::Nine), (3, Graph::Nine), (3, Graph::Diamond)] {
        let setup = Setup { graph, pieces, blocked: Blocked::Loses, ban: Ban::Never };
        let variant = DropAndSlide::new(String::new(), setup);
        let solution = Solution::solve(variant.start(), 10_000).unwrap();
        let (mut mcts, mut proof) = (small_mcts(), small_proof());
        let mut proven = [0; 2];
        for position in
            solution.positions().iter().filter(|position| position.outcome().is_none()).step_by(41)
        {
            let truth = solution.score(position).unwrap();
            let line = GamePosition::new(*position);
            let limits = Limits::nodes(20_000);
            let found =
                [mcts.analyse(&line, &limits, &mut |_| {}), proof.analyse(&line, &limits, &mut |_| {})];
            for (found, proven) in found.iter().zip(&mut proven) {
                let text = variant.print(position);
                assert!(holds(found.value, truth), "{text} {:?} {truth}", found.value);
                *proven += u32::from(found.stop == StopReason::Proven);
            }
        }
        assert!(proven.iter().all(|&proven| proven > 30), "{graph:?} {proven:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    let variant = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>);
    let line = GamePosition::new(variant.start());
    let mcts = |seed| {
        let settings =
            MctsSettings { memory_mb: 4, seed, prior_scale: Some(100.0), ..MctsSettings::default() };
        let found = Mcts::new(NoEvaluation, settings).analyse(&line, &Limits::nodes(50_000), &mut |_| {});
        (found.nodes, found.value, found.best(), found.pv().to_vec())
    };
    assert_eq!(mcts(1), mcts(1));
    assert_ne!(mcts(1), mcts(2));
    let mut engine = small_proof();
    let mut proof = || {
        let found = engine.analyse(&line, &Limits::nodes(50_000), &mut |_| {});
        (found.nodes, found.value, found.best())
    };
    assert_eq!(proof(), proof());
}

#[test]
fn limits_are_obeyed() {
    let variant = ConnectFour::new("connect4".to_owned(), Fixed::<7, 6>);
    let line = GamePosition::new(variant.start());
    let cut_off = MctsSettings { memory_mb: 1, playout_plies: Some(4), ..MctsSettings::default() };
    let mut engines: [Box<dyn Engine<_>>; 3] =
        [Box::new(small_mcts()), Box::new(Mcts::new(NoEvaluation, cut_off)), Box::new(small_proof())];
    for engine in &mut engines {
        let limits = Limits::default();
        limits.stop.raise();
        let found = engine.analyse(&line, &limits, &mut |_| {});
        assert!(found.stop == StopReason::Stopped && found.best().is_some());
        let found = engine.analyse(&line, &Limits::nodes(10_000), &mut |_| {});
        assert_eq!((found.stop, found.nodes), (StopReason::Nodes, 10_000));
        let begin = Instant::now();
        let found = engine.analyse(&line, &Limits::time(Duration::from_millis(30)), &mut |_| {});
        assert_eq!(found.stop, StopReason::Time);
        assert!(begin.elapsed() < Duration::from_millis(300));
        let limits = Limits::default();
        let stop = limits.stop.clone();
        let took = std::thread::scope(|scope| {
            let thinking = scope.spawn(|| {
                engine.analyse(
                    &line,
                    &Limits { time: Some(plateau_search::Budget::fixed(Duration::from_secs(20))), ..limits },
                    &mut |_| {},
                )
            });
            std::thread::sleep(Duration::from_millis(20));
            let begin = Instant::now();
            stop.raise();
            assert_eq!(thinking.join().unwrap().stop, StopReason::Stopped);
            begin.elapsed()
        });
        assert!(took < Duration::from_millis(200), "{took:?}");
    }
}
