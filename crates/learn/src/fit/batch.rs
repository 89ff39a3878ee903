//! The gradients of one batch of samples.

use std::thread;

use super::blocks::Blocks;
use super::{FitSettings, Model};
use crate::features::RowTable;
use crate::group::Row;
use crate::net::{MAX_SIZE, stage};
use crate::samples::SampleSet;

/// Samples per partial sum of dense gradients. A constant, so that sums do not depend on the
/// number of threads.
const CHUNK: usize = 64;

/// The gradients of a batch.
pub struct Batch {
    size: usize,
    slots: usize,
    /// The number of samples.
    pub len: usize,
    /// The rows of each sample: those of the side to move, then those of the opponent.
    pub rows: Vec<Row>,
    /// The gradient of the sums of each sample: own side, then opponent.
    pub sums: Vec<f32>,
    /// The gradients of all biases and dense layers, in the order of [`dense_len`].
    pub dense: Vec<f32>,
    chunks: Vec<Vec<f32>>,
}

/// Returns the number of dense weights: the hidden biases, then weights and bias of each
/// stage.
pub fn dense_len(size: usize, stages: usize) -> usize {
    size + stages * (2 * size + 1)
}

impl Batch {
    pub fn new(table: &dyn RowTable, settings: &FitSettings) -> Self {
        let (size, slots) = (settings.size, table.slots());
        let dense = vec![0.0; dense_len(size, settings.stages)];
        Self {
            size,
            slots,
            len: 0,
            rows: vec![Row::new(0, 0); settings.batch * 2 * slots],
            sums: vec![0.0; settings.batch * 2 * size],
            chunks: vec![dense.clone(); settings.batch.div_ceil(CHUNK)],
            dense,
        }
    }

    /// Returns the rows of a sample for one side: 0 is the side to move.
    pub fn rows_of(&self, sample: usize, side: usize) -> &[Row] {
        &self.rows[(2 * sample + side) * self.slots..][..self.slots]
    }

    /// Returns the gradient of a sample's sums for one side: 0 is the side to move.
    pub fn sums_of(&self, sample: usize, side: usize) -> &[f32] {
        &self.sums[(2 * sample + side) * self.size..][..self.size]
    }

    /// Computes the gradients of the mean loss of the chosen samples.
    pub fn gradients(
        &mut self,
        table: &dyn RowTable,
        model: &Model,
        samples: &dyn SampleSet,
        chosen: &[u32],
        settings: &FitSettings,
    ) {
        self.len = chosen.len();
        let weight = 1.0 / chosen.len() as f32;
        let rows = self.rows.chunks_mut(CHUNK * 2 * self.slots);
        let outputs = rows.zip(self.sums.chunks_mut(CHUNK * 2 * self.size));
        let mut chunks: Vec<SampleChunk<'_>> = chosen
            .chunks(CHUNK)
            .zip(outputs)
            .zip(&mut self.chunks)
            .map(|((chosen, (rows, sums)), dense)| SampleChunk { samples, chosen, rows, sums, dense })
            .collect();
        let count = chunks.len();
        let work = |chunks: &mut [SampleChunk<'_>]| {
            for chunk in chunks {
                chunk.gradients(table, model, settings, weight);
            }
        };
        if settings.threads <= 1 {
            work(&mut chunks);
        } else {
            thread::scope(|scope| {
                for chunks in chunks.chunks_mut(count.div_ceil(settings.threads).max(1)) {
                    scope.spawn(|| work(chunks));
                }
            });
        }
        self.dense.fill(0.0);
        for chunk in &self.chunks[..count] {
            for (sum, gradient) in self.dense.iter_mut().zip(chunk) {
                *sum += gradient;
            }
        }
        let blocks = Blocks::new(table.group(), self.size);
        let (bias, layers) = self.dense.split_at_mut(self.size);
        blocks.tie_all(bias);
        for layer in layers.chunks_exact_mut(2 * self.size + 1) {
            if let [own, opponent, _] = layer {
                // A linear model adds up the weights as the side to move sees the board.
                (*own, *opponent) = (0.0, 0.0);
            } else {
                layer[..2 * self.size].chunks_exact_mut(self.size).for_each(|side| blocks.tie_all(side));
            }
        }
    }
}

/// A chunk of samples and its gradients.
struct SampleChunk<'b> {
    samples: &'b dyn SampleSet,
    chosen: &'b [u32],
    rows: &'b mut [Row],
    sums: &'b mut [f32],
    dense: &'b mut [f32],
}

impl SampleChunk<'_> {
    /// Computes the gradients; each sample counts with this weight.
    fn gradients(&mut self, table: &dyn RowTable, model: &Model, settings: &FitSettings, weight: f32) {
        let size = model.size;
        let (slots, max_progress) = (table.slots(), table.max_progress());
        let blocks = Blocks::new(table.group(), size);
        self.dense.fill(0.0);
        let rows = self.rows.chunks_exact_mut(2 * slots);
        let outputs = rows.zip(self.sums.chunks_exact_mut(2 * size));
        for (&number, (rows, gradients)) in self.chosen.iter().zip(outputs) {
            let number = number as usize;
            let progress = self.samples.rows(number, rows);
            let mut sums = [0.0; 2 * MAX_SIZE];
            let sums = &mut sums[..2 * size];
            for (sums, rows) in sums.chunks_exact_mut(size).zip(rows.chunks_exact(slots)) {
                sums.copy_from_slice(&model.bias);
                for &row in rows {
                    model.add_row(&blocks, sums, row);
                }
            }
            let stage = stage(progress, max_progress, model.stages.len());
            let layer = &model.stages[stage];
            let product: f32 =
                sums.iter().zip(&layer.weights).map(|(&sum, weight)| model.activation(sum) * weight).sum();
            let slope = settings.loss.slope(layer.bias + product, self.samples.target(number)) * weight;
            let (bias, layers) = self.dense.split_at_mut(size);
            let layer_gradient = &mut layers[stage * (2 * size + 1)..][..=2 * size];
            for i in 0..2 * size {
                layer_gradient[i] += slope * model.activation(sums[i]);
                gradients[i] = slope * layer.weights[i] * model.activation_slope(sums[i]);
                bias[i % size] += gradients[i];
            }
            layer_gradient[2 * size] += slope;
        }
    }
}
