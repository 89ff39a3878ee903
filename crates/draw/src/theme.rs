//! The colours of pictures beside their boards: text, trees, plots. The two sides are
//! distinguishable for colour-blind people. The colours of boards are in [`look`](crate::look).

use plateau_core::Player;

use crate::look::Scheme;

/// Background of the picture.
pub const PAPER: &str = "#faf8f4";
/// Text and frames.
pub const INK: &str = "#22252b";
/// Secondary text.
pub const QUIET: &str = "#6f6b63";
/// Thin lines between cells.
pub const LINE: &str = "#cbc5b8";
/// Cells that can be played in.
pub const CELL: &str = "#ffffff";
/// Cells that cannot be played in.
pub const DIM: &str = "#efebe3";
/// The last move, and the best line.
pub const ACCENT: &str = "#b8860b";
/// The accent colour behind a piece.
pub const ACCENT_TINT: &str = "#fbeec6";
/// Nodes that were not searched.
pub const GREY: &str = "#b3afa7";
/// Returns the background of a picture.
pub const fn paper(scheme: Scheme) -> &'static str {
    match scheme {
        Scheme::Light => PAPER,
        Scheme::Dark => INK,
    }
}

/// The font families, including the embedded one.
pub const FONTS: &str = "system-ui, 'DejaVu Sans', Verdana, sans-serif";

/// Returns the colour of a side.
pub const fn side(player: Player) -> &'static str {
    match player {
        Player::First => "#0072b2",
        Player::Second => "#d55e00",
    }
}

/// Returns the background colour of a side.
pub const fn tint(player: Player) -> &'static str {
    match player {
        Player::First => "#d6e8f4",
        Player::Second => "#fbe0cc",
    }
}
