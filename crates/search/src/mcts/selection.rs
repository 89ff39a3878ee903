//! Selection: UCT and PUCT.

use plateau_core::Position;

use super::node::{Node, initial_bounds, solved_score};
use super::settings::MctsSettings;
use super::tree::{ROOT, Tree};

impl<P: Position> Tree<P> {
    /// Selects the child with the best UCT score: with mean `q`, visits `n`, parent visits `N`
    /// and exploration constant `c`, it is `q + c·√(ln N / n)`. Unvisited moves come first.
    pub fn select_uct(&self, index: u32, settings: &MctsSettings) -> Option<u32> {
        let log_visits = self.visits(index).ln();
        self.select_by(index, |child| {
            let (mean, visits) = mean_and_visits(child, 0.0);
            if visits == 0.0 {
                return f32::MAX;
            }
            mean + settings.uct_exploration * (log_visits / visits).sqrt()
        })
    }

    /// Selects the child with the best PUCT score: with expected result `q`, visits `n`, parent
    /// visits `N`, prior `p` and exploration constant `c`, it is `q + c·p·√N / (1 + n)`. The
    /// expected result of an unvisited move is its static value.
    pub fn select_puct(&self, index: u32, settings: &MctsSettings) -> Option<u32> {
        let exploration = settings.puct_exploration * self.visits(index).sqrt();
        self.select_by(index, |child| {
            let (expected, visits) = mean_and_visits(child, settings.minimax_weight);
            expected + exploration * child.prior() / (1.0 + visits)
        })
    }

    /// Returns the visits of a node, those of threads below it included.
    fn visits(&self, index: u32) -> f32 {
        let (visits, threads) = self.node(index).visits_and_threads();
        (visits + threads).max(1) as f32
    }

    /// Selects the child with the best score among those that are not solved and could still
    /// change the bounds of their parent.
    fn select_by(&self, index: u32, score: impl Fn(Node<'_>) -> f32) -> Option<u32> {
        let lower = self.node(index).bounds().0;
        let unproven = initial_bounds::<P>();
        let mut best = None;
        let mut best_score = f32::NEG_INFINITY;
        for child_index in self.node(index).children()? {
            let child = self.node(child_index);
            let bounds = child.bounds();
            if bounds != unproven {
                // At the root every move is kept, since MultiPV reports each of them.
                let is_irrelevant = index != ROOT && bounds.0.for_parent() <= lower;
                if is_irrelevant || solved_score::<P>(bounds).is_some() {
                    continue;
                }
            }
            let score = score(child);
            if score > best_score {
                best_score = score;
                best = Some(child_index);
            }
        }
        best
    }
}

/// Returns the expected result and the visits of a node. Each thread below it counts as a visit
/// that is lost (virtual loss).
#[inline]
fn mean_and_visits(node: Node<'_>, minimax_weight: f32) -> (f32, f32) {
    let (visits, threads) = node.visits_and_threads();
    let expected = node.expected(minimax_weight);
    let (visits, threads) = (visits as f32, threads as f32);
    if threads == 0.0 {
        return (expected, visits);
    }
    ((expected * visits - threads) / (visits + threads), visits + threads)
}
