//! The static value of a position, and what a game knows about its moves.

use plateau_core::Position;

use crate::score::Value;

/// Judges positions that are not searched deeper.
///
/// An evaluator may keep a state along the line searched (pattern indices, a
/// net's accumulator), advanced by each move; with `State = ()` it costs
/// nothing.
pub trait Evaluator<P: Position>: Clone + Send + Sync + 'static {
    /// What is carried along the line.
    type State: Copy + Send;

    /// Whether late moves may be searched less deep at first. It pays where
    /// the promising ones are mostly the good ones.
    const ALLOWS_LMR: bool = true;

    /// Whether [`ordered_moves`](Self::ordered_moves) leaves out moves that might matter. A win
    /// that was found may then have an answer that was not looked at, and is
    /// announced only when it is proven.
    const FORWARD_PRUNES: bool = false;

    /// The state of the position a search begins from.
    fn state(&self, position: &P) -> Self::State;

    /// The state after a move.
    fn advance(&self, state: &Self::State, before: &P, mv: P::Move, after: &P) -> Self::State;

    /// The estimate for the side to move of a game that goes on, in hundredths
    /// of a piece.
    fn evaluate(&self, position: &P, state: &Self::State) -> i32;

    /// How promising a move looks before it is searched: larger comes first.
    fn order_score(&self, _position: &P, _state: &Self::State, _mv: P::Move) -> i32 {
        0
    }

    /// Hands on the moves worth searching, at least one, each with how
    /// promising it looks, of a position that [`probe`](Self::probe) did not
    /// decide. Returns whether what it left out can't change the value: a move
    /// that loses at once beside others that do not, say; else
    /// [`FORWARD_PRUNES`](Self::FORWARD_PRUNES) must be set. `depth` is how deep the search
    /// will go: where it ends the game, nothing that might matter is left out.
    #[inline]
    fn ordered_moves(
        &self,
        position: &P,
        state: &Self::State,
        _depth: u32,
        put: &mut impl FnMut(P::Move, i32),
    ) -> bool {
        for mv in position.legal_moves() {
            put(mv, self.order_score(position, state, mv));
        }
        true
    }

    /// What a table, a book or a quick proof knows about a position.
    fn probe(&self, _position: &P) -> Option<Value> {
        None
    }
}

/// Knows nothing: every unfinished game is even. Good for searches to the end.
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
