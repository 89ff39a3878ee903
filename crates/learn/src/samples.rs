//! Positions and their targets, as the fit reads them.

use plateau_core::{Position, Variant};

use crate::features::Features;
use crate::group::Row;
use crate::played_game::{PlayedGame, Targets};

/// A position and its target.
#[derive(Clone, Copy, Debug)]
pub struct Sample<P> {
    /// The position.
    pub position: P,
    /// The target for the side to move: a win probability for
    /// [`Loss::Logistic`](crate::fit::Loss::Logistic), an output for
    /// [`Loss::Square`](crate::fit::Loss::Square).
    pub target: f32,
}

/// The samples of a game, without the type of its positions.
pub trait SampleSet: Sync {
    /// Adds the samples of a played game, of those plies that are wanted.
    fn add(&mut self, game: &PlayedGame, targets: &Targets, is_wanted: &dyn Fn(usize) -> bool);

    /// Returns the number of samples.
    fn count(&self) -> usize;

    /// Returns the target of a sample.
    fn target(&self, number: usize) -> f32;

    /// Writes the rows of a sample, those of the side to move and then those of the opponent.
    /// Returns the progress of its game.
    fn rows(&self, number: usize, rows: &mut [Row]) -> u32;
}

/// Samples that are stored as positions: their rows need many times the memory, which only the fit of tables by
/// stage takes.
pub struct PositionSamples<'s, V: Variant, F> {
    /// The variant.
    pub variant: &'s V,
    /// What rows a position has.
    pub features: &'s F,
    /// The samples in their order.
    pub samples: Vec<Sample<V::Position>>,
}

impl<V: Variant, F: Features<V::Position>> SampleSet for PositionSamples<'_, V, F> {
    fn add(&mut self, game: &PlayedGame, targets: &Targets, is_wanted: &dyn Fn(usize) -> bool) {
        let positions = game.positions(self.variant);
        let last_turn = positions.last().map(Position::turn);
        let targets = game.targets(positions.len(), last_turn, targets, is_wanted);
        for (position, target) in positions.into_iter().zip(targets) {
            if let Some(target) = target {
                self.samples.push(Sample { position, target });
            }
        }
    }

    fn count(&self) -> usize {
        self.samples.len()
    }

    fn target(&self, number: usize) -> f32 {
        self.samples[number].target
    }

    fn rows(&self, number: usize, rows: &mut [Row]) -> u32 {
        let position = &self.samples[number].position;
        let turn = position.turn();
        let mut next = [0, self.features.slots()];
        let state = self.features.active(position, &mut |player, row| {
            let side = usize::from(player != turn);
            rows[next[side]] = row;
            next[side] += 1;
        });
        self.features.progress(position, &state)
    }
}
