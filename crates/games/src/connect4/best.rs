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
use super::solver::{Bounds, Halt, Solver, Watch};

/// Fewer positions are not worth a try.
const LEAST_NODES: u64 = 20_000;

/// The solver has half of what there is of time and positions, but where more
/// cells are empty than this, little hope and a small part.
const HOPE: u32 = 45;

/// The solver first, then alpha-beta; the solver has up to half of the table.
pub struct Best<G: Geometry> {
    solver: Solver<G>,
    search: AlphaBeta<Board<G>, Ours>,
}

impl<G: Geometry> Best<G> {
    pub fn new(geometry: G, settings: Settings) -> Self {
        let solver = Solver::new(geometry, (settings.table / 2).max(1), settings.threads);
        let table = settings.table.saturating_sub(solver.bytes().div_ceil(1 << 20)).max(1);
        Self { solver, search: AlphaBeta::new(Ours, Settings { table, ..settings }) }
    }

    /// The score and a best move, or bounds and a move that reaches the lower one,
    /// if there is one known.
    fn solve(&mut self, board: &Board<G>, watch: &mut Watch<'_>) -> (Bounds, Option<u8>) {
        if let Some((score, cell)) = from_book(board) {
            return (Bounds { lower: score, upper: score }, Some(cell));
        }
        let most = score_limit(board);
        let bounds = self.solver.solve_between(board, Bounds { lower: -most, upper: most }, watch);
        let reached = (bounds.lower == bounds.upper)
            .then(|| self.solver.reaches(board, bounds.lower, watch.halt))
            .flatten();
        let known = reached.or_else(|| self.solver.known_to_reach(board, bounds.lower));
        (bounds, known)
    }

    /// Perfect play from a move on, to the end of the game or until told to end; on a
    /// clock no farther than the book, if the move is from there.
    fn line(&mut self, board: &Board<G>, first: u8, is_timed: bool, halt: Halt<'_>) -> Vec<u8> {
        let only_book = is_timed && from_book(board).is_some();
        let (mut line, mut board) = (vec![first], board.after(first));
        while board.outcome().is_none() && (!only_book || from_book(&board).is_some()) {
            let (Bounds { lower, upper }, Some(cell)) = self.solve(&board, &mut Watch::quiet(halt)) else {
                break;
            };
            if lower != upper {
                break;
            }
            line.push(cell);
            board.play_unchecked(cell);
        }
        line
    }

    /// Every move with its exact value, until told to end.
    fn every_move(&mut self, board: &Board<G>, halt: Halt<'_>) -> Vec<MoveValue<u8>> {
        let mut moves = Vec::new();
        for mv in self.solver.from_the_centre(board) {
            let next = board.after(mv);
            let value = if let Some(outcome) = next.outcome() {
                Score::of_outcome::<Board<G>>(outcome, next.turn())
            } else {
                let most = score_limit(&next);
                let window = Bounds { lower: -most, upper: most };
                let bounds = from_book(&next).map_or_else(
                    || self.solver.solve_between(&next, window, &mut Watch::quiet(halt)),
                    |(score, _)| Bounds { lower: score, upper: score },
                );
                if bounds.lower != bounds.upper {
                    break;
                }
                in_plies(&next, bounds.lower)
            };
            moves.push(MoveValue { mv, value: Value::exact(value.for_parent()), line: vec![mv] });
        }
        moves
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

/// Bounds of the solver as a value; those that hold of every position say nothing.
fn value_of<G: Geometry>(board: &Board<G>, bounds: Bounds) -> Value {
    let left = board.geometry().size() as i32 - board.taken().count() as i32;
    let is_exact = bounds.lower == bounds.upper;
    let open = |is_open: bool, score: i32, widest: Score| {
        if is_open && !is_exact { widest } else { in_plies(board, score) }
    };
    let lower = open(bounds.lower <= -(left / 2), bounds.lower, Score::LOWEST);
    let upper = open(bounds.upper >= (left - 1) / 2, bounds.upper, Score::HIGHEST);
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
        let count = board.legal_moves().len();
        if count == 0 {
            let outcome = board.outcome().unwrap_or(Outcome::Draw);
            return Analysis::finished(Score::of_outcome::<Board<G>>(outcome, board.turn()));
        }
        let clock = SystemClock::start();
        // Who asks for a depth asks for a search to it.
        let is_short = limits.depth.is_some() || limits.nodes.is_some_and(|nodes| nodes < LEAST_NODES);
        if is_short || limits.takes_at_once(count) {
            return self.search.analyse(line, limits, progress);
        }
        let left = board.geometry().size() - board.taken().count();
        let part = if left > HOPE { 16 } else { 2 };
        let before = self.solver.nodes();
        let most = limits.nodes.map_or(u64::MAX, |nodes| before + nodes / part);
        let time = limits.time.map(|budget| budget.soft.min(budget.hard) / part as u32);
        let halt = |visited: u64| {
            visited >= most || limits.stop.is_raised() || time.is_some_and(|time| clock.now() >= time)
        };
        let answer = |moves: Vec<MoveValue<u8>>, value: Value, visited: u64, stop: StopReason| Analysis {
            depth: moves.first().map_or(0, |best| best.line.len() as u32),
            moves,
            value,
            nodes: visited - before,
            time: clock.now(),
            stop,
            unit: Unit::Pieces,
        };
        let guess = self.solver.from_the_centre(board)[0];
        let mut tell = |bounds: Bounds, visited: u64| {
            let value = value_of(board, bounds);
            // Of the moves nothing is known yet but that none is better.
            let unknown = Value { lower: Score::LOWEST, ..value };
            let guess = MoveValue { mv: guess, value: unknown, line: vec![guess] };
            progress(&answer(vec![guess], value, visited, StopReason::Stopped));
        };
        let (bounds, best) = self.solve(board, &mut Watch { halt: &halt, progress: Some(&mut tell) });
        let value = value_of(board, bounds);
        let mut judged = Vec::new();
        if let Some(mv) = best.filter(|_| value.lower > Score::LOWEST) {
            judged.push(MoveValue { mv, value, line: vec![mv] });
        }
        if value.is_exact() && limits.every_move {
            judged.extend(self.every_move(board, &halt).into_iter().filter(|judged| Some(judged.mv) != best));
        }
        let enough = if limits.every_move { count } else { 1 };
        if !value.is_exact() || judged.len() < enough {
            let nodes = self.solver.nodes() - before;
            let found = search_on(&mut self.search, line, limits, progress, nodes, clock.now());
            return with_proven(found, value, judged);
        }
        // The first is best already, and stays before those that are as good.
        judged.sort_by_key(|judged| std::cmp::Reverse(judged.value.estimate));
        progress(&answer(judged.clone(), value, self.solver.nodes(), StopReason::Proven));
        for each in &mut judged {
            each.line = self.line(board, each.mv, limits.time.is_some(), &halt);
        }
        answer(judged, value, self.solver.nodes(), StopReason::Proven)
    }

    fn forget(&mut self) {
        self.solver.forget();
        self.search.forget();
    }
}

/// What a search found, with what is proven of the position and of some moves, the
/// first of which is not worth less than the position is known to be.
fn with_proven(mut found: Analysis<u8>, value: Value, judged: Vec<MoveValue<u8>>) -> Analysis<u8> {
    let best = judged.first().map(|best| best.mv);
    found.value = within(found.value, value);
    for each in &mut found.moves {
        each.value = within(each.value, Value { lower: Score::LOWEST, ..value });
    }
    for each in judged {
        match found.moves.iter_mut().find(|other| other.mv == each.mv) {
            Some(other) => other.value = within(other.value, each.value),
            // A search for one move has found another.
            None if Some(each.mv) == best => found.moves = vec![each],
            None => {}
        }
    }
    found.moves.sort_by_key(|each| (Some(each.mv) != best, std::cmp::Reverse(each.value.estimate)));
    found
}

/// A value within what is proven of it.
fn within(value: Value, proven: Value) -> Value {
    let (lower, upper) = (value.lower.max(proven.lower), value.upper.min(proven.upper));
    if lower > upper {
        return proven;
    }
    Value { lower, upper, estimate: value.estimate.clamp(lower, upper) }
}
