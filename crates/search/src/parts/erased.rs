//! The parts of a search behind a pointer, so that evaluators can share a compiled search.

use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;

use plateau_core::Position;

use super::{
    AccumulatorStack, EndgameControl, EndgameSolver, EvaluationStack, Evaluator, MovePicker, Policy, Probe,
    SearchParts,
};
use crate::score::{Score, Value};

/// The accumulator of any evaluator: the accumulator itself if it depends on the moves
/// played, otherwise nothing, since it can be computed from the position when it is needed.
/// Alpha-beta does not use it: it has an [`EvaluationStack`].
#[derive(Clone, Default)]
pub struct ErasedAccumulator(Option<Arc<dyn Any + Send + Sync>>);

impl ErasedAccumulator {
    /// Returns the accumulator of an evaluator.
    fn typed<P: Position, E: Evaluator<P>>(&self, evaluator: &E, position: &P) -> Cow<'_, E::Accumulator> {
        match &self.0 {
            Some(accumulator) => {
                Cow::Borrowed(accumulator.downcast_ref().expect("the accumulator of another evaluator"))
            }
            None => Cow::Owned(evaluator.accumulator(position)),
        }
    }
}

/// The memory of any endgame solver, `None` until it is used.
type ErasedMemory = Option<Box<dyn Any + Send>>;

/// The object-safe form of [`SearchParts`].
trait DynParts<P: Position>: Send + Sync {
    fn is_path_dependent(&self) -> bool;
    fn is_constant(&self) -> bool;
    fn accumulator(&self, position: &P) -> ErasedAccumulator;
    fn update(&self, parent: &ErasedAccumulator, before: &P, mv: P::Move, after: &P) -> ErasedAccumulator;
    fn evaluate(&self, position: &P, accumulator: &ErasedAccumulator) -> i32;
    fn stage(&self, position: &P) -> usize;
    fn evaluation_stack(&self) -> Box<dyn EvaluationStack<P>>;
    fn forward_prunes(&self) -> bool;
    fn order_score(&self, position: &P, mv: P::Move) -> i32;
    fn candidates(&self, position: &P, depth: u32, put: &mut dyn FnMut(P::Move, i32)) -> bool;
    fn probe(&self, position: &P) -> Option<Value>;
    fn takes_over(&self, position: &P, depth: u32) -> bool;
    fn solve(
        &self,
        memory: &mut ErasedMemory,
        position: &P,
        alpha: Score,
        beta: Score,
        control: &mut EndgameControl<'_>,
    ) -> Option<Score>;
    fn policy(&self) -> &Policy;
}

impl<P: Position, S: SearchParts<P>> DynParts<P> for S {
    fn is_path_dependent(&self) -> bool {
        self.evaluator().is_path_dependent()
    }

    fn is_constant(&self) -> bool {
        self.evaluator().is_constant()
    }

    fn accumulator(&self, position: &P) -> ErasedAccumulator {
        let evaluator = self.evaluator();
        let is_needed = evaluator.is_path_dependent();
        ErasedAccumulator(is_needed.then(|| Arc::new(evaluator.accumulator(position)) as _))
    }

    fn update(&self, parent: &ErasedAccumulator, before: &P, mv: P::Move, after: &P) -> ErasedAccumulator {
        let evaluator = self.evaluator();
        if !evaluator.is_path_dependent() {
            return ErasedAccumulator(None);
        }
        let parent = parent.typed(evaluator, before);
        ErasedAccumulator(Some(Arc::new(evaluator.update(&parent, before, mv, after))))
    }

    fn evaluate(&self, position: &P, accumulator: &ErasedAccumulator) -> i32 {
        let evaluator = self.evaluator();
        evaluator.evaluate(position, &accumulator.typed(evaluator, position))
    }

    fn stage(&self, position: &P) -> usize {
        self.evaluator().stage(position)
    }

    fn evaluation_stack(&self) -> Box<dyn EvaluationStack<P>> {
        Box::new(AccumulatorStack::new(self.evaluator().clone()))
    }

    fn forward_prunes(&self) -> bool {
        self.picker().forward_prunes()
    }

    fn order_score(&self, position: &P, mv: P::Move) -> i32 {
        self.picker().order_score(position, mv)
    }

    fn candidates(&self, position: &P, depth: u32, put: &mut dyn FnMut(P::Move, i32)) -> bool {
        self.picker().candidates(position, depth, &mut |mv, order_score| put(mv, order_score))
    }

    fn probe(&self, position: &P) -> Option<Value> {
        SearchParts::probe(self).probe(position)
    }

    fn takes_over(&self, position: &P, depth: u32) -> bool {
        self.endgame().takes_over(position, depth)
    }

    fn solve(
        &self,
        memory: &mut ErasedMemory,
        position: &P,
        alpha: Score,
        beta: Score,
        control: &mut EndgameControl<'_>,
    ) -> Option<Score> {
        let memory = memory.get_or_insert_with(|| {
            Box::new(<<S::Endgame as EndgameSolver<P>>::Memory as Default>::default())
        });
        let memory = memory.downcast_mut().expect("the memory of another endgame solver");
        self.endgame().solve(memory, position, alpha, beta, control)
    }

    fn policy(&self) -> &Policy {
        SearchParts::policy(self)
    }
}

/// Any parts of a position type, behind a pointer.
///
/// A search with these parts visits the same nodes as one with the parts inside, but it is
/// compiled once per position type instead of once per evaluator. Each part costs it a
/// virtual call.
pub struct ErasedParts<P> {
    parts: Arc<dyn DynParts<P>>,
    policy: Policy,
    is_path_dependent: bool,
}

impl<P> Clone for ErasedParts<P> {
    fn clone(&self) -> Self {
        let &Self { ref parts, policy, is_path_dependent } = self;
        Self { parts: Arc::clone(parts), policy, is_path_dependent }
    }
}

impl<P: Position> ErasedParts<P> {
    /// Puts parts behind a pointer.
    pub fn new(parts: impl SearchParts<P>) -> Self {
        let parts: Arc<dyn DynParts<P>> = Arc::new(parts);
        Self { policy: *parts.policy(), is_path_dependent: parts.is_path_dependent(), parts }
    }
}

impl<P: Position> Evaluator<P> for ErasedParts<P> {
    type Accumulator = ErasedAccumulator;

    fn is_path_dependent(&self) -> bool {
        self.is_path_dependent
    }

    fn is_constant(&self) -> bool {
        self.parts.is_constant()
    }

    fn accumulator(&self, position: &P) -> ErasedAccumulator {
        self.parts.accumulator(position)
    }

    fn update(&self, parent: &ErasedAccumulator, before: &P, mv: P::Move, after: &P) -> ErasedAccumulator {
        self.parts.update(parent, before, mv, after)
    }

    fn evaluate(&self, position: &P, accumulator: &ErasedAccumulator) -> i32 {
        self.parts.evaluate(position, accumulator)
    }

    fn stage(&self, position: &P) -> usize {
        self.parts.stage(position)
    }
}

impl<P: Position> MovePicker<P> for ErasedParts<P> {
    fn forward_prunes(&self) -> bool {
        self.parts.forward_prunes()
    }

    fn order_score(&self, position: &P, mv: P::Move) -> i32 {
        self.parts.order_score(position, mv)
    }

    fn candidates(&self, position: &P, depth: u32, put: &mut impl FnMut(P::Move, i32)) -> bool {
        self.parts.candidates(position, depth, put)
    }
}

impl<P: Position> Probe<P> for ErasedParts<P> {
    fn probe(&self, position: &P) -> Option<Value> {
        self.parts.probe(position)
    }
}

impl<P: Position> EndgameSolver<P> for ErasedParts<P> {
    type Memory = ErasedMemory;

    fn takes_over(&self, position: &P, depth: u32) -> bool {
        self.parts.takes_over(position, depth)
    }

    fn solve(
        &self,
        memory: &mut ErasedMemory,
        position: &P,
        alpha: Score,
        beta: Score,
        control: &mut EndgameControl<'_>,
    ) -> Option<Score> {
        self.parts.solve(memory, position, alpha, beta, control)
    }
}

impl<P: Position> SearchParts<P> for ErasedParts<P> {
    type Evaluator = Self;
    type Stack = Box<dyn EvaluationStack<P>>;
    type Picker = Self;
    type Probe = Self;
    type Endgame = Self;

    fn evaluator(&self) -> &Self {
        self
    }

    fn evaluation_stack(&self) -> Self::Stack {
        self.parts.evaluation_stack()
    }

    fn picker(&self) -> &Self {
        self
    }

    fn probe(&self) -> &Self {
        self
    }

    fn endgame(&self) -> &Self {
        self
    }

    fn policy(&self) -> &Policy {
        &self.policy
    }
}
