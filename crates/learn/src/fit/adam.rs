//! Adam with weight clipping. Rows are updated only in steps where they are active; of the rows of a
//! table by stage, only the cells of the samples' stages.

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
    /// The gradient of the ridge penalty per 1.0 of a row's weight.
    pub ridge: f32,
    pub threads: usize,
}

/// The moments of all weights.
pub struct Adam {
    /// The powers of both betas: the weight of the initial zero moments.
    powers: [f32; 2],
    size: usize,
    /// The cells of a row.
    cells: usize,
    /// The sides whose rows have gradients: only the side to move in a table by stage.
    sides: usize,
    dense: Vec<Moments>,
    rows: Vec<Moments>,
    cell_states: Vec<CellState>,
    step: u32,
    limits: Limits,
}

/// When a cell was last active.
#[derive(Clone, Copy, Default)]
struct CellState {
    /// The number of the step, from 1; 0 if it never was active.
    last_step: u32,
    /// Its place among the active cells of that step.
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
            cells: model.row_len() / model.size,
            sides: model.sides(),
            dense: vec![Moments::default(); dense_len(model.size, model.stages.len())],
            rows: vec![Moments::default(); model.rows.len()],
            cell_states: vec![CellState::default(); model.rows.len() / model.size],
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
        let (size, cells, sides) = (self.size, self.cells, self.sides);
        let (number, limit) = (self.step, self.limits.row);
        let per_thread = self.cell_states.len().div_ceil(step.threads.max(1)).max(1);
        let weights = model.rows.chunks_mut(per_thread * size).zip(self.rows.chunks_mut(per_thread * size));
        let ranges = weights.zip(self.cell_states.chunks_mut(per_thread)).enumerate();
        let mut ranges = ranges.map(|(i, ((weights, moments), cell_states))| CellRange {
            first: i * per_thread,
            size,
            cells,
            sides,
            weights,
            moments,
            cell_states,
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

    /// Sets the cells that no sample has to zero.
    pub fn clear_unseen_cells(&self, model: &mut Model) {
        for (cell, state) in model.rows.chunks_exact_mut(self.size).zip(&self.cell_states) {
            if state.last_step == 0 {
                cell.fill(0.0);
            }
        }
    }
}

/// The cells of one thread.
struct CellRange<'a> {
    /// The number of the first cell.
    first: usize,
    size: usize,
    /// The cells of a row.
    cells: usize,
    sides: usize,
    weights: &'a mut [f32],
    moments: &'a mut [Moments],
    cell_states: &'a mut [CellState],
    /// The number of the step.
    step: u32,
    /// The largest weight.
    limit: f32,
}

impl CellRange<'_> {
    /// Adds up the gradients of the active cells and updates these cells.
    fn update(&mut self, table: &dyn RowTable, batch: &Batch, step: Step, corrections: [f32; 2]) {
        let size = self.size;
        let blocks = Blocks::new(table.group(), size);
        // The gradients of the active cells are together, in the cache.
        let (mut active, mut gradients) = (Vec::new(), Vec::new());
        for (sample, side) in
            (0..batch.len).flat_map(|sample| (0..self.sides).map(move |side| (sample, side)))
        {
            let gradient = batch.sums_of(sample, side);
            for &seen in batch.rows_of(sample, side) {
                for (cell, share) in batch.cells[sample].iter() {
                    let cell = (seen.index() * self.cells + cell).wrapping_sub(self.first);
                    let Some(state) = self.cell_states.get_mut(cell) else { continue };
                    if state.last_step != self.step {
                        let place = active.len() as u32;
                        active.push((cell, self.step - state.last_step));
                        gradients.resize(active.len() * size, 0.0);
                        *state = CellState { last_step: self.step, place };
                    }
                    let to = &mut gradients[state.place as usize * size..][..size];
                    if self.cells == 1 {
                        blocks.add_gradient(to, gradient, seen.symmetry());
                    } else {
                        to[0] += share * gradient[0];
                    }
                }
            }
        }
        for ((cell, steps), gradients) in active.into_iter().zip(gradients.chunks_exact_mut(size)) {
            // The penalty of the steps since the cell was last active.
            let decay = step.ridge * steps as f32;
            let stabiliser = table.stabiliser((self.first + cell) / self.cells);
            blocks.tie_row(gradients, stabiliser);
            let cell = cell * size..(cell + 1) * size;
            let weights = self.weights[cell.clone()].iter_mut().zip(&mut self.moments[cell]);
            for ((weight, moments), gradient) in weights.zip(gradients) {
                let change = moments.update(*gradient + decay * *weight, corrections);
                *weight = (*weight - step.rate * change).clamp(-self.limit, self.limit);
            }
        }
    }
}
