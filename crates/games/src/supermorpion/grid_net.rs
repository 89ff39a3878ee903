//! A learned evaluation with 32 numbers per row: the same values as those of its net, about
//! twice as fast.
//!
//! Rows are stored for every grid and every line as the board shows them, so no symmetry is
//! looked up while searching, and the rows of both sides lie next to each other.

use std::sync::Arc;

use plateau_core::{Player, Position};
use plateau_learn::net::{HIDDEN_ONE, OUTPUT_ONE};
use plateau_learn::{Net, Row};
use plateau_search::Evaluator;

use super::board::{ANY, Board};
use super::features::{GridFeatures, Tables};
use super::grid_contents::{CONFIGURATIONS, cells, configuration, occurs, sides, swapped};
use super::grid_lines::{CLASSES, LINES_OF};
use super::side_numbers::{BLOCK, Numbers, SIZE};

/// The sums of a position, without the target, which changes with every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridSums {
    numbers: Numbers,
    /// The classes of the grids of each line, as one number.
    lines: [u16; 8],
}

/// What the tables know of a configuration.
#[derive(Clone, Copy, Debug, Default)]
struct Contents {
    /// Its number among those that occur.
    row: u16,
    class: u16,
}

/// A line through a grid.
#[derive(Clone, Copy, Debug)]
struct LineOf {
    line: u8,
    /// The weight of the grid's class in the number of the line's classes.
    factor: u16,
}

/// Evaluates positions by a net.
#[derive(Clone, Debug)]
pub struct GridNet(Arc<Weights>);

#[derive(Debug)]
struct Weights {
    /// By configuration.
    contents: Vec<Contents>,
    /// The rows of each grid, by number of its contents as the first player sees them.
    grids: Vec<Numbers>,
    /// The number of contents that occur.
    occurring: usize,
    /// The rows of each grid as the target, by number of its contents as the side to move sees
    /// them: first what the side to move sees, then what its opponent sees.
    targets: Vec<Numbers>,
    /// The row of being free to play in any grid, in the same order.
    any: Numbers,
    /// The rows of the board of grids, by configuration.
    won: Vec<Numbers>,
    /// The rows of each line, by the classes of its grids.
    lines: Vec<Numbers>,
    lines_of: [Vec<LineOf>; 9],
    bias: Numbers,
    /// The output layers, by number of taken cells and side to move.
    layers: Vec<[OutputLayer; 2]>,
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

impl GridNet {
    /// Creates the tables of a net. Returns `None` if it has another length of rows.
    pub fn new(features: &GridFeatures, net: &Net) -> Option<Self> {
        let tables = &*features.0;
        (net.size == SIZE).then(|| Self(Arc::new(Weights::new(tables, net))))
    }

    /// Returns the values of the bias alone and with the grids, the lines, the grids won and the
    /// target added one after the other. The last one is the value of the position.
    pub(super) fn cumulative_values(&self, board: &Board) -> [i32; 5] {
        let weights = &*self.0;
        let GridSums { lines, .. } = self.accumulator(board);
        let grids = (0..9).map(|grid| weights.grid(grid, weights.contents(board, grid)));
        let with_grids = grids.fold(weights.bias, |sum, row| sum.plus(row));
        let lines = (0..).zip(lines).map(|(line, classes)| weights.line(line, classes));
        let with_lines = lines.fold(with_grids, |sum, row| sum.plus(row));
        let with_won = with_lines.plus(weights.won(board));
        let all = with_won.plus(&weights.target(board));
        [weights.bias, with_grids, with_lines, with_won, all].map(|numbers| weights.value(board, &numbers))
    }

    /// Returns the value as if a grid were empty, apart from what follows from who has won it.
    pub(super) fn value_without(&self, board: &Board, sums: &GridSums, grid: usize) -> i32 {
        let weights = &*self.0;
        let empty = weights.contents[configuration([0, 0])];
        let sums = weights.replaced(sums, grid, weights.contents(board, grid), empty);
        self.evaluate(board, &sums)
    }
}

#[expect(clippy::inline_always, reason = "the sums stay in registers at every node")]
impl Weights {
    fn new(tables: &Tables, net: &Net) -> Self {
        let rows = net.rows.as_chunks::<SIZE>().0;
        let seen = |row: Row| -> [i16; SIZE] {
            let numbers = &rows[row.index()];
            let mut seen = [0; SIZE];
            for (h, seen) in (0..).zip(seen.as_chunks_mut::<BLOCK>().0) {
                let from = usize::from(tables.group.product(h, row.symmetry())) * BLOCK;
                seen.copy_from_slice(&numbers[from..from + BLOCK]);
            }
            seen
        };
        let join = |first: Row, second: Row| Numbers::join(&seen(first), &seen(second));
        let used: Vec<usize> = (0..CONFIGURATIONS).filter(|&index| occurs(sides(index))).collect();
        let mut contents = vec![Contents::default(); CONFIGURATIONS];
        for (row, &index) in (0..).zip(&used) {
            contents[index] = Contents { row, class: tables.classes[index].into() };
        }
        let swapped: Vec<usize> = (0..CONFIGURATIONS).map(swapped).collect();
        let by_grid = |first: &[Row], second: &[Row]| -> Vec<Numbers> {
            let grids = first.chunks_exact(CONFIGURATIONS).zip(second.chunks_exact(CONFIGURATIONS));
            let mut numbers = Vec::with_capacity(9 * used.len());
            for (first, second) in grids {
                numbers.extend(used.iter().map(|&index| join(first[index], second[swapped[index]])));
            }
            numbers
        };
        let mut lines = Vec::with_capacity(8 * LINE_CLASSES);
        for line in &tables.lines {
            lines.extend((0..LINE_CLASSES).map(|classes| {
                let [first, second] = Player::BOTH.map(|side| tables.line_row_of(line, classes, side));
                join(first, second)
            }));
        }
        let [moves, waits] = &tables.targets;
        let layer = |taken: u32| {
            let layer = &net.stages[net.stage(taken)];
            let [own, opponent] = array(layer.weights.as_chunks::<SIZE>().0);
            [Numbers::join(&own, &opponent), Numbers::join(&opponent, &own)]
                .map(|weights| OutputLayer { weights, bias: layer.bias })
        };
        Self {
            grids: by_grid(&tables.grids, &tables.grids),
            occurring: used.len(),
            targets: by_grid(moves, waits),
            any: join(tables.any[0], tables.any[1]),
            won: (0..CONFIGURATIONS)
                .map(|index| join(tables.won[index], tables.won[swapped[index]]))
                .collect(),
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
            layers: (0..=81).map(layer).collect(),
            unit: net.unit,
            contents,
        }
    }

    #[inline]
    fn contents(&self, board: &Board, grid: usize) -> Contents {
        self.contents[configuration(cells(board, Player::First, grid))]
    }

    #[inline]
    fn grid(&self, grid: usize, contents: Contents) -> &Numbers {
        &self.grids[grid * self.occurring + usize::from(contents.row)]
    }

    #[inline]
    fn line(&self, line: usize, classes: u16) -> &Numbers {
        &self.lines[line * LINE_CLASSES + usize::from(classes)]
    }

    #[inline]
    fn won(&self, board: &Board) -> &Numbers {
        &self.won[configuration(Player::BOTH.map(|player| board.won(player)))]
    }

    /// Replaces the contents of a grid, and with them the classes of its lines.
    #[inline(always)]
    fn replaced(&self, sums: &GridSums, grid: usize, old: Contents, new: Contents) -> GridSums {
        let GridSums { mut numbers, mut lines } = *sums;
        numbers.replace(self.grid(grid, old), self.grid(grid, new));
        if old.class != new.class {
            for &LineOf { line, factor } in &self.lines_of[grid] {
                let line = usize::from(line);
                let classes = lines[line] + factor * new.class - factor * old.class;
                numbers.replace(self.line(line, lines[line]), self.line(line, classes));
                lines[line] = classes;
            }
        }
        GridSums { numbers, lines }
    }

    /// Returns the value of a sum for the side to move.
    #[inline(always)]
    fn value(&self, board: &Board, numbers: &Numbers) -> i32 {
        let taken = 81 - board.empty().count_ones();
        let layer = &self.layers[taken as usize][board.turn().index()];
        let output = i64::from(numbers.output(&layer.weights)) + i64::from(layer.bias);
        (output * i64::from(self.unit) / i64::from(HIDDEN_ONE * OUTPUT_ONE)) as i32
    }

    #[inline]
    fn target(&self, board: &Board) -> Numbers {
        let row = match board.target() {
            ANY => &self.any,
            grid => {
                let grid = usize::from(grid);
                let contents = self.contents[configuration(cells(board, board.turn(), grid))];
                &self.targets[grid * self.occurring + usize::from(contents.row)]
            }
        };
        if board.turn() == Player::First { *row } else { row.with_sides_swapped() }
    }
}

impl Evaluator<Board> for GridNet {
    type Accumulator = GridSums;

    fn accumulator(&self, board: &Board) -> GridSums {
        let weights = &*self.0;
        let mut numbers = weights.bias.plus(weights.won(board));
        let mut lines = [0; 8];
        for (grid, lines_of) in weights.lines_of.iter().enumerate() {
            let contents = weights.contents(board, grid);
            numbers = numbers.plus(weights.grid(grid, contents));
            for &LineOf { line, factor } in lines_of {
                lines[usize::from(line)] += factor * contents.class;
            }
        }
        for (line, &classes) in lines.iter().enumerate() {
            numbers = numbers.plus(weights.line(line, classes));
        }
        GridSums { numbers, lines }
    }

    #[inline]
    fn update(&self, parent: &GridSums, before: &Board, mv: u8, after: &Board) -> GridSums {
        let weights = &*self.0;
        let grid = usize::from(mv) / 9;
        let [old, new] = [before, after].map(|board| weights.contents(board, grid));
        let mut sums = weights.replaced(parent, grid, old, new);
        let mover = before.turn();
        if before.won(mover) != after.won(mover) {
            sums.numbers.replace(weights.won(before), weights.won(after));
        }
        sums
    }

    #[inline]
    fn evaluate(&self, board: &Board, sums: &GridSums) -> i32 {
        self.0.value(board, &sums.numbers.plus(&self.0.target(board)))
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
                assert_eq!(sums, tables.accumulator(&board), "{board:?}");
                let moves = board.legal_moves();
                let choice = mix2(seed, board.key()) as usize % moves.len();
                let mv = moves.clone().nth(choice).unwrap();
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
