//! Counts of distinct reachable positions.

use rustc_hash::FxHashSet;

use crate::position::Position;

/// The number of positions that are reachable from a position, itself included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReachableCount {
    /// Distinct positions.
    pub positions: u64,
    /// Distinct terminal positions, in which the game is over.
    pub terminal: u64,
}

/// Counts the positions that are reachable in any number of moves. With `up_to_symmetry`,
/// symmetric images of a position count once.
pub fn count_reachable<P: Position>(position: &P, up_to_symmetry: bool) -> ReachableCount {
    let representative = |position: P| if up_to_symmetry { position.canonical() } else { position };
    let mut seen = FxHashSet::default();
    let mut open = vec![representative(*position)];
    seen.insert(open[0]);
    let mut count = ReachableCount::default();
    while let Some(position) = open.pop() {
        count.positions += 1;
        count.terminal += u64::from(position.outcome().is_some());
        for mv in position.legal_moves() {
            let next = representative(position.after(mv));
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    count
}

/// Counts the distinct positions after exactly 0, 1, …, `plies` moves.
pub fn count_by_ply<P: Position>(position: &P, plies: usize) -> Vec<u64> {
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
