//! The result of a search tree: root moves in order, their values and principal
//! variations.

use std::cmp::Ordering;

use plateau_core::{Objective, Position};

use super::node::Node;
use super::playout::reward;
use super::tree::Tree;
use crate::engine::MoveValue;
use crate::insertion_sort::insertion_sort;
use crate::score::{Score, Value};

/// Creates a value from proven bounds and an estimate. A bound that every game
/// satisfies is replaced by an open one.
fn value_of<P: Position>(lower: Score, upper: Score, estimate: Score) -> Value {
    let is_upper_trivial = match P::OBJECTIVE {
        Objective::Distance => upper.is_win() && !lower.is_win(),
        Objective::Margin => upper.is_win(),
    };
    let is_lower_trivial = match P::OBJECTIVE {
        Objective::Distance => lower.is_loss() && !upper.is_loss(),
        Objective::Margin => lower.is_loss(),
    };
    // In a decided game the proven bound replaces the mean result: the win or loss
    // takes at most that many plies.
    let estimate = if lower.is_win() || lower == upper {
        lower
    } else if upper.is_loss() {
        upper
    } else {
        estimate
    };
    Value {
        lower: if is_lower_trivial { Score::LOWEST } else { lower },
        upper: if is_upper_trivial { Score::HIGHEST } else { upper },
        estimate,
    }
}

/// Compares two moves of the same side; the better one is greater. Won moves come
/// first, the shortest win best, and lost moves last, the longest loss best. The
/// others compare by a lower confidence bound of their mean within the proven
/// bounds.
fn compare<P: Position>(a: &Node<P::Move>, b: &Node<P::Move>, scale: f32) -> Ordering {
    let rank = |node: &Node<P::Move>| {
        let (lower, upper) = node.bounds_for_mover();
        if P::OBJECTIVE == Objective::Distance && lower.is_win() {
            return (2, lower, 0.0);
        }
        if P::OBJECTIVE == Objective::Distance && upper.is_loss() {
            return (0, upper, 0.0);
        }
        let confident = node.mean() - 1.0 / (node.visits as f32 + 0.25).sqrt();
        (1, Score::DRAW, clamp_mean::<P>(confident, (lower, upper), scale))
    };
    let ((a, b), lower) = ((rank(a), rank(b)), a.bounds_for_mover().0.cmp(&b.bounds_for_mover().0));
    (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2)).then(lower)
}

/// Clamps a mean result to the rewards of the proven bounds.
fn clamp_mean<P: Position>(mean: f32, (lower, upper): (Score, Score), scale: f32) -> f32 {
    mean.max(reward::<P>(lower, true, scale)).min(reward::<P>(upper, true, scale))
}

/// Returns the mean result of a node as an estimate for the side that moved there.
fn estimate<P: Position>(node: &Node<P::Move>, scale: f32) -> Score {
    let mean = clamp_mean::<P>(node.mean(), node.bounds_for_mover(), scale);
    Score::estimate((mean * Score::UNIT as f32).round() as i32)
}

impl<P: Position> Tree<P> {
    /// Returns the value of the root.
    pub fn root_value(&self, scale: f32) -> Value {
        let root = &self.nodes[0];
        let best = self.sorted_root_nodes(scale).first().map(|&best| estimate::<P>(&self.nodes[best], scale));
        value_of::<P>(root.lower, root.upper, best.unwrap_or(Score::DRAW))
    }

    /// Returns the children of the root, best first.
    fn sorted_root_nodes(&self, scale: f32) -> Vec<usize> {
        let mut nodes: Vec<usize> = self.children(0).collect();
        let root = &self.nodes[0];
        let exact = (root.lower == root.upper).then_some(root.lower);
        // Once the root's score is exact, the moves that reach it come first,
        // whatever their playouts say.
        let reaches = |i: usize| exact.is_some_and(|score| self.nodes[i].bounds_for_mover().0 == score);
        insertion_sort(&mut nodes, |&a, &b| {
            let by_value = compare::<P>(&self.nodes[a], &self.nodes[b], scale);
            reaches(a).cmp(&reaches(b)).then(by_value).is_gt()
        });
        nodes
    }

    /// Returns the root moves, best first, with values and principal variations.
    pub fn root_moves(&self, scale: f32) -> Vec<MoveValue<P::Move>> {
        let move_value = |i: usize| {
            let node = &self.nodes[i];
            let (lower, upper) = node.bounds_for_mover();
            let value = value_of::<P>(lower, upper, estimate::<P>(node, scale));
            MoveValue { mv: node.mv, value, pv: self.pv(i as u32, scale) }
        };
        self.sorted_root_nodes(scale).into_iter().map(move_value).collect()
    }

    /// Returns the principal variation from a node on.
    fn pv(&self, mut node: u32, scale: f32) -> Vec<P::Move> {
        let mut pv = vec![self.nodes[node as usize].mv];
        loop {
            let is_known = |&i: &usize| {
                let child = &self.nodes[i];
                child.visits > 0 || child.is_solved::<P>()
            };
            // `max_by` returns the last of equal moves; reversed, the first.
            let children = self.children(node).rev().filter(is_known);
            let best = children.max_by(|&a, &b| compare::<P>(&self.nodes[a], &self.nodes[b], scale));
            let Some(best) = best else { return pv };
            pv.push(self.nodes[best].mv);
            node = best as u32;
        }
    }
}
