//! Settings of Monte-Carlo tree search.

use plateau_core::{Objective, Position};

/// How Monte-Carlo tree search values a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafValue {
    /// By the static evaluation. Moves are selected by PUCT, with priors from the static
    /// values of the children.
    Evaluation,
    /// By the result of a random playout. Moves are selected by UCT.
    Playout,
}

/// The settings of Monte-Carlo tree search.
#[derive(Clone, Debug)]
pub struct MctsSettings {
    /// Size of the tree in megabytes.
    pub memory_mb: usize,
    /// Number of threads that search the tree.
    pub threads: usize,
    /// Seed of the random playouts, and of a small noise in static values. Every search starts
    /// from it.
    pub seed: u64,
    /// How leaves are valued. `None` is by evaluation, unless the evaluator is
    /// [constant](crate::Evaluator::is_constant).
    pub leaf: Option<LeafValue>,
    /// The exploration constant of UCT.
    pub uct_exploration: f32,
    /// The exploration constant of PUCT.
    pub puct_exploration: f32,
    /// The temperature of the softmax that turns the static values of the children, from -1 to
    /// 1, into priors.
    pub prior_temperature: f32,
    /// The weight of the minimax value of the static evaluations below a node against the mean
    /// of its results, from 0 to 1 (implicit minimax backups, Lanctot et al. 2014).
    pub minimax_weight: f32,
    /// The evaluation that maps to a result of tanh(1), about 0.76, in games with
    /// [`Objective::Distance`].
    pub evaluation_scale: f32,
    /// The same in games with [`Objective::Margin`], whose evaluations are expected margins.
    pub margin_scale: f32,
    /// Maximum number of iterations of a search with neither a node nor a time
    /// limit, since not every position can be proven.
    pub max_iterations: u64,
}

impl Default for MctsSettings {
    fn default() -> Self {
        Self {
            memory_mb: 64,
            threads: 1,
            seed: 0,
            leaf: None,
            uct_exploration: 0.8,
            puct_exploration: 1.0,
            prior_temperature: 0.2,
            minimax_weight: 0.6,
            evaluation_scale: 400.0,
            margin_scale: 1_600.0,
            max_iterations: 1_000_000,
        }
    }
}

impl MctsSettings {
    /// Returns the evaluation that maps to a result of tanh(1) in a game.
    pub(super) fn scale<P: Position>(&self) -> f32 {
        match P::OBJECTIVE {
            Objective::Distance => self.evaluation_scale,
            Objective::Margin => self.margin_scale,
        }
    }
}
