//! One thread of the search: selection, valuation of the leaf, backpropagation.

use plateau_core::Position;
use plateau_core::hash::mix2;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashSet;

use super::counter::{SharedCounter, ThreadCounter};
use super::expansion::Expansion;
use super::node::NewNode;
use super::reward::reward;
use super::settings::{LeafValue, MctsSettings};
use super::tree::{ROOT, Tree};
use crate::limits::Limits;
use crate::parts::{EvaluationStack, SearchParts};

/// The state shared by all threads of a search.
pub struct SharedState<'s, P, S> {
    pub tree: &'s Tree<P>,
    pub root: &'s P,
    pub parts: &'s S,
    pub settings: &'s MctsSettings,
    pub leaf: LeafValue,
    pub limits: &'s Limits,
    pub counter: SharedCounter<'s>,
    /// Keys of the positions that the game history makes draws by repetition.
    pub repetition_draws: FxHashSet<u64>,
}

impl<P: Position, S> SharedState<'_, P, S> {
    /// Returns whether the root is solved, or with `MultiPV` each of its moves.
    pub fn is_solved(&self) -> bool {
        if self.limits.multi_pv {
            self.tree.children(ROOT).all(|child| child.solved::<P>().is_some())
        } else {
            self.tree.node(ROOT).solved::<P>().is_some()
        }
    }

    /// Returns the weight of minimax values. Playouts have none.
    pub fn minimax_weight(&self) -> f32 {
        match self.leaf {
            LeafValue::Evaluation => self.settings.minimax_weight,
            LeafValue::Playout => 0.0,
        }
    }
}

/// The state of one search thread.
pub struct Worker<'s, P: Position, S: SearchParts<P>> {
    pub(super) shared: &'s SharedState<'s, P, S>,
    pub counter: ThreadCounter<'s>,
    pub(super) rng: Xoshiro256PlusPlus,
    /// The evaluator along the path. Not used by playouts.
    pub(super) stack: S::Stack,
    /// The nodes on the path.
    path: Vec<u32>,
    /// The keys of the positions on the path, in cyclic games.
    pub(super) path_keys: Vec<u64>,
    /// The children of the node that is being expanded.
    pub(super) new_nodes: Vec<NewNode>,
    /// Whether the picker selects each move, by move index.
    pub(super) is_candidate: Vec<bool>,
    /// The length of the longest path.
    pub depth: u32,
}

impl<'s, P: Position, S: SearchParts<P>> Worker<'s, P, S> {
    /// Creates a thread by its number, 0 for the main thread.
    pub fn new(shared: &'s SharedState<'s, P, S>, thread: u64) -> Self {
        let seed = if thread == 0 { shared.settings.seed } else { mix2(shared.settings.seed, thread) };
        let mut stack = shared.parts.evaluation_stack();
        stack.set_root(shared.root);
        Self {
            shared,
            counter: ThreadCounter::new(&shared.counter),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            stack,
            path: Vec::new(),
            path_keys: vec![shared.root.key()],
            new_nodes: Vec::new(),
            is_candidate: vec![false; P::MOVE_SPAN],
            depth: 0,
        }
    }

    /// Expands the root, whatever the limits: there must be a move to play, and an immediate
    /// win must be found.
    pub fn expand_root(&mut self) {
        let shared = self.shared;
        let root = shared.tree.node(ROOT);
        if root.claim() && self.expand(ROOT, shared.root) {
            self.counter.count_always(root.children().map_or(0, |children| children.len() as u64));
        }
        root.update::<P>(shared.tree.children(ROOT), shared.settings.scale::<P>());
    }

    /// Searches until a limit stops the thread or the root is solved.
    pub fn help(&mut self) {
        while self.counter.stopped.is_none() && !self.shared.counter.is_finished() && !self.shared.is_solved()
        {
            self.iterate();
        }
        self.counter.finish();
    }

    /// Runs one iteration: selection down to a leaf, expansion, valuation and
    /// backpropagation. An iteration that a limit stops adds no result.
    pub fn iterate(&mut self) {
        let shared = self.shared;
        self.path.clear();
        self.path_keys.truncate(1);
        let mut position = *shared.root;
        self.visit(ROOT);
        let result = loop {
            let index = self.path[self.path.len() - 1];
            let node = shared.tree.node(index);
            let ply = self.path.len() as u32 - 1;
            let is_limited = shared.limits.depth.is_some_and(|max| ply >= max);
            let is_solved = index != ROOT && node.solved::<P>().is_some();
            if is_limited || is_solved || node.is_repetition() {
                break self.leaf_result(index, &position);
            }
            if node.children().is_none() {
                match self.try_expand(index, &position) {
                    Expansion::Stopped => break None,
                    Expansion::Refused => break self.leaf_result(index, &position),
                    Expansion::Done => self.update_path(),
                }
                if shared.leaf == LeafValue::Evaluation || node.solved::<P>().is_some() {
                    break self.leaf_result(index, &position);
                }
            }
            let Some((mv, child)) = self.select(index, &position) else {
                // Several threads have solved the last children at the same time, and neither
                // has seen the result of the other.
                self.update_path();
                break self.leaf_result(index, &position);
            };
            position.play_unchecked(mv);
            if shared.leaf == LeafValue::Evaluation {
                self.stack.push(mv, &position);
            }
            if P::CYCLIC {
                self.path_keys.push(position.key());
            }
            self.visit(child);
        };
        self.depth = self.depth.max(self.path.len() as u32 - 1);
        self.backpropagate(result);
    }

    fn visit(&mut self, node: u32) {
        self.shared.tree.node(node).enter();
        self.path.push(node);
    }

    /// Selects a child with its move.
    fn select(&self, index: u32, position: &P) -> Option<(P::Move, u32)> {
        let (tree, settings) = (self.shared.tree, self.shared.settings);
        let chosen = match self.shared.leaf {
            LeafValue::Evaluation => tree.select_puct(index, settings),
            LeafValue::Playout => tree.select_uct(index, settings),
        };
        let child = chosen?;
        let first = tree.node(index).children()?.start;
        position.legal_moves().nth((child - first) as usize).map(|mv| (mv, child))
    }

    /// Returns the result at a leaf for the side to move there: the proven score, the
    /// evaluation or the result of a playout. Returns `None` if a limit stopped the playout.
    fn leaf_result(&mut self, index: u32, position: &P) -> Option<f32> {
        let node = self.shared.tree.node(index);
        if let Some(score) = node.solved::<P>() {
            let result = reward::<P>(score, true, self.shared.settings.scale::<P>());
            return (!self.counter.count()).then_some(result);
        }
        if node.is_repetition() {
            return (!self.counter.count()).then_some(0.0);
        }
        match self.shared.leaf {
            LeafValue::Evaluation => (!self.counter.count()).then(|| -node.value()),
            LeafValue::Playout => self.playout(*position),
        }
    }

    /// Updates bounds and minimax values along the path, from the leaf up, until they stop
    /// changing.
    fn update_path(&self) {
        let (tree, scale) = (self.shared.tree, self.shared.settings.scale::<P>());
        let changes = |&&node: &&u32| tree.node(node).update::<P>(tree.children(node), scale);
        self.path.iter().rev().take_while(changes).for_each(|_| {});
    }

    /// Removes the thread from every node of the path and adds the result, given for the side
    /// to move at the leaf. Above a solved node its proven score counts.
    fn backpropagate(&mut self, result: Option<f32>) {
        let scale = self.shared.settings.scale::<P>();
        let mut result = result;
        for &index in self.path.iter().rev() {
            let node = self.shared.tree.node(index);
            match &mut result {
                Some(result) => {
                    if let Some(score) = node.solved::<P>() {
                        *result = reward::<P>(score, true, scale);
                    }
                    *result = -*result;
                    node.leave_with(*result);
                }
                None => node.leave(),
            }
            if index != ROOT && self.shared.leaf == LeafValue::Evaluation {
                self.stack.pop();
            }
        }
    }
}
