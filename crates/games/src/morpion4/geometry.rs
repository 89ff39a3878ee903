//! The board's size and the length of a line: constants for the standard game, interned
//! tables for all others.

use plateau_core::bits::{Bits, Wide};
use plateau_core::intern::Interner;

use crate::grid::{self, Arrangement, Grid, Masks};

/// A size of the board and k. Cells are numbered row by row from the top, with an empty bit
/// at the end of each row. The standard board:
///
/// ```text
///   0   1   2 …  11   (12)
///  13  14  15 …  24   (25)
///   …
/// 143 144 145 … 154  (155)
/// ```
pub trait Geometry: Grid {
    /// A word that holds all lines through one cell.
    type Window: Bits;

    /// Returns the bits of a board from `start` up.
    fn window(self, stones: Self::Bits, start: u32) -> Self::Window;
}

/// Four in a row on 12×12, known at compile time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standard;

impl Standard {
    const COLUMNS: u32 = 12;
    const ROWS: u32 = 12;
    const CELLS: Wide<3> = {
        let mut words = [0; 3];
        let mut bit = 0;
        while bit < (Self::COLUMNS + 1) * Self::ROWS {
            if bit % (Self::COLUMNS + 1) < Self::COLUMNS {
                words[(bit / 64) as usize] |= 1 << (bit % 64);
            }
            bit += 1;
        }
        Wide(words)
    };
}

impl Grid for Standard {
    type Bits = Wide<3>;
    const BY_COLUMNS: bool = false;

    #[inline]
    fn columns(self) -> u32 {
        Self::COLUMNS
    }
    #[inline]
    fn rows(self) -> u32 {
        Self::ROWS
    }
    #[inline]
    fn line(self) -> u32 {
        4
    }
    #[inline]
    fn cells(self) -> Wide<3> {
        Self::CELLS
    }
}

impl Geometry for Standard {
    type Window = Wide<2>;

    #[inline]
    fn window(self, stones: Wide<3>, start: u32) -> Wide<2> {
        stones.window(start)
    }
}

/// Cells numbered by rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rows;

impl Arrangement for Rows {
    const BY_COLUMNS: bool = false;
}

/// A size known at run time.
pub type AnySize<B> = grid::AnySize<B, Rows>;

static SMALL: Interner<[u32; 3], Masks<Wide<4>>> = Interner::new();
static LARGE: Interner<[u32; 3], Masks<Wide<7>>> = Interner::new();

impl AnySize<Wide<4>> {
    /// Returns a size (columns, rows, k) whose board fits in 256 bits: up to 16×15.
    pub fn small(size: [u32; 3]) -> Option<Self> {
        Self::new(&SMALL, size)
    }
}

impl AnySize<Wide<7>> {
    /// Returns any size (columns, rows, k) up to 20×20, on a board of 448 bits.
    ///
    /// # Panics
    ///
    /// Panics if the board is larger than that.
    pub fn large(size: [u32; 3]) -> Self {
        Self::new(&LARGE, size).expect("at most 20 columns and 20 rows")
    }
}

impl<const N: usize> Geometry for AnySize<Wide<N>> {
    type Window = Wide<4>;

    #[inline]
    fn window(self, stones: Wide<N>, start: u32) -> Wide<4> {
        stones.window(start)
    }
}
