//! Null-window search of positions with many empty squares: moves ordered by evaluation,
//! enhanced transposition cutoffs, and ABDADA on more than one thread.

use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};

use plateau_core::Symmetry;
use plateau_core::bits::Bits;
use plateau_core::hash::mix2;
use plateau_search::AbdadaTable;

use super::evaluated_search::{EvaluatedSearch, MAX_VALUE, Node};
use super::leaf::NO_SCORE;
use super::local_table::NO_SQUARE;
use super::selective::{EXACT, LEVELS};
use super::shallow::{NoPoll, SHALLOW_MAX_EMPTY, Shallow};
use super::squares::Squares;
use super::table::{SolverTable, Stored};
use crate::exact_solver::{Bounds, ProgressFn};
use crate::othello::grid::Grid;

/// With at least this many empty squares, the entries of all children are looked up for an
/// enhanced transposition cutoff (ETC).
const ETC_MIN_EMPTY: u32 = 13;

/// With at least this many empty squares, threads mark what they search (ABDADA).
const ABDADA_MIN_EMPTY: u32 = 14;

/// Up to this many discs, a position is replaced by its canonical image: symmetric openings
/// share their entries.
const SYMMETRY_MAX_DISCS: u32 = 12;

/// The number of nodes between polls of the stop function.
const POLL_INTERVAL: u64 = 1 << 12;

/// The number of nodes between progress reports.
const REPORT_INTERVAL: u64 = 1 << 22;

/// The state that the threads of a search share.
pub struct SharedState<'s> {
    /// The transposition table.
    pub table: &'s SolverTable,
    /// Returns whether to stop, given the number of nodes visited.
    pub stop: &'s (dyn Fn(u64) -> bool + Sync),
    /// The positions that threads are searching (ABDADA), if there is more than one thread.
    pub abdada: Option<AbdadaTable>,
    /// The bounds found at each level of selectivity; only those of [`EXACT`] are proven.
    pub bounds: [[AtomicI32; 2]; LEVELS],
    /// The number of nodes visited, updated at every poll.
    pub nodes: AtomicU64,
}

impl SharedState<'_> {
    /// Returns the bounds found so far at a level.
    pub fn bounds(&self, level: u8) -> Bounds {
        let [lower, upper] =
            self.bounds[usize::from(level)].each_ref().map(|bound| bound.load(Ordering::Relaxed));
        assert!(level < EXACT || lower <= upper, "exact searches do not contradict each other");
        // Selective searches of two threads may.
        Bounds { lower, upper: upper.max(lower) }
    }

    /// Narrows the bounds of a level to others.
    pub fn narrow(&self, level: u8, bounds: Bounds) {
        let [lower, upper] = &self.bounds[usize::from(level)];
        lower.fetch_max(bounds.lower, Ordering::Relaxed);
        upper.fetch_min(bounds.upper, Ordering::Relaxed);
    }
}

/// What a thread keeps from one search to the next.
#[derive(Clone, Debug)]
pub struct ThreadState<const N: usize> {
    /// The search of few empty squares.
    pub shallow: Shallow<N>,
    /// The evaluated search.
    pub evaluated_search: EvaluatedSearch<N>,
}

/// The search of one thread.
pub struct Worker<'s, const N: usize> {
    pub(super) shared: &'s SharedState<'s>,
    pub(super) shallow: &'s mut Shallow<N>,
    pub(super) evaluated_search: &'s mut EvaluatedSearch<N>,
    /// The selectivity of the search.
    pub(super) level: u8,
    /// The null window at the root.
    root_alpha: i32,
    is_stopped: bool,
    /// A stack of move lists, one for each node on the path.
    candidates: Vec<Candidate>,
    /// The nodes already added to the shared count.
    added_nodes: u64,
    next_poll: u64,
    progress: Option<ProgressFn<'s>>,
    next_report: u64,
}

/// A move with the position after it.
#[derive(Clone, Copy)]
struct Candidate {
    square: u8,
    /// Moves with a higher score are searched first.
    order_score: i32,
    /// The opponent's moves after it.
    replies: u64,
    after: Node,
}

/// Returns the image of a position with few discs that stands for all its images.
pub fn canonical<const N: usize>(own: u64, opponent: u64) -> (u64, u64) {
    if (own | opponent).count_ones() > SYMMETRY_MAX_DISCS {
        return (own, opponent);
    }
    let images = Symmetry::SQUARE
        .iter()
        .map(|&symmetry| [own, opponent].map(|set| Grid::<N>::transform(set, symmetry)).into());
    images.min().unwrap_or((own, opponent))
}

/// Returns the key of a canonical position.
#[inline]
pub fn table_key(own: u64, opponent: u64) -> u64 {
    mix2(own, opponent)
}

impl<'s, const N: usize> Worker<'s, N> {
    /// Creates the search of a thread.
    pub fn new(
        shared: &'s SharedState<'s>,
        state: &'s mut ThreadState<N>,
        progress: Option<ProgressFn<'s>>,
    ) -> Self {
        let ThreadState { shallow, evaluated_search } = state;
        let nodes = shallow.leaf.nodes + evaluated_search.nodes;
        Self {
            shared,
            shallow,
            evaluated_search,
            level: EXACT,
            root_alpha: 0,
            is_stopped: false,
            candidates: Vec::new(),
            added_nodes: nodes,
            next_poll: nodes + POLL_INTERVAL,
            progress,
            next_report: nodes + REPORT_INTERVAL,
        }
    }

    /// Returns whether the last search has no result: it was stopped, or another thread
    /// decided the null window first.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Searches a position with the null window (`alpha`, `alpha + 1`) at a level of
    /// selectivity, fail-soft: a result above `alpha` is a lower bound of the score, any other
    /// an upper bound.
    pub fn null_window_search(&mut self, own: u64, opponent: u64, alpha: i32, level: u8) -> i32 {
        (self.root_alpha, self.level, self.is_stopped) = (alpha, level, false);
        let empty = Grid::<N>::VALID & !(own | opponent);
        let score = if empty.count_ones() <= SHALLOW_MAX_EMPTY {
            self.shallow.search(own, opponent, alpha, &mut NoPoll)
        } else {
            let (node, moves) = (self.evaluated_search.node(own, opponent), Grid::<N>::moves(own, opponent));
            self.search(&node, moves, alpha, Squares::<N>::parity(empty))
        };
        self.add_nodes();
        score
    }

    /// Reports progress.
    pub fn report(&mut self) {
        self.next_report = self.nodes() + REPORT_INTERVAL;
        let (bounds, nodes) = (self.shared.bounds(EXACT), self.shared.nodes.load(Ordering::Relaxed));
        if let Some(progress) = &mut self.progress {
            progress(bounds, nodes);
        }
    }

    /// Returns the number of nodes that this thread has ever visited.
    fn nodes(&self) -> u64 {
        self.shallow.leaf.nodes + self.evaluated_search.nodes
    }

    /// Adds this thread's nodes to the shared count.
    fn add_nodes(&mut self) {
        let nodes = self.nodes();
        self.shared.nodes.fetch_add(nodes - self.added_nodes, Ordering::Relaxed);
        self.added_nodes = nodes;
    }

    #[cold]
    fn poll(&mut self) {
        self.add_nodes();
        self.next_poll = self.nodes() + POLL_INTERVAL;
        let is_decided = self.shared.bounds(self.level).cutoff(self.root_alpha).is_some();
        self.is_stopped = is_decided || (self.shared.stop)(self.shared.nodes.load(Ordering::Relaxed));
        if self.nodes() >= self.next_report && !self.is_stopped {
            self.report();
        }
    }

    /// The recursion of [`null_window_search`](Self::null_window_search) with more than
    /// [`SHALLOW_MAX_EMPTY`] empty squares. `moves` are those of the side to move.
    fn search(&mut self, node: &Node, moves: u64, alpha: i32, parity: u8) -> i32 {
        let Node { own, opponent, .. } = *node;
        let empty = (Grid::<N>::VALID & !(own | opponent)).count_ones();
        if moves == 0 {
            let moves = Grid::<N>::moves(opponent, own);
            if moves == 0 {
                return self.shallow.leaf.final_score(own, opponent);
            }
            return -self.search(&self.evaluated_search.after_pass(node), moves, !alpha, parity);
        }
        let image = canonical::<N>(own, opponent);
        if image != (own, opponent) {
            let (own, opponent) = image;
            let node = self.evaluated_search.node(own, opponent);
            let parity = Squares::<N>::parity(Grid::<N>::VALID & !(own | opponent));
            return self.search(&node, Grid::<N>::moves(own, opponent), alpha, parity);
        }
        self.shallow.leaf.nodes += 1;
        let nodes_before = self.nodes();
        if nodes_before >= self.next_poll {
            self.poll();
        }
        if self.is_stopped {
            return alpha;
        }
        if let Some(upper) = self.shallow.stability_cutoff(own, opponent, alpha, empty) {
            return upper;
        }
        let key = table_key(own, opponent);
        let known = self.shared.table.probe(key).unwrap_or(Stored::unknown(Squares::<N>::COUNT));
        if known.level >= self.level
            && let Some(score) = known.bounds.cutoff(alpha)
        {
            return score;
        }
        if let Some(score) = self.prob_cut(node, alpha, empty) {
            return score;
        }
        let first = self.candidates.len();
        self.generate_moves(node, moves);
        let cutoff = if empty >= ETC_MIN_EMPTY { self.enhanced_cutoff(first, alpha) } else { None };
        let (best, best_move) =
            cutoff.unwrap_or_else(|| self.search_moves(first, known.moves, alpha, parity, empty));
        self.candidates.truncate(first);
        if !self.is_stopped {
            let moves = if best_move == known.moves[0] { known.moves } else { [best_move, known.moves[0]] };
            // Bounds of a lower level do not hold here; those of a higher level stay.
            let stored = match known.level.cmp(&self.level) {
                std::cmp::Ordering::Greater => Stored { moves, ..known },
                std::cmp::Ordering::Equal => {
                    Stored { bounds: known.bounds.refined(best, alpha), level: self.level, moves }
                }
                std::cmp::Ordering::Less => {
                    let bounds = Stored::unknown(Squares::<N>::COUNT).bounds.refined(best, alpha);
                    Stored { bounds, level: self.level, moves }
                }
            };
            self.shared.table.store(key, stored, self.nodes() - nodes_before);
        }
        best
    }

    fn generate_moves(&mut self, node: &Node, moves: u64) {
        for square in moves.ones() {
            let flips = Grid::<N>::flips(node.own, node.opponent, square as u8);
            let after = self.evaluated_search.after(node, square, flips);
            let replies = Grid::<N>::moves(after.own, after.opponent);
            self.candidates.push(Candidate { square: square as u8, order_score: 0, replies, after });
        }
    }

    /// Looks for a child whose entry already decides the window (ETC).
    fn enhanced_cutoff(&self, first: usize, alpha: i32) -> Option<(i32, u8)> {
        self.candidates[first..].iter().find_map(|candidate| {
            let (own, opponent) = canonical::<N>(candidate.after.own, candidate.after.opponent);
            let child = self.shared.table.probe(table_key(own, opponent))?;
            let is_enough = child.level >= self.level && -child.bounds.upper > alpha;
            is_enough.then_some((-child.bounds.upper, candidate.square))
        })
    }

    /// Sorts moves by a shallow evaluated search, the number of replies and parity; the second
    /// move of the transposition table comes first. The weights were tuned by node counts.
    fn order_moves(&mut self, first: usize, second_move: u8, parity: u8, empty: u32) {
        if self.candidates.len() - first < 2 {
            return;
        }
        let depth = empty.saturating_sub(12) / 3;
        for i in first..self.candidates.len() {
            let Candidate { square, replies, after, .. } = self.candidates[i];
            self.candidates[i].order_score = if square == second_move {
                i32::MAX
            } else {
                let value = -self.evaluated_search.search(&after, depth, -MAX_VALUE, MAX_VALUE);
                let mobility = replies.count_ones() + (replies & Squares::<N>::CORNERS).count_ones();
                let odd = i32::from(parity & Squares::<N>::quadrant(square.into()) != 0);
                let passes = i32::from(replies == 0);
                value - 300 * mobility as i32 + 100 * odd + MAX_VALUE * passes
            };
        }
        self.candidates[first..].sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.order_score));
    }

    /// Searches the moves from `first` on. Returns the best score and its move.
    fn search_moves(
        &mut self,
        first: usize,
        table_moves: [u8; 2],
        alpha: i32,
        parity: u8,
        empty: u32,
    ) -> (i32, u8) {
        let (mut best, mut best_move) = (NO_SCORE, NO_SQUARE);
        let count = self.candidates.len() - first;
        let is_shared = self.shared.abdada.is_some() && empty >= ABDADA_MIN_EMPTY;
        // The move of the transposition table often makes the order of the others needless.
        let known = self.candidates[first..].iter().position(|candidate| candidate.square == table_moves[0]);
        match known {
            Some(known) => self.candidates.swap(first, first + known),
            None => self.order_moves(first, table_moves[1], parity, empty),
        }
        // Moves that another thread is searching come again in a second round.
        let mut deferred = 0_u64;
        for round in 0..if is_shared { 2 } else { 1 } {
            for i in 0..count {
                if round == 1 && deferred >> i & 1 == 0 {
                    continue;
                }
                if round == 0 && i == 1 && known.is_some() {
                    self.order_moves(first + 1, table_moves[1], parity, empty);
                }
                let Candidate { square, replies, after, .. } = self.candidates[first + i];
                let id = table_key(after.own, after.opponent) ^ (u64::from(self.level) << 8 | 1);
                let abdada = self.shared.abdada.as_ref().filter(|_| is_shared);
                if round == 0 && i > 0 && abdada.is_some_and(|table| table.is_searched(id)) {
                    deferred |= 1 << i;
                    continue;
                }
                if let Some(table) = abdada {
                    table.start(id);
                }
                let parity = parity ^ Squares::<N>::quadrant(square.into());
                let score = if empty - 1 <= SHALLOW_MAX_EMPTY {
                    -self.shallow.by_mobility(after.own, after.opponent, replies, !alpha, parity, &mut NoPoll)
                } else {
                    -self.search(&after, replies, !alpha, parity)
                };
                if let Some(table) = abdada {
                    table.finish(id);
                }
                if self.is_stopped {
                    return (best, best_move);
                }
                if score > best {
                    (best, best_move) = (score, square);
                    if score > alpha {
                        return (best, best_move);
                    }
                }
            }
        }
        (best, best_move)
    }
}
