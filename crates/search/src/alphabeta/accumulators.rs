//! The evaluator's accumulators along the path, computed when a value is needed.

use plateau_core::Position;

use crate::parts::Evaluator;

/// A stack with one entry for each ply of the path. Nothing is stored for an evaluator whose
/// accumulator is empty.
pub struct AccumulatorStack<P: Position, E: Evaluator<P>> {
    entries: Vec<StackEntry<P, E::Accumulator>>,
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

    pub fn new() -> Self {
        Self { entries: Vec::new() }
    }

    /// Starts a new path.
    pub fn set_root(&mut self, position: &P) {
        self.entries.clear();
        if !Self::IS_EMPTY {
            self.entries.push(StackEntry { position: *position, mv: None, accumulator: None });
        }
    }

    /// Adds the position after a move to the path.
    #[inline]
    pub fn push(&mut self, mv: P::Move, position: &P) {
        if !Self::IS_EMPTY {
            self.entries.push(StackEntry { position: *position, mv: Some(mv), accumulator: None });
        }
    }

    /// Removes the last position of the path.
    #[inline]
    pub fn pop(&mut self) {
        if !Self::IS_EMPTY {
            self.entries.pop();
        }
    }

    /// Evaluates the last position of the path.
    #[inline]
    pub fn evaluate(&mut self, evaluator: &E, position: &P) -> i32 {
        if Self::IS_EMPTY {
            return evaluator.evaluate(position, &evaluator.accumulator(position));
        }
        let last = self.entries.len() - 1;
        self.compute(evaluator, last);
        let entry = &self.entries[last];
        match &entry.accumulator {
            Some(accumulator) => evaluator.evaluate(position, accumulator),
            None => unreachable!("the accumulator has just been computed"),
        }
    }

    /// Evaluates the position after a move from the last position of the path.
    #[inline]
    pub fn evaluate_child(&mut self, evaluator: &E, position: &P, mv: P::Move, child: &P) -> i32 {
        if Self::IS_EMPTY {
            return evaluator.evaluate(child, &evaluator.accumulator(child));
        }
        let last = self.entries.len() - 1;
        self.compute(evaluator, last);
        match &self.entries[last].accumulator {
            Some(parent) => evaluator.evaluate(child, &evaluator.update(parent, position, mv, child)),
            None => unreachable!("the accumulator has just been computed"),
        }
    }

    /// Computes the accumulators up to an entry, from the last one that is known.
    fn compute(&mut self, evaluator: &E, last: usize) {
        let known = self.entries[..=last].iter().rposition(|entry| entry.accumulator.is_some());
        let first = known.map_or(0, |known| known + 1);
        for i in first..=last {
            let (parents, entries) = self.entries.split_at_mut(i);
            let entry = &mut entries[0];
            let accumulator = match (parents.last(), entry.mv) {
                (Some(StackEntry { position: before, accumulator: Some(parent), .. }), Some(mv)) => {
                    evaluator.update(parent, before, mv, &entry.position)
                }
                _ => evaluator.accumulator(&entry.position),
            };
            entry.accumulator = Some(accumulator);
        }
    }
}
