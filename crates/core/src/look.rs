//! What a board and its pieces look like, by name. The shapes and colours are in
//! `plateau-draw`, so that the page and every picture share them.

use crate::layout::PieceStyle;

/// The look of a board, chosen by its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// What the board is made of.
    pub surface: Surface,
    /// What the pieces are.
    pub pieces: PieceSet,
    /// Where the lines of a board of squares run.
    pub lines: GridLines,
}

impl Look {
    /// Crosses and noughts drawn with ink on paper.
    pub const PAPER: Self =
        Self { surface: Surface::Paper, pieces: PieceSet::Ink, lines: GridLines::BetweenCells };
    /// Two-sided discs on green felt.
    pub const FELT: Self =
        Self { surface: Surface::Felt, pieces: PieceSet::Discs, lines: GridLines::BetweenCells };
    /// Discs behind an upright rack.
    pub const RACK: Self =
        Self { surface: Surface::Rack, pieces: PieceSet::Counters, lines: GridLines::BetweenCells };
    /// Crosses and noughts painted on wood.
    pub const WOOD: Self =
        Self { surface: Surface::Wood, pieces: PieceSet::Ink, lines: GridLines::BetweenCells };
    /// Stones on the crossings of a wooden board.
    pub const STONES: Self =
        Self { surface: Surface::Wood, pieces: PieceSet::Stones, lines: GridLines::ThroughPoints };
    /// Pebbles on a drawing scratched into clay.
    pub const CLAY: Self =
        Self { surface: Surface::Clay, pieces: PieceSet::Pebbles, lines: GridLines::BetweenCells };
}

/// What a board is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// Paper with lines of ink.
    Paper,
    /// Felt in a dark frame.
    Felt,
    /// A plastic rack with holes.
    Rack,
    /// A wooden board.
    Wood,
    /// Clay or sand with scratched lines.
    Clay,
}

impl Surface {
    /// All surfaces.
    pub const ALL: [Self; 5] = [Self::Paper, Self::Felt, Self::Rack, Self::Wood, Self::Clay];

    /// Returns the name that the page uses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Felt => "felt",
            Self::Rack => "rack",
            Self::Wood => "wood",
            Self::Clay => "clay",
        }
    }
}

/// What the pieces are. The two sides of a set differ in form as well as in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceSet {
    /// A cross and a nought, drawn by hand.
    Ink,
    /// Thick discs with a shadow: a faint centre on the first side, a fine ring on the second.
    Discs,
    /// Flat discs: an inner ring for the first side, a star for the second.
    Counters,
    /// Rounded stones, with a ring on those of the second side.
    Stones,
    /// Pebbles of irregular shape, with a band on those of the second side.
    Pebbles,
}

impl PieceSet {
    /// Returns how text shows the pieces.
    pub const fn style(self) -> PieceStyle {
        match self {
            Self::Ink => PieceStyle::XAndO,
            Self::Discs | Self::Counters | Self::Stones | Self::Pebbles => PieceStyle::Discs,
        }
    }
}

/// Where the lines of a board of squares run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridLines {
    /// Between the cells: pieces are in the squares.
    BetweenCells,
    /// Through the points: pieces are on the crossings.
    ThroughPoints,
}
