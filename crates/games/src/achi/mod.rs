//! Achi, and the implementation of all games in which pieces are dropped on points, then slid
//! along roads, and three in a line win. Picaria is another of them; they differ in their
//! [`rules`].

use plateau_core::Phrase;

use crate::game::{Alias, Choice, Game, GameOption, VariantOptions};
use crate::phrases::{BLACK, WHITE};

pub mod board;
pub mod evaluators;
mod explain;
mod notation;
mod phrases;
pub mod rules;
pub mod variant;

use rules::{Ban, Blocked, Graph, Setup};
use variant::DropAndSlide;

/// The names of the sides, by the colours of their pebbles.
static PLAYERS: [&Phrase; 2] = [&BLACK, &WHITE];

/// Achi, for the registry.
pub const GAME: Game = Game {
    id: "achi",
    aliases: &[Alias { name: "tapatan", options: "k3" }],
    name: &phrases::NAME,
    summary: &phrases::SUMMARY,
    rules: &phrases::RULES,
    sizes: None,
    choices: &[
        Choice {
            options: &[GameOption { name: "k3", label: &phrases::K3_LABEL, help: &phrases::K3 }],
            default: None,
        },
        Choice {
            options: &[
                GameOption { name: "pass", label: &phrases::PASS_LABEL, help: &phrases::PASS },
                GameOption { name: "draw", label: &phrases::DRAW_LABEL, help: &phrases::DRAW },
            ],
            default: None,
        },
        Choice {
            options: &[GameOption {
                name: "nocentre",
                label: &phrases::NO_CENTRE_LABEL,
                help: &phrases::NO_CENTRE,
            }],
            default: None,
        },
    ],
    presets: &["k3", "pass", "draw", "nocentre", "k3,nocentre"],
    bench: &[("start", 11)],
    phrases: phrases::ALL,
    variant: |options| crate::erase(DropAndSlide::new(options.name(), setup(options))),
};

fn setup(options: &VariantOptions) -> Setup {
    Setup {
        graph: Graph::Nine,
        pieces: if options.has("k3") { 3 } else { 4 },
        blocked: if options.has("pass") {
            Blocked::Passes
        } else if options.has("draw") {
            Blocked::Draws
        } else {
            Blocked::Loses
        },
        ban: if options.has("nocentre") { Ban::First } else { Ban::Never },
    }
}
