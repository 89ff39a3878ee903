//! The rows of grids: those that symmetries map onto each other share rows with one representative.

use plateau_core::Symmetry;
use plateau_learn::pattern_set::{ClassRows, OwnSymmetry};
use plateau_learn::{Group, Row};

use super::grid_contents::configuration;
use crate::square3;

/// The kinds of grids, each with one representative: corner, edge and centre.
pub const KINDS: [u32; 3] = [0, 1, 4];

/// Numbers the rows of the configurations that are used; all others have the row 0.
pub fn number_rows(all: &ClassRows, is_used: &[bool], stabilisers: &mut Vec<u8>) -> Vec<Row> {
    let mut numbers = vec![None; all.stabilisers.len()];
    let mut row_of = |(row, &is_used): (&Row, &bool)| {
        if !is_used {
            return Row::new(0, 0);
        }
        let number = *numbers[row.index()].get_or_insert_with(|| {
            stabilisers.push(all.stabilisers[row.index()]);
            stabilisers.len() as u32 - 1
        });
        Row::new(number, row.symmetry())
    };
    all.rows.iter().zip(is_used).map(&mut row_of).collect()
}

/// Returns the rows of all configurations of a grid: symmetries that fix the grid map them onto
/// each other.
pub fn class_rows(grid: u32) -> ClassRows {
    let fixing = (0..).zip(Symmetry::SQUARE).filter(|(_, s)| transform(grid, **s) == grid);
    let own: Vec<OwnSymmetry> = fixing
        .map(|(symmetry, s)| {
            let moves = (0..9).map(|cell| transform(cell, *s) as usize).collect();
            OwnSymmetry { symmetry, moves }
        })
        .collect();
    ClassRows::new(9, &own, 0)
}

/// Where the rows of a grid come from.
pub struct GridRows {
    kind: usize,
    /// The symmetry that maps the representative of the kind onto the grid.
    from_representative: u8,
    /// For each configuration of the grid, that of the representative.
    configurations: Vec<u16>,
}

impl GridRows {
    /// Finds the representative of a grid. `contents` are all configurations.
    pub fn new(grid: u32, group: &Group, contents: &[[u16; 2]]) -> Self {
        let (kind, number) = representative(grid);
        let symmetry = Symmetry::SQUARE[usize::from(number)];
        let image =
            |contents: &[u16; 2]| configuration(contents.map(|cells| square3::transform(cells, symmetry)));
        let configurations = contents.iter().map(|contents| image(contents) as u16).collect();
        Self { kind, from_representative: group.inverse(number), configurations }
    }

    /// Returns the rows of the grid, by configuration.
    pub fn rows(&self, kinds: &[Vec<Row>; 3], group: &Group) -> impl Iterator<Item = Row> {
        let rows = self.configurations.iter().map(|&index| kinds[self.kind][usize::from(index)]);
        rows.map(|row| row.through(group, self.from_representative))
    }
}

/// Returns the kind of a grid and the number of a symmetry that maps it onto the kind's
/// representative.
fn representative(grid: u32) -> (usize, u8) {
    let mut all = (0..KINDS.len()).flat_map(|kind| (0..8).map(move |symmetry| (kind, symmetry)));
    let found =
        all.find(|&(kind, symmetry)| transform(grid, Symmetry::SQUARE[usize::from(symmetry)]) == KINDS[kind]);
    found.unwrap_or((0, 0))
}

/// Returns the image of a cell.
pub fn transform(cell: u32, symmetry: Symmetry) -> u32 {
    square3::transform_cell(cell, symmetry)
}
