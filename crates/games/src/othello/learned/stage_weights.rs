//! A learned table of weights by stage, expanded so that the value of a position is one lookup per
//! pattern: the same values as those of its net.

use std::sync::{Arc, OnceLock};

use plateau_learn::net::{HIDDEN_ONE, LINEAR_WEIGHTS, OUTPUT_ONE};
use plateau_learn::{Net, RowTable};
use plateau_search::{Evaluator, MovePicker};

use super::features::{MAX_MOVES, PatternFeatures, move_counts, progress};
use super::indices::{CHUNK, PatternIndices, Patterns};
use super::shapes::{Shape, shapes};
use crate::othello::board::Board;
use crate::othello::evaluators::order_by_corners;
use crate::othello::prob_cuts;

/// Evaluates positions by a sum of weights.
#[derive(Clone, Debug)]
pub struct StageWeights<const N: usize> {
    patterns: &'static Patterns,
    tables: Arc<StageTables>,
}

/// The tables of a net.
#[derive(Debug)]
pub struct StageTables {
    net: Arc<Net>,
    /// The weights at each progress of a game, expanded when they are needed: a search needs
    /// those of the next moves.
    expanded: Vec<OnceLock<Stage>>,
}

/// The weights at one progress of a game.
#[derive(Debug)]
struct Stage {
    /// The weights of all configurations, in the order of [`Patterns::rows`], and a zero for unused lanes.
    configurations: Vec<i16>,
    /// The weights of the numbers of moves of the side to move and of the opponent.
    moves: [[i16; MAX_MOVES + 1]; 2],
    /// The bias of the net and the weight of the parity.
    bias: i32,
}

/// The parts of the sum of weights of a position.
pub struct SumParts {
    /// The bias with the weight of the parity, and the weights of the numbers of moves of the side to move and of the opponent.
    pub others: [i32; 3],
    /// These numbers of moves.
    pub moves: [usize; 2],
    /// The weights of the patterns of each shape.
    pub shapes: Vec<(Shape, i32)>,
}

impl<const N: usize> StageWeights<N> {
    /// Creates the tables of a net. Returns `None` if it has more than one number per row, more than one
    /// output layer, or other output weights than those of a sum.
    pub fn new(features: &PatternFeatures<N>, net: &Arc<Net>) -> Option<Self> {
        let is_sum = net.stages.iter().all(|layer| layer.weights == LINEAR_WEIGHTS);
        if net.size != 1 || net.stages.len() != 1 || !is_sum {
            return None;
        }
        let expanded = (0..=features.max_progress()).map(|_| OnceLock::new()).collect();
        let tables = Arc::new(StageTables { net: Arc::clone(net), expanded });
        Some(Self { patterns: features.0, tables })
    }

    /// Creates the evaluator of tables that another one of this board size has.
    pub fn from_tables(tables: Arc<StageTables>) -> Self {
        Self { patterns: Patterns::of::<N>(), tables }
    }

    /// Returns the tables, which evaluators share.
    pub fn tables(&self) -> &Arc<StageTables> {
        &self.tables
    }

    #[inline]
    fn weights_at(&self, progress: u32) -> &Stage {
        self.tables.expanded[progress as usize].get_or_init(|| self.expand(progress))
    }

    /// Returns the value of a sum of weights, in hundredths of a disc.
    #[inline]
    pub fn value(&self, sum: i32) -> i32 {
        let net = &*self.tables.net;
        // A table by stage has one output layer.
        let output = i64::from(sum) * i64::from(OUTPUT_ONE) + i64::from(net.stages[0].bias);
        (output * i64::from(net.unit) / i64::from(HIDDEN_ONE * OUTPUT_ONE)) as i32
    }

    /// Returns the parts of the sum of weights of a position.
    pub fn parts(&self, board: &Board<N>, indices: &PatternIndices) -> SumParts {
        let stage = self.weights_at(progress(board));
        let mut shapes: Vec<(Shape, i32)> = shapes(N).iter().map(|&(shape, _)| (shape, 0)).collect();
        let places = self.patterns.places(indices);
        for (slot, &place) in places[..self.patterns.set.slots()].iter().enumerate() {
            shapes[self.patterns.set.class_of(slot)].1 += i32::from(stage.configurations[place as usize]);
        }
        let moves = move_counts(board);
        let [own, opponent] = [0, 1].map(|side| i32::from(stage.moves[side][moves[side]]));
        SumParts { others: [stage.bias, own, opponent], moves, shapes }
    }

    /// Interpolates the weights of a stage.
    #[cold]
    fn expand(&self, progress: u32) -> Stage {
        let (features, net) = (PatternFeatures::<N>(self.patterns), &*self.tables.net);
        let (position, len) = (net.knot_position(progress), net.row_len());
        // Row by row first: looking up rows in the order of configurations would miss the cache.
        let weights: Vec<i16> = net.rows.chunks_exact(len).map(|row| position.weight(row)).collect();
        let weight = |row: usize| weights[row];
        let move_weight = |side: usize, count: usize| {
            let mut counts = [0; 2];
            counts[side] = count;
            weight(features.move_rows(counts)[side])
        };
        Stage {
            configurations: self.patterns.rows.iter().map(|row| weight(row.index())).chain([0]).collect(),
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
        let stage = self.weights_at(progress(board));
        let places = self.patterns.places(indices);
        let weight = |&place: &u32| i32::from(stage.configurations[place as usize]);
        // Whole chunks, which are unrolled. The slots are followed by others without weight.
        let chunks = places.as_chunks::<CHUNK>().0[..self.patterns.chunks].iter();
        let patterns: i32 = chunks.map(|chunk| chunk.iter().map(weight).sum::<i32>()).sum();
        let [own, opponent] = move_counts(board);
        let moves = i32::from(stage.moves[0][own]) + i32::from(stage.moves[1][opponent]);
        self.value(stage.bias + patterns + moves)
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
