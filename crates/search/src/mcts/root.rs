//! What a tree of Monte-Carlo search says in the end: the order of the moves,
//! their values and lines.

use std::cmp::Ordering;

use plateau_core::{Objective, Position};

use crate::engine::MoveValue;
use crate::mcts::worth;
use crate::playout::{Node, Tree};
use crate::score::{Score, Value};

/// A value as it is told: a bound that says no more than that games end is
/// left open.
pub fn told<P: Position>(lower: Score, upper: Score, estimate: Score) -> Value {
    let says_nothing_above = match P::OBJECTIVE {
        Objective::Distance => upper.is_win() && !lower.is_win(),
        Objective::Margin => upper.is_win(),
    };
    let says_nothing_below = match P::OBJECTIVE {
        Objective::Distance => lower.is_loss() && !upper.is_loss(),
        Objective::Margin => lower.is_loss(),
    };
    // The estimate of a decided game is what is proven of it: that it is won,
    // or lost, by then at the latest.
    let estimate = if lower.is_win() || lower == upper {
        lower
    } else if upper.is_loss() {
        upper
    } else {
        estimate
    };
    Value {
        lower: if says_nothing_below { Score::LOWEST } else { lower },
        upper: if says_nothing_above { Score::HIGHEST } else { upper },
        estimate,
    }
}

/// The better of two moves for the side that plays them is the greater. Lost
/// moves come last, the sooner lost the later; what is proven counts as it is,
/// and of what was tried the mean less its uncertainty.
fn compare<P: Position>(a: &Node<P::Move>, b: &Node<P::Move>, scale: f32) -> Ordering {
    let rank = |node: &Node<P::Move>| {
        let (lower, upper) = node.for_mover();
        if P::OBJECTIVE == Objective::Distance && lower.is_win() {
            return (2, lower, 0.0);
        }
        if P::OBJECTIVE == Objective::Distance && upper.is_loss() {
            return (0, upper, 0.0);
        }
        // What is proven holds against any luck.
        let careful = node.mean() - 1.0 / (node.visits as f32 + 0.25).sqrt();
        (1, Score::DRAW, within::<P>(careful, (lower, upper), scale))
    };
    let ((a, b), lower) = ((rank(a), rank(b)), a.for_mover().0.cmp(&b.for_mover().0));
    (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2)).then(lower)
}

/// A mean of results, as far as the bounds of the score allow it.
fn within<P: Position>(mean: f32, (lower, upper): (Score, Score), scale: f32) -> f32 {
    mean.max(worth::<P>(lower, true, scale)).min(worth::<P>(upper, true, scale))
}

/// The mean of a node's results as an estimate for the side that moved there.
fn estimate<P: Position>(node: &Node<P::Move>, scale: f32) -> Score {
    let mean = within::<P>(node.mean(), node.for_mover(), scale);
    Score::estimate((mean * Score::UNIT as f32).round() as i32)
}

impl<P: Position> Tree<P> {
    /// The value of the root.
    pub fn root_value(&self, scale: f32) -> Value {
        let root = &self.nodes[0];
        let best = self.order(scale).first().map(|&best| estimate::<P>(&self.nodes[best], scale));
        told::<P>(root.lower, root.upper, best.unwrap_or(Score::DRAW))
    }

    /// The moves of the root, the best first.
    fn order(&self, scale: f32) -> Vec<usize> {
        let mut order: Vec<usize> = self.children(0).collect();
        let exact = |node: &Node<P::Move>| (node.lower == node.upper).then_some(node.lower);
        // Once the root's score is known, the moves that reach it come first,
        // whatever the luck of the others.
        let reaches =
            |i: usize| exact(&self.nodes[0]).is_some_and(|score| self.nodes[i].for_mover().0 == score);
        order.sort_by(|&a, &b| {
            let better = compare::<P>(&self.nodes[b], &self.nodes[a], scale);
            reaches(b).cmp(&reaches(a)).then(better)
        });
        order
    }

    /// The moves of the root, the best first, with values and lines.
    pub fn root_moves(&self, scale: f32) -> Vec<MoveValue<P::Move>> {
        let judge = |i: usize| {
            let node = &self.nodes[i];
            let (lower, upper) = node.for_mover();
            let value = told::<P>(lower, upper, estimate::<P>(node, scale));
            MoveValue { mv: node.mv, value, line: self.line(i as u32, scale) }
        };
        self.order(scale).into_iter().map(judge).collect()
    }

    /// The moves from a node on, the best of each side.
    fn line(&self, mut node: u32, scale: f32) -> Vec<P::Move> {
        let mut line = vec![self.nodes[node as usize].mv];
        loop {
            let tried = |&i: &usize| {
                let child = &self.nodes[i];
                child.visits > 0 || child.is_settled::<P>()
            };
            // Of equal moves the first, as everywhere.
            let children = self.children(node).rev().filter(tried);
            let best = children.max_by(|&a, &b| compare::<P>(&self.nodes[a], &self.nodes[b], scale));
            let Some(best) = best else { return line };
            line.push(self.nodes[best].mv);
            node = best as u32;
        }
    }
}
