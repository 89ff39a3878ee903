//! The board's size and the length of a line: constants for the standard game, interned
//! tables for all others.

use plateau_core::bits::Bits;
use plateau_core::intern::Interner;

use super::key::TableKey;
use crate::grid::{self, Arrangement, Grid, Masks};

/// The number of stones in a row that win, unless a variant's name gives another.
pub const LINE: u32 = 4;

/// A size of the board and the length of a line. Cells are numbered column by column, with an empty bit above the
/// top row of each. The standard board:
///
/// ```text
///  6 13 20 27 34 41 48      always empty
///  5 12 19 26 33 40 47      row 6, the top
///  4 11 18 25 32 39 46
///  3 10 17 24 31 38 45
///  2  9 16 23 30 37 44
///  1  8 15 22 29 36 43
///  0  7 14 21 28 35 42      row 1, the bottom
/// ```
pub trait Geometry: Grid<Bits: TableKey> {
    /// Returns the bottom row.
    fn bottom(self) -> Self::Bits;

    /// Returns the cells that claimeven wins for the side that answers in the same column:
    /// the top row and every second row below it.
    fn claimeven_cells(self) -> Self::Bits;

    /// Returns the bits above the top row, which are always empty.
    #[inline]
    fn above(self) -> Self::Bits {
        self.bottom() << self.rows()
    }

    /// Returns these cells and all cells above them in their columns.
    #[inline]
    fn fill_up(self, cells: Self::Bits) -> Self::Bits {
        // Subtracting from the bit above a column sets all bits from its lowest cell to
        // the top, except those of its other cells.
        (cells | (self.above() - cells)) & self.cells()
    }

    /// Returns the distance of a cell's column from the centre of the board, in half
    /// columns.
    #[inline]
    fn centre_distance(self, cell: u32) -> u32 {
        let column = cell / self.stride();
        (2 * column + 1).abs_diff(self.columns())
    }
}

/// Returns the lowest of a set of cells, as a set.
#[inline]
pub fn lowest_cell<B: Bits>(cells: B) -> B {
    cells ^ cells.without_lowest()
}

/// Four in a row on a size known at compile time, on a board of up to 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fixed<const COLUMNS: u32, const ROWS: u32>;

impl<const COLUMNS: u32, const ROWS: u32> Fixed<COLUMNS, ROWS> {
    const BOTTOM: u64 = {
        let (mut mask, mut column) = (0, 0);
        while column < COLUMNS {
            mask |= 1 << (column * (ROWS + 1));
            column += 1;
        }
        mask
    };
    const CELLS: u64 = Self::BOTTOM * ((1 << ROWS) - 1);
    const CLAIMEVEN_CELLS: u64 = {
        let (mut mask, mut below_top) = (0, 1);
        while below_top <= ROWS {
            mask |= Self::BOTTOM << (ROWS - below_top);
            below_top += 2;
        }
        mask
    };
}

impl<const COLUMNS: u32, const ROWS: u32> Grid for Fixed<COLUMNS, ROWS> {
    type Bits = u64;
    const BY_COLUMNS: bool = true;

    #[inline]
    fn columns(self) -> u32 {
        COLUMNS
    }
    #[inline]
    fn rows(self) -> u32 {
        ROWS
    }
    #[inline]
    fn line(self) -> u32 {
        LINE
    }
    #[inline]
    fn cells(self) -> u64 {
        Self::CELLS
    }
}

impl<const COLUMNS: u32, const ROWS: u32> Geometry for Fixed<COLUMNS, ROWS> {
    #[inline]
    fn bottom(self) -> u64 {
        Self::BOTTOM
    }
    #[inline]
    fn claimeven_cells(self) -> u64 {
        Self::CLAIMEVEN_CELLS
    }
}

/// Cells numbered by columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Columns;

impl Arrangement for Columns {
    const BY_COLUMNS: bool = true;
}

/// A size known at run time.
pub type AnySize<B> = grid::AnySize<B, Columns>;

static SMALL: Interner<[u32; 3], Masks<u64>> = Interner::new();
static LARGE: Interner<[u32; 3], Masks<u128>> = Interner::new();

impl AnySize<u64> {
    /// Returns a size (columns, rows, line) whose board fits in 64 bits.
    pub fn small(size: [u32; 3]) -> Option<Self> {
        Self::new(&SMALL, size)
    }
}

impl AnySize<u128> {
    /// Returns any size (columns, rows, line) up to 10×10, on a board of 128 bits.
    ///
    /// # Panics
    ///
    /// Panics if the board is larger than that.
    pub fn large(size: [u32; 3]) -> Self {
        Self::new(&LARGE, size).expect("at most 10 columns and 10 rows")
    }
}

impl<B: TableKey> Geometry for AnySize<B> {
    #[inline]
    fn bottom(self) -> B {
        self.masks().first
    }
    #[inline]
    fn claimeven_cells(self) -> B {
        self.masks().alternate
    }
}
