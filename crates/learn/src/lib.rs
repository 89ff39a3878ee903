//! Learned evaluations for any game: pattern rows, a small net, self-play and the fit.
//!
//! | module | what it does |
//! |---|---|
//! | [`pattern_set`], [`board_patterns`] | patterns of points, their symmetries and their rows |
//! | [`features`], [`board_features`] | the active rows of a position |
//! | [`net`], [`evaluator`] | the net as it plays: 16-bit integers, updated move by move |
//! | [`played_game`], [`self_play`] | games from random openings, and the samples they give |
//! | [`fit`] | minibatch Adam, the same on any number of threads |
//! | [`training`], [`settings`], [`report`] | generations, each matched against the previous one |
//! | [`net_file`] | the file of a net |

pub mod board_features;
pub mod board_patterns;
pub mod evaluator;
pub mod features;
pub mod fit;
pub mod group;
pub mod math;
pub mod net;
pub mod net_file;
pub mod pattern_set;
pub mod phrases;
pub mod played_game;
pub mod report;
pub mod self_play;
pub mod settings;
#[cfg(test)]
mod toy;
pub mod training;

pub use board_features::BoardFeatures;
pub use evaluator::NetEvaluator;
pub use features::{Features, Shape, Signature};
pub use group::{Group, Row};
pub use net::Net;
pub use net_file::NetFile;
pub use settings::TrainSettings;
pub use training::{Storage, Trained, Training};
