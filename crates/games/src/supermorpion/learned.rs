//! Evaluators of super-morpion from nets, and those that ship with the game.
//!
//! `docs/supermorpion.md` has the commands that train them, and what they were measured by.

use std::sync::{Arc, LazyLock};

use plateau_core::Variant;
use plateau_learn::{Net, NetEvaluator, NetFile, Shape};
use plateau_search::{ErasedParts, LegalMoves, Parts, Policy};

use super::SuperMorpion;
use super::board::Board;
use super::endgame::Endgame;
use super::features::GridFeatures;
use super::grid_facts::GridFacts;
use super::grid_net::GridNet;
use super::policy::POLICY;
use crate::engines::NamedEvaluator;
use crate::learned::net_evaluator;
use crate::phrases;

/// Returns the parts of a search with a net.
pub fn parts(net: GridNet) -> Parts<GridNet, LegalMoves, GridFacts, Endgame> {
    Parts::new(net).with_probe(GridFacts).with_endgame(Endgame).with_policy(POLICY)
}

/// Returns the evaluator of a net, as tables if it has as many numbers per row as the nets that ship
/// with the game.
pub fn evaluator(features: &GridFeatures, net: Arc<Net>, game: &ErasedParts<Board>) -> NamedEvaluator<Board> {
    match GridNet::new(features, &net) {
        Some(tables) => NamedEvaluator::compiled("learned", &phrases::EVAL_LEARNED, parts(tables)),
        None => net_evaluator(features, net, game),
    }
}

/// Returns the parts of a search with the table of weights that shipped before the net. It plays the
/// first generation when a net is trained.
pub fn weights_parts() -> Parts<NetEvaluator<GridFeatures>, LegalMoves, GridFacts> {
    let features = GridFeatures::default();
    let net = shipped_net(&features, WEIGHTS, SuperMorpion { most: false });
    let evaluator = NetEvaluator::new(features.clone(), Arc::new(net));
    // Reverse futility pruning is fitted to the errors of the net.
    Parts::new(evaluator).with_probe(GridFacts).with_policy(Policy { reverse_futility: None, ..POLICY })
}

/// The table of weights, one number per row.
static WEIGHTS: &[u8] = include_bytes!("weights.net");

/// The net that ships with the game where a final tie is a draw.
static NET: &[u8] = include_bytes!("supermorpion.net");

/// The net that ships with the game where most grids win.
static MOST_NET: &[u8] = include_bytes!("most.net");

/// Returns the tables of the net that ships with a variant.
pub fn shipped(variant: SuperMorpion) -> GridNet {
    static TABLES: LazyLock<GridNet> = LazyLock::new(|| load(SuperMorpion { most: false }));
    static MOST_TABLES: LazyLock<GridNet> = LazyLock::new(|| load(SuperMorpion { most: true }));
    if variant.most { MOST_TABLES.clone() } else { TABLES.clone() }
}

/// Creates the tables of the net that ships with a variant.
fn load(variant: SuperMorpion) -> GridNet {
    let features = GridFeatures::default();
    let bytes = if variant.most { MOST_NET } else { NET };
    let net = shipped_net(&features, bytes, variant);
    GridNet::new(&features, &net).expect("the nets that ship with the game have the size of their tables")
}

/// Reads a net that was trained for a variant and ships with the game.
fn shipped_net(features: &GridFeatures, bytes: &[u8], trained_for: SuperMorpion) -> Net {
    let file = NetFile::parse(bytes, &trained_for.name(), &Shape::of(features));
    file.expect("a net that ships with the game fits its features").net
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use plateau_search::Evaluator;

    use super::*;

    #[test]
    fn the_shipped_net_loads_quickly_and_knows_who_is_ahead() {
        // The limit is 25 ms on an idle machine; five times as much beside other tests. With overflow checks,
        // loading takes four times as long.
        let limit = Duration::from_millis(if cfg!(debug_assertions) { 500 } else { 125 });
        let load_time = || {
            let started = Instant::now();
            load(SuperMorpion { most: false });
            started.elapsed()
        };
        let fastest = (0..3).map(|_| load_time()).min().unwrap();
        assert!(fastest < limit, "{fastest:?}");
        for most in [false, true] {
            let net = load(SuperMorpion { most });
            let won_grid = |text: &str| {
                let board = crate::supermorpion::notation::parse(text, most).unwrap();
                net.evaluate(&board, &net.accumulator(&board))
            };
            assert!(won_grid("X99999999 00 x") > 50, "a grid ahead");
            assert!(won_grid("X99999999 00 o") < -50, "a grid behind");
        }
    }

    /// No line of grids is possible any more, and x has four grids, o three: x is ahead only where most grids win.
    #[test]
    fn the_nets_know_their_rules() {
        let value = |most: bool| {
            let net = load(SuperMorpion { most });
            let board = crate::supermorpion::notation::parse("XXOO9XXOxoxxoxoxo 00 x", most).unwrap();
            net.evaluate(&board, &net.accumulator(&board))
        };
        assert!(value(true) > value(false) + 50, "{} {}", value(true), value(false));
    }
}
