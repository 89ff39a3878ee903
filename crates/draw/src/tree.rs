//! Search trees as pictures: DOT for Graphviz, SVG and PNG by a layout of our
//! own, and one HTML page to explore. All of them show each position's board,
//! value and side (by colour and by shape), the moves between them, the best
//! line, how games ended and what was never searched.

pub mod dot;
pub mod html;
pub mod json;
mod label;
mod shown;
pub mod svg;
mod tidy;

use plateau_core::text::Argument;
use plateau_core::{Lang, Layout, Message};
use plateau_games::{AnyTree, TreeNode};
use plateau_search::textbook::{Algorithm, NodeId};
use plateau_search::transposition::Bound;

use crate::phrases;
pub use shown::Shown;

/// Drawn pictures stop at so many nodes.
pub const DRAWN: usize = 20_000;

/// A tree with what is needed to draw it.
#[derive(Clone, Copy)]
pub struct Sketch<'t> {
    /// The tree.
    pub tree: &'t dyn AnyTree,
    /// The board of its game.
    pub layout: &'t Layout,
    /// What is searched, for instance `tictactoe 9 x`.
    pub title: &'t str,
    /// The language of its words.
    pub lang: Lang,
    /// How many nodes are drawn at most.
    pub limit: usize,
    /// How many moves of a position are drawn at most; all of them without.
    pub breadth: Option<usize>,
}

impl Sketch<'_> {
    /// What is drawn of it.
    pub fn shown(&self) -> Shown {
        Shown::of(self.tree, self.limit, self.breadth)
    }

    /// What was searched, how, and what came out.
    fn heading(&self) -> String {
        let root = self.tree.node(0);
        let value = root.value.map(|value| self.tree.scale().write(value)).unwrap_or_default();
        let perspective = match self.tree.algorithm() {
            Algorithm::Negamax => phrases::FOR_MOVER.message(),
            Algorithm::Minimax | Algorithm::AlphaBeta => {
                phrases::FOR_FIRST.message().with("player", self.layout.players[0])
            }
        };
        let heading = phrases::HEADING
            .message()
            .with("title", self.title)
            .with("algorithm", algorithm_name(self.tree.algorithm()))
            .with("nodes", nodes(self.tree.visited()))
            .with("value", value)
            .with("perspective", perspective);
        heading.render(self.lang)
    }

    /// Why moves of a node were never searched.
    fn reason(&self, node: &TreeNode) -> Option<Message> {
        use plateau_core::Player::{First, Second};
        if !node.cut {
            return None;
        }
        let (has, phrase, bound) = match node.turn {
            First => (Second, &phrases::CUT_AT_MOST, node.window.1),
            Second => (First, &phrases::CUT_AT_LEAST, node.window.0),
        };
        let bound = self.tree.scale().write(bound);
        Some(phrase.message().with("player", self.layout.player(has)).with("bound", bound))
    }
}

/// What an algorithm is called.
pub fn algorithm_name(algorithm: Algorithm) -> &'static plateau_core::Phrase {
    match algorithm {
        Algorithm::Minimax => &phrases::MINIMAX,
        Algorithm::Negamax => &phrases::NEGAMAX,
        Algorithm::AlphaBeta => &phrases::ALPHABETA,
    }
}

/// What a picture leaves out, in a sentence each.
pub fn left_out(sketch: &Sketch<'_>, shown: &Shown) -> Vec<Message> {
    let mut sentences = Vec::new();
    let unfinished = unfinished(sketch.tree);
    if unfinished.count > 0 {
        let phrase = if unfinished.count == 1 { &phrases::GAME_GOES_ON } else { &phrases::GAMES_GO_ON };
        sentences.push(
            phrase.message().with("depth", unfinished.depth).with("count", Argument::Count(unfinished.count)),
        );
    }
    if shown.drawn < shown.total {
        let which = match (shown.breadth, shown.near) {
            (Some(1), true) => phrases::BEST_MOVE_NEAR.message(),
            (Some(1), false) => phrases::BEST_MOVE.message(),
            (Some(breadth), true) => phrases::BEST_MOVES_NEAR.message().with("breadth", breadth),
            (Some(breadth), false) => phrases::BEST_MOVES.message().with("breadth", breadth),
            (None, _) => phrases::NEAREST.message(),
        };
        sentences.push(match shown.drawn {
            1 => phrases::ONE_DRAWN.message().with("total", Argument::Count(shown.total)),
            drawn => {
                let [drawn, total] = [drawn, shown.total].map(Argument::Count);
                phrases::LEFT_OUT.message().with("drawn", drawn).with("total", total).with("which", which)
            }
        });
    }
    sentences
}

/// The games that a search left unfinished, and how deep.
pub struct Unfinished {
    /// How many.
    pub count: usize,
    /// The depth of the deepest.
    pub depth: u32,
}

/// The games of a tree that its search left unfinished.
pub fn unfinished(tree: &dyn AnyTree) -> Unfinished {
    let ends = (0..tree.len() as NodeId).map(|id| tree.node(id));
    let ends = ends.filter(|node| node.visit.is_some() && node.children.is_empty() && node.outcome.is_none());
    ends.fold(Unfinished { count: 0, depth: 0 }, |all, node| Unfinished {
        count: all.count + 1,
        depth: all.depth.max(node.ply),
    })
}

/// A number of nodes, in words.
pub fn nodes(count: impl Into<u64>) -> Message {
    match count.into() {
        1 => phrases::NODE.message(),
        count => phrases::NODES
            .message()
            .with("nodes", Argument::Count(usize::try_from(count).unwrap_or(usize::MAX))),
    }
}

/// How a bound is written before its value.
fn bound_sign(bound: Bound) -> &'static str {
    match bound {
        Bound::Lower => "≥ ",
        Bound::Upper => "≤ ",
        Bound::Exact => "",
    }
}

/// Whether each node is on the best line.
fn on_best_line(tree: &dyn AnyTree) -> impl Fn(NodeId) -> bool {
    let line = tree.principal_variation();
    move |id| line.contains(&id)
}

#[cfg(test)]
mod tests;
