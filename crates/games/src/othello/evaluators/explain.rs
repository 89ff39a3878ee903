//! The terms of the evaluators of Othello.

use plateau_core::Phrase;
use plateau_core::bits::Bits;
use plateau_search::Score;

use super::baseline::Baseline;
use super::features::{COMPARISONS, FEATURES, Squares, feature_sets, mobility, parity};
use super::pattern_set::{PatternIndices, SHAPE_COUNT};
use super::patterns::Patterns;
use super::weights::{STAGES, stage};
use crate::explain::{Explain, Explanation, Term, ValueMap};
use crate::othello::board::Board;
use crate::othello::grid::Grid;
use crate::othello::phrases;

/// Counts the squares of two sets.
fn counts(sets: [u64; 2]) -> [i32; 2] {
    sets.map(|set| set.count_ones() as i32)
}

impl<const N: usize> Explain<Board<N>> for Baseline {
    fn explain(&self, board: &Board<N>, (): &()) -> Explanation {
        let sides = [board.own(), board.opponent()];
        if N < 8 {
            let discs = Term::counted(&phrases::DISCS, counts(sides), Score::UNIT);
            return Explanation::new([discs]).with_map(ValueMap::weights([Score::UNIT].repeat(N * N)));
        }
        let classes = || Self::CLASSES.into_iter().filter(|(set, _)| *set != 0);
        let terms = classes().map(|(set, weight)| {
            let name = match set {
                set if set == Squares::<8>::CORNERS => phrases::TERM_CORNERS.message(),
                set if set == Squares::<8>::C_SQUARES => phrases::TERM_C_SQUARES.message(),
                set if set == Squares::<8>::X_SQUARES => phrases::TERM_X_SQUARES.message(),
                set => {
                    phrases::TERM_LIKE.message().with("square", Grid::<8>::name(set.trailing_zeros() as u8))
                }
            };
            Term::counted(name, counts(sides.map(|discs| discs & set)), weight)
        });
        let weight = |square: u8| {
            let classes = classes().filter(|(set, _)| set.has(square.into()));
            classes.map(|(_, weight)| weight).sum()
        };
        Explanation::new(terms).with_map(ValueMap::weights(Grid::<N>::squares().map(weight)))
    }
}

/// The names of the features, in the order of their weights.
static FEATURE_NAMES: [&Phrase; FEATURES] = [
    &phrases::TERM_MOBILITY,
    &phrases::TERM_CORNER_MOVES,
    &phrases::TERM_POTENTIAL,
    &phrases::TERM_FRONTIER,
    &phrases::TERM_CORNERS,
    &phrases::TERM_EMPTY_C_SQUARES,
    &phrases::TERM_EMPTY_X_SQUARES,
    &phrases::TERM_STABLE,
    &phrases::TERM_EDGES,
    &phrases::DISCS,
    &phrases::TERM_TEMPO,
    &phrases::TERM_PARITY,
];

/// The names of the pattern shapes, in their order.
static SHAPE_NAMES: [&Phrase; SHAPE_COUNT] = [
    &phrases::PATTERN_EDGE,
    &phrases::PATTERN_LINE_2,
    &phrases::PATTERN_LINE_3,
    &phrases::PATTERN_LINE_4,
    &phrases::PATTERN_DIAGONAL_8,
    &phrases::PATTERN_DIAGONAL_7,
    &phrases::PATTERN_DIAGONAL_6,
    &phrases::PATTERN_DIAGONAL_5,
    &phrases::PATTERN_DIAGONAL_4,
    &phrases::PATTERN_CORNER,
];

impl<const N: usize> Explain<Board<N>> for Patterns {
    fn explain(&self, board: &Board<N>, indices: &PatternIndices) -> Explanation {
        let (own, opponent) = (board.own(), board.opponent());
        let empties = board.empty().count();
        let stage = stage::<N>(empties as usize);
        let weights = self.0.features[usize::from(N == 8)][stage];
        let sets = feature_sets::<N>(own, opponent);
        let compared = (0..COMPARISONS).map(|i| {
            let counts = if i == 0 { sets[i].map(mobility) } else { counts(sets[i]) };
            Term::counted(FEATURE_NAMES[i], counts, weights[i])
        });
        let [tempo, parity_index] = [COMPARISONS, COMPARISONS + 1];
        let others = [
            Term::plain(FEATURE_NAMES[tempo], weights[tempo]),
            Term::plain(FEATURE_NAMES[parity_index], parity::<N>(own, opponent) * weights[parity_index]),
        ];
        let mut patterns = [0; SHAPE_COUNT];
        if N == 8 {
            let table = &self.0.configurations[stage];
            let set = &self.0.patterns;
            for (shape, index) in set.shapes().into_iter().zip(set.table_indices(indices)) {
                patterns[shape] += i32::from(table[index]);
            }
        }
        let patterns = SHAPE_NAMES.iter().zip(patterns).filter(|_| N == 8);
        let patterns = patterns.map(|(name, value)| Term::plain(*name, value));
        let note = phrases::STAGE.message().with("stage", STAGES - stage).with("stages", STAGES);
        Explanation::new(compared.chain(others).chain(patterns)).with_note(note.with("empty", empties))
    }
}
