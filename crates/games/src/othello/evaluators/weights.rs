//! The weights of our evaluation, as they are fitted and as they are used.

use std::sync::LazyLock;

use plateau_core::bits::Bits;

use super::features::{FEATURES, features};
use super::patterns::{Fillings, Patterns};
use crate::othello::board::Board;

/// How many stages a game has, by the empty squares.
pub const STAGES: usize = 6;

/// The stage of a game with so many empty squares: 0 is the end.
#[inline]
pub fn stage<const N: usize>(empties: usize) -> usize {
    (empties * STAGES / (N * N - 4)).min(STAGES - 1)
}

/// The weights of [`Ours`](super::Ours), in hundredths of a disc of the final
/// margin.
///
/// They are fitted to games of the engine against itself by
/// `cargo run --release -p plateau-bench --example fit_othello`, which writes
/// `weights.bin` anew in four minutes of one core. Of positions in games that it
/// has not seen, the root of the mean square of its error is, in discs, by stage
/// from the end: 6.6, 12.5, 14.3, 11.6, 9.6, 8.4 on 8×8 and 5.5, 7.9, 10.3, 10.7,
/// 9.4, 6.4 on 6×6. Only the end is held to the margins of games; the other
/// stages are held to what the one after says of the same game.
#[derive(Debug)]
pub struct Weights {
    pub(super) patterns: Patterns,
    /// The weights of features on 6×6 and 8×8, by stage.
    pub(super) features: [[[i32; FEATURES]; STAGES]; 2],
    /// The weights of all fillings of patterns, by stage.
    pub(super) fillings: [Vec<i16>; STAGES],
}

/// What the file of weights begins with; the number is its version.
const HEADER: &[u8] = b"plateau othello weights 1\n";

static FITTED: LazyLock<Weights> = LazyLock::new(|| {
    Weights::read(include_bytes!("weights.bin")).expect("the file is of this version and size")
});

impl Weights {
    /// The weights that come with the game.
    pub fn fitted() -> &'static Self {
        &FITTED
    }

    /// All weights 0: what is left is which there are.
    pub fn zero() -> Self {
        Self {
            patterns: Patterns::new(),
            features: [[[0; FEATURES]; STAGES]; 2],
            fillings: [const { Vec::new() }; STAGES],
        }
    }

    /// How many weights a stage has on a board of this size.
    pub fn count<const N: usize>(&self) -> usize {
        FEATURES + if N < 8 { 0 } else { self.patterns.weights() }
    }

    /// The file of these weights: those of 6×6 by stage from the end, then those
    /// of 8×8; features before patterns, each as two bytes, the lower first.
    pub fn file(six: &[Vec<i16>], eight: &[Vec<i16>]) -> Vec<u8> {
        let weights = six.iter().chain(eight).flatten().flat_map(|weight| weight.to_le_bytes());
        HEADER.iter().copied().chain(weights).collect()
    }

    /// Reads a file of weights; `None` if it is of another version or size.
    pub fn read(file: &[u8]) -> Option<Self> {
        let mut weights = Self::zero();
        let numbers = file.strip_prefix(HEADER)?;
        let count = STAGES * (weights.count::<6>() + weights.count::<8>());
        if numbers.len() != 2 * count {
            return None;
        }
        let mut numbers = numbers.chunks_exact(2).map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]));
        for size in 0..2 {
            for stage in 0..STAGES {
                for (weight, number) in weights.features[size][stage].iter_mut().zip(&mut numbers) {
                    *weight = number.into();
                }
                if size == 1 {
                    let folded: Vec<i16> = numbers.by_ref().take(weights.patterns.weights()).collect();
                    weights.fillings[stage] = weights.patterns.unfold(&folded);
                }
            }
        }
        Some(weights)
    }

    /// Which weights of its stage a position has, and how many times each.
    pub fn terms<const N: usize>(&self, board: &Board<N>) -> Vec<(usize, i32)> {
        let features = features::<N>(board.own(), board.other());
        let mut terms: Vec<(usize, i32)> = features.into_iter().enumerate().collect();
        if N == 8 {
            let fillings = self.patterns.fillings(board);
            terms.extend(self.patterns.terms(&fillings).map(|(weight, sign)| (FEATURES + weight, sign)));
        }
        terms
    }

    /// The margin to expect, for the side to move.
    #[inline]
    pub(super) fn margin<const N: usize>(&self, board: &Board<N>, fillings: &Fillings) -> i32 {
        let stage = stage::<N>(board.empty().count() as usize);
        let weights = &self.features[usize::from(N == 8)][stage];
        let features = features::<N>(board.own(), board.other());
        let counted: i32 = features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum();
        if N < 8 {
            return counted;
        }
        let table = &self.fillings[stage];
        counted + self.patterns.indices(fillings).map(|index| i32::from(table[index])).sum::<i32>()
    }
}
