//! The parts of a search behind a pointer, for engines that are compiled once per game.

use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;

use plateau_core::Position;
use plateau_search::{
    AlphaBeta, Engine, Evaluator, MovePicker, NoEndgame, Policy, Probe, SearchParts, Settings, Value,
};

use crate::explain::{Explain, Explanation};

/// The parts of a search whose evaluator explains its values.
pub trait ExplainedParts<P: Position>: SearchParts<P, Evaluator: Explain<P>> {}

impl<P: Position, S: SearchParts<P, Evaluator: Explain<P>>> ExplainedParts<P> for S {}

/// The accumulator of any evaluator: the accumulator itself if it depends on the moves
/// played, otherwise nothing, since it can be computed from the position when it is needed.
pub(crate) type ErasedAccumulator = Option<Arc<dyn Any + Send + Sync>>;

/// The object-safe form of [`ExplainedParts`].
trait DynParts<P: Position>: Send + Sync {
    fn accumulator(&self, position: &P) -> ErasedAccumulator;
    fn update(&self, parent: &ErasedAccumulator, before: &P, mv: P::Move, after: &P) -> ErasedAccumulator;
    fn evaluate(&self, position: &P, accumulator: &ErasedAccumulator) -> i32;
    fn order_score(&self, position: &P, mv: P::Move) -> i32;
    fn probe(&self, position: &P) -> Option<Value>;
    fn alphabeta(&self, settings: Settings) -> Box<dyn Engine<P>>;
    /// Explains the value after these moves, and returns what the probe proves there.
    fn explain(&self, start: &P, moves: &[P::Move]) -> (i32, Explanation, Option<Value>);
}

/// Returns the accumulator of an evaluator from its erased form.
fn typed<'a, P: Position, E: Evaluator<P>>(
    evaluator: &E,
    position: &P,
    accumulator: &'a ErasedAccumulator,
) -> Cow<'a, E::Accumulator> {
    match accumulator {
        Some(accumulator) => {
            Cow::Borrowed(accumulator.downcast_ref().expect("the accumulator of another evaluator"))
        }
        None => Cow::Owned(evaluator.accumulator(position)),
    }
}

impl<P: Position, S: ExplainedParts<P>> DynParts<P> for S {
    fn accumulator(&self, position: &P) -> ErasedAccumulator {
        if S::Evaluator::PATH_DEPENDENT {
            Some(Arc::new(self.evaluator().accumulator(position)))
        } else {
            None
        }
    }

    fn update(&self, parent: &ErasedAccumulator, before: &P, mv: P::Move, after: &P) -> ErasedAccumulator {
        if !S::Evaluator::PATH_DEPENDENT {
            return None;
        }
        let evaluator = self.evaluator();
        let parent = typed(evaluator, before, parent);
        Some(Arc::new(evaluator.update(&parent, before, mv, after)))
    }

    fn evaluate(&self, position: &P, accumulator: &ErasedAccumulator) -> i32 {
        self.evaluator().evaluate(position, &typed(self.evaluator(), position, accumulator))
    }

    fn order_score(&self, position: &P, mv: P::Move) -> i32 {
        self.picker().order_score(position, mv)
    }

    fn probe(&self, position: &P) -> Option<Value> {
        SearchParts::probe(self).probe(position)
    }

    fn alphabeta(&self, settings: Settings) -> Box<dyn Engine<P>> {
        Box::new(AlphaBeta::new(self.clone(), settings))
    }

    fn explain(&self, start: &P, moves: &[P::Move]) -> (i32, Explanation, Option<Value>) {
        let evaluator = self.evaluator();
        let (mut position, mut accumulator) = (*start, evaluator.accumulator(start));
        for &mv in moves {
            let after = position.after(mv);
            accumulator = evaluator.update(&accumulator, &position, mv, &after);
            position = after;
        }
        let value = evaluator.evaluate(&position, &accumulator);
        (value, evaluator.explain(&position, &accumulator), SearchParts::probe(self).probe(&position))
    }
}

/// Any parts of a position type, behind a pointer. The accumulator is carried along the line
/// only where it must be.
///
/// Engines that evaluate few positions, or each from scratch, use this type, so that they
/// are compiled once per position type instead of once per evaluator. Alpha-beta is
/// compiled for every evaluator.
pub(crate) struct ErasedParts<P>(Arc<dyn DynParts<P>>);

impl<P> Clone for ErasedParts<P> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<P: Position> ErasedParts<P> {
    pub fn new(parts: impl ExplainedParts<P>) -> Self {
        Self(Arc::new(parts))
    }

    /// Creates an alpha-beta engine compiled for these parts.
    pub fn alphabeta(&self, settings: Settings) -> Box<dyn Engine<P>> {
        self.0.alphabeta(settings)
    }

    /// Explains the value after these moves, and returns what is proven there.
    pub fn explain(&self, start: &P, moves: &[P::Move]) -> (i32, Explanation, Option<Value>) {
        self.0.explain(start, moves)
    }
}

impl<P: Position> Evaluator<P> for ErasedParts<P> {
    type Accumulator = ErasedAccumulator;
    const PATH_DEPENDENT: bool = true;

    fn accumulator(&self, position: &P) -> ErasedAccumulator {
        self.0.accumulator(position)
    }

    fn update(&self, parent: &ErasedAccumulator, before: &P, mv: P::Move, after: &P) -> ErasedAccumulator {
        self.0.update(parent, before, mv, after)
    }

    fn evaluate(&self, position: &P, accumulator: &ErasedAccumulator) -> i32 {
        self.0.evaluate(position, accumulator)
    }
}

impl<P: Position> MovePicker<P> for ErasedParts<P> {
    fn order_score(&self, position: &P, mv: P::Move) -> i32 {
        self.0.order_score(position, mv)
    }
}

impl<P: Position> Probe<P> for ErasedParts<P> {
    fn probe(&self, position: &P) -> Option<Value> {
        self.0.probe(position)
    }
}

/// The parts as a whole. Without the picker's selection and the endgame solver, which only
/// alpha-beta uses.
impl<P: Position> SearchParts<P> for ErasedParts<P> {
    type Evaluator = Self;
    type Picker = Self;
    type Probe = Self;
    type Endgame = NoEndgame;

    fn evaluator(&self) -> &Self {
        self
    }

    fn picker(&self) -> &Self {
        self
    }

    fn probe(&self) -> &Self {
        self
    }

    fn endgame(&self) -> &NoEndgame {
        &NoEndgame
    }

    fn policy(&self) -> &Policy {
        const { &Policy::DEFAULT }
    }
}
