//! A learned evaluation with 32 numbers per row: the same values as those of its net, about
//! twice as fast.
//!
//! `NetTables` store the rows of every grid and every line as the board shows them, so no symmetry
//! is looked up for them while searching.

use std::sync::Arc;

use plateau_core::Position;
use plateau_learn::Net;
use plateau_search::Evaluator;

use super::board::{ANY, Board};
use super::features::GridFeatures;
use super::net_tables::{Contents, LineClasses, LineOf, NetTables};
use super::side_numbers::{Numbers, SIZE};

/// The sums of a position, without the target, which changes with every move.
#[derive(Clone, Copy, Debug)]
pub struct GridSums {
    numbers: Numbers,
    lines: [LineClasses; 8],
    siblings: Siblings,
}

/// What the positions after moves in one grid have in common.
#[derive(Clone, Copy, Debug)]
struct Siblings {
    /// The grid, or [`ANY`] if the moves of no grid have been evaluated.
    grid: u8,
    /// The contents of the grid before the move.
    contents: Contents,
    /// The sums without the grid.
    without_grid: Numbers,
    /// The sums without the grid and the lines through it.
    without_lines: Numbers,
}

impl Siblings {
    const NONE: Self = Self {
        grid: ANY,
        contents: Contents::NONE,
        without_grid: Numbers::ZERO,
        without_lines: Numbers::ZERO,
    };
}

/// Evaluates positions by a net.
#[derive(Clone, Debug)]
pub struct GridNet(Arc<NetTables>);

impl GridNet {
    /// Creates the tables of a net. Returns `None` if it has another length of rows.
    pub fn new(features: &GridFeatures, net: &Net) -> Option<Self> {
        (net.size == SIZE).then(|| Self(Arc::new(NetTables::new(&features.0, net))))
    }

    /// Returns the values of the bias alone and with the grids, the lines, the grids won and the
    /// target added one after the other. The last one is the value of the position.
    pub(super) fn cumulative_values(&self, board: &Board) -> [i32; 5] {
        let tables = &*self.0;
        let GridSums { lines, .. } = self.accumulator(board);
        let grids = (0..9).map(|grid| tables.grid(grid, tables.contents(board, grid)));
        let with_grids = grids.fold(tables.bias, |sum, rows| sum.plus_rows(rows));
        let lines = lines.iter().enumerate().map(|(line, &classes)| tables.line(line, classes));
        let with_lines = lines.fold(with_grids, |sum, rows| sum.plus_rows(rows));
        let with_won = with_lines.plus_rows(tables.won(board));
        let all = with_won.plus_rows(tables.target(board));
        [tables.bias, with_grids, with_lines, with_won, all].map(|numbers| tables.value(board, &numbers))
    }

    /// Returns the value as if a grid were empty, apart from what follows from who has won it.
    pub(super) fn value_without(&self, board: &Board, sums: &GridSums, grid: usize) -> i32 {
        let tables = &*self.0;
        let empty = tables.contents_of([0, 0]);
        let siblings = tables.siblings(sums, board, grid);
        let numbers = tables.child_numbers(sums, &siblings, grid, empty);
        tables.value(board, &numbers.plus_rows(tables.target(board)))
    }
}

#[expect(clippy::inline_always, reason = "the sums stay in registers at every node")]
impl NetTables {
    /// Returns what the positions after moves in a grid have in common.
    #[inline(always)]
    fn siblings(&self, sums: &GridSums, board: &Board, grid: usize) -> Siblings {
        let contents = self.contents(board, grid);
        let without_grid = sums.numbers.minus_rows(self.grid(grid, contents));
        let mut without_lines = without_grid;
        for &LineOf { line, .. } in self.lines_of(grid) {
            let line = usize::from(line);
            without_lines = without_lines.minus_rows(self.line(line, sums.lines[line]));
        }
        Siblings { grid: grid as u8, contents, without_grid, without_lines }
    }

    /// Returns the sums after a grid has got new contents, without what changes if it is won.
    #[inline(always)]
    fn child_numbers(&self, parent: &GridSums, siblings: &Siblings, grid: usize, new: Contents) -> Numbers {
        let Siblings { contents: old, without_grid, without_lines, .. } = siblings;
        let rows = self.grid(grid, new);
        if new.class == old.class {
            return without_grid.plus_rows(rows);
        }
        let mut numbers = without_lines.plus_rows(rows);
        for line_of in self.lines_of(grid) {
            let line = usize::from(line_of.line);
            numbers = numbers.plus_rows(self.line(line, parent.lines[line].after(line_of, *old, new)));
        }
        numbers
    }
}

impl Evaluator<Board> for GridNet {
    type Accumulator = GridSums;

    fn accumulator(&self, board: &Board) -> GridSums {
        let tables = &*self.0;
        let mut numbers = tables.bias.plus_rows(tables.won(board));
        let mut lines = [LineClasses::default(); 8];
        for grid in 0..9 {
            let contents = tables.contents(board, grid);
            numbers = numbers.plus_rows(tables.grid(grid, contents));
            for line_of in tables.lines_of(grid) {
                let classes = &mut lines[usize::from(line_of.line)];
                *classes = classes.after(line_of, Contents::NONE, contents);
            }
        }
        for (line, &classes) in lines.iter().enumerate() {
            numbers = numbers.plus_rows(tables.line(line, classes));
        }
        GridSums { numbers, lines, siblings: Siblings::NONE }
    }

    #[inline]
    fn update(&self, parent: &GridSums, before: &Board, mv: u8, after: &Board) -> GridSums {
        let tables = &*self.0;
        let grid = usize::from(mv) / 9;
        let [old, new] = [before, after].map(|board| tables.contents(board, grid));
        let [old_rows, new_rows] = [old, new].map(|contents| tables.grid(grid, contents));
        let mut numbers = parent.numbers.minus_rows(old_rows).plus_rows(new_rows);
        let mut lines = parent.lines;
        if old.class != new.class {
            for line_of in tables.lines_of(grid) {
                let line = usize::from(line_of.line);
                let classes = lines[line].after(line_of, old, new);
                numbers =
                    numbers.minus_rows(tables.line(line, lines[line])).plus_rows(tables.line(line, classes));
                lines[line] = classes;
            }
        }
        let mover = before.turn();
        if before.won(mover) != after.won(mover) {
            numbers = numbers.minus_rows(tables.won(before)).plus_rows(tables.won(after));
        }
        GridSums { numbers, lines, siblings: Siblings::NONE }
    }

    #[inline]
    fn evaluate(&self, board: &Board, sums: &GridSums) -> i32 {
        let tables = &*self.0;
        tables.value(board, &sums.numbers.plus_rows(tables.target(board)))
    }

    #[inline]
    fn evaluate_child(&self, parent: &mut GridSums, before: &Board, mv: u8, after: &Board) -> i32 {
        let tables = &*self.0;
        let grid = usize::from(mv) / 9;
        if usize::from(parent.siblings.grid) != grid {
            parent.siblings = tables.siblings(parent, before, grid);
        }
        let contents = tables.contents(after, grid);
        let mut numbers = tables.child_numbers(parent, &parent.siblings, grid, contents);
        let mover = before.turn();
        if before.won(mover) != after.won(mover) {
            numbers = numbers.minus_rows(tables.won(before)).plus_rows(tables.won(after));
        }
        tables.value(after, &numbers.plus_rows(tables.target(after)))
    }
}

#[cfg(test)]
mod tests {
    use plateau_core::hash::{mix, mix2};
    use plateau_learn::{NetEvaluator, RowTable, Shape};

    use super::*;

    /// A net with random weights as large as a fit may leave them.
    fn random_net(features: &GridFeatures) -> Net {
        let mut net = Net::zero(SIZE, 4, 200, &Shape::of(features));
        let random = |seed: u64, limit: u64| (mix(seed) % (2 * limit + 1)) as i16 - limit as i16;
        let limit = plateau_learn::net::WeightLimits::new(SIZE, features.slots()).row as u64;
        for (i, weight) in (0..).zip(&mut net.rows) {
            *weight = random(i, if i % 3 == 0 { limit } else { 100 });
        }
        for (i, weight) in (1 << 40..).zip(net.stages.iter_mut().flat_map(|layer| &mut layer.weights)) {
            *weight = random(i, 16_000);
        }
        for (layer, bias) in net.stages.iter_mut().zip([0, 70_000, -5_000, 999]) {
            layer.bias = bias;
        }
        for (i, bias) in (1 << 50..).zip(&mut net.bias) {
            *bias = random(i, 500);
        }
        net
    }

    #[test]
    fn tables_have_the_values_of_their_net() {
        let features = GridFeatures::default();
        let net = random_net(&features);
        let tables = GridNet::new(&features, &net).unwrap();
        let slow = NetEvaluator::new(features, Arc::new(net));
        for seed in 0..40 {
            let mut board = Board::start(false);
            let mut sums = tables.accumulator(&board);
            while board.outcome().is_none() {
                let value = tables.evaluate(&board, &sums);
                assert_eq!(value, slow.evaluate(&board, &slow.accumulator(&board)), "{board:?}");
                let GridSums { numbers, lines, .. } = tables.accumulator(&board);
                assert_eq!((sums.numbers, sums.lines), (numbers, lines), "{board:?}");
                let moves = board.legal_moves();
                let choice = mix2(seed, board.key()) as usize % moves.len();
                let mv = moves.clone().nth(choice).unwrap();
                for mv in moves {
                    let after = board.after(mv);
                    let child = tables.update(&sums, &board, mv, &after);
                    let value = tables.evaluate(&after, &child);
                    assert_eq!(tables.evaluate_child(&mut sums, &board, mv, &after), value, "{board:?} {mv}");
                }
                let after = board.after(mv);
                sums = tables.update(&sums, &board, mv, &after);
                board = after;
            }
        }
    }

    #[test]
    fn nets_of_another_size_are_refused() {
        let features = GridFeatures::default();
        let net = Net::zero(SIZE / 2, 4, 200, &Shape::of(&features));
        assert!(GridNet::new(&features, &net).is_none());
    }
}
