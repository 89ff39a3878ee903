//! The text of a node.

use plateau_core::{Finish, Reason};
use plateau_games::TreeNode;

use super::{TreePicture, bound_sign};

/// The text under the board of a node.
pub struct Label {
    /// The value, with the sign of a bound; `None` if the node was not searched.
    pub value: Option<String>,
    /// The alpha-beta window, if the algorithm has one.
    pub window: Option<String>,
    /// The result, if the game is over.
    pub end: Option<String>,
}

impl Label {
    /// Creates the label of a node.
    pub fn new(picture: &TreePicture<'_>, node: &TreeNode) -> Self {
        let scale = picture.tree.scale();
        let value = node.value.map(|value| format!("{}{}", bound_sign(node.bound), scale.write(value)));
        let has_window = picture.tree.algorithm().has_pruning() && node.visit.is_some();
        let window =
            has_window.then(|| format!("[{}, {}]", scale.write(node.window.0), scale.write(node.window.1)));
        let end = node.outcome.filter(|_| node.visit.is_some()).map(|outcome| {
            let finish = Finish { outcome, reason: Reason::Rules };
            let symbol = match node.value.unwrap_or(0).signum() {
                1 => '▲',
                -1 => '▼',
                _ => '●',
            };
            format!("{symbol} {}", finish.message(picture.layout).render(picture.lang))
        });
        Self { value, window, end }
    }
}

/// Returns the text of a move, with the number of symmetric moves it represents.
pub fn move_label(picture: &TreePicture<'_>, id: u32, node: &TreeNode) -> String {
    let text = picture.tree.move_text(id).unwrap_or_default();
    if node.count > 1 { format!("{text} ×{}", node.count) } else { text }
}
