//! The `Referee` trait and the text parsing that referees share.

use plateau_core::{Outcome, Player};

/// A second implementation of the rules of a variant: slow, simple, from text to text. It
/// sees only a position, not the game before it.
pub trait Referee {
    /// Returns the starting position.
    fn start(&self) -> String;
    /// Returns each legal move with the position after it; empty once the game is over.
    fn moves(&self, position: &str) -> Vec<(String, String)>;
    /// Returns the outcome if the game is over.
    fn outcome(&self, position: &str) -> Option<Outcome>;
}

/// An empty cell in the arrays of every referee.
pub const EMPTY: char = '.';

/// The lines of a 3×3 board, numbered from 0 at the top left. The anti-diagonal is last.
pub const EIGHT_LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Returns whether a side occupies all three cells of a line.
pub fn has_line(cells: &[char], lines: &[[usize; 3]], side: char) -> bool {
    lines.iter().any(|line| line.iter().all(|&cell| cells[cell] == side))
}

/// Splits a position into the board and the side to move, its last field.
pub fn split_side(position: &str) -> (&str, char) {
    let (board, side) = position.rsplit_once(' ').expect("a position has a side to move");
    (board, side.chars().next().expect("the side is a letter"))
}

/// Returns the opponent of a side, in the same case.
pub fn opponent(side: char) -> char {
    match side {
        'x' => 'o',
        'o' => 'x',
        'X' => 'O',
        'O' => 'X',
        _ => panic!("'{side}' is not a side"),
    }
}

/// Returns a win of the side with this letter.
pub fn win(side: char) -> Outcome {
    Outcome::win(Player::from_letter(side).expect("a side wins"))
}

/// Parses cells. Each digit is a run of empty cells.
pub fn read_cells(text: &str) -> Vec<char> {
    let mut cells = Vec::new();
    for letter in text.chars() {
        match letter.to_digit(10) {
            Some(run) => cells.extend((0..run).map(|_| EMPTY)),
            None => cells.push(letter),
        }
    }
    cells
}

/// Formats cells. A run of at most nine empty cells is one digit.
pub fn write_cells(cells: &[char]) -> String {
    let mut text = String::new();
    let mut run = 0;
    for &cell in cells {
        if run == 9 || (run > 0 && cell != EMPTY) {
            text.push_str(&run.to_string());
            run = 0;
        }
        if cell == EMPTY {
            run += 1;
        } else {
            text.push(cell);
        }
    }
    if run > 0 {
        text.push_str(&run.to_string());
    }
    text
}

/// Parses the numbers of a size such as `6x7`.
pub fn read_size(option: &str) -> Vec<usize> {
    option.split('x').map(|number| number.parse().expect("a size consists of numbers")).collect()
}

#[test]
fn empty_runs_are_merged_up_to_nine() {
    for text in ["9", "94", "x3o2xo", "1o2o1oxx", "92x1"] {
        assert_eq!(write_cells(&read_cells(text)), text);
    }
    assert_eq!(write_cells(&read_cells("x21o11xo")), "x3o2xo");
}
