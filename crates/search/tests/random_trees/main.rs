//! Compares every search with plain negamax on seeded random games.
//!
//! Alpha-beta is compiled once per game, with its parts behind a pointer; `shared_search.rs`
//! shows that this changes no search.

mod book;
mod game;
mod mcts;
mod shared_search;
mod tables;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use game::{MAX_PLIES, RandomGame};
use plateau_core::Position;
use plateau_core::hash::{mix, mix2};
use plateau_search::parts::EndgameControl;
use plateau_search::textbook::negamax;
use plateau_search::time::SimulatedClock;
use plateau_search::{
    AlphaBeta, Budget, EndgameSolver, Engine, ErasedParts, Evaluator, GamePosition, Limits, MovePicker,
    NoEvaluation, Parts, Policy, ProbCut, Probe, ProofNumberSearch, ProofSettings, Reductions,
    ReverseFutility, Score, SearchParts, Settings, Solution, StaticOrdering, StopReason, Techniques, Value,
};

fn contains(value: Value, truth: Score) -> bool {
    value.lower <= truth && truth <= value.upper
}

/// Runs an engine on 400 games. Its bounds must contain the negamax score, and
/// without a node limit it must prove who wins. With `exact`, it must prove the
/// score of every move.
fn check<const MARGIN: bool>(suicide: bool, mut engine: impl Engine<RandomGame<MARGIN>>, exact: bool) {
    for seed in 0..400 {
        let start = RandomGame::<MARGIN>::start(mix(seed), suicide);
        let truth = negamax(&start, MAX_PLIES.into(), &NoEvaluation).score;
        for limits in [Limits::default(), Limits { multi_pv: true, ..Limits::default() }, Limits::nodes(60)] {
            // A limited search must not know what the ones before it have proven.
            if limits.nodes.is_some() {
                engine.new_game();
            }
            let analysis = engine.analyse(&GamePosition::new(start), &limits, &mut |_| {});
            assert!(
                contains(analysis.value, truth),
                "seed {seed}, {limits:?}: {:?}, not {truth}",
                analysis.value
            );
            for root_move in analysis.moves.iter().filter(|_| limits.multi_pv) {
                let expected =
                    negamax(&start.after(root_move.mv), MAX_PLIES.into(), &NoEvaluation).score.for_parent();
                assert!(contains(root_move.value, expected), "seed {seed}: {root_move:?}, not {expected}");
                assert!(
                    !exact || root_move.value == Value::exact(expected),
                    "seed {seed}: {root_move:?}, not {expected}"
                );
            }
            if limits.nodes.is_none() {
                assert_eq!(analysis.stop, StopReason::Proven, "seed {seed}");
                assert!(!exact || analysis.value == Value::exact(truth), "seed {seed}");
                let best = negamax(&start.after(analysis.best().unwrap()), MAX_PLIES.into(), &NoEvaluation)
                    .score
                    .for_parent();
                assert_eq!(best.number().signum(), truth.number().signum(), "seed {seed}");
            }
        }
    }
}

/// Evaluates every position with a seeded random number. The accumulator is the key of its
/// position, so that an accumulator of another position is noticed.
#[derive(Clone, Copy)]
struct RandomEvaluation(u64);

impl<const MARGIN: bool> Evaluator<RandomGame<MARGIN>> for RandomEvaluation {
    type Accumulator = u64;

    fn accumulator(&self, position: &RandomGame<MARGIN>) -> u64 {
        position.key()
    }

    fn update(&self, parent: &u64, before: &RandomGame<MARGIN>, mv: u8, after: &RandomGame<MARGIN>) -> u64 {
        assert_eq!(*parent, before.key(), "the accumulator of the parent");
        assert_eq!(before.after(mv), *after);
        after.key()
    }

    fn evaluate(&self, position: &RandomGame<MARGIN>, key: &u64) -> i32 {
        assert_eq!(*key, position.key(), "the accumulator of the position");
        (mix2(self.0, *key) % 401) as i32 - 200
    }
}

/// Uses every sound technique: narrow windows that fail often, moves ordered by static values.
const SOUND_POLICY: Policy = Policy {
    static_ordering: Some(StaticOrdering { min_depth: 1, weight: 16 }),
    aspiration: Some(3),
    ..Policy::DEFAULT
};

fn assert_equals_negamax_at_every_depth<const MARGIN: bool>(threads: usize, techniques: Techniques) {
    // Starting threads costs more than these searches.
    for seed in 0..if threads > 1 { 40 } else { 150 } {
        let start = RandomGame::<MARGIN>::start(mix(seed), false);
        let evaluator = RandomEvaluation(mix(seed + 1));
        for depth in 1..=u32::from(MAX_PLIES) {
            let truth = negamax(&start, depth, &evaluator).score;
            let settings = Settings { threads, techniques, ..Settings::negamax_equivalent() };
            let policy = Policy { evaluates_frontier: seed % 2 == 1, ..SOUND_POLICY };
            let parts = Parts::new(evaluator).with_policy(policy);
            let search = |limits: &Limits| {
                alpha_beta(parts, settings).analyse(&GamePosition::new(start), limits, &mut |_| {})
            };
            let best = search(&Limits::depth(depth));
            assert_eq!(best.value.estimate, truth, "seed {seed}, depth {depth}, {techniques:?}");
            let analysis = search(&Limits { multi_pv: true, ..Limits::depth(depth) });
            assert_eq!(analysis.value.estimate, truth, "seed {seed}, depth {depth}");
            for root_move in &analysis.moves {
                let expected = negamax(&start.after(root_move.mv), depth - 1, &evaluator).score.for_parent();
                assert_eq!(root_move.value.estimate, expected, "seed {seed}, depth {depth}: {root_move:?}");
            }
        }
    }
}

#[test]
fn fixed_depth_alpha_beta_equals_negamax() {
    assert_equals_negamax_at_every_depth::<false>(1, Techniques::SOUND);
    assert_equals_negamax_at_every_depth::<true>(1, Techniques::SOUND);
    assert_equals_negamax_at_every_depth::<false>(2, Techniques::SOUND);
}

/// Switches every technique off but one.
fn alone(name: &str) -> Techniques {
    let others = Techniques::NAMES.into_iter().filter(|&other| other != name);
    others.fold(Techniques::ALL, |techniques, other| techniques.without(other).unwrap())
}

#[test]
fn every_sound_technique_alone_equals_negamax() {
    assert_equals_negamax_at_every_depth::<false>(1, Techniques::NONE);
    assert_equals_negamax_at_every_depth::<true>(1, Techniques::NONE);
    for name in Techniques::NAMES {
        let is_sound = Techniques::SOUND.without(name) != Some(Techniques::SOUND);
        // These two act in searches that are stopped or timed: they are compared below.
        if is_sound && !["stopped-iterations", "stability"].contains(&name) {
            let threads = if name == "abdada" { 2 } else { 1 };
            assert_equals_negamax_at_every_depth::<false>(threads, alone(name));
            assert_equals_negamax_at_every_depth::<true>(threads, alone(name));
        }
    }
    // Lazy SMP.
    assert_equals_negamax_at_every_depth::<false>(2, Techniques::NONE);
}

#[test]
fn a_move_of_a_stopped_iteration_is_better_at_its_depth() {
    fn check_all<const MARGIN: bool>() {
        let mut changed = 0;
        for seed in 0..150 {
            let start = RandomGame::<MARGIN>::start(mix(seed), false);
            let truth = negamax(&start, MAX_PLIES.into(), &NoEvaluation).score;
            let evaluator = RandomEvaluation(mix(seed + 1));
            for nodes in (5..300).step_by(10) {
                let [with, without] = [alone("stopped-iterations"), Techniques::NONE].map(|techniques| {
                    let settings = Settings { techniques, ..Settings::negamax_equivalent() };
                    let mut engine = alpha_beta(Parts::new(evaluator), settings);
                    engine.analyse(&GamePosition::new(start), &Limits::nodes(nodes), &mut |_| {})
                });
                assert_eq!((with.depth, with.nodes), (without.depth, without.nodes), "seed {seed}");
                assert!(contains(with.value, truth), "seed {seed}: {:?}, not {truth}", with.value);
                if with.best() != without.best() {
                    changed += 1;
                    let [new, old] = [&with, &without].map(|analysis| {
                        negamax(&start.after(analysis.best().unwrap()), with.depth, &evaluator)
                            .score
                            .for_parent()
                    });
                    assert!(new > old, "seed {seed}, {nodes} nodes: {new}, not better than {old}");
                    assert_eq!(with.value.estimate, new, "seed {seed}, {nodes} nodes");
                }
            }
        }
        assert!(changed > 20, "{changed} stopped iterations changed the move");
    }
    check_all::<false>();
    check_all::<true>();
}

#[test]
fn a_timed_search_equals_negamax_at_the_depth_it_reaches() {
    fn check_all<const MARGIN: bool>() {
        let mut changed = 0;
        for seed in 0..150 {
            let start = RandomGame::<MARGIN>::start(mix(seed), false);
            let evaluator = RandomEvaluation(mix(seed + 1));
            // The clock advances each time it is read: once for each iteration.
            let budget = Budget { soft: Duration::from_millis(40), hard: Duration::from_secs(1) };
            let limits = Limits { time: Some(budget), search_forced: true, ..Limits::default() };
            let depths = [alone("stability"), Techniques::NONE].map(|techniques| {
                let settings = Settings { techniques, ..Settings::negamax_equivalent() };
                let clock = Arc::new(SimulatedClock::new(Duration::from_millis(5)));
                let mut engine = alpha_beta(Parts::new(evaluator), settings).with_clock(clock);
                let analysis = engine.analyse(&GamePosition::new(start), &limits, &mut |_| {});
                let expected = negamax(&start, analysis.depth, &evaluator).score;
                assert_eq!(analysis.value.estimate, expected, "seed {seed}, depth {}", analysis.depth);
                analysis.depth
            });
            changed += usize::from(depths[0] != depths[1]);
        }
        assert!(changed > 20, "stability changed {changed} depths");
    }
    check_all::<false>();
    check_all::<true>();
}

/// Everything that may cut a move without proof, as often as possible.
const UNSOUND_POLICY: Policy = Policy {
    reductions: Reductions {
        min_depth: 1,
        min_move: 1,
        base: 1.0,
        divisor: 1.0,
        pv: 0,
        history: 9,
        static_gap: 9,
    },
    prob_cuts: &[&[
        ProbCut { depth: 2, shallow_depth: 1, slope: 1.0, offset: 0.0, sigma: 1.0, confidence: 0.1 },
        ProbCut { depth: 4, shallow_depth: 2, slope: 1.0, offset: 0.0, sigma: 1.0, confidence: 0.1 },
    ]],
    reverse_futility: Some(ReverseFutility { max_depth: 4, margin: 1 }),
    evaluates_frontier: true,
    ..SOUND_POLICY
};

#[test]
fn unsound_cuts_prove_nothing_false() {
    fn check_all<const MARGIN: bool>(techniques: Techniques) {
        let mut differing = 0;
        for seed in 0..150 {
            let start = RandomGame::<MARGIN>::start(mix(seed), false);
            let truth = negamax(&start, MAX_PLIES.into(), &NoEvaluation).score;
            let parts = Parts::new(RandomEvaluation(mix(seed + 1))).with_policy(UNSOUND_POLICY);
            let mut engine = alpha_beta(parts, Settings { techniques, ..alpha_beta_settings() });
            for (multi_pv, depth) in [(false, 5), (true, 5), (false, 9), (true, 9)] {
                let limits = Limits { multi_pv, ..Limits::depth(depth) };
                engine.new_game();
                let analysis = engine.analyse(&GamePosition::new(start), &limits, &mut |_| {});
                for root_move in analysis.moves.iter().filter(|_| multi_pv) {
                    let expected = negamax(&start.after(root_move.mv), MAX_PLIES.into(), &NoEvaluation).score;
                    assert!(contains(root_move.value, expected.for_parent()), "seed {seed}: {root_move:?}");
                }
                assert!(contains(analysis.value, truth), "seed {seed}: {:?}, not {truth}", analysis.value);
                let full = negamax(&start, depth, &RandomEvaluation(mix(seed + 1))).score;
                differing += u32::from(analysis.value.estimate != full);
            }
        }
        assert!(differing > 10, "{techniques:?} must change some scores for this test to mean something");
    }
    const UNSOUND: [&str; 3] = ["reductions", "prob-cuts", "reverse-futility"];
    for name in UNSOUND {
        let others = UNSOUND.into_iter().filter(|&other| other != name);
        let techniques = others.fold(Techniques::ALL, |techniques, other| techniques.without(other).unwrap());
        check_all::<false>(techniques);
        check_all::<true>(techniques);
    }
    check_all::<false>(Techniques::ALL);
    check_all::<true>(Techniques::ALL);
}

#[test]
fn a_policy_of_extreme_numbers_still_ends() {
    let policy = Policy {
        reductions: Reductions { min_depth: 0, min_move: 0, base: 9.0, ..Reductions::DEFAULT },
        aspiration: Some(0),
        prob_cuts: &[&[ProbCut {
            depth: 2,
            shallow_depth: 2,
            slope: 1.0,
            offset: 0.0,
            sigma: 0.0,
            confidence: 0.0,
        }]],
        fixed_depth_step: 0,
        ..SOUND_POLICY
    };
    for seed in 0..50 {
        let start = RandomGame::<false>::start(mix(seed), false);
        let parts = Parts::new(RandomEvaluation(seed)).with_policy(policy);
        for limits in [Limits::depth(9), Limits { multi_pv: true, ..Limits::depth(9) }, Limits::nodes(300)] {
            let mut engine = alpha_beta(parts, alpha_beta_settings());
            let analysis = engine.analyse(&GamePosition::new(start), &limits, &mut |_| {});
            let truth = negamax(&start, MAX_PLIES.into(), &NoEvaluation).score;
            assert!(contains(analysis.value, truth), "seed {seed}: {:?}, not {truth}", analysis.value);
        }
    }
}

/// An endgame solver that reports a wrong score where `lies`, and otherwise the right one.
#[derive(Clone, Copy)]
struct PlainEndgame {
    lies: bool,
}

impl<const MARGIN: bool> EndgameSolver<RandomGame<MARGIN>> for PlainEndgame {
    type Memory = u64;

    fn takes_over(&self, position: &RandomGame<MARGIN>, _: u32) -> bool {
        position.ply >= MAX_PLIES - 4
    }

    fn solve(
        &self,
        solved: &mut u64,
        position: &RandomGame<MARGIN>,
        _: Score,
        _: Score,
        control: &mut EndgameControl<'_>,
    ) -> Option<Score> {
        *solved += 1;
        let score = negamax(position, MAX_PLIES.into(), &NoEvaluation).score;
        (!control.count_node()).then_some(if self.lies { -score } else { score })
    }
}

#[test]
fn endgame_solver_proves_the_score_and_a_wrong_one_is_noticed() {
    let engine = |lies| {
        let parts = Parts::new(NoEvaluation).with_endgame(PlainEndgame { lies });
        alpha_beta(parts, alpha_beta_settings())
    };
    check::<true>(false, engine(false), true);
    let noticed = std::panic::catch_unwind(|| check::<true>(false, engine(true), true));
    assert!(noticed.is_err(), "the comparison with negamax must find a solver that is wrong");
}

/// Creates an alpha-beta engine.
fn alpha_beta<P: Position>(parts: impl SearchParts<P>, settings: Settings) -> AlphaBeta<P, ErasedParts<P>> {
    AlphaBeta::new(ErasedParts::new(parts), settings)
}

fn alpha_beta_settings() -> Settings {
    Settings { hash_mb: 1, ..Settings::default() }
}

fn proof_number_search<const MARGIN: bool>() -> ProofNumberSearch<RandomGame<MARGIN>> {
    ProofNumberSearch::new(ProofSettings { hash_mb: 1, ..ProofSettings::default() })
}

#[test]
fn alpha_beta_proves_the_score() {
    check::<false>(false, alpha_beta(Parts::new(NoEvaluation), alpha_beta_settings()), true);
    check::<true>(false, alpha_beta(Parts::new(NoEvaluation), alpha_beta_settings()), true);
}

#[test]
fn alpha_beta_proves_the_score_if_moves_may_lose_at_once() {
    check::<false>(true, alpha_beta(Parts::new(NoEvaluation), alpha_beta_settings()), true);
}

#[test]
fn parallel_alpha_beta_proves_the_score() {
    let settings = Settings { threads: 3, ..alpha_beta_settings() };
    check::<false>(true, alpha_beta(Parts::new(NoEvaluation), settings), true);
    check::<true>(false, alpha_beta(Parts::new(NoEvaluation), settings), true);
}

/// Prunes random moves and reports that it does, unless it `lies`: then it calls the rest
/// complete.
#[derive(Clone, Copy)]
struct RandomPruning {
    seed: u64,
    lies: bool,
}

impl<const MARGIN: bool> MovePicker<RandomGame<MARGIN>> for RandomPruning {
    fn forward_prunes(&self) -> bool {
        !self.lies
    }

    fn order_score(&self, _: &RandomGame<MARGIN>, _: u8) -> i32 {
        0
    }

    fn candidates(&self, position: &RandomGame<MARGIN>, _: u32, put: &mut impl FnMut(u8, i32)) -> bool {
        let random = mix(position.key() ^ self.seed);
        let mut complete = true;
        for (i, mv) in position.legal_moves().enumerate() {
            if i == 0 || random >> i & 1 == 0 {
                put(mv, 0);
            } else {
                complete = self.lies;
            }
        }
        complete
    }
}

/// A probe that knows one position in eight, and their opposite if it `lies`.
#[derive(Clone, Copy)]
struct PlainProbe {
    lies: bool,
}

impl<const MARGIN: bool> Probe<RandomGame<MARGIN>> for PlainProbe {
    fn probe(&self, position: &RandomGame<MARGIN>) -> Option<Value> {
        let is_known = position.ply > 0 && mix(position.key()).is_multiple_of(8);
        let score = || negamax(position, MAX_PLIES.into(), &NoEvaluation).score;
        is_known.then(|| Value::exact(if self.lies { -score() } else { score() }))
    }
}

/// An unsound cut that claims to be proven is planted in each part that may cut.
#[test]
fn a_false_proof_is_noticed() {
    fn is_noticed<const MARGIN: bool>(parts: impl SearchParts<RandomGame<MARGIN>>) -> bool {
        let engine = alpha_beta(parts, alpha_beta_settings());
        std::panic::catch_unwind(AssertUnwindSafe(|| check::<MARGIN>(false, engine, true))).is_err()
    }
    fn check_parts<const MARGIN: bool>() {
        let parts = Parts::new(NoEvaluation);
        assert!(!is_noticed::<MARGIN>(parts.with_probe(PlainProbe { lies: false })));
        assert!(is_noticed::<MARGIN>(parts.with_probe(PlainProbe { lies: true })), "a probe that lies");
        let picker = RandomPruning { seed: 1, lies: true };
        assert!(is_noticed::<MARGIN>(parts.with_picker(picker)), "a picker that prunes and says it does not");
    }
    check_parts::<false>();
    check_parts::<true>();
}

#[test]
fn forward_pruning_proves_nothing_false() {
    for seed in 0..400 {
        let start = RandomGame::<false>::start(mix(seed), false);
        let truth = negamax(&start, MAX_PLIES.into(), &NoEvaluation).score;
        let mut engine = alpha_beta(
            Parts::new(NoEvaluation).with_picker(RandomPruning { seed, lies: false }),
            alpha_beta_settings(),
        );
        for multi_pv in [false, true] {
            let limits = Limits { multi_pv, ..Limits::depth(MAX_PLIES.into()) };
            let analysis = engine.analyse(&GamePosition::new(start), &limits, &mut |_| {});
            assert!(contains(analysis.value, truth), "seed {seed}: {:?}, not {truth}", analysis.value);
            for root_move in &analysis.moves {
                let expected =
                    negamax(&start.after(root_move.mv), MAX_PLIES.into(), &NoEvaluation).score.for_parent();
                assert!(
                    contains(root_move.value, expected) || !multi_pv,
                    "seed {seed}: {root_move:?}, not {expected}"
                );
            }
        }
    }
}

#[test]
fn proof_number_search_proves_nothing_false() {
    check::<false>(false, proof_number_search(), false);
    check::<false>(true, proof_number_search(), false);
    check::<true>(false, proof_number_search(), false);
}

#[test]
fn retrograde_analysis_solves_every_position() {
    for seed in 0..200 {
        let start = RandomGame::<false>::start(mix(seed), true);
        let solution = Solution::solve(start, 1_000).unwrap();
        for position in solution.positions() {
            assert_eq!(
                solution.score(position),
                Some(negamax(position, MAX_PLIES.into(), &NoEvaluation).score),
                "seed {seed}"
            );
        }
    }
}
