//! What a learned evaluation sees of super-morpion: the contents of each grid, lines of grids,
//! which grids are won, and the contents and place of the target grid.
//!
//! Grids that symmetries map onto each other share rows: corners, edges and the centre. A row
//! knows through which symmetry it is seen, so the net still sees lines of grids. The target has
//! other rows for the side to move than for its opponent, who waits.

use std::sync::Arc;

use plateau_core::hash::mix2;
use plateau_core::{Player, Position, Symmetry};
use plateau_learn::{Features, Group, Row, RowTable, Signature};

use super::board::{ANY, Board};
use super::grid_contents::{CONFIGURATIONS, cells, configuration, is_open, occurs, sides};
use super::grid_lines::{self, CLASSES, GridClasses, LINES_OF, Line, class, line, line_rows, other_side};
use super::grid_rows::{GridRows, KINDS, class_rows, number_rows, transform};
use crate::square3;

/// The features of super-morpion.
#[derive(Clone, Debug)]
pub struct GridFeatures(pub(super) Arc<Tables>);

/// The rows of all configurations.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) group: Group,
    /// The rows of each grid, by configuration.
    pub(super) grids: Vec<Row>,
    /// The rows of each grid as the target, for the side to move and for its opponent.
    pub(super) targets: [Vec<Row>; 2],
    /// The rows of being free to play in any grid, for the side to move and for its opponent.
    pub(super) any: [Row; 2],
    /// The rows of the board of grids: won by one side, by the other, or by none.
    pub(super) won: Vec<Row>,
    /// The class of each configuration of a grid.
    pub(super) classes: Vec<u8>,
    /// The lines of grids.
    pub(super) lines: [Line; 8],
    /// The rows of the classes of a line's grids, by kind of line.
    /// Classes are those that the first player sees; the rows are of the first and the second
    /// player.
    pub(super) line_rows: [[Vec<Row>; 3]; 2],
    stabilisers: Vec<u8>,
    /// A hash of all rows and of what selects them.
    hash: u64,
}

impl Default for GridFeatures {
    fn default() -> Self {
        Self(Arc::new(Tables::new()))
    }
}

impl Tables {
    fn new() -> Self {
        let maps: Vec<Vec<u16>> = Symmetry::SQUARE
            .iter()
            .map(|&symmetry| (0..9).map(|cell| transform(cell, symmetry) as u16).collect())
            .collect();
        let group = Group::new(&maps).expect("the symmetries of a square are a group");
        let contents: Vec<[u16; 2]> = (0..CONFIGURATIONS).map(sides).collect();
        let classes: Vec<u8> = contents.iter().map(|&[own, opponent]| class(own, opponent)).collect();
        let lines = square3::LINES.map(line);
        let places: [GridRows; 9] = std::array::from_fn(|grid| GridRows::new(grid as u32, &group, &contents));
        let all = KINDS.map(class_rows);
        let mut stabilisers = Vec::new();
        let mut hash = 0;
        let mut add_hash =
            |rows: &[Row]| hash = rows.iter().fold(hash, |hash, row| mix2(hash, row.hash_code()));
        let mut by_grid = |is_used: fn([u16; 2]) -> bool, stabilisers: &mut Vec<u8>| -> Vec<Row> {
            let is_used: Vec<bool> = contents.iter().map(|&contents| is_used(contents)).collect();
            let kinds = all.each_ref().map(|all| number_rows(all, &is_used, stabilisers));
            for rows in &kinds {
                add_hash(rows);
            }
            let mut rows = Vec::with_capacity(9 * CONFIGURATIONS);
            for place in &places {
                rows.extend(place.rows(&kinds, &group));
            }
            rows
        };
        let grids = by_grid(occurs, &mut stabilisers);
        let targets = [(); 2].map(|()| by_grid(is_open, &mut stabilisers));
        let first = grid_lines::KINDS.map(|line| line_rows(line, &mut stabilisers));
        let second = first.clone().map(|rows| (0..rows.len()).map(|index| rows[other_side(index)]).collect());
        let won = number_rows(&all[2], &vec![true; CONFIGURATIONS], &mut stabilisers);
        let any = [0, 1].map(|side| Row::new(stabilisers.len() as u32 + side, 0));
        stabilisers.extend([u8::MAX; 2]);
        for rows in first.iter().chain([&won]) {
            add_hash(rows);
        }
        // What selects rows: the classes of grids, and the lines.
        let selectors =
            classes.iter().map(|&class| u64::from(class)).chain(lines.iter().flat_map(Line::hash_codes));
        let hash = selectors.fold(hash, mix2);
        let line_rows = [first, second];
        Self { group, grids, targets, any, won, classes, lines, line_rows, stabilisers, hash }
    }

    /// Returns the row of a grid's contents.
    #[inline]
    fn grid_row(&self, board: &Board, side: Player, grid: usize) -> Row {
        self.grids[grid * CONFIGURATIONS + configuration(cells(board, side, grid))]
    }

    /// Returns the class of a grid, as the first player sees it.
    #[inline]
    fn class(&self, board: &Board, grid: usize) -> u8 {
        self.classes[configuration(cells(board, Player::First, grid))]
    }

    /// Returns the row of a line of grids.
    #[inline]
    fn line_row(&self, line: &Line, GridClasses(classes): &GridClasses, side: Player) -> Row {
        let [a, b, c] = line.grids.map(|grid| usize::from(classes[usize::from(grid)]));
        self.line_row_of(line, (a * CLASSES + b) * CLASSES + c, side)
    }

    /// Returns the row of a line whose grids have these classes.
    #[inline]
    pub(super) fn line_row_of(&self, line: &Line, classes: usize, side: Player) -> Row {
        self.line_rows[side.index()][usize::from(line.kind)][classes]
            .through(&self.group, line.from_representative)
    }

    /// Returns the row of the board of grids.
    #[inline]
    fn won_row(&self, board: &Board, side: Player) -> Row {
        self.won[configuration([side, side.other()].map(|player| board.won(player)))]
    }

    /// Returns the row of the target grid.
    #[inline]
    fn target_row(&self, board: &Board, side: Player) -> Row {
        let waits = usize::from(side != board.turn());
        match board.target() {
            ANY => self.any[waits],
            grid => {
                let grid = usize::from(grid);
                self.targets[waits][grid * CONFIGURATIONS + configuration(cells(board, side, grid))]
            }
        }
    }
}

impl RowTable for GridFeatures {
    fn signature(&self) -> Signature {
        Signature { name: "grids".to_owned(), hash: self.0.hash }
    }

    fn group(&self) -> &Group {
        &self.0.group
    }

    fn rows(&self) -> usize {
        self.0.stabilisers.len()
    }

    fn stabiliser(&self, row: usize) -> u8 {
        self.0.stabilisers[row]
    }

    fn slots(&self) -> usize {
        19
    }

    fn max_progress(&self) -> u32 {
        81
    }
}

impl Features<Board> for GridFeatures {
    type State = GridClasses;

    fn progress(&self, board: &Board, _: &GridClasses) -> u32 {
        81 - board.empty().count_ones()
    }

    fn active(&self, board: &Board, put: &mut impl FnMut(Player, Row)) -> GridClasses {
        let tables = &*self.0;
        let classes = GridClasses(std::array::from_fn(|grid| tables.class(board, grid)));
        for side in Player::BOTH {
            for grid in 0..9 {
                put(side, tables.grid_row(board, side, grid));
            }
            put(side, tables.won_row(board, side));
            for line in &tables.lines {
                put(side, tables.line_row(line, &classes, side));
            }
            put(side, tables.target_row(board, side));
        }
        classes
    }

    #[inline]
    fn changes(
        &self,
        classes: &GridClasses,
        before: &Board,
        mv: u8,
        after: &Board,
        put: &mut impl FnMut(Player, Row, Row),
    ) -> GridClasses {
        let tables = &*self.0;
        let grid = usize::from(mv) / 9;
        let mover = before.turn();
        let wins = before.won(mover) != after.won(mover);
        let mut new_classes = *classes;
        new_classes.0[grid] = tables.class(after, grid);
        let is_new_class = new_classes != *classes;
        for side in Player::BOTH {
            let [old, new] = [before, after].map(|board| tables.grid_row(board, side, grid));
            put(side, old, new);
            if is_new_class {
                for &line in LINES_OF[grid] {
                    let line = &tables.lines[usize::from(line)];
                    let [old, new] =
                        [classes, &new_classes].map(|classes| tables.line_row(line, classes, side));
                    put(side, old, new);
                }
            }
            if wins {
                put(side, tables.won_row(before, side), tables.won_row(after, side));
            }
            put(side, tables.target_row(before, side), tables.target_row(after, side));
        }
        new_classes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of a position, with the symmetries through which each is seen.
    fn rows(features: &GridFeatures, board: &Board, symmetry: u8) -> Vec<(Player, usize, Vec<u8>)> {
        let group = features.group();
        let mut rows = Vec::new();
        features.active(board, &mut |side, row| {
            let row = row.through(group, symmetry);
            let fixing = (0..8).filter(|fixing| features.stabiliser(row.index()) >> fixing & 1 != 0);
            let mut seen: Vec<u8> = fixing.map(|fixing| group.product(row.symmetry(), fixing)).collect();
            seen.sort_unstable();
            rows.push((side, row.index(), seen));
        });
        rows.sort_unstable();
        rows
    }

    #[test]
    fn symmetric_positions_have_the_same_rows_through_another_symmetry() {
        let features = GridFeatures::default();
        let mut board = Board::start(false);
        for step in 0..60 {
            let moves = board.legal_moves();
            if moves.len() == 0 {
                break;
            }
            let mv = moves.clone().nth(step * 7 % moves.len()).unwrap();
            board.play_unchecked(mv);
            for (number, &symmetry) in (0..).zip(Symmetry::SQUARE) {
                let image = rows(&features, &board.transform(symmetry), 0);
                assert_eq!(rows(&features, &board, number), image, "{symmetry:?} after {step} moves");
            }
        }
    }
}
