//! A search whose parts are behind a pointer visits the same nodes as one that is compiled for
//! them.

use plateau_core::Position;
use plateau_core::hash::{mix, mix2};
use plateau_search::parts::EndgameControl;
use plateau_search::textbook::negamax;
use plateau_search::{
    AlphaBeta, Analysis, EndgameSolver, Engine, ErasedParts, Evaluator, GamePosition, Limits, MovePicker,
    NoEvaluation, Parts, Policy, ProbCut, Probe, Score, Settings, StaticOrdering, Value,
};

use crate::game::{MAX_PLIES, RandomGame};

type Game = RandomGame<false>;

/// Which parts do anything. One type for all combinations, so that one search is compiled.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "one switch for each part")]
struct Switches {
    /// The evaluator depends on the moves that led to a position.
    is_path_dependent: bool,
    /// The picker prunes moves.
    prunes: bool,
    /// The probe knows some values.
    probes: bool,
    /// The endgame solver takes over.
    solves: bool,
    /// Prunings and orders differ by stage.
    has_policy: bool,
}

impl Switches {
    const COUNT: u32 = 5;

    fn new(bits: u32) -> Self {
        let [is_path_dependent, prunes, probes, solves, has_policy] =
            std::array::from_fn(|i| bits >> i & 1 == 1);
        Self { is_path_dependent, prunes, probes, solves, has_policy }
    }

    fn parts(self) -> Parts<Self, Self, Self, Self> {
        let policy = if self.has_policy { POLICY } else { Policy::DEFAULT };
        Parts::ordered(self).with_probe(self).with_endgame(self).with_policy(policy)
    }
}

const POLICY: Policy = Policy {
    static_ordering: Some(StaticOrdering { min_depth: 1, weight: 16 }),
    prob_cuts: &[
        &[ProbCut { depth: 4, shallow_depth: 2, slope: 1.0, offset: 0.0, sigma: 1.0, confidence: 0.1 }],
        &[ProbCut { depth: 2, shallow_depth: 1, slope: 1.0, offset: 0.0, sigma: 1.0, confidence: 0.1 }],
    ],
    ..Policy::DEFAULT
};

/// The accumulator is a hash of the moves, or of the position alone.
impl Evaluator<Game> for Switches {
    type Accumulator = u64;

    fn is_path_dependent(&self) -> bool {
        self.is_path_dependent
    }

    fn accumulator(&self, position: &Game) -> u64 {
        position.key()
    }

    fn update(&self, parent: &u64, _: &Game, mv: u8, after: &Game) -> u64 {
        if self.is_path_dependent { mix2(*parent, mv.into()) } else { after.key() }
    }

    fn evaluate(&self, _: &Game, accumulator: &u64) -> i32 {
        (mix(*accumulator) % 401) as i32 - 200
    }

    fn stage(&self, position: &Game) -> usize {
        usize::from(position.ply > 4)
    }
}

impl MovePicker<Game> for Switches {
    fn forward_prunes(&self) -> bool {
        self.prunes
    }

    fn order_score(&self, position: &Game, mv: u8) -> i32 {
        (mix2(position.key(), mv.into()) % 1_000) as i32
    }

    fn candidates(&self, position: &Game, depth: u32, put: &mut impl FnMut(u8, i32)) -> bool {
        let mut is_complete = true;
        for mv in position.legal_moves() {
            let order_score = self.order_score(position, mv);
            if self.prunes && mv > 0 && order_score < 300 && depth < 4 {
                is_complete = false;
            } else {
                put(mv, order_score);
            }
        }
        is_complete
    }
}

impl Probe<Game> for Switches {
    fn probe(&self, position: &Game) -> Option<Value> {
        let is_known = self.probes && mix(position.key()).is_multiple_of(5);
        is_known.then(|| Value::exact(negamax(position, MAX_PLIES.into(), &NoEvaluation).score))
    }
}

impl EndgameSolver<Game> for Switches {
    /// The number of positions solved. Every fourth is given up, so that the memory matters.
    type Memory = u32;

    fn takes_over(&self, position: &Game, depth: u32) -> bool {
        self.solves && position.ply > 5 && depth > 1
    }

    fn solve(
        &self,
        solved: &mut u32,
        position: &Game,
        _: Score,
        _: Score,
        control: &mut EndgameControl<'_>,
    ) -> Option<Score> {
        *solved += 1;
        let is_solved = !control.count_node() && !solved.is_multiple_of(4);
        is_solved.then(|| negamax(position, MAX_PLIES.into(), &NoEvaluation).score)
    }
}

/// What a search found and how, without its time.
fn text(analysis: &Analysis<u8>) -> String {
    let Analysis { moves, value, depth, nodes, stop, .. } = analysis;
    format!("{nodes} nodes, depth {depth}, {stop:?}: {value:?}, {moves:?}")
}

/// Searches games of every kind and returns what was found.
fn search(mut engine: impl Engine<Game>) -> Vec<String> {
    let limits = [Limits::default(), Limits::depth(6), Limits::nodes(150)];
    let all = limits.into_iter().flat_map(|limits| [false, true].map(|multi_pv| (limits.clone(), multi_pv)));
    let mut found = Vec::new();
    for (limits, multi_pv) in all {
        for seed in 0..20 {
            engine.new_game();
            let game = GamePosition::new(Game::start(mix(seed), seed % 2 == 0));
            let limits = Limits { multi_pv, ..limits.clone() };
            found.push(text(&engine.analyse(&game, &limits, &mut |_| {})));
        }
    }
    found
}

#[test]
fn shared_search_visits_the_same_nodes() {
    let mut results = Vec::new();
    for bits in 0..1 << Switches::COUNT {
        let switches = Switches::new(bits);
        let settings = Settings { hash_mb: 1, ..Settings::default() };
        let compiled = search(AlphaBeta::new(switches.parts(), settings));
        let shared = search(AlphaBeta::new(ErasedParts::new(switches.parts()), settings));
        assert_eq!(compiled, shared, "{switches:?}");
        results.push(compiled);
    }
    // A part that changed nothing would not be compared at all.
    for (i, result) in results.iter().enumerate() {
        assert!(!results[..i].contains(result), "{:?} must change something", Switches::new(i as u32));
    }
}
