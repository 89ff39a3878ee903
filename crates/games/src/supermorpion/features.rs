//! What a learned evaluation sees of super-morpion: the contents of each grid, lines of grids,
//! which grids are won, and the contents and place of the target grid.
//!
//! Grids that symmetries map onto each other share rows: corners, edges and the centre. A row
//! knows through which symmetry it is seen, so the net still sees lines of grids.

use std::sync::Arc;

use plateau_core::hash::mix2;
use plateau_core::{Player, Position, Symmetry};
use plateau_learn::pattern_set::{ClassRows, OwnSymmetry};
use plateau_learn::{Features, Group, Row, RowTable, Signature};

use super::board::{ANY, Board};
use super::grid_lines::{self, CLASSES, GridClasses, LINES_OF, Line, class, line, line_rows, other_side};
use crate::square3;

/// The configurations of nine cells.
pub(super) const CONFIGURATIONS: usize = 19_683;

/// The kinds of grids, each with one representative: corner, edge and centre.
const KINDS: [u32; 3] = [0, 1, 4];

/// The features of super-morpion.
#[derive(Clone, Debug)]
pub struct GridFeatures(pub(super) Arc<Tables>);

/// The rows of all configurations.
#[derive(Debug)]
pub(super) struct Tables {
    group: Group,
    /// The kind of each grid.
    kinds: [usize; 9],
    /// The symmetry that maps the representative of its kind onto each grid.
    from_representative: [u8; 9],
    /// For each grid and set of cells: the sum of the places in base 3, after the symmetry that
    /// maps the grid onto the representative of its kind.
    ternary: [[u16; 512]; 9],
    /// The rows of grids, by kind.
    grids: [Vec<Row>; 3],
    /// The rows of target grids, by kind.
    targets: [Vec<Row>; 3],
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
    /// The lines through each grid.
    lines_of: [&'static [u8]; 9],
    /// The row of being free to play in any grid.
    pub(super) any: Row,
    stabilisers: Vec<u8>,
}

impl Default for GridFeatures {
    fn default() -> Self {
        Self(Arc::new(Tables::new()))
    }
}

/// The rows of the configurations that can occur; all others have the row 0.
fn table(
    representative: u32,
    configurations: &[[u16; 2]],
    is_used: impl Fn(u16, u16) -> bool,
    stabilisers: &mut Vec<u8>,
) -> Vec<Row> {
    let fixing =
        (0..).zip(Symmetry::SQUARE).filter(|(_, s)| transform(representative, **s) == representative);
    let own: Vec<OwnSymmetry> = fixing
        .map(|(symmetry, s)| {
            let moves = (0..9).map(|cell| transform(cell, *s) as usize).collect();
            OwnSymmetry { symmetry, moves }
        })
        .collect();
    let all = ClassRows::new(9, &own, 0);
    let mut numbers = vec![None; all.stabilisers.len()];
    let mut row_of = |(&[own, opponent], row): (&[u16; 2], &Row)| {
        if !is_used(own, opponent) {
            return Row::new(0, 0);
        }
        let number = *numbers[row.index()].get_or_insert_with(|| {
            stabilisers.push(all.stabilisers[row.index()]);
            stabilisers.len() as u32 - 1
        });
        Row::new(number, row.symmetry())
    };
    configurations.iter().zip(&all.rows).map(&mut row_of).collect()
}

impl Tables {
    fn new() -> Self {
        let maps: Vec<Vec<u16>> = Symmetry::SQUARE
            .iter()
            .map(|&symmetry| (0..9).map(|cell| transform(cell, symmetry) as u16).collect())
            .collect();
        let group = Group::new(&maps).expect("the symmetries of a square are a group");
        let configurations: Vec<[u16; 2]> = (0..CONFIGURATIONS).map(sides).collect();
        let mut stabilisers = Vec::new();
        let is_won = |own, opponent| square3::has_line(own) || square3::has_line(opponent);
        // A won grid is stored as nine stones.
        let occurs = |own, opponent| {
            !is_won(own, opponent)
                || [own, opponent] == [square3::FULL, 0]
                || [own, opponent] == [0, square3::FULL]
        };
        let is_open = |own, opponent| !is_won(own, opponent) && own | opponent != square3::FULL;
        let grids = KINDS.map(|grid| table(grid, &configurations, occurs, &mut stabilisers));
        let targets = KINDS.map(|grid| table(grid, &configurations, is_open, &mut stabilisers));
        let first = grid_lines::KINDS.map(|line| line_rows(line, &mut stabilisers));
        let second = first.clone().map(|rows| (0..rows.len()).map(|index| rows[other_side(index)]).collect());
        let classes = configurations.iter().map(|&[own, opponent]| class(own, opponent)).collect();
        let won = table(KINDS[2], &configurations, |_, _| true, &mut stabilisers);
        let any = Row::new(stabilisers.len() as u32, 0);
        stabilisers.push(u8::MAX);
        let representatives: [(usize, u8); 9] = std::array::from_fn(|grid| representative(grid as u32));
        Self {
            kinds: representatives.map(|(kind, _)| kind),
            from_representative: representatives.map(|(_, symmetry)| group.inverse(symmetry)),
            ternary: representatives.map(|(_, symmetry)| {
                let symmetry = Symmetry::SQUARE[usize::from(symmetry)];
                std::array::from_fn(|cells| base_3(square3::transform(cells as u16, symmetry)))
            }),
            group,
            grids,
            targets,
            won,
            classes,
            lines: square3::LINES.map(line),
            line_rows: [first, second],
            lines_of: LINES_OF,
            any,
            stabilisers,
        }
    }

    /// Returns the row of a grid's contents.
    #[inline]
    fn row(&self, rows: &[Vec<Row>; 3], grid: usize, [own, opponent]: [u16; 2]) -> Row {
        let places = &self.ternary[grid];
        let index = places[usize::from(own)] + 2 * places[usize::from(opponent)];
        rows[self.kinds[grid]][usize::from(index)].through(&self.group, self.from_representative[grid])
    }

    /// Returns the number of the row of a grid with these contents.
    pub(super) fn grid_row(&self, grid: usize, contents: [u16; 2]) -> usize {
        self.row(&self.grids, grid, contents).index()
    }

    /// Returns the number of the row of a target grid with these contents.
    pub(super) fn target_grid_row(&self, grid: usize, contents: [u16; 2]) -> usize {
        self.row(&self.targets, grid, contents).index()
    }

    /// Returns the class of a grid, as the first player sees it.
    #[inline]
    fn class(&self, board: &Board, grid: usize) -> u8 {
        let [first, second] = cells(board, Player::First, grid as u32).map(usize::from);
        let places = &self.ternary[4];
        self.classes[usize::from(places[first] + 2 * places[second])]
    }

    /// Returns the row of a line of grids.
    #[inline]
    fn line_row(&self, line: &Line, GridClasses(classes): &GridClasses, side: Player) -> Row {
        let [a, b, c] = line.grids.map(|grid| usize::from(classes[usize::from(grid)]));
        self.line_rows[side.index()][usize::from(line.kind)][(a * CLASSES + b) * CLASSES + c]
            .through(&self.group, line.from_representative)
    }

    /// Returns the row of the board of grids.
    #[inline]
    fn won_row(&self, board: &Board, side: Player) -> Row {
        let [own, opponent] = [side, side.other()].map(|player| usize::from(board.won(player)));
        // The centre's symmetry is the identity.
        let places = &self.ternary[4];
        self.won[usize::from(places[own] + 2 * places[opponent])]
    }

    /// Returns the row of the target grid.
    #[inline]
    fn target_row(&self, board: &Board, side: Player) -> Row {
        match board.target() {
            ANY => self.any,
            grid => self.row(&self.targets, usize::from(grid), cells(board, side, u32::from(grid))),
        }
    }
}

/// Returns the image of a cell.
pub(super) fn transform(cell: u32, symmetry: Symmetry) -> u32 {
    square3::transform_cell(cell, symmetry)
}

/// Returns the kind of a grid and the number of a symmetry that maps it onto the kind's
/// representative.
fn representative(grid: u32) -> (usize, u8) {
    let mut all = (0..KINDS.len()).flat_map(|kind| (0..8).map(move |symmetry| (kind, symmetry)));
    let found =
        all.find(|&(kind, symmetry)| transform(grid, Symmetry::SQUARE[usize::from(symmetry)]) == KINDS[kind]);
    found.unwrap_or((0, 0))
}

/// Returns the sum of the places of cells as digits in base 3, the first cell the most
/// significant.
pub(super) fn base_3(cells: u16) -> u16 {
    (0..9).fold(0, |sum, cell| 3 * sum + (cells >> cell & 1))
}

/// Returns the cells of both sides in a configuration.
pub(super) fn sides(index: usize) -> [u16; 2] {
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
pub(super) fn cells(board: &Board, side: Player, grid: u32) -> [u16; 2] {
    [side, side.other()].map(|player| (board.stones(player) >> (9 * grid)) as u16 & square3::FULL)
}

impl RowTable for GridFeatures {
    /// Hashes all rows and what selects them: the classes of grids, and the lines.
    fn signature(&self) -> Signature {
        let tables = &*self.0;
        let lines = tables.line_rows.iter().flatten();
        let rows = tables.grids.iter().chain(&tables.targets).chain([&tables.won]).chain(lines).flatten();
        let rows = rows.chain([&tables.any]).map(|row| row.hash_code());
        let classes = tables.classes.iter().map(|&class| u64::from(class));
        let all = rows.chain(classes).chain(tables.lines.iter().flat_map(Line::hash_codes));
        let hash = all.fold(tables.stabilisers.len() as u64, mix2);
        Signature { name: "grids".to_owned(), hash }
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
                put(side, tables.row(&tables.grids, grid, cells(board, side, grid as u32)));
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
            let [old, new] =
                [before, after].map(|board| tables.row(&tables.grids, grid, cells(board, side, grid as u32)));
            put(side, old, new);
            if is_new_class {
                for &line in tables.lines_of[grid] {
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
