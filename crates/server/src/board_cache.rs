//! A cache of boards, by the request for them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Maximum number of boards.
const MAX_BOARDS: usize = 256;

/// Maximum size of a request or a board, in bytes.
const MAX_BYTES: usize = 64 * 1024;

/// The cache of boards.
#[derive(Debug, Default)]
pub struct BoardCache(Mutex<HashMap<String, Arc<str>>>);

impl BoardCache {
    fn boards(&self) -> MutexGuard<'_, HashMap<String, Arc<str>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a board.
    pub fn get(&self, request: &str) -> Option<Arc<str>> {
        self.boards().get(request).cloned()
    }

    /// Adds a board and returns it. A full cache is cleared first.
    pub fn insert(&self, request: String, board: String) -> Arc<str> {
        let board = Arc::<str>::from(board);
        if request.len() <= MAX_BYTES && board.len() <= MAX_BYTES {
            let mut boards = self.boards();
            if boards.len() >= MAX_BOARDS {
                boards.clear();
            }
            boards.insert(request, Arc::clone(&board));
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_and_size_are_limited() {
        let cache = BoardCache::default();
        for number in 0..2 * MAX_BOARDS {
            cache.insert(number.to_string(), "board".to_owned());
            assert!(cache.boards().len() <= MAX_BOARDS);
        }
        assert_eq!(cache.get("511").as_deref(), Some("board"));
        assert_eq!(&*cache.insert("large".to_owned(), "x".repeat(MAX_BYTES + 1)), "x".repeat(MAX_BYTES + 1));
        assert_eq!(cache.get("large"), None);
    }
}
