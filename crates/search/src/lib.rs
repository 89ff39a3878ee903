//! Search in game trees, generic over [`Position`](plateau_core::Position):
//! the textbook algorithms that build the whole tree, and the engine that plays.

pub mod alphabeta;
#[path = "../../games/src/tree.rs"]
pub mod any_tree;
#[path = "alphabeta/abdada.rs"]
pub mod busy;
#[path = "mcts/root.rs"]
mod choice;
#[path = "time/clock.rs"]
pub mod clock;
#[path = "proof/dfpn.rs"]
mod dfpn;
pub mod engine;
pub mod evaluator;
#[path = "repetition.rs"]
mod history;
#[path = "symmetric_moves.rs"]
mod images;
#[path = "retrograde/position_index.rs"]
mod index;
#[path = "../../games/src/engines/level.rs"]
pub mod level;
pub mod limits;
pub mod mcts;
pub mod memory;
#[path = "../../games/src/engines/simple.rs"]
pub mod opponents;
#[path = "alphabeta/ordering.rs"]
mod ordering;
#[path = "mcts/tree.rs"]
mod playout;
pub mod proof;
#[path = "proof/table.rs"]
mod proof_table;
#[path = "resume.rs"]
mod rest;
pub mod retrograde;
#[path = "alphabeta/root.rs"]
mod root;
pub mod score;
#[path = "retrograde/engine.rs"]
pub mod solver;
#[path = "../../games/src/engines/spec.rs"]
pub mod spec;
#[path = "transposition.rs"]
pub mod table;
pub mod textbook;
#[path = "time/control.rs"]
pub mod timing;
#[path = "alphabeta/node.rs"]
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
