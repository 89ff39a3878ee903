//! What a training measures of each generation.

use std::fmt::Write;

use crate::fit::{Loss, Sample};
use crate::math::sigmoid;

/// The samples that the losses are measured on, at most.
const MAX_SAMPLES: usize = 20_000;

/// The games of a generation against each level.
pub const LEVEL_GAMES: usize = 20;

/// The bins of a calibration.
const BINS: usize = 10;

/// The measurements of a generation.
#[derive(Clone, Debug, PartialEq)]
pub struct GenerationReport {
    /// Its number, from 1.
    pub generation: u32,
    /// The seconds from the beginning of the training.
    pub seconds: f64,
    /// The positions of all games so far.
    pub positions: u64,
    /// The mean loss of the training samples, with the weights rounded as they play.
    pub loss: f64,
    /// The mean loss of the validation samples.
    pub validation_loss: f64,
    /// The score against the previous net, from 0 to 1.
    pub gate: f64,
    /// The scores against the gate's other opponents by name.
    pub opponents: Vec<(String, f64)>,
    /// Whether the new net replaced the previous one.
    pub is_accepted: bool,
    /// The scores against levels by name.
    pub levels: Vec<(String, f64)>,
    /// Ten bins of validation samples, by prediction: the mean prediction and the mean target.
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
            self.validation_loss,
            self.gate,
            self.is_accepted,
        );
        for (key, scores) in [("opponent", &self.opponents), ("level", &self.levels)] {
            for (name, score) in scores {
                let _ = writeln!(text, "{key}: {score} {name}");
            }
        }
        for (predicted, target) in &self.calibration {
            let _ = writeln!(text, "calibration: {predicted} {target}");
        }
        text + "\n"
    }

    /// Parses the text of a report.
    pub fn parse(text: &str) -> Option<Self> {
        let fields = || text.lines().filter_map(|line| line.split_once(": "));
        let field = |name: &str| fields().find(|(key, _)| *key == name).map(|(_, value)| value);
        let list = |name: &'static str| fields().filter(move |(key, _)| *key == name).map(|(_, value)| value);
        let number = |name: &str| field(name)?.parse::<f64>().ok();
        let score = |value: &str| {
            let (score, name) = value.split_once(' ')?;
            Some((name.to_owned(), score.parse().ok()?))
        };
        let bin = |value: &str| {
            let (predicted, target) = value.split_once(' ')?;
            Some((predicted.parse().ok()?, target.parse().ok()?))
        };
        Some(Self {
            generation: field("generation")?.parse().ok()?,
            seconds: number("seconds")?,
            positions: field("positions")?.parse().ok()?,
            loss: number("loss")?,
            validation_loss: number("held-out")?,
            gate: number("gate")?,
            is_accepted: field("kept")?.parse().ok()?,
            opponents: list("opponent").map(score).collect::<Option<_>>()?,
            levels: list("level").map(score).collect::<Option<_>>()?,
            calibration: list("calibration").map(bin).collect::<Option<_>>()?,
        })
    }
}

/// Returns evenly spread samples, at most [`MAX_SAMPLES`].
fn spread<P>(samples: &[Sample<P>]) -> impl Iterator<Item = &Sample<P>> {
    samples.iter().step_by(samples.len().div_ceil(MAX_SAMPLES).max(1))
}

/// Returns the mean loss of an evaluation; 0 without samples. `output` returns the output for the
/// side to move.
pub fn mean_loss<P>(output: &dyn Fn(&P) -> f32, samples: &[Sample<P>], loss: Loss) -> f64 {
    let losses = spread(samples).map(|sample| f64::from(loss.of(output(&sample.position), sample.target)));
    let (sum, count) = losses.fold((0.0, 0_u32), |(sum, count), loss| (sum + loss, count + 1));
    sum / f64::from(count.max(1))
}

/// Returns ten bins of samples by their prediction, the smallest first: the mean prediction
/// and the mean target of each.
pub fn calibration<P>(output: &dyn Fn(&P) -> f32, samples: &[Sample<P>], loss: Loss) -> Vec<(f64, f64)> {
    let predict = |sample: &Sample<P>| {
        let output = output(&sample.position);
        let predicted = if loss == Loss::Logistic { sigmoid(output) } else { output };
        (f64::from(predicted), f64::from(sample.target))
    };
    bins(spread(samples).map(predict).collect())
}

/// Returns the mean of each bin of pairs, by the first number of each pair.
fn bins(mut pairs: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mean =
        |bin: &[(f64, f64)], of: fn(&(f64, f64)) -> f64| bin.iter().map(of).sum::<f64>() / bin.len() as f64;
    pairs
        .chunks(pairs.len().div_ceil(BINS).max(1))
        .map(|bin| (mean(bin, |p| p.0), mean(bin, |p| p.1)))
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
            validation_loss: 0.53,
            gate: 0.62,
            is_accepted: true,
            opponents: vec![("baseline".to_owned(), 0.25)],
            levels: vec![("level:3".to_owned(), 0.75)],
            calibration: vec![(0.1, 0.125), (0.9, 0.875)],
        };
        assert_eq!(GenerationReport::parse(&report.text()), Some(report));
    }
}
