//! Plays random games and compares a game with its referee at every ply.

use std::fmt::Debug;

use plateau_core::{Finish, Outcome, Reason};
use plateau_games::{AnyRecord, AnyVariant};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::plain::Referee;

/// Plays random games and returns how they ended, or the first difference found.
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
    let mut history = Vec::new();
    loop {
        expect_equal("position", &*record, &record.position_text(), &position)?;
        history.push(position.clone());
        let finish = finish_of(referee, &history);
        expect_equal("end", &*record, &record.finish(), &finish)?;

        let mut moves = referee.moves(&position);
        if finish.is_some_and(|finish| finish.reason == Reason::Repetition) {
            moves.clear();
        }
        moves.sort();
        let mut legal = record.legal_moves();
        legal.sort();
        let expected: Vec<String> = moves.iter().map(|(mv, _)| mv.clone()).collect();
        expect_equal("legal moves", &*record, &legal, &expected)?;

        if let Some(finish) = finish {
            return Ok(finish);
        }
        let (mv, next) = moves.swap_remove(rng.random_range(0..moves.len()));
        let played = record.play(&mv).map_err(|error| format!("{mv} in {}: {error:?}", record.text()))?;
        expect_equal("text of the move", &*record, &played, &mv)?;
        position = next;
    }
}

/// Returns how the game ended: by the rules, or by the third occurrence of the last
/// position, since a referee sees no history.
fn finish_of(referee: &dyn Referee, history: &[String]) -> Option<Finish> {
    let position = history.last()?;
    if let Some(outcome) = referee.outcome(position) {
        return Some(Finish { outcome, reason: Reason::Rules });
    }
    let occurrences = history.iter().filter(|&earlier| earlier == position).count();
    (occurrences >= 3).then_some(Finish { outcome: Outcome::Draw, reason: Reason::Repetition })
}

/// Returns an error that describes the difference, if there is one.
fn expect_equal<T: PartialEq + Debug>(
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
