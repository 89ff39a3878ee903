//! The positions of games between people that are being played. Until such a game is over,
//! the server answers no question about its position, to anyone.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use plateau_core::Message;
use plateau_games::AnyRecord;

use crate::phrases;

/// Positions after fewer moves are common to many games, and stay open to questions.
const MIN_MOVES: usize = 4;

/// How many moves after such a position a question still counts as one about it.
const LOOK_AHEAD: usize = 2;

type Counts = Arc<Mutex<HashMap<String, usize>>>;

/// The positions of games between people.
#[derive(Debug, Default)]
pub struct PlayedPositions(Counts);

/// A position that is being played, until this is dropped.
#[derive(Debug)]
pub struct PlayedPosition {
    counts: Counts,
    key: String,
}

impl PlayedPositions {
    /// Adds the position of a game; `None` if it is common to many games.
    pub fn add(&self, record: &dyn AnyRecord) -> Option<PlayedPosition> {
        if record.ply() < MIN_MOVES {
            return None;
        }
        let position = PlayedPosition { counts: Arc::clone(&self.0), key: key(record) };
        *position.counts().entry(position.key.clone()).or_default() += 1;
        Some(position)
    }

    /// Returns an error if the position of a question, or one shortly before, is being played.
    pub fn check(&self, record: &dyn AnyRecord) -> Result<(), Message> {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_played = |record: &dyn AnyRecord| counts.contains_key(&key(record));
        let mut earlier =
            (record.ply().saturating_sub(LOOK_AHEAD)..record.ply()).map(|ply| record.at_ply(ply));
        if !counts.is_empty() && (is_played(record) || earlier.any(|earlier| is_played(earlier.as_ref()))) {
            return Err(phrases::NO_HINTS.message());
        }
        Ok(())
    }

    /// Returns an error if any position of a game is being played.
    pub fn check_game(&self, record: &dyn AnyRecord) -> Result<(), Message> {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut position = record.boxed_clone();
        position.reopen();
        while !counts.is_empty() {
            if counts.contains_key(&key(position.as_ref())) {
                return Err(phrases::NO_HINTS.message());
            }
            if !position.undo() {
                break;
            }
        }
        Ok(())
    }
}

impl PlayedPosition {
    fn counts(&self) -> std::sync::MutexGuard<'_, HashMap<String, usize>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PlayedPosition {
    fn drop(&mut self) {
        let mut counts = self.counts();
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

fn key(record: &dyn AnyRecord) -> String {
    format!("{} {}", record.variant_name(), record.position_text())
}

#[cfg(test)]
mod tests {
    use plateau_games::REGISTRY;

    use super::*;

    fn record(moves: &str) -> Box<dyn AnyRecord> {
        let mut record = REGISTRY.variant("connect4").unwrap().start();
        record.play_all(moves).unwrap();
        record
    }

    #[test]
    fn a_played_position_and_what_follows_are_refused_until_it_is_left() {
        let played = PlayedPositions::default();
        let refused = |moves: &str| played.check(record(moves).as_ref()).is_err();
        assert!(played.add(record("444").as_ref()).is_none(), "common to many games");
        let first = played.add(record("4435").as_ref()).unwrap();
        let second = played.add(record("4534").as_ref()).unwrap();
        for moves in ["4435", "44351", "443512"] {
            assert!(refused(moves), "{moves}");
        }
        assert!(!refused("443") && !refused("4431") && !refused("4435122"));
        let of_game = |moves: &str| played.check_game(record(moves).as_ref()).is_err();
        assert!(of_game("4435") && of_game("44351223") && !of_game("443") && !of_game("4431"));
        drop(first);
        assert!(refused("4435"), "the same position by other moves");
        drop(second);
        assert!(!refused("4435"));
        assert!(played.0.lock().unwrap().is_empty());
    }
}
