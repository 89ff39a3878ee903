//! The engine `best`: a forced win by threat-space search, else alpha-beta.

use plateau_search::root_solver::{
    Proof, ProofProgress, RootSolver, SolverAndSearch, SolverControl, SolverShare, StopFn,
};
use plateau_search::{AlphaBeta, Engine, Limits, MoveValue, Score, Settings, Value};

use super::board::Board;
use super::evaluators::open_lines_parts;
use super::geometry::Geometry;
use super::threats::{ThreatSearch, Win};

/// The node limit of the threat-space search. The win from the empty standard board takes
/// a few thousand.
const THREAT_NODES: u64 = 20_000;

/// The longest win that the threat-space search looks for.
const MAX_PLIES: u32 = 15;

/// The threat-space search finds every win of at most this many plies.
const COMPLETE_PLIES: u32 = 5;

/// Creates the engine.
pub fn engine<G: Geometry>(settings: Settings) -> Box<dyn Engine<Board<G>>> {
    let search = AlphaBeta::new(open_lines_parts(), settings);
    Box::new(SolverAndSearch::new(ForcedWins::new(), search))
}

/// Looks for a forced win of the side to move.
struct ForcedWins {
    threats: ThreatSearch,
    found: Option<Win>,
    /// The nodes of all calls.
    nodes: u64,
}

impl ForcedWins {
    fn new() -> Self {
        Self { threats: ThreatSearch::new(THREAT_NODES), found: None, nodes: 0 }
    }
}

impl<G: Geometry> RootSolver<Board<G>> for ForcedWins {
    /// Returns `None` for few nodes, which are all left to alpha-beta.
    fn share(&self, _: &Board<G>, limits: &Limits) -> Option<SolverShare> {
        let has_nodes = limits.nodes.is_none_or(|nodes| nodes > 2 * THREAT_NODES);
        has_nodes.then_some(SolverShare {
            divisor: 2,
            first_slice: THREAT_NODES,
            search_divisor: 1,
            until_hard_limit: false,
        })
    }

    fn solve(
        &mut self,
        board: &Board<G>,
        limits: &Limits,
        _: Value,
        control: &mut SolverControl<'_>,
    ) -> Proof {
        self.threats.set_deadline(control.deadline.clone());
        let plies = limits.depth.map_or(MAX_PLIES, |depth| depth.min(MAX_PLIES));
        self.found = self.threats.find(board, plies);
        self.nodes += self.threats.nodes();
        let Some(win) = self.found else {
            return Proof { value: Value::unproven(Score::DRAW), progress: ProofProgress::Exhausted };
        };
        let score = Score::win_in(win.plies);
        // Longer wins are proven against all replies, but there may be a shorter one.
        let upper = Score::win_in(win.plies.min(COMPLETE_PLIES + 2));
        Proof { value: Value { lower: score, upper, estimate: score }, progress: ProofProgress::Solved }
    }

    fn best_move(&mut self, _: &Board<G>, _: Proof, _: StopFn<'_>) -> Option<u16> {
        self.found.map(|win| win.mv)
    }

    /// Returns nothing: the other moves are left to alpha-beta.
    fn exact_moves(&mut self, _: &Board<G>, _: StopFn<'_>) -> Vec<MoveValue<u16>> {
        Vec::new()
    }

    fn principal_variation(&mut self, board: &Board<G>, first: &MoveValue<u16>, _: StopFn<'_>) -> Vec<u16> {
        let Some(win) = self.found.filter(|win| win.mv == first.mv) else { return vec![first.mv] };
        let line = self.threats.line(board, win);
        self.nodes += self.threats.nodes();
        line
    }

    fn plausible_move(&self, _: &Board<G>) -> Option<u16> {
        None
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn new_game(&mut self) {
        *self = Self { nodes: self.nodes, ..Self::new() };
    }
}
