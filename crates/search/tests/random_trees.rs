//! Every search is held to plain negamax on seeded random games in which
//! anything may happen: early ends, ways that meet again, single moves, and
//! moves that end the game for the other side.

use plateau_core::hash::{mix, mix2};
use plateau_core::{Objective, Outcome, Player, Position, Symmetry};
use plateau_search::textbook::negamax;
use plateau_search::{
    AlphaBeta, Engine, Evaluator, GamePosition, Limits, Mcts, MctsSettings, NoEvaluation, Proof,
    ProofSettings, Score, Settings, Solution, StopReason, Value,
};

/// Places beside each other at a ply: few, so that ways meet again.
const WIDTH: u64 = 40;

/// The longest game.
const PLIES: u8 = 9;

/// A place in a random game, played for distance or for a margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place<const MARGIN: bool> {
    seed: u64,
    ply: u8,
    number: u64,
    /// Whether a move may end the game for the other side.
    suicide: bool,
}

impl<const MARGIN: bool> Place<MARGIN> {
    fn start(seed: u64, suicide: bool) -> Self {
        Self { seed, ply: 0, number: 0, suicide }
    }

    fn chance(&self, what: u64) -> u64 {
        mix2(self.seed ^ what << 56, self.number << 8 | u64::from(self.ply))
    }
}

impl<const MARGIN: bool> Position for Place<MARGIN> {
    type Move = u8;
    type Moves = std::ops::Range<u8>;
    const CYCLIC: bool = false;
    const OBJECTIVE: Objective = if MARGIN { Objective::Margin } else { Objective::Distance };
    const MOVE_SPAN: usize = 8;

    fn move_index(mv: u8) -> usize {
        mv.into()
    }

    fn turn(&self) -> Player {
        if self.ply.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    fn legal_moves(&self) -> Self::Moves {
        0..if self.outcome().is_some() { 0 } else { 1 + (self.chance(1) % 4) as u8 }
    }

    fn is_legal(&self, mv: u8) -> bool {
        self.legal_moves().contains(&mv)
    }

    fn play_unchecked(&mut self, mv: u8) {
        self.number = self.chance(2 + u64::from(mv)) % WIDTH;
        self.ply += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        let chance = self.chance(9);
        let over = self.ply >= PLIES || (self.ply > 0 && chance.is_multiple_of(6));
        let luck = (chance >> 8) % 7;
        over.then(|| match (MARGIN, luck) {
            (true, _) => Outcome::by_difference(luck as i32 - 3),
            (_, 0 | 1) => Outcome::Draw,
            (_, 2 | 3) if self.suicide => Outcome::win(self.turn()),
            _ => Outcome::win(self.turn().other()),
        })
    }

    fn key(&self) -> u64 {
        mix(self.seed ^ mix(self.number << 8 | u64::from(self.ply)))
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &[Symmetry::Identity]
    }

    fn transform(&self, _: Symmetry) -> Self {
        *self
    }

    fn transform_move(&self, mv: u8, _: Symmetry) -> u8 {
        mv
    }
}

fn holds(value: Value, truth: Score) -> bool {
    value.lower <= truth && truth <= value.upper
}

/// Runs an engine on many games; everything it claims must hold, and with no
/// limit to speak of it must know who wins.
fn check<const MARGIN: bool>(suicide: bool, mut engine: impl Engine<Place<MARGIN>>, exact: bool) {
    for seed in 0..400 {
        let start = Place::<MARGIN>::start(mix(seed), suicide);
        let truth = negamax(&start, PLIES.into(), &NoEvaluation).score;
        for limits in [Limits::default(), Limits { multi_pv: true, ..Limits::default() }, Limits::nodes(60)] {
            let found = engine.analyse(&GamePosition::new(start), &limits, &mut |_| {});
            assert!(holds(found.value, truth), "{seed} {limits:?} {:?} {truth}", found.value);
            for judged in found.moves.iter().filter(|_| limits.multi_pv) {
                let right = negamax(&start.after(judged.mv), PLIES.into(), &NoEvaluation).score.for_parent();
                assert!(holds(judged.value, right), "{seed} {judged:?} {right}");
                assert!(!exact || judged.value == Value::exact(right), "{seed} {judged:?} {right}");
            }
            if limits.nodes.is_none() {
                assert_eq!(found.stop, StopReason::Proven, "{seed}");
                assert!(!exact || found.value == Value::exact(truth), "{seed}");
                let best = negamax(&start.after(found.best().unwrap()), PLIES.into(), &NoEvaluation)
                    .score
                    .for_parent();
                assert_eq!(best.number().signum(), truth.number().signum(), "{seed}");
            }
        }
    }
}

/// A seeded random estimate of every place.
#[derive(Clone, Copy)]
struct Chance(u64);

impl<const MARGIN: bool> Evaluator<Place<MARGIN>> for Chance {
    type State = ();

    fn state(&self, _: &Place<MARGIN>) {}

    fn advance(&self, (): &(), _: &Place<MARGIN>, _: u8, _: &Place<MARGIN>) {}

    fn evaluate(&self, place: &Place<MARGIN>, (): &()) -> i32 {
        (mix2(self.0, place.key()) % 401) as i32 - 200
    }
}

fn is_negamax_at_every_depth<const MARGIN: bool>(threads: usize) {
    for seed in 0..150 {
        let start = Place::<MARGIN>::start(mix(seed), false);
        let chance = Chance(mix(seed + 1));
        for depth in 1..=u32::from(PLIES) {
            let truth = negamax(&start, depth, &chance).score;
            let settings = Settings { threads, ..Settings::plain() };
            let limits = Limits { multi_pv: true, ..Limits::depth(depth) };
            let found =
                AlphaBeta::new(chance, settings).analyse(&GamePosition::new(start), &limits, &mut |_| {});
            assert_eq!(found.value.estimate, truth, "{seed} {depth}");
            for judged in &found.moves {
                let right = negamax(&start.after(judged.mv), depth - 1, &chance).score.for_parent();
                assert_eq!(judged.value.estimate, right, "{seed} {depth} {judged:?}");
            }
        }
    }
}

#[test]
fn random_evaluations_are_searched_as_negamax_does() {
    is_negamax_at_every_depth::<false>(1);
    is_negamax_at_every_depth::<true>(1);
    is_negamax_at_every_depth::<false>(2);
}

fn alpha_beta() -> Settings {
    Settings { hash_mb: 1, ..Settings::default() }
}

fn mcts<const MARGIN: bool>(order_score: Option<f32>) -> Mcts<Place<MARGIN>, NoEvaluation> {
    Mcts::new(NoEvaluation, MctsSettings { memory: 4, prior_scale: order_score, ..MctsSettings::default() })
}

fn proof<const MARGIN: bool>() -> Proof<Place<MARGIN>> {
    Proof::new(ProofSettings { hash_mb: 1, ..ProofSettings::default() })
}

#[test]
fn alpha_beta_finds_the_value() {
    check::<false>(false, AlphaBeta::new(NoEvaluation, alpha_beta()), true);
    check::<true>(false, AlphaBeta::new(NoEvaluation, alpha_beta()), true);
}

#[test]
fn alpha_beta_finds_the_value_where_a_move_may_lose_at_once() {
    check::<false>(true, AlphaBeta::new(NoEvaluation, alpha_beta()), true);
}

#[test]
fn threads_find_the_value() {
    let settings = Settings { threads: 3, ..alpha_beta() };
    check::<false>(true, AlphaBeta::new(NoEvaluation, settings), true);
    check::<true>(false, AlphaBeta::new(NoEvaluation, settings), true);
}

/// Leaves out moves at random, and says so.
#[derive(Clone, Copy)]
struct Careless(u64);

impl<const MARGIN: bool> Evaluator<Place<MARGIN>> for Careless {
    type State = ();
    const FORWARD_PRUNES: bool = true;

    fn state(&self, _: &Place<MARGIN>) {}

    fn advance(&self, (): &(), _: &Place<MARGIN>, _: u8, _: &Place<MARGIN>) {}

    fn evaluate(&self, _: &Place<MARGIN>, (): &()) -> i32 {
        0
    }

    fn ordered_moves(&self, place: &Place<MARGIN>, (): &(), _: u32, put: &mut impl FnMut(u8, i32)) -> bool {
        let luck = mix(place.key() ^ self.0);
        let mut complete = true;
        for (i, mv) in place.legal_moves().enumerate() {
            if i == 0 || luck >> i & 1 == 0 {
                put(mv, 0);
            } else {
                complete = false;
            }
        }
        complete
    }
}

#[test]
fn moves_left_out_make_no_wrong_claim() {
    for seed in 0..400 {
        let start = Place::<false>::start(mix(seed), false);
        let truth = negamax(&start, PLIES.into(), &NoEvaluation).score;
        let mut engine = AlphaBeta::new(Careless(seed), alpha_beta());
        for multi_pv in [false, true] {
            let limits = Limits { multi_pv, ..Limits::depth(PLIES.into()) };
            let found = engine.analyse(&GamePosition::new(start), &limits, &mut |_| {});
            assert!(holds(found.value, truth), "{seed} {:?} {truth}", found.value);
            for judged in &found.moves {
                let right = negamax(&start.after(judged.mv), PLIES.into(), &NoEvaluation).score.for_parent();
                assert!(holds(judged.value, right) || !multi_pv, "{seed} {judged:?} {right}");
            }
        }
    }
}

#[test]
fn monte_carlo_search_claims_nothing_wrong() {
    check::<false>(false, mcts(None), false);
    check::<false>(true, mcts(Some(100.0)), false);
    // A margin is proven or it is not: there is no win by at most so much.
    check::<true>(false, mcts(None), false);
}

#[test]
fn proof_number_search_claims_nothing_wrong() {
    check::<false>(false, proof(), false);
    check::<false>(true, proof(), false);
    check::<true>(false, proof(), false);
}

#[test]
fn retrograde_analysis_finds_every_value() {
    for seed in 0..200 {
        let start = Place::<false>::start(mix(seed), true);
        let solution = Solution::solve(start, 1_000).unwrap();
        for position in solution.positions() {
            assert_eq!(
                solution.score(position),
                Some(negamax(position, PLIES.into(), &NoEvaluation).score),
                "{seed}"
            );
        }
    }
}
