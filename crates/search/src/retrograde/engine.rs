//! The engine of tiny games: it knows every position.

use std::sync::Arc;

use plateau_core::{Objective, Outcome, Position};

use crate::alphabeta::{AlphaBeta, Settings};
use crate::clock::{Clock, SystemClock};
use crate::engine::{Analysis, Engine, GamePosition, MoveValue, Progress};
use crate::evaluator::NoEvaluation;
use crate::history::{Meter, drawn_again, is_drawn};
use crate::limits::{Budget, Limits, StopReason};
use crate::rest::search_with_remaining;
use crate::retrograde::{Solution, Unsolved};
use crate::score::{Score, Unit, Value};

/// Answers from a [`Solution`], made at the first question and kept. History is
/// judged exactly: positions met twice are drawn when they are met again.
///
/// A node is a position explored, so that an answer from a kept solution costs
/// none. Where limits forbid a solution, the second half of them goes into a
/// search; where the size does, all that is left.
pub struct RetrogradeEngine<P> {
    solution: Option<Solution<P>>,
    limit: usize,
    clock: Option<Arc<dyn Clock>>,
}

/// Megabytes of the table of a search instead.
const TABLE: usize = 8;

impl<P: Position> RetrogradeEngine<P> {
    /// An engine for games of at most so many positions.
    pub fn new(limit: usize) -> Self {
        Self { solution: None, limit, clock: None }
    }

    /// The same engine with a clock of the caller's.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// What was solved at the last question that needed it.
    pub fn solution(&self) -> Option<&Solution<P>> {
        self.solution.as_ref()
    }

    fn solve(&mut self, position: &P, meter: &mut Meter<'_>) -> Result<&Solution<P>, Unsolved> {
        let known = self.solution.take().filter(|solution| solution.score(position).is_some());
        let solution = match known {
            Some(solution) => solution,
            None => Solution::solve_while(*position, self.limit, || {
                meter.count();
                meter.stopped
            })?,
        };
        Ok(self.solution.insert(solution))
    }
}

impl<P: Position> Engine<P> for RetrogradeEngine<P> {
    fn analyse(
        &mut self,
        line: &GamePosition<P>,
        limits: &Limits,
        progress: Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let position = line.position();
        if let Some(outcome) = position.outcome() {
            return Analysis::finished(Score::of_outcome::<P>(outcome, position.turn()));
        }
        if is_drawn(line) {
            return Analysis::finished(Score::of_outcome::<P>(Outcome::Draw, position.turn()));
        }
        let clock = self.clock.clone().unwrap_or_else(|| Arc::new(SystemClock::start()));
        let half = Limits {
            nodes: limits.nodes.map(|most| most / 2),
            time: limits.time.map(|budget| Budget { soft: budget.soft / 2, hard: budget.hard / 2 }),
            ..limits.clone()
        };
        let mut meter = Meter::new(&half, &*clock);
        let Ok(solution) = self.solve(position, &mut meter) else {
            let (nodes, time) = (meter.nodes, meter.time());
            let search = AlphaBeta::new(NoEvaluation, Settings { hash_mb: TABLE, ..Settings::default() });
            return search_with_remaining(&mut search.with_clock(clock), line, limits, progress, nodes, time);
        };
        let mut moves = exact_moves(solution, line);
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.value.estimate));
        let value = value_of_all::<P>(&moves);
        if !limits.multi_pv {
            moves.truncate(1);
        }
        let depth = moves.first().map_or(0, |best| best.line.len() as u32);
        let (nodes, time) = (meter.nodes, meter.time());
        let stop = StopReason::Proven;
        let answer = Analysis { moves, value, depth, nodes, time, stop, unit: Unit::Pieces };
        progress(&answer);
        answer
    }

    fn new_game(&mut self) {
        self.solution = None;
    }
}

/// The value of a position from all its moves. None is better than to win at once.
pub(crate) fn value_of_all<P: Position>(moves: &[MoveValue<P::Move>]) -> Value {
    let highest = |bound: fn(&Value) -> Score| moves.iter().map(|mv| bound(&mv.value)).max();
    let lower = highest(|value| value.lower).unwrap_or(Score::LOWEST);
    let wins_at_once = P::OBJECTIVE == Objective::Distance && lower == Score::win_in(1);
    let upper = if wins_at_once { lower } else { highest(|value| value.upper).unwrap_or(Score::HIGHEST) };
    let estimate = moves.first().map_or(Score::DRAW, |best| best.value.estimate);
    Value { lower, upper, estimate: estimate.clamp(lower, upper) }
}

/// Every move with its exact value, history included.
fn exact_moves<P: Position>(solution: &Solution<P>, line: &GamePosition<P>) -> Vec<MoveValue<P::Move>> {
    let draws = drawn_again(line);
    let scores = if draws.is_empty() { solution.scores() } else { solution.scores_with_draws(&draws) };
    let position = line.position();
    let judge = |(mv, score)| MoveValue { mv, value: Value::exact(score), line: scores.line(position, mv) };
    scores.moves(position).into_iter().map(judge).collect()
}

/// Every move with what its end, if it ends the game, says.
pub(crate) fn moves_at_sight<P: Position>(position: &P) -> Vec<MoveValue<P::Move>> {
    let judge = |mv| {
        let after = position.after(mv);
        let end = after.outcome().map(|outcome| Score::of_outcome::<P>(outcome, after.turn()).for_parent());
        MoveValue { mv, value: end.map_or(Value::guess(Score::DRAW), Value::exact), line: vec![mv] }
    };
    position.legal_moves().map(judge).collect()
}
