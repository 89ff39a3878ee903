//! Evaluators of super-morpion from nets, and the one that ships with the game.
//!
//! `docs/supermorpion.md` has the command that trains it, and what it was measured by.

use std::sync::{Arc, LazyLock};

use plateau_learn::{Net, NetFile, Shape};
use plateau_search::{ErasedParts, Parts, Policy};

use super::board::Board;
use super::features::GridFeatures;
use super::grid_weights::GridWeights;
use crate::engines::NamedEvaluator;
use crate::learned::net_evaluator;
use crate::phrases;

/// Returns the parts of a search with tables of weights.
pub fn parts(weights: GridWeights) -> Parts<GridWeights> {
    Parts::new(weights).with_policy(Policy::STATIC_ORDERING)
}

/// Returns the evaluator of a net, as tables of weights if it has one number per row.
pub fn evaluator(features: &GridFeatures, net: Arc<Net>, game: &ErasedParts<Board>) -> NamedEvaluator<Board> {
    match GridWeights::new(features, &net) {
        Some(weights) => NamedEvaluator::compiled("learned", &phrases::EVAL_LEARNED, parts(weights)),
        None => net_evaluator(features, net, game),
    }
}

/// The net that ships with the game, for both rules of a final tie.
static NET: &[u8] = include_bytes!("supermorpion.net");

/// Returns the tables of the net that ships with the game.
pub fn shipped() -> GridWeights {
    static WEIGHTS: LazyLock<GridWeights> = LazyLock::new(load);
    WEIGHTS.clone()
}

/// Creates the tables of the net that ships with the game.
fn load() -> GridWeights {
    let features = GridFeatures::default();
    let file = NetFile::parse(NET, super::GAME.id, &Shape::of(&features));
    let weights = file.ok().and_then(|file| GridWeights::new(&features, &file.net));
    weights.expect("the net that ships with the game fits its features")
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use plateau_search::Evaluator;

    use super::*;

    #[test]
    fn the_shipped_net_loads_quickly_and_knows_who_is_ahead() {
        // The limit is 20 ms on an idle machine; five times as much beside other tests.
        let load_time = || {
            let started = Instant::now();
            load();
            started.elapsed()
        };
        let fastest = (0..3).map(|_| load_time()).min().unwrap();
        assert!(fastest < 5 * Duration::from_millis(20), "{fastest:?}");
        let weights = load();
        let won_grid = |text: &str| {
            let board = crate::supermorpion::notation::parse(text, false).unwrap();
            weights.evaluate(&board, &weights.accumulator(&board))
        };
        assert!(won_grid("X99999999 00 x") > 50, "a grid ahead");
        assert!(won_grid("X99999999 00 o") < -50, "a grid behind");
    }
}
