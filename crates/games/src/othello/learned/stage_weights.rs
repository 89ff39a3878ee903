//! A learned table of weights by stage, expanded so that the value of a position is one lookup per
//! pattern: the same values as those of its net.

use std::sync::{Arc, OnceLock};

use plateau_learn::net::{HIDDEN_ONE, LINEAR_WEIGHTS, OUTPUT_ONE};
use plateau_learn::{Net, RowTable};
use plateau_search::{Evaluator, MovePicker};

use super::features::{MAX_MOVES, PatternFeatures, move_counts, progress};
use super::indices::{PatternIndices, Patterns};
use crate::othello::board::Board;
use crate::othello::evaluators::order_by_corners;
use crate::othello::prob_cuts;

/// Evaluates positions by a sum of weights.
#[derive(Clone, Debug)]
pub struct StageWeights<const N: usize> {
    patterns: &'static Patterns,
    stages: Arc<Stages>,
}

#[derive(Debug)]
struct Stages {
    net: Arc<Net>,
    /// The weights at each progress of a game, expanded when they are needed: a search needs
    /// those of the next moves.
    expanded: Vec<OnceLock<Stage>>,
}

/// The weights at one progress of a game.
#[derive(Debug)]
struct Stage {
    /// The weights of all configurations, in the order of [`Patterns::rows`].
    configurations: Vec<i16>,
    /// The weights of the numbers of moves of the side to move and of the opponent.
    moves: [[i16; MAX_MOVES + 1]; 2],
    /// The weights of every position.
    bias: i32,
}

impl<const N: usize> StageWeights<N> {
    /// Creates the tables of a net. Returns `None` if it has more than one number per row, or
    /// other output weights than those of a sum.
    pub fn new(features: &PatternFeatures<N>, net: &Arc<Net>) -> Option<Self> {
        if net.size != 1 || net.stages.iter().any(|layer| layer.weights != LINEAR_WEIGHTS) {
            return None;
        }
        let expanded = (0..=features.max_progress()).map(|_| OnceLock::new()).collect();
        let stages = Arc::new(Stages { net: Arc::clone(net), expanded });
        Some(Self { patterns: features.0, stages })
    }

    #[inline]
    fn stage(&self, progress: u32) -> &Stage {
        self.stages.expanded[progress as usize].get_or_init(|| self.expand(progress))
    }

    /// Interpolates the weights of a stage.
    #[cold]
    fn expand(&self, progress: u32) -> Stage {
        let (features, net) = (PatternFeatures::<N>(self.patterns), &*self.stages.net);
        let (position, len) = (net.knot_position(progress), net.row_len());
        let weight = |row: usize| position.weight(&net.rows[row * len..][..len]);
        let move_weight = |side: usize, count: usize| {
            let mut counts = [0; 2];
            counts[side] = count;
            weight(features.move_rows(counts)[side])
        };
        Stage {
            configurations: self.patterns.rows.iter().map(|row| weight(row.index())).collect(),
            moves: [0, 1].map(|side| std::array::from_fn(|count| move_weight(side, count))),
            bias: i32::from(net.bias[0]) + i32::from(weight(features.parity_row(progress))),
        }
    }
}

impl<const N: usize> Evaluator<Board<N>> for StageWeights<N> {
    type Accumulator = PatternIndices;

    fn accumulator(&self, board: &Board<N>) -> PatternIndices {
        self.patterns.indices(board)
    }

    #[inline]
    fn update(
        &self,
        indices: &PatternIndices,
        before: &Board<N>,
        mv: u8,
        after: &Board<N>,
    ) -> PatternIndices {
        self.patterns.advance(indices, before, mv, after)
    }

    #[inline]
    fn evaluate(&self, board: &Board<N>, indices: &PatternIndices) -> i32 {
        let progress = progress(board);
        let stage = self.stage(progress);
        let places = self.patterns.places(indices);
        let patterns = places[..self.patterns.set.slots()].iter();
        let patterns: i32 = patterns.map(|&place| i32::from(stage.configurations[place as usize])).sum();
        let [own, opponent] = move_counts(board);
        let moves = i32::from(stage.moves[0][own]) + i32::from(stage.moves[1][opponent]);
        let net = &*self.stages.net;
        let sum = i64::from(stage.bias + patterns + moves) * i64::from(OUTPUT_ONE);
        let output = sum + i64::from(net.stages[net.stage(progress)].bias);
        (output * i64::from(net.unit) / i64::from(HIDDEN_ONE * OUTPUT_ONE)) as i32
    }

    /// Returns the stage of Multi-ProbCut, by the number of discs.
    #[inline]
    fn stage(&self, board: &Board<N>) -> usize {
        prob_cuts::stage(board.taken().count_ones())
    }
}

impl<const N: usize> MovePicker<Board<N>> for StageWeights<N> {
    #[inline]
    fn order_score(&self, board: &Board<N>, mv: u8) -> i32 {
        order_by_corners(board, mv)
    }
}
