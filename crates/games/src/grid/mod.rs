//! Bitboards of columns and rows on which a line of stones wins: the board code that
//! Connect Four and the m,n,k games share.

use std::fmt::Debug;
use std::hash::Hash;

use plateau_core::bits::Bits;
use plateau_core::{Field, Message, NotationError, Player, Symmetry};

use crate::cells::{self, Cell, Runs};

mod any_size;
mod lines;

pub use any_size::{AnySize, Arrangement, Masks};
pub use lines::{MAX_LINE, StoneRuns, completions, count_open_lines};

/// The size of a board, the length of a winning line, and the bit of each cell.
///
/// Cells are numbered along columns or along rows, with an empty bit after each, so that
/// no line runs from one column or row into the next.
pub trait Grid: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// A word that holds the board.
    type Bits: Bits;

    /// Whether consecutive bits climb a column, starting at the bottom left. Otherwise
    /// they follow a row, starting at the top left.
    const BY_COLUMNS: bool;

    /// Returns the number of columns.
    fn columns(self) -> u32;
    /// Returns the number of rows.
    fn rows(self) -> u32;
    /// Returns the number of stones in a row that win.
    fn line(self) -> u32;
    /// Returns the bits of all cells.
    fn cells(self) -> Self::Bits;

    /// Returns the number of cells.
    #[inline]
    fn size(self) -> u32 {
        self.columns() * self.rows()
    }

    /// Returns the number of bits that a board takes.
    #[inline]
    fn width(self) -> u32 {
        self.stride() * if Self::BY_COLUMNS { self.columns() } else { self.rows() }
    }

    /// Returns the distance in bits between neighbours of adjacent columns (or rows).
    #[inline]
    fn stride(self) -> u32 {
        1 + if Self::BY_COLUMNS { self.rows() } else { self.columns() }
    }

    /// Returns the bit of a cell. Columns count from the left; rows from the bottom when
    /// cells are numbered by columns, else from the top.
    #[inline]
    fn bit(self, column: u32, row: u32) -> u32 {
        if Self::BY_COLUMNS { column * self.stride() + row } else { row * self.stride() + column }
    }

    /// Returns the column and row of a bit, counted as in [`bit`](Self::bit).
    #[inline]
    fn column_and_row(self, bit: u32) -> (u32, u32) {
        let (major, minor) = (bit / self.stride(), bit % self.stride());
        if Self::BY_COLUMNS { (major, minor) } else { (minor, major) }
    }

    /// Returns the steps to the next cell in the four directions of lines: along a column
    /// (or row), across columns (or rows), and both diagonals.
    #[inline]
    fn directions(self) -> [u32; 4] {
        [1, self.stride(), self.stride() - 1, self.stride() + 1]
    }

    /// Returns the layout's point for a bit. Points count row by row from the top left.
    fn point(self, bit: u32) -> u16 {
        let (column, row) = self.column_and_row(bit);
        let from_top = if Self::BY_COLUMNS { self.rows() - 1 - row } else { row };
        (from_top * self.columns() + column) as u16
    }

    /// Returns the bit of a point of the layout.
    fn bit_of_point(self, point: u32) -> u32 {
        let (column, from_top) = (point % self.columns(), point / self.columns());
        self.bit(column, if Self::BY_COLUMNS { self.rows() - 1 - from_top } else { from_top })
    }
}

/// Returns whether stones contain a line.
#[expect(clippy::inline_always, reason = "the Connect Four solver calls it at every node")]
#[inline(always)]
pub fn has_line<G: Grid>(grid: G, stones: G::Bits) -> bool {
    has_line_of(grid, stones, grid.line())
}

/// Returns whether stones contain a line of this length. A constant length is unrolled.
#[expect(clippy::inline_always, reason = "the Connect Four solver calls it at every node")]
#[inline(always)]
pub fn has_line_of<G: Grid>(grid: G, stones: G::Bits, line: u32) -> bool {
    let [a, b, c, d] = grid.directions().map(|step| stones.run_starts(step, line));
    !(a | b | c | d).is_empty()
}

/// Returns the points of all lines among stones.
pub fn line_points<G: Grid>(grid: G, stones: G::Bits) -> Vec<u16> {
    let runs = grid.directions().map(|step| stones.run_bits(step, grid.line()));
    let cells = runs.into_iter().fold(G::Bits::ZERO, |cells, run| cells | run);
    cells.ones().map(|cell| grid.point(cell)).collect()
}

/// Returns where a symmetry moves a cell.
pub fn transform_cell<G: Grid>(grid: G, cell: u32, symmetry: Symmetry) -> u32 {
    let (column, row) = symmetry.apply(grid.column_and_row(cell), grid.columns(), grid.rows());
    grid.bit(column, row)
}

/// Returns the image of a set of cells under a symmetry.
pub fn transform<G: Grid>(grid: G, cells: G::Bits, symmetry: Symmetry) -> G::Bits {
    let images = cells.ones().map(|cell| G::Bits::bit(transform_cell(grid, cell, symmetry)));
    images.fold(G::Bits::ZERO, |all, image| all | image)
}

/// Returns the contents of all cells, in the order of the layout's points.
pub fn pieces<G: Grid>(grid: G, stones: [G::Bits; 2]) -> Vec<Cell> {
    let mut pieces = vec![None; grid.size() as usize];
    for player in Player::BOTH {
        for cell in stones[player.index()].ones() {
            pieces[usize::from(grid.point(cell))] = Some(player);
        }
    }
    pieces
}

/// Prints a position: rows from the top, then the side to move.
pub fn print_position<G: Grid>(grid: G, stones: [G::Bits; 2], turn: Player) -> String {
    let rows = cells::write_rows(&pieces(grid, stones), grid.columns() as usize);
    format!("{rows} {}", turn.letter())
}

/// Parses a position that obeys the rules of every game on a grid: stones placed in turn,
/// and at most one winner, whose last move made all lines.
///
/// `check` returns the point and the reason if the pieces break a rule of the game.
/// `last_moves` returns the cells that may have been played last, given all stones.
pub fn parse_position<G: Grid>(
    grid: G,
    text: &str,
    check: impl Fn(&[Cell]) -> Result<(), (usize, Message)>,
    last_moves: impl Fn(G::Bits) -> G::Bits,
) -> Result<([G::Bits; 2], Player), NotationError> {
    let (columns, rows) = (grid.columns() as usize, grid.rows() as usize);
    let (pieces, side) = cells::board_and_side(text, |word| {
        let pieces = cells::read_rows(word, columns, rows)?;
        check(&pieces).map_err(|(point, reason)| {
            NotationError::wrong(Field::Board, reason).at(cells::character_of(word, Runs::Numbers, point))
        })?;
        Ok(pieces)
    })?;
    cells::check_counts(cells::counts(&pieces), side)?;
    let stones = Player::BOTH.map(|player| {
        let own = (0..).zip(&pieces).filter(|(_, piece)| **piece == Some(player));
        own.fold(G::Bits::ZERO, |stones, (point, _)| stones | G::Bits::bit(grid.bit_of_point(point)))
    });
    if let Some(winner) = cells::check_winner(stones.map(|own| has_line(grid, own)), side)? {
        let own = stones[winner.index()];
        let candidates = own & last_moves(stones[0] | stones[1]);
        if candidates.ones().all(|cell| has_line(grid, own ^ G::Bits::bit(cell))) {
            return Err(cells::lines_apart(winner));
        }
    }
    Ok((stones, side.turn))
}
