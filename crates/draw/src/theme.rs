//! The colours of every picture: calm paper and ink, and two sides that
//! colour-blind eyes tell apart. Pieces differ by form too; a colour only
//! repeats what form or text already says.

use plateau_core::Player;

/// What everything stands on.
pub const PAPER: &str = "#faf8f4";
/// Text and frames.
pub const INK: &str = "#22252b";
/// Text that is less important.
pub const QUIET: &str = "#6f6b63";
/// Thin lines between cells.
pub const LINE: &str = "#cbc5b8";
/// Cells that can be played in.
pub const CELL: &str = "#ffffff";
/// Cells that can't be played in now.
pub const DIM: &str = "#efebe3";
/// The last move, and the best line.
pub const ACCENT: &str = "#b8860b";
/// The same behind a piece.
pub const ACCENT_TINT: &str = "#fbeec6";
/// What a search never came to.
pub const GREY: &str = "#b3afa7";
/// The rack of games in which pieces fall.
pub const RACK: &str = "#d9dcdf";

/// The fonts of a picture, the embedded one among them.
pub const FONTS: &str = "system-ui, 'DejaVu Sans', Verdana, sans-serif";

/// The colour of a side.
pub const fn side(player: Player) -> &'static str {
    match player {
        Player::First => "#0072b2",
        Player::Second => "#d55e00",
    }
}

/// The colour of a side behind its pieces.
pub const fn tint(player: Player) -> &'static str {
    match player {
        Player::First => "#d6e8f4",
        Player::Second => "#fbe0cc",
    }
}
