//! The board's size as masks: constants for the standard board, a table made
//! once for every other.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Add, Sub};

use plateau_core::bits::Bits;
use plateau_core::intern::{Interned, Interner};

use super::key::Key;

/// A size of the board. Columns are stacked in one word, each with an empty bit
/// above its top row, so that no line runs from one column into the next:
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
pub trait Geometry: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// A word that holds the board.
    type Bits: Key + Add<Output = Self::Bits> + Sub<Output = Self::Bits>;

    /// How many columns there are.
    fn columns(self) -> u32;
    /// How many rows there are.
    fn rows(self) -> u32;
    /// The lowest cell of every column.
    fn bottom(self) -> Self::Bits;
    /// All cells.
    fn cells(self) -> Self::Bits;
    /// The top row and every second one below it.
    fn upper(self) -> Self::Bits;

    /// The bits above the top row, which are always empty.
    #[inline]
    fn above(self) -> Self::Bits {
        self.bottom() << self.rows()
    }

    /// How many cells there are.
    #[inline]
    fn size(self) -> u32 {
        self.columns() * self.rows()
    }

    /// How many bits a board takes.
    #[inline]
    fn width(self) -> u32 {
        self.columns() * self.stride()
    }

    /// From a cell to its neighbour in the next column.
    #[inline]
    fn stride(self) -> u32 {
        self.rows() + 1
    }

    /// The bit of a cell, column and row from 0 at the bottom left.
    #[inline]
    fn bit(self, column: u32, row: u32) -> u32 {
        column * self.stride() + row
    }

    /// The steps between neighbours: up, right, and the two diagonals.
    #[inline]
    fn directions(self) -> [u32; 4] {
        [1, self.stride(), self.stride() - 1, self.stride() + 1]
    }
}

/// A size known to the compiler, on a board of up to 64 bits.
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
    const UPPER: u64 = {
        let (mut mask, mut below) = (0, 1);
        while below <= ROWS {
            mask |= Self::BOTTOM << (ROWS - below);
            below += 2;
        }
        mask
    };
}

impl<const COLUMNS: u32, const ROWS: u32> Geometry for Fixed<COLUMNS, ROWS> {
    type Bits = u64;

    #[inline]
    fn columns(self) -> u32 {
        COLUMNS
    }
    #[inline]
    fn rows(self) -> u32 {
        ROWS
    }
    #[inline]
    fn bottom(self) -> u64 {
        Self::BOTTOM
    }
    #[inline]
    fn cells(self) -> u64 {
        Self::CELLS
    }
    #[inline]
    fn upper(self) -> u64 {
        Self::UPPER
    }
}

/// The masks of a size known only at run time.
#[derive(Debug)]
pub struct Masks<B> {
    columns: u32,
    rows: u32,
    bottom: B,
    cells: B,
    upper: B,
}

impl<B: Bits> Masks<B> {
    fn new(columns: u32, rows: u32) -> Self {
        let column_starts = (0..columns).map(|column| column * (rows + 1));
        let bottom = column_starts.clone().fold(B::ZERO, |mask, at| mask | B::bit(at));
        let cells = (0..rows).fold(B::ZERO, |mask, row| mask | bottom << row);
        let upper = (0..rows).rev().step_by(2).fold(B::ZERO, |mask, row| mask | bottom << row);
        Self { columns, rows, bottom, cells, upper }
    }
}

/// A size known at run time: a reference to its masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnySize<B: 'static>(Interned<Masks<B>>);

static SMALL: Interner<(u32, u32), Masks<u64>> = Interner::new();
static LARGE: Interner<(u32, u32), Masks<u128>> = Interner::new();

impl AnySize<u64> {
    /// A board of at most 64 bits.
    pub fn small(columns: u32, rows: u32) -> Option<Self> {
        let fits = columns * (rows + 1) <= 64;
        fits.then(|| Self(SMALL.get((columns, rows), |&(c, r)| Masks::new(c, r))))
    }
}

impl AnySize<u128> {
    /// A board of at most 128 bits: every board there is.
    pub fn large(columns: u32, rows: u32) -> Self {
        Self(LARGE.get((columns, rows), |&(c, r)| Masks::new(c, r)))
    }
}

impl<B: Key + Add<Output = B> + Sub<Output = B>> Geometry for AnySize<B> {
    type Bits = B;

    #[inline]
    fn columns(self) -> u32 {
        self.0.columns
    }
    #[inline]
    fn rows(self) -> u32 {
        self.0.rows
    }
    #[inline]
    fn bottom(self) -> B {
        self.0.bottom
    }
    #[inline]
    fn cells(self) -> B {
        self.0.cells
    }
    #[inline]
    fn upper(self) -> B {
        self.0.upper
    }
}
