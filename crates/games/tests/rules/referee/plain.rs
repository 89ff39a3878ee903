//! What a referee is, and the plain reading and writing of texts they share.

use plateau_core::{Outcome, Player};

/// The rules of a variant once more: slow, written for the reader, from text
/// to text. It knows a position and nothing of the game before it.
pub trait Referee {
    /// The text of the position a game starts from.
    fn start(&self) -> String;
    /// Each legal move with the position after it; none once the game is over.
    fn moves(&self, position: &str) -> Vec<(String, String)>;
    /// The result, if the position ends the game.
    fn outcome(&self, position: &str) -> Option<Outcome>;
}

/// An empty cell, in the arrays of every referee.
pub const EMPTY: char = '.';

/// The lines of a square of nine cells, numbered from 0 at the top left. The
/// last is the anti-diagonal.
pub const EIGHT_LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Whether a side holds all three cells of one of the lines.
pub fn has_line(cells: &[char], lines: &[[usize; 3]], side: char) -> bool {
    lines.iter().any(|line| line.iter().all(|&cell| cells[cell] == side))
}

/// A position's board and the side to move, its last field.
pub fn split_side(position: &str) -> (&str, char) {
    let (board, side) = position.rsplit_once(' ').expect("a position has a side to move");
    (board, side.chars().next().expect("the side is a letter"))
}

/// The opponent of a side, in the same case.
pub fn opponent(side: char) -> char {
    match side {
        'x' => 'o',
        'o' => 'x',
        'X' => 'O',
        'O' => 'X',
        _ => panic!("{side} is no side"),
    }
}

/// A win of the side with this letter.
pub fn win(side: char) -> Outcome {
    Outcome::win(Player::from_letter(side).expect("a side wins"))
}

/// The cells a text stands for; each digit is that many empty ones.
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

/// The text of cells; a run of empty ones is one digit, cut at nine.
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

/// The numbers of a size such as `6x7`.
pub fn read_size(option: &str) -> Vec<usize> {
    option.split('x').map(|number| number.parse().expect("a size is numbers")).collect()
}

#[test]
fn cells_are_written_in_the_longest_runs_of_at_most_nine() {
    for text in ["9", "94", "x3o2xo", "1o2o1oxx", "92x1"] {
        assert_eq!(write_cells(&read_cells(text)), text);
    }
    assert_eq!(write_cells(&read_cells("x21o11xo")), "x3o2xo");
}
