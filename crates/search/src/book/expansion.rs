//! Drop-out expansion (Lincke 2001): which positions an opening book needs next.
//!
//! The tree begins with the start position. A round chooses leaves, adds the positions after all their
//! moves, and backs their values up by negamax. The next leaf is the one with the least cost on its line
//! from the start: each ply costs `ply_cost`, and each move what it loses against the best move
//! of its position, by either side. So the best lines become deep, and a move that loses a little is
//! followed nearly as far: it drops out when it turns out to lose more.
//!
//! The caller evaluates positions, in any order and on any number of threads. The order of expansions
//! depends on the values alone.

use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

/// The number of leaves that a round expands: enough to keep several threads busy.
const LEAVES_PER_ROUND: usize = 4;

/// The cost of a position that has nothing to expand.
const NOTHING_TO_EXPAND: u32 = u32::MAX;

/// No edge, or no node.
const NONE: u32 = u32::MAX;

/// The rules of a game, as far as an expansion needs them.
pub trait Successors {
    /// Returns the positions after all legal moves, in the order of the moves. `line` leads to the position
    /// from the start: each number is the index of a move among the legal ones.
    fn successors(&self, line: &[u16]) -> Vec<Successor>;
}

/// The position after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successor {
    /// The [book key](super::book_key).
    pub key: u64,
    /// If the move ends the game, the value for the side that would be to move.
    pub finished: Option<i16>,
}

/// A position to evaluate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The book key.
    pub key: u64,
    /// The line that leads to it.
    pub line: Vec<u16>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    key: u64,
    /// The value for the side to move: of a search, or backed up.
    value: i16,
    is_finished: bool,
    ply: u16,
    /// The least cost of a leaf below, counted from here.
    cost: u32,
    /// The node and the move that reached it first.
    parent: u32,
    move_index: u16,
    /// The edges to the positions after its moves.
    children: (u32, u16),
    /// The last edge that leads here, the first of a list.
    last_edge: u32,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    parent: u32,
    child: u32,
    /// The next edge to the same child.
    next: u32,
}

/// A tree of evaluated positions that grows by drop-out expansion. Transpositions and symmetric positions
/// are one node.
#[derive(Debug)]
pub struct Expansion {
    ply_cost: u32,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    by_key: FxHashMap<u64, u32>,
    /// The leaves of the current round, with the positions after their moves.
    selected: Vec<(u32, Vec<Successor>)>,
}

impl Expansion {
    /// Creates a tree that has only the start position, with its value. One ply costs as much as a move
    /// that loses `ply_cost` hundredths of a piece.
    pub fn new(start: u64, value: i16, ply_cost: u32) -> Self {
        let mut tree = Self {
            ply_cost,
            nodes: Vec::new(),
            edges: Vec::new(),
            by_key: FxHashMap::default(),
            selected: Vec::new(),
        };
        tree.add_node(start, value, false, NONE, 0);
        tree
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether there are no positions: never.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the value of the start position.
    pub fn value(&self) -> i16 {
        self.nodes[0].value
    }

    /// Returns the length of the longest line.
    pub fn depth(&self) -> u16 {
        self.nodes.iter().map(|node| node.ply).max().unwrap_or(0)
    }

    /// Chooses the leaves of the next round and returns the new positions after their moves, which must be
    /// evaluated and passed to [`insert`](Self::insert). Returns `None` if there is nothing to expand.
    pub fn next_round(&mut self, rules: &dyn Successors) -> Option<Vec<Request>> {
        let mut requests: Vec<Request> = Vec::new();
        while self.selected.len() < LEAVES_PER_ROUND && self.nodes[0].cost != NOTHING_TO_EXPAND {
            let leaf = self.cheapest_leaf();
            let line = self.line(leaf);
            let successors = rules.successors(&line);
            for (successor, index) in successors.iter().zip(0_u16..) {
                let is_known = self.by_key.contains_key(&successor.key)
                    || requests.iter().any(|request| request.key == successor.key);
                if successor.finished.is_none() && !is_known {
                    let line = line.iter().copied().chain([index]).collect();
                    requests.push(Request { key: successor.key, line });
                }
            }
            self.selected.push((leaf, successors));
            // So that the next leaf of the round is another one.
            self.nodes[leaf as usize].cost = NOTHING_TO_EXPAND;
            self.update_parents(leaf);
        }
        (!self.selected.is_empty()).then_some(requests)
    }

    /// Adds the values of a round's new positions, in the order of the requests.
    pub fn insert(&mut self, requests: &[Request], values: &[i16]) {
        let values: FxHashMap<u64, i16> =
            requests.iter().map(|request| request.key).zip(values.iter().copied()).collect();
        for (leaf, successors) in std::mem::take(&mut self.selected) {
            let first = self.edges.len() as u32;
            for (successor, index) in successors.iter().zip(0_u16..) {
                let child = match (self.by_key.get(&successor.key), successor.finished) {
                    (Some(&child), _) => child,
                    (None, Some(value)) => self.add_node(successor.key, value, true, leaf, index),
                    (None, None) => {
                        let value = values.get(&successor.key).copied().unwrap_or(0);
                        self.add_node(successor.key, value, false, leaf, index)
                    }
                };
                let next = self.nodes[child as usize].last_edge;
                self.nodes[child as usize].last_edge = self.edges.len() as u32;
                self.edges.push(Edge { parent: leaf, child, next });
            }
            self.nodes[leaf as usize].children = (first, successors.len() as u16);
            if self.update(leaf) {
                self.update_parents(leaf);
            }
        }
    }

    /// Returns the line of best moves from the start.
    pub fn best_line(&self, rules: &dyn Successors) -> Vec<u16> {
        let (mut line, mut node) = (Vec::new(), 0);
        while let Some(best) = self.children(node).min_by_key(|&child| self.nodes[child as usize].value) {
            let key = self.nodes[best as usize].key;
            // The line of a transposition leads to another image of the position.
            let Some(index) = rules.successors(&line).iter().position(|successor| successor.key == key)
            else {
                break;
            };
            line.push(index as u16);
            node = best;
        }
        line
    }

    /// Returns the keys and values of the book: expanded positions, and leaves that lose at most `margin`
    /// hundredths of a piece against the best move of a position before them. Other leaves would never be
    /// played.
    pub fn entries(&self, margin: u16) -> Vec<(u64, i16)> {
        let is_needed = |(index, node): (u32, &Node)| {
            let is_near = |edge: Edge| {
                let best = i32::from(self.nodes[edge.parent as usize].value);
                best + i32::from(node.value) <= i32::from(margin)
            };
            let is_expanded = self.children(index).next().is_some();
            let is_kept = index == 0 || is_expanded || self.edges_to(index).any(is_near);
            (is_kept && !node.is_finished).then_some((node.key, node.value))
        };
        (0..).zip(&self.nodes).filter_map(is_needed).collect()
    }

    fn add_node(&mut self, key: u64, value: i16, is_finished: bool, parent: u32, move_index: u16) -> u32 {
        let number = self.nodes.len() as u32;
        let ply = self.nodes.get(parent as usize).map_or(0, |parent| parent.ply + 1);
        let cost = if is_finished { NOTHING_TO_EXPAND } else { 0 };
        let (children, last_edge) = ((0, 0), NONE);
        self.nodes.push(Node { key, value, is_finished, ply, cost, parent, move_index, children, last_edge });
        self.by_key.insert(key, number);
        number
    }

    fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let (first, count) = self.nodes[node as usize].children;
        let edges = &self.edges[first as usize..first as usize + usize::from(count)];
        edges.iter().map(|edge| edge.child)
    }

    fn edges_to(&self, node: u32) -> impl Iterator<Item = Edge> + '_ {
        let edge = |number: u32| self.edges.get(number as usize).copied();
        std::iter::successors(edge(self.nodes[node as usize].last_edge), move |last| edge(last.next))
    }

    /// Returns the cost of a leaf below a child, counted from its parent.
    fn cost_through(&self, parent_value: i16, child: u32) -> u32 {
        let child = &self.nodes[child as usize];
        let loss = (i32::from(parent_value) + i32::from(child.value)).max(0) as u32;
        child.cost.saturating_add(self.ply_cost).saturating_add(loss)
    }

    /// Computes the value and the cost of an expanded node. Returns whether one has changed.
    fn update(&mut self, node: u32) -> bool {
        let value = self.children(node).map(|child| -self.nodes[child as usize].value).max();
        let Some(value) = value else { return false };
        let cost = self.children(node).map(|child| self.cost_through(value, child)).min();
        let old = &mut self.nodes[node as usize];
        let (value_before, cost_before) = (old.value, old.cost);
        old.value = value;
        old.cost = cost.unwrap_or(NOTHING_TO_EXPAND);
        (old.value, old.cost) != (value_before, cost_before)
    }

    /// Updates the nodes above one that has changed, the deepest first.
    fn update_parents(&mut self, changed: u32) {
        let mut waiting: BinaryHeap<(u16, u32)> = BinaryHeap::new();
        self.push_parents(changed, &mut waiting);
        while let Some(next) = waiting.pop() {
            let is_repeated = waiting.peek() == Some(&next);
            if !is_repeated && self.update(next.1) {
                self.push_parents(next.1, &mut waiting);
            }
        }
    }

    fn push_parents(&self, node: u32, waiting: &mut BinaryHeap<(u16, u32)>) {
        waiting.extend(self.edges_to(node).map(|edge| (self.nodes[edge.parent as usize].ply, edge.parent)));
    }

    /// Returns the leaf of least cost; of equal ones the one after the first move.
    fn cheapest_leaf(&self) -> u32 {
        let mut node = 0;
        loop {
            let value = self.nodes[node as usize].value;
            match self.children(node).min_by_key(|&child| self.cost_through(value, child)) {
                Some(child) => node = child,
                None => return node,
            }
        }
    }

    /// Returns the line that reached a node first.
    fn line(&self, mut node: u32) -> Vec<u16> {
        let mut line = Vec::new();
        while self.nodes[node as usize].parent != NONE {
            line.push(self.nodes[node as usize].move_index);
            node = self.nodes[node as usize].parent;
        }
        line.reverse();
        line
    }
}
