//! A referee of super-morpion on nine grids of nine characters. A won grid is nine
//! capital letters of its owner.

use std::cmp::Ordering;

use plateau_core::Outcome;

use super::plain::{
    EIGHT_LINES, EMPTY, Referee, has_line, opponent, read_cells, split_side, win, write_cells,
};

/// The referee of super-morpion.
pub struct SuperMorpion {
    most_grids_win: bool,
    broken: bool,
}

/// A parsed position: the grids, the grid to which the last move sends the opponent
/// (`None` at the start), and the side to move.
struct Board {
    grids: Vec<Vec<char>>,
    sent_to: Option<usize>,
    side: char,
}

impl SuperMorpion {
    /// If `broken`, a player sent to a full but undecided grid may not play elsewhere and
    /// so has no move.
    pub fn new(options: &[&str], broken: bool) -> Self {
        assert!(
            options.iter().all(|&option| option == "most"),
            "the referee of supermorpion has only the option most, found {options:?}"
        );
        Self { most_grids_win: options.contains(&"most"), broken }
    }

    /// Returns whether the side to move may play in a grid.
    fn may_play_in(&self, board: &Board, grid: usize) -> bool {
        let Some(target) = board.sent_to else {
            return is_open(&board.grids[grid]);
        };
        let freed = if self.broken { is_won(&board.grids[target]) } else { !is_open(&board.grids[target]) };
        is_open(&board.grids[grid]) && (grid == target || freed)
    }
}

/// Parses a position whose won grids are written as capital letters.
fn read(position: &str) -> Board {
    let (rest, side) = split_side(position);
    let (letters, last) = rest.split_once(' ').expect("a position has a last move");
    let mut cells = Vec::new();
    for letter in read_cells(letters) {
        let copies = if letter.is_ascii_uppercase() { 9 } else { 1 };
        cells.extend((0..copies).map(|_| letter));
    }
    assert_eq!(cells.len(), 81, "{position}");
    let last_cell = last.chars().last().and_then(|digit| digit.to_digit(10)).expect("a digit") as usize;
    Board { grids: cells.chunks(9).map(<[char]>::to_vec).collect(), sent_to: last_cell.checked_sub(1), side }
}

fn is_won(grid: &[char]) -> bool {
    grid[0].is_ascii_uppercase()
}

fn is_open(grid: &[char]) -> bool {
    !is_won(grid) && grid.contains(&EMPTY)
}

/// Returns a grid after a side plays in a cell.
fn played(grid: &[char], cell: usize, side: char) -> Vec<char> {
    let mut after = grid.to_vec();
    after[cell] = side;
    if has_line(&after, &EIGHT_LINES, side) { vec![side.to_ascii_uppercase(); 9] } else { after }
}

fn write_grids(grids: &[Vec<char>]) -> String {
    let write = |grid: &Vec<char>| if is_won(grid) { grid[0].to_string() } else { write_cells(grid) };
    grids.iter().map(write).collect()
}

impl Referee for SuperMorpion {
    fn start(&self) -> String {
        "999999999 00 x".to_owned()
    }

    fn moves(&self, position: &str) -> Vec<(String, String)> {
        let mut moves = Vec::new();
        if self.outcome(position).is_some() {
            return moves;
        }
        let board = read(position);
        for grid in 0..9 {
            for cell in 0..9 {
                if self.may_play_in(&board, grid) && board.grids[grid][cell] == EMPTY {
                    let mut after = board.grids.clone();
                    after[grid] = played(&after[grid], cell, board.side);
                    let (g, c) = (grid + 1, cell + 1);
                    let text = format!("{} {g}{c} {}", write_grids(&after), opponent(board.side));
                    moves.push((format!("{g} {c}"), text));
                }
            }
        }
        moves
    }

    fn outcome(&self, position: &str) -> Option<Outcome> {
        let board = read(position);
        // An undecided grid starts with a lower-case letter or an empty cell.
        let owners: Vec<char> = board.grids.iter().map(|grid| grid[0]).collect();
        for side in ['x', 'o'] {
            if has_line(&owners, &EIGHT_LINES, side.to_ascii_uppercase()) {
                return Some(win(side));
            }
        }
        if board.grids.iter().any(|grid| is_open(grid)) {
            return None;
        }
        let grids_of = |owner: char| owners.iter().filter(|&&letter| letter == owner).count();
        match grids_of('X').cmp(&grids_of('O')) {
            Ordering::Greater if self.most_grids_win => Some(win('x')),
            Ordering::Less if self.most_grids_win => Some(win('o')),
            _ => Some(Outcome::Draw),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::count::expect_perft;
    use super::*;

    #[test]
    fn counts_match_published_numbers() {
        expect_perft(&SuperMorpion::new(&[], false), &[81, 720, 6_336, 55_080, 473_256]);
    }

    #[test]
    fn a_move_to_a_won_grid_frees_the_opponent() {
        let referee = SuperMorpion::new(&[], false);
        let free = referee.moves("6xoxOOOX2xo1ox1oXx2xo4oox4ox 84 o");
        let grids: Vec<char> = free.iter().filter_map(|(mv, _)| mv.chars().next()).collect();
        assert_eq!(grids, "11111166668888889999".chars().collect::<Vec<_>>());
    }

    #[test]
    fn a_final_tie_is_a_draw_or_goes_to_most_grids() {
        let tie = "XXOOOXXxoxxoxoxoX 91 o";
        assert_eq!(SuperMorpion::new(&[], false).outcome(tie), Some(Outcome::Draw));
        assert_eq!(SuperMorpion::new(&["most"], false).outcome(tie), Some(win('x')));
    }
}
