//! A position: who stands where, and whether the last stone won.

use plateau_core::bits::{BitMoves, Bits};
use plateau_core::hash::mix_all;
use plateau_core::{Objective, Outcome, Player, Position, Symmetry};

use super::geometry::Geometry;

/// A position. The bits are drawn at [`Geometry`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<G: Geometry> {
    stones: [G::Bits; 2],
    turn: Player,
    /// Whether the side that moved last has a line. Kept, because looking near
    /// each move is cheaper than over the whole board.
    won: bool,
    geometry: G,
}

impl<G: Geometry> Board<G> {
    /// A board with these stones, of which those of the side to move hold no line.
    pub(super) fn new(geometry: G, stones: [G::Bits; 2], turn: Player) -> Self {
        let won = has_line(geometry, stones[turn.other().index()]);
        Self { stones, turn, won, geometry }
    }

    /// The size of the board.
    pub fn geometry(&self) -> G {
        self.geometry
    }

    /// The stones of a side.
    #[inline]
    pub fn stones(&self, player: Player) -> G::Bits {
        self.stones[player.index()]
    }

    /// The cells without a stone.
    #[inline]
    pub fn empty(&self) -> G::Bits {
        self.geometry.cells() & !(self.stones[0] | self.stones[1])
    }

    /// The cells that can be played: none once a line stands.
    #[inline]
    fn open(&self) -> G::Bits {
        if self.won { G::Bits::ZERO } else { self.empty() }
    }
}

/// Whether stones hold a line anywhere.
pub(super) fn has_line<G: Geometry>(geometry: G, stones: G::Bits) -> bool {
    geometry.directions().into_iter().any(|step| stones.has_run(step, geometry.line()))
}

/// Whether stones that held no line before hold one through this cell. Looks
/// at the bits that a line through the cell can reach, all directions at once:
/// following each line stone by stone takes several times as long.
#[inline]
fn has_line_near<G: Geometry>(geometry: G, stones: G::Bits, cell: u32) -> bool {
    let reach = (geometry.line() - 1) * (geometry.stride() + 1);
    let near = geometry.window(stones, cell.saturating_sub(reach));
    let runs = geometry.directions().map(|step| near.run_starts(step, geometry.line()));
    !(runs[0] | runs[1] | runs[2] | runs[3]).is_empty()
}

impl<G: Geometry> Position for Board<G> {
    /// A cell, by its bit.
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
        BitMoves::new(self.open())
    }

    #[inline]
    fn is_legal(&self, cell: u16) -> bool {
        self.open().has(u32::from(cell))
    }

    #[inline]
    fn play_unchecked(&mut self, cell: u16) {
        let cell = u32::from(cell);
        let stones = &mut self.stones[self.turn.index()];
        *stones = *stones | G::Bits::bit(cell);
        self.won = has_line_near(self.geometry, *stones, cell);
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
        let image = |stones: G::Bits| {
            stones.ones().fold(G::Bits::ZERO, |image, cell| {
                image | G::Bits::bit(u32::from(self.transform_move(cell as u16, symmetry)))
            })
        };
        Self { stones: self.stones.map(image), ..*self }
    }

    fn transform_move(&self, cell: u16, symmetry: Symmetry) -> u16 {
        let geometry = self.geometry;
        let from = geometry.column_and_row(u32::from(cell));
        let (column, row) = symmetry.apply(from, geometry.columns(), geometry.rows());
        geometry.bit(column, row) as u16
    }
}
