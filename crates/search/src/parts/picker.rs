//! Move selection and static move ordering.

use plateau_core::Position;

/// Selects the moves of a node and orders them before the search has learnt anything.
///
/// Alpha-beta tries the transposition table's move first, then the others by the sum of the
/// picker's order score, the history heuristics and, where the
/// [policy](super::Policy::static_ordering) asks for it, the static value of the child.
pub trait MovePicker<P: Position>: Clone + Send + Sync + 'static {
    /// Returns whether [`candidates`](Self::candidates) prunes moves that might matter (forward
    /// pruning). A win found by such a search may be refuted by a pruned reply, so it is
    /// reported as proven only when no move was pruned. Always the same for a picker.
    fn forward_prunes(&self) -> bool {
        false
    }

    /// Returns the static order score of a move: moves with larger scores are searched first.
    fn order_score(&self, position: &P, mv: P::Move) -> i32;

    /// Calls `put` with each move to search and its order score. At least one move must be
    /// passed; moves may be pruned. Called only for positions that the
    /// [`Probe`](super::Probe) of the same parts does not decide: a picker may rely on it, and
    /// leave out an immediate win that the probe has found.
    ///
    /// `depth` is the remaining depth of the search. Where it reaches the end of the game, no
    /// move that might matter may be pruned.
    ///
    /// Returns `true` if the pruned moves cannot change the value, for instance because they
    /// lose at once while others do not. A picker that may return `false` must say so
    /// by [`forward_prunes`](Self::forward_prunes).
    #[inline]
    fn candidates(&self, position: &P, _depth: u32, put: &mut impl FnMut(P::Move, i32)) -> bool {
        put_all_moves(self, position, put);
        true
    }
}

/// Calls `put` with every legal move and its order score.
#[inline]
pub(crate) fn put_all_moves<P: Position, M: MovePicker<P>>(
    picker: &M,
    position: &P,
    put: &mut impl FnMut(P::Move, i32),
) {
    for mv in position.legal_moves() {
        put(mv, picker.order_score(position, mv));
    }
}

/// The picker that knows nothing: all legal moves, in their own order.
#[derive(Clone, Copy, Debug, Default)]
pub struct LegalMoves;

impl<P: Position> MovePicker<P> for LegalMoves {
    #[inline]
    fn order_score(&self, _: &P, _: P::Move) -> i32 {
        0
    }
}
