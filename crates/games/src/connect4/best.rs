//! The engine `best`: the opening book, else the solver, beside alpha-beta.

use plateau_core::Position;
use plateau_core::bits::Bits;
use plateau_search::root_solver::{
    Proof, ProofProgress, RootSolver, SolverAndSearch, SolverControl, SolverShare, StopFn,
};
use plateau_search::{AlphaBeta, Engine, Limits, MoveValue, Score, Settings, Value};

use super::board::Board;
use super::book::{self, Book};
use super::evaluators::threats_parts;
use super::geometry::Geometry;
use super::solver::Solver;
use crate::exact_solver::{Bounds, SolveControl};

/// With a limit of fewer nodes than this, the solver is not tried.
const MIN_SOLVER_NODES: u64 = 20_000;

/// With at most this many empty cells, the solver gets half of the time and nodes; with
/// more, where it rarely finishes, a sixteenth.
const MAX_SOLVABLE_EMPTY: u32 = 45;

/// The nodes of the solver's first slice.
const FIRST_SLICE_NODES: u64 = 1 << 21;

/// Between two slices of the solver, alpha-beta gets the nodes of a slice divided by this.
const SEARCH_SLICE_DIVISOR: u64 = 16;

/// Creates the engine. The solver gets most of the hash memory.
pub fn engine<G: Geometry>(geometry: G, settings: Settings) -> Box<dyn Engine<Board<G>>> {
    let solver_mb = settings.hash_mb - settings.hash_mb.div_ceil(8);
    let solver = Solver::new(geometry, solver_mb.max(1), settings.threads);
    let hash_mb = settings.hash_mb.saturating_sub(solver.bytes().div_ceil(1 << 20)).max(1);
    let search = AlphaBeta::new(threats_parts(), Settings { hash_mb, ..settings });
    let root = BookAndSolver { solver, uses_book: settings.exact_book };
    Box::new(SolverAndSearch::new(root, search))
}

/// The opening book, else the solver.
struct BookAndSolver<G: Geometry> {
    solver: Solver<G>,
    uses_book: bool,
}

impl<G: Geometry> BookAndSolver<G> {
    /// Returns the score and a best move from the opening book.
    fn book_entry(&self, board: &Board<G>) -> Option<(i32, u8)> {
        if !self.uses_book {
            return None;
        }
        Book::embedded().find(book::as_standard(board)?)
    }

    /// Returns whether the book has a position.
    fn is_in_book(&self, board: &Board<G>) -> bool {
        self.uses_book && book::covers(board)
    }

    /// Returns bounds of the score from the book or the solver. They meet within `window`
    /// unless the search is stopped.
    fn bounds(&mut self, board: &Board<G>, window: Bounds, control: &mut SolveControl<'_>) -> Bounds {
        match self.book_entry(board) {
            Some((score, _)) => Bounds::exact(score),
            None => self.solver.solve_within(board, window, control),
        }
    }

    /// Returns the exact score of an unfinished game, or `None` if stopped.
    fn score(&mut self, board: &Board<G>, stop: StopFn<'_>) -> Option<i32> {
        let bounds = self.bounds(board, full_window(board), &mut SolveControl::stoppable(stop));
        bounds.is_exact().then_some(bounds.lower)
    }

    /// Returns a move that achieves a score, which must not be above the position's.
    /// Returns `None` if stopped before one is found.
    fn move_achieving(&mut self, board: &Board<G>, score: i32, stop: StopFn<'_>) -> Option<u8> {
        if let Some((_, cell)) = self.book_entry(board) {
            return Some(cell);
        }
        let solver = &mut self.solver;
        solver.move_achieving(board, score, stop).or_else(|| solver.stored_move_achieving(board, score))
    }
}

impl<G: Geometry> RootSolver<Board<G>> for BookAndSolver<G> {
    /// Returns `None` if the limits ask for alpha-beta alone: a depth below the end of the
    /// game, or too few nodes for the solver in a position outside the book.
    fn share(&self, board: &Board<G>, limits: &Limits) -> Option<SolverShare> {
        let empty = empty_count(board);
        if limits.depth.is_some_and(|depth| depth < empty)
            || limits.nodes.is_some_and(|nodes| nodes < MIN_SOLVER_NODES) && !self.is_in_book(board)
        {
            return None;
        }
        let is_solvable = empty <= MAX_SOLVABLE_EMPTY;
        Some(SolverShare {
            divisor: if is_solvable { 2 } else { 16 },
            first_slice: FIRST_SLICE_NODES,
            search_divisor: if is_solvable { SEARCH_SLICE_DIVISOR } else { 1 },
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
        let is_wld = limits.wld_only && !limits.multi_pv && !self.is_in_book(board);
        let window = if is_wld { Bounds { lower: -1, upper: 1 } } else { full_window(board) };
        let mut report = |bounds: Bounds, nodes: u64| (control.report)(to_value(board, bounds), nodes);
        let mut solve_control = SolveControl { stop: control.stop, progress: Some(&mut report) };
        let bounds = self.bounds(board, window, &mut solve_control);
        let is_solved = bounds.clamp_to(window).is_exact();
        let progress = if is_solved { ProofProgress::Solved } else { ProofProgress::Stopped };
        Proof { value: to_value(board, bounds), progress }
    }

    fn best_move(&mut self, board: &Board<G>, proof: Proof, stop: StopFn<'_>) -> Option<u8> {
        let is_solved = proof.progress == ProofProgress::Solved;
        if is_solved && !proof.value.is_exact() && proof.value.upper < Score::DRAW {
            // In a win/loss/draw search, all moves of a lost position are equal.
            return self.plausible_move(board);
        }
        match (proof.progress, to_solver_score(board, proof.value.lower)) {
            (ProofProgress::Solved, Some(score)) => self.move_achieving(board, score, stop),
            (_, Some(score)) => self.solver.stored_move_achieving(board, score),
            (_, None) => None,
        }
    }

    fn exact_moves(&mut self, board: &Board<G>, stop: StopFn<'_>) -> Vec<MoveValue<u8>> {
        let mut moves = Vec::new();
        for mv in self.solver.moves_centre_first(board) {
            let next = board.after(mv);
            let score = match next.outcome() {
                Some(outcome) => Some(Score::from_outcome::<Board<G>>(outcome, next.turn())),
                None => self.score(&next, stop).map(|score| to_search_score(&next, score)),
            };
            let Some(score) = score else { break };
            moves.push(MoveValue { mv, value: Value::exact(score.for_parent()), pv: vec![mv] });
        }
        moves
    }

    /// Ends with the book from a book position. A move that is not exact has no line: finding
    /// the exact scores on it may take much longer than its own bound.
    fn principal_variation(&mut self, board: &Board<G>, first: &MoveValue<u8>, stop: StopFn<'_>) -> Vec<u8> {
        let only_book = self.is_in_book(board);
        let (mut line, mut board) = (vec![first.mv], board.after(first.mv));
        if !first.value.is_exact() {
            return line;
        }
        while board.outcome().is_none() && (!only_book || self.is_in_book(&board)) {
            let Some(score) = self.score(&board, stop) else { break };
            let Some(cell) = self.move_achieving(&board, score, stop) else { break };
            line.push(cell);
            board.play_unchecked(cell);
        }
        line
    }

    fn plausible_move(&self, board: &Board<G>) -> Option<u8> {
        self.solver.moves_centre_first(board).first().copied()
    }

    fn nodes(&self) -> u64 {
        self.solver.nodes()
    }

    fn new_game(&mut self) {
        self.solver.new_game();
    }
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

/// Converts a search score that [`to_search_score`] has made back to a solver score. Returns
/// `None` for the open lower bound.
fn to_solver_score<G: Geometry>(board: &Board<G>, score: Score) -> Option<i32> {
    match score {
        Score::LOWEST => None,
        Score::DRAW => Some(0),
        score => {
            let left = (empty_count(board) + 2 - score.plies()?) / 2;
            Some(if score.is_win() { left as i32 } else { -(left as i32) })
        }
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
