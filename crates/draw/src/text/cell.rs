//! The size of cells and the distances between them.

use plateau_core::Layout;
use plateau_core::layout::{Background, Point};

use super::PADDING;

/// Columns and rows between neighbouring points on boards with lines, enough for a diagonal.
const LINE_PITCH: (i32, i32) = (4, 2);
/// The same for boards with diagonals that cross between points.
const CROSSED_PITCH: (i32, i32) = (6, 3);

/// How far apart the points of a board are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// One character for each point, with columns wide enough for their numbers.
    Wide,
    /// As narrow as possible, with vertical column numbers.
    Close,
    /// Cells of this many rows, at least one, with large pieces.
    Large(u16),
}

impl Spacing {
    /// Returns the size of a cell.
    pub fn cell(self) -> CellSize {
        match self {
            Self::Wide | Self::Close => CellSize { columns: 1, rows: 1 },
            // A piece of one character, or of twice as many columns as rows, and a column on
            // each side for the parentheses of the last move.
            Self::Large(1) => CellSize { columns: 3, rows: 1 },
            Self::Large(rows) => CellSize { columns: 2 * rows + 3, rows },
        }
    }

    pub(super) fn is_large(self) -> bool {
        matches!(self, Self::Large(_))
    }

    /// Returns the distance between neighbouring columns, and between those on both sides of
    /// a frame. The widest column number has `label` characters.
    pub(super) fn columns(self, has_borders: bool, label: i32) -> (i32, i32) {
        let near = match self {
            Self::Wide => label.max(1) + 1,
            Self::Close => 2,
            Self::Large(_) => i32::from(self.cell().columns) + i32::from(has_borders),
        };
        let far = match self {
            Self::Wide | Self::Close => PADDING + near.max(PADDING),
            Self::Large(_) => i32::from(self.cell().columns) - 1 + 2 * PADDING,
        };
        (near, far)
    }

    /// Returns the distance between neighbouring rows, and between those on both sides of a
    /// frame.
    pub(super) fn rows(self) -> (i32, i32) {
        match self {
            Self::Wide | Self::Close => (1, 2),
            Self::Large(rows) => (i32::from(rows) + 1, i32::from(rows) + 1),
        }
    }

    /// Returns the columns and rows between neighbouring points on boards with lines.
    pub(super) fn between_points(self, lines_cross: bool) -> (i32, i32) {
        match self {
            Self::Wide | Self::Close if lines_cross => CROSSED_PITCH,
            Self::Wide | Self::Close => LINE_PITCH,
            Self::Large(rows) => {
                // Between two pieces there is about as much room for the line.
                let down = 2 * i32::from(rows) + i32::from(lines_cross);
                (2 * down, down)
            }
        }
    }

    /// Returns two opposite corners of the room that any state of a point needs.
    pub(super) fn reserved(self, layout: &Layout, point: &Point, (x, y): (i32, i32)) -> [(i32, i32); 2] {
        if self.is_large() {
            let [left, top, right, bottom] = self.cell().around((x, y));
            return [(left - 1, top - 1), (right + 1, bottom + 1)];
        }
        let before = match layout.background {
            // The piece and its parenthesis stand before the name.
            Background::Lines => 1 + point.name.chars().count() as i32,
            Background::Squares | Background::Rack => 1,
        };
        [(x - before, y), (x + 1, y)]
    }
}

/// The size of a cell in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellSize {
    /// Its width, an odd number.
    pub columns: u16,
    /// Its height.
    pub rows: u16,
}

impl CellSize {
    /// Returns the first column and row and the last column and row of the cell of a point.
    pub fn around(self, (x, y): (i32, i32)) -> [i32; 4] {
        let (columns, rows) = (i32::from(self.columns), i32::from(self.rows));
        let (left, top) = (x - (columns - 1) / 2, y - (rows - 1) / 2);
        [left, top, left + columns - 1, top + rows - 1]
    }
}
