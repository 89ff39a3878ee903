//! Positions of m,n,k games as bitboards.

use plateau_core::bits::{BitMoves, Bits};
use plateau_core::hash::mix_all;
use plateau_core::{Objective, Outcome, Player, Position, Symmetry};

use super::geometry::Geometry;
use crate::grid;

/// A position. [`Geometry`] shows which bit is which cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<G: Geometry> {
    stones: [G::Bits; 2],
    turn: Player,
    /// Whether the side that moved last has a line. Stored, because checking the lines
    /// through one move is cheaper than checking the whole board.
    won: bool,
    geometry: G,
}

impl<G: Geometry> Board<G> {
    /// Creates a position. The stones of the side to move must not contain a line.
    pub(super) fn new(geometry: G, stones: [G::Bits; 2], turn: Player) -> Self {
        let won = grid::has_line(geometry, stones[turn.other().index()]);
        Self { stones, turn, won, geometry }
    }

    /// Returns the size of the board.
    pub fn geometry(&self) -> G {
        self.geometry
    }

    /// Returns the stones of a side.
    #[inline]
    pub fn stones(&self, player: Player) -> G::Bits {
        self.stones[player.index()]
    }

    /// Returns the stones of the side to move and of the opponent.
    #[inline]
    pub fn sides(&self) -> (G::Bits, G::Bits) {
        (self.stones(self.turn), self.stones(self.turn.other()))
    }

    /// Returns the empty cells.
    #[inline]
    pub fn empty(&self) -> G::Bits {
        self.geometry.cells() & !(self.stones[0] | self.stones[1])
    }

    /// Returns the cells of legal moves: none once the game is won.
    #[inline]
    fn legal_cells(&self) -> G::Bits {
        if self.won { G::Bits::ZERO } else { self.empty() }
    }
}

/// Returns whether stones without other lines have one through this cell. Checks all
/// directions at once in a window around the cell, which is several times as fast as
/// following each line stone by stone.
#[inline]
fn has_line_through<G: Geometry>(geometry: G, stones: G::Bits, cell: u32) -> bool {
    let reach = (geometry.line() - 1) * (geometry.stride() + 1);
    let window = geometry.window(stones, cell.saturating_sub(reach));
    let runs = geometry.directions().map(|step| window.run_starts(step, geometry.line()));
    !(runs[0] | runs[1] | runs[2] | runs[3]).is_empty()
}

impl<G: Geometry> Position for Board<G> {
    /// The bit of a cell.
    type Move = u16;
    type Moves = BitMoves<G::Bits, u16>;
    const CYCLIC: bool = false;
    const OBJECTIVE: Objective = Objective::Distance;
    const MOVE_SPAN: usize = G::Bits::CAPACITY as usize;

    #[inline]
    fn move_index(cell: u16) -> usize {
        usize::from(cell)
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
    fn is_legal(&self, cell: u16) -> bool {
        self.legal_cells().has(u32::from(cell))
    }

    #[inline]
    fn play_unchecked(&mut self, cell: u16) {
        let cell = u32::from(cell);
        let stones = &mut self.stones[self.turn.index()];
        *stones = *stones | G::Bits::bit(cell);
        self.won = has_line_through(self.geometry, *stones, cell);
        self.turn = self.turn.other();
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.won {
            return Some(Outcome::win(self.turn.other()));
        }
        self.empty().is_empty().then_some(Outcome::Draw)
    }

    #[inline]
    fn key(&self) -> u64 {
        let [first, second] = self.stones;
        mix_all(first.words().chain(second.words()).chain([self.turn as u64]))
    }

    #[inline]
    fn symmetries(&self) -> &'static [Symmetry] {
        if self.geometry.columns() == self.geometry.rows() { Symmetry::SQUARE } else { Symmetry::RECTANGLE }
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        let image = |stones: G::Bits| grid::transform(self.geometry, stones, symmetry);
        Self { stones: self.stones.map(image), ..*self }
    }

    fn transform_move(&self, cell: u16, symmetry: Symmetry) -> u16 {
        grid::transform_cell(self.geometry, u32::from(cell), symmetry) as u16
    }
}
