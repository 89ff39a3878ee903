//! The configurations of all patterns of a board, updated move by move.

use std::sync::LazyLock;

use plateau_core::Symmetry;
use plateau_core::bits::Bits;
use plateau_learn::pattern_set::{CODES, PatternSet};
use plateau_learn::{Group, Row};

use super::shapes::shapes;
use crate::othello::board::{Board, PASS};
use crate::othello::grid::Grid;

/// The largest number of patterns, 50 on 8×8, rounded up to whole SIMD vectors.
pub const LANES: usize = 64;

/// Lanes are looked up in chunks of this many.
pub const CHUNK: usize = 8;

/// The index of the configuration of each pattern, in balanced ternary: a digit is 1 for a
/// disc of the side to move and −1 for one of the opponent. Negating an index swaps the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternIndices([i16; LANES]);

impl PatternIndices {
    /// Adds `count` times a disc of the side to move. The product may overflow, but not the
    /// sum, so wrapping arithmetic is exact.
    #[inline]
    fn add(&mut self, disc: &[i16; LANES], count: i16) {
        for (index, digit) in self.0.iter_mut().zip(disc) {
            *index = index.wrapping_add(digit.wrapping_mul(count));
        }
    }

    /// Returns the indices as the opponent sees them.
    #[inline]
    #[must_use]
    pub fn swapped(&self) -> Self {
        Self(self.0.map(|index| -index))
    }
}

/// The patterns of a board size, and the rows of their configurations.
#[derive(Debug)]
pub struct Patterns {
    /// The slots, with points numbered from left to right and from top to bottom.
    pub set: PatternSet,
    /// What a disc of the side to move on each square adds to the index of each pattern.
    discs: [[i16; LANES]; 64],
    /// The place of each pattern's empty configuration in `rows`; of unused lanes, the place after all rows.
    offsets: [u32; LANES],
    /// The chunks that hold all patterns.
    pub chunks: usize,
    /// The rows of all configurations by their index, class after class.
    pub rows: Vec<Row>,
}

impl Patterns {
    /// Returns the patterns of a board of `N` × `N`.
    pub fn of<const N: usize>() -> &'static Self {
        static SIZES: [LazyLock<Patterns>; 3] = [
            LazyLock::new(Patterns::new::<4>),
            LazyLock::new(Patterns::new::<6>),
            LazyLock::new(Patterns::new::<8>),
        ];
        &SIZES[N / 2 - 2]
    }

    fn new<const N: usize>() -> Self {
        let squares = |shape: &str| shape.split(' ').filter_map(Grid::<N>::parse).collect::<Vec<u8>>();
        let patterns: Vec<Vec<u16>> = shapes(N)
            .iter()
            .map(|(_, shape)| squares(shape).into_iter().map(Grid::<N>::index).collect())
            .collect();
        let size = N as u32;
        let map = |symmetry: &Symmetry| {
            (0..size * size).map(|point| symmetry.apply_index(point, size, size) as u16).collect()
        };
        let symmetries: Vec<Vec<u16>> = Symmetry::SQUARE.iter().map(map).collect();
        let set = PatternSet::new(N * N, &patterns, &symmetries);
        let set = set.expect("the symmetries of a square are a group");

        let mut rows = Vec::new();
        let (mut empty_places, mut digits) = (Vec::new(), Vec::new());
        for (class, pattern) in patterns.iter().enumerate() {
            let class_rows = set.class_rows(class);
            let class_digits = digits_of(pattern, N);
            empty_places.push((rows.len() + class_rows.len() / 2) as u32);
            rows.extend((0..class_rows.len()).map(|place| class_rows[from_balanced(place, &class_digits)]));
            digits.push(class_digits);
        }
        let (mut discs, mut offsets) = ([[0; LANES]; 64], [rows.len() as u32; LANES]);
        for slot in 0..set.slots() {
            let class = set.class_of(slot);
            offsets[slot] = empty_places[class];
            for (&digit, &point) in digits[class].iter().zip(set.points_of(slot)) {
                let square = usize::from(point) / N * 8 + usize::from(point) % N;
                discs[square][slot] = (CODES as i16).pow(digit);
            }
        }
        let chunks = set.slots().div_ceil(CHUNK);
        Self { set, discs, offsets, chunks, rows }
    }

    /// Returns the symmetries of the board.
    pub fn group(&self) -> &Group {
        self.set.group()
    }

    /// Returns the pattern indices of a position.
    pub fn indices<const N: usize>(&self, board: &Board<N>) -> PatternIndices {
        let mut indices = PatternIndices([0; LANES]);
        for (set, count) in [(board.own(), 1), (board.opponent(), -1)] {
            for square in set.ones() {
                indices.add(&self.discs[square as usize], count);
            }
        }
        indices
    }

    /// Returns the pattern indices after a move.
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
        indices.swapped()
    }

    /// Returns the place in `rows` of each pattern's configuration.
    #[inline]
    pub fn places(&self, indices: &PatternIndices) -> [u32; LANES] {
        std::array::from_fn(|lane| self.offsets[lane].wrapping_add_signed(indices.0[lane].into()))
    }
}

/// Returns the digit of each point of a pattern in its index. Squares that are taken late, the corners
/// and those next to them, have the highest digits: the configurations of a search are then close
/// together, in few cache lines.
fn digits_of(pattern: &[u16], size: usize) -> Vec<u32> {
    let from_edge = |at: usize| at.min(size - 1 - at);
    let earliness = |point: u16| {
        let (column, row) = (usize::from(point) % size, usize::from(point) / size);
        from_edge(column).pow(2) + from_edge(row).pow(2)
    };
    let mut order: Vec<usize> = (0..pattern.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(earliness(pattern[i])));
    let mut digits = vec![0; pattern.len()];
    for (digit, i) in (0..).zip(order) {
        digits[i] = digit;
    }
    digits
}

/// Converts the place of a configuration among all of a pattern in balanced ternary, whose digits
/// are −1, 0 and 1, to its number by codes, the last point's being the lowest: 0 for an empty square, 1
/// for an own disc, 2 for one of the opponent.
fn from_balanced(place: usize, digits: &[u32]) -> usize {
    digits.iter().fold(0, |number, &digit| {
        let code = match place / 3_usize.pow(digit) % 3 {
            0 => 2,
            digit => digit - 1,
        };
        number * 3 + code
    })
}
