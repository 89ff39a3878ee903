//! The patterns of the 8×8 board: lines, edges and corners, each of whose configurations has a
//! weight.

use plateau_core::Symmetry;
use plateau_core::bits::Bits;

use crate::othello::board::{Board, PASS};
use crate::othello::grid::Grid;

/// The number of shapes.
pub const SHAPE_COUNT: usize = 10;

/// One pattern of each shape; the others are its images under symmetry. Diagonals of fewer
/// than four squares are left out.
const SHAPES: [&str; SHAPE_COUNT] = [
    // An edge with its two X-squares.
    "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "b1 c2 d3 e4 f5 g6 h7",
    "c1 d2 e3 f4 g5 h6",
    "d1 e2 f3 g4 h5",
    "e1 f2 g3 h4",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
];

/// The number of patterns on the board.
const PATTERNS: usize = 38;
/// The number of patterns rounded up to whole SIMD vectors.
const LANES: usize = 48;

/// The index of the configuration of each pattern, in balanced ternary: a digit is 1 for a
/// disc of the side to move and −1 for one of the opponent. Negating an index swaps the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternIndices([i16; LANES]);

impl PatternIndices {
    /// The indices of an empty board.
    pub const EMPTY: Self = Self([0; LANES]);

    /// Adds `count` times a disc of the side to move. The product may overflow, but not the
    /// sum, so wrapping arithmetic is exact.
    #[inline]
    fn add(&mut self, disc: &[i16; LANES], count: i16) {
        for (index, digit) in self.0.iter_mut().zip(disc) {
            *index = index.wrapping_add(digit.wrapping_mul(count));
        }
    }
}

/// All patterns on the board, and which of their configurations share a weight.
#[derive(Debug)]
pub struct PatternSet {
    /// What a disc of the side to move on each square adds to the index of each pattern.
    discs: [[i16; LANES]; 64],
    /// The place of each pattern's empty configuration in a table of all configurations.
    offsets: [usize; PATTERNS],
    /// The weight of each configuration: `n` for weight `n - 1`, `-n` for its negative, 0 for
    /// none.
    weight_ids: Vec<i32>,
    /// The number of weights.
    weights: usize,
}

impl PatternSet {
    /// Places all images of the shapes on the board.
    pub fn new() -> Self {
        let mut patterns =
            Self { discs: [[0; LANES]; 64], offsets: [0; PATTERNS], weight_ids: Vec::new(), weights: 0 };
        let mut lane = 0;
        for shape in SHAPES {
            let squares: Vec<u8> = shape.split(' ').filter_map(Grid::<8>::parse).collect();
            let images = Symmetry::SQUARE.iter().map(|&symmetry| {
                let image = |&square: &u8| Grid::<8>::transform_square(square, symmetry);
                squares.iter().map(image).collect::<Vec<u8>>()
            });
            let offset = patterns.weight_ids.len() + 3_usize.pow(squares.len() as u32) / 2;
            let mut seen: Vec<u64> = Vec::new();
            let mut same_squares: Vec<Vec<u8>> = Vec::new();
            for image in images {
                let set = image.iter().fold(0, |set, square| set | 1 << square);
                if image.iter().all(|square| squares.contains(square)) {
                    same_squares.push(image.clone());
                }
                if seen.contains(&set) {
                    continue;
                }
                seen.push(set);
                patterns.offsets[lane] = offset;
                for (digit, &square) in image.iter().enumerate() {
                    patterns.discs[usize::from(square)][lane] = 3_i16.pow(digit as u32);
                }
                lane += 1;
            }
            patterns.assign_weights(&squares, &same_squares);
        }
        patterns
    }

    /// Assigns weights to the configurations of a shape. A configuration shares its weight
    /// with its images on the same squares, and with the opposite sign with those in which
    /// the sides are swapped.
    fn assign_weights(&mut self, squares: &[u8], same_squares: &[Vec<u8>]) {
        let first = self.weight_ids.len();
        let count = 3_usize.pow(squares.len() as u32);
        let last = first + count - 1;
        self.weight_ids.resize(first + count, 0);
        let mut is_done = vec![false; count];
        for configuration in 0..count {
            if is_done[configuration] {
                continue;
            }
            let digit = |place: usize| configuration / 3_usize.pow(place as u32) % 3;
            let images: Vec<usize> = same_squares
                .iter()
                .map(|image| {
                    let digits = image.iter().enumerate().map(|(from, square)| {
                        let to = squares.iter().position(|other| other == square).unwrap_or(from);
                        digit(from) * 3_usize.pow(to as u32)
                    });
                    digits.sum()
                })
                .collect();
            // A configuration that equals its swapped image has the value 0.
            let is_balanced = images.contains(&(count - 1 - configuration));
            self.weights += usize::from(!is_balanced);
            let id = if is_balanced { 0 } else { self.weights as i32 };
            for image in images {
                is_done[image] = true;
                is_done[count - 1 - image] = true;
                self.weight_ids[first + image] = id;
                self.weight_ids[last - image] = -id;
            }
        }
    }

    /// Returns the number of weights.
    pub fn weights(&self) -> usize {
        self.weights
    }

    /// Expands weights to a table of all configurations.
    pub fn expand(&self, weights: &[i16]) -> Vec<i16> {
        let weight = |&id: &i32| match id {
            0 => 0,
            id => weights[id.unsigned_abs() as usize - 1] * id.signum() as i16,
        };
        self.weight_ids.iter().map(weight).collect()
    }

    /// Returns the weights of a position's configurations, each with its sign.
    pub fn terms(&self, indices: &PatternIndices) -> impl Iterator<Item = (usize, i32)> {
        let ids = self.table_indices(indices).map(|index| self.weight_ids[index]);
        ids.filter(|&id| id != 0).map(|id| (id.unsigned_abs() as usize - 1, id.signum()))
    }

    /// Converts pattern indices to indices into a table of all configurations.
    #[inline]
    pub fn table_indices(&self, indices: &PatternIndices) -> impl Iterator<Item = usize> {
        let pairs = self.offsets.iter().zip(&indices.0);
        pairs.map(|(offset, &index)| offset.wrapping_add_signed(index.into()))
    }

    /// Returns the shape of each pattern, in the order of [`table_indices`](Self::table_indices).
    pub fn shapes(&self) -> [usize; PATTERNS] {
        let mut shapes = [0; PATTERNS];
        for i in 1..PATTERNS {
            // The patterns of a shape share a place in the table.
            shapes[i] = shapes[i - 1] + usize::from(self.offsets[i] != self.offsets[i - 1]);
        }
        shapes
    }

    /// Returns the pattern indices of a position.
    pub fn indices<const N: usize>(&self, board: &Board<N>) -> PatternIndices {
        let mut indices = PatternIndices::EMPTY;
        for (set, count) in [(board.own(), 1), (board.opponent(), -1)] {
            for square in set.ones() {
                indices.add(&self.discs[square as usize], count);
            }
        }
        indices
    }

    /// Updates the pattern indices for a move.
    #[inline]
    pub fn advance<const N: usize>(
        &self,
        indices: &PatternIndices,
        before: &Board<N>,
        mv: u8,
        after: &Board<N>,
    ) -> PatternIndices {
        let mut indices = *indices;
        if mv < PASS {
            indices.add(&self.discs[usize::from(mv)], 1);
            for square in (before.opponent() & after.opponent()).ones() {
                indices.add(&self.discs[square as usize], 2);
            }
        }
        for index in &mut indices.0 {
            *index = -*index;
        }
        indices
    }
}
