//! The net with `f32` weights, as it is fitted.

use plateau_core::{Player, Position};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::blocks::Blocks;
use crate::features::{Features, RowTable};
use crate::group::Row;
use crate::net::{MAX_SIZE, stage};
use crate::stage_knots::KnotPosition;

/// The dense layer of one stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// The weights of the own side's hidden numbers, then of the opponent's.
    pub weights: Vec<f32>,
    /// The bias.
    pub bias: f32,
}

/// A net with `f32` weights. See [`Net`](crate::Net) for its layers.
///
/// A row of a table by [stage](crate::stage_knots) has one number for each knot.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// D: the length of a row.
    pub size: usize,
    /// The number of stage knots, 1 unless D = 1.
    pub knots: usize,
    /// All rows, one after the other.
    pub rows: Vec<f32>,
    /// The biases of the hidden layer.
    pub bias: Vec<f32>,
    /// The dense layer of each stage.
    pub stages: Vec<Layer>,
}

impl Model {
    /// Creates a model with random biases and output weights, and rows of zeros. Stages begin
    /// alike.
    pub fn random(table: &dyn RowTable, size: usize, stages: usize, rng: &mut Xoshiro256PlusPlus) -> Self {
        let rows = table.rows();
        let mut random = |limit: f32| (2.0 * rng.random::<f32>() - 1.0) * limit;
        if size == 1 {
            return Self::table(vec![0.0; rows], 1, stages);
        }
        let blocks = Blocks::new(table.group(), size);
        let output = 1.0 / (size as f32).sqrt();
        let mut layer = Layer { weights: (0..2 * size).map(|_| random(output)).collect(), bias: 0.0 };
        layer.weights.chunks_exact_mut(size).for_each(|side| blocks.copy_first(side));
        let mut bias: Vec<f32> = (0..size).map(|_| 0.5 + random(0.5)).collect();
        blocks.copy_first(&mut bias);
        Self { size, knots: 1, bias, rows: vec![0.0; rows * size], stages: vec![layer; stages] }
    }

    /// Creates a table with D = 1 of these weights: the value is the sum of the weights as the side to move sees
    /// the board.
    pub fn table(rows: Vec<f32>, knots: usize, stages: usize) -> Self {
        let layer = Layer { weights: vec![1.0, 0.0], bias: 0.0 };
        Self { size: 1, knots, rows, bias: vec![0.0], stages: vec![layer; stages] }
    }

    /// Adds a row to the sums of a side. Not for tables by stage.
    #[inline]
    pub fn add_row(&self, blocks: &Blocks<'_>, sums: &mut [f32], row: Row) {
        blocks.add_row(sums, &self.rows[row.index() * self.size..][..self.size], row.symmetry());
    }

    /// Returns the hidden number of a sum: clipped to 0..=1 and squared, or the sum itself in a
    /// linear model.
    #[inline]
    pub fn activation(&self, sum: f32) -> f32 {
        if self.size == 1 { sum } else { sum.clamp(0.0, 1.0) * sum.clamp(0.0, 1.0) }
    }

    /// Returns the derivative of [`activation`](Self::activation).
    #[inline]
    pub fn activation_slope(&self, sum: f32) -> f32 {
        match self.size {
            1 => 1.0,
            _ if (0.0..1.0).contains(&sum) => 2.0 * sum,
            _ => 0.0,
        }
    }

    /// Returns the output for the side to move.
    pub fn evaluate<P: Position>(&self, features: &impl Features<P>, position: &P) -> f32 {
        let mut sums = [[0.0; MAX_SIZE]; 2];
        for side in &mut sums {
            side[..self.size].copy_from_slice(&self.bias);
        }
        let blocks = Blocks::new(features.group(), self.size);
        let mut rows = Vec::new();
        let state = features.active(position, &mut |side: Player, row| rows.push((side, row)));
        let progress = features.progress(position, &state);
        let knot_position = KnotPosition::new(progress, features.max_progress(), self.knots);
        for (side, row) in rows {
            let sums = &mut sums[side.index()][..self.size];
            if self.knots == 1 {
                self.add_row(&blocks, sums, row);
            } else {
                let weights = &self.rows[row.index() * self.knots..][..self.knots];
                sums[0] += knot_position.shares().map(|(knot, share)| share * weights[knot]).sum::<f32>();
            }
        }
        let layer = &self.stages[stage(progress, features.max_progress(), self.stages.len())];
        let [own, opponent] = [position.turn(), position.turn().other()].map(|side| &sums[side.index()]);
        let hidden = own[..self.size].iter().chain(&opponent[..self.size]);
        layer.bias
            + hidden.zip(&layer.weights).map(|(&sum, weight)| self.activation(sum) * weight).sum::<f32>()
    }
}
