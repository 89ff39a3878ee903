//! Building blocks of pages that draw boards: a script, colours, and boards as JSON.

use std::io::{self, Write};

use plateau_core::layout::Mark;
use plateau_core::look::GridLines;
use plateau_core::{Layout, Player, View};
use serde_json::{Value, json};

use crate::look::css;
use crate::svg::frame::radius;
use crate::theme;

/// The script that draws boards on a canvas: call `readColours()`, then
/// `drawBoard(context, board, view, cellPixels)`.
pub const BOARD: &str = include_str!("tree/page/board.js");

/// Returns the style sheet of a page with boards of a layout: the theme and the look.
pub fn style(layout: &Layout) -> String {
    format!(":root{{{}}}\n{}", colours(), css::of_surface(layout.look.surface))
}

/// Returns the theme as CSS custom properties.
pub fn colours() -> String {
    let [first, second] = Player::BOTH;
    let pairs = [
        ("paper", theme::PAPER),
        ("ink", theme::INK),
        ("quiet", theme::QUIET),
        ("line", theme::LINE),
        ("cell", theme::CELL),
        ("dim", theme::DIM),
        ("accent", theme::ACCENT),
        ("accent-tint", theme::ACCENT_TINT),
        ("grey", theme::GREY),
        ("first", theme::side(first)),
        ("second", theme::side(second)),
        ("first-tint", theme::tint(first)),
        ("second-tint", theme::tint(second)),
    ];
    let variables = pairs.map(|(name, colour)| format!("--{name}:{colour};"));
    variables.concat()
}

/// Returns a board as JSON for the script.
pub fn board(layout: &Layout) -> Value {
    let points: Vec<Value> =
        layout.points.iter().map(|point| json!([point.x, point.y, point.region])).collect();
    let regions: Vec<Value> = layout.regions.iter().map(|r| json!([r.x, r.y, r.width, r.height])).collect();
    json!({
        "width": layout.width, "height": layout.height,
        "ground": layout.background.name(), "form": layout.piece_style().name(),
        "look": css::class(layout.look.surface), "radius": radius(layout),
        "through": layout.look.lines == GridLines::ThroughPoints,
        "points": points, "edges": layout.edges, "regions": regions,
    })
}

/// Passes the fields of a view to `put`, as JSON for the script. Empty fields are omitted.
pub fn put_view(view: &View, mut put: impl FnMut(&str, Value)) {
    let letter = |piece: &Option<Player>| piece.map_or('.', Player::letter);
    put("pieces", json!(view.pieces.iter().map(letter).collect::<String>()));
    if !view.last.is_empty() {
        put("last", json!(view.last));
    }
    if !view.line.is_empty() {
        put("line", json!(view.line));
    }
    if !view.marks.is_empty() {
        let mark = |mark: &Mark| json!([mark.region, mark.owner.map(Player::index)]);
        put("marks", view.marks.iter().map(mark).collect());
    }
}

/// Writes JSON that is safe inside a `<script>` element: escapes every `<`, which JSON only
/// has within strings.
pub struct ScriptEscaper<'o>(pub &'o mut dyn Write);

impl Write for ScriptEscaper<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for (i, part) in bytes.split(|&byte| byte == b'<').enumerate() {
            if i > 0 {
                self.0.write_all(b"\\u003c")?;
            }
            self.0.write_all(part)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
