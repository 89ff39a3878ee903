//! Expansion: the children of a node with their bounds, static values and priors.

use plateau_core::Position;
use rand::RngExt;

use super::node::{NewNode, initial_bounds, solved_score};
use super::reward::reward;
use super::settings::LeafValue;
use super::tree::ROOT;
use super::worker::Worker;
use crate::parts::{EvaluationStack, MovePicker, Probe, SearchParts};
use crate::score::Score;

/// Half the range of the random numbers that are added to static values, so that another seed
/// gives another game. Differences this small tell nothing about the moves.
const EVALUATION_NOISE: f32 = 0.005;

/// What became of an attempt to expand a node.
pub enum Expansion {
    /// The node has children now.
    Done,
    /// The node stays a leaf: the tree is full, another thread expands it, or it needs a
    /// playout first.
    Refused,
    /// A limit stopped the search.
    Stopped,
}

impl<P: Position, S: SearchParts<P>> Worker<'_, P, S> {
    /// Expands a leaf if it is due and there is room.
    pub(super) fn try_expand(&mut self, index: u32, position: &P) -> Expansion {
        let (tree, moves) = (self.shared.tree, position.legal_moves().len());
        let node = tree.node(index);
        let is_due = self.shared.leaf == LeafValue::Evaluation || node.visits() > 0;
        if !is_due || !tree.has_room(moves) {
            return Expansion::Refused;
        }
        if (0..moves).any(|_| self.counter.count()) {
            return Expansion::Stopped;
        }
        if node.claim() && self.expand(index, position) { Expansion::Done } else { Expansion::Refused }
    }

    /// Adds the children of a node that this thread has claimed. Returns `false` if the tree is
    /// full.
    pub(super) fn expand(&mut self, index: u32, position: &P) -> bool {
        let tree = self.shared.tree;
        self.compute_children(index, position);
        let count = self.new_nodes.len() as u32;
        let Some(first) = tree.allocate(count) else {
            tree.node(index).unclaim();
            return false;
        };
        for (child, &new) in (first..).zip(&self.new_nodes) {
            tree.node(child).init(new);
        }
        tree.node(index).set_children(first, count);
        true
    }

    /// Computes the children of a node.
    fn compute_children(&mut self, index: u32, position: &P) {
        let is_evaluated = self.shared.leaf == LeafValue::Evaluation;
        let scale = self.shared.settings.scale::<P>();
        if is_evaluated {
            self.mark_candidates(index, position);
        }
        self.new_nodes.clear();
        let mut worst = f32::INFINITY;
        for mv in position.legal_moves() {
            let child = position.after(mv);
            let (bounds, is_repetition) = self.bounds_before_search(&child);
            let mut new = NewNode { bounds, value: 0.0, prior: 1.0, is_repetition };
            if let Some(score) = solved_score::<P>(bounds) {
                new.value = -reward::<P>(score, true, scale);
            } else if is_evaluated && !is_repetition {
                new.value = f32::NEG_INFINITY;
                if self.is_candidate[P::move_index(mv)] {
                    let score = Score::estimate(self.stack.evaluate_child(position, mv, &child));
                    let noise = self.rng.random_range(-EVALUATION_NOISE..=EVALUATION_NOISE);
                    new.value = -reward::<P>(score, false, scale) + noise;
                    worst = worst.min(new.value);
                }
            }
            self.new_nodes.push(new);
        }
        if is_evaluated {
            self.set_priors(worst);
        }
    }

    /// Marks the moves that the picker selects. The others are not evaluated: they stay in the
    /// tree, so that every proof holds, with a prior of 0.
    fn mark_candidates(&mut self, index: u32, position: &P) {
        let parts = self.shared.parts;
        // A picker may rely on the probe, which decides every node but the root before it is
        // expanded.
        let is_decided = index == ROOT && parts.probe().probe(position).is_some();
        let prunes = parts.picker().forward_prunes() && !is_decided;
        self.is_candidate.fill(!prunes);
        if prunes {
            let is_candidate = &mut self.is_candidate;
            parts.picker().candidates(position, 1, &mut |mv, _| is_candidate[P::move_index(mv)] = true);
        }
    }

    /// Sets the priors: the softmax of the values. Moves that were not evaluated get a prior of
    /// 0 and the value of the worst evaluated move.
    fn set_priors(&mut self, worst: f32) {
        let temperature = self.shared.settings.prior_temperature;
        let worst = if worst.is_finite() { worst } else { 0.0 };
        let best = self.new_nodes.iter().map(|new| new.value).fold(f32::NEG_INFINITY, f32::max);
        let weight = |value: f32| if value.is_finite() { ((value - best) / temperature).exp() } else { 0.0 };
        let sum: f32 = self.new_nodes.iter().map(|new| weight(new.value)).sum();
        for new in &mut self.new_nodes {
            new.prior = weight(new.value) / sum;
            if !new.value.is_finite() {
                new.value = worst;
            }
        }
    }

    /// Returns the proven bounds of a new node, and whether it repeats a position
    /// on the path. Such a repetition is not a proven draw.
    fn bounds_before_search(&self, position: &P) -> ((Score, Score), bool) {
        if let Some(outcome) = position.outcome() {
            let score = Score::from_outcome::<P>(outcome, position.turn());
            return ((score, score), false);
        }
        if P::CYCLIC {
            let key = position.key();
            if self.shared.repetition_draws.contains(&key) {
                return ((Score::DRAW, Score::DRAW), false);
            }
            if self.path_keys.contains(&key) {
                return (initial_bounds::<P>(), true);
            }
        }
        let (lower, upper) = initial_bounds::<P>();
        match self.shared.parts.probe().probe(position) {
            Some(value) => ((lower.max(value.lower), upper.min(value.upper)), false),
            None => ((lower, upper), false),
        }
    }
}
