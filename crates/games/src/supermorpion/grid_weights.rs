//! A learned evaluation with one number per row, as tables of weights: the same values as those
//! of its net, several times as fast.
//!
//! It walks over the grids as [`GridFeatures`] does. Code generic over both was measured to be a
//! quarter slower.

use std::sync::Arc;

use plateau_core::{Player, Position};
use plateau_learn::Net;
use plateau_learn::net::{HIDDEN_ONE, LINEAR_WEIGHTS, OUTPUT_ONE};
use plateau_search::Evaluator;

use super::board::{ANY, Board};
use super::features::{CONFIGURATIONS, GridFeatures, base_3, cells, sides};
use super::grid_lines::{CLASSES, GridClasses, LINES_OF, Line};

/// Evaluates positions by a sum of weights.
#[derive(Clone, Debug)]
pub struct GridWeights(Arc<Weights>);

#[derive(Debug)]
struct Weights {
    /// The cells of a set as digits in base 3.
    places: [u16; 512],
    /// The weights of the contents of each grid.
    grids: Vec<i16>,
    /// The weights of the contents of each grid as the target.
    targets: Vec<i16>,
    /// The weight of being free to play in any grid.
    any: i16,
    /// The weights of the grids that are won.
    won: Vec<i16>,
    /// The class of each configuration of a grid.
    classes: Vec<u8>,
    lines: [Line; 8],
    /// The weights of the classes of three grids, for each side and kind of line.
    line_tables: [[Vec<i16>; 3]; 2],
    /// The bias by the number of taken cells.
    bias: Vec<i32>,
    unit: i32,
}

/// The parts of a value, in units of the weights.
pub(super) struct WeightSums {
    pub(super) grids: [i32; 9],
    pub(super) lines: i32,
    pub(super) won: i32,
    pub(super) target: i32,
}

/// The sums of both sides without the target, which changes with every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridSums {
    /// The sums of the grids, their lines and those that are won, by [`Player::index`].
    sums: [i32; 2],
    classes: GridClasses,
}

impl GridWeights {
    /// Creates the tables of a net. Returns `None` if it has more than one number per row, or other
    /// output weights than those of a sum.
    pub fn new(features: &GridFeatures, net: &Net) -> Option<Self> {
        if net.size != 1 || net.stages.iter().any(|layer| layer.weights != LINEAR_WEIGHTS) {
            return None;
        }
        let tables = &*features.0;
        let configurations: Vec<[u16; 2]> = (0..CONFIGURATIONS).map(sides).collect();
        let by_grid = |row: &dyn Fn(usize, [u16; 2]) -> usize| -> Vec<i16> {
            let all = (0..9).flat_map(|grid| configurations.iter().map(move |&contents| (grid, contents)));
            all.map(|(grid, contents)| net.rows[row(grid, contents)]).collect()
        };
        let weights_of =
            |rows: &Vec<plateau_learn::Row>| rows.iter().map(|row| net.rows[row.index()]).collect();
        Some(Self(Arc::new(Weights {
            places: std::array::from_fn(|cells| base_3(cells as u16)),
            grids: by_grid(&|grid, contents| tables.grid_row(grid, contents)),
            targets: by_grid(&|grid, contents| tables.target_grid_row(grid, contents)),
            any: net.rows[tables.any.index()],
            won: weights_of(&tables.won),
            classes: tables.classes.clone(),
            lines: tables.lines,
            line_tables: tables.line_rows.each_ref().map(|kinds| kinds.each_ref().map(weights_of)),
            bias: (0..=81).map(|taken| net.stages[net.stage(taken)].bias).collect(),
            unit: net.unit,
        })))
    }

    /// Returns the value of a sum.
    #[inline]
    pub(super) fn value(&self, board: &Board, sum: i32) -> i32 {
        let taken = 81 - board.empty().count_ones();
        let output = i64::from(sum * OUTPUT_ONE + self.0.bias[taken as usize]);
        (output * i64::from(self.0.unit) / i64::from(HIDDEN_ONE * OUTPUT_ONE)) as i32
    }

    /// Returns the parts of a value for the side to move.
    pub(super) fn weight_sums(&self, board: &Board) -> WeightSums {
        let (weights, side) = (&*self.0, board.turn());
        let classes = weights.grid_classes(board);
        WeightSums {
            grids: std::array::from_fn(|grid| weights.grid(board, side, grid)),
            lines: weights.lines.iter().map(|line| weights.line(line, &classes, side)).sum(),
            won: weights.won(board, side),
            target: weights.target(board),
        }
    }
}

impl Weights {
    /// Returns the index of a configuration.
    #[inline]
    fn index(&self, [own, opponent]: [u16; 2]) -> usize {
        usize::from(self.places[usize::from(own)] + 2 * self.places[usize::from(opponent)])
    }

    #[inline]
    fn grid(&self, board: &Board, side: Player, grid: usize) -> i32 {
        i32::from(self.grids[grid * CONFIGURATIONS + self.index(cells(board, side, grid as u32))])
    }

    #[inline]
    fn won(&self, board: &Board, side: Player) -> i32 {
        i32::from(self.won[self.index([side, side.other()].map(|player| board.won(player)))])
    }

    #[inline]
    fn line(&self, line: &Line, GridClasses(classes): &GridClasses, side: Player) -> i32 {
        let [a, b, c] = line.grids.map(|grid| usize::from(classes[usize::from(grid)]));
        let weights = &self.line_tables[side.index()][usize::from(line.kind)];
        i32::from(weights[(a * CLASSES + b) * CLASSES + c])
    }

    /// Returns the weight of the target for the side to move.
    #[inline]
    fn target(&self, board: &Board) -> i32 {
        i32::from(match board.target() {
            ANY => self.any,
            grid => {
                let index = self.index(cells(board, board.turn(), u32::from(grid)));
                self.targets[usize::from(grid) * CONFIGURATIONS + index]
            }
        })
    }

    /// Returns the class of a grid, as the first player sees it.
    #[inline]
    fn class(&self, board: &Board, grid: usize) -> u8 {
        self.classes[self.index(cells(board, Player::First, grid as u32))]
    }

    fn grid_classes(&self, board: &Board) -> GridClasses {
        GridClasses(std::array::from_fn(|grid| self.class(board, grid)))
    }
}

impl Evaluator<Board> for GridWeights {
    type Accumulator = GridSums;

    fn accumulator(&self, board: &Board) -> GridSums {
        let weights = &*self.0;
        let classes = weights.grid_classes(board);
        let sums = Player::BOTH.map(|side| {
            let grids: i32 = (0..9).map(|grid| weights.grid(board, side, grid)).sum();
            let lines: i32 = weights.lines.iter().map(|line| weights.line(line, &classes, side)).sum();
            grids + lines + weights.won(board, side)
        });
        GridSums { sums, classes }
    }

    #[inline]
    fn update(&self, parent: &GridSums, before: &Board, mv: u8, after: &Board) -> GridSums {
        let weights = &*self.0;
        let grid = usize::from(mv) / 9;
        let mut sums = *parent;
        sums.classes.0[grid] = weights.class(after, grid);
        let is_new_class = sums.classes != parent.classes;
        let mover = before.turn();
        let wins = before.won(mover) != after.won(mover);
        for side in Player::BOTH {
            let sum = &mut sums.sums[side.index()];
            *sum += weights.grid(after, side, grid) - weights.grid(before, side, grid);
            if is_new_class {
                for &line in LINES_OF[grid] {
                    let line = &weights.lines[usize::from(line)];
                    *sum +=
                        weights.line(line, &sums.classes, side) - weights.line(line, &parent.classes, side);
                }
            }
            if wins {
                *sum += weights.won(after, side) - weights.won(before, side);
            }
        }
        sums
    }

    #[inline]
    fn evaluate(&self, board: &Board, sums: &GridSums) -> i32 {
        self.value(board, sums.sums[board.turn().index()] + self.0.target(board))
    }
}

#[cfg(test)]
mod tests {
    use plateau_learn::{NetEvaluator, Shape};

    use super::*;

    #[test]
    fn tables_have_the_values_of_their_net() {
        let features = GridFeatures::default();
        let mut net = Net::zero(1, 4, 200, &Shape::of(&features));
        for (i, weight) in net.rows.iter_mut().enumerate() {
            *weight = (plateau_core::hash::mix(i as u64) % 601) as i16 - 300;
        }
        for (layer, bias) in net.stages.iter_mut().zip([0, 70_000, -5_000, 999]) {
            layer.bias = bias;
        }
        let tables = GridWeights::new(&features, &net).unwrap();
        let slow = NetEvaluator::new(features, Arc::new(net));
        for seed in 0..40 {
            let mut board = Board::start(false);
            let mut accumulator = tables.accumulator(&board);
            while board.outcome().is_none() {
                let value = tables.evaluate(&board, &accumulator);
                assert_eq!(value, slow.evaluate(&board, &slow.accumulator(&board)), "{board:?}");
                assert_eq!(accumulator, tables.accumulator(&board), "{board:?}");
                let moves = board.legal_moves();
                let choice = plateau_core::hash::mix2(seed, board.key()) as usize % moves.len();
                let mv = moves.clone().nth(choice).unwrap();
                let after = board.after(mv);
                accumulator = tables.update(&accumulator, &board, mv, &after);
                board = after;
            }
        }
    }
}
