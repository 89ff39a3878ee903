//! Describes the JSON of analyses, which `plateau_play::json` writes and `docs/json.md` explains.
//! The tests check real responses against it.

#![expect(dead_code, reason = "these types only describe JSON that is written elsewhere")]

use utoipa::ToSchema;

use super::Side;

/// A value for the side to move.
#[derive(ToSchema)]
pub struct SearchValue {
    /// Whether the value is proven, including the distance or the margin.
    exact: bool,
    /// The result, if it is known.
    #[schema(required)]
    result: Option<SearchResult>,
    /// The distance to the end of a decided game.
    #[schema(required)]
    plies: Option<u32>,
    /// An exact value on the scale that is usual for the game.
    #[schema(required)]
    score: Option<i32>,
    /// The estimated value in pieces.
    #[schema(required)]
    estimate: Option<f64>,
    /// The expected result of playouts, in place of an estimate.
    #[schema(required, minimum = 0, maximum = 1)]
    share: Option<f64>,
    /// Which bound of a value that is not exact is known.
    #[schema(required)]
    bound: Option<BoundKind>,
    /// A proven lower bound.
    #[schema(required)]
    at_least: Option<ValueBound>,
    /// A proven upper bound.
    #[schema(required)]
    at_most: Option<ValueBound>,
    /// The value in words.
    text: String,
    /// The expected score, from 0 (lost) to 1 (won).
    #[schema(minimum = 0, maximum = 1)]
    chance: f64,
}

/// A result for the side to move.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
enum SearchResult {
    Win,
    Draw,
    Loss,
}

/// Which bound is known.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
enum BoundKind {
    Lower,
    Upper,
}

/// A proven bound of a value.
#[derive(ToSchema)]
struct ValueBound {
    result: SearchResult,
    #[schema(required)]
    plies: Option<u32>,
    #[schema(required)]
    score: Option<i32>,
}

/// The value of a move.
#[derive(ToSchema)]
struct MoveValue {
    #[serde(flatten)]
    value: SearchValue,
    #[serde(rename = "move")]
    mv: String,
    /// The principal variation after the move.
    line: Vec<String>,
}

/// The value of the move played, compared with the best move.
#[derive(ToSchema)]
struct PlayedValue {
    #[serde(flatten)]
    value: SearchValue,
    #[serde(rename = "move")]
    mv: String,
    /// The loss of expected score against the best move.
    #[schema(minimum = 0, maximum = 1)]
    lost: f64,
    /// A mark for a loss of at least 0.1, 0.2 or 0.45.
    #[schema(required)]
    mark: Option<MoveMark>,
    /// The principal variation that begins with the move.
    line: Vec<String>,
}

/// The mark of a bad move.
#[derive(ToSchema)]
pub(super) enum MoveMark {
    #[serde(rename = "?!")]
    Inaccuracy,
    #[serde(rename = "?")]
    Mistake,
    #[serde(rename = "??")]
    Blunder,
}

/// A line of an analysis.
#[derive(ToSchema)]
pub struct AnalysisLine {
    #[serde(flatten)]
    value: SearchValue,
    /// `plateau-analysis/1`
    schema: String,
    game: String,
    position: String,
    turn: Side,
    /// The best move; `null` if the game is over.
    #[schema(required)]
    best: Option<String>,
    /// The principal variation.
    line: Vec<String>,
    /// The evaluated moves, the best first.
    moves: Vec<MoveValue>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    /// Why the search ended.
    stop: String,
    /// Whether this is the last line.
    done: bool,
    /// The move played, in the last line of a request that has one.
    #[schema(nullable = false)]
    played: Option<PlayedValue>,
}
