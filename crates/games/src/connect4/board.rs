//! Connect Four positions as bitboards.

use plateau_core::bits::{BitMoves, Bits};
use plateau_core::hash::{mix_all, mix2};
use plateau_core::{Objective, Outcome, Player, Position, Symmetry};

use super::geometry::{Geometry, LINE};
use crate::grid;

/// A position. [`Geometry`] shows which bit is which cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<G: Geometry> {
    /// The stones of the side to move.
    own: G::Bits,
    /// The stones of both sides.
    taken: G::Bits,
    turn: Player,
    geometry: G,
}

impl<G: Geometry> Board<G> {
    /// Creates a position. No stone may have an empty cell below it.
    pub(super) fn new(geometry: G, stones: [G::Bits; 2], turn: Player) -> Self {
        Self { own: stones[turn.index()], taken: stones[0] | stones[1], turn, geometry }
    }

    /// Returns the size of the board.
    pub fn geometry(&self) -> G {
        self.geometry
    }

    /// Returns the stones of a side.
    #[inline]
    pub fn stones(&self, player: Player) -> G::Bits {
        if player == self.turn { self.own } else { self.own ^ self.taken }
    }

    /// Returns the stones of both sides.
    #[inline]
    pub fn taken(&self) -> G::Bits {
        self.taken
    }

    /// Returns the lowest empty cell of every column that is not full.
    #[inline]
    pub fn playable(&self) -> G::Bits {
        // Adding one at the bottom of a column carries up to its first empty cell.
        (self.taken + self.geometry.bottom()) & self.geometry.cells()
    }

    /// Returns whether the side that moved last has a line.
    #[inline]
    pub fn is_won(&self) -> bool {
        has_line(self.geometry, self.stones(self.turn.other()))
    }

    /// Returns the cells of legal moves: none once the game is won.
    #[inline]
    fn legal_cells(&self) -> G::Bits {
        if self.is_won() { G::Bits::ZERO } else { self.playable() }
    }
}

// Four in a row is the length of nearly all games. Its code is inlined even where the length
// is known at run time only; the code for other lengths is not inlined.

/// Returns whether stones contain a line.
#[expect(clippy::inline_always, reason = "the solver calls it at every node")]
#[inline(always)]
pub(super) fn has_line<G: Geometry>(geometry: G, stones: G::Bits) -> bool {
    if geometry.line() == LINE {
        grid::has_line_of(geometry, stones, LINE)
    } else {
        has_line_of_other_length(geometry, stones)
    }
}

#[inline(never)]
fn has_line_of_other_length<G: Geometry>(geometry: G, stones: G::Bits) -> bool {
    grid::has_line(geometry, stones)
}

/// Returns the cells that complete a line with these stones. Some of them may be taken.
#[expect(clippy::inline_always, reason = "called for every move of every position")]
#[inline(always)]
pub(super) fn completions<G: Geometry>(geometry: G, stones: G::Bits) -> G::Bits {
    if geometry.line() == LINE {
        completions_of_four(geometry, stones)
    } else {
        completions_of_other_lengths(geometry, stones)
    }
}

#[inline(never)]
fn completions_of_other_lengths<G: Geometry>(geometry: G, stones: G::Bits) -> G::Bits {
    grid::completions(geometry, stones, geometry.cells())
}

/// Returns the [`completions`] where four in a row win. In a column only the stones below a
/// cell count, because no stone lies above an empty cell.
#[expect(clippy::inline_always, reason = "called for every move of every position")]
#[inline(always)]
fn completions_of_four<G: Geometry>(geometry: G, stones: G::Bits) -> G::Bits {
    let [up, others @ ..] = geometry.directions();
    let mut found = (stones << up) & (stones << (2 * up)) & (stones << (3 * up));
    for step in others {
        let (before, after) = (stones << step, stones >> step);
        let (two_before, two_after) = (before & (stones << (2 * step)), after & (stones >> (2 * step)));
        found = found
            | (two_before & ((stones << (3 * step)) | after))
            | (two_after & ((stones >> (3 * step)) | before));
    }
    found & geometry.cells()
}

impl<G: Geometry> Position for Board<G> {
    /// The bit of the cell that the stone drops to.
    type Move = u8;
    type Moves = BitMoves<G::Bits, u8>;
    const CYCLIC: bool = false;
    const OBJECTIVE: Objective = Objective::Distance;
    const MOVE_SPAN: usize = G::Bits::CAPACITY as usize;

    #[inline]
    fn move_index(cell: u8) -> usize {
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
    fn is_legal(&self, cell: u8) -> bool {
        self.legal_cells().has(u32::from(cell))
    }

    #[inline]
    fn play_unchecked(&mut self, cell: u8) {
        self.own = self.own ^ self.taken;
        self.taken = self.taken | G::Bits::bit(u32::from(cell));
        self.turn = self.turn.other();
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.is_won() {
            return Some(Outcome::win(self.turn.other()));
        }
        (self.taken == self.geometry.cells()).then_some(Outcome::Draw)
    }

    #[inline]
    fn key(&self) -> u64 {
        let turn = self.turn as u64;
        // Adding the bottom row marks the height of every column, so that one word holds
        // the stones of both sides.
        let unique = self.own + self.taken + self.geometry.bottom();
        if G::Bits::CAPACITY == 64 {
            return mix2(unique.words().next().unwrap_or(0), turn);
        }
        mix_all(unique.words().chain([turn]))
    }

    #[inline]
    fn symmetries(&self) -> &'static [Symmetry] {
        Symmetry::MIRROR
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        let image = |cells: G::Bits| grid::transform(self.geometry, cells, symmetry);
        Self { own: image(self.own), taken: image(self.taken), ..*self }
    }

    fn transform_move(&self, cell: u8, symmetry: Symmetry) -> u8 {
        grid::transform_cell(self.geometry, u32::from(cell), symmetry) as u8
    }
}
