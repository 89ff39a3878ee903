//! What a training measures of each generation.

use std::fmt::Write;

use crate::features::RowTable;
use crate::fit::Loss;
use crate::group::Row;
use crate::math::sigmoid;
use crate::net::Net;
use crate::samples::SampleSet;

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

/// Returns the output of a net and the target of evenly spread samples, at most 20,000, for the
/// side to move.
pub fn outputs(net: &Net, table: &dyn RowTable, samples: &dyn SampleSet) -> Vec<(f32, f32)> {
    let (group, slots) = (table.group(), table.slots());
    let mut rows = vec![Row::new(0, 0); 2 * slots];
    let output = |number| {
        let progress = samples.rows(number, &mut rows);
        let [own, opponent] = [&rows[..slots], &rows[slots..]].map(|rows| {
            let mut sums = net.empty_sums();
            for &row in rows {
                net.add(&mut sums, group, row, progress);
            }
            sums
        });
        (net.output(&own, &opponent, progress), samples.target(number))
    };
    let count = samples.count();
    (0..count).step_by(count.div_ceil(MAX_SAMPLES).max(1)).map(output).collect()
}

/// Returns the mean loss of outputs and their targets; 0 without samples.
pub fn mean_loss(outputs: &[(f32, f32)], loss: Loss) -> f64 {
    let losses = outputs.iter().map(|&(output, target)| f64::from(loss.of(output, target)));
    losses.fold(0.0, |sum, loss| sum + loss) / outputs.len().max(1) as f64
}

/// Returns ten bins of outputs by their prediction, the smallest first: the mean prediction
/// and the mean target of each.
pub fn calibration(outputs: &[(f32, f32)], loss: Loss) -> Vec<(f64, f64)> {
    let predict = |&(output, target): &(f32, f32)| {
        let predicted = if loss == Loss::Logistic { sigmoid(output) } else { output };
        (f64::from(predicted), f64::from(target))
    };
    bins(outputs.iter().map(predict).collect())
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
