//! Proven values that need no search.

use plateau_core::Position;

use crate::score::Value;

/// Knows proven bounds of some positions: an endgame table, a book of solved positions, or a
/// quick proof such as a win in one move. Alpha-beta asks at every node, so it must be cheap.
pub trait Probe<P: Position>: Clone + Send + Sync + 'static {
    /// Returns proven bounds of an unfinished game, or `None` if nothing is known.
    fn probe(&self, position: &P) -> Option<Value>;
}

/// The probe that knows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProbe;

impl<P: Position> Probe<P> for NoProbe {
    #[inline]
    fn probe(&self, _: &P) -> Option<Value> {
        None
    }
}
