//! Alpha-beta search: iterative deepening over principal-variation search with a
//! transposition table, on one or more threads.
//!
//! | technique | where |
//! |---|---|
//! | iterative deepening | `iterative_deepening.rs` |
//! | principal-variation search, null windows, fail-soft bounds | `node.rs`, `moves.rs`, `root.rs` |
//! | aspiration windows | `root.rs` |
//! | Multi-ProbCut | `prob_cut.rs` |
//! | staged moves: the table move before the others are generated; ordering by static values | `moves.rs` |
//! | late move reductions (LMR) | `reductions.rs`, `moves.rs` |
//! | reverse futility pruning | `reverse_futility.rs` |
//! | leaves evaluated from their parents | `frontier.rs` |
//! | history heuristic, continuation history | `ordering.rs` |
//! | transposition table cutoffs and moves | `node.rs`, [`transposition`](crate::transposition) |
//! | ABDADA (parallel search) | `abdada.rs` |
//! | lazy SMP, with `Techniques { abdada: false, .. }` instead of ABDADA | `iterative_deepening.rs` |
//! | `MultiPV` | `root.rs` |
//! | lazy accumulators of the evaluator | [`parts`](crate::parts) |
//! | evaluation, static move ordering, forward pruning, proven values, endgame solver | by the [parts](crate::parts) |
//!
//! Deliberately not used: killer moves, null-move pruning, quiescence search and enhanced
//! transposition cutoffs.

mod abdada;
mod context;
mod frontier;
mod iterative_deepening;
mod moves;
mod node;
mod ordering;
mod prob_cut;
mod reductions;
mod reverse_futility;
mod root;
mod settings;
mod worker;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64};

use plateau_core::Position;
use plateau_core::hash::mix2;

use crate::engine::{Analysis, Engine, GamePosition, Progress};
use crate::helper_thread::spawn_helper;
use crate::limits::{LimitPoll, Limits, RaiseOnDrop};
use crate::parts::SearchParts;
use crate::repetition::repetition_draws;
use crate::time::{Budget, Clock, SystemClock};
use crate::transposition::TranspositionTable;

pub use abdada::AbdadaTable;
pub use settings::{Settings, Techniques};

use iterative_deepening::{search_helper, search_main};
use reductions::ReductionTable;
use worker::{SharedState, ThreadState};

/// About as many nodes as the fastest search visits in a millisecond above its leaves, which the table does not store.
const NODES_PER_MS: u64 = 2_000;

/// The alpha-beta engine of one game with its [parts](crate::parts).
pub struct AlphaBeta<P: Position, S: SearchParts<P>> {
    parts: S,
    settings: Settings,
    table: TranspositionTable,
    reductions: ReductionTable,
    /// What each thread keeps from one search to the next.
    threads: Vec<ThreadState<P, S>>,
    clock: Option<Arc<dyn Clock>>,
}

impl<P: Position, S: SearchParts<P>> AlphaBeta<P, S> {
    /// Creates an engine with an empty transposition table.
    pub fn new(parts: S, settings: Settings) -> Self {
        let table =
            TranspositionTable::new(settings.hash_mb).with_retention(settings.techniques.table_retention);
        let reductions = ReductionTable::new(parts.policy().reductions);
        let threads = std::iter::repeat_with(ThreadState::new).take(settings.threads.max(1)).collect();
        Self { parts, settings, table, reductions, threads, clock: None }
    }

    /// Uses this clock instead of the system's.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Returns how many nodes a search with these limits visits at most, if the limits tell.
    fn expected_nodes(&self, limits: &Limits) -> Option<u64> {
        let in_time =
            |budget: Budget| budget.soft.as_millis() as u64 * NODES_PER_MS * self.threads.len() as u64;
        limits.nodes.or(limits.time.map(in_time))
    }

    /// Returns the transposition table.
    pub fn table(&self) -> &TranspositionTable {
        &self.table
    }
}

impl<P: Position, S: SearchParts<P>> Engine<P> for AlphaBeta<P, S> {
    fn search_position(
        &mut self,
        game: &GamePosition<P>,
        limits: &Limits,
        progress: Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let position = game.position();
        let repetition_draws = repetition_draws(game);
        self.table.prepare(self.expected_nodes(limits));
        self.table.next_search();
        for state in &mut self.threads {
            state.ordering.next_search();
        }
        let clock = self.clock.clone().unwrap_or_else(|| Arc::new(SystemClock::start()));
        let shared = SharedState {
            parts: &self.parts,
            table: &self.table,
            reductions: &self.reductions,
            settings: &self.settings,
            limits,
            poll: LimitPoll::start(limits, &*clock),
            repetition_draws: &repetition_draws,
            history_salt: repetition_draws.iter().fold(0, |salt, &key| salt ^ mix2(key, 1)),
            finished: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            abdada: (self.settings.threads > 1 && self.settings.techniques.abdada).then(AbdadaTable::new),
            main_depth: AtomicU32::new(0),
        };
        let Some((main, helpers)) = self.threads.split_first_mut() else {
            unreachable!("there is at least one thread")
        };
        std::thread::scope(|scope| {
            // Stops the helpers, even if the main thread or the progress callback panics.
            let _finish = RaiseOnDrop(&shared.finished);
            for state in helpers {
                let shared = &shared;
                spawn_helper(scope, Box::new(move || search_helper(shared, state, position)));
            }
            search_main(&shared, main, position, progress)
        })
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.threads.fill_with(ThreadState::new);
    }
}
