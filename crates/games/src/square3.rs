//! The 3×3 square that several games share: lines, symmetry and cell names.
//!
//! ```text
//! bit 0 1 2        a3 b3 c3        cell 1 2 3
//!     3 4 5        a2 b2 c2             4 5 6
//!     6 7 8        a1 b1 c1             7 8 9
//! ```

use plateau_core::Symmetry;

use crate::cells::{algebraic, column_letter, number};

/// All nine cells.
pub const FULL: u16 = 0x1ff;

/// The rows, columns and diagonals.
pub const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// For every set of cells, whether it contains a line.
static CONTAINS_LINE: [bool; 512] = {
    let mut table = [false; 512];
    let mut cells = 0;
    while cells < 512 {
        let mut line = 0;
        while line < LINES.len() {
            if cells & LINES[line] as usize == LINES[line] as usize {
                table[cells] = true;
            }
            line += 1;
        }
        cells += 1;
    }
    table
};

/// Returns whether a set of cells contains a line.
#[inline]
pub fn has_line(cells: u16) -> bool {
    CONTAINS_LINE[usize::from(cells & FULL)]
}

/// For every set of cells, the cells that would complete a line with it.
static COMPLETING: [u16; 512] = {
    let mut table = [0; 512];
    let mut cells = 0;
    while cells < 512 {
        let mut line = 0;
        while line < LINES.len() {
            let missing = LINES[line] & !(cells as u16);
            if missing.is_power_of_two() {
                table[cells] |= missing;
            }
            line += 1;
        }
        cells += 1;
    }
    table
};

/// Returns the cells that would complete a line with these.
#[inline]
pub fn completing_cells(cells: u16) -> u16 {
    COMPLETING[usize::from(cells & FULL)]
}

/// Returns the cells of all lines in a set.
pub fn line_cells(cells: u16) -> u16 {
    LINES.iter().filter(|&&line| cells & line == line).fold(0, |all, line| all | line)
}

/// Returns whether one last stone can have made all lines of a set: without it, there is none.
pub fn one_move_made_lines(cells: u16) -> bool {
    (0..9).any(|cell| cells & 1 << cell != 0 && !has_line(cells & !(1 << cell)))
}

/// Returns where a symmetry moves a cell.
#[inline]
pub fn transform_cell(cell: u32, symmetry: Symmetry) -> u32 {
    symmetry.apply_index(cell, 3, 3)
}

/// The image of every set of cells under each symmetry of [`Symmetry::SQUARE`].
static IMAGES: [[u16; 512]; 8] = {
    let mut images = [[0; 512]; 8];
    let mut symmetry = 0;
    while symmetry < Symmetry::SQUARE.len() {
        let mut cells = 0;
        while cells < 512 {
            let mut cell = 0;
            while cell < 9 {
                if cells >> cell & 1 != 0 {
                    images[symmetry][cells] |= 1 << Symmetry::SQUARE[symmetry].apply_index(cell, 3, 3);
                }
                cell += 1;
            }
            cells += 1;
        }
        symmetry += 1;
    }
    images
};

/// Returns the image of a set of cells under a symmetry.
#[inline]
pub fn transform(cells: u16, symmetry: Symmetry) -> u16 {
    IMAGES[symmetry as usize][usize::from(cells & FULL)]
}

/// Returns the name of a cell; cell 0 is `a3`.
pub fn cell_name(cell: u32) -> String {
    format!("{}{}", column_letter(cell % 3), 3 - cell / 3)
}

/// Parses a cell: `a1` to `c3`, or `1` to `9` from the top left.
pub fn parse_cell(text: &str) -> Option<u32> {
    if let Some(digit) = number(text) {
        return (1..=9).contains(&digit).then(|| digit - 1);
    }
    match algebraic(text)? {
        (column @ 0..3, row @ 1..=3) => Some((3 - row) * 3 + column),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_parsed_by_name_and_number() {
        for cell in 0..9 {
            assert_eq!(parse_cell(&cell_name(cell)), Some(cell));
            assert_eq!(parse_cell(&(cell + 1).to_string()), Some(cell));
        }
        assert_eq!((parse_cell("a1"), parse_cell("C3"), parse_cell("1")), (Some(6), Some(2), Some(0)));
        for wrong in ["", "0", "10", "d1", "a0", "a4", "a", "a11", "1a", "é1"] {
            assert_eq!(parse_cell(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sets_are_transformed_cell_by_cell() {
        for &symmetry in Symmetry::SQUARE {
            for cells in 0..=FULL {
                let images = (0..9).filter(|cell| cells >> cell & 1 != 0);
                let image = images.fold(0, |image, cell| image | 1 << transform_cell(cell, symmetry));
                assert_eq!(transform(cells, symmetry), image, "{symmetry:?} {cells:#b}");
            }
        }
    }

    #[test]
    fn there_are_exactly_eight_lines() {
        let alone = (0..512).filter(|&cells| has_line(cells)).filter(|cells| cells.count_ones() == 3);
        assert_eq!(alone.count(), 8);
        assert!((0..512).all(|cells| has_line(cells) == (line_cells(cells) != 0)));
        assert!(one_move_made_lines(0b001_001_111) && !one_move_made_lines(0b111_000_111));
    }
}
