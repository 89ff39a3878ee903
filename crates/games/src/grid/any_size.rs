//! Grids whose size is known only at run time.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use plateau_core::bits::Bits;
use plateau_core::intern::{Interned, Interner};

use super::Grid;

/// How a game arranges its cells; see [`Grid`].
pub trait Arrangement: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// [`Grid::BY_COLUMNS`] of its grids.
    const BY_COLUMNS: bool;
}

/// The dimensions and masks of a size.
#[derive(Debug)]
pub struct Masks<B> {
    columns: u32,
    rows: u32,
    line: u32,
    /// All cells.
    cells: B,
    /// The first cell of every column, when cells are numbered by columns.
    pub first: B,
    /// The last cell of every column and every second cell before it, likewise.
    pub alternate: B,
}

impl<B: Bits> Masks<B> {
    fn new<A: Arrangement>(&[columns, rows, line]: &[u32; 3]) -> Self {
        let (length, count) = if A::BY_COLUMNS { (rows, columns) } else { (columns, rows) };
        let first = (0..count).fold(B::ZERO, |mask, i| mask | B::bit(i * (length + 1)));
        let cells = (0..length).fold(B::ZERO, |mask, i| mask | first << i);
        let alternate = (0..length).rev().step_by(2).fold(B::ZERO, |mask, i| mask | first << i);
        Self { columns, rows, line, cells, first, alternate }
    }
}

/// A grid whose size is known at run time: a reference to its masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnySize<B: 'static, A> {
    masks: Interned<Masks<B>>,
    arrangement: PhantomData<A>,
}

impl<B: Bits, A: Arrangement> AnySize<B, A> {
    /// Returns the grid of this size (columns, rows, line), if its bits suffice.
    pub fn new(interner: &'static Interner<[u32; 3], Masks<B>>, size: [u32; 3]) -> Option<Self> {
        let [columns, rows, _] = size;
        let width = if A::BY_COLUMNS { columns * (rows + 1) } else { (columns + 1) * rows };
        let grid = || Self { masks: interner.get(size, Masks::new::<A>), arrangement: PhantomData };
        (width <= B::CAPACITY).then(grid)
    }

    /// Returns the masks of the size.
    #[inline]
    pub fn masks(self) -> Interned<Masks<B>> {
        self.masks
    }
}

impl<B: Bits, A: Arrangement> Grid for AnySize<B, A> {
    type Bits = B;
    const BY_COLUMNS: bool = A::BY_COLUMNS;

    #[inline]
    fn columns(self) -> u32 {
        self.masks.columns
    }
    #[inline]
    fn rows(self) -> u32 {
        self.masks.rows
    }
    #[inline]
    fn line(self) -> u32 {
        self.masks.line
    }
    #[inline]
    fn cells(self) -> B {
        self.masks.cells
    }
}
