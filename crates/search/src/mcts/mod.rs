//! Monte-Carlo tree search: PUCT with static evaluations, or UCT with random playouts, and
//! proven bounds.
//!
//! | technique | where |
//! |---|---|
//! | UCT and PUCT, virtual loss | `selection.rs` |
//! | expansion, priors by the softmax of static values | `expansion.rs` |
//! | random playouts | `playout.rs` |
//! | backpropagation, implicit minimax backups | `worker.rs`, `node.rs` |
//! | score-bounded MCTS | `node.rs` |
//! | tree parallelism without locks | `node.rs`, `tree.rs` |
//! | tree reuse between moves | `tree.rs` |
//!
//! With an evaluator, the value of a leaf is its static evaluation, the priors of its moves
//! come from the static values of the children, and a node mixes the mean of its results with
//! the minimax value of the evaluations below it (Lanctot, Winands, Pepels and Sturtevant
//! 2014). Without one, the value of a leaf is the result of a random playout.
//!
//! Each node also holds a proven lower and upper bound of its score (score-bounded MCTS,
//! Cazenave and Saffidine 2010, a generalisation of MCTS-Solver). Wins, losses and draws are
//! known as soon as the tree shows them, and moves that can no longer matter are skipped.
//!
//! With one thread, a search is deterministic: after [`new_game`](Engine::new_game) the same
//! positions and node limits get the same analyses. Deliberately not used: transpositions, RAVE.

mod counter;
mod expansion;
mod node;
mod playout;
mod reward;
mod root;
mod selection;
mod settings;
mod tree;
mod worker;

use std::sync::Arc;

use plateau_core::Position;

use crate::engine::{Analysis, Engine, GamePosition, Progress};
use crate::helper_thread::spawn_helper;
use crate::limits::{Limits, StopReason};
use crate::parts::{Evaluator, SearchParts};
use crate::repetition::repetition_draws;
use crate::score::Unit;
use crate::time::{Clock, SystemClock};

pub use settings::{LeafValue, MctsSettings};

use counter::SharedCounter;
use root::RootReport;
use tree::Tree;
use worker::{SharedState, Worker};

/// The number of iterations at the first progress report; the next ones follow at
/// each doubling.
const FIRST_REPORT: u64 = 1_024;

/// The Monte-Carlo tree search engine of one game with its [parts](crate::parts).
///
/// Nodes are counted in the tree and in playouts. A depth limit applies to the
/// tree, not to playouts.
///
/// The tree is kept from one search to the next: a position at most two moves after the last
/// one continues its search. Not in cyclic games, where values depend on the history.
pub struct Mcts<P: Position, S> {
    parts: S,
    settings: MctsSettings,
    tree: Tree<P>,
    clock: Option<Arc<dyn Clock>>,
}

impl<P: Position, S: SearchParts<P>> Mcts<P, S> {
    /// Creates an engine with an empty tree.
    pub fn new(parts: S, settings: MctsSettings) -> Self {
        let tree = Tree::new(settings.memory_mb);
        Self { parts, settings, tree, clock: None }
    }

    /// Uses this clock instead of the system's.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Returns the capacity of the tree in bytes.
    pub fn bytes(&self) -> usize {
        self.tree.bytes()
    }

    /// Returns the number of results at the root: those of the last search, and those of the
    /// searches before it that its tree was kept from.
    pub fn root_visits(&self) -> u32 {
        self.tree.root_visits()
    }

    /// Returns how leaves are valued.
    fn leaf(&self) -> LeafValue {
        let is_constant = self.parts.evaluator().is_constant();
        let default = if is_constant { LeafValue::Playout } else { LeafValue::Evaluation };
        self.settings.leaf.unwrap_or(default)
    }
}

impl<P: Position, S: SearchParts<P>> Engine<P> for Mcts<P, S> {
    fn search_position(
        &mut self,
        game: &GamePosition<P>,
        limits: &Limits,
        progress: Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let clock = self.clock.clone().unwrap_or_else(|| Arc::new(SystemClock::start()));
        let counter = SharedCounter::new(limits, &*clock);
        self.tree.set_root(game.position());
        let shared = SharedState {
            tree: &self.tree,
            root: game.position(),
            parts: &self.parts,
            settings: &self.settings,
            leaf: self.leaf(),
            limits,
            counter,
            repetition_draws: repetition_draws(game),
        };
        let mut main = Worker::new(&shared, 0);
        main.expand_root();
        let stop = std::thread::scope(|scope| {
            // Stops the helpers, even if the main thread or the progress callback panics.
            let finish = shared.counter.stop_helpers_on_drop();
            for thread in 1..self.settings.threads {
                let shared = &shared;
                spawn_helper(scope, Box::new(move || Worker::new(shared, thread as u64).help()));
            }
            let stop = search_main(&mut main, progress);
            // At the node limit, helpers visit the nodes that they have claimed.
            let is_node_limit = stop == StopReason::Nodes && limits.nodes.is_some();
            if is_node_limit {
                std::mem::forget(finish);
            }
            stop
        });
        // A helper may have solved the root with its last nodes.
        let stop = if shared.is_solved() { StopReason::Proven } else { stop };
        let analysis = analysis_of(&main, stop);
        progress(&analysis);
        analysis
    }

    fn new_game(&mut self) {
        self.tree.clear();
    }
}

/// Runs the main thread, which reports progress, and returns why it stopped.
fn search_main<P: Position, S: SearchParts<P>>(
    main: &mut Worker<'_, P, S>,
    progress: Progress<'_, P::Move>,
) -> StopReason {
    let (limits, settings) = (main.shared.limits, main.shared.settings);
    let is_forced = limits.skips_search(main.shared.root.legal_moves().len());
    let is_limited = limits.nodes.is_some() || limits.time.is_some();
    let max_iterations = if is_limited { u64::MAX } else { settings.max_iterations };
    let mut iterations = 0;
    let stop = loop {
        if main.shared.is_solved() {
            break StopReason::Proven;
        }
        if is_forced {
            break StopReason::Forced;
        }
        if iterations >= max_iterations {
            break StopReason::Nodes;
        }
        main.iterate();
        if let Some(reason) = main.counter.stopped {
            break reason;
        }
        iterations += 1;
        if iterations >= FIRST_REPORT && iterations.is_power_of_two() {
            progress(&analysis_of(main, StopReason::Nodes));
        }
    };
    main.counter.finish();
    stop
}

/// Creates the analysis of the tree as it is now.
fn analysis_of<P: Position, S: SearchParts<P>>(
    main: &Worker<'_, P, S>,
    stop: StopReason,
) -> Analysis<P::Move> {
    let shared = main.shared;
    let report = RootReport {
        tree: shared.tree,
        root: shared.root,
        scale: shared.settings.scale::<P>(),
        minimax_weight: shared.minimax_weight(),
    };
    let mut moves = report.moves();
    if !shared.limits.multi_pv {
        moves.truncate(1);
    }
    Analysis {
        moves,
        value: report.value(),
        depth: main.depth,
        nodes: main.counter.total(),
        time: shared.counter.elapsed(),
        stop,
        unit: Unit::Results,
    }
}
