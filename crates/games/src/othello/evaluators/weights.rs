//! The weights of the pattern evaluation and their file format.

use std::sync::LazyLock;

use plateau_core::bits::Bits;

use super::features::{FEATURES, features};
use super::pattern_set::{PatternIndices, PatternSet};
use crate::othello::board::Board;

/// The number of stages of a game, by the number of empty squares.
pub const STAGES: usize = 6;

/// Returns the stage of a game with this many empty squares; 0 is the last.
#[inline]
pub fn stage<const N: usize>(empties: usize) -> usize {
    (empties * STAGES / (N * N - 4)).min(STAGES - 1)
}

/// The weights of [`Patterns`](super::Patterns), in hundredths of a disc of the final margin.
///
/// `cargo run --release -p plateau-bench --example fit_othello` fits them to self-play games
/// and writes `weights.bin`, in four minutes on one core. The last stage is fitted to the
/// final margins, every other stage to the estimates of the next one in the same game. The
/// root-mean-square error in discs on a validation set, from the last stage to the first, is
/// 6.6, 12.5, 14.3, 11.6, 9.6, 8.4 on 8×8 and 5.5, 7.9, 10.3, 10.7, 9.4, 6.4 on 6×6.
#[derive(Debug)]
pub struct Weights {
    pub(super) patterns: PatternSet,
    /// The feature weights on 6×6 and 8×8, by stage.
    pub(super) features: [[[i32; FEATURES]; STAGES]; 2],
    /// The weights of all pattern configurations, by stage.
    pub(super) configurations: [Vec<i16>; STAGES],
}

/// The header of the weights file; the number is its version.
const HEADER: &[u8] = b"plateau othello weights 1\n";

static FITTED: LazyLock<Weights> = LazyLock::new(|| {
    Weights::read(include_bytes!("weights.bin")).expect("the embedded file has this version and size")
});

impl Weights {
    /// Returns the embedded weights.
    pub fn fitted() -> &'static Self {
        &FITTED
    }

    /// Returns weights that are all 0; for counting and fitting.
    pub fn zero() -> Self {
        Self {
            patterns: PatternSet::new(),
            features: [[[0; FEATURES]; STAGES]; 2],
            configurations: [const { Vec::new() }; STAGES],
        }
    }

    /// Returns the number of weights of a stage on a board of this size.
    pub fn count<const N: usize>(&self) -> usize {
        FEATURES + if N < 8 { 0 } else { self.patterns.weights() }
    }

    /// Encodes weights as a file: those of 6×6 from the last stage to the first, then those of
    /// 8×8; features before patterns; each as a little-endian `i16`.
    pub fn file(six: &[Vec<i16>], eight: &[Vec<i16>]) -> Vec<u8> {
        let weights = six.iter().chain(eight).flatten().flat_map(|weight| weight.to_le_bytes());
        HEADER.iter().copied().chain(weights).collect()
    }

    /// Decodes a weights file. Returns `None` if its version or size is wrong.
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
                    let patterns: Vec<i16> = numbers.by_ref().take(weights.patterns.weights()).collect();
                    weights.configurations[stage] = weights.patterns.expand(&patterns);
                }
            }
        }
        Some(weights)
    }

    /// Returns the index and the coefficient of every weight that a position uses.
    pub fn terms<const N: usize>(&self, board: &Board<N>) -> Vec<(usize, i32)> {
        let features = features::<N>(board.own(), board.opponent());
        let mut terms: Vec<(usize, i32)> = features.into_iter().enumerate().collect();
        if N == 8 {
            let indices = self.patterns.indices(board);
            terms.extend(self.patterns.terms(&indices).map(|(weight, sign)| (FEATURES + weight, sign)));
        }
        terms
    }

    /// Returns the expected margin for the side to move.
    #[inline]
    pub(super) fn margin<const N: usize>(&self, board: &Board<N>, indices: &PatternIndices) -> i32 {
        let stage = stage::<N>(board.empty().count() as usize);
        let weights = &self.features[usize::from(N == 8)][stage];
        let features = features::<N>(board.own(), board.opponent());
        let value: i32 = features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum();
        if N < 8 {
            return value;
        }
        let table = &self.configurations[stage];
        value + self.patterns.table_indices(indices).map(|index| i32::from(table[index])).sum::<i32>()
    }
}
