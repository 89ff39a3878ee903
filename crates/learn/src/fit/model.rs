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
/// A row of a table by [stage](crate::stage_knots) has one number more than there are knots: its weight
/// at a knot is the sum of the first number, which all stages share, and of the number of the knot.
/// Configurations that are rare at a stage are thus weighted as in the whole game.
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
            // The sum of the weights as the side to move sees the board.
            let layer = Layer { weights: vec![1.0, 0.0], bias: 0.0 };
            let knots = table.knots();
            let rows = vec![0.0; rows * if knots == 1 { 1 } else { knots + 1 }];
            return Self { size, knots, rows, bias: vec![0.0], stages: vec![layer; stages] };
        }
        let blocks = Blocks::new(table.group(), size);
        let output = 1.0 / (size as f32).sqrt();
        let mut layer = Layer { weights: (0..2 * size).map(|_| random(output)).collect(), bias: 0.0 };
        layer.weights.chunks_exact_mut(size).for_each(|side| blocks.copy_first(side));
        let mut bias: Vec<f32> = (0..size).map(|_| 0.5 + random(0.5)).collect();
        blocks.copy_first(&mut bias);
        Self { size, knots: 1, bias, rows: vec![0.0; rows * size], stages: vec![layer; stages] }
    }

    /// Returns the numbers of a row.
    #[inline]
    pub fn row_len(&self) -> usize {
        if self.knots == 1 { self.size } else { self.knots + 1 }
    }

    /// Returns the sides whose rows count: only the side to move in a table by stage.
    #[inline]
    pub fn sides(&self) -> usize {
        if self.knots > 1 { 1 } else { 2 }
    }

    /// Returns the numbers of all rows as a [`Net`](crate::Net) stores them.
    pub fn row_numbers(&self) -> impl Iterator<Item = f32> {
        // The first number of a row by stage is the shared one.
        let first = usize::from(self.knots > 1);
        self.rows.chunks_exact(self.row_len()).flat_map(move |row| {
            let shared = if first == 0 { 0.0 } else { row[0] };
            row[first..].iter().map(move |number| shared + number)
        })
    }

    /// Returns which cells of a row count at some progress of a game.
    #[inline]
    pub fn cells(&self, progress: u32, max_progress: u32) -> Cells {
        let mut cells = Cells::ROW;
        if self.knots > 1 {
            for (knot, share) in KnotPosition::new(progress, max_progress, self.knots).shares() {
                cells.cells[cells.len] = (knot + 1, share);
                cells.len += 1;
            }
        }
        cells
    }

    /// Adds a row to the sums of a side.
    #[inline]
    pub fn add_row(&self, blocks: &Blocks<'_>, sums: &mut [f32], row: Row, cells: &Cells) {
        let numbers = &self.rows[row.index() * self.row_len()..][..self.row_len()];
        if self.knots == 1 {
            blocks.add_row(sums, numbers, row.symmetry());
        } else {
            sums[0] += cells.iter().map(|(cell, share)| share * numbers[cell]).sum::<f32>();
        }
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
        let cells = self.cells(progress, features.max_progress());
        for (side, row) in rows {
            self.add_row(&blocks, &mut sums[side.index()][..self.size], row, &cells);
        }
        let layer = &self.stages[stage(progress, features.max_progress(), self.stages.len())];
        let [own, opponent] = [position.turn(), position.turn().other()].map(|side| &sums[side.index()]);
        let hidden = own[..self.size].iter().chain(&opponent[..self.size]);
        layer.bias
            + hidden.zip(&layer.weights).map(|(&sum, weight)| self.activation(sum) * weight).sum::<f32>()
    }
}

/// The cells of a row that count at some progress of a game. A cell is what the fit updates as a
/// whole: a row, or one number of a row of a table by stage.
#[derive(Clone, Copy, Debug)]
pub struct Cells {
    len: usize,
    /// The cells with their shares.
    cells: [(usize, f32); 3],
}

impl Cells {
    /// The only cell of a row.
    pub const ROW: Self = Self { len: 1, cells: [(0, 1.0); 3] };

    /// Returns the cells with their shares.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (usize, f32)> {
        self.cells[..self.len].iter().copied()
    }
}
