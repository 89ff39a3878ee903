//! Textbook search trees for code that does not know the game.
//!
//! Nodes are created on demand, so that a tree of half a million nodes takes no
//! more memory than the search itself.

use std::ops::Range;

use plateau_core::{Message, Outcome, Player, View};
use plateau_search::Stop;
use plateau_search::textbook::{Algorithm, INFINITY, NodeId};
use plateau_search::transposition::Bound;

/// A search tree of any game. The root is node 0; siblings are contiguous.
pub trait AnyTree: Send + Sync {
    /// Returns the algorithm that searched the tree.
    fn algorithm(&self) -> Algorithm;
    /// Returns the unit of the values.
    fn scale(&self) -> Scale;
    /// Returns the number of nodes, pruned ones included.
    fn len(&self) -> usize;
    /// Returns the number of nodes that the search visited.
    fn visited(&self) -> u32;
    /// Returns a node. Panics if there is no node with this id.
    fn node(&self, id: NodeId) -> TreeNode;
    /// Returns the move that led to a node, in the game's notation; `None` at the
    /// root.
    fn move_text(&self, id: NodeId) -> Option<String>;
    /// Returns the board of a node.
    fn view(&self, id: NodeId) -> View;
    /// Returns the nodes of the principal variation, the root first.
    fn principal_variation(&self) -> Vec<NodeId>;

    /// Returns `false`: a tree has at least a root.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A node without its board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The parent; `None` at the root.
    pub parent: Option<NodeId>,
    /// The children.
    pub children: Range<NodeId>,
    /// Plies from the root.
    pub ply: u32,
    /// Number of equivalent moves that this node represents.
    pub count: u32,
    /// The side to move.
    pub turn: Player,
    /// The value in the tree's [`Scale`]; `None` if the node was pruned.
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

/// The unit of the values of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Game results: +1, 0 or −1, or the margin.
    Results,
    /// Evaluations in hundredths of a piece; a won game counts as [`Scale::WON`].
    Estimates,
}

impl Scale {
    /// The value of a won game among estimates.
    pub const WON: i32 = 1_000_000;

    /// Formats a value: `+1`, `0`, `+∞`. Estimates have decimals, as in `−0.35`, so
    /// that `+1` always means a won game.
    pub fn write(self, value: i32) -> String {
        let sign = match value.signum() {
            1 => "+",
            -1 => "−",
            _ => "",
        };
        match (self, value.unsigned_abs()) {
            (_, size) if size >= INFINITY as u32 => format!("{sign}∞"),
            (Self::Results, size) => format!("{sign}{size}"),
            (Self::Estimates, size) if size >= Self::WON as u32 => format!("{sign}1"),
            (Self::Estimates, size) => format!("{sign}{}.{:02}", size / 100, size % 100),
        }
    }
}

/// The options of a textbook search.
#[derive(Clone, Debug)]
pub struct TreeOptions {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Maximum depth in plies; `None` searches to the end of every game.
    pub depth: Option<u32>,
    /// The evaluator of unfinished games at the depth limit; `None` counts them as
    /// even.
    pub evaluator: Option<String>,
    /// Search equivalent moves of symmetric positions only once.
    pub fold_symmetry: bool,
    /// Maximum number of nodes of the tree, or of visited nodes when they are only
    /// counted.
    pub max_nodes: usize,
    /// Stops the search from outside.
    pub stop: Stop,
}

/// Why no tree was built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeError {
    /// The tree has more than the maximum number of nodes.
    TooLarge,
    /// The stop flag was set.
    Stopped,
    /// The options are invalid.
    Invalid(Message),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_formatted_with_their_sign() {
        let results = [1, 0, -6, INFINITY, -INFINITY].map(|value| Scale::Results.write(value));
        assert_eq!(results, ["+1", "0", "−6", "+∞", "−∞"]);
        let estimates = [35, 0, -1_205, Scale::WON].map(|value| Scale::Estimates.write(value));
        assert_eq!(estimates, ["+0.35", "0.00", "−12.05", "+1"]);
    }
}
