//! The evaluator's accumulators along the searched path, computed when a value is needed.

use plateau_core::Position;

use super::Evaluator;

/// Evaluates positions along the path from the root, for one search thread.
///
/// [`AccumulatorStack`] implements it for every evaluator. It is a trait so that a search
/// [shared by several evaluators](super::ErasedParts) can use any stack behind a pointer.
pub trait EvaluationStack<P: Position> {
    /// Starts a new path.
    fn set_root(&mut self, position: &P);

    /// Adds the position after a move to the path.
    fn push(&mut self, mv: P::Move, position: &P);

    /// Removes the last position of the path.
    fn pop(&mut self);

    /// Evaluates the last position of the path, for the side to move.
    fn evaluate(&mut self, position: &P) -> i32;

    /// Evaluates the position after a move from the last position of the path.
    fn evaluate_child(&mut self, position: &P, mv: P::Move, child: &P) -> i32;
}

/// A stack with one entry for each ply of the path. Nothing is stored for an evaluator whose
/// accumulator is empty.
pub struct AccumulatorStack<P: Position, E: Evaluator<P>> {
    evaluator: E,
    /// Entries beyond the path remain allocated: accumulators are large.
    entries: Vec<StackEntry<P, E::Accumulator>>,
    /// The number of entries of the path.
    len: usize,
}

struct StackEntry<P: Position, A> {
    position: P,
    /// The move that led to the position, `None` at the root.
    mv: Option<P::Move>,
    /// `None` until it is needed.
    accumulator: Option<A>,
}

impl<P: Position, E: Evaluator<P>> AccumulatorStack<P, E> {
    const IS_EMPTY: bool = size_of::<E::Accumulator>() == 0;

    /// Creates an empty stack.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator, entries: Vec::new(), len: 0 }
    }

    /// Adds an entry to the path.
    #[inline]
    fn add(&mut self, position: &P, mv: Option<P::Move>) {
        if let Some(entry) = self.entries.get_mut(self.len) {
            entry.position = *position;
            entry.mv = mv;
            entry.accumulator = None;
        } else {
            self.entries.push(StackEntry { position: *position, mv, accumulator: None });
        }
        self.len += 1;
    }

    /// Computes the accumulators up to an entry, from the last one that is known.
    fn compute(&mut self, last: usize) {
        let known = self.entries[..=last].iter().rposition(|entry| entry.accumulator.is_some());
        let first = known.map_or(0, |known| known + 1);
        for i in first..=last {
            let (parents, entries) = self.entries.split_at_mut(i);
            let entry = &mut entries[0];
            let accumulator = match (parents.last(), entry.mv) {
                (Some(StackEntry { position: before, accumulator: Some(parent), .. }), Some(mv)) => {
                    self.evaluator.update(parent, before, mv, &entry.position)
                }
                _ => self.evaluator.accumulator(&entry.position),
            };
            entry.accumulator = Some(accumulator);
        }
    }
}

impl<P: Position, E: Evaluator<P>> EvaluationStack<P> for AccumulatorStack<P, E> {
    fn set_root(&mut self, position: &P) {
        self.len = 0;
        if !Self::IS_EMPTY {
            self.add(position, None);
        }
    }

    #[inline]
    fn push(&mut self, mv: P::Move, position: &P) {
        if !Self::IS_EMPTY {
            self.add(position, Some(mv));
        }
    }

    #[inline]
    fn pop(&mut self) {
        if !Self::IS_EMPTY {
            self.len -= 1;
        }
    }

    #[inline]
    fn evaluate(&mut self, position: &P) -> i32 {
        if Self::IS_EMPTY {
            return self.evaluator.evaluate(position, &self.evaluator.accumulator(position));
        }
        let last = self.len - 1;
        self.compute(last);
        match &self.entries[last].accumulator {
            Some(accumulator) => self.evaluator.evaluate(position, accumulator),
            None => unreachable!("the accumulator has just been computed"),
        }
    }

    #[inline]
    fn evaluate_child(&mut self, position: &P, mv: P::Move, child: &P) -> i32 {
        if Self::IS_EMPTY {
            return self.evaluator.evaluate(child, &self.evaluator.accumulator(child));
        }
        let last = self.len - 1;
        self.compute(last);
        match &mut self.entries[last].accumulator {
            Some(parent) => self.evaluator.evaluate_child(parent, position, mv, child),
            None => unreachable!("the accumulator has just been computed"),
        }
    }
}

impl<P: Position, T: EvaluationStack<P> + ?Sized> EvaluationStack<P> for Box<T> {
    fn set_root(&mut self, position: &P) {
        (**self).set_root(position);
    }

    fn push(&mut self, mv: P::Move, position: &P) {
        (**self).push(mv, position);
    }

    fn pop(&mut self) {
        (**self).pop();
    }

    fn evaluate(&mut self, position: &P) -> i32 {
        (**self).evaluate(position)
    }

    fn evaluate_child(&mut self, position: &P, mv: P::Move, child: &P) -> i32 {
        (**self).evaluate_child(position, mv, child)
    }
}
