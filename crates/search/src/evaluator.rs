//! Evaluators: static evaluation, move ordering, forward pruning and proven
//! values of a game.

use plateau_core::Position;

use crate::score::Value;

/// Evaluates positions at the leaves of a search, and guides it with move
/// ordering, forward pruning and proven values.
///
/// An evaluator may carry incremental state along the searched line (pattern
/// indices, the accumulator of a neural network), updated by each move. With
/// `State = ()` it costs nothing.
pub trait Evaluator<P: Position>: Clone + Send + Sync + 'static {
    /// The state carried along the searched line.
    type State: Clone + Send + Sync + 'static;

    /// Whether late move reductions are allowed. They pay off where the move
    /// ordering is reliable.
    const ALLOWS_LMR: bool = true;

    /// Whether [`ordered_moves`](Self::ordered_moves) prunes moves that might
    /// matter. A win found by such a search may be refuted by a pruned reply, so
    /// it is reported as proven only when no move was pruned.
    const FORWARD_PRUNES: bool = false;

    /// Whether the state depends on the moves that led to a position, not only on the
    /// position itself. Transpositions then have different values, so only proven
    /// transposition table entries cut off, and the state cannot be computed from the
    /// position alone. Equivalent moves of symmetric positions are still searched once, so
    /// they must lead to equal values.
    const PATH_DEPENDENT: bool = false;

    /// Computes the state of the root position.
    fn state(&self, position: &P) -> Self::State;

    /// Updates the state by a move.
    fn advance(&self, state: &Self::State, before: &P, mv: P::Move, after: &P) -> Self::State;

    /// Returns the static evaluation of an unfinished game for the side to
    /// move, in hundredths of a piece.
    fn evaluate(&self, position: &P, state: &Self::State) -> i32;

    /// Returns the static move-ordering score of a move: moves with larger
    /// scores are searched first.
    fn order_score(&self, _position: &P, _state: &Self::State, _mv: P::Move) -> i32 {
        0
    }

    /// Calls `put` with each move to search and its ordering score. At least one
    /// move must be passed; moves may be pruned. Called only for positions that
    /// [`probe`](Self::probe) does not decide.
    ///
    /// `depth` is the remaining depth of the search. Where it reaches the end of
    /// the game, no move that might matter may be pruned.
    ///
    /// Returns `true` if the pruned moves cannot change the value, for instance
    /// because they lose at once while others do not. An evaluator that may
    /// return `false` must set [`FORWARD_PRUNES`](Self::FORWARD_PRUNES).
    #[inline]
    fn ordered_moves(
        &self,
        position: &P,
        state: &Self::State,
        _depth: u32,
        put: &mut impl FnMut(P::Move, i32),
    ) -> bool {
        put_all_moves(self, position, state, put);
        true
    }

    /// Returns proven bounds if an endgame table, book or quick proof knows the
    /// position.
    fn probe(&self, _position: &P) -> Option<Value> {
        None
    }
}

/// Calls `put` with every legal move and its ordering score.
#[inline]
pub(crate) fn put_all_moves<P: Position, E: Evaluator<P>>(
    evaluator: &E,
    position: &P,
    state: &E::State,
    put: &mut impl FnMut(P::Move, i32),
) {
    for mv in position.legal_moves() {
        put(mv, evaluator.order_score(position, state, mv));
    }
}

/// The evaluator that knows nothing: every unfinished game is even. Suited to
/// searches that reach the end of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEvaluation;

impl<P: Position> Evaluator<P> for NoEvaluation {
    type State = ();

    fn state(&self, _: &P) {}

    fn advance(&self, (): &(), _: &P, _: P::Move, _: &P) {}

    fn evaluate(&self, _: &P, (): &()) -> i32 {
        0
    }
}
