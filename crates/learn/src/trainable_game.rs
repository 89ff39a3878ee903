//! A game as a training sees it, without the type of its positions.

use std::sync::Arc;

use plateau_core::{Message, Objective};

use crate::engine_game::EngineGame;
use crate::features::RowTable;
use crate::net::Net;
use crate::samples::SampleSet;

/// A variant that can be trained. [`Training`](crate::Training) is compiled once for all games;
/// this is what it needs to know of each.
pub trait TrainableGame: Sync {
    /// Returns the canonical name of the variant.
    fn name(&self) -> String;

    /// Returns what decides between two wins.
    fn objective(&self) -> Objective;

    /// Returns the table of rows that nets have weights for.
    fn row_table(&self) -> &dyn RowTable;

    /// Returns which positions of self-play have exact targets, by the solver that [games](Self::new_game)
    /// have.
    fn solved(&self) -> Option<&'static str>;

    /// Creates an empty set of samples.
    fn new_samples(&self) -> Box<dyn SampleSet + '_>;

    /// Creates engines, and a game between them. Each thread has its own.
    fn new_game(&self, engines: &[TrainingEngine]) -> Result<Box<dyn EngineGame + '_>, Message>;
}

/// An engine that plays games of a training.
#[derive(Clone, Debug)]
pub enum TrainingEngine {
    /// Alpha-beta with a net.
    Net(Arc<Net>),
    /// Alpha-beta with an evaluator of the game.
    Evaluator(String),
    /// A level of strength.
    Level {
        /// Its number.
        level: u32,
        /// The seed of its random choices.
        seed: u64,
    },
}
