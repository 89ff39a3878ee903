//! Static evaluation of tic-tac-toe.

use plateau_core::Position;
use plateau_search::{Evaluator, MovePicker};

use super::Board;
use crate::square3;

const CENTRE: u16 = 0b000_010_000;
const CORNERS: u16 = 0b101_000_101;
const SIDES: u16 = 0b010_101_010;

/// The baseline's value of each kind of cell.
pub(super) const CELL_KINDS: [(u16, i32); 3] = [(CENTRE, 5), (CORNERS, 3), (SIDES, 1)];
/// The baseline's value of a line of two stones and an empty cell.
pub(super) const TWO_IN_LINE: i32 = 5;

/// Counts the lines with this many own stones and otherwise only empty cells.
pub(super) fn open_lines(own: u16, opponent: u16, stones: u32) -> i32 {
    let is_open = |line: &&u16| **line & opponent == 0 && (**line & own).count_ones() == stones;
    square3::LINES.iter().filter(is_open).count() as i32
}

/// Returns the stones of the side to move and of the opponent.
pub(super) fn sides(board: &Board) -> [u16; 2] {
    [board.turn(), board.turn().other()].map(|player| board.stones(player))
}

/// The baseline evaluation: 5 for each line of two own stones and an empty cell, 5 for the
/// centre, 3 for each corner and 1 for each side, less the same for the opponent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Baseline;

impl Evaluator<Board> for Baseline {
    type Accumulator = ();

    fn accumulator(&self, _: &Board) {}

    fn update(&self, (): &(), _: &Board, _: u8, _: &Board) {}

    fn evaluate(&self, board: &Board, (): &()) -> i32 {
        let [own, opponent] = sides(board);
        let value = |own: u16, opponent: u16| {
            let cells = CELL_KINDS.map(|(kind, value)| value * (own & kind).count_ones() as i32);
            TWO_IN_LINE * open_lines(own, opponent, 2) + cells.iter().sum::<i32>()
        };
        value(own, opponent) - value(opponent, own)
    }
}

impl MovePicker<Board> for Baseline {
    /// Orders moves by the value of their cell.
    fn order_score(&self, _: &Board, cell: u8) -> i32 {
        CELL_KINDS.iter().find(|(kind, _)| kind >> cell & 1 != 0).map_or(0, |(_, value)| *value)
    }
}

/// Evaluates the lines that are open to each side.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

impl OpenLines {
    /// The value of an open line with no stone, one stone, two stones.
    pub(super) const OPEN: [i32; 3] = [0, 20, 60];
    /// The value of a win in one or two plies.
    pub(super) const WINS: i32 = 500;

    fn lines(own: u16, opponent: u16) -> i32 {
        (0..).zip(Self::OPEN).map(|(stones, value)| value * open_lines(own, opponent, stones)).sum()
    }

    /// Returns 1 if the side to move completes a line now, −1 if the opponent has two lines to
    /// complete, and otherwise 0.
    pub(super) fn decided(own: u16, opponent: u16) -> i32 {
        let wins = open_lines(own, opponent, 2) > 0;
        // One threat can be blocked, two cannot.
        let loses = !wins && open_lines(opponent, own, 2) > 1;
        i32::from(wins) - i32::from(loses)
    }
}

impl Evaluator<Board> for OpenLines {
    type Accumulator = ();

    fn accumulator(&self, _: &Board) {}

    fn update(&self, (): &(), _: &Board, _: u8, _: &Board) {}

    fn evaluate(&self, board: &Board, (): &()) -> i32 {
        let [own, opponent] = sides(board);
        Self::decided(own, opponent) * Self::WINS + Self::lines(own, opponent) - Self::lines(opponent, own)
    }
}

impl MovePicker<Board> for OpenLines {
    /// Orders wins first, then blocks, then cells by the number of their lines.
    fn order_score(&self, board: &Board, cell: u8) -> i32 {
        let [own, opponent] = sides(board);
        let completes = |stones: u16| i32::from(square3::has_line(stones | 1 << cell));
        let lines = square3::LINES.iter().filter(|&line| line >> cell & 1 != 0).count() as i32;
        20_000 * completes(own) + 10_000 * completes(opponent) + 100 * lines
    }
}

#[cfg(test)]
mod tests {
    use plateau_core::Variant;

    use super::*;
    use crate::tictactoe::TicTacToe;

    /// Visits every unfinished position, some of them more than once.
    fn for_each_position(board: &Board, check: &impl Fn(&Board)) {
        if board.outcome().is_none() {
            check(board);
            board.legal_moves().for_each(|mv| for_each_position(&board.after(mv), check));
        }
    }

    fn assert_symmetric(evaluator: &(impl Evaluator<Board, Accumulator = ()> + MovePicker<Board>)) {
        for_each_position(&TicTacToe.start(), &|board| {
            let value = evaluator.evaluate(board, &());
            assert!(value.abs() < 2_000, "{value}");
            let swapped = Board { turn: board.turn.other(), ..*board };
            assert_eq!(evaluator.evaluate(&swapped, &()), value);
            for &symmetry in board.symmetries() {
                let image = board.transform(symmetry);
                assert_eq!(evaluator.evaluate(&image, &()), value);
                for mv in board.legal_moves() {
                    let order_score = evaluator.order_score(&image, board.transform_move(mv, symmetry));
                    assert_eq!(order_score, evaluator.order_score(board, mv));
                }
            }
        });
    }

    #[test]
    fn values_are_equal_for_symmetric_positions_and_swapped_sides() {
        assert_symmetric(&Baseline);
        assert_symmetric(&OpenLines);
    }

    #[test]
    fn open_lines_is_antisymmetric_without_threats() {
        for_each_position(&TicTacToe.start(), &|board| {
            let [own, opponent] = sides(board);
            let passed = Board { own: board.opponent, opponent: board.own, turn: board.turn.other() };
            if open_lines(own, opponent, 2) + open_lines(opponent, own, 2) == 0 {
                assert_eq!(OpenLines.evaluate(board, &()), -OpenLines.evaluate(&passed, &()));
            }
        });
    }

    #[test]
    fn baseline_counts_lines_and_cells() {
        let value = |text| Baseline.evaluate(&TicTacToe.parse(text).unwrap(), &());
        assert_eq!(value("9 x"), 0);
        assert_eq!(value("4x4 o"), -5);
        // x has the centre and a corner on one line; o has a side.
        assert_eq!(value("x3x2o1 o"), 1 - (5 + 3 + 5));
        assert_eq!(value("xo2x2o1 x"), (5 + 3 + 5) - (1 + 1));
        assert_eq!(value("o1ox2x2 x"), (3 + 1) - (5 + 3 + 3));
    }
}
