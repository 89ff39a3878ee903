//! The positions of games between people that are being played. Until such a game is over,
//! the server answers no question about its position, to anyone but the administrator, and no engine
//! starts to play from it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plateau_core::Message;
use plateau_games::AnyRecord;

use crate::phrases;

/// Positions after fewer moves are common to many games, and stay open to questions: otherwise two
/// people who leave a game early would take them from everyone.
const MIN_MOVES: usize = 8;

/// How many moves after such a position a question still counts as one about it.
const LOOK_AHEAD: usize = 2;

/// The name of the variant and the key of the position, which symmetric images share: a question about the
/// mirrored board has the same answer.
type Key = (String, u64);

type Counts = Arc<Mutex<HashMap<Key, usize>>>;

/// The positions of games between people.
#[derive(Debug, Default)]
pub struct PlayedPositions(Counts);

/// A position that is being played, until this is dropped.
#[derive(Debug)]
pub struct PlayedPosition {
    counts: Counts,
    key: Key,
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
        self.check_besides(record, None)
    }

    /// The same for a position of the game that is at `own` now: only other games count.
    pub fn check_besides(&self, record: &dyn AnyRecord, own: Option<&PlayedPosition>) -> Result<(), Message> {
        if self.counts().is_empty() {
            return Ok(());
        }
        // Without the lock: replaying a long record takes a while, and each turn of a game needs it.
        let earlier =
            (record.ply().saturating_sub(LOOK_AHEAD)..record.ply()).map(|ply| key(&*record.at_ply(ply)));
        let keys: Vec<Key> = earlier.chain([key(record)]).collect();
        let counts = self.counts();
        let is_played = |key: &Key| {
            let own = usize::from(own.is_some_and(|own| own.key == *key));
            counts.get(key).is_some_and(|&count| count > own)
        };
        if keys.iter().any(is_played) { Err(phrases::NO_HINTS.message()) } else { Ok(()) }
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<Key, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
    fn counts(&self) -> MutexGuard<'_, HashMap<Key, usize>> {
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

fn key(record: &dyn AnyRecord) -> Key {
    (record.variant_name(), record.book_key())
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
        assert!(played.add(record("4435353").as_ref()).is_none(), "common to many games");
        let first = played.add(record("44353562").as_ref()).unwrap();
        let second = played.add(record("44623535").as_ref()).unwrap();
        for moves in ["44353562", "443535621", "4435356212"] {
            assert!(refused(moves), "{moves}");
        }
        assert!(refused("44535326"), "the mirrored board");
        assert!(!refused("4435356") && !refused("44353561") && !refused("44353562122"));
        let of_game = |moves: &str| played.check_game(record(moves).as_ref()).is_err();
        assert!(of_game("44353562") && of_game("4435356212") && !of_game("4435356") && !of_game("44353561"));
        drop(first);
        assert!(refused("44353562"), "the same position by other moves");
        drop(second);
        assert!(!refused("44353562"));
        assert!(played.0.lock().unwrap().is_empty());
    }

    #[test]
    fn the_position_of_a_game_does_not_count_for_itself() {
        let played = PlayedPositions::default();
        let own = played.add(record("44353562").as_ref()).unwrap();
        let next = record("443535621");
        assert!(played.check(next.as_ref()).is_err());
        assert!(played.check_besides(next.as_ref(), Some(&own)).is_ok());
        let other = played.add(record("44353562").as_ref()).unwrap();
        assert!(played.check_besides(next.as_ref(), Some(&own)).is_err());
        drop(other);
    }
}
