//! Stored games and their events.

use plateau_core::Lang;
use plateau_games::AnyRecord;
use plateau_play::json as play_json;
use plateau_search::Analysis;
use serde::Serialize;
use serde_json::Value as Json;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::analysis::SearchValue;
use super::view::BoardView;
use super::{NamedPlayer, Side, Sides};
use crate::game::snapshot::Presence;
use crate::game::state::HistoryStep;

/// A stored game.
#[derive(Debug, Serialize, ToSchema)]
pub struct Game {
    /// The id of the game.
    pub id: String,
    /// The number of changes.
    pub revision: u64,
    /// The canonical name of the variant.
    #[serde(rename = "game")]
    pub variant: String,
    /// The display name of the game.
    pub title: String,
    /// The position that the game started from.
    pub start: String,
    /// The moves played.
    pub moves: Vec<PlayedMove>,
    /// The board.
    pub view: BoardView,
    /// The players.
    #[schema(inline)]
    pub seats: Sides<NamedPlayer>,
    /// The clocks, if the game has some.
    #[schema(required)]
    pub clocks: Option<Clocks>,
    /// Whether there are moves to undo.
    pub undo: bool,
    /// Whether there are moves to redo.
    pub redo: bool,
    /// A request to undo or redo that waits for the opponent's answer.
    #[schema(required)]
    pub asked: Option<PendingStep>,
    /// The progress of the engine to move.
    #[schema(required)]
    pub thinking: Option<Thought>,
    /// Whether the player of a remote game is connected; `null` for other games.
    #[schema(required)]
    pub live: Option<Presence>,
    /// The sides whose seat token an event stream was opened with.
    #[schema(inline)]
    pub present: Sides<bool>,
    /// The seats that were claimed through an invitation.
    #[schema(inline)]
    pub taken: Sides<bool>,
    /// The seat that is kept for a guest who has not come yet.
    #[schema(required)]
    pub waiting: Option<Side>,
    /// Whether analyses and trees of the position are answered: not between people until their
    /// game is over.
    pub hints: bool,
    /// The id of the rematch.
    #[schema(required)]
    pub next: Option<String>,
    /// The game record.
    pub record: String,
    /// The side of the seat token of the request; `null` if it belongs to no seat. Only in the
    /// response to `GET`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[expect(clippy::option_option, reason = "absent without a token, null with a wrong one")]
    pub seat: Option<Option<Side>>,
    /// The new token of the seat. Only in the response to `take`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub token: Option<String>,
}

/// A move of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayedMove {
    /// The move in the notation of the game.
    pub text: String,
    /// The side that played it.
    pub by: Side,
    /// The time used, in milliseconds, if it was measured.
    #[schema(required)]
    pub ms: Option<u64>,
}

/// The time left, in milliseconds, at the moment of the response.
#[derive(Debug, Serialize, ToSchema)]
pub struct Clocks {
    /// The time control, such as `15m+30s`.
    pub control: String,
    /// The time of x.
    pub x: u64,
    /// The time of o.
    pub o: u64,
    /// The side whose clock is running.
    #[schema(required)]
    pub running: Option<Side>,
}

/// A request to undo or redo.
#[derive(Debug, Serialize, ToSchema)]
pub struct PendingStep {
    /// The side that asks.
    pub by: Side,
    /// What it asks for.
    pub what: HistoryStep,
}

/// The progress of an engine.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Thought {
    /// The side to move.
    by: Side,
    depth: u32,
    nodes: u64,
    seconds: f64,
    /// The best move so far.
    #[schema(required)]
    best: Option<String>,
    /// The principal variation.
    line: Vec<String>,
    #[schema(value_type = SearchValue)]
    value: Json,
}

impl Thought {
    /// Describes the progress of a search.
    pub fn new(record: &dyn AnyRecord, analysis: &Analysis<String>, lang: Lang) -> Self {
        let best = analysis.moves.first();
        Self {
            by: record.turn().into(),
            depth: analysis.depth,
            nodes: analysis.nodes,
            seconds: analysis.time.as_secs_f64(),
            best: best.map(|best| best.mv.clone()),
            line: best.map_or_else(Vec::new, |best| best.pv.clone()),
            value: play_json::described_value(record, &analysis.value, analysis.unit, lang),
        }
    }
}

/// A new game and its seat tokens.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreatedGame {
    /// The game.
    pub game: Game,
    /// The tokens that are needed to play each side.
    #[schema(inline)]
    pub tokens: Sides<String>,
}

/// A message of an event stream.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum GameEvent<'a> {
    /// The game, at the start of the stream and after each change.
    Game {
        /// The game.
        #[schema(value_type = Game)]
        game: &'a RawValue,
    },
    /// The progress of an engine.
    Thinking {
        /// The revision of the game that is being searched.
        revision: u64,
        /// The progress.
        thought: &'a Thought,
    },
    /// The player of a remote game connected or left.
    Live {
        /// Whether the player is connected.
        live: Presence,
    },
    /// A player opened a first stream or closed the last one.
    Present {
        /// The sides that have a stream with their seat token.
        #[schema(inline)]
        present: Sides<bool>,
    },
    /// The server is shutting down.
    Closing,
}
