//! The Connect Four solver: exact scores by null-window search.
//!
//! A score is positive if the side to move wins: one more than the number of stones that
//! the winner has left at the end of the game, half of the empty cells. `docs/connect4.md`
//! explains the search and lists measurements.

mod search;
mod transposition;
mod zugzwang;

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

use plateau_core::Position;
use plateau_core::bits::Bits;
use plateau_search::root_solver::StopFn;
use plateau_search::{AbdadaTable, RaiseOnDrop, spawn_helper};

use super::board::{Board, completions};
use super::geometry::Geometry;
pub use crate::exact_solver::{Bounds, ProgressFn, SolveControl};
pub(super) use search::mirror_key;
use search::{SharedState, Worker, table_key};
use transposition::{LocalTable, SolverTable, probe};

/// Solves positions of one board size. Bounds stay in its tables from one call to the next.
#[derive(Debug)]
pub struct Solver<G: Geometry> {
    geometry: G,
    table: SolverTable,
    /// One table for each thread.
    local_tables: Vec<LocalTable<G::Bits>>,
    nodes: u64,
}

impl<G: Geometry> Solver<G> {
    /// Creates a solver with a transposition table of at most this size.
    pub fn new(geometry: G, megabytes: usize, threads: usize) -> Self {
        let key_bits = geometry.width();
        let local_tables = (0..threads.max(1)).map(|_| LocalTable::new(key_bits)).collect();
        let table = SolverTable::new::<G::Bits>(megabytes, key_bits);
        Self { geometry, table, local_tables, nodes: 0 }
    }

    /// Clears the tables.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.local_tables.iter_mut().for_each(LocalTable::clear);
    }

    /// Returns the number of nodes visited since the solver was created.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the size of all tables in bytes.
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.local_tables.iter().map(LocalTable::bytes).sum::<usize>()
    }

    /// Returns the exact score of an unfinished game.
    pub fn solve(&mut self, board: &Board<G>) -> i32 {
        let most = self.geometry.size() as i32 / 2 + 1;
        let window = Bounds { lower: -most, upper: most };
        self.solve_within(board, window, &mut SolveControl::unlimited()).lower
    }

    /// Finds a move that achieves a score, which must not be above the position's. Returns
    /// `None` if stopped.
    pub fn move_achieving(&mut self, board: &Board<G>, score: i32, stop: StopFn<'_>) -> Option<u8> {
        // Try the move in the transposition table first: refuting the others may take as
        // long as finding the score.
        let stored = self.stored_move_achieving(board, score);
        let window = Bounds { lower: -score, upper: 1 - score };
        stored.into_iter().chain(self.moves_centre_first(board)).find(|&cell| {
            let after = board.after(cell);
            self.solve_within(&after, window, &mut SolveControl::stoppable(stop)).upper <= -score
        })
    }

    /// Returns a move that achieves a score according to the transposition table.
    pub fn stored_move_achieving(&self, board: &Board<G>, score: i32) -> Option<u8> {
        self.moves_centre_first(board)
            .into_iter()
            .find(|&cell| self.stored_upper_bound(&board.after(cell)).is_some_and(|upper| upper <= -score))
    }

    /// Returns the legal moves, those near the centre first.
    pub fn moves_centre_first(&self, board: &Board<G>) -> Vec<u8> {
        let mut moves: Vec<u8> = board.legal_moves().collect();
        moves.sort_by_key(|&cell| self.geometry.centre_distance(u32::from(cell)));
        moves
    }

    /// Returns the upper bound that the transposition table has for a position.
    fn stored_upper_bound(&self, board: &Board<G>) -> Option<i32> {
        let (own, taken) = (board.stones(board.turn()), board.taken());
        let slot = self.table.slot(table_key(self.geometry, own, taken, taken.count()));
        probe(self.table.load(slot), slot).map(|stored| stored.upper)
    }

    /// Solves a position as far as its score lies within a window: the bounds returned meet
    /// there, unless the search was stopped. A window from -1 to 1 gives the game-theoretic
    /// result (win, draw or loss) only.
    pub fn solve_within(
        &mut self,
        board: &Board<G>,
        window: Bounds,
        control: &mut SolveControl<'_>,
    ) -> Bounds {
        let (own, opponent) = (board.stones(board.turn()), board.stones(board.turn().other()));
        let empty = (self.geometry.size() - board.taken().count()) as i32;
        if board.is_won() {
            return Bounds::exact(-(empty + 2) / 2);
        }
        if !(completions(self.geometry, own) & board.playable()).is_empty() {
            return Bounds::exact((empty + 1) / 2);
        }
        let possible = Bounds { lower: -(empty / 2), upper: (empty - 1) / 2 };
        // A null window is searched directly, without wider questions before it.
        let is_null_window = window.upper - window.lower == 1;
        let initial = if is_null_window { possible.clamp_to(window) } else { possible };
        let (nodes_before, stop) = (self.nodes, control.stop);
        if initial.clamp_to(window).is_exact() || stop(nodes_before) {
            return initial;
        }
        let is_over = AtomicBool::new(false);
        let stop_or_over = |nodes| is_over.load(Ordering::Relaxed) || stop(nodes);
        let shared = SharedState {
            table: &self.table,
            stop: &stop_or_over,
            abdada: (self.local_tables.len() > 1).then(AbdadaTable::new),
            lower: AtomicI32::new(initial.lower),
            upper: AtomicI32::new(initial.upper),
            nodes: AtomicU64::new(nodes_before),
        };
        let geometry = self.geometry;
        let Some((main, helpers)) = self.local_tables.split_first_mut() else {
            unreachable!("there is at least one thread")
        };
        let progress = control.progress.as_mut().map(|progress| &mut **progress as ProgressFn<'_>);
        let mut worker = Worker::new(geometry, &shared, main, progress);
        // Entering a thread scope takes longer than solving an easy position.
        if helpers.is_empty() {
            iterate_score_window(&mut worker, [own, opponent], window);
        } else {
            std::thread::scope(|scope| {
                for local_table in helpers {
                    let shared = &shared;
                    let help = move || {
                        let mut worker = Worker::new(geometry, shared, local_table, None);
                        iterate_score_window(&mut worker, [own, opponent], window);
                    };
                    spawn_helper(scope, Box::new(help));
                }
                let _guard = RaiseOnDrop(&is_over);
                iterate_score_window(&mut worker, [own, opponent], window);
            });
        }
        let bounds = shared.bounds();
        self.nodes = shared.nodes.into_inner();
        bounds
    }
}

/// Bounds farther apart than this are first narrowed from the outside.
const WIDE_WINDOW: i32 = 12;

/// Narrows the shared bounds by one null-window search after another, until they meet
/// within `window` or the search is stopped.
///
/// The first null windows lie far from a draw: quick wins and losses are cheap to find or
/// to rule out. Then comes the window around the result that claimeven decides, then the
/// middle of the bounds. All threads search the same null window and leave it together as
/// soon as one has the answer.
fn iterate_score_window<G: Geometry>(
    worker: &mut Worker<'_, G>,
    [own, opponent]: [G::Bits; 2],
    window: Bounds,
) {
    let shared = worker.shared();
    // This null window decides whether the side that is answered by claimeven wins.
    let claimeven_alpha = -(((own | opponent).count() + worker.size()) as i32 % 2);
    let mut bounds = shared.bounds();
    while !bounds.clamp_to(window).is_exact() {
        let middle = bounds.lower + (bounds.upper - bounds.lower) / 2;
        let alpha = if bounds.upper - bounds.lower > WIDE_WINDOW {
            if middle <= 0 { middle.min(bounds.lower / 2) } else { middle.max(bounds.upper / 2) }
        } else {
            let is_open = bounds.lower <= claimeven_alpha && claimeven_alpha < bounds.upper;
            let alpha = if is_open { claimeven_alpha } else { middle };
            alpha.clamp(window.lower, window.upper - 1)
        };
        let found = worker.null_window_search(own, opponent, alpha);
        worker.add_nodes();
        if !worker.is_stopped() && found > alpha {
            shared.lower.fetch_max(found.min(bounds.upper), Ordering::Relaxed);
        } else if !worker.is_stopped() {
            shared.upper.fetch_min(found.max(bounds.lower), Ordering::Relaxed);
        }
        let before = std::mem::replace(&mut bounds, shared.bounds());
        if bounds == before {
            return; // stopped
        }
        worker.report();
    }
}
