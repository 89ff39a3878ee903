//! A referee of Othello on rows of characters; index 0 is row 1 of the notation.

use std::cmp::Ordering;

use plateau_core::Outcome;

use super::plain::{Referee, opponent, split_side};

/// The referee of Othello.
pub struct Othello {
    size: usize,
    discs_only: bool,
    directions: &'static [(isize, isize)],
}

/// Steps as (rows, columns); the last is down and right.
const EIGHT_DIRECTIONS: [(isize, isize); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

type Board = Vec<Vec<char>>;

impl Othello {
    /// If `broken`, discs are not flipped down and to the right.
    pub fn new(options: &[&str], broken: bool) -> Self {
        let mut referee = Self { size: 8, discs_only: false, directions: &EIGHT_DIRECTIONS };
        for &option in options {
            match option {
                "4" | "6" | "8" => referee.size = option.parse().expect("a number"),
                "discs" => referee.discs_only = true,
                _ => panic!("the referee of othello does not know the option {option}"),
            }
        }
        if broken {
            referee.directions = &EIGHT_DIRECTIONS[..7];
        }
        referee
    }

    fn read(&self, letters: &str) -> Board {
        let cells: Vec<char> = letters.chars().collect();
        assert_eq!(cells.len(), self.size * self.size, "{letters}");
        cells.chunks(self.size).map(<[char]>::to_vec).collect()
    }

    /// Returns the discs that a side flips by playing on a cell.
    fn flipped(&self, board: &Board, side: char, row: usize, column: usize) -> Vec<(usize, usize)> {
        let mut flipped = Vec::new();
        if board[row][column] != '-' {
            return flipped;
        }
        for &(down, right) in self.directions {
            let mut line = Vec::new();
            let mut at = self.step(row, column, down, right);
            while let Some((r, c)) = at.filter(|&(r, c)| board[r][c] == opponent(side)) {
                line.push((r, c));
                at = self.step(r, c, down, right);
            }
            // Discs are flipped only between two discs of the side to move.
            if at.is_some_and(|(r, c)| board[r][c] == side) {
                flipped.extend(line);
            }
        }
        flipped
    }

    /// Returns the cell one step away, if it is on the board.
    fn step(&self, row: usize, column: usize, down: isize, right: isize) -> Option<(usize, usize)> {
        let row = row.checked_add_signed(down).filter(|&row| row < self.size)?;
        let column = column.checked_add_signed(right).filter(|&column| column < self.size)?;
        Some((row, column))
    }

    /// Returns each cell on which a side may play, with the board after it.
    fn placements(&self, board: &Board, side: char) -> Vec<(String, Board)> {
        let mut placements = Vec::new();
        for row in 0..self.size {
            for column in 0..self.size {
                let flipped = self.flipped(board, side, row, column);
                if !flipped.is_empty() {
                    let mut after = board.clone();
                    after[row][column] = side;
                    for (r, c) in flipped {
                        after[r][c] = side;
                    }
                    let letter = "abcdefgh".as_bytes()[column] as char;
                    placements.push((format!("{letter}{}", row + 1), after));
                }
            }
        }
        placements
    }
}

fn write(board: &Board, side: char) -> String {
    format!("{} {side}", board.iter().flatten().collect::<String>())
}

impl Referee for Othello {
    fn start(&self) -> String {
        let mut board = vec![vec!['-'; self.size]; self.size];
        let (before, after) = (self.size / 2 - 1, self.size / 2);
        board[before][before] = 'O';
        board[after][after] = 'O';
        board[before][after] = 'X';
        board[after][before] = 'X';
        write(&board, 'X')
    }

    fn moves(&self, position: &str) -> Vec<(String, String)> {
        let (letters, side) = split_side(position);
        let board = self.read(letters);
        let placements = self.placements(&board, side);
        if !placements.is_empty() {
            return placements.into_iter().map(|(mv, after)| (mv, write(&after, opponent(side)))).collect();
        }
        if self.placements(&board, opponent(side)).is_empty() {
            return Vec::new();
        }
        vec![("pass".to_owned(), write(&board, opponent(side)))]
    }

    fn outcome(&self, position: &str) -> Option<Outcome> {
        let (letters, side) = split_side(position);
        let board = self.read(letters);
        if [side, opponent(side)].iter().any(|&side| !self.placements(&board, side).is_empty()) {
            return None;
        }
        let count = |letter| letters.matches(letter).count() as i32;
        let (black, white, empty) = (count('X'), count('O'), count('-'));
        let empties_count = if self.discs_only { 0 } else { empty };
        Some(Outcome::by_difference(match black.cmp(&white) {
            Ordering::Greater => black + empties_count - white,
            Ordering::Less => black - white - empties_count,
            Ordering::Equal => 0,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::count::{expect_perft, games};
    use super::*;

    #[test]
    fn counts_match_published_numbers() {
        expect_perft(&Othello::new(&[], false), &[4, 12, 56, 244, 1_396, 8_200]);
        expect_perft(&Othello::new(&["6"], false), &[4, 12, 56, 244, 1_364, 7_604]);
        let small = Othello::new(&["4"], false);
        expect_perft(&small, &[4, 12, 44, 128, 424, 1_256, 3_624, 9_112, 20_032]);
        assert_eq!(games(&small), [24_632, 30_116, 5_312]);
    }

    #[test]
    fn the_first_moves_are_d3_c4_f5_e6() {
        let referee = Othello::new(&[], false);
        let first: Vec<String> = referee.moves(&referee.start()).into_iter().map(|(mv, _)| mv).collect();
        assert_eq!(first, ["d3", "c4", "f5", "e6"]);
    }

    #[test]
    fn empty_squares_go_to_the_winner_unless_only_discs_count() {
        let over = "XXX-XXXXXXXXXXOO X";
        assert_eq!(Othello::new(&["4"], false).outcome(over), None, "black may play at d1");
        let over = "XXX-XXXXXXXXXXXX O";
        assert_eq!(Othello::new(&["4"], false).outcome(over), Some(Outcome::by_difference(16)));
        assert_eq!(Othello::new(&["4", "discs"], false).outcome(over), Some(Outcome::by_difference(15)));
    }
}
