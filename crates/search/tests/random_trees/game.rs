//! A seeded random game, which contains early ends, transpositions, forced moves, and moves
//! that lose at once.

use plateau_core::hash::{mix, mix2};
use plateau_core::{Objective, Outcome, Player, Position, Symmetry};

/// Number of positions at each ply: few, so that there are transpositions.
const WIDTH: u64 = 40;

/// The maximum length of a game.
pub const MAX_PLIES: u8 = 9;

/// A position of a random game, played for distance or for a margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RandomGame<const MARGIN: bool> {
    seed: u64,
    pub ply: u8,
    number: u64,
    /// Whether a move may lose at once.
    suicide: bool,
}

impl<const MARGIN: bool> RandomGame<MARGIN> {
    pub fn start(seed: u64, suicide: bool) -> Self {
        Self { seed, ply: 0, number: 0, suicide }
    }

    fn random(&self, purpose: u64) -> u64 {
        mix2(self.seed ^ purpose << 56, self.number << 8 | u64::from(self.ply))
    }
}

impl<const MARGIN: bool> Position for RandomGame<MARGIN> {
    type Move = u8;
    type Moves = std::ops::Range<u8>;
    const CYCLIC: bool = false;
    const OBJECTIVE: Objective = if MARGIN { Objective::Margin } else { Objective::Distance };
    const MOVE_SPAN: usize = 8;

    fn move_index(mv: u8) -> usize {
        mv.into()
    }

    fn turn(&self) -> Player {
        if self.ply.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    fn legal_moves(&self) -> Self::Moves {
        0..if self.outcome().is_some() { 0 } else { 1 + (self.random(1) % 4) as u8 }
    }

    fn is_legal(&self, mv: u8) -> bool {
        self.legal_moves().contains(&mv)
    }

    fn play_unchecked(&mut self, mv: u8) {
        self.number = self.random(2 + u64::from(mv)) % WIDTH;
        self.ply += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        let random = self.random(9);
        let is_over = self.ply >= MAX_PLIES || (self.ply > 0 && random.is_multiple_of(6));
        let result = (random >> 8) % 7;
        is_over.then(|| match (MARGIN, result) {
            (true, _) => Outcome::by_difference(result as i32 - 3),
            (_, 0 | 1) => Outcome::Draw,
            (_, 2 | 3) if self.suicide => Outcome::win(self.turn()),
            _ => Outcome::win(self.turn().other()),
        })
    }

    fn key(&self) -> u64 {
        mix(self.seed ^ mix(self.number << 8 | u64::from(self.ply)))
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &[Symmetry::Identity]
    }

    fn transform(&self, _: Symmetry) -> Self {
        *self
    }

    fn transform_move(&self, mv: u8, _: Symmetry) -> u8 {
        mv
    }
}
