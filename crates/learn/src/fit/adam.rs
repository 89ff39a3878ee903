//! Adam with weight clipping. Rows are updated only in steps where they are active.

use std::thread;

use super::Model;
use super::batch::{Batch, dense_len};
use super::blocks::Blocks;
use crate::features::RowTable;
use crate::net::{HIDDEN_ONE, OUTPUT_ONE, WeightLimits};

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;

/// Adam's ε, added to the root of the second moment. The usual value: where gradients are tiny,
/// it keeps steps small; where all were zero, it avoids a division by zero.
const EPSILON: f32 = 1e-8;

/// The parameters of one step.
#[derive(Clone, Copy)]
pub struct Step {
    pub rate: f32,
    pub threads: usize,
}

/// The moments of all weights.
pub struct Adam {
    /// The powers of both betas: the weight of the initial zero moments.
    powers: [f32; 2],
    size: usize,
    dense: Vec<Moments>,
    rows: Vec<Moments>,
    row_states: Vec<RowState>,
    step: u32,
    limits: Limits,
}

/// When a row was last active.
#[derive(Clone, Copy, Default)]
struct RowState {
    /// The number of the step, from 1; 0 if it never was active.
    last_step: u32,
    /// Its place among the active rows of that step.
    place: u32,
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

/// The largest weights that the net can store, as `f32`.
#[derive(Clone, Copy)]
struct Limits {
    row: f32,
    bias: f32,
    output: f32,
    output_bias: f32,
}

impl Limits {
    fn new(size: usize, slots: usize) -> Self {
        let WeightLimits { row, bias } = WeightLimits::new(size, slots);
        Self {
            row: row as f32 / HIDDEN_ONE as f32,
            bias: bias as f32 / HIDDEN_ONE as f32,
            output: WeightLimits::OUTPUT as f32 / OUTPUT_ONE as f32,
            output_bias: WeightLimits::OUTPUT_BIAS as f32 / (HIDDEN_ONE * OUTPUT_ONE) as f32,
        }
    }
}

impl Adam {
    /// Creates the moments of a model of features with this many slots.
    pub fn new(model: &Model, slots: usize) -> Self {
        Self {
            powers: [1.0; 2],
            size: model.size,
            dense: vec![Moments::default(); dense_len(model.size, model.stages.len())],
            rows: vec![Moments::default(); model.rows.len()],
            row_states: vec![RowState::default(); model.rows.len() / model.size],
            step: 0,
            limits: Limits::new(model.size, slots),
        }
    }

    /// Updates a model by the gradients of a batch.
    pub fn step(&mut self, table: &dyn RowTable, model: &mut Model, batch: &Batch, step: Step) {
        self.step += 1;
        self.powers = [self.powers[0] * BETA_1, self.powers[1] * BETA_2];
        let corrections = self.powers.map(|power| 1.0 / (1.0 - power));
        self.step_dense(model, batch, step, corrections);
        self.step_rows(table, model, batch, step, corrections);
    }

    fn step_dense(&mut self, model: &mut Model, batch: &Batch, step: Step, corrections: [f32; 2]) {
        let Limits { bias, output, output_bias, .. } = self.limits;
        let stages = model.stages.iter_mut().flat_map(|layer| {
            let weights = layer.weights.iter_mut().map(|weight| (weight, output));
            weights.chain([(&mut layer.bias, output_bias)])
        });
        let weights = model.bias.iter_mut().map(|weight| (weight, bias)).chain(stages);
        for (((weight, limit), moments), &gradient) in weights.zip(&mut self.dense).zip(&batch.dense) {
            let stepped = *weight - step.rate * moments.update(gradient, corrections);
            *weight = stepped.clamp(-limit, limit);
        }
    }

    fn step_rows(
        &mut self,
        table: &dyn RowTable,
        model: &mut Model,
        batch: &Batch,
        step: Step,
        corrections: [f32; 2],
    ) {
        let (size, number, limit) = (self.size, self.step, self.limits.row);
        let per_thread = self.row_states.len().div_ceil(step.threads.max(1)).max(1);
        let weights = model.rows.chunks_mut(per_thread * size).zip(self.rows.chunks_mut(per_thread * size));
        let ranges = weights.zip(self.row_states.chunks_mut(per_thread)).enumerate();
        let mut ranges = ranges.map(|(i, ((weights, moments), row_states))| RowRange {
            first: i * per_thread,
            size,
            weights,
            moments,
            row_states,
            step: number,
            limit,
        });
        if step.threads <= 1 {
            ranges.for_each(|mut range| range.update(table, batch, step, corrections));
        } else {
            thread::scope(|scope| {
                for mut range in ranges.by_ref() {
                    scope.spawn(move || range.update(table, batch, step, corrections));
                }
            });
        }
    }

    /// Sets the rows that no sample has to zero.
    pub fn clear_unseen_rows(&self, model: &mut Model) {
        for (row, state) in model.rows.chunks_exact_mut(self.size).zip(&self.row_states) {
            if state.last_step == 0 {
                row.fill(0.0);
            }
        }
    }
}

/// The rows of one thread.
struct RowRange<'a> {
    /// The number of the first row.
    first: usize,
    size: usize,
    weights: &'a mut [f32],
    moments: &'a mut [Moments],
    row_states: &'a mut [RowState],
    /// The number of the step.
    step: u32,
    /// The largest weight.
    limit: f32,
}

impl RowRange<'_> {
    /// Adds up the gradients of the active rows and updates these rows.
    fn update(&mut self, table: &dyn RowTable, batch: &Batch, step: Step, corrections: [f32; 2]) {
        let size = self.size;
        let blocks = Blocks::new(table.group(), size);
        // The gradients of the active rows are together, in the cache.
        let (mut active, mut gradients) = (Vec::new(), Vec::new());
        for (sample, side) in (0..batch.len).flat_map(|sample| [(sample, 0), (sample, 1)]) {
            let gradient = batch.sums_of(sample, side);
            for &seen in batch.rows_of(sample, side) {
                let row = seen.index().wrapping_sub(self.first);
                let Some(state) = self.row_states.get_mut(row) else { continue };
                if state.last_step != self.step {
                    let place = active.len() as u32;
                    active.push(row);
                    gradients.resize(active.len() * size, 0.0);
                    *state = RowState { last_step: self.step, place };
                }
                let to = &mut gradients[state.place as usize * size..][..size];
                blocks.add_gradient(to, gradient, seen.symmetry());
            }
        }
        for (row, gradients) in active.into_iter().zip(gradients.chunks_exact_mut(size)) {
            blocks.tie_row(gradients, table.stabiliser(self.first + row));
            let row = row * size..(row + 1) * size;
            let weights = self.weights[row.clone()].iter_mut().zip(&mut self.moments[row]);
            for ((weight, moments), gradient) in weights.zip(gradients) {
                let change = moments.update(*gradient, corrections);
                *weight = (*weight - step.rate * change).clamp(-self.limit, self.limit);
            }
        }
    }
}
