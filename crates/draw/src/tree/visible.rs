//! Selects the nodes of a large tree to draw: those nearest to the root, and the best moves of
//! each node.

use std::cmp::Reverse;

use plateau_core::Player;
use plateau_games::AnyTree;
use plateau_search::textbook::NodeId;

/// The nodes of a tree that are drawn.
#[derive(Clone, Debug)]
pub struct VisibleNodes {
    /// Indexed by node; empty if all nodes are visible.
    is_visible: Vec<bool>,
    /// The number of visible nodes.
    pub count: usize,
    /// The number of all nodes.
    pub total: usize,
    /// The maximum number of moves per node, if it hides any.
    pub breadth: Option<usize>,
    /// Whether the maximum number of nodes hides any.
    pub is_limited: bool,
}

impl VisibleNodes {
    /// Selects nodes breadth-first from the root up to `limit`, with at most `breadth` of the
    /// best moves per node. The root is always visible.
    pub fn select(tree: &dyn AnyTree, limit: usize, breadth: Option<usize>) -> Self {
        let total = tree.len();
        let mut visible =
            Self { is_visible: Vec::new(), count: total, total, breadth: None, is_limited: false };
        if total <= limit && breadth.is_none() {
            return visible;
        }
        visible.is_visible = vec![false; total];
        visible.is_visible[0] = true;
        visible.count = 1;
        let pv = tree.principal_variation();
        let mut ply = vec![0];
        while !ply.is_empty() {
            let mut next: Vec<NodeId> = Vec::new();
            for id in ply {
                let mut chosen = best_moves(tree, id, &pv, breadth);
                if chosen.len() < tree.node(id).children.len() {
                    visible.breadth = breadth;
                }
                let room = limit.saturating_sub(visible.count);
                if chosen.len() > room {
                    visible.is_limited = true;
                    if room == 0 {
                        continue;
                    }
                    chosen = best_moves(tree, id, &pv, Some(room));
                }
                visible.count += chosen.len();
                for &child in &chosen {
                    visible.is_visible[child as usize] = true;
                }
                next.extend(chosen);
            }
            ply = next;
        }
        visible
    }

    /// Whether a node is visible.
    pub fn contains(&self, id: NodeId) -> bool {
        self.is_visible.is_empty() || self.is_visible[id as usize]
    }

    /// Returns the visible nodes, each after its parent.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> {
        (0..self.total as NodeId).filter(|&id| self.contains(id))
    }

    /// Returns the number of moves of a node that are not visible.
    pub fn hidden_moves(&self, tree: &dyn AnyTree, id: NodeId) -> usize {
        if self.is_visible.is_empty() {
            return 0;
        }
        tree.node(id).children.filter(|&child| !self.contains(child)).count()
    }
}

/// Returns the best moves of a node, in the order of the tree. A move of the principal
/// variation counts as the best, and moves that were not searched as the worst.
fn best_moves(tree: &dyn AnyTree, id: NodeId, pv: &[NodeId], breadth: Option<usize>) -> Vec<NodeId> {
    let node = tree.node(id);
    let mut moves: Vec<NodeId> = node.children.collect();
    let Some(breadth) = breadth.filter(|&breadth| breadth < moves.len()) else { return moves };
    let for_first = !tree.algorithm().is_negamax();
    moves.sort_by_cached_key(|child| {
        let value = tree.node(*child).value;
        // In negamax a child's value is for its side to move, otherwise for the first player.
        let gain = value.map(|value| if for_first && node.turn == Player::First { value } else { -value });
        (Reverse(pv.contains(child)), Reverse(gain), *child)
    });
    moves.truncate(breadth);
    moves.sort_unstable();
    moves
}
