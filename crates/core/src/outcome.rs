//! The two sides, and how a game ends.

use std::num::NonZeroU16;

/// One of the two sides. `First` is x (black in Othello) in every game, even if the other
/// side moved first; generic code never uses colours or letters.
///
/// # Examples
///
/// ```
/// use plateau_core::Player;
///
/// let mut pieces = [0; 2];
/// pieces[Player::Second.index()] += 1;
/// assert_eq!(pieces, [0, 1]);
/// assert_eq!(Player::First.other(), Player::Second);
/// assert_eq!(Player::from_letter('x'), Some(Player::First));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Player {
    /// x, or black.
    First = 0,
    /// o, or white.
    Second = 1,
}

impl Player {
    /// Both players, `First` before `Second`.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// Returns the opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Returns 0 for `First` and 1 for `Second`, to index arrays of two.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter of this side in every notation: `x` or `o`.
    pub const fn letter(self) -> char {
        match self {
            Self::First => 'x',
            Self::Second => 'o',
        }
    }

    /// Returns the side of a letter, ignoring case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'x' | 'X' => Some(Self::First),
            'o' | 'O' => Some(Self::Second),
            _ => None,
        }
    }
}

/// How a game ended, independent of the side to move.
///
/// # Examples
///
/// ```
/// use plateau_core::{Outcome, Player};
///
/// // 30 discs against 34.
/// let outcome = Outcome::by_difference(30 - 34);
/// assert_eq!(outcome.winner(), Some(Player::Second));
/// assert_eq!(outcome.margin(), 4);
///
/// assert_eq!(Outcome::by_difference(0), Outcome::Draw);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side has won.
    Win {
        /// The winner.
        winner: Player,
        /// The margin, in games that count one; `None` in the others.
        margin: Option<NonZeroU16>,
    },
    /// Neither side has won.
    Draw,
}

impl Outcome {
    /// Creates a win without a margin.
    #[inline]
    pub const fn win(winner: Player) -> Self {
        Self::Win { winner, margin: None }
    }

    /// Creates the outcome of a score difference, `First` minus `Second`: a win by that
    /// margin, or a draw if it is zero.
    #[inline]
    pub fn by_difference(difference: i32) -> Self {
        let winner = if difference > 0 { Player::First } else { Player::Second };
        match NonZeroU16::new(difference.unsigned_abs().min(u32::from(u16::MAX)) as u16) {
            Some(margin) => Self::Win { winner, margin: Some(margin) },
            None => Self::Draw,
        }
    }

    /// Returns the winner, or `None` for a draw.
    #[inline]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw => None,
        }
    }

    /// Returns the winner's margin; 0 for a draw and in games without margins.
    pub fn margin(self) -> u16 {
        match self {
            Self::Win { margin: Some(margin), .. } => margin.get(),
            _ => 0,
        }
    }
}

/// What makes one win better than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// Shorter wins and longer losses are better.
    Distance,
    /// A larger margin is better, at any distance.
    Margin,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_difference_gives_the_winner_and_the_margin() {
        assert_eq!(Outcome::by_difference(0), Outcome::Draw);
        let black = Outcome::by_difference(6);
        assert_eq!((black.winner(), black.margin()), (Some(Player::First), 6));
        let white = Outcome::by_difference(-10);
        assert_eq!((white.winner(), white.margin()), (Some(Player::Second), 10));
        assert_eq!(Outcome::win(Player::First).margin(), 0);
    }

    #[test]
    fn from_letter_ignores_case() {
        for player in Player::BOTH {
            assert_eq!(Player::from_letter(player.letter()), Some(player));
            assert_eq!(Player::from_letter(player.letter().to_ascii_uppercase()), Some(player));
        }
        assert_eq!(Player::from_letter('b'), None);
    }
}
