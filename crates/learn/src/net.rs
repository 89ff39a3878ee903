//! The net as it plays: 16-bit rows, 32-bit sums.
//!
//! ```text
//! accumulator of a side = bias + the rows of all slots          D numbers
//! hidden layer          = clipped to 0..=1: own side, opponent  2 D numbers (D = 1: not clipped)
//! output                = one dense layer, chosen by the stage  1 number
//! ```
//!
//! With D = 1 this is the classic pattern table: the value is a sum of weights.

use crate::fit::Model;

/// The largest D.
pub const MAX_SIZE: usize = 64;

/// The allowed values of D.
pub const SIZES: [usize; 4] = [1, 16, 32, 64];

/// The numbers that the inner loops handle at once.
const CHUNK: usize = 16;

/// 1.0 of the hidden layer, in units of rows and biases.
pub const HIDDEN_ONE: i32 = 1024;

/// 1.0 of the output weights, in their units.
pub const OUTPUT_ONE: i32 = 1024;

/// The largest output weight: 128 products stay below 2³¹.
const MAX_OUTPUT: i32 = 16 * OUTPUT_ONE - 1;

/// The sums of a position, for both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accumulator {
    /// The sum of the bias and the active rows, indexed by [`Player::index`].
    ///
    /// [`Player::index`]: plateau_core::Player::index
    pub sides: [[i32; MAX_SIZE]; 2],
    /// The progress of the game, which selects the stage.
    pub progress: u32,
}

/// The dense layer of one stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputLayer {
    /// The weights of the own side's hidden numbers, then of the opponent's.
    pub weights: Vec<i16>,
    /// The bias, in units of 1 / ([`HIDDEN_ONE`] × [`OUTPUT_ONE`]).
    pub bias: i32,
}

/// A net with integer weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// D: the length of a row.
    pub size: usize,
    /// The largest progress of a game.
    pub max_progress: u32,
    /// Hundredths of a piece per 1.0 of the output.
    pub unit: i32,
    /// The biases of the hidden layer.
    pub bias: Vec<i16>,
    /// All rows, one after the other.
    pub rows: Vec<i16>,
    /// The dense layer of each stage.
    pub stages: Vec<OutputLayer>,
}

impl Net {
    /// Creates a net that evaluates every position as even.
    pub fn zero(size: usize, rows: usize, stages: usize, max_progress: u32, unit: i32) -> Self {
        let layer = OutputLayer { weights: vec![0; 2 * size], bias: 0 };
        Self {
            size,
            max_progress,
            unit,
            bias: vec![0; size],
            rows: vec![0; rows * size],
            stages: vec![layer; stages],
        }
    }

    /// Rounds the weights of a fitted model.
    pub fn quantise(model: &Model, max_progress: u32, unit: i32) -> Self {
        let hidden = |weight: &f32| round(*weight * HIDDEN_ONE as f32, i32::from(i16::MAX)) as i16;
        let stages = model.stages.iter().map(|layer| OutputLayer {
            weights: layer.weights.iter().map(|w| round(w * OUTPUT_ONE as f32, MAX_OUTPUT) as i16).collect(),
            bias: round(layer.bias * (HIDDEN_ONE * OUTPUT_ONE) as f32, 1 << 29),
        });
        Self {
            size: model.size,
            max_progress,
            unit,
            bias: model.bias.iter().map(hidden).collect(),
            rows: model.rows.iter().map(hidden).collect(),
            stages: stages.collect(),
        }
    }

    /// Returns the accumulator without any rows.
    pub fn empty_accumulator(&self) -> Accumulator {
        let mut side = [0; MAX_SIZE];
        for (sum, &bias) in side.iter_mut().zip(&self.bias) {
            *sum = i32::from(bias);
        }
        Accumulator { sides: [side; 2], progress: 0 }
    }

    fn row(&self, row: u32) -> &[i16] {
        let first = row as usize * self.size;
        &self.rows[first..first + self.size]
    }

    /// Adds a row to the sums of a side.
    #[inline]
    pub fn add(&self, sums: &mut [i32; MAX_SIZE], row: u32) {
        let row = self.row(row);
        if let [weight] = row {
            sums[0] += i32::from(*weight);
        }
        for (sums, row) in sums.as_chunks_mut::<CHUNK>().0.iter_mut().zip(row.as_chunks::<CHUNK>().0) {
            for i in 0..CHUNK {
                sums[i] += i32::from(row[i]);
            }
        }
    }

    /// Replaces a row in the sums of a side.
    #[inline]
    pub fn replace(&self, sums: &mut [i32; MAX_SIZE], old: u32, new: u32) {
        let (old, new) = (self.row(old), self.row(new));
        if let ([old], [new]) = (old, new) {
            sums[0] += i32::from(*new) - i32::from(*old);
        }
        let rows = old.as_chunks::<CHUNK>().0.iter().zip(new.as_chunks::<CHUNK>().0);
        for (sums, (old, new)) in sums.as_chunks_mut::<CHUNK>().0.iter_mut().zip(rows) {
            for i in 0..CHUNK {
                sums[i] += i32::from(new[i]) - i32::from(old[i]);
            }
        }
    }

    /// Returns the stage of a progress.
    #[inline]
    pub fn stage(&self, progress: u32) -> usize {
        stage(progress, self.max_progress, self.stages.len())
    }

    /// Returns the value for the side whose sums come first, in hundredths of a piece.
    #[inline]
    pub fn evaluate(&self, own: &[i32; MAX_SIZE], opponent: &[i32; MAX_SIZE], progress: u32) -> i32 {
        let layer = &self.stages[self.stage(progress)];
        let (own_weights, opponent_weights) = layer.weights.split_at(self.size);
        let sum = if let ([own_weight], [opponent_weight]) = (own_weights, opponent_weights) {
            let products = [(own[0], own_weight), (opponent[0], opponent_weight)];
            products.iter().map(|&(sum, &weight)| i64::from(sum) * i64::from(weight)).sum()
        } else {
            i64::from(hidden_product(own, own_weights) + hidden_product(opponent, opponent_weights))
        };
        let output = sum + i64::from(layer.bias);
        (output * i64::from(self.unit) / i64::from(HIDDEN_ONE * OUTPUT_ONE)) as i32
    }
}

/// Returns the product of the clipped sums and their weights.
#[inline]
fn hidden_product(sums: &[i32; MAX_SIZE], weights: &[i16]) -> i32 {
    let mut product = [0; CHUNK];
    for (sums, weights) in sums.as_chunks::<CHUNK>().0.iter().zip(weights.as_chunks::<CHUNK>().0) {
        for i in 0..CHUNK {
            let hidden = sums[i].clamp(0, HIDDEN_ONE) as i16;
            product[i] += i32::from(hidden) * i32::from(weights[i]);
        }
    }
    product.iter().sum()
}

/// Returns the stage of a game: its progress in equal steps.
#[inline]
pub fn stage(progress: u32, max_progress: u32, stages: usize) -> usize {
    let stage = progress as usize * stages / (max_progress as usize + 1);
    stage.min(stages - 1)
}

fn round(value: f32, limit: i32) -> i32 {
    (value.round_ties_even() as i32).clamp(-limit, limit)
}
