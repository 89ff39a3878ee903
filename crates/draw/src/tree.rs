//! Draws search trees: DOT for Graphviz, SVG and PNG with a tidy layout of our own, and an
//! interactive HTML page. All of them show the board, value and side to move of each node
//! (by colour and by shape), the moves, the principal variation, the results of finished games
//! and the pruned nodes.

pub mod dot;
pub mod html;
pub mod json;
mod label;
pub mod svg;
mod tidy_layout;
mod visible;

use plateau_core::text::Argument;
use plateau_core::{Lang, Layout, Message, Player};
use plateau_games::{AnyTree, TreeNode};
use plateau_search::textbook::{Algorithm, NodeId};
use plateau_search::transposition::Bound;

use crate::phrases;
pub use visible::VisibleNodes;

/// The maximum number of nodes in a picture.
pub const MAX_DRAWN_NODES: usize = 20_000;

/// A tree and how to draw it.
#[derive(Clone, Copy)]
pub struct TreePicture<'t> {
    /// The tree.
    pub tree: &'t dyn AnyTree,
    /// The board of its game.
    pub layout: &'t Layout,
    /// The searched position, for instance `tictactoe 9 x`.
    pub title: &'t str,
    /// The language.
    pub lang: Lang,
    /// The maximum number of nodes to draw.
    pub limit: usize,
    /// The maximum number of moves to draw per node; `None` draws all.
    pub breadth: Option<usize>,
}

impl TreePicture<'_> {
    /// Selects the nodes to draw.
    pub fn visible_nodes(&self) -> VisibleNodes {
        VisibleNodes::select(self.tree, self.limit, self.breadth)
    }

    /// Returns the heading: position, algorithm, node count and value.
    fn heading(&self) -> String {
        let root = self.tree.node(0);
        let value = root.value.map(|value| self.tree.scale().write(value)).unwrap_or_default();
        let perspective = if self.tree.algorithm().is_negamax() {
            phrases::FOR_MOVER.message()
        } else {
            phrases::FOR_FIRST.message().with("player", self.layout.players[0])
        };
        let heading = phrases::HEADING
            .message()
            .with("title", self.title)
            .with("algorithm", algorithm_name(self.tree.algorithm()))
            .with("nodes", node_count(self.tree.visited()))
            .with("value", value)
            .with("perspective", perspective);
        heading.render(self.lang)
    }

    /// Returns why the remaining moves of a node were cut off.
    fn cut_reason(&self, node: &TreeNode) -> Option<Message> {
        if !node.cut {
            return None;
        }
        // In negamax every side maximises.
        let (phrase, bound) = if node.turn == Player::First || self.tree.algorithm().is_negamax() {
            (&phrases::CUT_AT_MOST, node.window.1)
        } else {
            (&phrases::CUT_AT_LEAST, node.window.0)
        };
        let bound = self.tree.scale().write(bound);
        Some(phrase.message().with("player", self.layout.player(node.turn.other())).with("bound", bound))
    }
}

/// Returns the name of an algorithm.
pub fn algorithm_name(algorithm: Algorithm) -> &'static plateau_core::Phrase {
    match algorithm {
        Algorithm::Minimax => &phrases::MINIMAX,
        Algorithm::Negamax => &phrases::NEGAMAX,
        Algorithm::AlphaBeta => &phrases::ALPHABETA,
        Algorithm::NegamaxAlphaBeta => &phrases::NEGAMAX_ALPHABETA,
    }
}

/// Returns notes on what a picture does not show, one sentence each.
pub fn omissions(picture: &TreePicture<'_>, visible: &VisibleNodes) -> Vec<Message> {
    let mut sentences = Vec::new();
    let leaves = depth_limit_leaves(picture.tree);
    if leaves.count > 0 {
        let phrase =
            if leaves.count == 1 { &phrases::DEPTH_LIMIT_LEAF } else { &phrases::DEPTH_LIMIT_LEAVES };
        sentences
            .push(phrase.message().with("depth", leaves.depth).with("count", Argument::Count(leaves.count)));
    }
    if visible.count < visible.total {
        let which = match (visible.breadth, visible.is_limited) {
            (Some(1), true) => phrases::BEST_MOVE_NEAR.message(),
            (Some(1), false) => phrases::BEST_MOVE.message(),
            (Some(breadth), true) => phrases::BEST_MOVES_NEAR.message().with("breadth", breadth),
            (Some(breadth), false) => phrases::BEST_MOVES.message().with("breadth", breadth),
            (None, _) => phrases::NEAREST.message(),
        };
        sentences.push(match visible.count {
            1 => phrases::ONLY_ROOT_DRAWN.message().with("total", Argument::Count(visible.total)),
            drawn => {
                let [drawn, total] = [drawn, visible.total].map(Argument::Count);
                phrases::NODES_DRAWN.message().with("drawn", drawn).with("total", total).with("which", which)
            }
        });
    }
    sentences
}

/// The leaves of a tree at which the search stopped because of its depth limit.
pub struct DepthLimitLeaves {
    /// The number of leaves.
    pub count: usize,
    /// The depth of the deepest one.
    pub depth: u32,
}

/// Counts the leaves of a tree at which the search stopped because of its depth limit.
pub fn depth_limit_leaves(tree: &dyn AnyTree) -> DepthLimitLeaves {
    let nodes = (0..tree.len() as NodeId).map(|id| tree.node(id));
    let leaves =
        nodes.filter(|node| node.visit.is_some() && node.children.is_empty() && node.outcome.is_none());
    leaves.fold(DepthLimitLeaves { count: 0, depth: 0 }, |all, node| DepthLimitLeaves {
        count: all.count + 1,
        depth: all.depth.max(node.ply),
    })
}

/// Returns a node count in words.
pub fn node_count(count: impl Into<u64>) -> Message {
    match count.into() {
        1 => phrases::NODE.message(),
        count => phrases::NODES
            .message()
            .with("nodes", Argument::Count(usize::try_from(count).unwrap_or(usize::MAX))),
    }
}

/// Returns the sign of a bound, written before its value.
fn bound_sign(bound: Bound) -> &'static str {
    match bound {
        Bound::Lower => "≥ ",
        Bound::Upper => "≤ ",
        Bound::Exact => "",
    }
}

/// Returns whether a node is on the principal variation.
fn on_best_line(tree: &dyn AnyTree) -> impl Fn(NodeId) -> bool {
    let line = tree.principal_variation();
    move |id| line.contains(&id)
}

#[cfg(test)]
mod tests;
