//! Othello positions as bitboards.

use plateau_core::bits::{Bits, Ones};
use plateau_core::hash::mix2;
use plateau_core::{Objective, Outcome, Player, Position, Symmetry};

use super::grid::Grid;

/// The move of a side that must pass. All other moves are the bit of a square.
pub const PASS: u8 = 64;

/// A position on a board of `N` × `N`, where `N` is 4, 6 or 8. [`Grid`] shows which bit is
/// which square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<const N: usize> {
    /// The discs of the side to move.
    own: u64,
    /// The discs of the opponent.
    opponent: u64,
    turn: Player,
    /// Whether empty squares do not count at the end of the game.
    discs_only: bool,
}

impl<const N: usize> Board<N> {
    /// Creates a position from the discs of black and white. They must be disjoint and cover
    /// the centre.
    pub(super) fn new(discs: [u64; 2], turn: Player, discs_only: bool) -> Self {
        let [own, opponent] = [turn, turn.other()].map(|player| discs[player.index()]);
        Self { own, opponent, turn, discs_only }
    }

    /// Returns the discs of the side to move.
    #[inline]
    pub fn own(&self) -> u64 {
        self.own
    }

    /// Returns the discs of the opponent.
    #[inline]
    pub fn opponent(&self) -> u64 {
        self.opponent
    }

    /// Returns whether empty squares do not count at the end of the game.
    pub(super) fn is_discs_only(&self) -> bool {
        self.discs_only
    }

    /// Returns the discs of a player.
    #[inline]
    pub fn discs(&self, player: Player) -> u64 {
        if player == self.turn { self.own } else { self.opponent }
    }

    /// Returns the squares with a disc.
    #[inline]
    pub fn taken(&self) -> u64 {
        self.own | self.opponent
    }

    /// Returns the empty squares.
    #[inline]
    pub fn empty(&self) -> u64 {
        Grid::<N>::VALID & !self.taken()
    }

    /// Returns the squares that the side to move can play; none if it must pass or the game is
    /// over.
    #[inline]
    pub fn playable(&self) -> u64 {
        Grid::<N>::moves(self.own, self.opponent)
    }

    /// Returns the discs that a move to an empty square flips.
    #[inline]
    pub fn flips(&self, square: u8) -> u64 {
        Grid::<N>::flips(self.own, self.opponent, square)
    }

    /// Returns whether the side to move cannot move but the opponent can.
    #[inline]
    pub fn must_pass(&self) -> bool {
        self.playable() == 0 && self.opponent_can_move()
    }

    #[inline]
    fn opponent_can_move(&self) -> bool {
        Grid::<N>::moves(self.opponent, self.own) != 0
    }

    /// Returns the score for the side to move if the game ended here: the difference of discs,
    /// with the empty squares counted for the winner unless the variant is `discs`.
    #[inline]
    pub fn final_score(&self) -> i32 {
        let difference = self.own.count_ones() as i32 - self.opponent.count_ones() as i32;
        let unclaimed = if self.discs_only { 0 } else { self.empty().count_ones() as i32 };
        difference + difference.signum() * unclaimed
    }
}

impl<const N: usize> Position for Board<N> {
    /// The bit of a square, or [`PASS`].
    type Move = u8;
    type Moves = Moves;
    const CYCLIC: bool = false;
    const OBJECTIVE: Objective = Objective::Margin;
    const MOVE_SPAN: usize = PASS as usize + 1;

    #[inline]
    fn move_index(square: u8) -> usize {
        usize::from(square)
    }

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn legal_moves(&self) -> Moves {
        let playable = self.playable();
        Moves { squares: playable.ones(), pass: playable == 0 && self.opponent_can_move() }
    }

    #[inline]
    fn is_legal(&self, mv: u8) -> bool {
        if mv == PASS { self.must_pass() } else { self.empty().has(u32::from(mv)) && self.flips(mv) != 0 }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: u8) {
        // A pass flips and places nothing.
        let (flips, disc) = if mv < PASS { (self.flips(mv), 1 << mv) } else { (0, 0) };
        (self.own, self.opponent) = (self.opponent & !flips, self.own | flips | disc);
        self.turn = self.turn.other();
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.playable() != 0 || self.opponent_can_move() {
            return None;
        }
        let score = self.final_score();
        Some(Outcome::by_difference(if self.turn == Player::First { score } else { -score }))
    }

    #[inline]
    fn key(&self) -> u64 {
        // The centre is always taken, so two of its bits can hold the turn and the variant.
        let rest = self.turn as u64 | u64::from(self.discs_only) << 1;
        mix2(self.own, self.taken() ^ rest << Grid::<N>::CENTRE_CORNER)
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        Symmetry::SQUARE
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        let image = |set| Grid::<N>::transform(set, symmetry);
        Self { own: image(self.own), opponent: image(self.opponent), ..*self }
    }

    fn transform_move(&self, mv: u8, symmetry: Symmetry) -> u8 {
        Grid::<N>::transform_square(mv, symmetry)
    }
}

/// The legal moves of a [`Board`]: squares in reading order, or a pass.
#[derive(Clone, Debug)]
pub struct Moves {
    squares: Ones<u64>,
    pass: bool,
}

impl Iterator for Moves {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        match self.squares.next() {
            Some(square) => Some(square as u8),
            None => std::mem::take(&mut self.pass).then_some(PASS),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.squares.len() + usize::from(self.pass);
        (count, Some(count))
    }
}

impl ExactSizeIterator for Moves {}

#[cfg(test)]
mod tests {
    use plateau_core::Variant;

    use super::*;
    use crate::othello::Othello;

    fn start<const N: usize>() -> Board<N> {
        Othello::<N>::default().start()
    }

    /// Solves a position by plain negamax.
    fn value<const N: usize>(board: &Board<N>) -> i32 {
        let values = board.legal_moves().map(|mv| -value(&board.after(mv)));
        values.max().unwrap_or_else(|| board.final_score())
    }

    #[test]
    fn negamax_finds_the_known_values_of_4x4() {
        assert_eq!(value(&Othello::<4> { discs_only: false }.start()), -10);
        assert_eq!(value(&Othello::<4> { discs_only: true }.start()), -8);
    }

    #[test]
    fn positions_are_small_and_keys_depend_on_the_turn() {
        assert_eq!(size_of::<Board<8>>(), 24);
        let black = start::<8>();
        let white = Board { own: black.opponent, opponent: black.own, turn: Player::Second, ..black };
        assert_ne!(black.key(), white.key());
        let swapped = Board { turn: Player::Second, ..black };
        assert_ne!(black.key(), swapped.key());
        assert_eq!(black.key(), white.after(PASS).key());
        assert_ne!(black.key(), Othello::<8> { discs_only: true }.start().key());
        let moves = [PASS + 1, 200, u8::MAX];
        assert!(moves.iter().all(|&mv| !black.is_legal(mv) && black.play(mv).is_none()));
    }
}
