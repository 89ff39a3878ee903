//! Adam with decoupled weight decay. Rows are updated only in steps where they are active.

use std::thread;

use plateau_core::Position;

use super::Model;
use super::batch::{Batch, dense_len};
use super::blocks::Blocks;
use crate::features::Features;

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;

/// Adam's ε: avoids a division by zero where all gradients of a weight are zero.
const EPSILON: f32 = 1e-8;

/// The parameters of one step.
#[derive(Clone, Copy)]
pub struct Step {
    pub rate: f32,
    pub decay: f32,
    pub threads: usize,
}

/// The moments of all weights.
pub struct Adam {
    /// The powers of both betas: the weight of the initial zero moments.
    powers: [f32; 2],
    size: usize,
    dense: Vec<Moments>,
    rows: Vec<Moments>,
    /// Whether each row has been active.
    seen: Vec<bool>,
    /// The gradients of all rows, zero between steps.
    gradients: Vec<f32>,
}

/// The running means of a gradient and of its square.
#[derive(Clone, Copy, Default)]
struct Moments {
    first: f32,
    second: f32,
}

impl Moments {
    /// Returns the step of a weight, for a learning rate of 1.
    #[inline]
    fn update(&mut self, gradient: f32, corrections: [f32; 2]) -> f32 {
        self.first += (1.0 - BETA_1) * (gradient - self.first);
        self.second += (1.0 - BETA_2) * (gradient * gradient - self.second);
        self.first * corrections[0] / ((self.second * corrections[1]).sqrt() + EPSILON)
    }
}

impl Adam {
    pub fn new(model: &Model) -> Self {
        Self {
            powers: [1.0; 2],
            size: model.size,
            dense: vec![Moments::default(); dense_len(model.size, model.stages.len())],
            rows: vec![Moments::default(); model.rows.len()],
            seen: vec![false; model.rows.len() / model.size],
            gradients: vec![0.0; model.rows.len()],
        }
    }

    /// Updates a model by the gradients of a batch.
    pub fn step<P: Position>(
        &mut self,
        features: &impl Features<P>,
        model: &mut Model,
        batch: &Batch,
        step: Step,
    ) {
        self.powers = [self.powers[0] * BETA_1, self.powers[1] * BETA_2];
        let corrections = self.powers.map(|power| 1.0 / (1.0 - power));
        self.step_dense(model, batch, step, corrections);
        self.step_rows(features, model, batch, step, corrections);
    }

    fn step_dense(&mut self, model: &mut Model, batch: &Batch, step: Step, corrections: [f32; 2]) {
        let stages =
            model.stages.iter_mut().flat_map(|layer| layer.weights.iter_mut().chain([&mut layer.bias]));
        let weights = model.bias.iter_mut().chain(stages);
        for ((weight, moments), &gradient) in weights.zip(&mut self.dense).zip(&batch.dense) {
            *weight -= step.rate * moments.update(gradient, corrections);
        }
    }

    fn step_rows<P: Position>(
        &mut self,
        features: &impl Features<P>,
        model: &mut Model,
        batch: &Batch,
        step: Step,
        corrections: [f32; 2],
    ) {
        let size = self.size;
        let per_thread = self.seen.len().div_ceil(step.threads.max(1)).max(1);
        let weights = model.rows.chunks_mut(per_thread * size).zip(self.rows.chunks_mut(per_thread * size));
        let gradients = self.gradients.chunks_mut(per_thread * size).zip(self.seen.chunks_mut(per_thread));
        let parts = weights.zip(gradients).enumerate();
        let mut parts = parts.map(|(part, ((weights, moments), (gradients, seen)))| Part {
            first: part * per_thread,
            size,
            weights,
            moments,
            gradients,
            seen,
        });
        if step.threads <= 1 {
            parts.for_each(|mut part| part.update(features, batch, step, corrections));
        } else {
            thread::scope(|scope| {
                for mut part in parts.by_ref() {
                    scope.spawn(move || part.update(features, batch, step, corrections));
                }
            });
        }
    }

    /// Sets the rows that no sample has to zero.
    pub fn clear_unseen_rows(&self, model: &mut Model) {
        for (row, &seen) in model.rows.chunks_exact_mut(self.size).zip(&self.seen) {
            if !seen {
                row.fill(0.0);
            }
        }
    }
}

/// The rows of one thread.
struct Part<'a> {
    /// The number of the first row.
    first: usize,
    size: usize,
    weights: &'a mut [f32],
    moments: &'a mut [Moments],
    gradients: &'a mut [f32],
    seen: &'a mut [bool],
}

impl Part<'_> {
    /// Adds up the gradients of the active rows and updates these rows.
    fn update<P: Position>(
        &mut self,
        features: &impl Features<P>,
        batch: &Batch,
        step: Step,
        corrections: [f32; 2],
    ) {
        let size = self.size;
        let blocks = Blocks::new(features.group(), size);
        let mut active = Vec::new();
        let mut is_active = vec![false; self.seen.len()];
        for (sample, side) in (0..batch.len).flat_map(|sample| [(sample, 0), (sample, 1)]) {
            let gradient = batch.sums_of(sample, side);
            for &seen in batch.rows_of(sample, side) {
                let row = seen.index().wrapping_sub(self.first);
                if row >= is_active.len() {
                    continue;
                }
                if !is_active[row] {
                    is_active[row] = true;
                    active.push(row);
                }
                blocks.add_gradient(&mut self.gradients[row * size..][..size], gradient, seen.symmetry());
            }
        }
        for row in active {
            self.seen[row] = true;
            let stabiliser = features.stabiliser(self.first + row);
            blocks.tie_row(&mut self.gradients[row * size..][..size], stabiliser);
            for i in row * size..(row + 1) * size {
                let change = self.moments[i].update(self.gradients[i], corrections);
                self.weights[i] -= step.rate * (change + step.decay * self.weights[i]);
                self.gradients[i] = 0.0;
            }
        }
    }
}
