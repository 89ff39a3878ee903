//! The strongest engine: the book, else the solver, else search with the bounds
//! that the solver had time to prove.

use plateau_core::bits::Bits;
use plateau_core::{Outcome, Position};
use plateau_search::clock::{Clock, SystemClock};
use plateau_search::engine::Progress;
use plateau_search::{
    AlphaBeta, Analysis, Engine, Limits, Line, MoveValue, Score, Settings, StopReason, Unit, Value, search_on,
};

use super::board::Board;
use super::book::{self, Book};
use super::evaluators::Ours;
use super::geometry::Geometry;
use super::solver::{Bounds, Solver, Watch};

/// Fewer positions are not worth a try.
const LEAST_NODES: u64 = 20_000;

/// The solver first, then alpha-beta; each has half of the table.
pub struct Best<G: Geometry> {
    solver: Solver<G>,
    search: AlphaBeta<Board<G>, Ours>,
}

impl<G: Geometry> Best<G> {
    pub fn new(geometry: G, settings: Settings) -> Self {
        let table = (settings.table / 2).max(1);
        Self {
            solver: Solver::new(geometry, table, settings.threads),
            search: AlphaBeta::new(Ours, Settings { table, ..settings }),
        }
    }

    /// The score and a best move, or bounds.
    fn solve(&mut self, board: &Board<G>, watch: &mut Watch<'_>) -> (Bounds, Option<u8>) {
        if let Some((score, cell)) = from_book(board) {
            return (Bounds { lower: score, upper: score }, Some(cell));
        }
        let most = score_limit(board);
        let bounds = self.solver.solve_between(board, Bounds { lower: -most, upper: most }, watch);
        let best = (bounds.lower == bounds.upper).then(|| self.solver.reaches(board, bounds.lower, watch));
        (bounds, best.flatten())
    }

    /// Perfect play from a move on, to the end of the game or until told to end;
    /// in haste no farther than the book.
    fn line(&mut self, board: &Board<G>, first: u8, haste: bool, watch: &mut Watch<'_>) -> Vec<u8> {
        let (mut line, mut board) = (vec![first], board.after(first));
        while board.outcome().is_none() {
            let known = from_book(&board).map(|(_, cell)| cell);
            let found = if haste { known } else { self.solve(&board, watch).1 };
            let Some(cell) = found else { break };
            line.push(cell);
            board.play_unchecked(cell);
        }
        line
    }

    /// Every move with its exact value, the best first; none if told to end.
    fn every_move(&mut self, board: &Board<G>, watch: &mut Watch<'_>) -> Option<Vec<MoveValue<u8>>> {
        let mut moves = Vec::new();
        for cell in board.legal_moves() {
            let next = board.after(cell);
            let value = if let Some(outcome) = next.outcome() {
                Score::of_outcome::<Board<G>>(outcome, next.turn())
            } else {
                let most = score_limit(&next);
                let window = Bounds { lower: -most, upper: most };
                let bounds = from_book(&next).map_or_else(
                    || self.solver.solve_between(&next, window, watch),
                    |(score, _)| Bounds { lower: score, upper: score },
                );
                if bounds.lower != bounds.upper {
                    return None;
                }
                in_plies(&next, bounds.lower)
            };
            moves.push(MoveValue { mv: cell, value: Value::exact(value.for_parent()), line: vec![cell] });
        }
        moves.sort_by_key(|judged| std::cmp::Reverse(judged.value.estimate));
        Some(moves)
    }
}

/// What the book has on a position: its score and a best move.
fn from_book<G: Geometry>(board: &Board<G>) -> Option<(i32, u8)> {
    Book::embedded().find(book::standard(board)?)
}

/// No score of a position is larger.
fn score_limit<G: Geometry>(board: &Board<G>) -> i32 {
    (board.geometry().size() as i32 - board.taken().count() as i32) / 2 + 1
}

/// A score of the solver world as the plies to the end of the game.
fn in_plies<G: Geometry>(board: &Board<G>, score: i32) -> Score {
    let left = board.geometry().size() - board.taken().count();
    // Wins end on the plies of one side, losses on the other's.
    let plies = left + 2 - 2 * score.unsigned_abs();
    match score {
        0 => Score::DRAW,
        1.. => Score::win_in(if plies % 2 == 1 { plies } else { plies - 1 }),
        _ => Score::loss_in(if plies.is_multiple_of(2) { plies } else { plies - 1 }),
    }
}

/// Bounds of the solver as a value.
fn value_of<G: Geometry>(board: &Board<G>, bounds: Bounds) -> Value {
    let (lower, upper) = (in_plies(board, bounds.lower), in_plies(board, bounds.upper));
    Value { lower, upper, estimate: Score::DRAW.clamp(lower, upper) }
}

impl<G: Geometry> Engine<Board<G>> for Best<G> {
    fn analyse(
        &mut self,
        line: &Line<Board<G>>,
        limits: &Limits,
        progress: Progress<'_, u8>,
    ) -> Analysis<u8> {
        let board = line.position();
        if board.legal_moves().len() == 0 {
            let outcome = board.outcome().unwrap_or(Outcome::Draw);
            return Analysis::finished(Score::of_outcome::<Board<G>>(outcome, board.turn()));
        }
        let clock = SystemClock::start();
        // Who asks for a depth asks for a search to it, and a single move needs
        // none of the time.
        let single = board.legal_moves().len() == 1 && limits.time.is_some() && !limits.every_move;
        if limits.depth.is_some() || limits.nodes.is_some_and(|nodes| nodes < LEAST_NODES) || single {
            return self.search.analyse(line, limits, progress);
        }
        let before = self.solver.nodes();
        let most = limits.nodes.map_or(u64::MAX, |nodes| before + nodes / 2);
        let time = limits.time.map(|budget| budget.soft.min(budget.hard) / 2);
        let halt = |visited: u64| {
            visited >= most || limits.stop.is_raised() || time.is_some_and(|time| clock.now() >= time)
        };
        let answer = |moves: Vec<MoveValue<u8>>, value: Value, nodes: u64, stop: StopReason| Analysis {
            depth: moves.first().map_or(0, |best| best.line.len() as u32),
            moves,
            value,
            nodes,
            time: clock.now(),
            stop,
            unit: Unit::Pieces,
        };
        let guess = board.legal_moves().next();
        let mut tell = |bounds: Bounds, nodes: u64| {
            let value = value_of(board, bounds);
            // Of the moves nothing is known yet but that none is better.
            let unknown = Value { lower: Score::LOWEST, ..value };
            let moves = guess.map(|mv| MoveValue { mv, value: unknown, line: vec![mv] });
            let stop = if value.is_exact() { StopReason::Proven } else { StopReason::Stopped };
            progress(&answer(moves.into_iter().collect(), value, nodes, stop));
        };
        let mut watch = Watch { halt: &halt, progress: Some(&mut tell) };
        let (bounds, best) = self.solve(board, &mut watch);
        let value = value_of(board, bounds);
        let mut watch = Watch::quiet(&halt);
        let moves = match best {
            Some(_) if limits.every_move => self.every_move(board, &mut watch),
            Some(mv) => Some(vec![MoveValue { mv, value, line: vec![mv] }]),
            None => None,
        };
        let Some(mut moves) = moves else {
            let nodes = self.solver.nodes() - before;
            let found = search_on(&mut self.search, line, limits, progress, nodes, clock.now());
            return within(found, value);
        };
        let haste = limits.time.is_some() && from_book(board).is_some();
        for judged in &mut moves {
            judged.line = self.line(board, judged.mv, haste, &mut watch);
        }
        answer(moves, value, self.solver.nodes() - before, StopReason::Proven)
    }

    fn forget(&mut self) {
        self.solver.forget();
        self.search.forget();
    }
}

/// What a search found, within what is proven of the position.
fn within(mut found: Analysis<u8>, proven: Value) -> Analysis<u8> {
    let lower = found.value.lower.max(proven.lower);
    let upper = found.value.upper.min(proven.upper);
    if lower <= upper {
        found.value = Value { lower, upper, estimate: found.value.estimate.clamp(lower, upper) };
        for judged in &mut found.moves {
            judged.value.upper = judged.value.upper.min(upper).max(judged.value.lower);
            judged.value.estimate = judged.value.estimate.min(judged.value.upper);
        }
    }
    found
}
