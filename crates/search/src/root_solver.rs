//! Solvers that prove root positions beside alpha-beta.
//!
//! [`SolverAndSearch`] runs a [`RootSolver`] in slices of growing size. Between two slices
//! alpha-beta searches a little, so that a good move is ready whenever the engine is stopped;
//! when the solver's share of the limits is used up, alpha-beta gets the rest. Whatever the
//! solver has proven restricts the result.

mod engine;
mod restrict;

use std::time::Duration;

use plateau_core::Position;

use crate::engine::MoveValue;
use crate::limits::{Limits, Stop};
use crate::score::Value;
use crate::time::{Clock, SystemClock};

pub use engine::SolverAndSearch;

/// Proves bounds of root positions by other means than alpha-beta: an opening book, a solver
/// with its own tables, threat-space search.
pub trait RootSolver<P: Position>: Send {
    /// Returns the share of the limits that the solver gets, or `None` to leave the position
    /// to alpha-beta.
    fn share(&self, position: &P, limits: &Limits) -> Option<SolverShare>;

    /// Proves as much as it can until `control` stops it. `limits` says what is wanted: every
    /// move, or only win/loss/draw. `known` holds the bounds that earlier slices have proven.
    fn solve(
        &mut self,
        position: &P,
        limits: &Limits,
        known: Value,
        control: &mut SolverControl<'_>,
    ) -> Proof;

    /// Returns a move that achieves the lower bound of a proof, if it finds one in time.
    fn best_move(&mut self, position: &P, proof: Proof, stop: StopFn<'_>) -> Option<P::Move>;

    /// Returns the moves with exact values, as many as it finds in time.
    fn exact_moves(&mut self, position: &P, stop: StopFn<'_>) -> Vec<MoveValue<P::Move>>;

    /// Returns the line of best play that begins with a proven move, as far as it is found in
    /// time.
    fn principal_variation(
        &mut self,
        position: &P,
        first: &MoveValue<P::Move>,
        stop: StopFn<'_>,
    ) -> Vec<P::Move>;

    /// Returns a plausible move for reports before alpha-beta has searched.
    fn plausible_move(&self, position: &P) -> Option<P::Move>;

    /// Returns the number of nodes visited since the solver was created.
    fn nodes(&self) -> u64;

    /// Clears everything learnt from earlier searches.
    fn new_game(&mut self);
}

/// Returns whether to stop, given the number of nodes that the solver has visited.
pub type StopFn<'c> = &'c (dyn Fn(u64) -> bool + Sync);

/// When a solver must stop, and where it reports new bounds.
pub struct SolverControl<'c> {
    /// Returns whether to stop.
    pub stop: StopFn<'c>,
    /// The part of `stop` that does not depend on nodes, for solvers that keep it.
    pub deadline: Deadline,
    /// Reports bounds of the position, with the number of nodes visited.
    pub report: &'c mut dyn FnMut(Value, u64),
}

/// A time on a clock, and the stop flag.
#[derive(Clone, Debug)]
pub struct Deadline {
    /// The stop flag.
    pub stop: Stop,
    /// The clock of the search.
    pub clock: SystemClock,
    /// The time on the clock at which to stop.
    pub time: Option<Duration>,
}

impl Deadline {
    /// Returns a deadline that is never reached.
    pub fn none() -> Self {
        Self { stop: Stop::new(), clock: SystemClock::start(), time: None }
    }

    /// Returns whether the time is up or the stop flag set.
    pub fn is_reached(&self) -> bool {
        self.stop.is_raised() || self.time.is_some_and(|time| self.clock.now() >= time)
    }
}

/// What a solver has proven about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Proven bounds.
    pub value: Value,
    /// Whether there is more to find.
    pub progress: ProofProgress,
}

/// Whether a solver has more to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofProgress {
    /// The question is answered: an exact value, win, draw or loss where only that was asked
    /// for, or a forced win that is good enough to play.
    Solved,
    /// The solver was stopped; another slice may prove more.
    Stopped,
    /// The solver cannot prove more.
    Exhausted,
}

/// How much of the limits a solver gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverShare {
    /// The solver gets this fraction of the time and of the nodes: 2 is one half.
    pub divisor: u32,
    /// The nodes of its first slice; each next slice has twice as many.
    pub first_slice: u64,
    /// Between two slices, alpha-beta gets the nodes of a slice divided by this.
    pub search_divisor: u64,
    /// Whether the solver gets its fraction of the time up to the hard limit, instead of the soft one.
    /// Alpha-beta then searches first, for half of the soft limit.
    pub until_hard_limit: bool,
}
