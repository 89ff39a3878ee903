//! Learned evaluations for any game: pattern rows, a small net, self-play and the fit.
//!
//! | module | what it does |
//! |---|---|
//! | [`pattern_set`], [`board_patterns`] | patterns of points, their symmetries and their rows |
//! | [`features`], [`board_features`] | the table of rows, and the active rows of a position |
//! | [`net`], [`evaluator`] | the net as it plays: 16-bit integers, updated move by move |
//! | [`stage_knots`] | tables of weights by stage |
//! | [`engine_game`], [`self_play`], [`played_game`] | games from random openings |
//! | [`samples`] | positions and their targets |
//! | [`fit`] | minibatch Adam or least squares, the same on any number of threads |
//! | [`training`], [`settings`], [`report`] | generations, each matched against the previous one |
//! | [`trainable_game`] | a game as a training sees it |
//! | [`net_file`] | the file of a net |
//!
//! Only features, evaluators, [`RecordGame`] and [`PositionSamples`] know the type of positions, and
//! are compiled for each game. Training and fit reach them through object-safe traits.

pub mod board_features;
pub mod board_patterns;
pub mod engine_game;
pub mod evaluator;
pub mod features;
pub mod fit;
pub mod group;
mod jobs;
pub mod math;
pub mod net;
pub mod net_file;
pub mod pattern_set;
pub mod phrases;
pub mod played_game;
pub mod report;
pub mod samples;
pub mod self_play;
pub mod settings;
pub mod stage_knots;
#[cfg(test)]
mod toy;
pub mod trainable_game;
pub mod training;

pub use board_features::BoardFeatures;
pub use engine_game::{EngineGame, PositionSolver, RecordGame};
pub use evaluator::NetEvaluator;
pub use features::{Features, RowTable, Shape, Signature};
pub use group::{Group, Row};
pub use net::Net;
pub use net_file::NetFile;
pub use samples::{PositionSamples, Sample, SampleSet};
pub use settings::TrainSettings;
pub use trainable_game::{TrainableGame, TrainingEngine};
pub use training::{Storage, Trained, Training};
