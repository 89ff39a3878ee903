//! The fit in `f32`, on any number of threads, with the same result on each: minibatch Adam, or for tables by
//! stage [least squares](least_squares).
//!
//! Gradients of the dense layers are summed by chunks of positions in their order. Every row
//! belongs to one thread, which adds the contributions in the order of the positions.

mod adam;
mod batch;
mod blocks;
pub mod least_squares;
mod model;

use plateau_search::Stop;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

pub use least_squares::LeastSquares;
pub use model::{Layer, Model};

use crate::features::RowTable;
use crate::samples::SampleSet;
use adam::{Adam, Step};
use batch::Batch;

/// What the fit minimises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Cross entropy of win probabilities; the output is a logit.
    Logistic,
    /// Half the squared error of the output.
    Square,
}

impl Loss {
    /// Returns the loss of an output.
    pub fn of(self, output: f32, target: f32) -> f32 {
        match self {
            Self::Square => 0.5 * (output - target) * (output - target),
            Self::Logistic => {
                let p = crate::math::sigmoid(output).clamp(1e-6, 1.0 - 1e-6);
                -(target * crate::math::ln(p) + (1.0 - target) * crate::math::ln(1.0 - p))
            }
        }
    }

    /// Returns the derivative by the output.
    pub fn slope(self, output: f32, target: f32) -> f32 {
        match self {
            Self::Square => output - target,
            Self::Logistic => crate::math::sigmoid(output) - target,
        }
    }
}

/// The parameters of a fit.
#[derive(Clone, Copy, Debug)]
pub struct FitSettings {
    /// D: the length of a row.
    pub size: usize,
    /// The number of stages.
    pub stages: usize,
    /// What is minimised.
    pub loss: Loss,
    /// Passes over all samples.
    pub epochs: usize,
    /// Samples per step.
    pub batch: usize,
    /// The first learning rate; it falls to zero along a straight line.
    pub rate: f32,
    /// How tables by stage are fitted; `epochs`, `batch`, `rate` and `seed` do not matter for them.
    pub least_squares: LeastSquares,
    /// The seed of the first weights and of the order of samples.
    pub seed: u64,
    /// The number of threads, which does not change the result.
    pub threads: usize,
}

/// Fits a model to samples. Returns `None` if the stop flag was raised. `progress` gets the
/// number of steps done and their total.
///
/// # Panics
///
/// If a table by stage is to be fitted to win probabilities: it is for games that are won by points.
pub fn fit(
    table: &dyn RowTable,
    samples: &dyn SampleSet,
    settings: &FitSettings,
    stop: &Stop,
    progress: &mut dyn FnMut(usize, usize),
) -> Option<Model> {
    if settings.size == 1 && table.knots() > 1 {
        assert_eq!(settings.loss, Loss::Square, "a table by stage is fitted by least squares");
        return least_squares::fit(table, samples, settings.least_squares, settings.threads, stop, progress);
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
    let mut model = Model::random(table, settings.size, settings.stages, &mut rng);
    let mut adam = Adam::new(&model, table.slots());
    let mut batch = Batch::new(table, settings);
    let mut order: Vec<u32> = (0..samples.count() as u32).collect();
    let steps = settings.epochs * samples.count().div_ceil(settings.batch);
    let mut step = 0;
    for _ in 0..settings.epochs {
        for i in (1..order.len()).rev() {
            order.swap(i, rng.random_range(0..=i));
        }
        for chosen in order.chunks(settings.batch) {
            if stop.is_raised() {
                return None;
            }
            batch.gradients(table, &model, samples, chosen, settings);
            let rate = settings.rate * (1.0 - step as f32 / steps as f32);
            step += 1;
            let parameters = Step { rate, threads: settings.threads };
            adam.step(table, &mut model, &batch, parameters);
            progress(step, steps);
        }
    }
    adam.clear_unseen_rows(&mut model);
    Some(model)
}

#[cfg(test)]
mod tests;
