//! Super-morpion positions as bitboards.

use std::hash::{Hash, Hasher};

use plateau_core::bits::{BitMoves, Bits};
use plateau_core::hash::mix_all;
use plateau_core::{Objective, Outcome, Player, Position, Symmetry};

use crate::square3;

/// The target of a side that may play in any open grid.
pub const ANY: u8 = 9;

/// Returns the bit of a cell; grid and cell count from 0.
#[inline]
pub fn bit(grid: u32, cell: u32) -> u32 {
    grid * 9 + cell
}

/// Returns the nine cells of a grid.
#[inline]
pub fn grid_cells(grid: u32) -> u128 {
    u128::from(square3::FULL) << (grid * 9)
}

/// The cells of each grid, and of all grids for [`ANY`].
static REGION: [u128; 10] = {
    let mut regions = [(1 << 81) - 1; 10];
    let mut grid = 0;
    while grid < 9 {
        regions[grid] = (square3::FULL as u128) << (grid * 9);
        grid += 1;
    }
    regions
};

/// A position. The stones of a side are 81 bits, grid by grid, with the cells of a grid
/// numbered as in [`square3`]:
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
/// A won grid is stored as nine stones of its winner: its stones no longer matter, and none of
/// its cells can be played.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// The stones of the side to move.
    own: u128,
    /// The stones of the opponent.
    opponent: u128,
    /// The grids that the side to move has won.
    own_won: u16,
    /// The grids that the opponent has won.
    opponent_won: u16,
    /// The grids that are won or full.
    closed: u16,
    /// The grid to play in, or [`ANY`].
    target: u8,
    /// The last move, only for printing: not part of equality and key.
    last: Option<u8>,
    turn: Player,
    /// Whether the side with more grids wins if no line of grids is completed.
    most: bool,
}

impl Board {
    /// Returns the empty board.
    pub(super) fn start(most: bool) -> Self {
        Self {
            own: 0,
            opponent: 0,
            own_won: 0,
            opponent_won: 0,
            closed: 0,
            target: ANY,
            last: None,
            turn: Player::First,
            most,
        }
    }

    /// Creates a board of nine grids, each given as the cells of both sides. A side with a
    /// line has won its grid.
    pub(super) fn from_grids(grids: &[[u16; 2]; 9], last: Option<u8>, turn: Player, most: bool) -> Self {
        let mut board = Self { last, turn, ..Self::start(most) };
        let [own, opponent] = [turn, turn.other()].map(Player::index);
        for (grid, cells) in (0..).zip(grids) {
            board.own |= u128::from(cells[own]) << bit(grid, 0);
            board.opponent |= u128::from(cells[opponent]) << bit(grid, 0);
            if square3::has_line(cells[own]) {
                board.own |= grid_cells(grid);
                board.opponent &= !grid_cells(grid);
                board.own_won |= 1 << grid;
            } else if square3::has_line(cells[opponent]) {
                board.opponent |= grid_cells(grid);
                board.own &= !grid_cells(grid);
                board.opponent_won |= 1 << grid;
            }
            board.close_if_full(grid);
        }
        board.target = last.map_or(ANY, |mv| board.target_after(u32::from(mv) % 9));
        board
    }

    /// Returns the stones of a side, including all nine cells of every grid it has won.
    #[inline]
    pub fn stones(&self, player: Player) -> u128 {
        if player == self.turn { self.own } else { self.opponent }
    }

    /// Returns the grids that a side has won.
    #[inline]
    pub fn won(&self, player: Player) -> u16 {
        if player == self.turn { self.own_won } else { self.opponent_won }
    }

    /// Returns the grids that are won or full.
    #[inline]
    pub fn closed(&self) -> u16 {
        self.closed
    }

    /// Returns the grid that the side to move must play in, or [`ANY`].
    #[inline]
    pub fn target(&self) -> u8 {
        self.target
    }

    /// Returns whether the side with more grids wins if no line of grids is completed.
    #[inline]
    pub fn counts_grids(&self) -> bool {
        self.most
    }

    /// Returns the last move, if it is known.
    pub fn last(&self) -> Option<u8> {
        self.last
    }

    /// Returns the empty cells outside won grids.
    #[inline]
    pub fn empty(&self) -> u128 {
        !(self.own | self.opponent) & REGION[ANY as usize]
    }

    /// Returns the cells of legal moves: none once the game is won.
    #[inline]
    fn legal_cells(&self) -> u128 {
        if square3::has_line(self.opponent_won) {
            return 0;
        }
        !(self.own | self.opponent) & REGION[self.target as usize]
    }

    #[inline]
    fn close_if_full(&mut self, grid: u32) {
        let cells = grid_cells(grid);
        let full = (self.own | self.opponent) & cells == cells;
        self.closed |= u16::from(full) << grid;
    }

    #[inline]
    fn target_after(&self, cell: u32) -> u8 {
        if self.closed >> cell & 1 != 0 { ANY } else { cell as u8 }
    }
}

impl Position for Board {
    /// The bit of a cell.
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
        BitMoves::new(self.legal_cells())
    }

    #[inline]
    fn is_legal(&self, mv: u8) -> bool {
        self.legal_cells().has(u32::from(mv))
    }

    #[inline]
    fn play_unchecked(&mut self, mv: u8) {
        let (grid, cell) = (u32::from(mv) / 9, u32::from(mv) % 9);
        let cells = grid_cells(grid);
        let mut mover = self.own | 1 << mv;
        let mut opponent = self.opponent;
        let wins = square3::has_line((mover >> bit(grid, 0)) as u16);
        if wins {
            mover |= cells;
            opponent &= !cells;
        }
        (self.own, self.opponent) = (opponent, mover);
        (self.own_won, self.opponent_won) = (self.opponent_won, self.own_won | u16::from(wins) << grid);
        self.close_if_full(grid);
        self.target = self.target_after(cell);
        self.last = Some(mv);
        self.turn = self.turn.other();
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if square3::has_line(self.opponent_won) {
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
        let (first, second) = (self.own, self.opponent);
        // The upper words have 17 bits each: one word holds both, the target and the turn.
        let rest = u64::from(self.target) << 34 | (self.turn as u64) << 38;
        let upper = (first >> 64) as u64 | ((second >> 64) as u64) << 17 | rest;
        mix_all([first as u64, second as u64, upper])
    }

    #[inline]
    fn symmetries(&self) -> &'static [Symmetry] {
        Symmetry::SQUARE
    }

    /// Transforms the square of grids and the cells of each grid together.
    fn transform(&self, symmetry: Symmetry) -> Self {
        let image = |stones: u128| {
            (0..9).fold(0, |image, grid| {
                let cells = square3::transform((stones >> bit(grid, 0)) as u16, symmetry);
                image | u128::from(cells) << bit(square3::transform_cell(grid, symmetry), 0)
            })
        };
        let grid = |grids: u16| square3::transform(grids, symmetry);
        let target = match self.target {
            ANY => ANY,
            forced => square3::transform_cell(u32::from(forced), symmetry) as u8,
        };
        Self {
            own: image(self.own),
            opponent: image(self.opponent),
            own_won: grid(self.own_won),
            opponent_won: grid(self.opponent_won),
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
        // The won grids follow from the stones: nine stones of one side are a won grid.
        (self.own, self.opponent, self.target, self.turn, self.most)
            == (other.own, other.opponent, other.target, other.turn, other.most)
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}
