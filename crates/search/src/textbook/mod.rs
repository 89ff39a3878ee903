//! Minimax, negamax and alpha-beta as in the textbooks: slow, simple, and keeping
//! the whole tree. Used to draw and explain search trees, and as the reference
//! that every fast search is tested against.

mod count;
mod engine;
mod negamax;
mod search;

use std::ops::Range;

use plateau_core::{Outcome, Player, Position};
use thiserror::Error;

use crate::limits::Stop;
use crate::transposition::Bound;

pub use count::count;
pub use engine::NegamaxEngine;
pub use negamax::{NegamaxResult, negamax};

/// A search algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Values are for the first player, who maximises.
    Minimax,
    /// Values are for the side to move and change sign at each ply.
    Negamax,
    /// Minimax with alpha-beta pruning.
    AlphaBeta,
    /// Negamax with alpha-beta pruning.
    NegamaxAlphaBeta,
}

impl Algorithm {
    /// All algorithms.
    pub const ALL: [Self; 4] = [Self::Minimax, Self::Negamax, Self::AlphaBeta, Self::NegamaxAlphaBeta];

    /// Returns the name in options and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::Negamax => "negamax",
            Self::AlphaBeta => "alphabeta",
            Self::NegamaxAlphaBeta => "negamax-alphabeta",
        }
    }

    /// Returns whether values are for the side to move instead of the first player.
    pub fn is_negamax(self) -> bool {
        matches!(self, Self::Negamax | Self::NegamaxAlphaBeta)
    }

    /// Returns whether the algorithm has windows and cutoffs.
    pub fn has_pruning(self) -> bool {
        matches!(self, Self::AlphaBeta | Self::NegamaxAlphaBeta)
    }

    /// Returns the algorithm with the same signs that prunes if this one does not, and
    /// the reverse.
    #[must_use]
    pub fn counterpart(self) -> Self {
        match self {
            Self::Minimax => Self::AlphaBeta,
            Self::AlphaBeta => Self::Minimax,
            Self::Negamax => Self::NegamaxAlphaBeta,
            Self::NegamaxAlphaBeta => Self::Negamax,
        }
    }
}

/// The index of a node in its tree.
pub type NodeId = u32;

/// Larger than any value: the initial window is `(-INFINITY, INFINITY)`.
pub const INFINITY: i32 = i32::MAX;

/// A node of the tree.
#[derive(Clone, Debug)]
pub struct Node<P: Position> {
    /// The position.
    pub position: P,
    /// The move that led here; `None` at the root.
    pub mv: Option<P::Move>,
    /// The parent; `None` at the root.
    pub parent: Option<NodeId>,
    /// Plies from the root.
    pub ply: u32,
    /// Number of equivalent moves that this node represents: more than 1 only
    /// where symmetric moves are folded.
    pub count: u32,
    /// The children, in the order of the legal moves; empty if the node was not
    /// expanded.
    pub children: Range<NodeId>,
    /// The value; `None` if the node was pruned.
    pub value: Option<i32>,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// The window (alpha, beta) the node was searched with.
    pub window: (i32, i32),
    /// The position of this node in the order of visits, from 0; `None` if it was
    /// pruned.
    pub visit: Option<u32>,
    /// Whether a cutoff pruned some of the children.
    pub cut: bool,
    /// The outcome, if the game is over.
    pub outcome: Option<Outcome>,
}

/// Assigns values to the leaves, for the first player.
pub trait LeafEvaluator<P: Position> {
    /// The state carried along each line, as in [`Evaluator`](crate::Evaluator).
    type State;
    /// Computes the state of the root.
    fn state(&self, root: &P) -> Self::State;
    /// Updates the state by a move.
    fn advance(&self, state: &Self::State, before: &P, mv: P::Move, after: &P) -> Self::State;
    /// Returns the value of a finished game.
    fn finished(&self, outcome: Outcome) -> i32;
    /// Returns the value of an unfinished game at the depth limit.
    fn unfinished(&self, position: &P, state: &Self::State) -> i32;
}

/// Evaluates finished games by their result: +1, 0 or −1, or the margin in games
/// played for one. Unfinished games have the value 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameResult;

impl<P: Position> LeafEvaluator<P> for GameResult {
    type State = ();

    fn state(&self, _: &P) {}

    fn advance(&self, (): &(), _: &P, _: P::Move, _: &P) {}

    fn finished(&self, outcome: Outcome) -> i32 {
        let size = i32::from(outcome.margin()).max(1);
        match outcome.winner() {
            Some(Player::First) => size,
            Some(Player::Second) => -size,
            None => 0,
        }
    }

    fn unfinished(&self, _: &P, (): &()) -> i32 {
        0
    }
}

/// The options of a textbook search.
#[derive(Clone, Debug)]
pub struct Options {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Maximum depth in plies; `None` searches to the end of every game.
    pub depth: Option<u32>,
    /// Search equivalent moves of symmetric positions only once.
    pub fold_symmetry: bool,
    /// Maximum number of nodes.
    pub max_nodes: usize,
    /// Stops the search from outside.
    pub stop: Stop,
}

impl Options {
    /// Returns the options of a search of the whole tree, whatever its size.
    pub fn full_tree(algorithm: Algorithm) -> Self {
        let max_nodes = NodeId::MAX as usize;
        Self { algorithm, depth: None, fold_symmetry: false, max_nodes, stop: Stop::new() }
    }
}

/// Why a search was not completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Incomplete {
    /// The tree has more than the maximum number of nodes.
    #[error("the tree has too many nodes")]
    TooLarge,
    /// The stop flag was set.
    #[error("the search was stopped")]
    Stopped,
}

/// A search tree. The root is node 0.
#[derive(Clone, Debug)]
pub struct Tree<P: Position> {
    /// The algorithm that searched it.
    pub algorithm: Algorithm,
    /// The nodes; siblings are contiguous.
    pub nodes: Vec<Node<P>>,
    /// Number of nodes visited; the others were pruned.
    pub visited: u32,
}

impl<P: Position> Tree<P> {
    /// Returns the value of the root.
    pub fn value(&self) -> i32 {
        self.nodes[0].value.unwrap_or(0)
    }

    /// Returns the nodes of the principal variation, the root first: at each node
    /// the first child with the same value.
    pub fn principal_variation(&self) -> Vec<NodeId> {
        let mut pv = vec![0];
        let mut node = &self.nodes[0];
        while let Some(best) = self.best_child(node) {
            pv.push(best);
            node = &self.nodes[best as usize];
        }
        pv
    }

    fn best_child(&self, node: &Node<P>) -> Option<NodeId> {
        let value = if self.algorithm.is_negamax() { -node.value? } else { node.value? };
        // In alpha-beta a later child may return a bound equal to the value; the value comes
        // from the first child that has it.
        node.children.clone().find(|&child| self.nodes[child as usize].value == Some(value))
    }
}
