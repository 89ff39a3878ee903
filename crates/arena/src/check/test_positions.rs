//! The positions on which a bot is tested.

use std::time::Duration;

use plateau_core::hash::mix2;
use plateau_games::{AnyRecord, AnyVariant};

/// Divisor of the time for the low-time test.
const SHORT_TIME_DIVISOR: u32 = 10;

/// The number of random games that positions are taken from.
const GAMES: u64 = 4;

/// A position and the time to answer.
pub struct TestPosition {
    /// The game so far.
    pub record: Box<dyn AnyRecord>,
    /// The time left on the clock.
    pub time_left: Duration,
}

/// A deterministic random number generator.
pub struct Rng(u64);

impl Rng {
    /// Creates a generator from a seed.
    pub fn new(seed: u64) -> Self {
        Self(mix2(seed, 0x005e_ed0f_b075))
    }

    /// Returns a number less than `end`, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = mix2(self.0, 1);
        (self.0 % end.max(1) as u64) as usize
    }
}

/// Returns positions from the beginning, the middle and the end of random games, one with a
/// forced move if there is any, and one with little time.
pub fn test_positions(variant: &dyn AnyVariant, time: Duration) -> Vec<TestPosition> {
    let mut positions = vec![TestPosition { record: variant.start(), time_left: time }];
    let mut forced = None;
    for seed in 0..GAMES {
        let game = random_game(variant, seed);
        let plies = game.ply();
        for ply in [1, 2, 3, plies / 3, plies / 2, plies.saturating_sub(2), plies.saturating_sub(1)] {
            positions.push(TestPosition { record: game.at_ply(ply), time_left: time });
        }
        forced =
            forced.or_else(|| (0..plies).map(|ply| game.at_ply(ply)).find(|at| at.legal_moves().len() == 1));
    }
    positions.extend(forced.map(|record| TestPosition { record, time_left: time }));
    let middle = random_game(variant, GAMES);
    let record = middle.at_ply(middle.ply() / 2);
    positions.push(TestPosition { record, time_left: time / SHORT_TIME_DIVISOR });
    positions.retain(|position| position.record.finish().is_none());
    let mut seen = std::collections::BTreeSet::new();
    positions.retain(|position| seen.insert((position.record.position_text(), position.time_left)));
    positions
}

/// Plays random moves to the end of the game, or up to a maximum length.
fn random_game(variant: &dyn AnyVariant, seed: u64) -> Box<dyn AnyRecord> {
    const MAX_PLIES: usize = 300;
    let mut record = variant.start();
    let mut rng = Rng::new(seed);
    while record.finish().is_none() && record.ply() < MAX_PLIES {
        let moves = record.legal_moves();
        if record.play(&moves[rng.below(moves.len())]).is_err() {
            break;
        }
    }
    record
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIME: Duration = Duration::from_secs(10);

    #[test]
    fn every_game_has_all_kinds_of_test_positions() {
        for game in plateau_games::REGISTRY.games() {
            let variant = game.with_options("").unwrap();
            let positions = test_positions(variant.as_ref(), TIME);
            assert!(positions.len() > 15, "{}: {}", game.id, positions.len());
            let with_little_time = positions.iter().filter(|position| position.time_left < TIME);
            assert_eq!(with_little_time.count(), 1, "{}", game.id);
            assert!(positions.iter().any(|position| position.record.ply() == 0));
        }
        let variant = plateau_games::REGISTRY.variant("supermorpion").unwrap();
        let positions = test_positions(variant.as_ref(), TIME);
        assert!(positions.iter().any(|position| position.record.legal_moves().len() == 1));
    }
}
