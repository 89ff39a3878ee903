//! A board as SVG: pieces by form and colour, the last move, the regions a
//! player is sent to, what has been won, and the names along the edges.
//!
//! ```
//! let variant = plateau_games::REGISTRY.variant("othello").unwrap();
//! let picture = plateau_draw::svg::board(variant.layout(), &variant.start().view(), "othello");
//! assert!(picture.starts_with("<svg ") && picture.contains(">d</text>"));
//! ```

mod ground;
pub(crate) mod pen;
mod pieces;

use plateau_core::{Layout, View};

use crate::theme;
use pen::{Pen, number};

pub use pen::written;

/// Pixels that a board should have along its longer side, and what cells may
/// have for that.
const SIDE: f32 = 480.0;
const CELLS: [f32; 2] = [44.0, 100.0];
/// Cells around the board, in which its labels stand.
const MARGIN: f32 = 0.75;
/// Cells around a board without labels on that side.
const BARE: f32 = 0.3;

/// Draws a board. The title is what a screen reader says.
pub fn board(layout: &Layout, view: &View, title: &str) -> String {
    let labelled = |beyond: &dyn Fn(&plateau_core::layout::Label) -> bool| {
        if layout.labels.iter().any(beyond) { MARGIN } else { BARE }
    };
    let left = labelled(&|label| label.x < 0.0);
    let right = labelled(&|label| label.x > layout.width);
    let top = if layout.regions.is_empty() { labelled(&|label| label.y < 0.0) } else { MARGIN };
    let bottom = labelled(&|label| label.y > layout.height);
    let cell = (SIDE / layout.width.max(layout.height)).clamp(CELLS[0], CELLS[1]);
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
    pen.line(&format!("<title>{}</title>", written(title)));
    pen.line(&format!("<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>", theme::PAPER));
    pen.line(&format!("<g transform=\"translate({} {})\">", number(left * cell), number(top * cell)));
    ground::draw(&mut pen, layout);
    pieces::draw(&mut pen, layout, view);
    for region in &layout.regions {
        pen.text((region.x + 0.12, region.y - 0.2), 0.24, theme::QUIET, &region.name);
    }
    for label in &layout.labels {
        // Labels keep close to the board.
        let x = label.x.clamp(-0.38, layout.width + 0.38);
        let y = label.y.clamp(-0.38, layout.height + 0.38);
        pen.text((x, y), 0.3, theme::QUIET, &label.text);
    }
    pen.line("</g>");
    pen.line("</svg>");
    pen.finish()
}

/// The part of a small board that never changes, at so many pixels a cell.
pub(crate) fn small_ground(layout: &Layout, cell: f32) -> String {
    let mut pen = Pen::new(cell, false);
    ground::draw(&mut pen, layout);
    pen.finish()
}

/// What stands on a small board.
pub(crate) fn small_pieces(layout: &Layout, view: &View, cell: f32) -> String {
    let mut pen = Pen::new(cell, false);
    pieces::draw(&mut pen, layout, view);
    pen.finish()
}

#[cfg(test)]
mod tests;
