//! The fit of tables by stage: penalised least squares, by preconditioned conjugate gradients.
//!
//! The value of a position is linear in the weights, so the best weights solve a system of linear equations.
//! They minimise the sum over all samples of
//!
//! ```text
//! (value − target)²  +  ridge · Σ weight²  +  smoothness · Σ (weight − weight at the next knot)²
//! ```
//!
//! Conjugate gradients need no learning rate, and come close to the minimum in some dozens of passes. A pass takes the
//! samples of one progress after the other: the weights of one progress fit into a cache, those of all do not.

use plateau_search::Stop;

use super::Model;
use crate::features::RowTable;
use crate::group::Row;
use crate::jobs::run_jobs;
use crate::net::{HIDDEN_ONE, WeightLimits};
use crate::samples::SampleSet;
use crate::stage_knots::KnotPosition;

/// The parameters of the fit.
#[derive(Clone, Copy, Debug)]
pub struct LeastSquares {
    /// The penalty of each weight: acts like this many samples that pull it to zero, so that weights with few
    /// samples stay small.
    pub ridge: f32,
    /// The penalty of differences between the weights of a row at neighbouring knots.
    pub smoothness: f32,
    /// The number of passes over all samples.
    pub iterations: usize,
}

/// Fits a table by stage. Returns `None` if the stop flag was raised. `progress` gets the number of passes done
/// and their total. The result does not depend on the number of threads.
pub fn fit(
    table: &dyn RowTable,
    samples: &dyn SampleSet,
    settings: LeastSquares,
    threads: usize,
    stop: &Stop,
    progress: &mut dyn FnMut(usize, usize),
) -> Option<Model> {
    let system = System::new(table, samples, settings, threads, stop)?;
    let mut weights = vec![0.0; system.unknowns()];
    let mut residual = system.right_side()?;
    let preconditioner = system.preconditioner()?;
    let mut scaled = quotients(&residual, &preconditioner);
    let mut direction = scaled.clone();
    let mut product = dot(&residual, &scaled);
    for iteration in 1..=settings.iterations {
        // Nothing is left where the minimum was found exactly, as with no samples.
        if product > 0.0 {
            let image = system.apply(&direction)?;
            let step = (product / dot(&direction, &image)) as f32;
            add_scaled(&mut weights, step, &direction);
            add_scaled(&mut residual, -step, &image);
            scaled = quotients(&residual, &preconditioner);
            let next = dot(&residual, &scaled);
            let share = (next / product) as f32;
            for (old, &new) in direction.iter_mut().zip(&scaled) {
                *old = new + share * *old;
            }
            product = next;
        }
        progress(iteration, settings.iterations);
    }
    Some(system.model(&weights))
}

/// The samples of one progress of a game.
struct StageSamples {
    /// The rows that the side to move sees, those of one sample after those of another.
    rows: Vec<u32>,
    targets: Vec<f32>,
}

impl StageSamples {
    fn with_capacity(count: usize, slots: usize) -> Self {
        Self { rows: Vec::with_capacity(count * slots), targets: Vec::with_capacity(count) }
    }
}

/// The linear equations. Unknowns are ordered by knot, then by row.
struct System<'s> {
    rows: usize,
    slots: usize,
    knots: usize,
    /// By progress.
    stages: Vec<StageSamples>,
    positions: Vec<KnotPosition>,
    settings: LeastSquares,
    threads: usize,
    stop: &'s Stop,
}

impl<'s> System<'s> {
    fn new(
        table: &dyn RowTable,
        samples: &dyn SampleSet,
        settings: LeastSquares,
        threads: usize,
        stop: &'s Stop,
    ) -> Option<Self> {
        let (slots, max_progress, knots) = (table.slots(), table.max_progress(), table.knots());
        let mut rows = vec![Row::new(0, 0); 2 * slots];
        // Counted first: vectors that grow would take up to twice the memory.
        let mut counts = vec![0; max_progress as usize + 1];
        for number in 0..samples.count() {
            counts[samples.rows(number, &mut rows).min(max_progress) as usize] += 1;
        }
        let mut stages: Vec<StageSamples> =
            counts.into_iter().map(|count| StageSamples::with_capacity(count, slots)).collect();
        for number in 0..samples.count() {
            if stop.is_raised() {
                return None;
            }
            let progress = samples.rows(number, &mut rows).min(max_progress);
            let stage = &mut stages[progress as usize];
            stage.rows.extend(rows[..slots].iter().map(|row| row.index() as u32));
            stage.targets.push(samples.target(number));
        }
        let positions =
            (0..=max_progress).map(|progress| KnotPosition::new(progress, max_progress, knots)).collect();
        Some(Self { rows: table.rows(), slots, knots, stages, positions, settings, threads, stop })
    }

    fn unknowns(&self) -> usize {
        self.rows * self.knots
    }

    /// Adds up what the samples of each progress put into their rows, by knot. `sum` computes it for one
    /// progress, for all rows.
    fn sum_by_knot(
        &self,
        power: i32,
        sum: &(dyn Fn(usize, &StageSamples) -> Vec<f32> + Sync),
    ) -> Option<Vec<f32>> {
        let mut total = vec![0.0; self.unknowns()];
        let job = || -> Result<crate::jobs::Job<'_, Vec<f32>>, _> {
            Ok(Box::new(|progress| sum(progress, &self.stages[progress])))
        };
        let sums = run_jobs(0..self.stages.len(), self.threads, self.stop, &job, &mut |_| {}).ok()?;
        for (position, sums) in self.positions.iter().zip(sums) {
            for (knot, share) in position.shares() {
                add_scaled(&mut total[knot * self.rows..][..self.rows], share.powi(power), &sums);
            }
        }
        Some(total)
    }

    /// Returns the right side of the equations.
    fn right_side(&self) -> Option<Vec<f32>> {
        self.sum_by_knot(1, &|_, stage| {
            let mut sums = vec![0.0; self.rows];
            for (rows, target) in stage.rows.chunks_exact(self.slots).zip(&stage.targets) {
                for &row in rows {
                    sums[row as usize] += target;
                }
            }
            sums
        })
    }

    /// Returns the Jacobi preconditioner, which scales the unknowns: the diagonal of the matrix, as if no sample
    /// had a row twice.
    fn preconditioner(&self) -> Option<Vec<f32>> {
        let mut diagonal = self.sum_by_knot(2, &|_, stage| {
            let mut counts = vec![0.0; self.rows];
            for &row in &stage.rows {
                counts[row as usize] += 1.0;
            }
            counts
        })?;
        let LeastSquares { ridge, smoothness, .. } = self.settings;
        for (knot, diagonal) in diagonal.chunks_exact_mut(self.rows).enumerate() {
            let neighbours = usize::from(knot > 0) + usize::from(knot + 1 < self.knots);
            // A weight without any penalty or sample stays zero.
            let penalty = (ridge + smoothness * neighbours as f32).max(f32::MIN_POSITIVE);
            for entry in diagonal {
                *entry += penalty;
            }
        }
        Some(diagonal)
    }

    /// Multiplies weights by the matrix.
    fn apply(&self, weights: &[f32]) -> Option<Vec<f32>> {
        let mut image = self.sum_by_knot(1, &|progress, stage| {
            let mut table = vec![0.0; self.rows];
            for (knot, share) in self.positions[progress].shares() {
                add_scaled(&mut table, share, &weights[knot * self.rows..][..self.rows]);
            }
            let mut sums = vec![0.0; self.rows];
            for rows in stage.rows.chunks_exact(self.slots) {
                let value: f32 = rows.iter().map(|&row| table[row as usize]).sum();
                for &row in rows {
                    sums[row as usize] += value;
                }
            }
            sums
        })?;
        let LeastSquares { ridge, smoothness, .. } = self.settings;
        add_scaled(&mut image, ridge, weights);
        for at in 0..self.unknowns() - self.rows {
            let pull = smoothness * (weights[at] - weights[at + self.rows]);
            image[at] += pull;
            image[at + self.rows] -= pull;
        }
        Some(image)
    }

    /// Returns the model of the weights, clipped to what a net can store.
    fn model(&self, weights: &[f32]) -> Model {
        let limit = WeightLimits::new(1, self.slots).row as f32 / HIDDEN_ONE as f32;
        let row = |row: usize| (0..self.knots).map(move |knot| weights[knot * self.rows + row]);
        let rows = (0..self.rows).flat_map(row).map(|weight| weight.clamp(-limit, limit)).collect();
        Model::table(rows, self.knots, 1)
    }
}

fn add_scaled(sums: &mut [f32], factor: f32, numbers: &[f32]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += factor * number;
    }
}

fn quotients(numbers: &[f32], divisors: &[f32]) -> Vec<f32> {
    numbers.iter().zip(divisors).map(|(number, divisor)| number / divisor).collect()
}

/// Returns the scalar product. The sum has millions of terms, more than 32 bits can add up.
fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}
