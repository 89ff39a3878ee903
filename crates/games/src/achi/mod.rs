//! Achi, and the machinery of all games in which pieces are dropped on points,
//! then slid along roads, and three in a line win. Picaria is another of them.
//!
//! [`rules`] is what tells them apart; a position refers to its rules.

use crate::game::{Alias, Choice, Chosen, Game, Word};

pub mod board;
pub mod evaluators;
mod notation;
mod phrases;
pub mod rules;
pub mod variant;

use rules::{Ban, Blocked, Graph, Setup};
use variant::DropAndSlide;

/// Achi, as the registry lists it.
pub const GAME: Game = Game {
    id: "achi",
    aliases: &[Alias { name: "tapatan", options: "k3" }],
    name: &phrases::NAME,
    summary: &phrases::SUMMARY,
    rules: &phrases::RULES,
    sizes: None,
    choices: &[
        Choice { words: &[Word { text: "k3", help: &phrases::K3 }], default: None },
        Choice {
            words: &[
                Word { text: "pass", help: &phrases::PASS },
                Word { text: "draw", help: &phrases::DRAW },
            ],
            default: None,
        },
        Choice { words: &[Word { text: "nocentre", help: &phrases::NO_CENTRE }], default: None },
    ],
    presets: &["k3", "pass", "draw", "nocentre", "k3,nocentre"],
    bench: &[("start", 11)],
    phrases: phrases::ALL,
    variant: |chosen| crate::erase(DropAndSlide::new(chosen.name(), setup(chosen))),
};

fn setup(chosen: &Chosen) -> Setup {
    Setup {
        graph: Graph::Nine,
        pieces: if chosen.has("k3") { 3 } else { 4 },
        blocked: if chosen.has("pass") {
            Blocked::Passes
        } else if chosen.has("draw") {
            Blocked::Draws
        } else {
            Blocked::Loses
        },
        ban: if chosen.has("nocentre") { Ban::First } else { Ban::Never },
    }
}
