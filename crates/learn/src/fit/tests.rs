use plateau_core::{Position, Variant};
use plateau_search::{Evaluator, Stop};
use std::sync::Arc;

use super::blocks::Blocks;
use super::*;
use crate::toy::{ByStage, Row, Toy, positions};
use crate::{BoardFeatures, Features, Net, NetEvaluator, PositionSamples, Sample};

fn features() -> BoardFeatures<Toy> {
    BoardFeatures::new(Toy).unwrap()
}

fn settings(size: usize, loss: Loss) -> FitSettings {
    let least_squares = LeastSquares { ridge: 0.01, smoothness: 0.01, iterations: 40 };
    FitSettings {
        size,
        stages: 3,
        loss,
        epochs: 12,
        batch: 256,
        rate: 0.01,
        least_squares,
        seed: 1,
        threads: 1,
    }
}

/// A model with random rows, large enough to be recognised.
fn planted(size: usize) -> Model {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let features = features();
    let blocks = Blocks::new(features.group(), size);
    let mut model = Model::random(&features, size, 3, &mut rng);
    for (row, weights) in model.rows.chunks_exact_mut(size).enumerate() {
        for weight in weights.iter_mut() {
            *weight = 2.0 * rng.random::<f32>() - 1.0;
        }
        blocks.tie_row(weights, features.stabiliser(row));
    }
    model
}

fn samples(model: &Model, games: u64) -> Vec<Sample<Row>> {
    let features = features();
    let sample = |position| Sample { position, target: model.evaluate(&features, &position) };
    positions(games).into_iter().map(sample).collect()
}

fn error(model: &Model, samples: &[Sample<Row>]) -> f32 {
    error_with(&features(), model, samples)
}

fn error_with(features: &impl Features<Row>, model: &Model, samples: &[Sample<Row>]) -> f32 {
    let errors = samples.iter().map(|s| (model.evaluate(features, &s.position) - s.target).powi(2));
    (errors.sum::<f32>() / samples.len() as f32).sqrt()
}

/// Fits a model without progress or stop.
fn fit_to(samples: &[Sample<Row>], settings: &FitSettings) -> Model {
    let features = features();
    let samples = PositionSamples { variant: &Toy, features: &features, samples: samples.to_vec() };
    fit(&features, &samples, settings, &Stop::new(), &mut |_, _| {}).unwrap()
}

#[test]
fn the_fit_finds_a_planted_linear_function() {
    let samples = samples(&planted(1), 4_000);
    let (train, held_out) = samples.split_at(samples.len() * 9 / 10);
    let settings = FitSettings { rate: 0.05, ..settings(1, Loss::Square) };
    let model = fit_to(train, &settings);
    let zero = Model::random(&features(), 1, 3, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    let (fitted, before) = (error(&model, held_out), error(&zero, held_out));
    assert!(fitted < 0.1 * before, "{fitted} {before}");
}

#[test]
fn the_number_of_threads_does_not_change_the_fit() {
    let samples = samples(&planted(16), 1_000);
    let with = |threads| {
        let settings = FitSettings { threads, epochs: 2, batch: 700, ..settings(16, Loss::Square) };
        fit_to(&samples, &settings)
    };
    assert_eq!(with(1), with(2));
    assert_eq!(with(1), with(3));
}

#[test]
fn a_raised_flag_stops_the_fit() {
    let stop = Stop::new();
    stop.raise();
    let features = features();
    let samples = samples(&planted(1), 100);
    let samples = PositionSamples { variant: &Toy, features: &features, samples };
    assert!(fit(&features, &samples, &settings(1, Loss::Square), &stop, &mut |_, _| {}).is_none());
}

#[test]
fn rounding_changes_values_by_little_and_updates_by_nothing() {
    const UNIT: i32 = 200;
    for size in crate::net::SIZES {
        let (model, features) = (planted(size), features());
        let net = Net::quantise(&model, features.slots(), features.max_progress(), UNIT);
        let evaluator = NetEvaluator::new(features.clone(), Arc::new(net));
        for position in positions(30) {
            let state = evaluator.accumulator(&position);
            let exact = UNIT as f32 * model.evaluate(&features, &position);
            let rounded = evaluator.evaluate(&position, &state);
            assert!((exact - rounded as f32).abs() < 4.0, "D = {size}: {exact} {rounded}");
            for mv in position.legal_moves() {
                let after = position.after(mv);
                let updated = evaluator.update(&state, &position, mv, &after);
                assert_eq!(updated, evaluator.accumulator(&after), "D = {size}, move {mv}");
            }
        }
    }
}

#[test]
fn rows_without_samples_are_zero() {
    let samples: Vec<_> = samples(&planted(16), 1_000).into_iter().take(3).collect();
    let model = fit_to(&samples, &settings(16, Loss::Square));
    let used = model.rows.chunks(16).filter(|row| row.iter().any(|&weight| weight != 0.0)).count();
    assert!((1..=3 * 2 * features().slots()).contains(&used), "{used}");
}

#[test]
fn symmetric_positions_have_equal_values_and_others_do_not() {
    let features = features();
    let samples = samples(&planted(16), 1_000);
    let settings = FitSettings { epochs: 2, ..settings(16, Loss::Square) };
    let model = fit_to(&samples, &settings);
    let evaluator =
        NetEvaluator::new(features.clone(), Arc::new(Net::quantise(&model, features.slots(), 10, 10_000)));
    let value = |row: &Row| evaluator.evaluate(row, &evaluator.accumulator(row));
    for row in positions(50) {
        let mirrored = row.transform(plateau_core::Symmetry::MirrorColumns);
        assert_eq!(value(&row), value(&mirrored), "{row:?}");
    }
    // Two stones side by side, and the same two apart from each other and their mirror image:
    // sums of rows without positions could not tell them apart.
    let play = |cells: &[u8]| {
        cells.iter().fold(Toy.start(), |mut row, &cell| {
            row.play_unchecked(cell);
            row
        })
    };
    assert_ne!(value(&play(&[0, 4, 1])), value(&play(&[0, 4, 8])));
}

/// Fits a table of weights by stage to the number of moves played, which all patterns together hardly
/// show.
fn fit_by_stage(threads: usize) -> (Model, Vec<Sample<Row>>) {
    let features = ByStage(features());
    let sample = |position: Row| {
        let mut contents = [0; 10];
        Toy.contents(&position, &mut contents);
        let taken = contents.iter().filter(|&&code| code != 0).count() as f32;
        // Rises to the second of four knots and falls after it.
        Sample { position, target: 2.0 - (taken - 10.0 / 3.0).abs() }
    };
    let samples: Vec<_> = positions(2_000).into_iter().map(sample).collect();
    let set = PositionSamples { variant: &Toy, features: &features, samples: samples.clone() };
    let settings = FitSettings { stages: 1, threads, ..settings(1, Loss::Square) };
    (fit(&features, &set, &settings, &Stop::new(), &mut |_, _| {}).unwrap(), samples)
}

#[test]
fn a_table_by_stage_learns_what_changes_with_the_stage() {
    let (model, samples) = fit_by_stage(1);
    assert_eq!(model.rows.len(), features().rows() * 4);
    let by_stage = ByStage(features());
    let fitted = error_with(&by_stage, &model, &samples);
    let plain = fit_to(&samples, &FitSettings { rate: 0.05, ..settings(1, Loss::Square) });
    let plain = error(&plain, &samples);
    assert!(fitted < 0.5 * plain, "{fitted} {plain}");
    let net = Net::quantise(&model, by_stage.slots(), by_stage.max_progress(), 1_000);
    assert_eq!((net.knots, net.rows.len()), (4, 4 * by_stage.rows()));
    let evaluator = NetEvaluator::new(by_stage.clone(), Arc::new(net));
    for Sample { position, .. } in samples.iter().take(500) {
        let rounded = evaluator.evaluate(position, &evaluator.accumulator(position));
        let exact = 1_000.0 * model.evaluate(&by_stage, position);
        assert!((exact - rounded as f32).abs() < 20.0, "{exact} {rounded}");
    }
}

#[test]
fn the_number_of_threads_does_not_change_a_table_by_stage() {
    assert_eq!(fit_by_stage(1).0, fit_by_stage(3).0);
}

/// Fits a table by stage with these penalties and passes.
fn fit_with(samples: &[Sample<Row>], least_squares: LeastSquares) -> Model {
    let features = ByStage(features());
    let set = PositionSamples { variant: &Toy, features: &features, samples: samples.to_vec() };
    let settings = FitSettings { stages: 1, least_squares, ..settings(1, Loss::Square) };
    fit(&features, &set, &settings, &Stop::new(), &mut |_, _| {}).unwrap()
}

/// Random targets, which no table can explain: what remains is the minimum of the penalised squares.
fn noise() -> Vec<Sample<Row>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let sample = |position| Sample { position, target: rng.random::<f32>() - 0.5 };
    positions(300).into_iter().map(sample).collect()
}

/// Returns what the fit minimises.
fn penalised_squares(model: &Model, samples: &[Sample<Row>], penalties: LeastSquares) -> f64 {
    let by_stage = ByStage(features());
    let errors = samples.iter().map(|s| f64::from(model.evaluate(&by_stage, &s.position) - s.target).powi(2));
    let rows = || model.rows.chunks_exact(model.knots);
    let size: f64 = rows().flatten().map(|&weight| f64::from(weight).powi(2)).sum();
    let steps: f64 = rows().flat_map(|row| row.windows(2)).map(|w| f64::from(w[0] - w[1]).powi(2)).sum();
    errors.sum::<f64>() + f64::from(penalties.ridge) * size + f64::from(penalties.smoothness) * steps
}

#[test]
fn least_squares_finds_the_minimum() {
    let penalties = LeastSquares { ridge: 0.5, smoothness: 2.0, iterations: 200 };
    let samples = noise();
    let mut model = fit_with(&samples, penalties);
    let least = penalised_squares(&model, &samples, penalties);
    let short = fit_with(&samples, LeastSquares { iterations: 2, ..penalties });
    assert!(penalised_squares(&short, &samples, penalties) > least + 1e-3);
    let active: Vec<usize> = (0..model.rows.len()).filter(|&at| model.rows[at] != 0.0).collect();
    for &at in active.iter().step_by(active.len() / 40) {
        for change in [-0.05, 0.05] {
            let weight = model.rows[at];
            model.rows[at] += change;
            let changed = penalised_squares(&model, &samples, penalties);
            // At the minimum, the penalties of the weight alone are the least that a change costs.
            assert!(changed > least + 0.9 * 0.5 * 0.05 * 0.05, "weight {at}: {changed} {least}");
            model.rows[at] = weight;
        }
    }
}

#[test]
fn smoothness_brings_neighbouring_knots_together() {
    let samples = noise();
    let steps = |smoothness| {
        let model = fit_with(&samples, LeastSquares { ridge: 0.1, smoothness, iterations: 60 });
        let rows = model.rows.chunks_exact(model.knots);
        rows.flat_map(|row| row.windows(2)).map(|w| (w[0] - w[1]).abs()).sum::<f32>()
    };
    let (rough, smooth) = (steps(0.0), steps(100.0));
    assert!(smooth < 0.1 * rough, "{smooth} {rough}");
}

#[test]
fn ridge_shrinks_weights_with_few_samples_most() {
    let (samples, features) = (noise(), features());
    let mut counts = vec![0; features.rows()];
    for Sample { position, .. } in &samples {
        let turn = position.turn();
        features.active(position, &mut |side, row| counts[row.index()] += usize::from(side == turn));
    }
    let mut rows: Vec<usize> = (0..counts.len()).filter(|&row| counts[row] > 0).collect();
    rows.sort_by_key(|&row| counts[row]);
    let fit = |ridge| fit_with(&samples, LeastSquares { ridge, smoothness: 0.0, iterations: 60 });
    let (free, shrunk) = (fit(0.1), fit(5.0));
    let size = |model: &Model, rows: &[usize]| -> f32 {
        rows.iter().flat_map(|&row| &model.rows[row * model.knots..][..model.knots]).map(|w| w.abs()).sum()
    };
    let quarter = rows.len() / 4;
    let [rare, frequent] =
        [&rows[..quarter], &rows[rows.len() - quarter..]].map(|rows| size(&shrunk, rows) / size(&free, rows));
    assert!(rare < 0.5 && frequent > 1.2 * rare, "{rare} {frequent}");
}
