//! The endgame solver: exact scores by null-window search.
//!
//! | technique | where |
//! |---|---|
//! | selective passes, then exact null windows around the guess; threads | `iterate.rs` |
//! | evaluation for the order of moves, enhanced transposition cutoff, ABDADA | `deep.rs` |
//! | `ProbCut` in selective passes | `selective.rs` |
//! | shallow evaluated search | `evaluated_search.rs` |
//! | fastest-first with parity, a small table for each thread | `shallow.rs`, `local_table.rs` |
//! | the last four empty squares without move generation | `leaf.rs`, `squares.rs` |
//! | stability cutoff | `stability.rs` |
//! | the transposition table | `table.rs` |
//! | exact targets for trainings | `training.rs` |
//!
//! `docs/othello.md` explains the search and lists measurements.

mod deep;
mod evaluated_search;
mod iterate;
mod leaf;
mod local_table;
mod selective;
mod shallow;
mod squares;
mod stability;
mod table;
mod training;

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

use plateau_core::Position;
use plateau_core::bits::Bits;
use plateau_search::root_solver::StopFn;
use plateau_search::{AbdadaTable, RaiseOnDrop, spawn_helper};

use super::Othello;
use super::board::{Board, PASS};
use super::grid::Grid;
pub use crate::exact_solver::{Bounds, ProgressFn, SolveControl};
use deep::{SharedState, ThreadState, Worker, canonical, table_key};
use evaluated_search::{EvaluatedSearch, MAX_VALUE};
use iterate::iterate_levels;
use selective::{EXACT, LEVELS};
pub(super) use shallow::{Poll, SHALLOW_MAX_EMPTY, Shallow};
use squares::Squares;
use table::SolverTable;
pub(super) use training::training_solver;

/// Solves positions of one variant. Bounds stay in its tables from one call to the next.
///
/// # Examples
///
/// ```
/// use plateau_core::Variant;
/// use plateau_games::othello::Othello;
/// use plateau_games::othello::solver::Solver;
///
/// let game = Othello::<4>::default();
/// assert_eq!(Solver::new(game, 1, 1).solve(&game.start()), -10);
/// ```
#[derive(Debug)]
pub struct Solver<const N: usize> {
    variant: Othello<N>,
    table: SolverTable,
    threads: Vec<ThreadState<N>>,
    nodes: u64,
    /// The last position with the bounds found at each level, so that a search that was stopped
    /// resumes where it was.
    last: Option<(Board<N>, [Bounds; LEVELS])>,
}

impl<const N: usize> Solver<N> {
    /// Creates a solver with a transposition table of at most this size.
    pub fn new(variant: Othello<N>, megabytes: usize, threads: usize) -> Self {
        let state = ThreadState {
            shallow: Shallow::new(variant.discs_only),
            evaluated_search: EvaluatedSearch::default(),
        };
        let threads = vec![state; threads.max(1)];
        Self { variant, table: SolverTable::new(megabytes), threads, nodes: 0, last: None }
    }

    /// Clears the tables.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.last = None;
        self.threads.iter_mut().for_each(|state| state.shallow.table.clear());
    }

    /// Returns the number of nodes visited since the solver was created.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the size of all tables in bytes.
    pub fn bytes(&self) -> usize {
        let local: usize = self.threads.iter().map(|state| state.shallow.table.bytes()).sum();
        self.table.bytes() + local
    }

    /// Returns the exact score of a position for the side to move, in discs.
    pub fn solve(&mut self, board: &Board<N>) -> i32 {
        self.solve_within(board, Self::FULL_WINDOW, &mut SolveControl::unlimited()).lower
    }

    /// A window that contains every score.
    pub const FULL_WINDOW: Bounds = Bounds { lower: -Squares::<N>::COUNT, upper: Squares::<N>::COUNT };

    /// Solves a position as far as its score lies within a window: the bounds returned meet
    /// there, unless the search was stopped. A window from -1 to 1 gives the game-theoretic
    /// result (win, draw or loss) only.
    ///
    /// # Panics
    ///
    /// If the position counts empty squares in another way than the solver's variant.
    pub fn solve_within(
        &mut self,
        board: &Board<N>,
        window: Bounds,
        control: &mut SolveControl<'_>,
    ) -> Bounds {
        assert_eq!(board.is_discs_only(), self.variant.discs_only, "a position of the solver's variant");
        if board.outcome().is_some() {
            return Bounds::exact(board.final_score());
        }
        let known = match self.last {
            Some((last, bounds)) if last == *board => bounds,
            _ => {
                self.table.next_search();
                [Self::FULL_WINDOW; LEVELS]
            }
        };
        let stop = control.stop;
        if stop(self.nodes) {
            return known[usize::from(EXACT)];
        }
        let (own, opponent) = (board.own(), board.opponent());
        let is_over = AtomicBool::new(false);
        let stop_or_over = |nodes| is_over.load(Ordering::Relaxed) || stop(nodes);
        let shared = SharedState {
            table: &self.table,
            stop: &stop_or_over,
            abdada: (self.threads.len() > 1).then(AbdadaTable::new),
            bounds: known.map(|Bounds { lower, upper }| [lower, upper].map(AtomicI32::new)),
            nodes: AtomicU64::new(self.nodes),
        };
        let Some((main, helpers)) = self.threads.split_first_mut() else {
            unreachable!("there is at least one thread")
        };
        let progress = control.progress.as_mut().map(|progress| &mut **progress as ProgressFn<'_>);
        let worker = Worker::new(&shared, main, progress);
        // Entering a thread scope takes longer than solving an easy position.
        if helpers.is_empty() || board.empty().count() <= SHALLOW_MAX_EMPTY {
            iterate_levels(worker, [own, opponent], window);
        } else {
            std::thread::scope(|scope| {
                for state in helpers {
                    let shared = &shared;
                    let help =
                        move || iterate_levels(Worker::new(shared, state, None), [own, opponent], window);
                    spawn_helper(scope, Box::new(help));
                }
                let _guard = RaiseOnDrop(&is_over);
                iterate_levels(worker, [own, opponent], window);
            });
        }
        let found = std::array::from_fn(|level| shared.bounds(level as u8));
        self.nodes = shared.nodes.into_inner();
        self.last = Some((*board, found));
        found[usize::from(EXACT)]
    }

    /// Finds a move that achieves a score, which must not be above the position's. Returns
    /// `None` if stopped.
    pub fn move_achieving(&mut self, board: &Board<N>, score: i32, stop: StopFn<'_>) -> Option<u8> {
        // Try the move in the transposition table first: refuting the others may take as
        // long as finding the score.
        let stored = self.stored_move_achieving(board, score);
        let window = Bounds { lower: -score, upper: 1 - score };
        stored.into_iter().chain(self.plausible_moves(board)).find(|&mv| {
            let after = board.after(mv);
            self.solve_within(&after, window, &mut SolveControl::stoppable(stop)).upper <= -score
        })
    }

    /// Returns a move that achieves a score according to the transposition table.
    pub fn stored_move_achieving(&self, board: &Board<N>, score: i32) -> Option<u8> {
        board.legal_moves().find(|&mv| {
            let after = board.after(mv);
            let (own, opponent) = canonical::<N>(after.own(), after.opponent());
            let stored = self.table.probe(table_key(own, opponent));
            stored.is_some_and(|stored| stored.level == EXACT && stored.bounds.upper <= -score)
        })
    }

    /// Returns the legal moves: the best of the transposition table first, then by a shallow
    /// evaluated search.
    pub fn plausible_moves(&self, board: &Board<N>) -> Vec<u8> {
        const DEPTH: u32 = 2;
        if board.must_pass() {
            return vec![PASS];
        }
        let stored = self.table.probe(table_key(board.own(), board.opponent()));
        let mut evaluated = EvaluatedSearch::<N>::default();
        let node = evaluated.node(board.own(), board.opponent());
        let mut moves: Vec<(i32, u8)> = Vec::new();
        for square in board.playable().ones() {
            let flips = Grid::<N>::flips(board.own(), board.opponent(), square as u8);
            let after = evaluated.after(&node, square, flips);
            // The keys of canonical images are not those of the board: no stored move matches.
            let is_stored = stored.is_some_and(|stored| stored.moves[0] == square as u8);
            let value = evaluated.search(&after, DEPTH, -MAX_VALUE, MAX_VALUE);
            moves.push((if is_stored { i32::MIN } else { value }, square as u8));
        }
        moves.sort_unstable();
        moves.into_iter().map(|(_, mv)| mv).collect()
    }
}
