//! Random games, in which a game and its referee must agree at every step.

use std::fmt::Debug;

use plateau_core::{Finish, Outcome, Reason};
use plateau_games::{AnyRecord, AnyVariant};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::plain::Referee;

/// Plays games of random moves and returns how they ended, or the first
/// difference found.
pub fn compare(
    variant: &dyn AnyVariant,
    referee: &dyn Referee,
    seed: u64,
    games: usize,
) -> Result<Vec<Finish>, String> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..games).map(|_| compare_one_game(variant, referee, &mut rng)).collect()
}

fn compare_one_game(
    variant: &dyn AnyVariant,
    referee: &dyn Referee,
    rng: &mut Xoshiro256PlusPlus,
) -> Result<Finish, String> {
    let mut record = variant.start();
    let mut position = referee.start();
    let mut met = Vec::new();
    loop {
        same("position", &*record, &record.position_text(), &position)?;
        met.push(position.clone());
        let finish = finish_of(referee, &met);
        same("end", &*record, &record.finish(), &finish)?;

        let mut moves = referee.moves(&position);
        if finish.is_some_and(|finish| finish.reason == Reason::Repetition) {
            moves.clear();
        }
        moves.sort();
        let mut legal = record.legal_moves();
        legal.sort();
        let expected: Vec<String> = moves.iter().map(|(mv, _)| mv.clone()).collect();
        same("legal moves", &*record, &legal, &expected)?;

        if let Some(finish) = finish {
            return Ok(finish);
        }
        let (mv, next) = moves.swap_remove(rng.random_range(0..moves.len()));
        let played = record.play(&mv).map_err(|error| format!("{mv} in {}: {error:?}", record.text()))?;
        same("text of the move", &*record, &played, &mv)?;
        position = next;
    }
}

/// The end of a game by the rules or, as a referee knows no history, by the
/// last of the positions met being there for the third time.
fn finish_of(referee: &dyn Referee, met: &[String]) -> Option<Finish> {
    let position = met.last()?;
    if let Some(outcome) = referee.outcome(position) {
        return Some(Finish { outcome, reason: Reason::Rules });
    }
    let times = met.iter().filter(|&earlier| earlier == position).count();
    (times >= 3).then_some(Finish { outcome: Outcome::Draw, reason: Reason::Repetition })
}

/// Says what differs, and in which game, unless nothing does.
fn same<T: PartialEq + Debug>(
    what: &str,
    record: &dyn AnyRecord,
    game: &T,
    referee: &T,
) -> Result<(), String> {
    if game == referee {
        return Ok(());
    }
    Err(format!("{what}: the game has {game:?}, its referee {referee:?}, in\n{}", record.text()))
}
