//! Stable discs, which can never be flipped, bound the score.

use std::array::from_fn;
use std::sync::LazyLock;

use crate::othello::grid::Grid;

/// A set of squares for each of the four lines through a square.
type Lines = [u64; 4];

/// The lines as steps to the right and down.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

/// The same steps as shifts.
const STEP: [u32; 4] = [1, 7, 8, 9];

/// Finds stable discs. An edge is looked up in a table of all edges.
#[derive(Clone, Copy, Debug)]
pub struct Stability<const N: usize> {
    edges: &'static [u8],
}

impl<const N: usize> Stability<N> {
    /// Loads the table of edges; it is computed once.
    pub fn new() -> Self {
        static FOUR: LazyLock<Vec<u8>> = LazyLock::new(|| stable_edges(4));
        static SIX: LazyLock<Vec<u8>> = LazyLock::new(|| stable_edges(6));
        static EIGHT: LazyLock<Vec<u8>> = LazyLock::new(|| stable_edges(8));
        let edges = match N {
            4 => &FOUR,
            6 => &SIX,
            _ => &EIGHT,
        };
        Self { edges }
    }

    /// The squares that a step from another square reaches, by distances of 1, 2 and 4 steps.
    const AFTER: [Lines; 3] = Self::reached(1);

    /// The same for steps in the opposite directions.
    const BEFORE: [Lines; 3] = Self::reached(-1);

    /// The squares at either end of each line.
    const ENDS: Lines = {
        let mut ends = [0; 4];
        let mut i = 0;
        while i < 4 {
            ends[i] = Grid::<N>::VALID & !(Self::AFTER[0][i] & Self::BEFORE[0][i]);
            i += 1;
        }
        ends
    };

    const fn reached(sign: i32) -> [Lines; 3] {
        let mut sets = [[0; 4]; 3];
        let mut i = 0;
        while i < 12 {
            let steps = sign * (1 << (i / 4));
            let (columns, rows) = (steps * DIRECTIONS[i % 4].0, steps * DIRECTIONS[i % 4].1);
            let mut bit = 0;
            while bit < 64 {
                let (column, row) = (bit % 8 - columns, bit / 8 - rows);
                let from_board = 0 <= column && column < N as i32 && 0 <= row && row < N as i32;
                if from_board && Grid::<N>::VALID >> bit & 1 != 0 {
                    sets[i / 4][i % 4] |= 1 << bit;
                }
                bit += 1;
            }
            i += 1;
        }
        sets
    }

    /// Returns the squares whose lines have no empty square, for each of the four lines.
    #[inline]
    fn full_lines(taken: u64) -> Lines {
        let empty = Grid::<N>::VALID & !taken;
        let (mut after, mut before) = ([empty; 4], [empty; 4]);
        for k in 0..3 {
            after = from_fn(|i| after[i] | after[i] << (STEP[i] << k) & Self::AFTER[k][i]);
            before = from_fn(|i| before[i] | before[i] >> (STEP[i] << k) & Self::BEFORE[k][i]);
        }
        from_fn(|i| Grid::<N>::VALID & !(after[i] | before[i]))
    }

    /// Returns discs of `own` that can never be flipped; not always all of them.
    #[inline]
    pub fn stable(self, own: u64, opponent: u64) -> u64 {
        let full = Self::full_lines(own | opponent);
        let mut stable = self.stable_on_edges(own, opponent);
        stable |= own & full[0] & full[1] & full[2] & full[3];
        if stable == 0 {
            return 0;
        }
        // On each line, a disc is safe at an end, next to a stable disc, or if the line is full.
        let safe: Lines = from_fn(|i| full[i] | Self::ENDS[i]);
        loop {
            let next: Lines = from_fn(|i| {
                safe[i] | stable << STEP[i] & Self::AFTER[0][i] | stable >> STEP[i] & Self::BEFORE[0][i]
            });
            let grown = stable | own & next[0] & next[1] & next[2] & next[3];
            if grown == stable {
                return stable;
            }
            stable = grown;
        }
    }

    #[inline]
    pub fn stable_on_edges(self, own: u64, opponent: u64) -> u64 {
        const COLUMN: u64 = 0x0101_0101_0101_0101;
        const COLUMN_TO_ROW: u64 = 0x0102_0408_1020_4080;
        let last = 8 * (N - 1);
        let look_up = |own: u64, opponent: u64| {
            let index = (own as usize % 256) | ((opponent as usize % 256) << 8);
            self.edges.get(index).map_or(0, |&set| u64::from(set))
        };
        let column = |set: u64, at: usize| (set >> at & COLUMN).wrapping_mul(COLUMN_TO_ROW) >> 56;
        look_up(own, opponent)
            | look_up(own >> last, opponent >> last) << last
            | spread(look_up(column(own, 0), column(opponent, 0)))
            | spread(look_up(column(own, N - 1), column(opponent, N - 1))) << (N - 1)
    }
}

/// Moves the bits of a byte to the first squares of the rows.
#[inline]
fn spread(byte: u64) -> u64 {
    // The eighth bit would collide with the first one in the product.
    (byte & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & 0x0101_0101_0101_0101 | (byte & 0x80) << 49
}

/// Returns the stable discs of every edge of a length, by the own discs in the low byte and the
/// opponent's in the high byte of the index.
///
/// A disc is stable if it survives every sequence of moves on the edge, where either side may
/// move at any time: flips on other lines make any move possible.
fn stable_edges(length: usize) -> Vec<u8> {
    let mut edges: Vec<Option<u8>> = vec![None; 1 << 16];
    let all = u8::MAX >> (8 - length);
    for own in 0..=all {
        for opponent in (0..=all).filter(|opponent| own & opponent == 0) {
            stable_edge(own, opponent, length, &mut edges);
        }
    }
    edges.into_iter().map(Option::unwrap_or_default).collect()
}

fn stable_edge(own: u8, opponent: u8, length: usize, edges: &mut [Option<u8>]) -> u8 {
    let index = usize::from(own) | usize::from(opponent) << 8;
    if let Some(known) = edges[index] {
        return known;
    }
    let mut stable = own;
    for place in (0..length).filter(|place| (own | opponent) >> place & 1 == 0) {
        let disc = 1 << place;
        let flips = edge_flips(own, opponent, place, length);
        stable &= stable_edge(own | flips | disc, opponent & !flips, length, edges);
        let flips = edge_flips(opponent, own, place, length);
        stable &= stable_edge(own & !flips, opponent | flips | disc, length, edges);
    }
    edges[index] = Some(stable);
    stable
}

/// Returns the discs of `opponent` that a disc of `own` flips on an edge.
fn edge_flips(own: u8, opponent: u8, place: usize, length: usize) -> u8 {
    let upwards: Vec<usize> = (place + 1..length).collect();
    let downwards: Vec<usize> = (0..place).rev().collect();
    let mut flips = 0;
    for ray in [upwards, downwards] {
        let run = ray.iter().take_while(|&&at| opponent >> at & 1 != 0).count();
        if ray.get(run).is_some_and(|&at| own >> at & 1 != 0) {
            flips |= ray[..run].iter().fold(0, |set, &at| set | 1 << at);
        }
    }
    flips
}

#[cfg(test)]
mod tests {
    use plateau_core::{Position, Variant};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::othello::Othello;

    fn check_random_games<const N: usize>() {
        let stability = Stability::<N>::new();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        let mut found = 0;
        for _ in 0..300 {
            let mut board = Othello::<N>::default().start();
            let mut known = [0; 2];
            while board.outcome().is_none() {
                let mut moves = board.legal_moves();
                board = board.after(moves.nth(rng.random_range(0..moves.len())).unwrap());
                for player in plateau_core::Player::BOTH {
                    let (own, opponent) = (board.discs(player), board.discs(player.other()));
                    let known = &mut known[player.index()];
                    assert_eq!(*known & !own, 0, "a stable disc was flipped");
                    let stable = stability.stable(own, opponent);
                    assert_eq!(stable & !own, 0);
                    assert_eq!(*known & !stable, 0, "stable discs stay stable");
                    *known = stable;
                    found += stable.count_ones();
                    if board.empty() == 0 {
                        assert_eq!(stable, own);
                    }
                }
            }
        }
        assert!(found > 10_000, "{found}");
    }

    #[test]
    fn stable_discs_are_never_flipped() {
        check_random_games::<4>();
        check_random_games::<6>();
        check_random_games::<8>();
    }

    #[test]
    fn edges_are_stable_from_corners_or_when_full() {
        let edges = stable_edges(8);
        let stable = |own: usize, opponent: usize| edges[own | opponent << 8];
        assert_eq!(stable(0b0000_0111, 0), 0b0000_0111);
        assert_eq!(stable(0b0000_0110, 0), 0);
        assert_eq!(stable(0b0101_0110, 0b1010_1001), 0b0101_0110);
        assert_eq!(stable(0b0100_0001, 0b0011_1110), 1, "one empty square: the other disc can be flipped");
        assert_eq!(spread(0b1000_0011), 1 << 56 | 1 << 8 | 1);
    }
}
