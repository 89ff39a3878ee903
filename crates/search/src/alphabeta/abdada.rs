//! What the threads of a search are at, so that they do not do the same work
//! twice: a move that another thread is searching is put off until the others
//! have been looked at, and is then often found in the table.

use std::sync::atomic::{AtomicU64, Ordering};

/// Searches under way are few at a time: as many as threads times depth.
const PLACES: usize = 1 << 12;

/// Searches under way. Two with the same place hide each other, which costs
/// time and changes nothing. Work is told by any number that is not 0.
#[derive(Debug)]
pub struct Busy(Vec<AtomicU64>);

impl Default for Busy {
    fn default() -> Self {
        Self::new()
    }
}

impl Busy {
    /// Nobody is at anything.
    pub fn new() -> Self {
        Self(std::iter::repeat_with(AtomicU64::default).take(PLACES).collect())
    }

    fn place(&self, work: u64) -> &AtomicU64 {
        &self.0[work as usize % PLACES]
    }

    /// Whether a thread is at it.
    pub fn has(&self, work: u64) -> bool {
        self.place(work).load(Ordering::Relaxed) == work
    }

    /// A thread begins.
    pub fn begin(&self, work: u64) {
        self.place(work).store(work, Ordering::Relaxed);
    }

    /// It has ended.
    pub fn end(&self, work: u64) {
        let place = self.place(work);
        // Another search may have taken the place; then it is not ours to free.
        let _ = place.compare_exchange(work, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_under_way_from_its_beginning_to_its_end() {
        let busy = Busy::new();
        assert!(!busy.has(7));
        busy.begin(7);
        assert!(busy.has(7) && !busy.has(8));
        busy.end(7);
        assert!(!busy.has(7));
    }

    #[test]
    fn one_that_was_hidden_by_another_does_not_end_it() {
        let busy = Busy::new();
        let other = 7 + PLACES as u64;
        busy.begin(7);
        busy.begin(other);
        assert!(!busy.has(7) && busy.has(other));
        busy.end(7);
        assert!(busy.has(other));
    }
}
