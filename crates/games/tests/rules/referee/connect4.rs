//! A referee of Connect Four on rows of characters.

use plateau_core::Outcome;

use super::plain::{EMPTY, Referee, opponent, read_size, split_side, win};
use super::rows::{FOUR_DIRECTIONS, Rows};

/// The referee of Connect Four.
pub struct Connect4 {
    width: usize,
    height: usize,
    line: usize,
    directions: &'static [(isize, isize)],
}

impl Connect4 {
    /// If `broken`, anti-diagonals do not count as lines.
    pub fn new(options: &[&str], broken: bool) -> Self {
        let size = options.first().map_or(vec![7, 6], |size| read_size(size));
        let (width, height, line) = match size[..] {
            [width, height] => (width, height, 4),
            [width, height, line] => (width, height, line),
            _ => panic!("{options:?} is not a size of connect4"),
        };
        assert!(options.len() <= 1, "the referee of connect4 has only a size as option, found {options:?}");
        let directions = if broken { &FOUR_DIRECTIONS[..3] } else { &FOUR_DIRECTIONS };
        Self { width, height, line, directions }
    }
}

impl Referee for Connect4 {
    fn start(&self) -> String {
        format!("{} x", Rows::empty(self.width, self.height).write())
    }

    fn moves(&self, position: &str) -> Vec<(String, String)> {
        let mut moves = Vec::new();
        if self.outcome(position).is_some() {
            return moves;
        }
        let (board, side) = split_side(position);
        let mut board = Rows::read(board);
        for column in 0..self.width {
            // A piece falls to the lowest empty cell of its column.
            if let Some(row) = (0..self.height).rev().find(|&row| board.0[row][column] == EMPTY) {
                board.0[row][column] = side;
                let after = format!("{} {}", board.write(), opponent(side));
                moves.push(((column + 1).to_string(), after));
                board.0[row][column] = EMPTY;
            }
        }
        moves
    }

    fn outcome(&self, position: &str) -> Option<Outcome> {
        let (board, _) = split_side(position);
        let board = Rows::read(board);
        for side in ['x', 'o'] {
            if self
                .directions
                .iter()
                .any(|&direction| board.runs(side, direction).iter().any(|&run| run >= self.line))
            {
                return Some(win(side));
            }
        }
        if board.is_full() { Some(Outcome::Draw) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::super::count::{expect_perft, reachable};
    use super::*;

    #[test]
    fn counts_match_published_numbers() {
        expect_perft(&Connect4::new(&[], false), &[7, 49, 343, 2_401, 16_807, 117_649]);
        assert_eq!(reachable(&Connect4::new(&["4x4"], false)).0, 161_029);
    }

    #[test]
    fn sizes_are_columns_by_rows_and_columns_start_at_one() {
        let wide = Connect4::new(&["10x4"], false);
        assert_eq!(wide.start(), "10/10/10/10 x");
        assert_eq!(wide.moves("10/10/10/xo8 x")[9], ("10".to_owned(), "10/10/10/xo7x o".to_owned()));
    }
}
