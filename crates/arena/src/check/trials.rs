//! The positions that a bot is asked about.

use std::time::Duration;

use plateau_core::hash::mix2;
use plateau_games::{AnyRecord, AnyVariant};

/// The part of its time that a bot has once: hardly anything.
const LITTLE: u32 = 10;

/// Random games that positions are taken from.
const GAMES: u64 = 4;

/// A question.
pub struct Trial {
    /// The game so far.
    pub record: Box<dyn AnyRecord>,
    /// What is left on the clock.
    pub left: Duration,
}

/// Dice that roll the same every time.
pub struct Chance(u64);

impl Chance {
    /// The dice of a seed.
    pub fn new(seed: u64) -> Self {
        Self(mix2(seed, 0x005e_ed0f_b075))
    }

    /// A number below another, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = mix2(self.0, 1);
        (self.0 % end.max(1) as u64) as usize
    }
}

/// The start, the middle and the end of some games, moves that are forced, and little
/// time.
pub fn of(variant: &dyn AnyVariant, time: Duration) -> Vec<Trial> {
    let mut trials = vec![Trial { record: variant.start(), left: time }];
    let mut forced = None;
    for seed in 0..GAMES {
        let game = random_game(variant, seed);
        let plies = game.ply();
        for ply in [1, 2, 3, plies / 3, plies / 2, plies.saturating_sub(2), plies.saturating_sub(1)] {
            trials.push(Trial { record: game.at_ply(ply), left: time });
        }
        forced =
            forced.or_else(|| (0..plies).map(|ply| game.at_ply(ply)).find(|at| at.legal_moves().len() == 1));
    }
    trials.extend(forced.map(|record| Trial { record, left: time }));
    let middle = random_game(variant, GAMES);
    trials.push(Trial { record: middle.at_ply(middle.ply() / 2), left: time / LITTLE });
    trials.retain(|trial| trial.record.finish().is_none());
    let mut seen = std::collections::BTreeSet::new();
    trials.retain(|trial| seen.insert((trial.record.position_text(), trial.left)));
    trials
}

/// A game of random moves, whole unless it is very long.
fn random_game(variant: &dyn AnyVariant, seed: u64) -> Box<dyn AnyRecord> {
    const LONGEST: usize = 300;
    let mut record = variant.start();
    let mut chance = Chance::new(seed);
    while record.finish().is_none() && record.ply() < LONGEST {
        let moves = record.legal_moves();
        if record.play(&moves[chance.below(moves.len())]).is_err() {
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
    fn every_game_has_all_kinds_of_trials() {
        for game in plateau_games::REGISTRY.games() {
            let variant = game.with_options("").unwrap();
            let trials = of(variant.as_ref(), TIME);
            assert!(trials.len() > 15, "{}: {}", game.id, trials.len());
            assert_eq!(trials.iter().filter(|trial| trial.left < TIME).count(), 1, "{}", game.id);
            assert!(trials.iter().any(|trial| trial.record.ply() == 0));
        }
        let forced = of(plateau_games::REGISTRY.variant("supermorpion").unwrap().as_ref(), TIME);
        assert!(forced.iter().any(|trial| trial.record.legal_moves().len() == 1));
    }
}
