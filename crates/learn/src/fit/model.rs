//! The net with `f32` weights, as it is fitted.

use plateau_core::{Player, Position};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::features::Features;
use crate::net::{MAX_SIZE, stage};

/// The first weights of rows are smaller than this, so that rare rows stay small.
const FIRST_ROW: f32 = 0.02;

/// The dense layer of one stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// The weights of the own side's hidden numbers, then of the opponent's.
    pub weights: Vec<f32>,
    /// The bias.
    pub bias: f32,
}

/// A net with `f32` weights. See [`Net`](crate::Net) for its layers.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// D: the length of a row.
    pub size: usize,
    /// All rows, one after the other.
    pub rows: Vec<f32>,
    /// The biases of the hidden layer.
    pub bias: Vec<f32>,
    /// The dense layer of each stage.
    pub stages: Vec<Layer>,
}

impl Model {
    /// Creates a model with small random weights. Stages begin alike.
    pub fn random(rows: usize, size: usize, stages: usize, rng: &mut Xoshiro256PlusPlus) -> Self {
        let mut random = |limit: f32| (2.0 * rng.random::<f32>() - 1.0) * limit;
        if size == 1 {
            // Own weights count for the side to move and against the opponent.
            let layer = Layer { weights: vec![0.5, -0.5], bias: 0.0 };
            return Self { size, rows: vec![0.0; rows], bias: vec![0.0], stages: vec![layer; stages] };
        }
        let output = 1.0 / (size as f32).sqrt();
        let layer = Layer { weights: (0..2 * size).map(|_| random(output)).collect(), bias: 0.0 };
        Self {
            size,
            bias: (0..size).map(|_| 0.5 + random(0.5)).collect(),
            rows: (0..rows * size).map(|_| random(FIRST_ROW)).collect(),
            stages: vec![layer; stages],
        }
    }

    /// Returns whether the hidden layer is clipped.
    pub fn clips(&self) -> bool {
        self.size > 1
    }

    /// Returns the output for the side to move.
    pub fn evaluate<P: Position>(&self, features: &impl Features<P>, position: &P) -> f32 {
        let mut sums = [[0.0; MAX_SIZE]; 2];
        for side in &mut sums {
            side[..self.size].copy_from_slice(&self.bias);
        }
        let progress = features.active(position, &mut |side: Player, row| {
            let row = &self.rows[row as usize * self.size..][..self.size];
            for (sum, weight) in sums[side.index()].iter_mut().zip(row) {
                *sum += weight;
            }
        });
        let layer = &self.stages[stage(progress, features.max_progress(), self.stages.len())];
        let [own, opponent] = [position.turn(), position.turn().other()].map(|side| &sums[side.index()]);
        let hidden = own[..self.size].iter().chain(&opponent[..self.size]);
        let clip = |sum: f32| if self.clips() { sum.clamp(0.0, 1.0) } else { sum };
        layer.bias + hidden.zip(&layer.weights).map(|(&sum, weight)| clip(sum) * weight).sum::<f32>()
    }
}
