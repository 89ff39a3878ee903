//! The result of a search: root moves in order, their values and principal variations.

use std::cmp::Ordering;

use plateau_core::{Objective, Position};

use super::node::Node;
use super::reward::reward;
use super::tree::{ROOT, Tree};
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

/// Reads the result of a search from its tree.
pub struct RootReport<'t, P> {
    pub tree: &'t Tree<P>,
    pub root: &'t P,
    /// The evaluation that maps to a result of tanh(1).
    pub scale: f32,
    /// The weight of minimax values against mean results.
    pub minimax_weight: f32,
}

impl<P: Position> RootReport<'_, P> {
    /// Compares two moves of the same side; the better one is greater. Won moves come
    /// first, the shortest win best, and lost moves last, the longest loss best. The
    /// others compare by a lower confidence bound of their expected result within the
    /// proven bounds.
    fn compare(&self, a: Node<'_>, b: Node<'_>) -> Ordering {
        let rank = |node: Node<'_>| {
            let (lower, upper) = node.bounds_for_mover();
            if P::OBJECTIVE == Objective::Distance && lower.is_win() {
                return (2, lower, 0.0);
            }
            if P::OBJECTIVE == Objective::Distance && upper.is_loss() {
                return (0, upper, 0.0);
            }
            let confident = node.expected(self.minimax_weight) - 1.0 / (node.visits() as f32 + 0.25).sqrt();
            (1, Score::DRAW, self.clamp((lower, upper), confident))
        };
        let ((a, b), lower) = ((rank(a), rank(b)), a.bounds_for_mover().0.cmp(&b.bounds_for_mover().0));
        (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2)).then(lower)
    }

    /// Clamps an expected result to the rewards of the proven bounds.
    fn clamp(&self, (lower, upper): (Score, Score), expected: f32) -> f32 {
        expected.max(reward::<P>(lower, true, self.scale)).min(reward::<P>(upper, true, self.scale))
    }

    /// Returns the expected result of a node as an estimate for the side that moved there.
    fn estimate(&self, node: Node<'_>) -> Score {
        let expected = self.clamp(node.bounds_for_mover(), node.expected(self.minimax_weight));
        Score::estimate((expected * Score::UNIT as f32).round() as i32)
    }

    /// Returns the value of the root.
    pub fn value(&self) -> Value {
        let (lower, upper) = self.tree.node(ROOT).bounds();
        let best = self.sorted_children().first().map(|&(_, best)| self.estimate(self.tree.node(best)));
        value_of::<P>(lower, upper, best.unwrap_or(Score::DRAW))
    }

    /// Returns the root moves and their nodes, best first.
    fn sorted_children(&self) -> Vec<(P::Move, u32)> {
        let root = self.tree.node(ROOT);
        let children = root.children().unwrap_or_default();
        let mut children: Vec<(P::Move, u32)> = self.root.legal_moves().zip(children).collect();
        let (lower, upper) = root.bounds();
        let exact = (lower == upper).then_some(lower);
        // Once the root's score is exact, the moves that reach it come first,
        // whatever their results say.
        let reaches = |node: Node<'_>| exact.is_some_and(|score| node.bounds_for_mover().0 == score);
        insertion_sort(&mut children, |&(_, a), &(_, b)| {
            let (a, b) = (self.tree.node(a), self.tree.node(b));
            reaches(a).cmp(&reaches(b)).then(self.compare(a, b)).is_gt()
        });
        children
    }

    /// Returns the root moves, best first, with values and principal variations.
    pub fn moves(&self) -> Vec<MoveValue<P::Move>> {
        let move_value = |(mv, index)| {
            let node = self.tree.node(index);
            let (lower, upper) = node.bounds_for_mover();
            let value = value_of::<P>(lower, upper, self.estimate(node));
            MoveValue { mv, value, pv: self.pv(mv, index) }
        };
        self.sorted_children().into_iter().map(move_value).collect()
    }

    /// Returns the principal variation that starts with a root move.
    fn pv(&self, mv: P::Move, mut index: u32) -> Vec<P::Move> {
        let mut position = self.root.after(mv);
        let mut pv = vec![mv];
        loop {
            let children = self.tree.node(index).children().unwrap_or_default();
            let is_known = |&(child, _): &(u32, P::Move)| {
                let child = self.tree.node(child);
                child.visits() > 0 || child.solved::<P>().is_some()
            };
            let known = children.zip(position.legal_moves()).filter(is_known);
            let better = |best: (u32, P::Move), next: (u32, P::Move)| {
                let order = self.compare(self.tree.node(next.0), self.tree.node(best.0));
                if order.is_gt() { next } else { best }
            };
            let Some((best, mv)) = known.reduce(better) else { return pv };
            pv.push(mv);
            position.play_unchecked(mv);
            index = best;
        }
    }
}
