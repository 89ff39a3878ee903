//! The patterns of 8×8: lines and corners whose every filling has a weight.

use plateau_core::Symmetry;
use plateau_core::bits::Bits;

use crate::othello::board::{Board, PASS};
use crate::othello::grid::Grid;

/// One of each kind of pattern; the others are its images. Lines that are
/// shorter than four squares turn nothing of note.
const SHAPES: [&str; 10] = [
    // An edge with the two squares that give its corners away.
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

/// How many patterns lie on the board, and the next multiple of sixteen: numbers
/// that are added in whole vectors.
const PATTERNS: usize = 38;
const LANES: usize = 48;

/// The filling of each pattern as a number in balanced ternary: a digit is 1
/// for a disc of the side to move, −1 for one of the other's. So the numbers of
/// the other side are the negative ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fillings([i16; LANES]);

impl Fillings {
    /// Of a board without discs.
    pub const NONE: Self = Self([0; LANES]);

    /// Adds a number of discs of the side to move to a square. Twice a digit may
    /// be too large, but the sum never is.
    #[inline]
    fn add(&mut self, disc: &[i16; LANES], count: i16) {
        for (filling, digit) in self.0.iter_mut().zip(disc) {
            *filling = filling.wrapping_add(digit.wrapping_mul(count));
        }
    }
}

/// Where patterns lie, and which of their fillings are the same.
#[derive(Debug)]
pub struct Patterns {
    /// What a disc of the side to move adds to each filling, by its square.
    discs: [[i16; LANES]; 64],
    /// Where the empty filling of each pattern is in a table of all fillings.
    places: [usize; PATTERNS],
    /// The weight of each filling: `n` for the weight `n - 1`, `-n` for its
    /// negative, 0 for none.
    folded: Vec<i32>,
    /// How many weights there are.
    weights: usize,
}

impl Patterns {
    /// Lays all images of the shapes on the board.
    pub fn new() -> Self {
        let mut patterns =
            Self { discs: [[0; LANES]; 64], places: [0; PATTERNS], folded: Vec::new(), weights: 0 };
        let mut lane = 0;
        for shape in SHAPES {
            let squares: Vec<u8> = shape.split(' ').filter_map(Grid::<8>::read).collect();
            let images = Symmetry::SQUARE.iter().map(|&symmetry| {
                let image = |&square: &u8| Grid::<8>::transform_square(square, symmetry);
                squares.iter().map(image).collect::<Vec<u8>>()
            });
            let middle = patterns.folded.len() + 3_usize.pow(squares.len() as u32) / 2;
            let mut seen: Vec<u64> = Vec::new();
            let mut turned: Vec<Vec<u8>> = Vec::new();
            for image in images {
                let set = image.iter().fold(0, |set, square| set | 1 << square);
                if image.iter().all(|square| squares.contains(square)) {
                    turned.push(image.clone());
                }
                if seen.contains(&set) {
                    continue;
                }
                seen.push(set);
                patterns.places[lane] = middle;
                for (place, &square) in image.iter().enumerate() {
                    patterns.discs[usize::from(square)][lane] = 3_i16.pow(place as u32);
                }
                lane += 1;
            }
            patterns.fold(&squares, &turned);
        }
        patterns
    }

    /// Numbers the weights of a shape: a filling, its images on the same
    /// squares, and with the other sign those with the sides exchanged.
    fn fold(&mut self, squares: &[u8], turned: &[Vec<u8>]) {
        let begin = self.folded.len();
        let count = 3_usize.pow(squares.len() as u32);
        let last = begin + count - 1;
        self.folded.resize(begin + count, 0);
        let mut known = vec![false; count];
        for filling in 0..count {
            if known[filling] {
                continue;
            }
            let digit = |place: usize| filling / 3_usize.pow(place as u32) % 3;
            let images: Vec<usize> = turned
                .iter()
                .map(|image| {
                    let places = image.iter().enumerate().map(|(from, square)| {
                        let to = squares.iter().position(|other| other == square).unwrap_or(from);
                        digit(from) * 3_usize.pow(to as u32)
                    });
                    places.sum()
                })
                .collect();
            let is_even = images.contains(&(count - 1 - filling));
            self.weights += usize::from(!is_even);
            let weight = if is_even { 0 } else { self.weights as i32 };
            for image in images {
                known[image] = true;
                known[count - 1 - image] = true;
                self.folded[begin + image] = weight;
                self.folded[last - image] = -weight;
            }
        }
    }

    /// How many weights the patterns have.
    pub fn weights(&self) -> usize {
        self.weights
    }

    /// The weights of all fillings from those that were folded.
    pub fn unfold(&self, weights: &[i16]) -> Vec<i16> {
        let weight = |&folded: &i32| match folded {
            0 => 0,
            folded => weights[folded.unsigned_abs() as usize - 1] * folded.signum() as i16,
        };
        self.folded.iter().map(weight).collect()
    }

    /// The weights that the fillings of a position have, each with its sign.
    pub fn terms(&self, fillings: &Fillings) -> impl Iterator<Item = (usize, i32)> {
        let folded = self.indices(fillings).map(|index| self.folded[index]);
        folded
            .filter(|&folded| folded != 0)
            .map(|folded| (folded.unsigned_abs() as usize - 1, folded.signum()))
    }

    /// Where the fillings are in a table of all.
    #[inline]
    pub fn indices(&self, fillings: &Fillings) -> impl Iterator<Item = usize> {
        self.places.iter().zip(&fillings.0).map(|(place, &filling)| place.wrapping_add_signed(filling.into()))
    }

    /// The fillings of a position.
    pub fn fillings<const N: usize>(&self, board: &Board<N>) -> Fillings {
        let mut fillings = Fillings::NONE;
        for (set, count) in [(board.own(), 1), (board.other(), -1)] {
            for square in set.ones() {
                fillings.add(&self.discs[square as usize], count);
            }
        }
        fillings
    }

    /// The fillings after a move, from those before.
    #[inline]
    pub fn advance<const N: usize>(
        &self,
        fillings: &Fillings,
        before: &Board<N>,
        mv: u8,
        after: &Board<N>,
    ) -> Fillings {
        let mut fillings = *fillings;
        if mv < PASS {
            fillings.add(&self.discs[usize::from(mv)], 1);
            for square in (before.other() & after.other()).ones() {
                fillings.add(&self.discs[square as usize], 2);
            }
        }
        for filling in &mut fillings.0 {
            *filling = -*filling;
        }
        fillings
    }
}
