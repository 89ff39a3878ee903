//! The learned evaluation of Othello: patterns, the numbers of moves and the parity, weighted by stage.
//!
//! `docs/othello.md` has the commands that train the nets of the game, and what they were measured by.

mod features;
mod indices;
mod shapes;
mod stage_weights;
#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};

use plateau_core::Variant;
use plateau_learn::{Net, NetFile, Shape};
use plateau_search::ErasedParts;

use super::board::Board;
use super::{Othello, policy};
use crate::engines::NamedEvaluator;
use crate::learned::net_evaluator;
use crate::phrases;

pub use features::PatternFeatures;
pub use indices::PatternIndices;
pub use stage_weights::{StageTables, StageWeights};

/// Returns the evaluator of a net, as tables of weights if it has one number per row.
pub fn evaluator<const N: usize>(
    features: &PatternFeatures<N>,
    net: Arc<Net>,
    game: &ErasedParts<Board<N>>,
) -> NamedEvaluator<Board<N>> {
    match StageWeights::new(features, &net) {
        Some(weights) => {
            NamedEvaluator::compiled("learned", &phrases::EVAL_LEARNED, policy::learned_parts(weights))
        }
        None => net_evaluator(features, net, game),
    }
}

/// The net that ships with the game for a board of `N` × `N`.
fn net_bytes<const N: usize>() -> &'static [u8] {
    match N {
        4 => include_bytes!("othello4.net"),
        6 => include_bytes!("othello6.net"),
        _ => include_bytes!("othello8.net"),
    }
}

/// Returns the tables of the net that ships with the game.
pub fn shipped<const N: usize>() -> StageWeights<N> {
    static SIZES: [OnceLock<Arc<StageTables>>; 3] = [const { OnceLock::new() }; 3];
    let tables = SIZES[N / 2 - 2].get_or_init(|| Arc::clone(load::<N>().tables()));
    StageWeights::from_tables(Arc::clone(tables))
}

fn load<const N: usize>() -> StageWeights<N> {
    let features = PatternFeatures::<N>::default();
    let file = NetFile::parse(net_bytes::<N>(), &Othello::<N>::default().name(), &Shape::of(&features));
    let weights = file.ok().and_then(|file| StageWeights::new(&features, &Arc::new(file.net)));
    weights.expect("the net that ships with the game fits its features")
}
