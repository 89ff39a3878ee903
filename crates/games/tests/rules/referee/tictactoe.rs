//! A referee of tic-tac-toe on nine characters.

use plateau_core::Outcome;

use super::plain::{
    EIGHT_LINES, EMPTY, Referee, has_line, opponent, read_cells, split_side, win, write_cells,
};

/// The referee of tic-tac-toe.
pub struct TicTacToe {
    lines: &'static [[usize; 3]],
}

impl TicTacToe {
    /// If `broken`, the anti-diagonal does not count as a line.
    pub fn new(options: &[&str], broken: bool) -> Self {
        assert!(options.is_empty(), "the referee of tictactoe has no options, found {options:?}");
        Self { lines: if broken { &EIGHT_LINES[..7] } else { &EIGHT_LINES } }
    }
}

impl Referee for TicTacToe {
    fn start(&self) -> String {
        "9 x".to_owned()
    }

    fn moves(&self, position: &str) -> Vec<(String, String)> {
        let mut moves = Vec::new();
        if self.outcome(position).is_some() {
            return moves;
        }
        let (board, side) = split_side(position);
        let cells = read_cells(board);
        for cell in 0..9 {
            if cells[cell] == EMPTY {
                let column = ['a', 'b', 'c'][cell % 3];
                let row = 3 - cell / 3;
                let mut after = cells.clone();
                after[cell] = side;
                moves.push((format!("{column}{row}"), format!("{} {}", write_cells(&after), opponent(side))));
            }
        }
        moves
    }

    fn outcome(&self, position: &str) -> Option<Outcome> {
        let (board, _) = split_side(position);
        let cells = read_cells(board);
        for side in ['x', 'o'] {
            if has_line(&cells, self.lines, side) {
                return Some(win(side));
            }
        }
        if cells.contains(&EMPTY) { None } else { Some(Outcome::Draw) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::count::{expect_perft, games, reachable};
    use super::*;

    #[test]
    fn counts_match_published_numbers() {
        let referee = TicTacToe::new(&[], false);
        expect_perft(&referee, &[9, 72, 504, 3024, 15120, 54720, 148_176]);
        assert_eq!(reachable(&referee), (5_478, 958));
        assert_eq!(games(&referee), [131_184, 77_904, 46_080]);
    }

    #[test]
    fn rows_are_numbered_from_the_bottom() {
        let moves = TicTacToe::new(&[], false).moves("8x o");
        assert_eq!(moves[0], ("a3".to_owned(), "o7x x".to_owned()));
        assert_eq!(moves[7], ("b1".to_owned(), "7ox x".to_owned()));
    }
}
