//! Adjacency lists in compressed form.

/// The edges of a directed graph whose nodes are numbered from 0, stored as one
/// list after the other.
pub struct Adjacency {
    /// The start of each list in `targets`, and the end of the last one.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Adjacency {
    /// Creates a graph without nodes.
    pub fn new() -> Self {
        Self { starts: vec![0], targets: Vec::new() }
    }

    /// Adds an edge of the node that [`finish_node`](Self::finish_node) will add.
    pub fn push_edge(&mut self, target: u32) {
        self.targets.push(target);
    }

    /// Adds a node with the edges pushed since the last one.
    pub fn finish_node(&mut self) {
        self.starts.push(self.targets.len() as u32);
    }

    /// Returns the targets of a node's edges.
    pub fn of(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    fn node_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the graph with every edge reversed. Multiple edges stay multiple.
    pub fn reversed(&self) -> Self {
        let mut starts = vec![0; self.starts.len()];
        for &target in &self.targets {
            starts[target as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; self.targets.len()];
        for node in 0..self.node_count() as u32 {
            for &target in self.of(node) {
                let slot = &mut next[target as usize];
                targets[*slot as usize] = node;
                *slot += 1;
            }
        }
        Self { starts, targets }
    }
}
