//! Search in game trees, generic over [`Position`](plateau_core::Position):
//! the textbook algorithms that build the whole tree, and the engine that plays.

pub mod alphabeta;
pub mod any_tree;
pub mod busy;
mod choice;
pub mod clock;
mod dfpn;
pub mod engine;
pub mod evaluator;
mod history;
mod images;
mod index;
pub mod level;
pub mod limits;
pub mod mcts;
pub mod memory;
pub mod opponents;
mod ordering;
mod playout;
pub mod proof;
mod proof_table;
mod rest;
pub mod retrograde;
mod root;
pub mod score;
pub mod solver;
pub mod spec;
pub mod table;
pub mod textbook;
pub mod timing;
mod worker;

pub use alphabeta::{AlphaBeta, Settings};
pub use any_tree::{AnyTree, NoTree, Scale, TreeNode, TreePlan};
pub use engine::{Analysis, Engine, GamePosition, MoveValue};
pub use evaluator::{Evaluator, NoEvaluation};
pub use images::share_symmetric_values;
pub use limits::{Budget, Limits, Stop, StopReason};
pub use mcts::{Mcts, MctsSettings};
pub use proof::{Proof, ProofSettings};
pub use rest::search_with_remaining;
pub use retrograde::{Solution, Unsolved};
pub use score::{Score, Unit, Value};
pub use solver::RetrogradeEngine;
