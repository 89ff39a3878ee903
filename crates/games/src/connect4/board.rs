//! A position: who stands where, and what can be played.

use plateau_core::bits::{BitMoves, Bits};
use plateau_core::hash::{mix_all, mix2};
use plateau_core::{Objective, Outcome, Player, Position, Symmetry};

use super::geometry::Geometry;

/// How many in a row win.
pub const LINE: u32 = 4;

/// A position. The bits are drawn at [`Geometry`].
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
    /// A board with these stones. They must obey gravity.
    pub(super) fn new(geometry: G, stones: [G::Bits; 2], turn: Player) -> Self {
        Self { own: stones[turn.index()], taken: stones[0] | stones[1], turn, geometry }
    }

    /// The size of the board.
    pub fn geometry(&self) -> G {
        self.geometry
    }

    /// The stones of a side.
    #[inline]
    pub fn stones(&self, player: Player) -> G::Bits {
        if player == self.turn { self.own } else { self.own ^ self.taken }
    }

    /// The stones of both sides.
    #[inline]
    pub fn taken(&self) -> G::Bits {
        self.taken
    }

    /// The cell a stone comes to rest on, in every column that is not full.
    /// Adding one at the foot of a column carries up to its first empty cell.
    #[inline]
    pub fn landings(&self) -> G::Bits {
        (self.taken + self.geometry.bottom()) & self.geometry.cells()
    }

    /// Whether the side that moved last has a line.
    #[inline]
    pub fn is_won(&self) -> bool {
        has_line(self.geometry, self.stones(self.turn.other()))
    }

    /// The cells that can be played: none once a line stands.
    #[inline]
    fn open(&self) -> G::Bits {
        if self.is_won() { G::Bits::ZERO } else { self.landings() }
    }
}

/// Whether stones hold a line.
#[expect(clippy::inline_always, reason = "the solver's bounds ask it for every position")]
#[inline(always)]
pub(super) fn has_line<G: Geometry>(geometry: G, stones: G::Bits) -> bool {
    let [up, right, down_right, up_right] = geometry.directions().map(|step| stones.run_starts(step, LINE));
    !(up | right | down_right | up_right).is_empty()
}

/// The cells, taken or not, that complete a line of four with these stones.
#[expect(clippy::inline_always, reason = "asked for every move of every position")]
#[inline(always)]
pub(super) fn completions<G: Geometry>(geometry: G, stones: G::Bits) -> G::Bits {
    let [up, level @ ..] = geometry.directions();
    let mut found = (stones << up) & (stones << (2 * up)) & (stones << (3 * up));
    for step in level {
        let (before, after) = (stones << step, stones >> step);
        let (two_before, two_after) = (before & (stones << (2 * step)), after & (stones >> (2 * step)));
        found = found
            | (two_before & ((stones << (3 * step)) | after))
            | (two_after & ((stones >> (3 * step)) | before));
    }
    found & geometry.cells()
}

impl<G: Geometry> Position for Board<G> {
    /// The bit of the cell the stone comes to rest on.
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
        BitMoves::new(self.open())
    }

    #[inline]
    fn is_legal(&self, cell: u8) -> bool {
        self.open().has(u32::from(cell))
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
        // The empty bit above each column is free to mark its height, so that
        // one word tells both sides' stones.
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
        let image = |cells: G::Bits| {
            cells.ones().fold(G::Bits::ZERO, |image, cell| {
                image | G::Bits::bit(u32::from(self.transform_move(cell as u8, symmetry)))
            })
        };
        Self { own: image(self.own), taken: image(self.taken), ..*self }
    }

    fn transform_move(&self, cell: u8, symmetry: Symmetry) -> u8 {
        let (columns, rows) = (self.geometry.columns(), self.geometry.rows());
        let stride = self.geometry.stride();
        let (column, row) =
            symmetry.apply((u32::from(cell) / stride, u32::from(cell) % stride), columns, rows);
        self.geometry.bit(column, row) as u8
    }
}
