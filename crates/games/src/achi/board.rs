//! Positions and moves of Achi and Picaria.

use plateau_core::bits::{Bits, Ones};
use plateau_core::hash::mix;
use plateau_core::intern::Interned;
use plateau_core::{Objective, Outcome, Player, Position, Symmetry};

use super::rules::{Ban, Blocked, CENTRE, MAX_PIECES, Rules, owner, points_of};

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rules: Interned<Rules>,
    stones: [u16; 2],
    turn: Player,
}

/// A move. Points count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Places a new piece on a point.
    Drop(u8),
    /// Moves a piece to a connected point.
    Slide {
        /// The point it leaves.
        from: u8,
        /// The point it moves to.
        to: u8,
    },
    /// The move of a blocked player.
    Pass,
}

impl Board {
    /// Creates a position. The pieces must obey the rules.
    pub(super) fn new(rules: Interned<Rules>, stones: [u16; 2], turn: Player) -> Self {
        Self { rules, stones, turn }
    }

    /// Returns the rules of the variant.
    pub fn rules(&self) -> Interned<Rules> {
        self.rules
    }

    /// Returns the pieces of both sides.
    pub fn stones(&self) -> [u16; 2] {
        self.stones
    }

    /// Returns the side with a piece on a point.
    pub fn piece(&self, point: u8) -> Option<Player> {
        owner(self.stones, self.rules.bit(point))
    }

    /// Returns whether the side to move has pieces to drop.
    #[inline]
    pub fn is_dropping(&self) -> bool {
        self.own().count_ones() < self.rules.setup.pieces
    }

    /// Returns whether the side to move has dropped all pieces and cannot move any.
    #[inline]
    pub fn is_blocked(&self) -> bool {
        !self.is_dropping() && points_of(self.own()).all(|point| self.rules.neighbours(point) & self.empty() == 0)
    }

    /// Returns whether dropping a piece on the centre is forbidden now.
    #[inline]
    pub fn is_centre_banned(&self) -> bool {
        match self.rules.setup.ban {
            Ban::Never => false,
            Ban::First => self.empty() == self.rules.full,
            Ban::Always => true,
        }
    }

    #[inline]
    fn own(&self) -> u16 {
        self.stones[self.turn.index()]
    }

    #[inline]
    fn empty(&self) -> u16 {
        self.rules.full & !(self.stones[0] | self.stones[1])
    }

    /// Returns whether the side that moved last has a line.
    #[inline]
    fn is_won(&self) -> bool {
        self.rules.has_line(self.stones[self.turn.other().index()])
    }

    fn drops(&self) -> Moves {
        let banned = if self.is_centre_banned() { 1 << CENTRE } else { 0 };
        Moves { kind: Kind::Drop, bits: u64::from(self.empty() & !banned).ones() }
    }

    fn slides(&self) -> Moves {
        let mut from = [0; MAX_PIECES];
        let mut targets = 0;
        for (lane, (start, point)) in from.iter_mut().zip(points_of(self.own())).enumerate() {
            *start = point;
            targets |= u64::from(self.rules.neighbours(point) & self.empty()) << (16 * lane);
        }
        Moves { kind: Kind::Slide(from), bits: targets.ones() }
    }

    /// Packs the position without its rules into 33 bits.
    #[inline]
    fn packed(&self) -> u64 {
        u64::from(self.stones[0]) | u64::from(self.stones[1]) << 16 | (self.turn as u64) << 32
    }
}

impl Position for Board {
    type Move = Move;
    type Moves = Moves;
    const CYCLIC: bool = true;
    const OBJECTIVE: Objective = Objective::Distance;
    /// 16 indices for the slides from each point, 16 for drops, and the pass.
    const MOVE_SPAN: usize = 15 * 16;

    #[inline]
    fn move_index(mv: Move) -> usize {
        match mv {
            Move::Slide { from, to } => usize::from(from) * 16 + usize::from(to),
            Move::Drop(point) => 13 * 16 + usize::from(point),
            Move::Pass => 14 * 16,
        }
    }

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn legal_moves(&self) -> Moves {
        if self.is_won() {
            return Moves::NONE;
        }
        if self.is_dropping() {
            return self.drops();
        }
        let slides = self.slides();
        match self.rules.setup.blocked {
            Blocked::Passes if slides.len() == 0 => Moves::PASS,
            _ => slides,
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        if self.is_won() {
            return false;
        }
        match mv {
            Move::Drop(point) => {
                self.is_dropping()
                    && self.empty() & self.rules.bit(point) != 0
                    && !(point == CENTRE && self.is_centre_banned())
            }
            Move::Slide { from, to } => {
                !self.is_dropping()
                    && self.own() & self.rules.bit(from) != 0
                    && self.empty() & self.rules.neighbours(from) & self.rules.bit(to) != 0
            }
            Move::Pass => self.rules.setup.blocked == Blocked::Passes && self.is_blocked(),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        let own = &mut self.stones[self.turn.index()];
        match mv {
            Move::Drop(point) => *own |= 1 << point,
            Move::Slide { from, to } => *own = *own & !(1 << from) | 1 << to,
            Move::Pass => {}
        }
        self.turn = self.turn.other();
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let last = self.turn.other();
        if self.is_won() {
            return Some(Outcome::win(last));
        }
        let outcome = match self.rules.setup.blocked {
            Blocked::Loses => Outcome::win(last),
            Blocked::Draws => Outcome::Draw,
            Blocked::Passes => return None,
        };
        self.is_blocked().then_some(outcome)
    }

    fn key(&self) -> u64 {
        mix(self.packed())
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        Symmetry::SQUARE
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        let image =
            |set| points_of(set).fold(0, |image, point| image | 1 << self.rules.transform_point(point, symmetry));
        Self { stones: self.stones.map(image), ..*self }
    }

    fn transform_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        let image = |point| self.rules.transform_point(point, symmetry);
        match mv {
            Move::Drop(point) => Move::Drop(image(point)),
            Move::Slide { from, to } => Move::Slide { from: image(from), to: image(to) },
            Move::Pass => Move::Pass,
        }
    }
}

/// The legal moves of a [`Board`], as the bits of a word.
#[derive(Clone, Debug)]
pub struct Moves {
    kind: Kind,
    bits: Ones<u64>,
}

/// The meaning of the bits.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// The points to drop on.
    Drop,
    /// 16 bits for each piece: the points it can move to. The array holds the points of the
    /// pieces.
    Slide([u8; MAX_PIECES]),
    /// A pass.
    Pass,
}

impl Moves {
    const NONE: Self = Self { kind: Kind::Pass, bits: Ones(0) };
    const PASS: Self = Self { kind: Kind::Pass, bits: Ones(1) };
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let bit = self.bits.next()?;
        Some(match self.kind {
            Kind::Drop => Move::Drop(bit as u8),
            Kind::Slide(from) => Move::Slide { from: from[bit as usize / 16], to: bit as u8 % 16 },
            Kind::Pass => Move::Pass,
        })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.bits.size_hint()
    }
}

impl ExactSizeIterator for Moves {}
