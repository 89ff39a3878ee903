//! Counts computed by a referee, to check it against published numbers.

use std::collections::{BTreeMap, BTreeSet};

use plateau_core::{Outcome, Player};

use super::plain::Referee;

/// Counts the move sequences of length `depth` from a position.
pub fn perft(referee: &dyn Referee, position: &str, depth: usize) -> usize {
    let moves = referee.moves(position);
    if depth == 1 {
        return moves.len();
    }
    moves.iter().map(|(_, next)| perft(referee, next, depth - 1)).sum()
}

/// Asserts the perft counts from the start at depths 1, 2, …
pub fn expect_perft(referee: &dyn Referee, expected: &[usize]) {
    let start = referee.start();
    let found: Vec<usize> = (1..=expected.len()).map(|depth| perft(referee, &start, depth)).collect();
    assert_eq!(found, expected, "perft from {start}");
}

/// Counts the positions reachable from the start, which is included, and how many of them
/// are terminal.
pub fn reachable(referee: &dyn Referee) -> (usize, usize) {
    let mut seen = BTreeSet::from([referee.start()]);
    let mut stack = vec![referee.start()];
    let mut terminal = 0;
    while let Some(position) = stack.pop() {
        terminal += usize::from(referee.outcome(&position).is_some());
        for (_, next) in referee.moves(&position) {
            if seen.insert(next.clone()) {
                stack.push(next);
            }
        }
    }
    (seen.len(), terminal)
}

/// Counts all games by result: wins of the first player, wins of the second player,
/// draws. Only for games in which positions cannot repeat.
pub fn games(referee: &dyn Referee) -> [usize; 3] {
    fn below(
        referee: &dyn Referee,
        position: String,
        known: &mut BTreeMap<String, [usize; 3]>,
    ) -> [usize; 3] {
        if let Some(&sums) = known.get(&position) {
            return sums;
        }
        let sums = match referee.outcome(&position).map(Outcome::winner) {
            Some(Some(Player::First)) => [1, 0, 0],
            Some(Some(Player::Second)) => [0, 1, 0],
            Some(None) => [0, 0, 1],
            None => referee.moves(&position).into_iter().fold([0; 3], |sums, (_, next)| {
                let more = below(referee, next, known);
                [sums[0] + more[0], sums[1] + more[1], sums[2] + more[2]]
            }),
        };
        known.insert(position, sums);
        sums
    }
    below(referee, referee.start(), &mut BTreeMap::new())
}
