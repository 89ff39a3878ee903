//! Describes the JSON of reviews, which `plateau_play::review` writes and `docs/api.md` explains.
//! The tests check real responses against it.

#![expect(dead_code, reason = "these types only describe JSON that is written elsewhere")]

use utoipa::ToSchema;

use super::Side;
use super::analysis::{MoveMark, SearchValue};

/// A line of a review.
#[derive(ToSchema)]
pub struct ReviewLine {
    /// `plateau-review-line/1`
    schema: String,
    game: String,
    /// The number of moves of the game.
    plies: usize,
    stage: ReviewStage,
    /// How much of the review is done, from 0 to 1.
    #[schema(minimum = 0, maximum = 1)]
    share: f64,
    /// Whether this is the last line.
    done: bool,
    /// Whether every position was searched as long as planned: not if the review ended early because
    /// others waited for one.
    settled: bool,
    /// The accuracy of both sides, once every position has a value.
    #[schema(required)]
    accuracy: Option<Accuracy>,
    /// The positions whose judgement is new or has changed since the last line.
    positions: Vec<ReviewedPosition>,
}

/// The accuracy of both sides in percent; `null` for a side without moves.
#[derive(ToSchema)]
struct Accuracy {
    #[schema(required, minimum = 0, maximum = 100)]
    x: Option<f64>,
    #[schema(required, minimum = 0, maximum = 100)]
    o: Option<f64>,
}

/// How thorough a review is.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
enum ReviewStage {
    /// Every position was searched for a moment.
    Rough,
    /// Positions are searched again, for longer.
    Deep,
}

/// A position of a game.
#[derive(ToSchema)]
struct ReviewedPosition {
    #[serde(flatten)]
    value: SearchValue,
    /// The number of moves played before.
    ply: usize,
    turn: Side,
    /// The best move; `null` if the game is over.
    #[schema(required)]
    best: Option<String>,
    /// The principal variation.
    line: Vec<String>,
    depth: u32,
    /// The move that was played; `null` in the last position.
    #[schema(required)]
    played: Option<ReviewedMove>,
}

/// A move that was played, and its value.
#[derive(ToSchema)]
struct ReviewedMove {
    #[serde(flatten)]
    value: SearchValue,
    #[serde(rename = "move")]
    mv: String,
    /// The loss of expected score against the best move.
    #[schema(minimum = 0, maximum = 1)]
    lost: f64,
    /// The accuracy of the move in percent.
    #[schema(minimum = 0, maximum = 100)]
    accuracy: f64,
    /// A mark for a loss of at least 0.1, 0.2 or 0.45.
    #[schema(required)]
    mark: Option<MoveMark>,
}
