//! What a training measures of each generation.

use std::fmt::Write;

use plateau_core::Position;

use crate::features::Features;
use crate::fit::{Loss, Model, Sample};
use crate::math::sigmoid;

/// The samples that the losses are measured on, at most.
const MAX_SAMPLES: usize = 20_000;

/// The groups of a calibration.
const GROUPS: usize = 10;

/// The measurements of a generation.
#[derive(Clone, Debug, PartialEq)]
pub struct GenerationReport {
    /// Its number, from 1.
    pub generation: u32,
    /// The seconds from the beginning of the training.
    pub seconds: f64,
    /// The positions of all games so far.
    pub positions: u64,
    /// The mean loss of the samples.
    pub loss: f64,
    /// The mean loss of samples held out.
    pub held_out_loss: f64,
    /// The score against the net before, from 0 to 1.
    pub gate: f64,
    /// Whether the new net replaced the one before.
    pub is_kept: bool,
    /// The scores against levels by name.
    pub levels: Vec<(String, f64)>,
    /// Ten groups of samples held out, by prediction: the mean prediction and the mean target.
    pub calibration: Vec<(f64, f64)>,
}

impl GenerationReport {
    /// Returns the report as text; ends with an empty line.
    pub fn text(&self) -> String {
        let mut text = format!(
            "generation: {}\nseconds: {}\npositions: {}\nloss: {}\nheld-out: {}\ngate: {}\nkept: {}\n",
            self.generation,
            self.seconds,
            self.positions,
            self.loss,
            self.held_out_loss,
            self.gate,
            self.is_kept,
        );
        for (name, score) in &self.levels {
            let _ = writeln!(text, "level: {score} {name}");
        }
        for (predicted, scored) in &self.calibration {
            let _ = writeln!(text, "calibration: {predicted} {scored}");
        }
        text + "\n"
    }

    /// Parses the text of a report.
    pub fn parse(text: &str) -> Option<Self> {
        let fields = || text.lines().filter_map(|line| line.split_once(": "));
        let field = |name: &str| fields().find(|(key, _)| *key == name).map(|(_, value)| value);
        let list = |name: &'static str| fields().filter(move |(key, _)| *key == name).map(|(_, value)| value);
        let number = |name: &str| field(name)?.parse::<f64>().ok();
        let level = |value: &str| {
            let (score, name) = value.split_once(' ')?;
            Some((name.to_owned(), score.parse().ok()?))
        };
        let group = |value: &str| {
            let (predicted, scored) = value.split_once(' ')?;
            Some((predicted.parse().ok()?, scored.parse().ok()?))
        };
        Some(Self {
            generation: field("generation")?.parse().ok()?,
            seconds: number("seconds")?,
            positions: field("positions")?.parse().ok()?,
            loss: number("loss")?,
            held_out_loss: number("held-out")?,
            gate: number("gate")?,
            is_kept: field("kept")?.parse().ok()?,
            levels: list("level").map(level).collect::<Option<_>>()?,
            calibration: list("calibration").map(group).collect::<Option<_>>()?,
        })
    }
}

/// Returns evenly spread samples, at most [`MAX_SAMPLES`].
fn spread<P>(samples: &[Sample<P>]) -> impl Iterator<Item = &Sample<P>> {
    samples.iter().step_by(samples.len().div_ceil(MAX_SAMPLES).max(1))
}

/// Returns the mean loss of a model; 0 without samples.
pub fn mean_loss<P: Position>(
    features: &impl Features<P>,
    model: &Model,
    samples: &[Sample<P>],
    loss: Loss,
) -> f64 {
    let losses = spread(samples)
        .map(|sample| f64::from(loss.of(model.evaluate(features, &sample.position), sample.target)));
    let (sum, count) = losses.fold((0.0, 0_u32), |(sum, count), loss| (sum + loss, count + 1));
    sum / f64::from(count.max(1))
}

/// Returns ten groups of samples by their prediction, the smallest first: the mean prediction
/// and the mean target of each.
pub fn calibration<P: Position>(
    features: &impl Features<P>,
    model: &Model,
    samples: &[Sample<P>],
    loss: Loss,
) -> Vec<(f64, f64)> {
    let predict = |sample: &Sample<P>| {
        let output = model.evaluate(features, &sample.position);
        let predicted = if loss == Loss::Logistic { sigmoid(output) } else { output };
        (f64::from(predicted), f64::from(sample.target))
    };
    groups(spread(samples).map(predict).collect())
}

/// Returns the mean of each group of pairs, by the first number of each pair.
fn groups(mut pairs: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mean = |group: &[(f64, f64)], of: fn(&(f64, f64)) -> f64| {
        group.iter().map(of).sum::<f64>() / group.len() as f64
    };
    pairs
        .chunks(pairs.len().div_ceil(GROUPS).max(1))
        .map(|group| (mean(group, |p| p.0), mean(group, |p| p.1)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read_as_they_were_written() {
        let report = GenerationReport {
            generation: 3,
            seconds: 12.5,
            positions: 4_000,
            loss: 0.51,
            held_out_loss: 0.53,
            gate: 0.62,
            is_kept: true,
            levels: vec![("level:3".to_owned(), 0.75)],
            calibration: vec![(0.1, 0.125), (0.9, 0.875)],
        };
        assert_eq!(GenerationReport::parse(&report.text()), Some(report));
    }
}
