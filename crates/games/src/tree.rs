//! A textbook tree for code that knows no game: what drawing, explaining and
//! the page read. A node is made when it is asked for, so that a tree of
//! half a million stays as small as the search left it.

use std::ops::Range;

use plateau_core::{Message, Outcome, Player, View};

use crate::limits::Stop;
use crate::table::Bound;
use crate::textbook::{Algorithm, INFINITY, NodeId};

/// A searched tree of any game. The root is node 0, and the children of a node
/// stand side by side.
pub trait AnyTree: Send + Sync {
    /// How it was searched.
    fn algorithm(&self) -> Algorithm;
    /// What its values are counted in.
    fn scale(&self) -> Scale;
    /// How many nodes there are, those never searched included.
    fn len(&self) -> usize;
    /// How many of them the search came to.
    fn visited(&self) -> u32;
    /// A node; `id` must be one of them.
    fn node(&self, id: NodeId) -> TreeNode;
    /// The move that led to a node in the game's notation; none at the root.
    fn move_text(&self, id: NodeId) -> Option<String>;
    /// What the board shows at a node.
    fn view(&self, id: NodeId) -> View;
    /// The nodes of best play from the root, the root first.
    fn best_line(&self) -> Vec<NodeId>;

    /// Never: there is always a root.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A node without its board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The node its move was played in; none at the root.
    pub parent: Option<NodeId>,
    /// The nodes after each move.
    pub children: Range<NodeId>,
    /// Plies from the root.
    pub ply: u32,
    /// How many symmetric moves it stands for.
    pub count: u32,
    /// Whose turn it is.
    pub turn: Player,
    /// The value found, in the tree's [`Scale`]; none where the search never
    /// came.
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

/// What the values of a tree are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// +1, 0, −1, or the margin: the results of games.
    Results,
    /// Hundredths of a piece, as an evaluator gives them; a game that is won
    /// is worth [`Scale::WON`].
    Estimates,
}

impl Scale {
    /// The estimate of a game that is won.
    pub const WON: i32 = 1_000_000;

    /// A value as it is written: `+1`, `0`, `+∞`. Estimates have decimals,
    /// `−0.35`, so that among them `+1` is still a game that is won.
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

/// What to search, for code that knows no game.
#[derive(Clone, Debug)]
pub struct TreePlan {
    /// How it is searched.
    pub algorithm: Algorithm,
    /// How many plies deep; to the end of every game without.
    pub depth: Option<u32>,
    /// The evaluator that judges games which go on at that depth; without it
    /// they count as even.
    pub evaluator: Option<String>,
    /// Whether symmetric moves are searched once.
    pub fold: bool,
    /// How many nodes the tree may have; where they are only counted, how many may
    /// be visited.
    pub limit: usize,
    /// Ends the search from outside.
    pub stop: Stop,
}

/// Why there is no tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTree {
    /// It would have more nodes than the plan allows.
    TooLarge,
    /// Somebody raised the flag.
    Stopped,
    /// The question is wrong, in words.
    Wrong(Message),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_with_their_sign() {
        let results = [1, 0, -6, INFINITY, -INFINITY].map(|value| Scale::Results.write(value));
        assert_eq!(results, ["+1", "0", "−6", "+∞", "−∞"]);
        let estimates = [35, 0, -1_205, Scale::WON].map(|value| Scale::Estimates.write(value));
        assert_eq!(estimates, ["+0.35", "0.00", "−12.05", "+1"]);
    }
}
