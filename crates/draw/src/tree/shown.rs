//! Which nodes of a large tree are drawn: those nearest the root, and of each
//! position the best moves.

use std::cmp::Reverse;

use plateau_core::Player;
use plateau_games::AnyTree;
use plateau_search::textbook::{Algorithm, NodeId};

/// The nodes that are drawn.
#[derive(Clone, Debug)]
pub struct Shown {
    /// By node; empty when all are.
    kept: Vec<bool>,
    /// How many are drawn.
    pub drawn: usize,
    /// How many there are.
    pub total: usize,
    /// The most moves of a position that are drawn, where some are left out.
    pub breadth: Option<usize>,
    /// Whether nodes far from the root are left out.
    pub near: bool,
}

impl Shown {
    /// Ply by ply from the root, as long as they fit: of each position its best
    /// moves up to a breadth, and of the last one as many as there is room for. The
    /// root always is.
    pub fn of(tree: &dyn AnyTree, limit: usize, breadth: Option<usize>) -> Self {
        let total = tree.len();
        let mut shown = Self { kept: Vec::new(), drawn: total, total, breadth: None, near: false };
        if total <= limit && breadth.is_none() {
            return shown;
        }
        shown.kept = vec![false; total];
        shown.kept[0] = true;
        shown.drawn = 1;
        let line = tree.principal_variation();
        let mut ply = vec![0];
        while !ply.is_empty() {
            let mut next: Vec<NodeId> = Vec::new();
            for id in ply {
                let mut chosen = best_moves(tree, id, &line, breadth);
                if chosen.len() < tree.node(id).children.len() {
                    shown.breadth = breadth;
                }
                let room = limit.saturating_sub(shown.drawn);
                if chosen.len() > room {
                    shown.near = true;
                    if room == 0 {
                        continue;
                    }
                    chosen = best_moves(tree, id, &line, Some(room));
                }
                shown.drawn += chosen.len();
                for &child in &chosen {
                    shown.kept[child as usize] = true;
                }
                next.extend(chosen);
            }
            ply = next;
        }
        shown
    }

    /// Whether a node is drawn.
    pub fn has(&self, id: NodeId) -> bool {
        self.kept.is_empty() || self.kept[id as usize]
    }

    /// The nodes that are drawn, each after its parent.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> {
        (0..self.total as NodeId).filter(|&id| self.has(id))
    }

    /// How many moves of a node are left out.
    pub fn hidden(&self, tree: &dyn AnyTree, id: NodeId) -> usize {
        if self.kept.is_empty() {
            return 0;
        }
        tree.node(id).children.filter(|&child| !self.has(child)).count()
    }
}

/// The best moves of a node for its side, in their order: first the one of the
/// best line, last those never searched.
fn best_moves(tree: &dyn AnyTree, id: NodeId, line: &[NodeId], breadth: Option<usize>) -> Vec<NodeId> {
    let node = tree.node(id);
    let mut moves: Vec<NodeId> = node.children.collect();
    let Some(breadth) = breadth.filter(|&breadth| breadth < moves.len()) else { return moves };
    let for_first = tree.algorithm() != Algorithm::Negamax;
    moves.sort_by_cached_key(|child| {
        let value = tree.node(*child).value;
        // A child's value is for the first player, or for whose turn it is there.
        let gain = value.map(|value| if for_first && node.turn == Player::First { value } else { -value });
        (Reverse(line.contains(child)), Reverse(gain), *child)
    });
    moves.truncate(breadth);
    moves.sort_unstable();
    moves
}
