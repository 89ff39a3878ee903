//! The parts of an alpha-beta search that a game can replace one by one.
//!
//! | part | question | default |
//! |---|---|---|
//! | [`Evaluator`] | what is the value of an unfinished game? | [`NoEvaluation`] |
//! | [`MovePicker`] | which moves, in which order? | [`LegalMoves`] |
//! | [`Probe`] | is the value known without search? | [`NoProbe`] |
//! | [`EndgameSolver`] | who solves the end of the game? | [`NoEndgame`] |
//! | [`Policy`] | what is reduced, pruned, widened? | [`Policy::default`] |
//!
//! A [`RootSolver`](crate::root_solver::RootSolver) is the sixth: it proves root positions
//! beside alpha-beta.

mod accumulators;
mod endgame;
mod erased;
mod evaluator;
mod picker;
mod policy;
mod probe;

use plateau_core::Position;

pub use accumulators::{AccumulatorStack, EvaluationStack};
pub use endgame::{EndgameControl, EndgameSolver, NoEndgame};
pub use erased::{ErasedAccumulator, ErasedParts};
pub use evaluator::{Evaluator, NoEvaluation};
pub(crate) use picker::put_all_moves;
pub use picker::{LegalMoves, MovePicker};
pub use policy::{Policy, ProbCut, Reductions, ReverseFutility, StaticOrdering};
pub use probe::{NoProbe, Probe};

/// The parts of a search, combined. [`Parts`] implements it for every combination,
/// [`ErasedParts`] for any of them behind a pointer.
pub trait SearchParts<P: Position>: Clone + Send + Sync + 'static {
    /// Values leaves.
    type Evaluator: Evaluator<P>;
    /// The evaluator along the searched path.
    type Stack: EvaluationStack<P>;
    /// Selects and orders moves.
    type Picker: MovePicker<P>;
    /// Knows values without search.
    type Probe: Probe<P>;
    /// Solves late positions.
    type Endgame: EndgameSolver<P>;

    /// Returns the evaluator.
    fn evaluator(&self) -> &Self::Evaluator;
    /// Creates the evaluation stack of a search thread.
    fn evaluation_stack(&self) -> Self::Stack;
    /// Returns the move picker.
    fn picker(&self) -> &Self::Picker;
    /// Returns the probe.
    fn probe(&self) -> &Self::Probe;
    /// Returns the endgame solver.
    fn endgame(&self) -> &Self::Endgame;
    /// Returns the policy.
    fn policy(&self) -> &Policy;
}

/// An evaluator with the other parts of a search.
///
/// # Examples
///
/// ```
/// use plateau_search::{NoEvaluation, Parts, Policy};
///
/// let parts = Parts::new(NoEvaluation).with_policy(Policy::FULL_DEPTH);
/// assert_eq!(parts.policy, Policy::FULL_DEPTH);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Parts<E, M = LegalMoves, B = NoProbe, S = NoEndgame> {
    /// Values leaves.
    pub evaluator: E,
    /// Selects and orders moves.
    pub picker: M,
    /// Knows values without search.
    pub probe: B,
    /// Solves late positions.
    pub endgame: S,
    /// Reductions, windows and prunings.
    pub policy: Policy,
}

impl<E> Parts<E> {
    /// Creates the parts of a search that has only an evaluator.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator, picker: LegalMoves, probe: NoProbe, endgame: NoEndgame, policy: Policy::default() }
    }
}

impl<Ordering: Clone> Parts<Ordering, Ordering> {
    /// Creates the parts of a search whose evaluator is also its move picker.
    pub fn ordered(evaluator: Ordering) -> Self {
        Parts::new(evaluator.clone()).with_picker(evaluator)
    }
}

impl<E, M, B, S> Parts<E, M, B, S> {
    /// Replaces the move picker.
    pub fn with_picker<Picker>(self, picker: Picker) -> Parts<E, Picker, B, S> {
        let Self { evaluator, probe, endgame, policy, .. } = self;
        Parts { evaluator, picker, probe, endgame, policy }
    }

    /// Replaces the probe.
    pub fn with_probe<Probe>(self, probe: Probe) -> Parts<E, M, Probe, S> {
        let Self { evaluator, picker, endgame, policy, .. } = self;
        Parts { evaluator, picker, probe, endgame, policy }
    }

    /// Replaces the endgame solver.
    pub fn with_endgame<Endgame>(self, endgame: Endgame) -> Parts<E, M, B, Endgame> {
        let Self { evaluator, picker, probe, policy, .. } = self;
        Parts { evaluator, picker, probe, endgame, policy }
    }

    /// Replaces the policy.
    #[must_use]
    pub fn with_policy(self, policy: Policy) -> Self {
        Self { policy, ..self }
    }
}

impl<P, E, M, B, S> SearchParts<P> for Parts<E, M, B, S>
where
    P: Position,
    E: Evaluator<P>,
    M: MovePicker<P>,
    B: Probe<P>,
    S: EndgameSolver<P>,
{
    type Evaluator = E;
    type Stack = AccumulatorStack<P, E>;
    type Picker = M;
    type Probe = B;
    type Endgame = S;

    #[inline]
    fn evaluator(&self) -> &E {
        &self.evaluator
    }

    fn evaluation_stack(&self) -> AccumulatorStack<P, E> {
        AccumulatorStack::new(self.evaluator.clone())
    }

    #[inline]
    fn picker(&self) -> &M {
        &self.picker
    }

    #[inline]
    fn probe(&self) -> &B {
        &self.probe
    }

    #[inline]
    fn endgame(&self) -> &S {
        &self.endgame
    }

    #[inline]
    fn policy(&self) -> &Policy {
        &self.policy
    }
}
