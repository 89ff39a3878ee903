//! What is written at a node.

use plateau_core::{Finish, Reason};
use plateau_games::TreeNode;
use plateau_search::textbook::Algorithm;

use super::{Sketch, bound_sign};

/// The words of a node, under its board.
pub struct Label {
    /// The value, with the sign of a bound; none where the search never came.
    pub value: Option<String>,
    /// The window it was searched with, in trees that have one.
    pub window: Option<String>,
    /// How the game ended.
    pub end: Option<String>,
}

impl Label {
    pub fn of(sketch: &Sketch<'_>, node: &TreeNode) -> Self {
        let scale = sketch.tree.scale();
        let value = node.value.map(|value| format!("{}{}", bound_sign(node.bound), scale.write(value)));
        let windowed = sketch.tree.algorithm() == Algorithm::AlphaBeta && node.visit.is_some();
        let window =
            windowed.then(|| format!("[{}, {}]", scale.write(node.window.0), scale.write(node.window.1)));
        let end = node.outcome.filter(|_| node.visit.is_some()).map(|outcome| {
            let finish = Finish { outcome, reason: Reason::Rules };
            let mark = match node.value.unwrap_or(0).signum() {
                1 => '▲',
                -1 => '▼',
                _ => '●',
            };
            format!("{mark} {}", finish.message(sketch.layout).render(sketch.lang))
        });
        Self { value, window, end }
    }
}

/// The text of a move, with how many symmetric ones it stands for.
pub fn move_label(sketch: &Sketch<'_>, id: u32, node: &TreeNode) -> String {
    let text = sketch.tree.move_text(id).unwrap_or_default();
    if node.count > 1 { format!("{text} ×{}", node.count) } else { text }
}
