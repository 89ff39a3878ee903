//! What a learned evaluation sees of super-morpion: the contents of each grid, the contents of
//! the target grid, and which grid that is.
//!
//! Grids that symmetries map onto each other share rows: corners, edges and the centre. The
//! target grid's contents share rows under all eight symmetries, as its place is a slot of
//! its own.

use std::sync::Arc;

use plateau_core::hash::mix2;
use plateau_core::{Player, Symmetry};
use plateau_learn::pattern_set::class_rows;
use plateau_learn::{Features, Signature};

use super::board::{ANY, Board};
use crate::square3;

/// The configurations of nine cells.
const CONFIGURATIONS: usize = 19_683;

/// The kinds of grids, each with one representative: corner, edge and centre.
const KINDS: [u32; 3] = [0, 1, 4];

/// The features of super-morpion.
#[derive(Clone, Debug)]
pub struct GridFeatures(Arc<Tables>);

#[derive(Debug)]
struct Tables {
    /// The kind of each grid, and the symmetry that maps it onto the representative.
    grids: [(usize, Symmetry); 9],
    /// For each symmetry and set of cells: the sum of the places of its image in base 3.
    ternary: [[u16; 512]; 8],
    /// The row of a configuration, by kind. The last table is of target grids.
    rows: [Vec<u16>; 4],
    /// The row of a target of each kind, and of any grid.
    targets: [u16; 4],
    /// The row of the target's contents where any grid may be played.
    any_contents: u16,
    count: usize,
}

impl Default for GridFeatures {
    fn default() -> Self {
        Self(Arc::new(Tables::new()))
    }
}

impl Tables {
    fn new() -> Self {
        let mut count = 0;
        let mut table = |fixed: &[Symmetry], is_used: &dyn Fn(u16, u16) -> bool| {
            let moves =
                |s: &Symmetry| (0..9).map(|cell| square3::transform_cell(cell, *s) as usize).collect();
            let own: Vec<Vec<usize>> = fixed.iter().map(moves).collect();
            let (classes, _) = class_rows(9, &own, 0);
            // Configurations that cannot occur have no row of their own.
            let mut numbers = vec![None; classes.len()];
            let mut rows = vec![0; CONFIGURATIONS];
            for (index, &class) in classes.iter().enumerate() {
                let [own, opponent] = sides(index);
                if is_used(own, opponent) {
                    let number = numbers[class as usize].get_or_insert(count);
                    count += usize::from(*number == count);
                    rows[index] = *number as u16;
                }
            }
            rows
        };
        let lines = |own, opponent| square3::has_line(own) || square3::has_line(opponent);
        let occurs = |own, opponent| {
            !lines(own, opponent)
                || [own, opponent] == [square3::FULL, 0]
                || [own, opponent] == [0, square3::FULL]
        };
        let fixed = |grid: u32| -> Vec<Symmetry> {
            let keeps = |s: &&Symmetry| square3::transform_cell(grid, **s) == grid;
            Symmetry::SQUARE.iter().filter(keeps).copied().collect()
        };
        let [corner, edge, centre] = KINDS.map(|grid| table(&fixed(grid), &occurs));
        let is_open = |own, opponent| !lines(own, opponent) && own | opponent != square3::FULL;
        let target = table(Symmetry::SQUARE, &is_open);
        let first = count as u16;
        Self {
            grids: std::array::from_fn(|grid| representative(grid as u32)),
            ternary: std::array::from_fn(|symmetry| {
                let symmetry = Symmetry::SQUARE[symmetry];
                std::array::from_fn(|cells| base_3(square3::transform(cells as u16, symmetry)))
            }),
            rows: [corner, edge, centre, target],
            targets: [first, first + 1, first + 2, first + 3],
            any_contents: first + 4,
            count: count + 5,
        }
    }

    /// Returns the row of a grid's contents.
    #[inline]
    fn grid_row(&self, grid: u32, own: u16, opponent: u16) -> u32 {
        let (kind, symmetry) = self.grids[grid as usize];
        let places = &self.ternary[symmetry as usize];
        let index = places[usize::from(own)] + 2 * places[usize::from(opponent)];
        u32::from(self.rows[kind][usize::from(index)])
    }

    /// Returns the rows of the target's contents and of its place.
    #[inline]
    fn target_rows(&self, board: &Board, side: Player) -> [u32; 2] {
        let target = board.target();
        if target == ANY {
            return [u32::from(self.any_contents), u32::from(self.targets[3])];
        }
        let [own, opponent] = cells(board, side, u32::from(target));
        let places = &self.ternary[Symmetry::Identity as usize];
        let index = places[usize::from(own)] + 2 * places[usize::from(opponent)];
        let (kind, _) = self.grids[usize::from(target)];
        [u32::from(self.rows[3][usize::from(index)]), u32::from(self.targets[kind])]
    }
}

/// Returns the kind of a grid and a symmetry that maps it onto the kind's representative.
fn representative(grid: u32) -> (usize, Symmetry) {
    let mut all = (0..KINDS.len()).flat_map(|kind| Symmetry::SQUARE.iter().map(move |&s| (kind, s)));
    let found = all.find(|&(kind, symmetry)| square3::transform_cell(grid, symmetry) == KINDS[kind]);
    found.unwrap_or((0, Symmetry::Identity))
}

/// Returns the sum of the places of cells as digits in base 3, the first cell the most
/// significant.
fn base_3(cells: u16) -> u16 {
    (0..9).fold(0, |sum, cell| 3 * sum + (cells >> cell & 1))
}

/// Returns the cells of both sides in a configuration.
fn sides(index: usize) -> [u16; 2] {
    let mut sides = [0; 2];
    let mut rest = index;
    for cell in (0..9).rev() {
        match rest % 3 {
            0 => {}
            side => sides[side - 1] |= 1 << cell,
        }
        rest /= 3;
    }
    sides
}

/// Returns the cells of a side and of its opponent in a grid.
#[inline]
fn cells(board: &Board, side: Player, grid: u32) -> [u16; 2] {
    [side, side.other()].map(|player| (board.stones(player) >> (9 * grid)) as u16 & square3::FULL)
}

impl Features<Board> for GridFeatures {
    fn signature(&self) -> Signature {
        let rows = self.0.rows.iter().flatten().chain(&self.0.targets);
        let hash = rows.fold(self.0.count as u64, |hash, &row| mix2(hash, u64::from(row)));
        Signature { name: "grids".to_owned(), hash }
    }

    fn rows(&self) -> usize {
        self.0.count
    }

    fn slots(&self) -> usize {
        11
    }

    fn max_progress(&self) -> u32 {
        81
    }

    fn active(&self, board: &Board, put: &mut impl FnMut(Player, u32)) -> u32 {
        for side in Player::BOTH {
            for grid in 0..9 {
                let [own, opponent] = cells(board, side, grid);
                put(side, self.0.grid_row(grid, own, opponent));
            }
            self.0.target_rows(board, side).into_iter().for_each(|row| put(side, row));
        }
        81 - board.empty().count_ones()
    }

    #[inline]
    fn changes(&self, before: &Board, mv: u8, after: &Board, put: &mut impl FnMut(Player, u32, u32)) -> u32 {
        let grid = u32::from(mv) / 9;
        for side in Player::BOTH {
            let [old, new] = [before, after].map(|board| {
                let [own, opponent] = cells(board, side, grid);
                self.0.grid_row(grid, own, opponent)
            });
            put(side, old, new);
            let rows = self.0.target_rows(before, side).into_iter().zip(self.0.target_rows(after, side));
            rows.filter(|(old, new)| old != new).for_each(|(old, new)| put(side, old, new));
        }
        81 - after.empty().count_ones()
    }
}

#[cfg(test)]
mod tests {
    use plateau_core::Position;

    use super::*;

    #[test]
    fn symmetric_positions_have_the_same_rows() {
        let features = GridFeatures::default();
        assert_eq!(features.rows(), 14_670);
        let mut board = Board::start(false);
        for step in 0..60 {
            let moves = board.legal_moves();
            if moves.len() == 0 {
                break;
            }
            let mv = moves.clone().nth(step * 7 % moves.len()).unwrap();
            board.play_unchecked(mv);
            let rows = |board: &Board| {
                let mut rows = Vec::new();
                features.active(board, &mut |side, row| rows.push((side, row)));
                rows.sort_unstable();
                rows
            };
            for &symmetry in Symmetry::SQUARE {
                assert_eq!(rows(&board), rows(&board.transform(symmetry)), "{symmetry:?} after {step} moves");
            }
        }
    }
}
