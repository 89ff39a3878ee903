//! The contents of a grid, numbered in base 3.

use plateau_core::Player;

use super::board::{Board, bit};
use crate::square3;

/// The configurations of nine cells.
pub const CONFIGURATIONS: usize = 19_683;

/// The places of each set of cells as digits in base 3.
static PLACES: [u16; 512] = {
    let mut places = [0; 512];
    let mut cells = 0;
    while cells < 512 {
        let mut cell = 0;
        while cell < 9 {
            places[cells] = 3 * places[cells] + (cells as u16 >> cell & 1);
            cell += 1;
        }
        cells += 1;
    }
    places
};

/// Returns the number of a configuration: the first cell is the most significant digit, 1 is an
/// own stone and 2 one of the opponent.
#[inline]
pub fn configuration([own, opponent]: [u16; 2]) -> usize {
    let place = |cells: u16| PLACES[usize::from(cells & square3::FULL)];
    usize::from(place(own) + 2 * place(opponent))
}

/// Returns the cells of both sides in a configuration.
pub fn sides(index: usize) -> [u16; 2] {
    let mut sides = [0; 2];
    let mut rest = index;
    for cell in (0..9).rev() {
        match rest % 3 {
            0 => {}
            side => sides[side - 1] |= 1 << cell,
        }
        rest /= 3;
    }
    sides
}

/// Returns the configuration as the other side sees it.
pub fn swapped(index: usize) -> usize {
    let [own, opponent] = sides(index);
    configuration([opponent, own])
}

/// Returns the cells of a side and of its opponent in a grid.
#[inline]
pub fn cells(board: &Board, side: Player, grid: usize) -> [u16; 2] {
    [side, side.other()].map(|player| (board.stones(player) >> bit(grid as u32, 0)) as u16 & square3::FULL)
}

/// Returns whether a side has a line.
pub fn is_won([own, opponent]: [u16; 2]) -> bool {
    square3::has_line(own) || square3::has_line(opponent)
}

/// Returns whether a position can have a grid with these cells: a won grid is stored as nine
/// stones of its winner.
pub fn occurs(contents: [u16; 2]) -> bool {
    !is_won(contents) || contents == [square3::FULL, 0] || contents == [0, square3::FULL]
}

/// Returns whether a grid with these cells can be played in.
pub fn is_open(contents: [u16; 2]) -> bool {
    !is_won(contents) && contents[0] | contents[1] != square3::FULL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configurations_and_their_cells_agree() {
        for index in 0..CONFIGURATIONS {
            assert_eq!(configuration(sides(index)), index);
            assert_eq!(swapped(swapped(index)), index);
        }
        assert_eq!(configuration([0b1_0000_0000, 0b1000_0000]), 1 + 2 * 3);
    }
}
