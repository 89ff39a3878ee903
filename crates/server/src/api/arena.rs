//! The tournament of built-in engines that the page starts.

use plateau_arena::standings::Tally;
use plateau_core::Lang;
use plateau_play::PlayerSpec;
use serde::Serialize;
use utoipa::ToSchema;

use super::view::BoardView;
use super::{NamedPlayer, Side};

/// What the arena shows.
#[derive(Debug, Serialize, ToSchema)]
pub struct ArenaState {
    /// Whether `/tournament` shows a tournament that another process plays.
    pub tournament: bool,
    /// The tournament that runs, or the last one.
    #[schema(required)]
    pub contest: Option<Contest>,
    /// The token by which it can be stopped. Only in the response to the request that starts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub token: Option<String>,
}

/// A tournament of built-in engines.
#[derive(Debug, Serialize, ToSchema)]
pub struct Contest {
    /// The id of the tournament.
    pub id: String,
    /// Whether it is running.
    pub state: ContestState,
    /// The canonical name of the variant.
    #[serde(rename = "game")]
    pub variant: String,
    /// The display name of the game.
    pub title: String,
    /// The players, as they were entered.
    pub players: Vec<ContestPlayer>,
    /// The number of games played.
    pub played: usize,
    /// The number of games of the tournament.
    pub planned: usize,
    /// The games played.
    pub games: Vec<ContestGame>,
    /// The game being played.
    #[schema(required)]
    pub board: Option<ContestBoard>,
}

/// Whether a tournament is running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ContestState {
    /// Games are being played.
    #[default]
    Running,
    /// All games were played.
    Finished,
    /// It was stopped before.
    Stopped,
}

/// A player of a tournament, with its results.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContestPlayer {
    /// The spec, such as `level:3`.
    pub spec: String,
    /// The display name.
    pub name: String,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl ContestPlayer {
    /// Describes a player.
    pub fn new(player: &PlayerSpec, Tally { wins, draws, losses }: Tally, lang: Lang) -> Self {
        let NamedPlayer { spec, name } = NamedPlayer::new(player, lang);
        Self { spec, name, wins, draws, losses }
    }
}

/// A game that was played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ContestGame {
    /// The index of the player of x.
    pub first: usize,
    /// The index of the player of o.
    pub second: usize,
    /// The winner; `null` for a draw.
    #[schema(required)]
    pub winner: Option<Side>,
    /// The game record.
    pub record: String,
}

/// The game being played.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContestBoard {
    /// The index of the player of x.
    pub first: usize,
    /// The index of the player of o.
    pub second: usize,
    /// The moves, from the start of the variant.
    pub moves: Vec<String>,
    /// The board.
    pub view: BoardView,
}
