//! The rows of a net with 32 numbers per row, as the board shows them: 6.4 MB for the contents of the grids,
//! 12.8 MB for those of the target grid, 3.0 MB for the lines of grids and 0.7 MB for the grids won.
//!
//! All but those of the target are rows of the first player. The second player sees the same contents with
//! the sides swapped.

use plateau_core::{Player, Position};
use plateau_learn::net::{HIDDEN_ONE, OUTPUT_ONE};
use plateau_learn::{Net, Row};

use super::board::{ANY, Board};
use super::features::Tables;
use super::grid_contents::{CONFIGURATIONS, cells, configuration, occurs, sides, swapped};
use super::grid_lines::{CLASSES, LINES_OF};
use super::side_numbers::{BLOCK, Numbers, SIZE, SideRow};

/// What the tables know of the contents of a grid.
#[derive(Clone, Copy, Debug, Default)]
pub struct Contents {
    /// Their number among those that occur, as each player sees them.
    rows: [u16; 2],
    /// The class of the grid, as the first player sees it.
    pub class: u8,
    /// The class of the grid, as the second player sees it.
    other_class: u8,
}

impl Contents {
    /// No grid: adds nothing to the number of a line's classes.
    pub const NONE: Self = Self { rows: [0; 2], class: 0, other_class: 0 };
}

/// A line through a grid.
#[derive(Clone, Copy, Debug)]
pub struct LineOf {
    /// The number of the line.
    pub line: u8,
    /// The weight of the grid's class in the number of the line's classes.
    factor: u16,
}

/// The classes of the grids of a line as one number, as each player sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineClasses([u16; 2]);

impl LineClasses {
    /// Returns the classes after the contents of a grid have changed.
    #[inline]
    #[must_use]
    pub fn after(self, line_of: &LineOf, old: Contents, new: Contents) -> Self {
        let changed = |classes: u16, old: u8, new: u8| {
            (classes + line_of.factor * u16::from(new)).wrapping_sub(line_of.factor * u16::from(old))
        };
        let [first, second] = self.0;
        Self([changed(first, old.class, new.class), changed(second, old.other_class, new.other_class)])
    }
}

/// The tables of a net.
#[derive(Debug)]
pub struct NetTables {
    /// By configuration.
    contents: Vec<Contents>,
    /// The rows of each grid, by number of its contents.
    grids: Vec<SideRow>,
    /// The number of contents that occur.
    occurring: usize,
    /// The rows of each grid as the target, by number of its contents as the side to move sees
    /// them: what the side to move sees, then what its opponent sees.
    targets: Vec<[SideRow; 2]>,
    /// The rows of being free to play in any grid, in the same order.
    any: [SideRow; 2],
    /// The rows of the board of grids, by number of its contents.
    won: Vec<SideRow>,
    /// The rows of each line, by the classes of its grids.
    lines: Vec<SideRow>,
    lines_of: [Vec<LineOf>; 9],
    /// What is added up without any row.
    pub bias: Numbers,
    /// The output layers, by stage and side to move.
    layers: Vec<[OutputLayer; 2]>,
    /// The stages, by number of taken cells.
    stages: [u8; 82],
    unit: i32,
}

/// An output layer, for one side to move.
#[derive(Clone, Copy, Debug)]
struct OutputLayer {
    weights: Numbers,
    bias: i32,
}

/// Returns the elements of a slice whose length is known.
fn array<T: Copy, const N: usize>(slice: &[T]) -> [T; N] {
    *slice.first_chunk().expect("a net of this size")
}

/// The classes of the grids of a line.
const LINE_CLASSES: usize = CLASSES.pow(3);

impl NetTables {
    /// Arranges the rows of a net of [`SIZE`] numbers per row.
    pub fn new(tables: &Tables, net: &Net) -> Self {
        let rows = net.rows.as_chunks::<SIZE>().0;
        let seen = |row: Row| -> SideRow {
            let numbers = &rows[row.index()];
            let mut seen = SideRow([0; SIZE]);
            for (h, seen) in (0..).zip(seen.0.as_chunks_mut::<BLOCK>().0) {
                let from = usize::from(tables.group.product(h, row.symmetry())) * BLOCK;
                seen.copy_from_slice(&numbers[from..from + BLOCK]);
            }
            seen
        };
        let used: Vec<usize> = (0..CONFIGURATIONS).filter(|&index| occurs(sides(index))).collect();
        let others: Vec<usize> = used.iter().map(|&index| swapped(index)).collect();
        let mut contents = vec![Contents::default(); CONFIGURATIONS];
        for (row, (&index, &other)) in (0..).zip(used.iter().zip(&others)) {
            let class = tables.classes[index];
            (contents[index].rows[0], contents[index].class) = (row, class);
            (contents[other].rows[1], contents[other].other_class) = (row, class);
        }
        let mut grids = Vec::with_capacity(9 * used.len());
        for rows in tables.grids.chunks_exact(CONFIGURATIONS) {
            grids.extend(used.iter().map(|&index| seen(rows[index])));
        }
        let mut targets = Vec::with_capacity(9 * used.len());
        let [moves, waits] = tables.targets.each_ref().map(|rows| rows.chunks_exact(CONFIGURATIONS));
        for (moves, waits) in moves.zip(waits) {
            let both = used.iter().zip(&others).map(|(&index, &other)| [moves[index], waits[other]]);
            targets.extend(both.map(|rows| rows.map(seen)));
        }
        let mut lines = Vec::with_capacity(8 * LINE_CLASSES);
        for line in &tables.lines {
            let row = |classes| seen(tables.line_row_of(line, classes, Player::First));
            lines.extend((0..LINE_CLASSES).map(row));
        }
        let layer = |layer: &plateau_learn::net::OutputLayer| {
            let [own, opponent] = array(layer.weights.as_chunks::<SIZE>().0);
            [Numbers::join(&own, &opponent), Numbers::join(&opponent, &own)]
                .map(|weights| OutputLayer { weights, bias: layer.bias })
        };
        Self {
            grids,
            occurring: used.len(),
            targets,
            any: tables.any.map(seen),
            won: used.iter().map(|&index| seen(tables.won[index])).collect(),
            lines,
            lines_of: std::array::from_fn(|grid| {
                let lines = LINES_OF[grid].iter().map(|&line| {
                    let grids = tables.lines[usize::from(line)].grids;
                    let place = grids.iter().position(|&other| usize::from(other) == grid);
                    let factor = CLASSES.pow(2 - place.unwrap_or(2) as u32) as u16;
                    LineOf { line, factor }
                });
                lines.collect()
            }),
            bias: Numbers::join(&array(&net.bias), &array(&net.bias)),
            layers: net.stages.iter().map(layer).collect(),
            stages: std::array::from_fn(|taken| net.stage(taken as u32) as u8),
            unit: net.unit,
            contents,
        }
    }
}

#[expect(clippy::inline_always, reason = "the sums stay in registers at every node")]
impl NetTables {
    /// Returns the contents of a grid.
    #[inline(always)]
    pub fn contents(&self, board: &Board, grid: usize) -> Contents {
        self.contents_of(cells(board, Player::First, grid))
    }

    /// Returns the contents of a grid with these cells of both players.
    #[inline(always)]
    pub fn contents_of(&self, cells: [u16; 2]) -> Contents {
        self.contents[configuration(cells)]
    }

    /// Returns the lines through a grid.
    #[inline(always)]
    pub fn lines_of(&self, grid: usize) -> &[LineOf] {
        &self.lines_of[grid]
    }

    /// Returns the rows of a grid.
    #[inline(always)]
    pub fn grid(&self, grid: usize, contents: Contents) -> [&SideRow; 2] {
        contents.rows.map(|row| &self.grids[grid * self.occurring + usize::from(row)])
    }

    /// Returns the rows of a line.
    #[inline(always)]
    pub fn line(&self, line: usize, LineClasses(classes): LineClasses) -> [&SideRow; 2] {
        classes.map(|classes| &self.lines[line * LINE_CLASSES + usize::from(classes)])
    }

    /// Returns the rows of the board of grids.
    #[inline(always)]
    pub fn won(&self, board: &Board) -> [&SideRow; 2] {
        let contents = self.contents_of(Player::BOTH.map(|player| board.won(player)));
        contents.rows.map(|row| &self.won[usize::from(row)])
    }

    /// Returns the rows of the target grid.
    #[inline(always)]
    pub fn target(&self, board: &Board) -> [&SideRow; 2] {
        let [moves, waits] = match board.target() {
            ANY => &self.any,
            grid => {
                let grid = usize::from(grid);
                let contents = self.contents_of(cells(board, board.turn(), grid));
                &self.targets[grid * self.occurring + usize::from(contents.rows[0])]
            }
        };
        if board.turn() == Player::First { [moves, waits] } else { [waits, moves] }
    }

    /// Returns the value of a sum for the side to move.
    #[inline(always)]
    pub fn value(&self, board: &Board, numbers: &Numbers) -> i32 {
        let taken = 81 - board.empty().count_ones();
        let layer = &self.layers[usize::from(self.stages[taken as usize])][board.turn().index()];
        let output = i64::from(numbers.output(&layer.weights)) + i64::from(layer.bias);
        (output * i64::from(self.unit) / i64::from(HIDDEN_ONE * OUTPUT_ONE)) as i32
    }
}
