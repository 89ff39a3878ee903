//! The solver: exact scores, in the convention of the solver world.
//!
//! A score is half of what would be left of the board, and one more, at the end
//! of the game: positive where the side to move wins. `docs/connect4.md` tells
//! how it works and what was measured.

mod bounds;
mod lines;
mod search;
mod table;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use plateau_core::Position;
use plateau_core::bits::Bits;

use super::board::Board;
use super::geometry::Geometry;
pub(super) use search::mirrored;
use search::{Shared, Worker};
use table::{Recent, Table};
pub use table::{Bounds, Key};

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
    /// Whether to end now; asked every thousand positions or so.
    pub halt: &'w (dyn Fn(u64) -> bool + Sync),
    /// Told the bounds and the positions visited each time more is known.
    pub progress: &'w mut dyn FnMut(Bounds, u64),
}

impl<G: Geometry> Solver<G>
where
    G::Bits: Key,
{
    /// A solver with a table of at most so many megabytes.
    pub fn new(geometry: G, megabytes: usize, threads: usize) -> Self {
        let width = geometry.width();
        let recent = (0..threads.max(1)).map(|_| Recent::new(width)).collect();
        Self { geometry, table: Table::new::<G::Bits>(megabytes, width), recent, nodes: 0 }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.table.clear();
        self.recent.iter_mut().for_each(Recent::clear);
    }

    /// Positions visited since it was made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The size of the table in bytes.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// The exact score of a game that goes on.
    pub fn solve(&mut self, board: &Board<G>) -> i32 {
        let all = self.widest();
        self.solve_between(board, all, &mut Watch { halt: &|_| false, progress: &mut |_, _| () }).lower
    }

    /// No score is outside of these.
    fn widest(&self) -> Bounds {
        let most = self.geometry.size() as i32 / 2 + 1;
        Bounds { lower: -most, upper: most }
    }

    /// The score, as far as it lies within a window: bounds that meet, unless
    /// the search was told to end. From -1 to 1 it tells who wins.
    pub fn solve_between(&mut self, board: &Board<G>, window: Bounds, watch: &mut Watch<'_>) -> Bounds {
        let (own, other) = (board.stones(board.turn()), board.stones(board.turn().other()));
        let left = (self.geometry.size() - board.taken().count()) as i32;
        if !(lines::completions(self.geometry, own) & board.landings()).is_empty() {
            let score = ((left + 1) / 2).clamp(window.lower, window.upper);
            return Bounds { lower: score, upper: score };
        }
        let lower = (-(left / 2)).clamp(window.lower, window.upper);
        let upper = ((left - 1) / 2).clamp(window.lower, window.upper);
        let before = self.nodes;
        let shared = Shared {
            table: &self.table,
            halt: &|visited| (watch.halt)(before + visited),
            answered: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        };
        let geometry = self.geometry;
        let Some((main, helpers)) = self.recent.split_first_mut() else {
            unreachable!("one thread at least")
        };
        let bounds = std::thread::scope(|scope| {
            for (number, recent) in (1..).zip(helpers) {
                let shared = &shared;
                scope.spawn(move || {
                    let mut worker = Worker::new(geometry, shared, recent, number);
                    narrow(&mut worker, [own, other], Bounds { lower, upper }, &mut |_, _| ());
                });
            }
            let mut worker = Worker::new(geometry, &shared, main, 0);
            let found = narrow(&mut worker, [own, other], Bounds { lower, upper }, watch.progress);
            shared.answered.store(true, Ordering::Relaxed);
            found
        });
        self.nodes += shared.nodes.into_inner();
        bounds
    }
}

/// Asks question after question until the bounds meet. The first are far from
/// even: whether there is a quick win, or a quick loss, is answered fast, and
/// then half as far, and so on; what is found along the way orders the rest.
fn narrow<G: Geometry>(
    worker: &mut Worker<'_, G>,
    [own, other]: [G::Bits; 2],
    mut bounds: Bounds,
    progress: &mut dyn FnMut(Bounds, u64),
) -> Bounds
where
    G::Bits: Key,
{
    while bounds.lower < bounds.upper {
        let middle = bounds.lower + (bounds.upper - bounds.lower) / 2;
        let alpha = if middle <= 0 {
            middle.min(bounds.lower / 2)
        } else {
            middle.max(bounds.upper / 2)
        };
        let found = worker.is_above(own, other, alpha);
        worker.count();
        if worker.stopped() {
            break;
        }
        if found > alpha {
            bounds.lower = found.min(bounds.upper);
        } else {
            bounds.upper = found.max(bounds.lower);
        }
        progress(bounds, worker.visited());
    }
    bounds
}
