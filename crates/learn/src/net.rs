//! The net as it plays: 16-bit weights and sums.
//!
//! ```text
//! accumulator of a side = bias + the rows of all slots          D numbers
//! hidden layer          = clipped to 0..=1 and squared: own side, opponent  2 D numbers
//! output                = one dense layer, chosen by the stage  1 number
//! ```
//!
//! The D numbers are one block for each symmetry of the game. Block h sees the board through
//! symmetry h: where the representative of a row lies on the board through symmetry a, it adds
//! block h·a of the row. Biases and output weights are the same for all blocks, so symmetric
//! positions have equal values, and yet a row knows where on the board its pattern lies.
//!
//! With D = 1 there is one number and nothing is clipped: the classic pattern table, whose
//! value is a sum of weights. Such a table may have a number for each [stage knot](crate::stage_knots).

use crate::features::Shape;
use crate::fit::Model;
use crate::group::{Group, MAX_ORDER, Row};
use crate::stage_knots::KnotPosition;

/// The largest D.
pub const MAX_SIZE: usize = 64;

/// The allowed values of D.
pub const SIZES: [usize; 4] = [1, 16, 32, 64];

/// 1.0 of the hidden layer, in units of rows and biases.
pub const HIDDEN_ONE: i32 = 512;

/// 1.0 of the output weights, in their units.
pub const OUTPUT_ONE: i32 = 1024;

/// The maximum number of stages.
pub const MAX_STAGES: usize = 30;

/// The largest unit, in hundredths of a piece per 1.0 of the output: values stay below 2³¹.
const MAX_UNIT: i32 = 10_000;

/// The largest weights that a net can store. The fit clips to them, so that rounding is all
/// that distinguishes the net that plays from the one that was fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightLimits {
    /// Of the rows: all slots and the bias together fit into 16 bits.
    pub row: i32,
    /// Of the hidden biases.
    pub bias: i32,
}

impl WeightLimits {
    /// The largest output weight: 128 products stay below 2³¹.
    pub const OUTPUT: i32 = 16 * OUTPUT_ONE - 1;
    /// The largest output bias.
    pub const OUTPUT_BIAS: i32 = 1 << 29;

    /// Returns the limits of a net with this length of rows and number of slots.
    pub fn new(size: usize, slots: usize) -> Self {
        let largest = i32::from(i16::MAX);
        if size == 1 {
            return Self { row: largest, bias: largest };
        }
        // A bias beyond 0..=1 is of little use, since sums are clipped to that range.
        let bias = 2 * HIDDEN_ONE;
        Self { row: (largest - bias) / slots.max(1) as i32, bias }
    }
}

/// The output weights of a net with D = 1: its value is the sum of the side to move.
pub const LINEAR_WEIGHTS: [i16; 2] = [OUTPUT_ONE as i16, 0];

/// The sums of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sums {
    /// The bias and the active rows of a net with D > 1.
    hidden: [i16; MAX_SIZE],
    /// The same with D = 1, whose sum needs more bits.
    linear: i32,
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
    /// The number of stage knots, 1 unless D = 1.
    pub knots: usize,
    /// The largest progress of a game.
    pub max_progress: u32,
    /// Hundredths of a piece per 1.0 of the output.
    pub unit: i32,
    /// The biases of the hidden layer.
    pub bias: Vec<i16>,
    /// All rows, one after the other: D numbers each, or one for each knot.
    pub rows: Vec<i16>,
    /// The dense layer of each stage.
    pub stages: Vec<OutputLayer>,
}

impl Net {
    /// Creates a net for features of this shape that evaluates every position as even.
    pub fn zero(size: usize, stages: usize, unit: i32, shape: &Shape) -> Self {
        let weights = if size == 1 { LINEAR_WEIGHTS.to_vec() } else { vec![0; 2 * size] };
        let layer = OutputLayer { weights, bias: 0 };
        let knots = shape.knots_of_size(size);
        Self {
            size,
            knots,
            max_progress: shape.max_progress,
            unit,
            bias: vec![0; size],
            rows: vec![0; shape.rows * size * knots],
            stages: vec![layer; stages],
        }
    }

    /// Rounds the weights of a model that was fitted to features with this many slots.
    pub fn quantise(model: &Model, slots: usize, max_progress: u32, unit: i32) -> Self {
        let limits = WeightLimits::new(model.size, slots);
        let hidden = |weight: &f32, limit| round(*weight * HIDDEN_ONE as f32, limit) as i16;
        let output = |weight: &f32| round(*weight * OUTPUT_ONE as f32, WeightLimits::OUTPUT) as i16;
        let stages = model.stages.iter().map(|layer| OutputLayer {
            weights: layer.weights.iter().map(output).collect(),
            bias: round(layer.bias * (HIDDEN_ONE * OUTPUT_ONE) as f32, WeightLimits::OUTPUT_BIAS),
        });
        Self {
            size: model.size,
            knots: model.knots,
            max_progress,
            unit,
            bias: model.bias.iter().map(|weight| hidden(weight, limits.bias)).collect(),
            rows: model.rows.iter().map(|weight| hidden(weight, limits.row)).collect(),
            stages: stages.collect(),
        }
    }

    /// Returns whether no sum of this many slots overflows, and the output layers are valid.
    pub fn is_valid(&self, slots: usize) -> bool {
        let largest = |weights: &[i16]| weights.iter().map(|&w| i64::from(w).abs()).max().unwrap_or(0);
        let largest_sum = largest(&self.bias) + slots as i64 * largest(&self.rows);
        let limit = i64::from(if self.size == 1 { i32::MAX } else { i16::MAX.into() });
        let is_valid_layer = |layer: &OutputLayer| {
            let is_valid_weight = if self.size == 1 {
                layer.weights == LINEAR_WEIGHTS
            } else {
                largest(&layer.weights) <= i64::from(WeightLimits::OUTPUT)
            };
            is_valid_weight && i64::from(layer.bias).abs() <= i64::from(WeightLimits::OUTPUT_BIAS)
        };
        largest_sum <= limit && (1..=MAX_UNIT).contains(&self.unit) && self.stages.iter().all(is_valid_layer)
    }

    /// Returns the sums of a side without any rows.
    pub fn empty_sums(&self) -> Sums {
        let mut side = Sums { hidden: [0; MAX_SIZE], linear: 0 };
        if let [bias] = self.bias.as_slice() {
            side.linear = i32::from(*bias);
        } else {
            side.hidden[..self.size].copy_from_slice(&self.bias);
        }
        side
    }

    #[inline]
    fn row(&self, row: Row) -> &[i16] {
        let len = self.row_len();
        &self.rows[row.index() * len..][..len]
    }

    /// Returns the length of a row: D numbers, or one for each knot.
    #[inline]
    pub fn row_len(&self) -> usize {
        self.size * self.knots
    }

    /// Returns where a progress lies among the knots.
    #[inline]
    pub fn knot_position(&self, progress: u32) -> KnotPosition {
        KnotPosition::new(progress, self.max_progress, self.knots)
    }

    /// Adds a row to the sums of a side at some progress of a game.
    pub fn add(&self, sums: &mut Sums, group: &Group, row: Row, progress: u32) {
        let weights = self.row(row);
        if self.size == 1 {
            sums.linear += i32::from(self.knot_position(progress).weight(weights));
            return;
        }
        let block = self.size / group.order();
        for (h, sums) in (0..).zip(sums.hidden[..self.size].chunks_exact_mut(block)) {
            let from = usize::from(group.product(h, row.symmetry())) * block;
            for (sum, weight) in sums.iter_mut().zip(&weights[from..from + block]) {
                *sum += weight;
            }
        }
    }

    /// Replaces a row in the sum of a side, with D = 1 and one knot.
    #[inline]
    pub fn replace_weight(&self, sums: &mut Sums, old: Row, new: Row) {
        sums.linear += i32::from(self.rows[new.index()]) - i32::from(self.rows[old.index()]);
    }

    /// Replaces a row in the sums of a side, with D > 1.
    #[inline]
    pub fn replace(&self, sums: &mut Sums, group: &Group, old: Row, new: Row) {
        match self.size / group.order() {
            2 => self.replace_blocks::<2>(sums, group, old, new),
            4 => self.replace_blocks::<4>(sums, group, old, new),
            8 => self.replace_blocks::<8>(sums, group, old, new),
            16 => self.replace_blocks::<16>(sums, group, old, new),
            32 => self.replace_blocks::<32>(sums, group, old, new),
            _ => self.replace_blocks::<64>(sums, group, old, new),
        }
    }

    /// Replaces a row, with a block length that the compiler knows.
    #[inline]
    fn replace_blocks<const BLOCK: usize>(&self, sums: &mut Sums, group: &Group, old: Row, new: Row) {
        let sums = sums.hidden[..self.size].as_chunks_mut::<BLOCK>().0;
        let [old_blocks, new_blocks] = [old, new].map(|row| self.row(row).as_chunks::<BLOCK>().0);
        for (h, sums) in (0..MAX_ORDER as u8).zip(sums) {
            let old = &old_blocks[usize::from(group.product(h, old.symmetry()))];
            let new = &new_blocks[usize::from(group.product(h, new.symmetry()))];
            for i in 0..BLOCK {
                sums[i] = sums[i].wrapping_add(new[i]).wrapping_sub(old[i]);
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
    pub fn evaluate(&self, own: &Sums, opponent: &Sums, progress: u32) -> i32 {
        (self.raw_output(own, opponent, progress) * i64::from(self.unit) / i64::from(HIDDEN_ONE * OUTPUT_ONE))
            as i32
    }

    /// Returns the output for the side whose sums come first, as the fit computes it.
    pub fn output(&self, own: &Sums, opponent: &Sums, progress: u32) -> f32 {
        self.raw_output(own, opponent, progress) as f32 / (HIDDEN_ONE * OUTPUT_ONE) as f32
    }

    /// Returns the output in units of 1 / ([`HIDDEN_ONE`] × [`OUTPUT_ONE`]).
    #[inline]
    fn raw_output(&self, own: &Sums, opponent: &Sums, progress: u32) -> i64 {
        let layer = &self.stages[self.stage(progress)];
        let (own_weights, opponent_weights) = layer.weights.split_at(self.size);
        let sum = if let ([own_weight], [opponent_weight]) = (own_weights, opponent_weights) {
            let products = [(own.linear, own_weight), (opponent.linear, opponent_weight)];
            products.iter().map(|&(sum, &weight)| i64::from(sum) * i64::from(weight)).sum()
        } else {
            i64::from(hidden_product(own, own_weights) + hidden_product(opponent, opponent_weights))
        };
        sum + i64::from(layer.bias)
    }
}

/// Returns the product of the clipped sums and their weights.
#[inline]
fn hidden_product(sums: &Sums, weights: &[i16]) -> i32 {
    /// The numbers that the loop handles at once.
    const CHUNK: usize = 16;
    let mut product = [0; CHUNK];
    for (sums, weights) in sums.hidden.as_chunks::<CHUNK>().0.iter().zip(weights.as_chunks::<CHUNK>().0) {
        for i in 0..CHUNK {
            let clipped = i32::from(sums[i].clamp(0, HIDDEN_ONE as i16));
            product[i] += clipped * clipped / HIDDEN_ONE * i32::from(weights[i]);
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
