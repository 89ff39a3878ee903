//! Monte-Carlo tree search: UCT, or PUCT with priors, and proven bounds.
//!
//! Each node holds, beside its visit count and mean playout result, a proven
//! lower and upper bound of its score (score-bounded MCTS, Cazenave and Saffidine
//! 2010, a generalisation of MCTS-Solver). Wins, losses and draws are known as
//! soon as the tree shows them, and moves that can no longer matter are skipped.
//!
//! One thread, no transpositions, no RAVE. The tree is rebuilt for each search.

mod node;
mod playout;
mod root;
mod tree;

use std::sync::Arc;

use plateau_core::Position;

use crate::engine::{Analysis, Engine, GamePosition, Progress};
use crate::limits::{Limits, StopReason};
use crate::node_counter::NodeCounter;
use crate::parts::SearchParts;
use crate::repetition::repetition_draws;
use crate::score::Unit;
use crate::time::{Clock, SystemClock};

use tree::Tree;

/// The settings of Monte-Carlo tree search.
#[derive(Clone, Debug)]
pub struct MctsSettings {
    /// Size of the tree in megabytes.
    pub memory_mb: usize,
    /// Seed of the random playouts. Every search starts from it, so that the same
    /// position always gets the same analysis.
    pub seed: u64,
    /// The exploration constant of UCT and PUCT.
    pub exploration: f32,
    /// Use PUCT: the prior of a move is the softmax of its ordering score divided
    /// by this scale. `None` is UCT, without priors.
    pub prior_scale: Option<f32>,
    /// End playouts after this many plies with a static evaluation. `None` plays
    /// them to the end of the game.
    pub playout_plies: Option<u32>,
    /// The evaluation that maps to a playout result of tanh(1), about 0.76.
    pub evaluation_scale: f32,
    /// Maximum number of playouts of a search with neither a node nor a time
    /// limit, since not every position can be proven.
    pub max_playouts: u64,
}

impl Default for MctsSettings {
    fn default() -> Self {
        Self {
            memory_mb: 64,
            seed: 0,
            exploration: 0.8,
            prior_scale: None,
            playout_plies: None,
            evaluation_scale: 400.0,
            max_playouts: 1_000_000,
        }
    }
}

/// The number of playouts at the first progress report; the next ones follow at
/// each doubling.
const FIRST_REPORT: u64 = 1_024;

/// The Monte-Carlo tree search engine of one game with its [parts](crate::parts).
///
/// Nodes are counted in the tree and in playouts. A depth limit applies to the
/// tree, not to playouts.
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

    fn analysis(&self, limits: &Limits, counter: &NodeCounter<'_>, stop: StopReason) -> Analysis<P::Move> {
        let mut moves = self.tree.root_moves(self.settings.evaluation_scale);
        let value = self.tree.root_value(self.settings.evaluation_scale);
        if !limits.multi_pv {
            moves.truncate(1);
        }
        let (depth, nodes, time) = (self.tree.depth(), counter.nodes, counter.elapsed());
        Analysis { moves, value, depth, nodes, time, stop, unit: Unit::Results }
    }
}

impl<P: Position, S: SearchParts<P>> Engine<P> for Mcts<P, S> {
    fn search_position(
        &mut self,
        game: &GamePosition<P>,
        limits: &Limits,
        progress: Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let position = game.position();
        let clock = self.clock.clone().unwrap_or_else(|| Arc::new(SystemClock::start()));
        let mut counter = NodeCounter::new(limits, &*clock);
        self.tree.start(position, repetition_draws(game), &self.parts, &self.settings, &mut counter);
        let is_forced = limits.skips_search(position.legal_moves().len());
        let is_limited = limits.nodes.is_some() || limits.time.is_some();
        let max_playouts = if is_limited { u64::MAX } else { self.settings.max_playouts };
        let mut playouts = 0;
        let stop = loop {
            if self.tree.is_solved(limits.multi_pv) {
                break StopReason::Proven;
            }
            if is_forced {
                break StopReason::Forced;
            }
            if playouts >= max_playouts {
                break StopReason::Nodes;
            }
            self.tree.iterate(position, &self.parts, &self.settings, limits.depth, &mut counter);
            if let Some(reason) = counter.stopped {
                break reason;
            }
            playouts += 1;
            if playouts >= FIRST_REPORT && playouts.is_power_of_two() {
                progress(&self.analysis(limits, &counter, StopReason::Nodes));
            }
        };
        let analysis = self.analysis(limits, &counter, stop);
        progress(&analysis);
        analysis
    }

    fn new_game(&mut self) {
        self.tree.clear();
    }
}
