//! The search tree: an arena of nodes that several threads share.

use std::sync::atomic::{AtomicU32, Ordering};

use plateau_core::Position;

use super::node::{NewNode, Node, NodeWords, initial_bounds};

/// The index of the root.
pub const ROOT: u32 = 0;

/// The tree, in an arena of fixed capacity with bump allocation. Children come after their
/// parent.
pub struct Tree<P> {
    /// Zeroed memory that the system maps page by page at first use.
    nodes: Box<[NodeWords]>,
    len: AtomicU32,
    /// The position of the root, `None` if the tree is empty.
    root: Option<P>,
}

impl<P: Position> Tree<P> {
    /// Creates an empty tree of this many megabytes, at least one.
    pub fn new(megabytes: usize) -> Self {
        let capacity = (megabytes.max(1) << 20) / size_of::<NodeWords>();
        let nodes = bytemuck::zeroed_slice_box(capacity.min(u32::MAX as usize));
        Self { nodes, len: AtomicU32::new(0), root: None }
    }

    /// Returns the capacity in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.nodes)
    }

    /// Removes all nodes.
    pub fn clear(&mut self) {
        *self.len.get_mut() = 0;
        self.root = None;
    }

    pub fn node(&self, index: u32) -> Node<'_> {
        Node(&self.nodes[index as usize])
    }

    /// Returns the children of a node, none before it is expanded.
    pub fn children(&self, index: u32) -> impl DoubleEndedIterator<Item = Node<'_>> {
        let children = self.node(index).children().unwrap_or_default();
        self.nodes[children.start as usize..children.end as usize].iter().map(Node)
    }

    /// Returns the number of results at the root, 0 if the tree is empty.
    pub fn root_visits(&self) -> u32 {
        if self.root.is_some() { self.node(ROOT).visits() } else { 0 }
    }

    /// Returns whether there is room for this many nodes.
    pub fn has_room(&self, count: usize) -> bool {
        self.nodes.len() - self.len.load(Ordering::Relaxed) as usize >= count
    }

    /// Allocates contiguous nodes and returns the index of the first, or `None` if the tree is
    /// full.
    pub fn allocate(&self, count: u32) -> Option<u32> {
        let capacity = self.nodes.len();
        let advance = |len: u32| len.checked_add(count).filter(|&len| len as usize <= capacity);
        self.len.try_update(Ordering::Relaxed, Ordering::Relaxed, advance).ok()
    }

    /// Sets the root. In games without cycles, the nodes below a position that follows the old
    /// root by at most two moves are kept; otherwise the tree starts from nothing.
    pub fn set_root(&mut self, position: &P) {
        let kept = self.root.as_ref().and_then(|root| self.find(root, position));
        match kept {
            Some(ROOT) => {}
            Some(kept) => self.keep_below(kept),
            None => {
                *self.len.get_mut() = 1;
                let bounds = initial_bounds::<P>();
                self.node(ROOT).init(NewNode { bounds, value: 0.0, prior: 1.0, is_repetition: false });
            }
        }
        // A bound that a probe has proven does not tell which move achieves it, so the bounds
        // of the root come from its children alone.
        self.node(ROOT).set_bounds(initial_bounds::<P>());
        self.root = Some(*position);
    }

    /// Finds the node of a position at most two moves below the root.
    ///
    /// In cyclic games, proven bounds and repetitions depend on the history of the game, so
    /// nothing is found.
    fn find(&self, root: &P, wanted: &P) -> Option<u32> {
        if P::CYCLIC {
            return None;
        }
        if root == wanted {
            return Some(ROOT);
        }
        let below = |index: u32, position: P| {
            let children = self.node(index).children().unwrap_or_default();
            children.zip(position.legal_moves()).map(move |(child, mv)| (child, position.after(mv)))
        };
        let near = below(ROOT, *root);
        let far = near.clone().flat_map(|(child, position)| below(child, position));
        let found = near.chain(far).filter(|(_, position)| position == wanted);
        // Different moves may lead to the same position.
        found.map(|(index, _)| index).max_by_key(|&index| self.node(index).visits())
    }

    /// Makes a node the root: moves the nodes below it to the front and drops all others.
    fn keep_below(&mut self, kept: u32) {
        const DROPPED: u32 = u32::MAX;
        const FOUND: u32 = u32::MAX - 1;
        let len = *self.len.get_mut();
        // Where each node goes. Children come after their parent, and a node never moves
        // behind a node that is yet to move, so one pass in order is enough.
        let mut new_index = vec![DROPPED; (len - kept) as usize];
        new_index[0] = FOUND;
        let mut next = 0;
        for old in kept..len {
            let slot = (old - kept) as usize;
            if new_index[slot] == DROPPED {
                continue;
            }
            if let Some(children) = self.node(old).children() {
                new_index[(children.start - kept) as usize..(children.end - kept) as usize].fill(FOUND);
            }
            self.node(next).copy_from(self.node(old));
            new_index[slot] = next;
            next += 1;
        }
        *self.len.get_mut() = next;
        for index in 0..next {
            if let Some(children) = self.node(index).children() {
                let first = new_index[(children.start - kept) as usize];
                self.node(index).set_children(first, children.len() as u32);
            }
        }
    }
}
