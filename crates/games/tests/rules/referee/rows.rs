//! A board as rows from top to bottom, separated by `/`, with decimal numbers for runs of
//! empty cells, as in Connect Four and Morpion 4.

use super::plain::EMPTY;

/// Down, right and the two diagonals, as steps of (rows, columns).
pub const FOUR_DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The cells of a board; row 0 is at the top.
pub struct Rows(pub Vec<Vec<char>>);

impl Rows {
    /// Creates an empty board.
    pub fn empty(width: usize, height: usize) -> Self {
        Self(vec![vec![EMPTY; width]; height])
    }

    /// Parses a board.
    pub fn read(text: &str) -> Self {
        Self(text.split('/').map(read_row).collect())
    }

    /// Formats the board.
    pub fn write(&self) -> String {
        let mut text = String::new();
        for row in &self.0 {
            if !text.is_empty() {
                text.push('/');
            }
            write_row(row, &mut text);
        }
        text
    }

    /// Returns whether no cell is empty.
    pub fn is_full(&self) -> bool {
        !self.0.iter().flatten().any(|&cell| cell == EMPTY)
    }

    /// Returns the lengths of all maximal runs of a side in a direction.
    pub fn runs(&self, side: char, (down, right): (isize, isize)) -> Vec<usize> {
        let occupies = |row: isize, column: isize| {
            let row = usize::try_from(row).ok().and_then(|row| self.0.get(row));
            let column = usize::try_from(column).ok();
            row.zip(column).and_then(|(row, column)| row.get(column)) == Some(&side)
        };
        let mut runs = Vec::new();
        for row in 0..self.0.len() as isize {
            for column in 0..self.0[0].len() as isize {
                if occupies(row, column) && !occupies(row - down, column - right) {
                    let mut length = 1;
                    while occupies(row + length * down, column + length * right) {
                        length += 1;
                    }
                    runs.push(length as usize);
                }
            }
        }
        runs
    }
}

fn read_row(text: &str) -> Vec<char> {
    let mut cells = Vec::new();
    let mut number = 0;
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            number = number * 10 + digit;
        } else {
            cells.extend((0..number).map(|_| EMPTY));
            cells.push(letter);
            number = 0;
        }
    }
    cells.extend((0..number).map(|_| EMPTY));
    cells
}

fn write_row(cells: &[char], text: &mut String) {
    let mut empties = 0;
    for &cell in cells {
        if cell == EMPTY {
            empties += 1;
            continue;
        }
        if empties > 0 {
            text.push_str(&empties.to_string());
            empties = 0;
        }
        text.push(cell);
    }
    if empties > 0 {
        text.push_str(&empties.to_string());
    }
}

#[test]
fn rows_round_trip_as_text() {
    for text in ["12/x10o/11x", "10/xoxoxoxoxo", "1x1/3/o2"] {
        assert_eq!(Rows::read(text).write(), text);
    }
}

#[test]
fn runs_are_maximal() {
    let board = Rows::read("x3/1x2/xxxx/1x2");
    let runs: Vec<Vec<usize>> = FOUR_DIRECTIONS.iter().map(|&direction| board.runs('x', direction)).collect();
    assert_eq!(runs, [vec![1, 3, 1, 1, 1], vec![1, 1, 4, 1], vec![3, 2, 1, 1], vec![1, 2, 1, 2, 1]]);
}
