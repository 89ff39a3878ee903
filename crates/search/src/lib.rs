//! Search in game trees, generic over [`Position`](plateau_core::Position):
//! the textbook algorithms that build the whole tree, and the engine that plays.

pub mod alphabeta;
pub mod clock;
pub mod engine;
pub mod evaluator;
pub mod level;
pub mod limits;
pub mod opponents;
mod ordering;
pub mod score;
pub mod spec;
pub mod table;
pub mod textbook;
pub mod timing;
mod worker;

pub use alphabeta::{AlphaBeta, Settings};
pub use engine::{Analysis, Engine, Line, MoveValue};
pub use evaluator::{Evaluator, Even};
pub use limits::{Budget, Limits, Stop, StopReason};
pub use score::{Score, Value};
