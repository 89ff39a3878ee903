//! A net as an [`Evaluator`] of the search.

use std::sync::Arc;

use plateau_core::{Player, Position};
use plateau_search::{Evaluator, Parts, Policy, StaticOrdering};

use crate::features::Features;
use crate::net::{Accumulator, Net};

/// Evaluates positions with a net.
#[derive(Clone, Debug)]
pub struct NetEvaluator<F> {
    features: F,
    net: Arc<Net>,
}

impl<F> NetEvaluator<F> {
    /// Creates an evaluator. The net must have been fitted to these features.
    pub fn new(features: F, net: Arc<Net>) -> Self {
        Self { features, net }
    }

    /// Returns the parts of a search with this evaluator, whose moves are ordered by the static
    /// values of the children.
    pub fn parts(self) -> Parts<Self> {
        Parts::new(self).with_policy(POLICY)
    }
}

/// The policy of searches with a net.
const POLICY: Policy =
    Policy { static_ordering: Some(StaticOrdering { min_depth: 2, weight: 640 }), ..Policy::DEFAULT };

impl<P: Position, F: Features<P>> Evaluator<P> for NetEvaluator<F> {
    type Accumulator = Accumulator;

    fn accumulator(&self, position: &P) -> Accumulator {
        let mut accumulator = self.net.empty_accumulator();
        accumulator.progress = self
            .features
            .active(position, &mut |side, row| self.net.add(&mut accumulator.sides[side.index()], row));
        accumulator
    }

    #[inline]
    fn update(&self, parent: &Accumulator, before: &P, mv: P::Move, after: &P) -> Accumulator {
        let mut accumulator = *parent;
        accumulator.progress = self.features.changes(before, mv, after, &mut |side, old, new| {
            self.net.replace(&mut accumulator.sides[side.index()], old, new);
        });
        accumulator
    }

    #[inline]
    fn evaluate(&self, position: &P, accumulator: &Accumulator) -> i32 {
        let [own, opponent] = [position.turn(), position.turn().other()].map(Player::index);
        self.net.evaluate(&accumulator.sides[own], &accumulator.sides[opponent], accumulator.progress)
    }
}
