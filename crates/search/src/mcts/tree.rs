//! The search tree: selection, expansion and backpropagation.

use std::ops::Range;

use plateau_core::Position;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashSet;

use super::MctsSettings;
use super::node::{Node, initial_bounds};
use crate::node_counter::NodeCounter;
use crate::parts::{Evaluator, MovePicker, Probe, SearchParts};
use crate::score::Score;

/// The tree, stored in a vector that never grows.
pub struct Tree<P: Position> {
    pub nodes: Vec<Node<P::Move>>,
    capacity: usize,
    /// Keys of the positions that the game history makes draws by repetition.
    pub repetition_draws: FxHashSet<u64>,
    pub rng: Option<Xoshiro256PlusPlus>,
    depth: u32,
    /// The nodes on the current path.
    path: Vec<u32>,
    /// The keys of the positions on the current path.
    path_keys: Vec<u64>,
}

impl<P: Position> Tree<P> {
    pub fn new(megabytes: usize) -> Self {
        let capacity = ((megabytes.max(1) << 20) / size_of::<Node<P::Move>>()).min(u32::MAX as usize);
        Self {
            nodes: Vec::with_capacity(capacity),
            capacity,
            repetition_draws: FxHashSet::default(),
            rng: None,
            depth: 0,
            path: Vec::new(),
            path_keys: Vec::new(),
        }
    }

    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<P::Move>>()
    }

    pub fn clear(&mut self) {
        self.nodes.clear();
        self.depth = 0;
    }

    /// Returns the depth of the deepest node.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    pub fn children(&self, node: u32) -> Range<usize> {
        let node = &self.nodes[node as usize];
        node.first_child as usize..node.first_child as usize + node.children as usize
    }

    /// Resets the tree to the root and its moves, whatever the limits: there must
    /// be a move to play, and an immediate win must be found.
    pub fn start<S: SearchParts<P>>(
        &mut self,
        position: &P,
        repetition_draws: FxHashSet<u64>,
        parts: &S,
        settings: &MctsSettings,
        counter: &mut NodeCounter<'_>,
    ) {
        self.clear();
        self.repetition_draws = repetition_draws;
        self.rng = Some(Xoshiro256PlusPlus::seed_from_u64(settings.seed));
        // The root has no move of its own, so any move fills the field.
        let Some(any_move) = position.legal_moves().next() else { return };
        self.nodes.push(Node::new(any_move, initial_bounds::<P>(), 1.0, false));
        self.path.clear();
        self.path_keys.clear();
        self.path_keys.push(position.key());
        self.expand(0, position, parts, settings);
        counter.nodes += self.nodes.len() as u64 - 1;
        counter.poll();
        self.update_bounds(0);
    }

    /// Returns whether the root is solved, or with `multi_pv` each of its moves.
    pub fn is_solved(&self, multi_pv: bool) -> bool {
        if multi_pv {
            self.nodes[self.children(0)].iter().all(Node::is_solved::<P>)
        } else {
            self.nodes[0].is_solved::<P>()
        }
    }

    /// Runs one iteration: selection down to a leaf, expansion, a playout, and
    /// backpropagation. An iteration that a limit stops leaves the tree unchanged.
    pub fn iterate<S: SearchParts<P>>(
        &mut self,
        root: &P,
        parts: &S,
        settings: &MctsSettings,
        max_depth: Option<u32>,
        counter: &mut NodeCounter<'_>,
    ) {
        let mut position = *root;
        let evaluator = parts.evaluator();
        let mut accumulator = evaluator.accumulator(root);
        let mut node = 0;
        self.path.clear();
        self.path.push(0);
        self.path_keys.clear();
        self.path_keys.push(root.key());
        loop {
            if self.nodes[node as usize].children == 0 {
                let leaf = &self.nodes[node as usize];
                let is_expandable = leaf.visits > 0 && !leaf.is_repetition && !leaf.is_solved::<P>();
                let ply = self.path.len() as u32 - 1;
                let has_room = self.capacity - self.nodes.len() >= position.legal_moves().len();
                if !is_expandable || !has_room || max_depth.is_some_and(|max| ply >= max) {
                    break;
                }
                for _ in position.legal_moves() {
                    if counter.count() {
                        return;
                    }
                }
                self.expand(node, &position, parts, settings);
                self.backpropagate_bounds();
                if self.nodes[node as usize].is_solved::<P>() {
                    break;
                }
            }
            let Some(next) = self.select(node, settings) else { break };
            node = next;
            let mv = self.nodes[node as usize].mv;
            let after = position.after(mv);
            accumulator = evaluator.update(&accumulator, &position, mv, &after);
            position = after;
            self.path.push(node);
            if P::CYCLIC {
                self.path_keys.push(position.key());
            }
        }
        self.depth = self.depth.max(self.path.len() as u32 - 1);
        if let Some(result) = self.playout(node, position, accumulator, evaluator, settings, counter) {
            self.backpropagate(result);
        }
    }

    /// Adds the children of a node.
    fn expand<S: SearchParts<P>>(&mut self, node: u32, position: &P, parts: &S, settings: &MctsSettings) {
        let first = self.nodes.len();
        let moves = position.legal_moves();
        let uniform = 1.0 / moves.len().max(1) as f32;
        for mv in moves {
            let child = position.after(mv);
            let (bounds, is_repetition) = self.bounds_before_search(&child, parts.probe());
            let prior = settings.prior_scale.map_or(uniform, |scale| {
                (parts.picker().order_score(position, mv) as f32 / scale).clamp(-20.0, 20.0).exp()
            });
            self.nodes.push(Node::new(mv, bounds, prior, is_repetition));
        }
        let sum: f32 = self.nodes[first..].iter().map(|child| child.prior).sum();
        self.nodes[first..].iter_mut().for_each(|child| child.prior /= sum);
        let children = (self.nodes.len() - first) as u32;
        let node = &mut self.nodes[node as usize];
        (node.first_child, node.children) = (first as u32, children);
    }

    /// Returns the proven bounds of a new node, and whether it repeats a position
    /// on the path. Such a repetition is not a proven draw.
    fn bounds_before_search(&self, position: &P, probe: &impl Probe<P>) -> ((Score, Score), bool) {
        if let Some(outcome) = position.outcome() {
            let score = Score::from_outcome::<P>(outcome, position.turn());
            return ((score, score), false);
        }
        if P::CYCLIC {
            let key = position.key();
            if self.repetition_draws.contains(&key) {
                return ((Score::DRAW, Score::DRAW), false);
            }
            if self.path_keys.contains(&key) {
                return (initial_bounds::<P>(), true);
            }
        }
        let (lower, upper) = initial_bounds::<P>();
        match probe.probe(position) {
            Some(value) => ((lower.max(value.lower), upper.min(value.upper)), false),
            None => ((lower, upper), false),
        }
    }

    /// Selects the child with the best UCT or PUCT score among those that are not
    /// solved and could still change the bounds of their parent.
    ///
    /// With mean `q`, visits `n`, parent visits `N`, prior `p` and exploration
    /// constant `c`, UCT is `q + c·√(ln N / n)` and PUCT is `q + 2c·p·√N / (1 + n)`.
    fn select(&self, node: u32, settings: &MctsSettings) -> Option<u32> {
        let parent = &self.nodes[node as usize];
        let parent_visits = parent.visits.max(1) as f32;
        let mut best = None;
        let mut best_score = f32::NEG_INFINITY;
        for i in self.children(node) {
            let child = &self.nodes[i];
            // At the root every move is kept, since MultiPV reports each of them.
            let is_irrelevant = node != 0 && child.bounds_for_mover().1 <= parent.lower;
            if child.is_solved::<P>() || is_irrelevant {
                continue;
            }
            let visits = child.visits as f32;
            let score = if settings.prior_scale.is_some() {
                child.mean()
                    + settings.exploration * 2.0 * child.prior * parent_visits.sqrt() / (1.0 + visits)
            } else if child.visits == 0 {
                f32::MAX
            } else {
                child.mean() + settings.exploration * (parent_visits.ln() / visits).sqrt()
            };
            if score > best_score {
                best_score = score;
                best = Some(i as u32);
            }
        }
        best
    }

    /// Adds a result, given for the side to move at the leaf, to every node of the
    /// path.
    fn backpropagate(&mut self, result: f32) {
        let mut for_mover = -result;
        for &node in self.path.iter().rev() {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.total += f64::from(for_mover);
            for_mover = -for_mover;
        }
    }

    /// Updates the bounds along the path, from the leaf up, until they stop
    /// changing.
    fn backpropagate_bounds(&mut self) {
        for i in (0..self.path.len()).rev() {
            if !self.update_bounds(self.path[i]) {
                break;
            }
        }
    }

    /// Narrows the bounds of a node by those of its children. Returns whether they
    /// changed.
    fn update_bounds(&mut self, node: u32) -> bool {
        let bounds = self.nodes[self.children(node)].iter().map(Node::bounds_for_mover);
        let Some((lower, upper)) = bounds.reduce(|a, b| (a.0.max(b.0), a.1.max(b.1))) else { return false };
        let node = &mut self.nodes[node as usize];
        let narrowed = (node.lower.max(lower), node.upper.min(upper));
        let changed = narrowed != (node.lower, node.upper);
        (node.lower, node.upper) = narrowed;
        changed
    }
}
