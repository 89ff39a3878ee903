//! The board's size and the length that wins: constants for the standard game,
//! a table made once for every other.

use std::fmt::Debug;
use std::hash::Hash;

use plateau_core::bits::{Bits, Wide};
use plateau_core::intern::{Interned, Interner};

/// A size of the board and k. Rows follow each other from the top, each with
/// an empty bit at its end, so that no line runs from one row into the next.
/// The standard board:
///
/// ```text
///   0   1   2 …  11   (12)
///  13  14  15 …  24   (25)
///   …
/// 143 144 145 … 154  (155)
/// ```
pub trait Geometry: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// As many words as hold the board.
    type Bits: Bits;
    /// As many words as hold all lines through one cell.
    type Near: Bits;

    /// How many columns there are.
    fn columns(self) -> u32;
    /// How many rows there are.
    fn rows(self) -> u32;
    /// How many in a row win.
    fn line(self) -> u32;
    /// All cells.
    fn cells(self) -> Self::Bits;

    /// The bits of a board from one of them on.
    fn window(self, stones: Self::Bits, start: u32) -> Self::Near;

    /// From a cell to its neighbour in the next row.
    #[inline]
    fn stride(self) -> u32 {
        self.columns() + 1
    }

    /// The bit of a cell, column and row from 0 at the top left.
    #[inline]
    fn bit(self, column: u32, row: u32) -> u32 {
        row * self.stride() + column
    }

    /// The column and row of a bit.
    #[inline]
    fn column_and_row(self, bit: u32) -> (u32, u32) {
        (bit % self.stride(), bit / self.stride())
    }

    /// The steps between neighbours: right, down, and the two diagonals.
    #[inline]
    fn directions(self) -> [u32; 4] {
        [1, self.stride(), self.stride() - 1, self.stride() + 1]
    }
}

/// How many bits a board takes.
const fn bits(columns: u32, rows: u32) -> u32 {
    (columns + 1) * rows
}

/// Four in a row on 12×12, known to the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standard;

impl Standard {
    const COLUMNS: u32 = 12;
    const ROWS: u32 = 12;
    const CELLS: Wide<3> = {
        let mut words = [0; 3];
        let mut bit = 0;
        while bit < bits(Self::COLUMNS, Self::ROWS) {
            if bit % (Self::COLUMNS + 1) < Self::COLUMNS {
                words[(bit / 64) as usize] |= 1 << (bit % 64);
            }
            bit += 1;
        }
        Wide(words)
    };
}

impl Geometry for Standard {
    type Bits = Wide<3>;
    type Near = Wide<2>;

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
    #[inline]
    fn window(self, stones: Wide<3>, start: u32) -> Wide<2> {
        stones.window(start)
    }
}

/// The numbers of a size known only at run time.
#[derive(Debug)]
pub struct Table<B> {
    columns: u32,
    rows: u32,
    line: u32,
    cells: B,
}

impl<B: Bits> Table<B> {
    fn new(&[columns, rows, line]: &[u32; 3]) -> Self {
        let row = (0..columns).fold(B::ZERO, |row, column| row | B::bit(column));
        let cells = (0..rows).fold(B::ZERO, |cells, i| cells | row << (i * (columns + 1)));
        Self { columns, rows, line, cells }
    }
}

/// A size known at run time: a reference to its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnySize<B: 'static>(Interned<Table<B>>);

static SMALL: Interner<[u32; 3], Table<Wide<4>>> = Interner::new();
static LARGE: Interner<[u32; 3], Table<Wide<7>>> = Interner::new();

impl AnySize<Wide<4>> {
    /// A board of at most 256 bits, up to 15×15 and 16×15.
    pub fn small(size: [u32; 3]) -> Option<Self> {
        (bits(size[0], size[1]) <= Wide::<4>::CAPACITY).then(|| Self(SMALL.get(size, Table::new)))
    }
}

impl AnySize<Wide<7>> {
    /// A board of at most 448 bits: every board there is.
    pub fn large(size: [u32; 3]) -> Self {
        Self(LARGE.get(size, Table::new))
    }
}

impl<const N: usize> Geometry for AnySize<Wide<N>> {
    type Bits = Wide<N>;
    type Near = Wide<4>;

    #[inline]
    fn columns(self) -> u32 {
        self.0.columns
    }
    #[inline]
    fn rows(self) -> u32 {
        self.0.rows
    }
    #[inline]
    fn line(self) -> u32 {
        self.0.line
    }
    #[inline]
    fn cells(self) -> Wide<N> {
        self.0.cells
    }
    #[inline]
    fn window(self, stones: Wide<N>, start: u32) -> Wide<4> {
        stones.window(start)
    }
}
