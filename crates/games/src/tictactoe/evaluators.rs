//! What an unfinished game of tic-tac-toe is worth.

use plateau_core::Position;
use plateau_search::Evaluator;

use super::Board;
use crate::square3;

/// The cells of a kind.
const CENTRE: u16 = 0b000_010_000;
const CORNERS: u16 = 0b101_000_101;
const SIDES: u16 = 0b010_101_010;

/// How many lines hold so many stones of a set and otherwise none but empty
/// cells.
fn open_lines(own: u16, other: u16, stones: u32) -> i32 {
    let open = |line: &&u16| **line & other == 0 && (**line & own).count_ones() == stones;
    square3::LINES.iter().filter(open).count() as i32
}

/// The stones of the side to move, then those of the other.
fn sides(board: &Board) -> [u16; 2] {
    [board.turn(), board.turn().other()].map(|player| board.stones(player))
}

/// The seed's evaluation, of the list it proposes and then does not use: +5 for
/// each line of two stones and an empty cell, +5 for the centre, +3 for each
/// corner, +1 for each side, −5 for each line of two of the opponent's stones
/// and an empty cell.
///
/// The figures are the seed's. Its list is read as it stands, from the side to
/// move: the opponent's lines count against one, but not the opponent's cells.
/// The value is therefore not the opposite for the other side. A line is two
/// stones and a gap in any order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seed;

impl Evaluator<Board> for Seed {
    type State = ();

    fn state(&self, _: &Board) {}

    fn advance(&self, (): &(), _: &Board, _: u8, _: &Board) {}

    fn evaluate(&self, board: &Board, (): &()) -> i32 {
        let [own, other] = sides(board);
        let cells = |kind: u16| (own & kind).count_ones() as i32;
        let lines = open_lines(own, other, 2) - open_lines(other, own, 2);
        5 * lines + 5 * cells(CENTRE) + 3 * cells(CORNERS) + cells(SIDES)
    }

    /// What the cell counts for.
    fn order_score(&self, _: &Board, (): &(), cell: u8) -> i32 {
        match 1 << cell {
            CENTRE => 5,
            kind if kind & CORNERS != 0 => 3,
            _ => 1,
        }
    }
}

/// Our evaluation: the lines still open to each side, those with two stones
/// first of all. The figures are chosen; any search of this game sees its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ours;

impl Ours {
    /// What a line is worth that holds nothing yet, one stone, two stones.
    const OPEN: [i32; 3] = [0, 20, 60];
    /// A line of two on the move is the game.
    const WINS: i32 = 500;

    fn lines(own: u16, other: u16) -> i32 {
        (0..).zip(Self::OPEN).map(|(stones, worth)| worth * open_lines(own, other, stones)).sum()
    }
}

impl Evaluator<Board> for Ours {
    type State = ();

    fn state(&self, _: &Board) {}

    fn advance(&self, (): &(), _: &Board, _: u8, _: &Board) {}

    fn evaluate(&self, board: &Board, (): &()) -> i32 {
        let [own, other] = sides(board);
        let wins = open_lines(own, other, 2) > 0;
        // One threat of the opponent's can be met, two can't.
        let loses = !wins && open_lines(other, own, 2) > 1;
        let decided = i32::from(wins) - i32::from(loses);
        decided * Self::WINS + Self::lines(own, other) - Self::lines(other, own)
    }

    /// A win, then a block, then the cell with the most lines.
    fn order_score(&self, board: &Board, (): &(), cell: u8) -> i32 {
        let [own, other] = sides(board);
        let with = |stones: u16| square3::has_line(stones | 1 << cell);
        let lines = square3::LINES.iter().filter(|&line| line >> cell & 1 != 0).count() as i32;
        20_000 * i32::from(with(own)) + 10_000 * i32::from(with(other)) + 100 * lines
    }
}

#[cfg(test)]
mod tests {
    use plateau_core::Variant;

    use super::*;
    use crate::tictactoe::TicTacToe;

    /// Every unfinished position of the game, some of them more than once.
    fn each_position(board: &Board, check: &impl Fn(&Board)) {
        if board.outcome().is_none() {
            check(board);
            board.legal_moves().for_each(|mv| each_position(&board.after(mv), check));
        }
    }

    fn looks_the_same_from_everywhere(evaluator: &impl Evaluator<Board, State = ()>) {
        each_position(&TicTacToe.start(), &|board| {
            let value = evaluator.evaluate(board, &());
            assert!(value.abs() < 2_000, "{value}");
            let swapped = Board { turn: board.turn.other(), ..*board };
            assert_eq!(evaluator.evaluate(&swapped, &()), value);
            for &symmetry in board.symmetries() {
                let image = board.transform(symmetry);
                assert_eq!(evaluator.evaluate(&image, &()), value);
                for mv in board.legal_moves() {
                    let order_score = evaluator.order_score(&image, &(), board.transform_move(mv, symmetry));
                    assert_eq!(order_score, evaluator.order_score(board, &(), mv));
                }
            }
        });
    }

    #[test]
    fn values_are_the_same_for_images_and_for_either_side() {
        looks_the_same_from_everywhere(&Seed);
        looks_the_same_from_everywhere(&Ours);
    }

    #[test]
    fn lines_are_worth_the_opposite_to_the_other_side() {
        each_position(&TicTacToe.start(), &|board| {
            let [own, other] = sides(board);
            let waiting = Board { own: board.other, other: board.own, turn: board.turn.other() };
            // Nobody is about to win.
            if open_lines(own, other, 2) + open_lines(other, own, 2) == 0 {
                assert_eq!(Ours.evaluate(board, &()), -Ours.evaluate(&waiting, &()));
            }
        });
    }

    #[test]
    fn the_seed_counts_as_it_lists() {
        let value = |text| Seed.evaluate(&TicTacToe.parse(text).unwrap(), &());
        assert_eq!(value("9 x"), 0);
        assert_eq!(value("4x4 o"), 0);
        // x holds the centre and a corner in line; o a corner and a side.
        assert_eq!(value("x3x2o1 o"), 1 - 5);
        assert_eq!(value("xo2x2o1 x"), 5 + 3 + 5);
        assert_eq!(value("o1ox2x2 x"), 3 + 1 - 5);
    }
}
