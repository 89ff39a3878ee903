//! A position: the nine grids, and where the side to move may play.

use std::hash::{Hash, Hasher};

use plateau_core::bits::{Bits, Ones};
use plateau_core::hash::mix_all;
use plateau_core::{Objective, Outcome, Player, Position, Symmetry};

use crate::square3;

/// The target of a player who may play in any open grid.
pub const ANY: u8 = 9;

/// The cells of a grid of which grid and cell are numbered from 0, as a bit.
#[inline]
pub fn bit(grid: u32, cell: u32) -> u32 {
    grid * 9 + cell
}

/// The nine cells of a grid.
#[inline]
pub fn grid_cells(grid: u32) -> u128 {
    u128::from(square3::FULL) << (grid * 9)
}

/// The cells in which a player sent to a grid, or to [`ANY`], may play if empty.
static REGION: [u128; 10] = {
    let mut regions = [(1 << 81) - 1; 10];
    let mut grid = 0;
    while grid < 9 {
        regions[grid] = (square3::FULL as u128) << (grid * 9);
        grid += 1;
    }
    regions
};

/// A position. A side's stones are 81 bits, grid by grid, cells within a grid
/// as in [`square3`]:
///
/// ```text
///  0  1  2 |  9 10 11 | 18 19 20
///  3  4  5 | 12 13 14 | 21 22 23      grid 0, 1, 2
///  6  7  8 | 15 16 17 | 24 25 26
/// ---------+----------+---------
/// 27 28 29 | 36 37 38 | 45 46 47      grid 3, 4, 5
///   ...    |   ...    |   ...
/// ```
///
/// A grid that is won is kept as nine stones of its winner: what stood in it
/// no longer matters, and no cell of it is empty.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    stones: [u128; 2],
    won: [u16; 2],
    /// Grids that are won or full.
    closed: u16,
    /// The grid to play in, or [`ANY`].
    target: u8,
    /// The last move, for its text alone: equality and key pass it over.
    last: Option<u8>,
    turn: Player,
    /// Whether a final tie goes to the side with more grids.
    most: bool,
}

impl Board {
    /// The empty board.
    pub(super) fn start(most: bool) -> Self {
        Self { stones: [0; 2], won: [0; 2], closed: 0, target: ANY, last: None, turn: Player::First, most }
    }

    /// A board of nine grids, each as two sets of cells; a set that holds a
    /// line has won its grid.
    pub(super) fn from_grids(grids: &[[u16; 2]; 9], last: Option<u8>, turn: Player, most: bool) -> Self {
        let mut board = Self { last, turn, ..Self::start(most) };
        for (grid, cells) in (0..).zip(grids) {
            for player in Player::BOTH {
                board.stones[player.index()] |= u128::from(cells[player.index()]) << bit(grid, 0);
            }
            for player in Player::BOTH {
                if square3::has_line(cells[player.index()]) {
                    board.win_grid(grid, player);
                }
            }
            board.close_if_full(grid);
        }
        board.target = last.map_or(ANY, |mv| board.target_after(u32::from(mv) % 9));
        board
    }

    /// The stones of a side; all nine of a grid it has won.
    #[inline]
    pub fn stones(&self, player: Player) -> u128 {
        self.stones[player.index()]
    }

    /// The grids a side has won.
    #[inline]
    pub fn won(&self, player: Player) -> u16 {
        self.won[player.index()]
    }

    /// The grids that are won or full.
    #[inline]
    pub fn closed(&self) -> u16 {
        self.closed
    }

    /// The grid the side to move must play in, or [`ANY`].
    #[inline]
    pub fn target(&self) -> u8 {
        self.target
    }

    /// The last move, where the position knows it.
    pub fn last(&self) -> Option<u8> {
        self.last
    }

    /// The cells that hold no stone and lie in no grid won.
    #[inline]
    pub fn empty(&self) -> u128 {
        !(self.stones[0] | self.stones[1]) & REGION[ANY as usize]
    }

    /// The cells that can be played: none once three grids in line are won.
    #[inline]
    fn open(&self) -> u128 {
        if square3::has_line(self.won(self.turn.other())) {
            return 0;
        }
        !(self.stones[0] | self.stones[1]) & REGION[self.target as usize]
    }

    #[inline]
    fn win_grid(&mut self, grid: u32, player: Player) {
        let cells = grid_cells(grid);
        self.stones[player.index()] |= cells;
        self.stones[player.other().index()] &= !cells;
        self.won[player.index()] |= 1 << grid;
    }

    #[inline]
    fn close_if_full(&mut self, grid: u32) {
        let cells = grid_cells(grid);
        let full = (self.stones[0] | self.stones[1]) & cells == cells;
        self.closed |= u16::from(full) << grid;
    }

    #[inline]
    fn target_after(&self, cell: u32) -> u8 {
        if self.closed >> cell & 1 != 0 { ANY } else { cell as u8 }
    }
}

impl Position for Board {
    /// A cell, by its bit.
    type Move = u8;
    type Moves = Cells;
    const CYCLIC: bool = false;
    const OBJECTIVE: Objective = Objective::Distance;
    const MOVE_SPAN: usize = 81;

    #[inline]
    fn move_index(mv: u8) -> usize {
        usize::from(mv)
    }

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn legal_moves(&self) -> Cells {
        Cells(self.open().ones())
    }

    #[inline]
    fn is_legal(&self, mv: u8) -> bool {
        self.open().has(u32::from(mv))
    }

    #[inline]
    fn play_unchecked(&mut self, mv: u8) {
        let (grid, cell) = (u32::from(mv) / 9, u32::from(mv) % 9);
        let player = self.turn;
        let stones = &mut self.stones[player.index()];
        *stones |= 1 << mv;
        if square3::has_line((*stones >> bit(grid, 0)) as u16) {
            self.win_grid(grid, player);
        }
        self.close_if_full(grid);
        self.target = self.target_after(cell);
        self.last = Some(mv);
        self.turn = player.other();
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let last = self.turn.other();
        if square3::has_line(self.won(last)) {
            return Some(Outcome::win(last));
        }
        if self.closed != square3::FULL {
            return None;
        }
        let [first, second] = self.won.map(u16::count_ones);
        Some(match first.cmp(&second) {
            std::cmp::Ordering::Greater if self.most => Outcome::win(Player::First),
            std::cmp::Ordering::Less if self.most => Outcome::win(Player::Second),
            _ => Outcome::Draw,
        })
    }

    #[inline]
    fn key(&self) -> u64 {
        let [first, second] = self.stones;
        // The upper words hold 17 bits each: one word takes both, and the rest.
        let rest = u64::from(self.target) << 34 | (self.turn as u64) << 38;
        let upper = (first >> 64) as u64 | ((second >> 64) as u64) << 17 | rest;
        mix_all([first as u64, second as u64, upper])
    }

    #[inline]
    fn symmetries(&self) -> &'static [Symmetry] {
        Symmetry::SQUARE
    }

    /// The square of grids and the squares of cells turn together.
    fn transform(&self, symmetry: Symmetry) -> Self {
        let image = |stones: u128| {
            stones.ones().fold(0, |image, mv| image | 1 << self.transform_move(mv as u8, symmetry))
        };
        let grid = |grids: u16| square3::transform(grids, symmetry);
        let target = match self.target {
            ANY => ANY,
            forced => square3::transform_cell(u32::from(forced), symmetry) as u8,
        };
        Self {
            stones: self.stones.map(image),
            won: self.won.map(grid),
            closed: grid(self.closed),
            target,
            last: self.last.map(|mv| self.transform_move(mv, symmetry)),
            ..*self
        }
    }

    fn transform_move(&self, mv: u8, symmetry: Symmetry) -> u8 {
        let [grid, cell] = [mv / 9, mv % 9].map(|i| square3::transform_cell(u32::from(i), symmetry));
        bit(grid, cell) as u8
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        // Won and closed grids follow from the stones.
        (self.stones, self.target, self.turn, self.most)
            == (other.stones, other.target, other.turn, other.most)
            && self.won == other.won
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// The legal moves of a [`Board`].
#[derive(Clone, Debug)]
pub struct Cells(Ones<u128>);

impl Iterator for Cells {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        self.0.next().map(|mv| mv as u8)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Cells {}
