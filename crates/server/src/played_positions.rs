//! The positions of games between people that are being played. Until such a game is over,
//! the server analyses its position for nobody but the administrator, and no engine starts to play
//! from it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plateau_core::Message;
use plateau_games::AnyRecord;

use crate::phrases;

/// Positions after fewer moves are common to many games, and may be analysed: otherwise two
/// people who leave a game early would take them from everyone.
const MIN_MOVES: usize = 8;

/// How many moves after such a position an analysis still counts as one of it.
const LOOK_AHEAD: usize = 2;

/// How many moves before it: the line of an analysis there goes on through it.
const LOOK_BACK: usize = 2;

/// The name of the variant and the key of the position, which symmetric images share: an analysis of the
/// mirrored board has the same result.
type Key = (String, u64);

/// What is being played, and how often.
#[derive(Debug, Default)]
struct Counts {
    positions: HashMap<Key, usize>,
    /// The last positions of each game.
    lines: HashMap<Key, usize>,
}

type SharedCounts = Arc<Mutex<Counts>>;

/// The positions of games between people.
#[derive(Debug, Default)]
pub struct PlayedPositions(SharedCounts);

/// A position that is being played, until this is dropped.
#[derive(Debug)]
pub struct PlayedPosition {
    counts: SharedCounts,
    /// The position and those shortly before.
    keys: Vec<Key>,
    line: Key,
}

impl PlayedPositions {
    /// Adds the position of a game; `None` if it is common to many games.
    pub fn add(&self, record: &dyn AnyRecord) -> Option<PlayedPosition> {
        if record.ply() < MIN_MOVES {
            return None;
        }
        let first = record.ply().saturating_sub(LOOK_BACK).max(MIN_MOVES);
        let earlier = (first..record.ply()).map(|ply| key(&*record.at_ply(ply)));
        let keys: Vec<Key> = earlier.chain([key(record)]).collect();
        let line = line_key(record);
        let mut counts = self.counts();
        for key in &keys {
            *counts.positions.entry(key.clone()).or_default() += 1;
        }
        *counts.lines.entry(line.clone()).or_default() += 1;
        drop(counts);
        Some(PlayedPosition { counts: Arc::clone(&self.0), keys, line })
    }

    /// Returns an error if the position of an analysis, or one shortly before, is being played.
    pub fn check(&self, record: &dyn AnyRecord) -> Result<(), Message> {
        self.check_besides(record, None)
    }

    /// The same for a position of the game that is at `own` now: only other games count.
    pub fn check_besides(&self, record: &dyn AnyRecord, own: Option<&PlayedPosition>) -> Result<(), Message> {
        if self.counts().positions.is_empty() {
            return Ok(());
        }
        // Without the lock: replaying a long record takes a while, and each turn of a game needs it.
        let earlier =
            (record.ply().saturating_sub(LOOK_AHEAD)..record.ply()).map(|ply| key(&*record.at_ply(ply)));
        let keys: Vec<Key> = earlier.chain([key(record)]).collect();
        let counts = self.counts();
        let is_played = |key: &Key| {
            let own = own.map_or(0, |own| own.keys.iter().filter(|&other| other == key).count());
            counts.positions.get(key).is_some_and(|&count| count > own)
        };
        if keys.iter().any(is_played) { Err(phrases::NO_HINTS.message()) } else { Ok(()) }
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns an error if a game came to its position as one that is being played did. On small boards,
    /// games often meet in a position by chance, but seldom by the same moves.
    pub fn check_line(&self, record: &dyn AnyRecord) -> Result<(), Message> {
        if self.counts().lines.is_empty() {
            return Ok(());
        }
        let line = line_key(record);
        if self.counts().lines.contains_key(&line) { Err(phrases::NO_HINTS.message()) } else { Ok(()) }
    }

    /// Returns an error if any position of a game is being played.
    pub fn check_game(&self, record: &dyn AnyRecord) -> Result<(), Message> {
        let positions = &self.counts().positions;
        let mut position = record.boxed_clone();
        position.reopen();
        while !positions.is_empty() {
            if positions.contains_key(&key(position.as_ref())) {
                return Err(phrases::NO_HINTS.message());
            }
            if !position.undo() {
                break;
            }
        }
        Ok(())
    }
}

impl Drop for PlayedPosition {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let Counts { positions, lines } = &mut *counts;
        let release = |counts: &mut HashMap<Key, usize>, key: &Key| {
            if let Some(count) = counts.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(key);
                }
            }
        };
        self.keys.iter().for_each(|key| release(positions, key));
        release(lines, &self.line);
    }
}

fn key(record: &dyn AnyRecord) -> Key {
    (record.variant_name(), record.book_key())
}

/// Returns the key of the last positions of a game.
fn line_key(record: &dyn AnyRecord) -> Key {
    let mut hasher = DefaultHasher::new();
    for ply in record.ply().saturating_sub(LOOK_AHEAD)..=record.ply() {
        record.at_ply(ply).book_key().hash(&mut hasher);
    }
    (record.variant_name(), hasher.finish())
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
        let counts = played.counts();
        assert!(counts.positions.is_empty() && counts.lines.is_empty());
    }

    #[test]
    fn positions_before_a_played_one_are_refused() {
        let played = PlayedPositions::default();
        let refused = |moves: &str| played.check(record(moves).as_ref()).is_err();
        let position = played.add(record("44353562122").as_ref()).unwrap();
        for moves in ["443535621", "4435356212", "44353562122"] {
            assert!(refused(moves), "{moves}");
        }
        assert!(!refused("44353562") && !refused("4435356"));
        let own = played.check_besides(record("44353562122").as_ref(), Some(&position));
        assert!(own.is_ok(), "its own earlier positions do not count");
        drop(position);
        assert!(!refused("4435356212") && played.counts().positions.is_empty());
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

    #[test]
    fn a_position_that_was_reached_by_other_moves_is_met_by_chance() {
        let played = PlayedPositions::default();
        let _played = played.add(record("44353562").as_ref()).unwrap();
        assert!(played.check_line(record("44353562").as_ref()).is_err());
        assert!(played.check_line(record("44535326").as_ref()).is_err(), "the mirrored board");
        assert!(played.check_line(record("35443562").as_ref()).is_err(), "only the last moves count");
        assert!(played.check_line(record("44356235").as_ref()).is_ok());
        assert!(played.check(record("44356235").as_ref()).is_err(), "an analysis is refused all the same");
    }
}
