//! Counts of distinct positions.

use rustc_hash::FxHashSet;

use crate::position::Position;

/// What can be reached from a position, itself included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Distinct positions.
    pub positions: u64,
    /// Those of them in which the game is over.
    pub finished: u64,
}

/// All positions that can be reached, in any number of moves. With `folded`,
/// positions that are images of each other under a symmetry count once.
pub fn reachable<P: Position>(position: &P, folded: bool) -> Reach {
    let representative = |position: P| if folded { position.canonical() } else { position };
    let mut seen = FxHashSet::default();
    let mut open = vec![representative(*position)];
    seen.insert(open[0]);
    let mut reach = Reach::default();
    while let Some(position) = open.pop() {
        reach.positions += 1;
        reach.finished += u64::from(position.outcome().is_some());
        for mv in position.legal_moves() {
            let next = representative(position.after(mv));
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    reach
}

/// How many distinct positions there are after exactly 0, 1, … `plies` moves.
pub fn by_ply<P: Position>(position: &P, plies: usize) -> Vec<u64> {
    let mut counts = vec![1];
    let mut level = vec![*position];
    for _ in 0..plies {
        let mut next: FxHashSet<P> = FxHashSet::default();
        for position in &level {
            next.extend(position.legal_moves().map(|mv| position.after(mv)));
        }
        counts.push(next.len() as u64);
        level = next.into_iter().collect();
    }
    counts
}
