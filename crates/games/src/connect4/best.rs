//! The strongest engine: the book, else the solver, else search with the bounds
//! that the solver had time to prove.

use std::time::Duration;

use plateau_core::bits::Bits;
use plateau_core::{Outcome, Position};
use plateau_search::engine::Progress;
use plateau_search::time::{Clock, SystemClock};
use plateau_search::{
    AlphaBeta, Analysis, Engine, GamePosition, Limits, MoveValue, Score, Settings, StopReason, Unit, Value,
    search_with_remaining,
};

use super::board::Board;
use super::book::{self, Book};
use super::evaluators::Ours;
use super::geometry::Geometry;
use super::proven::with_proven;
use super::solver::{Bounds, Halt, Solver, Watch};

/// Fewer positions are not worth a try.
const LEAST_NODES: u64 = 20_000;

/// The solver has half of what there is of time and positions, but where more
/// cells are empty than this, little hope and a small part.
const HOPE: u32 = 45;

/// Positions of the solver's first turn; each next one has twice as many.
const FIRST_TURN: u64 = 1 << 21;

/// Between the solver's turns the search has so much less, so that there is an answer
/// whenever one is wanted.
const LESS: u64 = 16;

/// The solver first, then alpha-beta; the solver has most of the table, by a power of
/// two.
pub struct Best<G: Geometry> {
    solver: Solver<G>,
    search: AlphaBeta<Board<G>, Ours>,
}

impl<G: Geometry> Best<G> {
    pub fn new(geometry: G, settings: Settings) -> Self {
        let most = settings.hash_mb - settings.hash_mb.div_ceil(8);
        let solver = Solver::new(geometry, most.max(1), settings.threads);
        let table = settings.hash_mb.saturating_sub(solver.bytes().div_ceil(1 << 20)).max(1);
        Self { solver, search: AlphaBeta::new(Ours, Settings { hash_mb: table, ..settings }) }
    }

    /// The score within a window, or bounds.
    fn bounds(&mut self, board: &Board<G>, window: Bounds, watch: &mut Watch<'_>) -> Bounds {
        match from_book(board) {
            Some((score, _)) => Bounds { lower: score, upper: score },
            None => self.solver.solve_between(board, window, watch),
        }
    }

    /// A move that reaches a score, which must be the position's or below it, unless told
    /// to end.
    fn reaching(&mut self, board: &Board<G>, score: i32, halt: Halt<'_>) -> Option<u8> {
        if let Some((_, cell)) = from_book(board) {
            return Some(cell);
        }
        self.solver.reaches(board, score, halt).or_else(|| self.solver.known_to_reach(board, score))
    }

    /// Perfect play from a move on, to the end of the game or until told to end; from
    /// the book no farther than it goes.
    fn line(&mut self, board: &Board<G>, first: u8, halt: Halt<'_>) -> Vec<u8> {
        let only_book = book::covers(board);
        let (mut line, mut board) = (vec![first], board.after(first));
        while board.outcome().is_none() && (!only_book || book::covers(&board)) {
            let bounds = self.bounds(&board, every_score(&board), &mut Watch::quiet(halt));
            if !bounds.is_score() {
                break;
            }
            let Some(cell) = self.reaching(&board, bounds.lower, halt) else { break };
            line.push(cell);
            board.play_unchecked(cell);
        }
        line
    }

    /// Every move with its exact value, until told to end.
    fn multi_pv(&mut self, board: &Board<G>, halt: Halt<'_>) -> Vec<MoveValue<u8>> {
        let mut moves = Vec::new();
        for mv in self.solver.from_the_centre(board) {
            let next = board.after(mv);
            let value = if let Some(outcome) = next.outcome() {
                Score::from_outcome::<Board<G>>(outcome, next.turn())
            } else {
                let bounds = self.bounds(&next, every_score(&next), &mut Watch::quiet(halt));
                if !bounds.is_score() {
                    break;
                }
                in_plies(&next, bounds.lower)
            };
            moves.push(MoveValue { mv, value: Value::exact(value.for_parent()), pv: vec![mv] });
        }
        moves
    }
}

/// What the book has on a position: its score and a best move.
fn from_book<G: Geometry>(board: &Board<G>) -> Option<(i32, u8)> {
    Book::embedded().find(book::standard(board)?)
}

/// Every score of a position is well within these.
fn every_score<G: Geometry>(board: &Board<G>) -> Bounds {
    let most = empties(board) as i32 / 2 + 2;
    Bounds { lower: -most, upper: most }
}

/// The cells that are left.
fn empties<G: Geometry>(board: &Board<G>) -> u32 {
    board.geometry().size() - board.taken().count()
}

/// A score of the solver world as the plies to the end of the game.
fn in_plies<G: Geometry>(board: &Board<G>, score: i32) -> Score {
    let left = empties(board);
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
    let left = empties(board) as i32;
    let open = |is_open: bool, score: i32, widest: Score| {
        if is_open && !bounds.is_score() { widest } else { in_plies(board, score) }
    };
    let lower = open(bounds.lower <= -(left / 2), bounds.lower, Score::LOWEST);
    let upper = open(bounds.upper >= (left - 1) / 2, bounds.upper, Score::HIGHEST);
    Value { lower, upper, estimate: Score::DRAW.clamp(lower, upper) }
}

/// Whether a question is for the search alone. Who asks for a depth asks for a search to
/// it, unless all of the game is asked for; the book costs nothing.
fn is_for_search<G: Geometry>(board: &Board<G>, limits: &Limits) -> bool {
    limits.depth.is_some_and(|depth| depth < empties(board))
        || limits.nodes.is_some_and(|nodes| nodes < LEAST_NODES) && !book::covers(board)
}

fn answer(
    moves: Vec<MoveValue<u8>>,
    value: Value,
    nodes: u64,
    time: Duration,
    stop: StopReason,
) -> Analysis<u8> {
    let depth = moves.first().map_or(0, |best| best.pv.len() as u32);
    Analysis { moves, value, depth, nodes, time, stop, unit: Unit::Pieces }
}

impl<G: Geometry> Engine<Board<G>> for Best<G> {
    fn analyse(
        &mut self,
        line: &GamePosition<Board<G>>,
        limits: &Limits,
        progress: Progress<'_, u8>,
    ) -> Analysis<u8> {
        let board = line.position();
        let count = board.legal_moves().len();
        if count == 0 {
            let outcome = board.outcome().unwrap_or(Outcome::Draw);
            return Analysis::finished(Score::from_outcome::<Board<G>>(outcome, board.turn()));
        }
        let clock = SystemClock::start();
        if limits.skips_search(count) || is_for_search(board, limits) {
            return self.search.analyse(line, limits, progress);
        }
        let hopeless = empties(board) > HOPE;
        let part = if hopeless { 16 } else { 2 };
        let before = self.solver.nodes();
        let time = limits.time.map(|budget| budget.soft.min(budget.hard));
        let is_over = |visited: u64, part: u32| {
            limits.stop.is_raised()
                || limits.nodes.is_some_and(|nodes| visited - before >= nodes / u64::from(part))
                || time.is_some_and(|time| clock.now() >= time / part)
        };
        let own_part = |visited: u64| is_over(visited, part);
        let who_wins = limits.wld_only && !limits.multi_pv && !book::covers(board);
        let asked = if who_wins { Bounds { lower: -1, upper: 1 } } else { every_score(board) };
        let guess = self.solver.from_the_centre(board)[0];
        // What the search found last, and what it took in all.
        let (mut found, mut searched): (Option<Analysis<u8>>, u64) = (None, 0);
        let (mut known, mut turn) = (every_score(board), FIRST_TURN);
        let bounds = loop {
            let mut tell = |bounds: Bounds, visited: u64| {
                let value = value_of(board, bounds.meet(known));
                let nodes = visited - before + searched;
                let so_far = if let Some(found) = &found {
                    with_proven(Analysis { nodes, time: clock.now(), ..found.clone() }, value, vec![])
                } else {
                    // Of the moves nothing is known yet but that none is better.
                    let unknown = Value { lower: Score::LOWEST, ..value };
                    let guess = MoveValue { mv: guess, value: unknown, pv: vec![guess] };
                    answer(vec![guess], value, nodes, clock.now(), StopReason::Stopped)
                };
                progress(&so_far);
            };
            let until = self.solver.nodes() + turn;
            let halt = |visited: u64| visited >= until || own_part(visited);
            let mut watch = Watch { halt: &halt, progress: Some(&mut tell) };
            // The table may have lost what was known before.
            let bounds = self.bounds(board, asked, &mut watch).meet(known);
            if asked.within(bounds).is_score() || own_part(self.solver.nodes()) {
                break bounds;
            }
            let used = self.solver.nodes() - before + searched;
            let more = used + if hopeless { turn } else { turn / LESS };
            let slice =
                Limits { nodes: Some(limits.nodes.map_or(more, |most| more.min(most))), ..limits.clone() };
            let now = search_with_remaining(&mut self.search, line, &slice, progress, used, clock.now());
            searched += now.nodes - used;
            if now.stop == StopReason::Proven {
                return with_proven(now, value_of(board, bounds), vec![]);
            }
            // One that was ended early may know less than the one before.
            if found.as_ref().is_none_or(|before| before.depth <= now.depth) {
                found = Some(now);
            }
            (known, turn) = (bounds, 2 * turn);
        };
        let (value, is_answered) = (value_of(board, bounds), asked.within(bounds).is_score());
        let best = if !is_answered {
            self.solver.known_to_reach(board, bounds.lower)
        } else if bounds.upper <= asked.lower {
            // Where only the winner was asked for, all moves of a lost position are alike.
            Some(guess)
        } else {
            self.reaching(board, bounds.lower, &|visited: u64| is_over(visited + searched, 1))
        };
        let mut judged = Vec::new();
        if let Some(mv) = best.filter(|_| is_answered || value.lower > Score::LOWEST) {
            judged.push(MoveValue { mv, value, pv: vec![mv] });
        }
        if is_answered && limits.multi_pv {
            judged
                .extend(self.multi_pv(board, &own_part).into_iter().filter(|judged| Some(judged.mv) != best));
        }
        let used = self.solver.nodes() - before + searched;
        let enough = if limits.multi_pv { count } else { 1 };
        if !is_answered || judged.len() < enough {
            // Who ends a search waits for what it has.
            let found = match found.filter(|_| limits.stop.is_raised()) {
                Some(found) => {
                    Analysis { nodes: used, time: clock.now(), stop: StopReason::Stopped, ..found }
                }
                None => search_with_remaining(&mut self.search, line, limits, progress, used, clock.now()),
            };
            return with_proven(found, value, judged);
        }
        // The first is best already, and stays before those that are as good.
        judged.sort_by_key(|judged| std::cmp::Reverse(judged.value.estimate));
        progress(&answer(judged.clone(), value, used, clock.now(), StopReason::Proven));
        for each in judged.iter_mut().filter(|each| each.value.is_exact()) {
            each.pv = self.line(board, each.mv, &own_part);
        }
        let used = self.solver.nodes() - before + searched;
        answer(judged, value, used, clock.now(), StopReason::Proven)
    }

    fn new_game(&mut self) {
        self.solver.new_game();
        self.search.new_game();
    }
}
