//! Selective passes: `ProbCut` before the exact search, for the order of moves and a first guess.
//!
//! A pass searches the whole tree like the exact search, but cuts off where a shallow
//! evaluated search lies beyond the window by some standard deviations (`ProbCut`, Buro 1995).
//! Its bounds go to the transposition table with the level of the pass, and the exact search
//! takes only best moves from them.

use plateau_search::Score;

use super::deep::Worker;
use super::evaluated_search::Node;

/// The standard deviations of each selective pass.
const PASSES: [f32; 2] = [1.5, 2.2];

/// The level of the search without selective cuts, whose bounds are proven.
pub const EXACT: u8 = PASSES.len() as u8;

/// The number of levels.
pub const LEVELS: usize = PASSES.len() + 1;

/// With fewer empty squares than this, a pass costs more than it saves.
const MIN_EMPTY: [u32; PASSES.len()] = [15, 21];

/// Returns the levels to search, one after the other, with this many empty squares.
pub fn levels(empty: u32) -> impl Iterator<Item = u8> {
    (0..=EXACT).filter(move |&level| MIN_EMPTY.get(usize::from(level)).is_none_or(|&least| empty >= least))
}

impl<const N: usize> Worker<'_, N> {
    /// Returns a likely bound that decides the null window (`alpha`, `alpha + 1`) at the level
    /// of a selective pass.
    pub(super) fn prob_cut(&mut self, node: &Node, alpha: i32, empty: u32) -> Option<i32> {
        let deviations = *PASSES.get(usize::from(self.level))?;
        let depth = (empty - 10) / 3;
        // Chosen by the nodes of FFO 40 to 44, 46 and 47.
        let sigma = 1.5 + 0.2 * (empty - depth) as f32;
        let margin = (deviations * sigma * Score::UNIT as f32) as i32;
        let [alpha_value, beta_value] = [alpha, alpha + 1].map(|score| score * Score::UNIT);
        if self.evaluated_search.value(node) > alpha_value {
            let high = beta_value + margin;
            (self.evaluated_search.search(node, depth, high - 1, high) >= high).then_some(alpha + 1)
        } else {
            let low = alpha_value - margin;
            (self.evaluated_search.search(node, depth, low, low + 1) <= low).then_some(alpha)
        }
    }
}
