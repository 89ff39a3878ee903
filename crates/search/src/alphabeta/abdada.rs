//! ABDADA: threads avoid searching the same node at the same time.
//!
//! Before a thread searches a move, it checks whether another thread is already
//! searching it, and if so defers the move until the others are done. By then
//! its result is often in the transposition table.
//!
//! This is simplified ABDADA as described by Kerrigan. The original (Weill 1996)
//! counts the threads at a node in its transposition table entry; here nodes in
//! progress are kept in a small table of their own.

use std::sync::atomic::{AtomicU64, Ordering};

use plateau_core::Position;

use super::worker::Worker;
use crate::parts::SearchParts;

/// The minimum depth at which moves are deferred.
const MIN_DEFER_DEPTH: u32 = 4;

/// Number of slots. Few nodes are in progress at a time: at most the number of
/// threads times the depth.
const SLOTS: usize = 1 << 12;

/// The table of nodes that some thread is currently searching.
///
/// A node is identified by any non-zero number made from its key and depth. Two
/// nodes that share a slot overwrite each other, which costs time but never
/// changes a result.
#[derive(Debug)]
pub struct AbdadaTable(Vec<AtomicU64>);

impl Default for AbdadaTable {
    fn default() -> Self {
        Self::new()
    }
}

impl AbdadaTable {
    /// Creates an empty table.
    pub fn new() -> Self {
        Self(std::iter::repeat_with(AtomicU64::default).take(SLOTS).collect())
    }

    fn slot(&self, node: u64) -> &AtomicU64 {
        &self.0[node as usize % SLOTS]
    }

    /// Returns whether a thread is searching this node.
    pub fn is_searched(&self, node: u64) -> bool {
        self.slot(node).load(Ordering::Relaxed) == node
    }

    /// Marks a node as being searched.
    pub fn start(&self, node: u64) {
        self.slot(node).store(node, Ordering::Relaxed);
    }

    /// Removes the mark of a node.
    pub fn finish(&self, node: u64) {
        // Leave the slot alone if another node has overwritten it.
        let _ = self.slot(node).compare_exchange(node, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

impl<P: Position, S: SearchParts<P>> Worker<'_, P, S> {
    /// Returns the number that identifies the search of a move, or `None` if it
    /// is too shallow to coordinate or there is only one thread.
    #[inline]
    pub fn abdada_id(&self, position: &P, mv: P::Move, depth: u32) -> Option<u64> {
        let is_shared = depth >= MIN_DEFER_DEPTH && self.shared.abdada.is_some();
        is_shared.then(|| position.after(mv).key().wrapping_add(u64::from(depth)))
    }

    /// Returns whether another thread is searching the same move.
    #[inline]
    pub fn is_searched_elsewhere(&self, id: Option<u64>) -> bool {
        id.zip(self.shared.abdada.as_ref()).is_some_and(|(id, table)| table.is_searched(id))
    }

    /// Marks a move as being searched by this thread.
    #[inline]
    pub fn start_search(&self, id: Option<u64>) {
        if let Some((id, table)) = id.zip(self.shared.abdada.as_ref()) {
            table.start(id);
        }
    }

    /// Removes the mark of a move.
    #[inline]
    pub fn finish_search(&self, id: Option<u64>) {
        if let Some((id, table)) = id.zip(self.shared.abdada.as_ref()) {
            table.finish(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_is_marked_from_start_to_finish() {
        let table = AbdadaTable::new();
        assert!(!table.is_searched(7));
        table.start(7);
        assert!(table.is_searched(7) && !table.is_searched(8));
        table.finish(7);
        assert!(!table.is_searched(7));
    }

    #[test]
    fn finishing_an_overwritten_node_keeps_the_other() {
        let table = AbdadaTable::new();
        let other = 7 + SLOTS as u64;
        table.start(7);
        table.start(other);
        assert!(!table.is_searched(7) && table.is_searched(other));
        table.finish(7);
        assert!(table.is_searched(other));
    }
}
