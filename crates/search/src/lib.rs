//! Game-tree search, generic over [`Position`](plateau_core::Position).
//!
//! | module | algorithm |
//! |---|---|
//! | [`alphabeta`] | the production search: iterative deepening, principal-variation search, LMR, ABDADA |
//! | [`mcts`] | Monte-Carlo tree search: PUCT with evaluations or UCT with playouts, and proven bounds |
//! | [`proof`] | proof-number search: df-pn |
//! | [`retrograde`] | retrograde analysis of small games, cyclic or not |
//! | [`root_solver`] | other solvers that share the limits with alpha-beta |
//! | [`textbook`] | minimax, negamax and alpha-beta that keep the whole tree |
//!
//! Every algorithm implements [`Engine`]: a [`GamePosition`] and [`Limits`] go in,
//! an [`Analysis`] comes out. A game improves the search with its [`parts`], an [`Evaluator`] first.

pub mod alphabeta;
pub mod book;
pub mod engine;
mod helper_thread;
mod insertion_sort;
pub mod limits;
pub mod mcts;
pub mod memory;
mod move_values;
mod node_counter;
pub mod parts;
pub mod proof;
mod repetition;
mod resume;
pub mod retrograde;
pub mod root_solver;
pub mod score;
mod symmetric_moves;
pub mod textbook;
pub mod time;
pub mod transposition;

pub use alphabeta::{AbdadaTable, AlphaBeta, Settings, Techniques};
pub use engine::{Analysis, Engine, GamePosition, MoveValue};
pub use helper_thread::spawn_helper;
pub use limits::{Limits, RaiseOnDrop, Stop, StopReason};
pub use mcts::{LeafValue, Mcts, MctsSettings};
pub use parts::{
    EndgameSolver, ErasedAccumulator, ErasedParts, Evaluator, LegalMoves, MovePicker, NoEndgame,
    NoEvaluation, NoProbe, Parts, Policy, ProbCut, Probe, Reductions, ReverseFutility, SearchParts,
    StaticOrdering,
};
pub use proof::{ProofNumberSearch, ProofSettings};
pub use retrograde::{RetrogradeEngine, Solution, SolveError};
pub use score::{Score, Unit, Value};
pub use symmetric_moves::share_symmetric_values;
pub use time::Budget;
pub use transposition::TranspositionTable;
