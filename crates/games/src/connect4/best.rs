//! The engine `best`: the opening book, else the solver, else alpha-beta within the bounds
//! that the solver had time to prove.

use std::time::Duration;

use plateau_core::Position;
use plateau_core::bits::Bits;
use plateau_search::engine::Progress;
use plateau_search::time::{Clock, SystemClock};
use plateau_search::{
    AlphaBeta, Analysis, Engine, GamePosition, Limits, MoveValue, Score, Settings, StopReason, Unit, Value,
    search_with_remaining,
};

use super::board::Board;
use super::book::{self, Book};
use super::evaluators::Threats;
use super::geometry::Geometry;
use super::proven::restrict_to_proven;
use super::solver::{Bounds, SolveControl, Solver, StopFn};

/// With a limit of fewer nodes than this, the solver is not tried.
const MIN_SOLVER_NODES: u64 = 20_000;

/// With at most this many empty cells, the solver gets half of the time and nodes; with
/// more, where it rarely finishes, a sixteenth.
const MAX_SOLVABLE_EMPTY: u32 = 45;

/// The nodes of the solver's first slice. Every next slice has twice as many.
const FIRST_SLICE_NODES: u64 = 1 << 21;

/// Between two slices of the solver, alpha-beta gets the nodes of a slice divided by this,
/// so that a move is ready whenever the engine is stopped.
const SEARCH_SLICE_DIVISOR: u64 = 16;

/// The solver, then alpha-beta. The solver gets most of the hash memory.
pub struct BestEngine<G: Geometry> {
    solver: Solver<G>,
    search: AlphaBeta<Board<G>, Threats>,
}

impl<G: Geometry> BestEngine<G> {
    pub fn new(geometry: G, settings: Settings) -> Self {
        let solver_mb = settings.hash_mb - settings.hash_mb.div_ceil(8);
        let solver = Solver::new(geometry, solver_mb.max(1), settings.threads);
        let hash_mb = settings.hash_mb.saturating_sub(solver.bytes().div_ceil(1 << 20)).max(1);
        Self { solver, search: AlphaBeta::new(Threats, Settings { hash_mb, ..settings }) }
    }

    /// Returns bounds of the score from the book or the solver. They meet within `window`
    /// unless the search is stopped.
    fn solve(&mut self, board: &Board<G>, window: Bounds, control: &mut SolveControl<'_>) -> Bounds {
        match book_entry(board) {
            Some((score, _)) => Bounds::exact(score),
            None => self.solver.solve_within(board, window, control),
        }
    }

    /// Returns a move that achieves a score, which must not be above the position's.
    /// Returns `None` if stopped before one is found.
    fn move_achieving(&mut self, board: &Board<G>, score: i32, stop: StopFn<'_>) -> Option<u8> {
        if let Some((_, cell)) = book_entry(board) {
            return Some(cell);
        }
        let solver = &mut self.solver;
        solver.move_achieving(board, score, stop).or_else(|| solver.stored_move_achieving(board, score))
    }

    /// Returns the line of perfect play that begins with a move, to the end of the game or
    /// until stopped. From a book position, it ends with the book.
    fn principal_variation(&mut self, board: &Board<G>, first: u8, stop: StopFn<'_>) -> Vec<u8> {
        let only_book = book::covers(board);
        let (mut line, mut board) = (vec![first], board.after(first));
        while board.outcome().is_none() && (!only_book || book::covers(&board)) {
            let bounds = self.solve(&board, full_window(&board), &mut SolveControl::stoppable(stop));
            if !bounds.is_exact() {
                break;
            }
            let Some(cell) = self.move_achieving(&board, bounds.lower, stop) else { break };
            line.push(cell);
            board.play_unchecked(cell);
        }
        line
    }

    /// Returns the moves with their exact values; not all of them if stopped.
    fn multi_pv(&mut self, board: &Board<G>, stop: StopFn<'_>) -> Vec<MoveValue<u8>> {
        let mut moves = Vec::new();
        for mv in self.solver.moves_centre_first(board) {
            let next = board.after(mv);
            let value = if let Some(outcome) = next.outcome() {
                Score::from_outcome::<Board<G>>(outcome, next.turn())
            } else {
                let bounds = self.solve(&next, full_window(&next), &mut SolveControl::stoppable(stop));
                if !bounds.is_exact() {
                    break;
                }
                to_search_score(&next, bounds.lower)
            };
            moves.push(MoveValue { mv, value: Value::exact(value.for_parent()), pv: vec![mv] });
        }
        moves
    }
}

/// Returns the score and a best move from the opening book.
fn book_entry<G: Geometry>(board: &Board<G>) -> Option<(i32, u8)> {
    Book::embedded().find(book::as_standard(board)?)
}

/// Returns a window that contains every possible score.
fn full_window<G: Geometry>(board: &Board<G>) -> Bounds {
    let most = empty_count(board) as i32 / 2 + 2;
    Bounds { lower: -most, upper: most }
}

/// Returns the number of empty cells.
fn empty_count<G: Geometry>(board: &Board<G>) -> u32 {
    board.geometry().size() - board.taken().count()
}

/// Converts a solver score to a search score, which counts the plies to the end of the game.
fn to_search_score<G: Geometry>(board: &Board<G>, score: i32) -> Score {
    let left = empty_count(board);
    // A win takes an odd number of plies, a loss an even number.
    let plies = left + 2 - 2 * score.unsigned_abs();
    match score {
        0 => Score::DRAW,
        1.. => Score::win_in(if plies % 2 == 1 { plies } else { plies - 1 }),
        _ => Score::loss_in(if plies.is_multiple_of(2) { plies } else { plies - 1 }),
    }
}

/// Converts solver bounds to a value. Bounds that every position satisfies become open.
fn to_value<G: Geometry>(board: &Board<G>, bounds: Bounds) -> Value {
    let left = empty_count(board) as i32;
    let convert = |is_trivial: bool, score: i32, open: Score| {
        if is_trivial && !bounds.is_exact() { open } else { to_search_score(board, score) }
    };
    let lower = convert(bounds.lower <= -(left / 2), bounds.lower, Score::LOWEST);
    let upper = convert(bounds.upper >= (left - 1) / 2, bounds.upper, Score::HIGHEST);
    Value { lower, upper, estimate: Score::DRAW.clamp(lower, upper) }
}

/// Returns whether the limits ask for alpha-beta alone: a depth below the end of the game,
/// or too few nodes for the solver in a position outside the book.
fn skips_solver<G: Geometry>(board: &Board<G>, limits: &Limits) -> bool {
    limits.depth.is_some_and(|depth| depth < empty_count(board))
        || limits.nodes.is_some_and(|nodes| nodes < MIN_SOLVER_NODES) && !book::covers(board)
}

fn analysis(
    moves: Vec<MoveValue<u8>>,
    value: Value,
    nodes: u64,
    time: Duration,
    stop: StopReason,
) -> Analysis<u8> {
    let depth = moves.first().map_or(0, |best| best.pv.len() as u32);
    Analysis { moves, value, depth, nodes, time, stop, unit: Unit::Pieces }
}

impl<G: Geometry> Engine<Board<G>> for BestEngine<G> {
    fn search_position(
        &mut self,
        game: &GamePosition<Board<G>>,
        limits: &Limits,
        progress: Progress<'_, u8>,
    ) -> Analysis<u8> {
        let board = game.position();
        let count = board.legal_moves().len();
        let clock = SystemClock::start();
        if limits.skips_search(count) || skips_solver(board, limits) {
            return self.search.analyse(game, limits, progress);
        }
        let is_solvable = empty_count(board) <= MAX_SOLVABLE_EMPTY;
        let divisor = if is_solvable { 2 } else { 16 };
        let nodes_before = self.solver.nodes();
        let time = limits.time.map(|budget| budget.soft.min(budget.hard));
        let is_over = |nodes: u64, divisor: u32| {
            limits.stop.is_raised()
                || limits.nodes.is_some_and(|most| nodes - nodes_before >= most / u64::from(divisor))
                || time.is_some_and(|time| clock.now() >= time / divisor)
        };
        let solver_is_over = |nodes: u64| is_over(nodes, divisor);
        let is_wld = limits.wld_only && !limits.multi_pv && !book::covers(board);
        let window = if is_wld { Bounds { lower: -1, upper: 1 } } else { full_window(board) };
        let central_move = self.solver.moves_centre_first(board)[0];
        // The last result of alpha-beta, and the nodes of all its slices.
        let (mut last_analysis, mut searched): (Option<Analysis<u8>>, u64) = (None, 0);
        let (mut known, mut slice_nodes) = (full_window(board), FIRST_SLICE_NODES);
        let bounds = loop {
            let mut report = |bounds: Bounds, nodes: u64| {
                let value = to_value(board, bounds.intersect(known));
                let nodes = nodes - nodes_before + searched;
                let so_far = if let Some(last) = &last_analysis {
                    restrict_to_proven(Analysis { nodes, time: clock.now(), ..last.clone() }, value, vec![])
                } else {
                    // No move is known to achieve the lower bound yet.
                    let value_of_move = Value { lower: Score::LOWEST, ..value };
                    let mv = MoveValue { mv: central_move, value: value_of_move, pv: vec![central_move] };
                    analysis(vec![mv], value, nodes, clock.now(), StopReason::Stopped)
                };
                progress(&so_far);
            };
            let slice_end = self.solver.nodes() + slice_nodes;
            let stop = |nodes: u64| nodes >= slice_end || solver_is_over(nodes);
            let mut control = SolveControl { stop: &stop, progress: Some(&mut report) };
            // Keep the earlier bounds: their table entries may have been replaced.
            let bounds = self.solve(board, window, &mut control).intersect(known);
            if bounds.clamp_to(window).is_exact() || solver_is_over(self.solver.nodes()) {
                break bounds;
            }
            let used = self.solver.nodes() - nodes_before + searched;
            let more = used + if is_solvable { slice_nodes / SEARCH_SLICE_DIVISOR } else { slice_nodes };
            let nodes = limits.nodes.map_or(more, |most| more.min(most));
            let slice = Limits { nodes: Some(nodes), ..limits.clone() };
            let now = search_with_remaining(&mut self.search, game, &slice, progress, used, clock.now());
            searched += now.nodes - used;
            if now.stop == StopReason::Proven {
                return restrict_to_proven(now, to_value(board, bounds), vec![]);
            }
            // A slice that was stopped may be shallower than the one before.
            if last_analysis.as_ref().is_none_or(|before| before.depth <= now.depth) {
                last_analysis = Some(now);
            }
            (known, slice_nodes) = (bounds, 2 * slice_nodes);
        };
        let (value, is_solved) = (to_value(board, bounds), bounds.clamp_to(window).is_exact());
        let best = if !is_solved {
            self.solver.stored_move_achieving(board, bounds.lower)
        } else if bounds.upper <= window.lower {
            // In a win/loss/draw search, all moves of a lost position are equal.
            Some(central_move)
        } else {
            self.move_achieving(board, bounds.lower, &|nodes: u64| is_over(nodes + searched, 1))
        };
        let mut moves = Vec::new();
        if let Some(mv) = best.filter(|_| is_solved || value.lower > Score::LOWEST) {
            moves.push(MoveValue { mv, value, pv: vec![mv] });
        }
        if is_solved && limits.multi_pv {
            let others = self.multi_pv(board, &solver_is_over).into_iter();
            moves.extend(others.filter(|other| Some(other.mv) != best));
        }
        let used = self.solver.nodes() - nodes_before + searched;
        let wanted = if limits.multi_pv { count } else { 1 };
        if !is_solved || moves.len() < wanted {
            // If stopped, return what alpha-beta has found; do not search again.
            let analysis = match last_analysis.filter(|_| limits.stop.is_raised()) {
                Some(last) => Analysis { nodes: used, time: clock.now(), stop: StopReason::Stopped, ..last },
                None => search_with_remaining(&mut self.search, game, limits, progress, used, clock.now()),
            };
            return restrict_to_proven(analysis, value, moves);
        }
        // The sort is stable: the best move stays ahead of equal ones.
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.value.estimate));
        progress(&analysis(moves.clone(), value, used, clock.now(), StopReason::Proven));
        for mv in moves.iter_mut().filter(|mv| mv.value.is_exact()) {
            mv.pv = self.principal_variation(board, mv.mv, &solver_is_over);
        }
        let used = self.solver.nodes() - nodes_before + searched;
        analysis(moves, value, used, clock.now(), StopReason::Proven)
    }

    fn new_game(&mut self) {
        self.solver.new_game();
        self.search.new_game();
    }
}
