//! Who plays, and how a game ends.

use std::num::NonZeroU16;

/// One of the two sides. Generic code never speaks of colours or letters: x,
/// and black in Othello, is `First` in every game, whoever began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Player {
    /// The player of x, or of black.
    First = 0,
    /// The player of o, or of white.
    Second = 1,
}

impl Player {
    /// Both players, `First` before `Second`.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for `First`, 1 for `Second`: an index into arrays of two.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of this side in every notation: `x` or `o`.
    pub const fn letter(self) -> char {
        match self {
            Self::First => 'x',
            Self::Second => 'o',
        }
    }

    /// The side a letter stands for, in either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'x' | 'X' => Some(Self::First),
            'o' | 'O' => Some(Self::Second),
            _ => None,
        }
    }
}

/// How a game ended. Absolute: it does not depend on whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side has won.
    Win {
        /// Who won.
        winner: Player,
        /// By how much, in games played for a margin; `None` elsewhere.
        margin: Option<NonZeroU16>,
    },
    /// Neither side has won.
    Draw,
}

impl Outcome {
    /// A win in a game that knows no margin.
    #[inline]
    pub const fn win(winner: Player) -> Self {
        Self::Win { winner, margin: None }
    }

    /// The result of a difference of scores, `First` minus `Second`: a win by
    /// that margin, or a draw when it is zero.
    #[inline]
    pub fn by_difference(difference: i32) -> Self {
        let winner = if difference > 0 { Player::First } else { Player::Second };
        match NonZeroU16::new(difference.unsigned_abs().min(u32::from(u16::MAX)) as u16) {
            Some(margin) => Self::Win { winner, margin: Some(margin) },
            None => Self::Draw,
        }
    }

    /// The winner, unless it is a draw.
    #[inline]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw => None,
        }
    }

    /// The margin of the winner; 0 for a draw and in games without margin.
    pub fn margin(self) -> u16 {
        match self {
            Self::Win { margin: Some(margin), .. } => margin.get(),
            _ => 0,
        }
    }
}

/// What a player strives for beyond winning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// A nearer win and a farther loss are better.
    Distance,
    /// A larger margin is better, whatever its distance.
    Margin,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_a_win_by_its_size_or_a_draw() {
        assert_eq!(Outcome::by_difference(0), Outcome::Draw);
        let black = Outcome::by_difference(6);
        assert_eq!((black.winner(), black.margin()), (Some(Player::First), 6));
        let white = Outcome::by_difference(-10);
        assert_eq!((white.winner(), white.margin()), (Some(Player::Second), 10));
        assert_eq!(Outcome::win(Player::First).margin(), 0);
    }

    #[test]
    fn letters_are_read_in_either_case() {
        for player in Player::BOTH {
            assert_eq!(Player::from_letter(player.letter()), Some(player));
            assert_eq!(Player::from_letter(player.letter().to_ascii_uppercase()), Some(player));
        }
        assert_eq!(Player::from_letter('b'), None);
    }
}
