//! A position: the nine grids, and where the side to move may play.

use std::hash::{Hash, Hasher};

use plateau_core::bits::{BitMoves, Bits};
use plateau_core::hash::mix_all;
use plateau_core::{Objective, Outcome, Player, Position, Symmetry};

use crate::square3;

/// The target of a player who may play in any open grid.
pub const ANY: u8 = 9;

/// The bit of a cell; grid and cell count from 0.
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
    /// The stones of the side to move, and of the other: that way playing a
    /// move takes no look at whose turn it is.
    own: u128,
    other: u128,
    /// The grids each of them has won.
    own_won: u16,
    other_won: u16,
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
        Self {
            own: 0,
            other: 0,
            own_won: 0,
            other_won: 0,
            closed: 0,
            target: ANY,
            last: None,
            turn: Player::First,
            most,
        }
    }

    /// A board of nine grids, each as two sets of cells; a set that holds a
    /// line has won its grid.
    pub(super) fn from_grids(grids: &[[u16; 2]; 9], last: Option<u8>, turn: Player, most: bool) -> Self {
        let mut board = Self { last, turn, ..Self::start(most) };
        let [own, other] = [turn, turn.other()].map(Player::index);
        for (grid, cells) in (0..).zip(grids) {
            board.own |= u128::from(cells[own]) << bit(grid, 0);
            board.other |= u128::from(cells[other]) << bit(grid, 0);
            if square3::has_line(cells[own]) {
                board.own |= grid_cells(grid);
                board.other &= !grid_cells(grid);
                board.own_won |= 1 << grid;
            } else if square3::has_line(cells[other]) {
                board.other |= grid_cells(grid);
                board.own &= !grid_cells(grid);
                board.other_won |= 1 << grid;
            }
            board.close_if_full(grid);
        }
        board.target = last.map_or(ANY, |mv| board.target_after(u32::from(mv) % 9));
        board
    }

    /// The stones of a side; all nine of a grid it has won.
    #[inline]
    pub fn stones(&self, player: Player) -> u128 {
        if player == self.turn { self.own } else { self.other }
    }

    /// The grids a side has won.
    #[inline]
    pub fn won(&self, player: Player) -> u16 {
        if player == self.turn { self.own_won } else { self.other_won }
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
        !(self.own | self.other) & REGION[ANY as usize]
    }

    /// The cells that can be played: none once three grids in line are won.
    #[inline]
    fn open(&self) -> u128 {
        if square3::has_line(self.other_won) {
            return 0;
        }
        !(self.own | self.other) & REGION[self.target as usize]
    }

    #[inline]
    fn close_if_full(&mut self, grid: u32) {
        let cells = grid_cells(grid);
        let full = (self.own | self.other) & cells == cells;
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
    type Moves = BitMoves<u128, u8>;
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
    fn legal_moves(&self) -> Self::Moves {
        BitMoves::new(self.open())
    }

    #[inline]
    fn is_legal(&self, mv: u8) -> bool {
        self.open().has(u32::from(mv))
    }

    #[inline]
    fn play_unchecked(&mut self, mv: u8) {
        let (grid, cell) = (u32::from(mv) / 9, u32::from(mv) % 9);
        let cells = grid_cells(grid);
        let mut mover = self.own | 1 << mv;
        let mut waiting = self.other;
        let wins = square3::has_line((mover >> bit(grid, 0)) as u16);
        if wins {
            mover |= cells;
            waiting &= !cells;
        }
        (self.own, self.other) = (waiting, mover);
        (self.own_won, self.other_won) = (self.other_won, self.own_won | u16::from(wins) << grid);
        self.close_if_full(grid);
        self.target = self.target_after(cell);
        self.last = Some(mv);
        self.turn = self.turn.other();
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if square3::has_line(self.other_won) {
            return Some(Outcome::win(self.turn.other()));
        }
        if self.closed != square3::FULL {
            return None;
        }
        let [first, second] = Player::BOTH.map(|player| self.won(player).count_ones());
        Some(match first.cmp(&second) {
            std::cmp::Ordering::Greater if self.most => Outcome::win(Player::First),
            std::cmp::Ordering::Less if self.most => Outcome::win(Player::Second),
            _ => Outcome::Draw,
        })
    }

    #[inline]
    fn key(&self) -> u64 {
        let (first, second) = (self.own, self.other);
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
            own: image(self.own),
            other: image(self.other),
            own_won: grid(self.own_won),
            other_won: grid(self.other_won),
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
        // Nine stones of one side are always a grid it won, so that the grids
        // follow from the stones.
        (self.own, self.other, self.target, self.turn, self.most)
            == (other.own, other.other, other.target, other.turn, other.most)
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}
