//! A referee of Morpion 4 and all m,n,k games on rows of characters.

use plateau_core::Outcome;

use super::plain::{EMPTY, Referee, opponent, read_size, split_side, win};
use super::rows::{FOUR_DIRECTIONS, Rows};

/// The referee of Morpion 4.
pub struct Mnk {
    width: usize,
    height: usize,
    k: usize,
    broken: bool,
}

impl Mnk {
    /// If `broken`, exactly k in a row are needed to win.
    pub fn new(options: &[&str], broken: bool) -> Self {
        let size = options.first().map_or(vec![12, 12, 4], |size| read_size(size));
        let [width, height, k] = size[..] else { panic!("{options:?} is not a size of morpion4") };
        assert!(options.len() <= 1, "the referee of morpion4 has only a size as option, found {options:?}");
        Self { width, height, k, broken }
    }

    fn wins(&self, run: usize) -> bool {
        if self.broken { run == self.k } else { run >= self.k }
    }
}

impl Referee for Mnk {
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
        for row in 0..self.height {
            for column in 0..self.width {
                if board.0[row][column] == EMPTY {
                    board.0[row][column] = side;
                    let after = format!("{} {}", board.write(), opponent(side));
                    moves.push((format!("{},{}", row + 1, column + 1), after));
                    board.0[row][column] = EMPTY;
                }
            }
        }
        moves
    }

    fn outcome(&self, position: &str) -> Option<Outcome> {
        let (board, _) = split_side(position);
        let board = Rows::read(board);
        for side in ['x', 'o'] {
            if FOUR_DIRECTIONS
                .iter()
                .any(|&direction| board.runs(side, direction).iter().any(|&run| self.wins(run)))
            {
                return Some(win(side));
            }
        }
        if board.is_full() { Some(Outcome::Draw) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::super::count::{expect_perft, games};
    use super::*;

    #[test]
    fn counts_match_published_numbers() {
        expect_perft(&Mnk::new(&[], false), &[144, 20_592]);
        // 3×3, k=3 is tic-tac-toe.
        assert_eq!(games(&Mnk::new(&["3x3x3"], false)), [131_184, 77_904, 46_080]);
    }

    #[test]
    fn sizes_are_columns_by_rows_and_moves_are_row_then_column() {
        let wide = Mnk::new(&["4x3x3"], false);
        assert_eq!(wide.start(), "4/4/4 x");
        assert_eq!(wide.moves("4/4/4 x")[7], ("2,4".to_owned(), "4/3x/4 o".to_owned()));
    }

    #[test]
    fn more_than_k_in_a_row_win() {
        let five = "xxxxx/oooo1/5/5/5 o";
        assert_eq!(Mnk::new(&["5x5x4"], false).outcome(five), Some(win('x')));
        assert_eq!(Mnk::new(&["5x5x6"], false).outcome(five), None);
    }
}
