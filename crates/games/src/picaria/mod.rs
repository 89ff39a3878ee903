//! Picaria, by the machinery of [`achi`](crate::achi).

use crate::achi::rules::{Ban, Blocked, Graph, Setup};
use crate::achi::variant::DropAndSlide;
use crate::game::{Choice, Chosen, Game, Word};

mod phrases;

/// Picaria, as the registry lists it.
pub const GAME: Game = Game {
    id: "picaria",
    aliases: &[],
    name: &phrases::NAME,
    summary: &phrases::SUMMARY,
    rules: &phrases::RULES,
    sizes: None,
    choices: &[
        Choice { words: &[Word { text: "13", help: &phrases::THIRTEEN }], default: None },
        Choice { words: &[Word { text: "nocentre", help: &phrases::NO_CENTRE }], default: None },
    ],
    presets: &["nocentre", "13", "13,nocentre"],
    bench: &[("start", 9)],
    phrases: phrases::ALL,
    variant: |chosen| crate::erase(DropAndSlide::new(chosen.name(), setup(chosen))),
};

fn setup(chosen: &Chosen) -> Setup {
    Setup {
        graph: if chosen.has("13") { Graph::Thirteen } else { Graph::Diamond },
        pieces: 3,
        // The rules don't say, and need not: no game leads to a blocked player,
        // as a test finds by looking at every position.
        blocked: Blocked::Loses,
        ban: if chosen.has("nocentre") { Ban::Always } else { Ban::Never },
    }
}
