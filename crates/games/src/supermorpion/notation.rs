//! Parsing and printing of positions and moves.

use std::ops::RangeInclusive;

use plateau_core::{Field, Message, NotationError, Phrase, Player, Position};

use super::board::{ANY, Board, bit};
use super::phrases;
use crate::cells::{self, Cell, Fields, Runs, Side, Span};
use crate::square3;

/// The possible differences between the numbers of stones of a grid's winner and loser.
const LEAD_OF_WINNER: RangeInclusive<i32> = -3..=7;

/// A parsed grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grid {
    /// A grid written cell by cell.
    Cells([Cell; 9]),
    /// A won grid, written without its cells.
    Won(Player),
}

impl Grid {
    fn stones(&self, player: Player) -> u16 {
        match self {
            Self::Cells(cells) => (0..9).filter(|&i| cells[i] == Some(player)).fold(0, |set, i| set | 1 << i),
            Self::Won(winner) if *winner == player => square3::FULL,
            Self::Won(_) => 0,
        }
    }
}

/// Parses a position.
pub fn parse(text: &str, most: bool) -> Result<Board, NotationError> {
    let mut fields = Fields::new(text);
    let board = fields.next(Field::Board, &crate::phrases::EXPECTED_BOARD)?;
    let grids = parse_grids(board).map_err(|error| error.located_in(text))?;
    let last = fields.next(Field::LastMove, &phrases::EXPECTED_LAST_MOVE)?;
    let (last_at, last) = (last.0, parse_last_move(last)?);
    let (at, turn) = fields.last_side()?;
    let side = Side { at, turn };
    check_grids(&grids, board)?;
    check_counts(&grids, side)?;
    let stones = grids.map(|grid| Player::BOTH.map(|player| grid.stones(player)));
    let board = Board::from_grids(&stones, last.map(|(grid, cell)| bit(grid, cell) as u8), turn, most);
    if let Some((grid, cell)) = last {
        check_last_move(&grids[grid as usize], (grid, cell), turn.other())
            .map_err(|error| error.at(last_at))?;
    }
    check_winner(&board, side, last.map(|(grid, _)| (last_at, grid)))?;
    Ok(board)
}

/// Parses the nine grids.
fn parse_grids((start, text): Span<'_>) -> Result<[Grid; 9], NotationError> {
    let mut known: Vec<Cell> = Vec::with_capacity(81);
    let mut won: [Option<Player>; 9] = [None; 9];
    for (at, letter) in (start..).zip(text.chars()) {
        let unexpected = |expected| NotationError::unexpected(Field::Board, at, letter, expected);
        let (more, cell) = match letter {
            'x' => (1, Some(Player::First)),
            'o' => (1, Some(Player::Second)),
            'X' | 'O' if !known.len().is_multiple_of(9) => {
                return Err(unexpected(phrases::CAPITAL_INSIDE.message().with("grid", known.len() / 9 + 1)));
            }
            'X' | 'O' => {
                let owner = Player::from_letter(letter);
                if let Some(grid) = won.get_mut(known.len() / 9) {
                    *grid = owner;
                }
                (9, owner)
            }
            '1'..='9' => (letter as usize - '0' as usize, None),
            _ => return Err(unexpected(phrases::EXPECTED_CELL.message())),
        };
        if known.len() + more > 81 {
            return Err(unexpected(crate::phrases::TOO_MANY_CELLS.message().with("size", 81)));
        }
        known.resize(known.len() + more, cell);
    }
    if known.len() < 81 {
        let end = start + cells::length(text);
        let missing = crate::phrases::TOO_FEW_CELLS.message().with("read", known.len()).with("size", 81);
        return Err(NotationError::unexpected(Field::Board, end, "", missing));
    }
    Ok(std::array::from_fn(|grid| match won[grid] {
        Some(owner) => Grid::Won(owner),
        None => Grid::Cells(std::array::from_fn(|cell| known[grid * 9 + cell])),
    }))
}

/// Parses the last move: grid and cell from 0, or none.
fn parse_last_move((at, text): Span<'_>) -> Result<Option<(u32, u32)>, NotationError> {
    match *text.as_bytes() {
        [b'0', b'0'] => Ok(None),
        [grid @ b'1'..=b'9', cell @ b'1'..=b'9'] => {
            Ok(Some((u32::from(grid - b'1'), u32::from(cell - b'1'))))
        }
        _ => {
            let expected = phrases::EXPECTED_LAST_MOVE.message();
            Err(NotationError::unexpected(Field::LastMove, at, text, expected))
        }
    }
}

/// Checks that no grid is won by both sides, or by two moves.
fn check_grids(grids: &[Grid; 9], text: Span<'_>) -> Result<(), NotationError> {
    for (number, grid) in (1..).zip(grids) {
        if let Grid::Cells(_) = grid {
            let stones = Player::BOTH.map(|player| grid.stones(player));
            let reason = match stones.map(square3::has_line) {
                [true, true] => Some(phrases::GRID_WON_TWICE.message()),
                _ if stones.into_iter().any(|s| square3::has_line(s) && !square3::one_move_made_lines(s)) => {
                    Some(phrases::GRID_LINES_APART.message())
                }
                _ => None,
            };
            if let Some(reason) = reason {
                let error = NotationError::wrong(Field::Board, reason.with("grid", number));
                return Err(error.at(character_of_grid(text, number - 1)));
            }
        }
    }
    Ok(())
}

/// Returns the index of the first character of a grid.
fn character_of_grid((start, text): Span<'_>, grid: usize) -> usize {
    let cells_of = |letter: char| match letter {
        'X' | 'O' => 9,
        letter => letter.to_digit(10).unwrap_or(1) as usize,
    };
    let mut passed = 0;
    let before = text.chars().take_while(|&letter| {
        passed += cells_of(letter);
        passed <= grid * 9
    });
    start + before.count()
}

/// Checks the numbers of stones, allowing for the unknown cells of won grids.
fn check_counts(grids: &[Grid; 9], side: Side) -> Result<(), NotationError> {
    let (mut least, mut most) = (0, 0);
    let mut counts = [0; 2];
    for grid in grids {
        match grid {
            Grid::Cells(_) => {
                for player in Player::BOTH {
                    counts[player.index()] += grid.stones(player).count_ones();
                }
            }
            Grid::Won(owner) => {
                let (low, high) = (*LEAD_OF_WINNER.start(), *LEAD_OF_WINNER.end());
                let [low, high] = if *owner == Player::First { [low, high] } else { [-high, -low] };
                least += low;
                most += high;
            }
        }
    }
    if grids.iter().all(|grid| matches!(grid, Grid::Cells(_))) {
        return cells::check_counts(counts, side);
    }
    let lead = counts[0] as i32 - counts[1] as i32;
    let allowed = if side.turn == Player::First { -1..=0 } else { 0..=1 };
    let possible = lead + least..=lead + most;
    if possible.start() <= allowed.end() && allowed.start() <= possible.end() {
        return Ok(());
    }
    let reason = phrases::COUNTS_IMPOSSIBLE.message().with("x", counts[0]).with("o", counts[1]);
    Err(NotationError::wrong(Field::Board, reason))
}

/// Checks that the last move is on the board, belongs to the right side, and has won its grid
/// if the grid is won.
fn check_last_move(grid: &Grid, (number, cell): (u32, u32), mover: Player) -> Result<(), NotationError> {
    let wrong = |reason: Message| {
        let reason = reason.with("grid", number + 1).with("cell", cell + 1).with("player", mover.letter());
        Err(NotationError::wrong(Field::LastMove, reason))
    };
    match grid {
        Grid::Won(owner) if *owner != mover => wrong(phrases::LAST_IN_WON_GRID.message()),
        Grid::Won(_) => Ok(()),
        Grid::Cells(cells) => match cells[cell as usize] {
            None => wrong(phrases::LAST_ON_EMPTY.message()),
            Some(owner) if owner != mover => wrong(phrases::LAST_ON_OTHER.message()),
            Some(_) => {
                let without = grid.stones(mover) & !(1 << cell);
                if square3::has_line(without) || square3::has_line(grid.stones(mover.other())) {
                    return wrong(phrases::LAST_IN_WON_GRID.message());
                }
                Ok(())
            }
        },
    }
}

/// Checks that at most one side has a line of grids, and that its last move completed it.
fn check_winner(board: &Board, side: Side, last: Option<(usize, u32)>) -> Result<(), NotationError> {
    let won = Player::BOTH.map(|player| board.won(player));
    let Some(winner) = cells::check_winner(won.map(square3::has_line), side)? else {
        return Ok(());
    };
    let grids = won[winner.index()];
    let is_decisive = |grid: u32| grids >> grid & 1 != 0 && !square3::has_line(grids & !(1 << grid));
    if !(0..9).any(is_decisive) {
        return Err(cells::lines_apart(winner));
    }
    match last {
        Some((at, grid)) if !is_decisive(grid) => {
            let reason =
                phrases::LAST_NOT_DECISIVE.message().with("player", winner.letter()).with("grid", grid + 1);
            Err(NotationError::wrong(Field::LastMove, reason).at(at))
        }
        _ => Ok(()),
    }
}

/// Prints a position.
pub fn print(board: &Board) -> String {
    let mut text = String::new();
    for grid in 0..9 {
        let owner = Player::BOTH.into_iter().find(|&player| board.won(player) >> grid & 1 != 0);
        match owner {
            Some(owner) => text.push(owner.letter().to_ascii_uppercase()),
            None => {
                text.push_str(&cells::write_cells((0..9).map(|i| piece(board, bit(grid, i))), Runs::Digits));
            }
        }
    }
    let last = board.last().map_or_else(|| "00".to_owned(), |mv| format!("{}{}", mv / 9 + 1, mv % 9 + 1));
    format!("{text} {last} {}", board.turn().letter())
}

/// Returns the stone on a cell; in a won grid, the winner's.
pub fn piece(board: &Board, cell: u32) -> Cell {
    Player::BOTH.into_iter().find(|&player| board.stones(player) >> cell & 1 != 0)
}

/// Parses a move: `5 2`, `52`, `5 b3`, or the cell alone if only one grid is playable.
pub fn parse_move(board: &Board, text: &str) -> Result<u8, NotationError> {
    let (grid, cell, is_named) = parse_grid_and_cell(text)?;
    // Errors write moves in the style of the input.
    let write = |mv: u8| if is_named { print_named_move(mv) } else { print_move(mv) };
    if board.outcome().is_some() {
        return Err(cells::game_over());
    }
    let wrong = |reason| Err(NotationError::wrong(Field::Move, reason));
    let illegal = |[general, to_mover]: [&'static Phrase; 2], fill_in: &dyn Fn(Message) -> Message| {
        let reason = fill_in(general.message()).with("player", board.turn().letter());
        Err(NotationError::illegal_move(reason, fill_in(to_mover.message())))
    };
    let target = u32::from(board.target());
    let is_forced = board.target() != ANY;
    let open = !board.closed() & square3::FULL;
    let grid = match grid {
        Some(grid) if is_forced && grid != target => {
            return illegal([&phrases::FORCED_GRID, &phrases::YOU_FORCED_GRID], &|message| {
                message.with("grid", target + 1)
            });
        }
        Some(grid) => grid,
        None if is_forced => target,
        // One grid is left.
        None if open.is_power_of_two() => open.trailing_zeros(),
        None => {
            let example = board.legal_moves().next().map(write).unwrap_or_default();
            return illegal([&phrases::NAME_THE_GRID, &phrases::YOU_NAME_THE_GRID], &|message| {
                message.with("example", example.as_str())
            });
        }
    };
    if let Some(winner) = Player::BOTH.into_iter().find(|&player| board.won(player) >> grid & 1 != 0) {
        let reason = phrases::GRID_IS_WON.message().with("grid", grid + 1);
        return wrong(reason.with("player", winner.letter()));
    }
    if board.closed() >> grid & 1 != 0 {
        return wrong(phrases::GRID_IS_FULL.message().with("grid", grid + 1));
    }
    let mv = bit(grid, cell) as u8;
    match piece(board, u32::from(mv)) {
        None => Ok(mv),
        Some(owner) => {
            let reason = phrases::CELL_IS_TAKEN.message().with("cell", write(mv));
            wrong(reason.with("player", owner.letter()))
        }
    }
}

/// Parses the parts of a move: the grid if given, the cell, and whether the cell is written as
/// a name such as `b3` rather than a number.
fn parse_grid_and_cell(text: &str) -> Result<(Option<u32>, u32, bool), NotationError> {
    let words = cells::words(text);
    let (grid, (at, cell)) = match words[..] {
        [grid, cell] => (Some(grid), cell),
        [(at, word)] => match word.char_indices().nth(1) {
            // `52` and `5b3`: the first digit is the grid.
            Some((cut, _)) if word.starts_with(|c: char| c.is_ascii_digit()) => {
                (Some((at, &word[..cut])), (at + 1, &word[cut..]))
            }
            _ => (None, (at, word)),
        },
        _ => {
            let expected = phrases::EXPECTED_MOVE.message();
            return Err(NotationError::unexpected(Field::Move, 0, text.trim(), expected));
        }
    };
    let unexpected = |at, found, expected| NotationError::unexpected(Field::Move, at, found, expected);
    let grid = grid.map(|(at, word)| {
        let number = cells::number(word).filter(|number| (1..=9).contains(number));
        number.map(|number| number - 1).ok_or_else(|| unexpected(at, word, phrases::EXPECTED_GRID.message()))
    });
    let is_named = cells::number(cell).is_none();
    let cell =
        square3::parse_cell(cell).ok_or_else(|| unexpected(at, cell, phrases::EXPECTED_MOVE_CELL.message()));
    Ok((grid.transpose()?, cell?, is_named))
}

/// Prints a move.
pub fn print_move(mv: u8) -> String {
    format!("{} {}", mv / 9 + 1, mv % 9 + 1)
}

/// Prints a move with the name of its cell.
fn print_named_move(mv: u8) -> String {
    format!("{} {}", mv / 9 + 1, square3::cell_name(u32::from(mv % 9)))
}

/// Splits a list of moves. Without semicolons, a single digit is a grid and belongs to the
/// next word.
pub fn split_moves(text: &str) -> Vec<Span<'_>> {
    cells::paired_moves(text, |word, _| word.len() == 1 && word.as_bytes()[0].is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lead_of_winner_matches_brute_force() {
        let mut leads = Vec::new();
        for winner in 0..512_u16 {
            for loser in (0..512_u16).filter(|loser| loser & winner == 0) {
                if square3::one_move_made_lines(winner)
                    && square3::has_line(winner)
                    && !square3::has_line(loser)
                {
                    leads.push(winner.count_ones() as i32 - loser.count_ones() as i32);
                }
            }
        }
        assert_eq!(*LEAD_OF_WINNER.start(), *leads.iter().min().unwrap());
        assert_eq!(*LEAD_OF_WINNER.end(), *leads.iter().max().unwrap());
        assert!(LEAD_OF_WINNER.clone().all(|lead| leads.contains(&lead)));
    }
}
