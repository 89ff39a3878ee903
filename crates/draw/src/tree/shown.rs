//! Which nodes of a large tree are drawn: those nearest the root.

use plateau_search::AnyTree;
use plateau_search::textbook::NodeId;

/// The nodes that are drawn.
#[derive(Clone, Debug)]
pub struct Shown {
    /// By node; empty when all are.
    kept: Vec<bool>,
    /// How many are drawn.
    pub drawn: usize,
    /// How many there are.
    pub total: usize,
}

impl Shown {
    /// Ply by ply from the root, all moves of a position or none, as long as
    /// they fit. The root always is.
    pub fn of(tree: &dyn AnyTree, limit: usize) -> Self {
        let total = tree.len();
        if total <= limit {
            return Self { kept: Vec::new(), drawn: total, total };
        }
        let mut kept = vec![false; total];
        kept[0] = true;
        let mut drawn = 1;
        let mut ply = vec![0];
        while !ply.is_empty() {
            let mut next: Vec<NodeId> = Vec::new();
            for id in ply {
                let children = tree.node(id).children;
                if drawn + children.len() <= limit {
                    drawn += children.len();
                    children.clone().for_each(|child| kept[child as usize] = true);
                    next.extend(children);
                }
            }
            ply = next;
        }
        Self { kept, drawn, total }
    }

    /// Whether a node is drawn.
    pub fn has(&self, id: NodeId) -> bool {
        self.kept.is_empty() || self.kept[id as usize]
    }

    /// The nodes that are drawn, each after its parent.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> {
        (0..self.total as NodeId).filter(|&id| self.has(id))
    }
}
