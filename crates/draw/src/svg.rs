//! Boards as SVG: pieces, the last move, playable and won regions, winning lines and labels.
//!
//! ```
//! let variant = plateau_games::REGISTRY.variant("othello").unwrap();
//! let picture = plateau_draw::svg::board(variant.layout(), &variant.start().view(), "othello");
//! assert!(picture.starts_with("<svg ") && picture.contains(">d</text>"));
//! ```

pub(crate) mod background;
pub(crate) mod frame;
mod hand;
pub(crate) mod pen;
pub(crate) mod pieces;
pub(crate) mod shapes;

use plateau_core::{Layout, View};

use crate::look::{BoardTheme, Palette, Scheme, palette};
use crate::theme;
use frame::Frame;
use pen::{Pen, number};

pub use pen::escape_xml;

/// The desired length of the longer side of a board, in pixels.
const SIDE: f32 = 480.0;
/// The minimum and maximum size of a cell, in pixels.
const CELL_SIZE: [f32; 2] = [44.0, 100.0];

/// Draws a board in its natural colours on light paper. Screen readers announce the title.
pub fn board(layout: &Layout, view: &View, title: &str) -> String {
    board_in(layout, view, title, (BoardTheme::Natural, Scheme::Light))
}

/// Draws a board in a theme.
pub fn board_in(layout: &Layout, view: &View, title: &str, (theme, scheme): (BoardTheme, Scheme)) -> String {
    let view_box = Frame::new(layout, false).view_box();
    let cell = (SIDE / layout.width.max(layout.height)).clamp(CELL_SIZE[0], CELL_SIZE[1]);
    let [left, top, width, height] = view_box.map(|length| number(length * cell));
    let palette = palette(layout.look.surface, theme, scheme);
    let mut pen = Pen::new(cell, true, palette, layout.look.surface.name());
    pen.line(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"{left} {top} {width} {height}\" role=\"img\" font-family=\"{}\">",
        theme::FONTS,
    ));
    pen.line(&format!("<title>{}</title>", escape_xml(title)));
    let paper = format!("fill=\"{}\"", theme::paper(scheme));
    let [x, y, across, down] = view_box;
    pen.rect((x, y), (across, down), 0.0, &paper);
    background::draw(&mut pen, layout, view_box);
    Frame::new(layout, false).labels(&mut pen, layout);
    shapes::define(&mut pen, layout.look.pieces);
    pieces::draw(&mut pen, layout, view);
    pen.line("</svg>");
    pen.finish()
}

/// Returns a pen for small boards, with cells of this size in pixels.
fn small_pen(layout: &Layout, cell: f32) -> Pen {
    Pen::new(cell, false, small_palette(layout), "")
}

/// Returns the colours of small boards.
pub(crate) fn small_palette(layout: &Layout) -> &'static Palette {
    palette(layout.look.surface, BoardTheme::Natural, Scheme::Light)
}

/// Draws the background of a small board, with cells of this size in pixels.
pub(crate) fn small_background(layout: &Layout, cell: f32) -> String {
    let mut pen = small_pen(layout, cell);
    background::draw(&mut pen, layout, [0.0, 0.0, layout.width, layout.height]);
    background::draw_front(&mut pen, layout);
    pen.finish()
}

/// Draws the pieces and highlights of a small board.
pub(crate) fn small_pieces(layout: &Layout, view: &View, cell: f32) -> String {
    let mut pen = small_pen(layout, cell);
    pieces::draw(&mut pen, layout, view);
    pen.finish()
}

#[cfg(test)]
fn tests_palette() -> &'static Palette {
    palette(plateau_core::look::Surface::Paper, BoardTheme::Natural, Scheme::Light)
}

#[cfg(test)]
mod tests;
