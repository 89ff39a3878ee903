//! Lines of grids as a learned evaluation sees them: each grid by its class, which says who has
//! won it or how many stones each side needs.

use plateau_core::Symmetry;
use plateau_learn::Row;

use super::grid_rows::transform;
use crate::square3;

/// A line of three grids.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Its grids, in the order of the representative's.
    pub grids: [u8; 3],
    /// The number of its kind.
    pub kind: u8,
    /// The symmetry that maps the representative of its kind onto the line.
    pub from_representative: u8,
}

impl Line {
    /// Returns numbers that identify the line.
    pub fn hash_codes(&self) -> [u64; 5] {
        let [a, b, c] = self.grids;
        [a, b, c, self.kind, self.from_representative].map(u64::from)
    }
}

/// The kinds of lines, each with one representative: at the edge, through the middle, diagonal.
pub const KINDS: [[u32; 3]; 3] = [[0, 1, 2], [3, 4, 5], [0, 4, 8]];

/// The number of grid classes: 16 for the stones that each side still needs (1 to 3, or no line
/// is open), 2 for a grid won by either side.
pub const CLASSES: usize = 18;

/// The lines of [`square3::LINES`] through each grid.
pub const LINES_OF: [&[u8]; 9] =
    [&[0, 3, 6], &[0, 4], &[0, 5, 7], &[1, 3], &[1, 4, 6, 7], &[1, 5], &[2, 3, 7], &[2, 4], &[2, 5, 6]];

/// The classes of all grids, as the first player sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridClasses(pub [u8; 9]);

/// Returns the classes of three grids as the other side sees them.
pub fn other_side(index: usize) -> usize {
    let swap = |class: usize| match class {
        16 => 17,
        17 => 16,
        class => 4 * (class % 4) + class / 4,
    };
    (swap(index / CLASSES / CLASSES) * CLASSES + swap(index / CLASSES % CLASSES)) * CLASSES
        + swap(index % CLASSES)
}

/// Returns the class of a configuration.
pub fn class(own: u16, opponent: u16) -> u8 {
    if square3::has_line(own) {
        return 16;
    }
    if square3::has_line(opponent) {
        return 17;
    }
    let level = |own: u16, opponent: u16| {
        let open = square3::LINES.into_iter().filter(|line| line & opponent == 0);
        open.map(|line| 1 + (line & own).count_ones() as u8).max().unwrap_or(0)
    };
    4 * level(own, opponent) + level(opponent, own)
}

/// Returns the rows of the classes of a line's grids, for the representative of a kind.
pub fn line_rows(line: [u32; 3], stabilisers: &mut Vec<u8>) -> Vec<Row> {
    let mapping_to = |wanted: [u32; 3]| -> Vec<u8> {
        let image = |s: u8| line.map(|grid| transform(grid, Symmetry::SQUARE[usize::from(s)]));
        (0..8).filter(|&s| image(s) == wanted).collect()
    };
    let reversed = [line[2], line[1], line[0]];
    let set = |symmetries: &[u8]| symmetries.iter().fold(0, |set, symmetry| set | 1 << symmetry);
    let (fixing, reversing) = (mapping_to(line), mapping_to(reversed));
    let mut rows = vec![None; CLASSES.pow(3)];
    for index in 0..rows.len() {
        if rows[index].is_some() {
            continue;
        }
        let [a, b, c] = [index / CLASSES / CLASSES, index / CLASSES % CLASSES, index % CLASSES];
        let image = (c * CLASSES + b) * CLASSES + a;
        let row = stabilisers.len() as u32;
        stabilisers.push(if image == index { set(&fixing) | set(&reversing) } else { set(&fixing) });
        rows[image] = Some(Row::new(row, reversing[0]));
        rows[index] = Some(Row::new(row, 0));
    }
    rows.into_iter().flatten().collect()
}

/// Returns a line of grids with the symmetry that maps the representative of its kind onto it.
pub fn line(cells: u16) -> Line {
    let mut all = (0..3_u8).flat_map(|kind| (0..8_u8).map(move |symmetry| (kind, symmetry)));
    let image = |kind: u8, symmetry: u8| {
        KINDS[usize::from(kind)].map(|grid| transform(grid, Symmetry::SQUARE[usize::from(symmetry)]))
    };
    let found = all
        .find(|&(kind, symmetry)| image(kind, symmetry).iter().fold(0, |set, grid| set | 1 << grid) == cells);
    let (kind, symmetry) = found.unwrap_or((0, 0));
    Line { grids: image(kind, symmetry).map(|grid| grid as u8), kind, from_representative: symmetry }
}
