//! The types of the HTTP API, from which its `OpenAPI` description is generated. `docs/api.md`
//! explains them.

pub mod analysis;
pub mod arena;
pub mod game;
pub mod review;
pub mod tree;
pub mod variant;
pub mod view;

use plateau_core::{Lang, Player};
use plateau_play::PlayerSpec;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::phrases;

/// A side: `x` moves first.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side that moves first.
    X,
    /// The other side.
    O,
}

impl From<Player> for Side {
    fn from(player: Player) -> Self {
        match player {
            Player::First => Self::X,
            Player::Second => Self::O,
        }
    }
}

impl From<Side> for Player {
    fn from(side: Side) -> Self {
        match side {
            Side::X => Self::First,
            Side::O => Self::Second,
        }
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Sides<T> {
    /// The value of x.
    pub x: T,
    /// The value of o.
    pub o: T,
}

impl<T> From<[T; 2]> for Sides<T> {
    fn from([x, o]: [T; 2]) -> Self {
        Self { x, o }
    }
}

/// A person or an engine.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Player)]
pub struct NamedPlayer {
    /// The spec, such as `human` or `level:3`.
    pub spec: String,
    /// The display name.
    pub name: String,
}

impl NamedPlayer {
    /// Describes a player.
    pub fn new(player: &PlayerSpec, lang: Lang) -> Self {
        let name = match player {
            PlayerSpec::Human => phrases::HUMAN.message(),
            PlayerSpec::Engine(spec) => match (spec.name.as_str(), spec.get("level")) {
                ("level", Some(level)) => phrases::LEVEL.message().with("level", level),
                ("best", _) => phrases::STRONGEST.message(),
                _ => player.label(),
            },
            PlayerSpec::Program { .. } => player.label(),
        };
        Self { spec: player.to_string(), name: name.render(lang) }
    }
}

/// Returns a value as JSON text.
pub fn to_text(value: &impl Serialize) -> String {
    // The types of the API always serialize: their keys are strings.
    serde_json::to_string(value).unwrap_or_default()
}
