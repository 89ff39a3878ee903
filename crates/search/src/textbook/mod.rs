//! Minimax, negamax and alpha-beta as in the books: slow, plain, and keeping
//! the whole tree. It is what is drawn and explained, and the oracle of every
//! fast search.

mod count;

use std::ops::Range;

use plateau_core::{Outcome, Player, Position, Symmetry};

use crate::evaluator::Evaluator;
use crate::limits::Stop;
use crate::score::Score;
use crate::table::Bound;

pub use count::count;

/// A way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Values are for the first player, who maximises.
    Minimax,
    /// Values are for the side to move, and change sign at each ply.
    Negamax,
    /// Minimax that leaves out what can't change the value.
    AlphaBeta,
}

/// The number of a node in its tree.
pub type NodeId = u32;

/// No value reaches these: the window a search begins with.
pub const INFINITY: i32 = i32::MAX;

/// A position of the tree.
#[derive(Clone, Debug)]
pub struct Node<P: Position> {
    /// The position.
    pub position: P,
    /// The move that led here; none at the root.
    pub mv: Option<P::Move>,
    /// The node it was played in; none at the root.
    pub parent: Option<NodeId>,
    /// Plies from the root.
    pub ply: u32,
    /// How many moves of the parent it stands for: more than one where
    /// symmetric moves are folded.
    pub count: u32,
    /// The nodes after each legal move, in their order; none where the search
    /// went no deeper.
    pub children: Range<NodeId>,
    /// The value found; none where the search never came.
    pub value: Option<i32>,
    /// What the value says of the true one.
    pub bound: Bound,
    /// The window (alpha, beta) it was searched with.
    pub window: (i32, i32),
    /// When the search came here, counted from 0; none if it never did.
    pub visit: Option<u32>,
    /// Whether children were left out because they could not matter.
    pub cut: bool,
    /// The outcome, where the game is over.
    pub outcome: Option<Outcome>,
}

/// What the leaves of a tree are worth to the first player.
pub trait Judge<P: Position> {
    /// A finished game.
    fn finished(&self, position: &P, outcome: Outcome, ply: u32) -> i32;
    /// A game that goes on, where the search ends.
    fn unfinished(&self, position: &P) -> i32;
}

/// Won, drawn or lost: +1, 0, −1, or the margin in games played for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Result3;

impl<P: Position> Judge<P> for Result3 {
    fn finished(&self, _: &P, outcome: Outcome, _: u32) -> i32 {
        let size = i32::from(outcome.margin()).max(1);
        match outcome.winner() {
            Some(Player::First) => size,
            Some(Player::Second) => -size,
            None => 0,
        }
    }

    fn unfinished(&self, _: &P) -> i32 {
        0
    }
}

/// What to search.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How it is searched.
    pub algorithm: Algorithm,
    /// How many plies deep; to the end of every game without.
    pub depth: Option<u32>,
    /// Whether moves that a symmetry of the position turns into one another
    /// are searched once.
    pub fold: bool,
    /// How many nodes the tree may have.
    pub limit: usize,
    /// Ends the search from outside.
    pub stop: Stop,
}

impl Plan {
    /// The whole tree, whatever its size.
    pub fn whole(algorithm: Algorithm) -> Self {
        Self { algorithm, depth: None, fold: false, limit: NodeId::MAX as usize, stop: Stop::new() }
    }
}

/// Why a search did not come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// There would be more nodes than allowed.
    TooLarge,
    /// Somebody raised the flag.
    Stopped,
}

/// A search with everything it saw. The root is node 0.
#[derive(Clone, Debug)]
pub struct Tree<P: Position> {
    /// How it was searched.
    pub algorithm: Algorithm,
    /// The nodes; children of a node stand side by side.
    pub nodes: Vec<Node<P>>,
    /// How many of them the search came to.
    pub visited: u32,
}

impl<P: Position> Tree<P> {
    /// Searches a position as planned.
    pub fn search(position: &P, plan: &Plan, judge: &impl Judge<P>) -> Result<Self, Unfinished> {
        let mut tree = Self { algorithm: plan.algorithm, nodes: Vec::new(), visited: 0 };
        tree.add(*position, None, None, 0);
        Search { tree: &mut tree, plan, judge }.visit(
            0,
            plan.depth.unwrap_or(u32::MAX),
            (-INFINITY, INFINITY),
        )?;
        Ok(tree)
    }

    /// The value of the root.
    pub fn value(&self) -> i32 {
        self.nodes[0].value.unwrap_or(0)
    }

    /// The nodes of best play from the root, the root first: at each node the
    /// first child that has its value.
    pub fn best_line(&self) -> Vec<NodeId> {
        let mut line = vec![0];
        let mut node = &self.nodes[0];
        while let Some(best) = self.best_child(node) {
            line.push(best);
            node = &self.nodes[best as usize];
        }
        line
    }

    fn best_child(&self, node: &Node<P>) -> Option<NodeId> {
        let wanted = match self.algorithm {
            Algorithm::Negamax => node.value.map(|value| -value),
            Algorithm::Minimax | Algorithm::AlphaBeta => node.value,
        };
        // In alpha-beta a child that failed may show the same number as a
        // bound: the first that has it is the one the value came from.
        node.children.clone().find(|&child| wanted.is_some() && self.nodes[child as usize].value == wanted)
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

/// A search on its way.
struct Search<'s, P: Position, J> {
    tree: &'s mut Tree<P>,
    plan: &'s Plan,
    judge: &'s J,
}

impl<P: Position, J: Judge<P>> Search<'_, P, J> {
    /// Adds the nodes after each legal move.
    fn expand(&mut self, id: NodeId) -> Result<Range<NodeId>, Unfinished> {
        let (position, ply) = (self.tree.nodes[id as usize].position, self.tree.nodes[id as usize].ply);
        let first = self.tree.nodes.len();
        let moves = position.legal_moves();
        if self.plan.stop.is_raised() {
            return Err(Unfinished::Stopped);
        }
        if first + moves.len() > self.plan.limit {
            return Err(Unfinished::TooLarge);
        }
        let symmetries = if self.plan.fold { stabiliser(&position) } else { Vec::new() };
        for mv in moves {
            let image_of = |other: P::Move| {
                symmetries.iter().any(|&symmetry| position.transform_move(other, symmetry) == mv)
            };
            let same = self.tree.nodes[first..].iter_mut().find(|node| node.mv.is_some_and(image_of));
            match same {
                Some(node) => node.count += 1,
                None => self.tree.add(position.after(mv), Some(mv), Some(id), ply + 1),
            }
        }
        let children = first as NodeId..self.tree.nodes.len() as NodeId;
        self.tree.nodes[id as usize].children = children.clone();
        Ok(children)
    }

    /// Finds the value of a node.
    fn visit(&mut self, id: NodeId, depth: u32, window: (i32, i32)) -> Result<i32, Unfinished> {
        let negates = self.plan.algorithm == Algorithm::Negamax;
        let node = &mut self.tree.nodes[id as usize];
        node.visit = Some(self.tree.visited);
        node.window = window;
        self.tree.visited += 1;
        let turn = node.position.turn();
        let leaf = match node.outcome {
            Some(outcome) => Some(self.judge.finished(&node.position, outcome, node.ply)),
            None if depth == 0 => Some(self.judge.unfinished(&node.position)),
            None => None,
        };
        let value = match leaf {
            Some(value) if negates && turn == Player::Second => -value,
            Some(value) => value,
            None => self.visit_children(id, depth, window, negates || turn == Player::First)?,
        };
        self.tree.nodes[id as usize].value = Some(value);
        Ok(value)
    }

    fn visit_children(
        &mut self,
        id: NodeId,
        depth: u32,
        (mut alpha, mut beta): (i32, i32),
        maximises: bool,
    ) -> Result<i32, Unfinished> {
        let window = (alpha, beta);
        let children = self.expand(id)?;
        let mut best = if maximises { -INFINITY } else { INFINITY };
        for child in children.clone() {
            let value = match self.plan.algorithm {
                Algorithm::Negamax => -self.visit(child, depth - 1, (-INFINITY, INFINITY))?,
                Algorithm::Minimax => self.visit(child, depth - 1, (-INFINITY, INFINITY))?,
                Algorithm::AlphaBeta => self.visit(child, depth - 1, (alpha, beta))?,
            };
            best = if maximises { best.max(value) } else { best.min(value) };
            if self.plan.algorithm == Algorithm::AlphaBeta {
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
        self.tree.nodes[id as usize].bound = if best >= window.1 {
            Bound::Lower
        } else if best <= window.0 {
            Bound::Upper
        } else {
            Bound::Exact
        };
        Ok(best)
    }
}

/// The symmetries that leave a position as it is.
fn stabiliser<P: Position>(position: &P) -> Vec<Symmetry> {
    let keeps = |symmetry: &Symmetry| position.transform(*symmetry) == *position;
    position.symmetries().iter().copied().filter(keeps).collect()
}

/// What plain negamax found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain {
    /// The score for the side to move.
    pub score: Score,
    /// Whether every game was searched to its end.
    pub complete: bool,
    /// Positions visited.
    pub nodes: u64,
}

/// The score of a position by plain negamax to a depth: what every search must
/// find.
pub fn negamax<P: Position, E: Evaluator<P>>(position: &P, depth: u32, evaluator: &E) -> Plain {
    let leaf = |score, complete| Plain { score, complete, nodes: 1 };
    if let Some(outcome) = position.outcome() {
        return leaf(Score::of_outcome::<P>(outcome, position.turn()), true);
    }
    if depth == 0 {
        return leaf(Score::estimate(evaluator.evaluate(position, &evaluator.state(position))), false);
    }
    let mut found = leaf(Score::LOWEST, true);
    for mv in position.legal_moves() {
        let child = negamax(&position.after(mv), depth - 1, evaluator);
        found.score = found.score.max(child.score.for_parent());
        found.complete &= child.complete;
        found.nodes += child.nodes;
    }
    found
}
