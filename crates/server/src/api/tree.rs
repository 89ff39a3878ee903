//! Describes the JSON of trees, which `plateau_draw::tree::json` writes and `docs/json.md`
//! explains. The tests check real responses against it.

#![expect(dead_code, reason = "these types only describe JSON that is written elsewhere")]

use std::collections::BTreeMap;

use utoipa::ToSchema;

use crate::routes::tree::AlgorithmName;

/// The tree of a textbook search.
#[derive(ToSchema)]
pub struct SearchTree {
    /// `plateau-tree/1`
    schema: String,
    /// The variant and the position.
    title: String,
    /// The names of x and o, each in English and French.
    players: [[String; 2]; 2],
    board: TreeBoard,
    /// The texts of the page, each in English and French.
    words: BTreeMap<String, [String; 2]>,
    /// One tree.
    trees: Vec<Tree>,
}

/// A board. Lengths are in cells.
#[derive(ToSchema)]
struct TreeBoard {
    width: f32,
    height: f32,
    ground: String,
    form: String,
    /// The class of the look, which `/looks.css` colours.
    look: String,
    /// The radius of a piece, in cells.
    radius: f32,
    /// Whether the lines of the grid run through the points.
    through: bool,
    /// x, y, and the region or `null`.
    points: Vec<Vec<Option<f32>>>,
    edges: Vec<[u16; 2]>,
    /// x, y, width and height.
    regions: Vec<[f32; 4]>,
}

/// The nodes of a search.
#[derive(ToSchema)]
struct Tree {
    algorithm: AlgorithmName,
    scale: TreeScale,
    /// The number of nodes that the search visited.
    visited: u64,
    /// The number of nodes of the tree.
    total: u64,
    /// The number of nodes in `nodes`.
    drawn: u64,
    /// Messages about omitted nodes, each in English and French.
    left_out: Vec<[String; 2]>,
    /// The nodes, each after its parent.
    nodes: Vec<TreeNode>,
}

/// The unit of the values.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
enum TreeScale {
    /// +1, 0, −1 or the margin.
    Results,
    /// Hundredths of a piece; 1,000,000 for a won game.
    Estimates,
}

/// A node. A field that does not apply is omitted.
#[derive(ToSchema)]
struct TreeNode {
    /// The index of the parent.
    #[schema(nullable = false)]
    parent: Option<u32>,
    /// The move that leads to the node.
    #[serde(rename = "move")]
    #[schema(nullable = false)]
    mv: Option<String>,
    /// The number of symmetric moves it stands for.
    #[schema(nullable = false)]
    count: Option<u32>,
    /// The side to move: 0 for x, 1 for o.
    #[schema(maximum = 1)]
    turn: u8,
    #[schema(nullable = false)]
    value: Option<i32>,
    /// `lower` or `upper` if the value is a bound.
    #[schema(nullable = false)]
    bound: Option<String>,
    /// The number of the visit.
    #[schema(nullable = false)]
    visit: Option<u32>,
    /// The last visit in the subtree.
    #[schema(nullable = false)]
    until: Option<u32>,
    /// Alpha and beta, `null` for infinity.
    #[schema(nullable = false)]
    window: Option<[Option<i32>; 2]>,
    /// The number of moves that were pruned.
    #[schema(nullable = false)]
    cut: Option<u32>,
    /// `x`, `o` or `draw` if the game is over.
    #[schema(nullable = false)]
    outcome: Option<String>,
    /// Whether the node is on the principal variation.
    #[schema(nullable = false)]
    best: Option<bool>,
    /// The number of children that are not in the list.
    #[schema(nullable = false)]
    hidden: Option<u32>,
    /// Of the hidden children, those that were searched: the last visit in the subtree, and the value.
    #[schema(nullable = false)]
    others: Option<Vec<[i64; 2]>>,
    /// The board: one character per point.
    pieces: String,
    /// The points of the last move.
    #[schema(nullable = false)]
    last: Option<Vec<u16>>,
    /// The points of the winning line.
    #[schema(nullable = false)]
    line: Option<Vec<u16>>,
    /// Decided regions, each with its owner: 0 for x, 1 for o, `null` for a draw.
    #[schema(nullable = false)]
    marks: Option<Vec<[Option<u16>; 2]>>,
}
