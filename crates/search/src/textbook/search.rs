//! The textbook search, which builds the tree as it goes.

use std::ops::Range;

use plateau_core::{Player, Position, Symmetry};

use super::{Algorithm, INFINITY, Incomplete, LeafEvaluator, Node, NodeId, Options, Tree};
use crate::symmetric_moves::stabiliser;
use crate::transposition::Bound;

impl<P: Position> Tree<P> {
    /// Searches a position.
    pub fn search(
        position: &P,
        options: &Options,
        evaluator: &impl LeafEvaluator<P>,
    ) -> Result<Self, Incomplete> {
        let mut tree = Self { algorithm: options.algorithm, nodes: Vec::new(), visited: 0 };
        tree.add(*position, None, None, 0);
        let depth = options.depth.unwrap_or(u32::MAX);
        let states = vec![evaluator.state(position)];
        Search { tree: &mut tree, options, evaluator, states }.visit(0, depth, (-INFINITY, INFINITY))?;
        Ok(tree)
    }

    fn add(&mut self, position: P, mv: Option<P::Move>, parent: Option<NodeId>, ply: u32) {
        self.nodes.push(Node {
            outcome: position.outcome(),
            position,
            mv,
            parent,
            ply,
            count: 1,
            children: 0..0,
            value: None,
            bound: Bound::Exact,
            window: (-INFINITY, INFINITY),
            visit: None,
            cut: false,
        });
    }
}

struct Search<'s, P: Position, L: LeafEvaluator<P>> {
    tree: &'s mut Tree<P>,
    options: &'s Options,
    evaluator: &'s L,
    /// The evaluator's states on the path from the root.
    states: Vec<L::State>,
}

impl<P: Position, L: LeafEvaluator<P>> Search<'_, P, L> {
    /// Adds the children of a node.
    fn expand(&mut self, id: NodeId) -> Result<Range<NodeId>, Incomplete> {
        let (position, ply) = (self.tree.nodes[id as usize].position, self.tree.nodes[id as usize].ply);
        let first = self.tree.nodes.len();
        let moves = position.legal_moves();
        if self.options.stop.is_raised() {
            return Err(Incomplete::Stopped);
        }
        if first + moves.len() > self.options.max_nodes {
            return Err(Incomplete::TooLarge);
        }
        let symmetries: Vec<Symmetry> =
            if self.options.fold_symmetry { stabiliser(&position).collect() } else { Vec::new() };
        for mv in moves {
            let is_equivalent = |other: P::Move| {
                symmetries.iter().any(|&symmetry| position.transform_move(other, symmetry) == mv)
            };
            let mut siblings = self.tree.nodes[first..].iter_mut();
            match siblings.find(|node| node.mv.is_some_and(is_equivalent)) {
                Some(node) => node.count += 1,
                None => self.tree.add(position.after(mv), Some(mv), Some(id), ply + 1),
            }
        }
        let children = first as NodeId..self.tree.nodes.len() as NodeId;
        self.tree.nodes[id as usize].children = children.clone();
        Ok(children)
    }

    /// Computes the value of a node.
    fn visit(&mut self, id: NodeId, depth: u32, window: (i32, i32)) -> Result<i32, Incomplete> {
        let is_negamax = self.options.algorithm.is_negamax();
        let node = &mut self.tree.nodes[id as usize];
        node.visit = Some(self.tree.visited);
        node.window = window;
        self.tree.visited += 1;
        let node = &self.tree.nodes[id as usize];
        let turn = node.position.turn();
        let leaf_value = match node.outcome {
            Some(outcome) => Some(self.evaluator.finished(outcome)),
            None if depth == 0 => Some(self.evaluator.unfinished(&node.position, self.state())),
            None => None,
        };
        let value = match leaf_value {
            Some(value) if is_negamax && turn == Player::Second => -value,
            Some(value) => value,
            None => self.visit_children(id, depth, window, is_negamax || turn == Player::First)?,
        };
        self.tree.nodes[id as usize].value = Some(value);
        Ok(value)
    }

    /// Visits a child with the evaluator's state updated by its move.
    fn visit_child(&mut self, id: NodeId, depth: u32, window: (i32, i32)) -> Result<i32, Incomplete> {
        let child = &self.tree.nodes[id as usize];
        if let (Some(parent), Some(mv)) = (child.parent, child.mv) {
            let before = &self.tree.nodes[parent as usize].position;
            self.states.push(self.evaluator.advance(self.state(), before, mv, &child.position));
        }
        let value = self.visit(id, depth, window)?;
        self.states.pop();
        Ok(value)
    }

    /// Returns the evaluator's state at the current node.
    fn state(&self) -> &L::State {
        self.states.last().expect("the root's state stays on the stack")
    }

    fn visit_children(
        &mut self,
        id: NodeId,
        depth: u32,
        (mut alpha, mut beta): (i32, i32),
        maximises: bool,
    ) -> Result<i32, Incomplete> {
        let window = (alpha, beta);
        let children = self.expand(id)?;
        let mut best = if maximises { -INFINITY } else { INFINITY };
        for child in children.clone() {
            let algorithm = self.options.algorithm;
            let mut visit = |window| self.visit_child(child, depth - 1, window);
            let value = match algorithm {
                Algorithm::Minimax => visit((-INFINITY, INFINITY))?,
                Algorithm::Negamax => -visit((-INFINITY, INFINITY))?,
                Algorithm::AlphaBeta => visit((alpha, beta))?,
                Algorithm::NegamaxAlphaBeta => -visit((-beta, -alpha))?,
            };
            best = if maximises { best.max(value) } else { best.min(value) };
            if algorithm.has_pruning() {
                if maximises {
                    alpha = alpha.max(best);
                } else {
                    beta = beta.min(best);
                }
                if alpha >= beta {
                    self.tree.nodes[id as usize].cut = child + 1 < children.end;
                    break;
                }
            }
        }
        self.tree.nodes[id as usize].bound = Bound::of_window(best, window.0, window.1);
        Ok(best)
    }
}
