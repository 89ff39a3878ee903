//! Picaria, implemented by [`achi`](crate::achi).

use crate::achi::rules::{Ban, Blocked, Graph, Setup};
use crate::achi::variant::DropAndSlide;
use crate::game::{Choice, Game, GameOption, VariantOptions};

mod phrases;

/// Picaria, for the registry.
pub const GAME: Game = Game {
    id: "picaria",
    aliases: &[],
    name: &phrases::NAME,
    summary: &phrases::SUMMARY,
    rules: &phrases::RULES,
    sizes: None,
    choices: &[
        Choice {
            options: &[GameOption { name: "13", label: &phrases::THIRTEEN, help: &phrases::THIRTEEN }],
            default: None,
        },
        Choice {
            options: &[GameOption { name: "nocentre", label: &phrases::NO_CENTRE_LABEL, help: &phrases::NO_CENTRE }],
            default: None,
        },
    ],
    presets: &["nocentre", "13", "13,nocentre"],
    bench: &[("start", 9)],
    phrases: phrases::ALL,
    variant: |options| crate::erase(DropAndSlide::new(options.name(), setup(options))),
};

fn setup(options: &VariantOptions) -> Setup {
    Setup {
        graph: if options.has("13") { Graph::Thirteen } else { Graph::Diamond },
        pieces: 3,
        // Never happens: a test checks that no position has a blocked player.
        blocked: Blocked::Loses,
        ban: if options.has("nocentre") { Ban::Always } else { Ban::Never },
    }
}
