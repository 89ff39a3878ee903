//! The looks of boards: colours and shapes of every surface and piece, as data. Pictures draw
//! with them directly; the page gets the shapes as [`artwork`] and the colours as [`css`].

pub mod artwork;
pub mod css;
mod palette;
mod palettes;

pub use palette::{Palette, PieceColours, VARIABLES};
pub use palettes::palette;

/// Which colours a viewer has chosen for boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardTheme {
    /// Every board in the materials of its game.
    Natural,
    /// Flat colours that colour-blind people can tell apart: blue and vermilion for crosses and noughts;
    /// elsewhere those that the sides are called by.
    HighContrast,
}

impl BoardTheme {
    /// All themes.
    pub const ALL: [Self; 2] = [Self::Natural, Self::HighContrast];
}

/// The colours of the page around the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Dark text on light paper.
    Light,
    /// Light text on dark paper.
    Dark,
}

impl Scheme {
    /// Both schemes.
    pub const ALL: [Self; 2] = [Self::Light, Self::Dark];
}

#[cfg(test)]
mod tests;
