//! An engine for small games that plays from a complete solution.

use std::cmp::Reverse;
use std::sync::Arc;

use plateau_core::Position;

use super::{Solution, SolveError};
use crate::alphabeta::{AlphaBeta, Settings};
use crate::engine::{Analysis, Engine, GamePosition, MoveValue, Progress};
use crate::insertion_sort::insertion_sort_by_key;
use crate::limits::{Limits, StopReason};
use crate::move_values::value_of_position;
use crate::node_counter::NodeCounter;
use crate::parts::{ErasedParts, NoEvaluation, Parts};
use crate::repetition::repetition_draws;
use crate::resume::search_with_remaining;
use crate::score::{Unit, Value};
use crate::time::{Budget, Clock, SystemClock};

/// Answers from a [`Solution`], computed at the first search and reused. Values
/// account for the game history: positions that occurred twice are drawn when
/// they are reached again.
///
/// Nodes are positions explored, so an answer from an existing solution costs none. Solving
/// may use half of the limits; if it fails, alpha-beta gets the rest.
pub struct RetrogradeEngine<P> {
    solution: Option<Solution<P>>,
    max_positions: usize,
    clock: Option<Arc<dyn Clock>>,
}

/// Size of the transposition table of the fallback search, in megabytes.
const FALLBACK_HASH_MB: usize = 8;

impl<P: Position> RetrogradeEngine<P> {
    /// Creates an engine for games of at most `max_positions` positions.
    pub fn new(max_positions: usize) -> Self {
        Self { solution: None, max_positions, clock: None }
    }

    /// Uses this clock instead of the system's.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Returns the solution, if one has been computed.
    pub fn solution(&self) -> Option<&Solution<P>> {
        self.solution.as_ref()
    }

    /// Returns a solution that contains the position, computing it if necessary.
    fn solve(&mut self, position: &P, counter: &mut NodeCounter<'_>) -> Result<&Solution<P>, SolveError> {
        let existing = self.solution.take().filter(|solution| solution.score(position).is_some());
        let solution = match existing {
            Some(solution) => solution,
            None => Solution::solve_while(*position, self.max_positions, || {
                counter.count();
                counter.stopped
            })?,
        };
        Ok(self.solution.insert(solution))
    }
}

impl<P: Position> Engine<P> for RetrogradeEngine<P> {
    fn search_position(
        &mut self,
        game: &GamePosition<P>,
        limits: &Limits,
        progress: Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let clock = self.clock.clone().unwrap_or_else(|| Arc::new(SystemClock::start()));
        let half = Limits {
            nodes: limits.nodes.map(|max| max / 2),
            time: limits.time.map(|budget| Budget { soft: budget.soft / 2, hard: budget.hard / 2 }),
            ..limits.clone()
        };
        let mut counter = NodeCounter::new(&half, &*clock);
        let Ok(solution) = self.solve(game.position(), &mut counter) else {
            let (nodes, time) = (counter.nodes, counter.elapsed());
            let settings = Settings { hash_mb: FALLBACK_HASH_MB, ..Settings::default() };
            let mut search =
                AlphaBeta::new(ErasedParts::new(Parts::new(NoEvaluation)), settings).with_clock(clock);
            return search_with_remaining(&mut search, game, limits, progress, nodes, time);
        };
        let mut moves = exact_moves(solution, game);
        insertion_sort_by_key(&mut moves, |mv| Reverse(mv.value.estimate));
        let value = value_of_position::<P>(&moves);
        if !limits.multi_pv {
            moves.truncate(1);
        }
        let depth = moves.first().map_or(0, |best| best.pv.len() as u32);
        let (nodes, time) = (counter.nodes, counter.elapsed());
        let stop = StopReason::Proven;
        let analysis = Analysis { moves, value, depth, nodes, time, stop, unit: Unit::Pieces };
        progress(&analysis);
        analysis
    }

    fn new_game(&mut self) {
        self.solution = None;
    }
}

/// Returns all moves with their exact values, given the game history.
fn exact_moves<P: Position>(solution: &Solution<P>, game: &GamePosition<P>) -> Vec<MoveValue<P::Move>> {
    let draws = repetition_draws(game);
    let scores = if draws.is_empty() { solution.scores() } else { solution.scores_with_draws(&draws) };
    let position = game.position();
    let move_value = |(mv, score)| MoveValue { mv, value: Value::exact(score), pv: scores.pv(position, mv) };
    scores.moves(position).into_iter().map(move_value).collect()
}
