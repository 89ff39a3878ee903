//! Endgame solvers that take over inside the tree.

use plateau_core::Position;

use crate::score::Score;

/// Solves late positions exactly, faster than alpha-beta would.
///
/// Alpha-beta hands over a node with its window; the score that comes back is proven. The
/// solver counts its nodes through [`EndgameControl`], so that limits and the stop flag hold
/// inside it too.
pub trait EndgameSolver<P: Position>: Clone + Send + Sync + 'static {
    /// Memory of one search thread, such as a small table or preallocated move lists.
    type Memory: Default + Send + 'static;

    /// Whether the solver takes over a position with this remaining depth.
    fn takes_over(&self, position: &P, depth: u32) -> bool;

    /// Returns the score of a position: exact within the window from `alpha` to `beta`, a
    /// fail-soft bound outside. Returns `None` if it was stopped or gives up; alpha-beta then
    /// searches the node itself.
    fn solve(
        &self,
        memory: &mut Self::Memory,
        position: &P,
        alpha: Score,
        beta: Score,
        control: &mut EndgameControl<'_>,
    ) -> Option<Score>;
}

/// The link from an endgame solver back to the search that called it.
pub struct EndgameControl<'c> {
    count_nodes: &'c mut dyn FnMut(u64) -> bool,
}

impl<'c> EndgameControl<'c> {
    /// Creates a control from a function that counts nodes and returns whether to stop.
    pub fn new(count_nodes: &'c mut dyn FnMut(u64) -> bool) -> Self {
        Self { count_nodes }
    }

    /// Counts a node. Returns whether the solver must stop.
    #[inline]
    pub fn count_node(&mut self) -> bool {
        self.count_nodes(1)
    }

    /// Counts the nodes of a short search at once. Returns whether the solver must stop.
    #[inline]
    pub fn count_nodes(&mut self, nodes: u64) -> bool {
        (self.count_nodes)(nodes)
    }
}

/// The endgame solver that never takes over.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEndgame;

impl<P: Position> EndgameSolver<P> for NoEndgame {
    type Memory = ();

    #[inline]
    fn takes_over(&self, _: &P, _: u32) -> bool {
        false
    }

    fn solve(&self, (): &mut (), _: &P, _: Score, _: Score, _: &mut EndgameControl<'_>) -> Option<Score> {
        None
    }
}
