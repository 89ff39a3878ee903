//! Boards as SVG: pieces, the last move, playable and won regions, winning lines and labels.
//!
//! ```
//! let variant = plateau_games::REGISTRY.variant("othello").unwrap();
//! let picture = plateau_draw::svg::board(variant.layout(), &variant.start().view(), "othello");
//! assert!(picture.starts_with("<svg ") && picture.contains(">d</text>"));
//! ```

mod background;
pub(crate) mod pen;
mod pieces;

use plateau_core::{Layout, View};

use crate::theme;
use pen::{Pen, number};

pub use pen::escape_xml;

/// The desired length of the longer side of a board, in pixels.
const SIDE: f32 = 480.0;
/// The minimum and maximum size of a cell, in pixels.
const CELL_SIZE: [f32; 2] = [44.0, 100.0];
/// The margin of a side with labels, in cells.
const LABEL_MARGIN: f32 = 0.75;
/// The margin of a side without labels, in cells.
const BARE_MARGIN: f32 = 0.3;

/// Draws a board. Screen readers announce the title.
pub fn board(layout: &Layout, view: &View, title: &str) -> String {
    let margin = |is_on_side: &dyn Fn(&plateau_core::layout::Label) -> bool| {
        if layout.labels.iter().any(is_on_side) { LABEL_MARGIN } else { BARE_MARGIN }
    };
    let left = margin(&|label| label.x < 0.0);
    let right = margin(&|label| label.x > layout.width);
    let top = if layout.regions.is_empty() { margin(&|label| label.y < 0.0) } else { LABEL_MARGIN };
    let bottom = margin(&|label| label.y > layout.height);
    let cell = (SIDE / layout.width.max(layout.height)).clamp(CELL_SIZE[0], CELL_SIZE[1]);
    let width = (left + layout.width + right) * cell;
    let height = (top + layout.height + bottom) * cell;
    let mut pen = Pen::new(cell, true);
    pen.line(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
         role=\"img\" font-family=\"{}\">",
        theme::FONTS,
        w = number(width),
        h = number(height),
    ));
    pen.line(&format!("<title>{}</title>", escape_xml(title)));
    pen.line(&format!("<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>", theme::PAPER));
    pen.line(&format!("<g transform=\"translate({} {})\">", number(left * cell), number(top * cell)));
    background::draw(&mut pen, layout);
    pieces::draw(&mut pen, layout, view);
    for region in &layout.regions {
        pen.text((region.x + 0.12, region.y - 0.2), 0.24, theme::QUIET, &region.name);
    }
    for label in &layout.labels {
        // Move labels close to the board.
        let x = label.x.clamp(-0.38, layout.width + 0.38);
        let y = label.y.clamp(-0.38, layout.height + 0.38);
        pen.text((x, y), 0.3, theme::QUIET, &label.text);
    }
    pen.line("</g>");
    pen.line("</svg>");
    pen.finish()
}

/// Draws the background of a small board, with cells of this size in pixels.
pub(crate) fn small_background(layout: &Layout, cell: f32) -> String {
    let mut pen = Pen::new(cell, false);
    background::draw(&mut pen, layout);
    pen.finish()
}

/// Draws the pieces and highlights of a small board.
pub(crate) fn small_pieces(layout: &Layout, view: &View, cell: f32) -> String {
    let mut pen = Pen::new(cell, false);
    pieces::draw(&mut pen, layout, view);
    pen.finish()
}

#[cfg(test)]
mod tests;
