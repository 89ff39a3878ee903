//! The engine that shares its limits between a root solver and alpha-beta.

use std::cmp::Reverse;
use std::time::Duration;

use plateau_core::Position;

use super::restrict::restrict_to_proven;
use super::{Deadline, Proof, ProofProgress, RootSolver, SolverControl, SolverShare, StopFn};
use crate::engine::{Analysis, Engine, GamePosition, MoveValue, Progress};
use crate::limits::{Limits, StopReason};
use crate::resume::search_with_remaining;
use crate::score::{Score, Unit, Value};
use crate::time::{Budget, Clock, SystemClock};

/// A [`RootSolver`] with an engine that searches what it cannot solve.
pub struct SolverAndSearch<R, E> {
    solver: R,
    search: E,
}

impl<R, E> SolverAndSearch<R, E> {
    /// Creates the engine.
    pub fn new(solver: R, search: E) -> Self {
        Self { solver, search }
    }
}

/// The limits of one analysis.
#[derive(Clone, Copy)]
struct AnalysisBudget<'l> {
    limits: &'l Limits,
    clock: SystemClock,
    /// The solver's node count before the analysis.
    nodes_before: u64,
    time: Option<Duration>,
}

impl AnalysisBudget<'_> {
    /// Returns whether this fraction of the limits is used up.
    fn is_over(&self, solver_nodes: u64, searched: u64, divisor: u32) -> bool {
        let nodes = solver_nodes - self.nodes_before + searched;
        self.limits.stop.is_raised()
            || self.limits.nodes.is_some_and(|most| nodes >= most / u64::from(divisor))
            || self.time.is_some_and(|time| self.clock.now() >= time / divisor)
    }
}

/// What alpha-beta has found between the slices of the solver.
struct Searched<M> {
    last: Option<Analysis<M>>,
    nodes: u64,
}

impl<R, E> SolverAndSearch<R, E> {
    /// Runs the solver in slices, with searches between them, until it has answered, has
    /// nothing more to find, or its share is used up.
    fn solve<P: Position>(
        &mut self,
        game: &GamePosition<P>,
        budget: AnalysisBudget<'_>,
        share: SolverShare,
        mut searched: Searched<P::Move>,
        progress: Progress<'_, P::Move>,
    ) -> (Proof, Searched<P::Move>)
    where
        R: RootSolver<P>,
        E: Engine<P>,
    {
        let (position, limits, clock) = (game.position(), budget.limits, budget.clock);
        let plausible = self.solver.plausible_move(position);
        let (mut known, mut slice_nodes) = (Value::unproven(Score::DRAW), share.first_slice);
        loop {
            let mut report = |value: Value, nodes: u64| {
                let value = value.within(known.lower, known.upper);
                let nodes = nodes - budget.nodes_before + searched.nodes;
                let so_far = match (&searched.last, plausible) {
                    (Some(last), _) => {
                        let last = Analysis { nodes, time: clock.now(), ..last.clone() };
                        restrict_to_proven(last, value, vec![])
                    }
                    (None, Some(mv)) => {
                        // No move is known to achieve the lower bound yet.
                        let value_of_move = Value { lower: Score::LOWEST, ..value };
                        let mv = MoveValue { mv, value: value_of_move, pv: vec![mv] };
                        analysis(vec![mv], value, nodes, clock.now(), StopReason::Stopped)
                    }
                    (None, None) => return,
                };
                progress(&so_far);
            };
            let slice_end = self.solver.nodes() + slice_nodes;
            let is_over = |nodes: u64| budget.is_over(nodes, 0, share.divisor);
            let time = budget.time.map(|time| time / share.divisor);
            let mut control = SolverControl {
                stop: &|nodes: u64| nodes >= slice_end || is_over(nodes),
                deadline: Deadline { stop: limits.stop.clone(), clock, time },
                report: &mut report,
            };
            let proof = self.solver.solve(position, limits, known, &mut control);
            // Keep the earlier bounds: the solver's table entries may have been replaced.
            let value = proof.value.within(known.lower, known.upper);
            let is_solved = value.is_exact() || proof.progress == ProofProgress::Solved;
            let state = if is_solved { ProofProgress::Solved } else { proof.progress };
            let proof = Proof { value, progress: state };
            if proof.progress != ProofProgress::Stopped || is_over(self.solver.nodes()) {
                return (proof, searched);
            }
            let used = self.solver.nodes() - budget.nodes_before + searched.nodes;
            let more = used + slice_nodes / share.search_divisor;
            let nodes = limits.nodes.map_or(more, |most| more.min(most));
            let slice = Limits { nodes: Some(nodes), ..limits.clone() };
            let now = search_with_remaining(&mut self.search, game, &slice, progress, used, clock.now());
            searched.nodes += now.nodes - used;
            let is_proven = now.stop == StopReason::Proven;
            // A slice that was stopped may be shallower than the one before.
            if is_proven || searched.last.as_ref().is_none_or(|before| before.depth <= now.depth) {
                searched.last = Some(now);
            }
            if is_proven {
                return (proof, searched);
            }
            (known, slice_nodes) = (proof.value, 2 * slice_nodes);
        }
    }
}

impl<P: Position, R: RootSolver<P>, E: Engine<P>> Engine<P> for SolverAndSearch<R, E> {
    fn search_position(
        &mut self,
        game: &GamePosition<P>,
        limits: &Limits,
        progress: Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let position = game.position();
        let count = position.legal_moves().len();
        let share = self.solver.share(position, limits).filter(|_| !limits.skips_search(count));
        let Some(share) = share else { return self.search.analyse(game, limits, progress) };
        let clock = SystemClock::start();
        let time = limits
            .time
            .map(|budget| if share.until_hard_limit { budget.hard } else { budget.soft.min(budget.hard) });
        let budget = AnalysisBudget { limits, clock, nodes_before: self.solver.nodes(), time };
        let mut searched = Searched { last: None, nodes: 0 };
        if let Some(time) = limits.time.filter(|_| share.until_hard_limit) {
            // Run alpha-beta first: a solver that is stopped leaves no time for it.
            let first = Limits { time: Some(Budget::fixed(time.soft / 2)), ..limits.clone() };
            let found = self.search.analyse(game, &first, progress);
            if found.stop == StopReason::Proven {
                return found;
            }
            searched = Searched { nodes: found.nodes, last: Some(found) };
        }
        let (proof, mut searched) = self.solve(game, budget, share, searched, progress);
        if let Some(proven) = searched.last.take_if(|last| last.stop == StopReason::Proven) {
            return restrict_to_proven(proven, proof.value, vec![]);
        }
        let is_solved = proof.progress == ProofProgress::Solved;
        let stop_all: StopFn<'_> = &|nodes| budget.is_over(nodes, searched.nodes, 1);
        let stop_solver: StopFn<'_> = &|nodes| budget.is_over(nodes, 0, share.divisor);
        let best = if is_solved || proof.value.lower > Score::LOWEST {
            self.solver.best_move(position, proof, stop_all)
        } else {
            None
        };
        let mut moves: Vec<_> =
            best.iter().map(|&mv| MoveValue { mv, value: proof.value, pv: vec![mv] }).collect();
        if is_solved && limits.multi_pv {
            let others = self.solver.exact_moves(position, stop_solver).into_iter();
            moves.extend(others.filter(|other| Some(other.mv) != best));
        }
        let used = self.solver.nodes() - budget.nodes_before + searched.nodes;
        let wanted = if limits.multi_pv { count } else { 1 };
        if !is_solved || moves.len() < wanted {
            if let Some(best) = moves.first_mut().filter(|_| is_solved) {
                best.pv = self.solver.principal_variation(position, best, stop_solver);
            }
            let used = self.solver.nodes() - budget.nodes_before + searched.nodes;
            // If stopped or out of time, return what alpha-beta has found; do not search again.
            let is_stopped = limits.stop.is_raised();
            let stop = if is_stopped { StopReason::Stopped } else { StopReason::Time };
            let analysis = match searched.last.filter(|_| is_stopped || share.until_hard_limit) {
                Some(last) => Analysis { nodes: used, time: clock.now(), stop, ..last },
                None => search_with_remaining(&mut self.search, game, limits, progress, used, clock.now()),
            };
            return restrict_to_proven(analysis, proof.value, moves);
        }
        // The sort is stable: the best move stays ahead of equal ones.
        moves.sort_by_key(|mv| Reverse(mv.value.estimate));
        progress(&analysis(moves.clone(), proof.value, used, clock.now(), StopReason::Proven));
        for mv in &mut moves {
            mv.pv = self.solver.principal_variation(position, mv, stop_solver);
        }
        let used = self.solver.nodes() - budget.nodes_before + searched.nodes;
        analysis(moves, proof.value, used, clock.now(), StopReason::Proven)
    }

    fn new_game(&mut self) {
        self.solver.new_game();
        self.search.new_game();
    }
}

fn analysis<M>(
    moves: Vec<MoveValue<M>>,
    value: Value,
    nodes: u64,
    time: Duration,
    stop: StopReason,
) -> Analysis<M> {
    let depth = moves.first().map_or(0, |best| best.pv.len() as u32);
    Analysis { moves, value, depth, nodes, time, stop, unit: Unit::Pieces }
}
