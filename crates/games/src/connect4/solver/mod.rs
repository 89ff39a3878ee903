//! The solver: exact scores, in the convention of the solver world.
//!
//! A score is half of what would be left of the board, and one more, at the end
//! of the game: positive where the side to move wins. `docs/connect4.md` tells
//! how it works and what was measured.

mod bounds;
mod columns;
mod search;
mod table;

use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};

use plateau_core::Position;
use plateau_core::bits::Bits;
use plateau_search::AbdadaTable;

use super::board::{Board, completions};
use super::geometry::Geometry;
pub use search::Tell;
pub(super) use search::mirrored;
use search::{Shared, Worker, key};
pub use table::Bounds;
use table::{Recent, Table, find};

/// Solves positions of one size. What it finds out stays true, so it is kept
/// from one question to the next.
#[derive(Debug)]
pub struct Solver<G: Geometry> {
    geometry: G,
    table: Table,
    recent: Vec<Recent<G::Bits>>,
    nodes: u64,
}

/// When to give up, and whom to tell what is known.
pub struct Watch<'w> {
    /// Whether to end now; asked before a search and every two thousand positions
    /// or so, with the number visited since the solver was made.
    pub halt: Halt<'w>,
    /// Told the bounds each time more is known and every million positions or so, and
    /// the same number.
    pub progress: Option<Tell<'w>>,
}

/// Ends a search when it says so.
pub type Halt<'w> = &'w (dyn Fn(u64) -> bool + Sync);

/// Nobody, ever.
const NEVER: Halt<'_> = &|_| false;

impl<'w> Watch<'w> {
    /// Gives up when told to, and tells nobody anything.
    pub fn quiet(halt: Halt<'w>) -> Self {
        Self { halt, progress: None }
    }

    /// Never gives up, and tells nobody anything.
    pub fn patient() -> Self {
        Self::quiet(NEVER)
    }
}

impl<G: Geometry> Solver<G> {
    /// A solver with a table of at most so many megabytes.
    pub fn new(geometry: G, megabytes: usize, threads: usize) -> Self {
        let width = geometry.width();
        let recent = (0..threads.max(1)).map(|_| Recent::new(width)).collect();
        Self { geometry, table: Table::new::<G::Bits>(megabytes, width), recent, nodes: 0 }
    }

    /// Forgets everything.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.recent.iter_mut().for_each(Recent::clear);
    }

    /// Positions visited since it was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What it takes of memory, in bytes: the table, and a little for each thread.
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.recent.iter().map(Recent::bytes).sum::<usize>()
    }

    /// The exact score of a game that goes on.
    pub fn solve(&mut self, board: &Board<G>) -> i32 {
        let all = self.widest();
        self.solve_between(board, all, &mut Watch::patient()).lower
    }

    /// A move that reaches a score, which must be the position's or below it;
    /// none if the search was told to end.
    pub fn reaches(&mut self, board: &Board<G>, score: i32, halt: Halt<'_>) -> Option<u8> {
        // What is known from the search for the score comes first: to find out that
        // other moves fall short may take as long as that search.
        let known = self.known_to_reach(board, score);
        let window = Bounds { lower: -score, upper: 1 - score };
        known.into_iter().chain(self.from_the_centre(board)).find(|&cell| {
            self.solve_between(&board.after(cell), window, &mut Watch::quiet(halt)).upper <= -score
        })
    }

    /// A move that the table knows to reach a score.
    pub fn known_to_reach(&self, board: &Board<G>, score: i32) -> Option<u8> {
        self.from_the_centre(board).into_iter().find(|&cell| self.is_known(&board.after(cell), -score))
    }

    /// The moves, those near the centre first.
    pub fn from_the_centre(&self, board: &Board<G>) -> Vec<u8> {
        let mut moves: Vec<u8> = board.legal_moves().collect();
        moves.sort_by_key(|&cell| self.off_centre(cell));
        moves
    }

    /// Whether the table knows a position's score to be at most this.
    fn is_known(&self, board: &Board<G>, most: i32) -> bool {
        let (own, taken) = (board.stones(board.turn()), board.taken());
        let place = self.table.place(key(self.geometry, own, taken, taken.count()));
        find(self.table.entries(place), place).is_some_and(|known| known.upper <= most)
    }

    /// How far a cell is from the centre, in halves of columns.
    fn off_centre(&self, cell: u8) -> u32 {
        let column = u32::from(cell) / self.geometry.stride();
        (2 * column + 1).abs_diff(self.geometry.columns())
    }

    /// No score is outside of these.
    fn widest(&self) -> Bounds {
        let most = self.geometry.size() as i32 / 2 + 1;
        Bounds { lower: -most, upper: most }
    }

    /// The score, as far as it lies within a window: bounds that meet there, unless
    /// the search was told to end. From -1 to 1 they tell who wins.
    pub fn solve_between(&mut self, board: &Board<G>, window: Bounds, watch: &mut Watch<'_>) -> Bounds {
        let known = |score: i32| Bounds { lower: score, upper: score };
        let (own, other) = (board.stones(board.turn()), board.stones(board.turn().other()));
        let left = (self.geometry.size() - board.taken().count()) as i32;
        if board.is_won() {
            return known(-(left + 2) / 2);
        }
        if !(completions(self.geometry, own) & board.landings()).is_empty() {
            return known((left + 1) / 2);
        }
        let possible = Bounds { lower: -(left / 2), upper: (left - 1) / 2 };
        // One question is asked without others before it that might make it easier.
        let begin = if window.upper - window.lower == 1 { window.within(possible) } else { possible };
        let (before, halt) = (self.nodes, watch.halt);
        if window.within(begin).is_score() || halt(before) {
            return begin;
        }
        let shared = Shared {
            table: &self.table,
            halt,
            abdada: (self.recent.len() > 1).then(AbdadaTable::new),
            lower: AtomicI32::new(begin.lower),
            upper: AtomicI32::new(begin.upper),
            nodes: AtomicU64::new(before),
        };
        let geometry = self.geometry;
        let Some((main, helpers)) = self.recent.split_first_mut() else {
            unreachable!("one thread at least")
        };
        let tell = watch.progress.as_mut().map(|tell| &mut **tell as Tell<'_>);
        let mut worker = Worker::new(geometry, &shared, main, tell);
        // A scope costs more than the easiest positions.
        if helpers.is_empty() {
            narrow(&mut worker, [own, other], window);
        } else {
            std::thread::scope(|scope| {
                for recent in helpers {
                    let shared = &shared;
                    scope.spawn(move || {
                        narrow(&mut Worker::new(geometry, shared, recent, None), [own, other], window);
                    });
                }
                narrow(&mut worker, [own, other], window);
            });
        }
        let bounds = shared.bounds();
        self.nodes = shared.nodes.into_inner();
        bounds
    }
}

/// Wider bounds are first narrowed from outside.
const WIDE: i32 = 12;

/// Asks question after question until the bounds meet within a window. The first are far from
/// even: whether there is a quick win, or a quick loss, is answered fast, and
/// then half as far. After that comes the question who wins, which the bounds of
/// columns that fill up answer best, and then halves. All threads ask the same,
/// and go on together as soon as one has the answer.
fn narrow<G: Geometry>(worker: &mut Worker<'_, G>, [own, other]: [G::Bits; 2], window: Bounds) {
    let shared = worker.shared();
    // Whether the side that is answered when columns fill up wins, is the
    // question whether the score is above this.
    let even = -(((own | other).count() + worker.size()) as i32 % 2);
    let mut bounds = shared.bounds();
    while !window.within(bounds).is_score() {
        let middle = bounds.lower + (bounds.upper - bounds.lower) / 2;
        let alpha = if bounds.upper - bounds.lower > WIDE {
            if middle <= 0 { middle.min(bounds.lower / 2) } else { middle.max(bounds.upper / 2) }
        } else {
            let likely = if bounds.lower <= even && even < bounds.upper { even } else { middle };
            likely.clamp(window.lower, window.upper - 1)
        };
        let found = worker.is_above(own, other, alpha);
        worker.count();
        if !worker.stopped() && found > alpha {
            shared.lower.fetch_max(found.min(bounds.upper), Ordering::Relaxed);
        } else if !worker.stopped() {
            shared.upper.fetch_min(found.max(bounds.lower), Ordering::Relaxed);
        }
        let before = std::mem::replace(&mut bounds, shared.bounds());
        if bounds == before {
            return; // told to end
        }
        worker.tell();
    }
}
