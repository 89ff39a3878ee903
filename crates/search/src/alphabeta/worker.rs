//! One thread of the search: its own state, the state shared by all threads, and
//! the limit checks.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use plateau_core::Position;
use rustc_hash::FxHashSet;

use super::Settings;
use super::abdada::AbdadaTable;
use super::moves::ScoredMove;
use super::ordering::MoveOrdering;
use super::reductions::ReductionTable;
use crate::limits::{LimitPoll, Limits, StopReason};
use crate::parts::{EndgameSolver, SearchParts};
use crate::transposition::TranspositionTable;

/// Poll the clock, the shared node count and the stop flags every 512 nodes.
const NODES_BETWEEN_POLLS: u64 = 512;

/// The state shared by all threads of a search.
pub struct SharedState<'s, S> {
    pub parts: &'s S,
    pub table: &'s TranspositionTable,
    pub reductions: &'s ReductionTable,
    pub settings: &'s Settings,
    pub limits: &'s Limits,
    pub poll: LimitPoll<'s>,
    /// Keys of the positions that the game history makes draws by repetition.
    pub repetition_draws: &'s FxHashSet<u64>,
    /// Combined by XOR with the table keys of cyclic games, so that entries from another
    /// repetition history never match.
    pub history_salt: u64,
    /// Set by the main thread when it has finished, to stop the helpers.
    pub finished: AtomicBool,
    /// Nodes of all threads, updated at each poll.
    pub nodes: AtomicU64,
    /// The nodes being searched; `None` with a single thread.
    pub abdada: Option<AbdadaTable>,
    /// The depth of the main thread's current iteration.
    pub main_depth: AtomicU32,
}

/// What a thread keeps from one search to the next.
pub struct ThreadState<P: Position, S: SearchParts<P>> {
    pub ordering: MoveOrdering,
    endgame_memory: <S::Endgame as EndgameSolver<P>>::Memory,
}

impl<P: Position, S: SearchParts<P>> ThreadState<P, S> {
    pub fn new() -> Self {
        Self { ordering: MoveOrdering::new::<P>(), endgame_memory: Default::default() }
    }
}

/// The state of one search thread.
pub struct Worker<'s, P: Position, S: SearchParts<P>> {
    pub shared: &'s SharedState<'s, S>,
    pub ordering: &'s mut MoveOrdering,
    nodes: u64,
    /// Why this thread must stop, once it must.
    pub stopped: Option<StopReason>,
    /// The iteration of a helper thread, `None` in the main thread. A helper
    /// abandons an iteration that the main thread has passed.
    pub helper_depth: Option<u32>,
    /// A stack of move lists, one for each node on the path.
    pub(super) moves: Vec<ScoredMove<P::Move>>,
    /// The keys of the positions on the path, in cyclic games.
    pub(super) path: Vec<u64>,
    /// The triangular table of principal variations, one for each ply.
    pub(super) pvs: Vec<Vec<P::Move>>,
    pub(super) accumulators: S::Stack,
    /// The memory of the endgame solver.
    pub(super) endgame_memory: &'s mut <S::Endgame as EndgameSolver<P>>::Memory,
}

impl<'s, P: Position, S: SearchParts<P>> Worker<'s, P, S> {
    pub fn new(shared: &'s SharedState<'s, S>, state: &'s mut ThreadState<P, S>) -> Self {
        let ThreadState { ordering, endgame_memory } = state;
        Self {
            shared,
            ordering,
            nodes: 0,
            stopped: None,
            helper_depth: None,
            moves: Vec::new(),
            path: Vec::new(),
            pvs: Vec::new(),
            accumulators: shared.parts.evaluation_stack(),
            endgame_memory,
        }
    }

    /// Returns the nodes of all threads, including those this thread has not yet
    /// added to the shared count.
    pub fn total_nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.nodes % NODES_BETWEEN_POLLS
    }

    /// Counts a node and returns whether the search must stop.
    #[inline]
    pub(super) fn count_node(&mut self) -> bool {
        if self.shared.limits.nodes.is_some_and(|max| self.nodes >= max) {
            self.stopped = Some(StopReason::Nodes);
            return true;
        }
        self.count_nodes(1)
    }

    /// Counts the nodes that an endgame solver has visited. Returns whether the search must
    /// stop.
    pub(super) fn count_solver_nodes(&mut self, nodes: u64) -> bool {
        if self.shared.limits.nodes.is_some_and(|max| self.nodes + nodes >= max) {
            self.stopped = Some(StopReason::Nodes);
        }
        self.count_nodes(nodes)
    }

    /// Counts nodes, and checks all limits every few hundred. Returns whether the search must
    /// stop.
    #[inline]
    fn count_nodes(&mut self, nodes: u64) -> bool {
        let polls = self.nodes / NODES_BETWEEN_POLLS;
        self.nodes += nodes;
        let polls = self.nodes / NODES_BETWEEN_POLLS - polls;
        if polls > 0 {
            self.poll(polls * NODES_BETWEEN_POLLS);
        }
        self.stopped.is_some()
    }

    /// Adds to the shared node count and checks all limits.
    fn poll(&mut self, nodes: u64) {
        let shared = self.shared;
        shared.nodes.fetch_add(nodes, Ordering::Relaxed);
        let is_outdated =
            self.helper_depth.is_some_and(|depth| depth < shared.main_depth.load(Ordering::Relaxed));
        if shared.limits.nodes.is_some_and(|max| shared.nodes.load(Ordering::Relaxed) >= max) {
            self.stopped = Some(StopReason::Nodes);
        } else if is_outdated || shared.finished.load(Ordering::Relaxed) {
            self.stopped = Some(StopReason::Stopped);
        } else {
            self.stopped = shared.poll.poll_iteration().or(self.stopped);
        }
    }

    /// Returns the principal variation of the last root move searched, without
    /// the root move itself.
    pub fn child_pv(&self) -> &[P::Move] {
        self.pvs.get(1).map_or(&[], Vec::as_slice)
    }

    /// Returns the principal variation at a ply.
    pub(super) fn pv_mut(&mut self, ply: usize) -> &mut Vec<P::Move> {
        if self.pvs.len() <= ply {
            self.pvs.resize(ply + 1, Vec::new());
        }
        &mut self.pvs[ply]
    }

    /// Sets the principal variation at a ply to a move followed by the principal
    /// variation of the next ply.
    pub(super) fn update_pv(&mut self, ply: usize, mv: P::Move) {
        self.pv_mut(ply + 1);
        let (upper, lower) = self.pvs.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }
}
