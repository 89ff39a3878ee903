//! Static evaluation.

use plateau_core::Position;

/// Evaluates positions at the leaves of a search.
///
/// An evaluator may carry an accumulator along the searched line (pattern indices, the first
/// layer of a neural network), updated by each move. Alpha-beta keeps accumulators on a stack
/// and computes one only when a value is needed below it, so nodes that the transposition
/// table decides cost nothing. With `Accumulator = ()` there is no stack.
pub trait Evaluator<P: Position>: Clone + Send + Sync + 'static {
    /// What is carried along the searched line.
    type Accumulator: Clone + Send + Sync + 'static;

    /// Returns whether the accumulator depends on the moves that led to a position, not only on
    /// the position itself. Transpositions then have different values, so only proven
    /// transposition table entries cut off. The moves are those since the root: every search
    /// starts from the [`accumulator`](Self::accumulator) of its root. Equivalent moves of symmetric positions are
    /// still searched once, so they must lead to equal values. Always the same for an evaluator.
    #[inline]
    fn is_path_dependent(&self) -> bool {
        false
    }

    /// Returns whether every unfinished game has the same value. Monte-Carlo tree search then
    /// plays random games instead of evaluating. Always the same for an evaluator.
    #[inline]
    fn is_constant(&self) -> bool {
        false
    }

    /// Computes the accumulator of a position from scratch.
    fn accumulator(&self, position: &P) -> Self::Accumulator;

    /// Computes the accumulator after a move from the one before it.
    fn update(&self, parent: &Self::Accumulator, before: &P, mv: P::Move, after: &P) -> Self::Accumulator;

    /// Returns the static evaluation of an unfinished game for the side to
    /// move, in hundredths of a piece.
    fn evaluate(&self, position: &P, accumulator: &Self::Accumulator) -> i32;

    /// Returns the static evaluation of the position after a move: the value that
    /// [`evaluate`](Self::evaluate) returns for the [updated](Self::update) accumulator. Searches ask
    /// for the children of a position one after the other, so the parent's accumulator may store
    /// what they have in common.
    #[inline]
    fn evaluate_child(&self, parent: &mut Self::Accumulator, before: &P, mv: P::Move, after: &P) -> i32 {
        self.evaluate(after, &self.update(parent, before, mv, after))
    }

    /// Returns the stage of the game, from 0 on, by which the
    /// [policy](super::Policy::prob_cuts) may differ.
    fn stage(&self, _position: &P) -> usize {
        0
    }
}

/// The evaluator that knows nothing: every unfinished game is even. Suited to
/// searches that reach the end of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEvaluation;

impl<P: Position> Evaluator<P> for NoEvaluation {
    type Accumulator = ();

    fn is_constant(&self) -> bool {
        true
    }

    fn accumulator(&self, _: &P) {}

    fn update(&self, (): &(), _: &P, _: P::Move, _: &P) {}

    fn evaluate(&self, _: &P, (): &()) -> i32 {
        0
    }
}
