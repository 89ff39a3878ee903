//! What a learned evaluation sees of the grids, and what a move changes of it. Nets see rows of a
//! table, tables of weights see the weights themselves; the target grid is left to each of them.

use plateau_core::{Player, Position};

use super::board::Board;
use super::grid_lines::{GridClasses, LINES_OF};

/// What is seen of grids and of lines of grids.
pub(super) trait GridLookup {
    /// A row or a weight.
    type Item;

    /// Returns the class of a grid, as the first player sees it.
    fn class(&self, board: &Board, grid: usize) -> u8;

    /// Returns what a side sees of the contents of a grid.
    fn grid(&self, board: &Board, side: Player, grid: usize) -> Self::Item;

    /// Returns what a side sees of the grids that are won.
    fn won(&self, board: &Board, side: Player) -> Self::Item;

    /// Returns what a side sees of a line of grids, by its number.
    fn line(&self, line: usize, classes: &GridClasses, side: Player) -> Self::Item;
}

/// Returns the classes of all grids.
pub(super) fn grid_classes(lookup: &impl GridLookup, board: &Board) -> GridClasses {
    GridClasses(std::array::from_fn(|grid| lookup.class(board, grid)))
}

/// Calls `put` with everything that both sides see.
pub(super) fn active<L: GridLookup>(
    lookup: &L,
    board: &Board,
    put: &mut impl FnMut(Player, L::Item),
) -> GridClasses {
    let classes = grid_classes(lookup, board);
    for side in Player::BOTH {
        for grid in 0..9 {
            put(side, lookup.grid(board, side, grid));
        }
        put(side, lookup.won(board, side));
        for line in 0..8 {
            put(side, lookup.line(line, &classes, side));
        }
    }
    classes
}

/// Calls `put` with what both sides saw before a move and see after it, where that changes: the
/// grid of the move, the lines through it if its class changes, and the grids that are won.
#[inline]
pub(super) fn changes<L: GridLookup>(
    lookup: &L,
    classes: &GridClasses,
    before: &Board,
    mv: u8,
    after: &Board,
    put: &mut impl FnMut(Player, L::Item, L::Item),
) -> GridClasses {
    let grid = usize::from(mv) / 9;
    let mover = before.turn();
    let wins = before.won(mover) != after.won(mover);
    let mut new_classes = *classes;
    new_classes.0[grid] = lookup.class(after, grid);
    let is_new_class = new_classes != *classes;
    for side in Player::BOTH {
        put(side, lookup.grid(before, side, grid), lookup.grid(after, side, grid));
        if is_new_class {
            for &line in LINES_OF[grid] {
                let [old, new] =
                    [classes, &new_classes].map(|classes| lookup.line(line.into(), classes, side));
                put(side, old, new);
            }
        }
        if wins {
            put(side, lookup.won(before, side), lookup.won(after, side));
        }
    }
    new_classes
}
