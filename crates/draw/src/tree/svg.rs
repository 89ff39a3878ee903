//! A tree as SVG, by a layout of our own: no Graphviz needed.

use std::fmt::Write as _;
use std::ops::Range;

use plateau_core::Player;
use plateau_games::TreeNode;
use plateau_search::textbook::{Algorithm, NodeId};

use super::label::{Label, move_label};
use super::tidy::{Tidy, lay_out};
use super::{Shown, Sketch, left_out, on_best_line};
use crate::svg::pen::{number, written};
use crate::svg::{small_ground, small_pieces};
use crate::{phrases, theme};

/// Pixels of a board, and the least and the most of a cell.
const BOARD: f32 = 60.0;
const CELLS: [f32; 2] = [9.0, 18.0];
/// Around the board in its node, around the picture, between nodes, between
/// plies.
const PAD: f32 = 10.0;
const MARGIN: f32 = 24.0;
const GAP: f32 = 12.0;
const PLY: f32 = 56.0;
/// Lines of text.
const TEXT: f32 = 11.0;
const LEADING: f32 = 15.0;
/// Above the tree, with a line of heading and one for what is left out.
const ABOVE: f32 = 76.0;
/// Lines of the heading.
const HEADING: f32 = 16.0;
const HEADING_LEADING: f32 = 21.0;
/// How wide a sign is, of its size: about the widest that are common.
const SIGN: f32 = 0.66;
const BOLD_SIGN: f32 = 0.72;
/// Room for the heading, in a narrow tree.
const NARROWEST: f32 = 640.0;

/// Draws a tree.
pub fn draw(sketch: &Sketch<'_>) -> String {
    let shown = sketch.shown();
    let ids: Vec<NodeId> = shown.ids().collect();
    Drawing::of(sketch, &shown, ids).draw()
}

/// The same with as many nodes as a picture of so many pixels has room for,
/// in width.
#[must_use]
pub fn narrowed<'t>(sketch: &Sketch<'t>, widest: f32) -> Sketch<'t> {
    let mut narrow = *sketch;
    loop {
        let shown = narrow.shown();
        let ids: Vec<NodeId> = shown.ids().collect();
        let drawing = Drawing::of(&narrow, &shown, ids);
        if drawing.width() <= widest || shown.drawn <= 1 {
            return narrow;
        }
        narrow.limit = shown.drawn * 4 / 5;
    }
}

struct Drawing<'d> {
    sketch: &'d Sketch<'d>,
    shown: &'d Shown,
    /// The nodes drawn, each after its parent.
    ids: Vec<NodeId>,
    tidy: Tidy,
    /// Pixels of a cell.
    cell: f32,
    /// Width and height of a node.
    node: (f32, f32),
    left: f32,
    /// What is drawn, on lines that fit.
    heading: Vec<String>,
    /// What is left out, too.
    notes: Vec<String>,
    out: String,
}

impl<'d> Drawing<'d> {
    fn of(sketch: &'d Sketch<'d>, shown: &'d Shown, ids: Vec<NodeId>) -> Self {
        let layout = sketch.layout;
        let cell = (BOARD / layout.width.max(layout.height)).clamp(CELLS[0], CELLS[1]);
        let lines = 2.0 + f32::from(u8::from(sketch.tree.algorithm() == Algorithm::AlphaBeta));
        let words = ids.iter().map(|&id| words_width(sketch, shown, id)).fold(BOARD, f32::max);
        let node = (
            (layout.width * cell).max(words) + 2.0 * PAD,
            layout.height * cell + 2.0 * PAD + lines * LEADING,
        );
        let tidy = lay_out(&children(sketch, &ids), node.0, GAP);
        let room = tidy.width.max(NARROWEST);
        let heading = wrap(&sketch.heading(), room, HEADING * SIGN);
        let notes = left_out(sketch, shown);
        let notes: Vec<String> =
            notes.iter().flat_map(|note| wrap(&note.render(sketch.lang), room, TEXT * BOLD_SIGN)).collect();
        // A position may be one long word.
        let longest = heading.iter().map(|line| text_width(line, HEADING * SIGN)).fold(room, f32::max);
        let left = MARGIN + (longest - tidy.width) / 2.0;
        Self { sketch, shown, ids, tidy, cell, node, left, heading, notes, out: String::new() }
    }

    /// What is above the tree.
    fn above(&self) -> f32 {
        let notes = LEADING * self.notes.len().saturating_sub(1) as f32;
        ABOVE + self.lowered() + notes
    }

    /// How much lower everything is for a heading of several lines.
    fn lowered(&self) -> f32 {
        HEADING_LEADING * self.heading.len().saturating_sub(1) as f32
    }

    fn width(&self) -> f32 {
        2.0 * self.left + self.tidy.width
    }

    fn draw(mut self) -> String {
        let width = self.width();
        let height = self.above() + self.top(self.tidy.rows as u32) + MARGIN - PLY + LEADING;
        self.open(width, height);
        self.heading();
        let mut nodes = String::new();
        let is_best = on_best_line(self.sketch.tree);
        // Best edges last, over the others.
        let mut edges = [String::new(), String::new()];
        for place in 0..self.ids.len() {
            let id = self.ids[place];
            let node = self.sketch.tree.node(id);
            let at = (self.left + self.tidy.x[place], self.above() + self.top(node.ply));
            let best = is_best(id);
            if let Some(parent) = node.parent.and_then(|parent| self.ids.binary_search(&parent).ok()) {
                let from =
                    (self.left + self.tidy.x[parent], self.above() + self.top(node.ply - 1) + self.node.1);
                self.edge(&mut edges[usize::from(best)], id, &node, from, at, best);
            }
            self.node(&mut nodes, id, &node, at, best);
        }
        let [plain, best] = edges;
        self.out.extend([plain, best, nodes]);
        self.out.push_str("</svg>\n");
        self.out
    }

    /// The top of a ply, from the root's.
    fn top(&self, ply: u32) -> f32 {
        ply as f32 * (self.node.1 + PLY)
    }

    fn open(&mut self, width: f32, height: f32) {
        let (w, h) = (number(width), number(height));
        let ground = small_ground(self.sketch.layout, self.cell);
        // Writing to a string never fails, here and below.
        let _ = write!(
            self.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\" font-family=\"{}\" \
             font-size=\"{TEXT}\" text-anchor=\"middle\" fill=\"{}\">\n<title>{}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n<defs><g id=\"b\">{ground}</g></defs>\n",
            theme::FONTS,
            theme::INK,
            written(&self.sketch.heading()),
            theme::PAPER,
        );
    }

    /// What is drawn, what is left out, and what shapes and lines mean.
    fn heading(&mut self) {
        let lang = self.sketch.lang;
        self.out.push_str("<g text-anchor=\"start\">");
        for (line, words) in self.heading.iter().enumerate() {
            let y = number(30.0 + HEADING_LEADING * line as f32);
            let words = written(words);
            let _ =
                writeln!(self.out, "<text x=\"{MARGIN}\" y=\"{y}\" font-size=\"{HEADING}\">{words}</text>");
        }
        let _ = write!(self.out, "<g transform=\"translate(0 {})\">", number(self.lowered()));
        let mut x = MARGIN;
        for player in Player::BOTH {
            let shape = outline(player, (16.0, 12.0));
            let words =
                phrases::TO_MOVE.message().with("player", self.sketch.layout.player(player)).render(lang);
            let _ = write!(
                self.out,
                "<rect x=\"{x}\" y=\"42\" {shape}/><text x=\"{}\" y=\"52\">{}</text>",
                x + 22.0,
                written(&words)
            );
            x += 40.0 + 7.0 * words.chars().count() as f32;
        }
        let _ = write!(
            self.out,
            "<path d=\"M{x} 48h20\" stroke=\"{}\" stroke-width=\"3\"/><text x=\"{}\" y=\"52\">{}</text>",
            theme::ACCENT,
            x + 26.0,
            phrases::BEST_LINE.template(lang)
        );
        if self.sketch.tree.algorithm() == Algorithm::AlphaBeta {
            x += 44.0 + 7.0 * phrases::BEST_LINE.template(lang).chars().count() as f32;
            let _ = write!(
                self.out,
                "<rect x=\"{x}\" y=\"42\" width=\"16\" height=\"12\" {}/><text x=\"{}\" y=\"52\">{}</text>",
                dashed(),
                x + 22.0,
                phrases::NEVER.template(lang)
            );
        }
        for (line, words) in self.notes.iter().enumerate() {
            let y = number(70.0 + LEADING * line as f32);
            let words = written(words);
            let _ = write!(self.out, "<text x=\"{MARGIN}\" y=\"{y}\" font-weight=\"bold\">{words}</text>");
        }
        self.out.push_str("</g></g>\n");
    }

    fn edge(
        &self,
        out: &mut String,
        id: NodeId,
        node: &TreeNode,
        from: (f32, f32),
        to: (f32, f32),
        best: bool,
    ) {
        let (colour, width, dash) = match (best, node.visit) {
            (true, _) => (theme::ACCENT, "3", ""),
            (_, None) => (theme::GREY, "1", " stroke-dasharray=\"3 3\""),
            _ => (theme::QUIET, "1", ""),
        };
        let bend = number(PLY * 0.4);
        let [x0, y0, x1] = [from.0, from.1, to.0].map(number);
        let _ = write!(
            out,
            "<path d=\"M{x0} {y0}C{x0} {} {x1} {} {x1} {}v{bend}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dash}/>",
            number(from.1 + PLY * 0.35),
            number(from.1 + PLY * 0.25),
            number(to.1 - PLY * 0.4),
        );
        let text = written(&move_label(self.sketch, id, node));
        let _ = writeln!(
            out,
            "<text x=\"{x1}\" y=\"{}\" stroke=\"{}\" stroke-width=\"4\" paint-order=\"stroke\" fill=\"{}\">{text}</text>",
            number(to.1 - 8.0),
            theme::PAPER,
            if node.visit.is_none() { theme::GREY } else { theme::INK },
        );
    }

    fn node(&self, out: &mut String, id: NodeId, node: &TreeNode, (x, y): (f32, f32), best: bool) {
        let (width, height) = self.node;
        let _ = write!(out, "<g transform=\"translate({} {})\">", number(x - width / 2.0), number(y));
        if let Some(reason) = self.sketch.reason(node) {
            let _ = write!(out, "<title>{}</title>", written(&reason.render(self.sketch.lang)));
        }
        let searched = node.visit.is_some();
        let frame = if searched {
            outline(node.turn, self.node)
        } else {
            format!("width=\"{width}\" height=\"{height}\" {}", dashed())
        };
        let heavy = if best { " stroke-width=\"3.5\"" } else { "" };
        let _ = write!(out, "<rect {frame}{heavy}/>");
        if node.outcome.is_some() && searched {
            let inner = outline(node.turn, (width - 6.0, height - 6.0));
            let _ = write!(out, "<g transform=\"translate(3 3)\"><rect {inner}/></g>");
        }
        let inset = (width - self.sketch.layout.width * self.cell) / 2.0;
        let faded = if searched { "" } else { " opacity=\"0.35\"" };
        let pieces = small_pieces(self.sketch.layout, &self.sketch.tree.view(id), self.cell);
        let _ = write!(
            out,
            "<g transform=\"translate({} {PAD})\"{faded}><use xlink:href=\"#b\"/>{pieces}</g>",
            number(inset)
        );
        let Label { value, window, end } = Label::of(self.sketch, node);
        let mut line = PAD + self.sketch.layout.height * self.cell + LEADING;
        let middle = number(width / 2.0);
        let mut say = |text: &str, rest: &str| {
            let _ = write!(out, "<text x=\"{middle}\" y=\"{}\"{rest}>{}</text>", number(line), written(text));
            line += LEADING;
        };
        if let Some(value) = value {
            say(&value, " font-weight=\"bold\" font-size=\"13\"");
        }
        for text in [end, window].into_iter().flatten() {
            say(&text, "");
        }
        // A game that goes on has no end to tell, so that there is a line left.
        if let Some(more) = more(self.sketch, self.shown, id) {
            say(&more, &format!(" fill=\"{}\"", theme::QUIET));
        }
        out.push_str("</g>");
        out.push('\n');
    }
}

/// What is said of the moves of a node that are not drawn.
fn more(sketch: &Sketch<'_>, shown: &Shown, id: NodeId) -> Option<String> {
    let hidden = shown.hidden(sketch.tree, id);
    let more = || phrases::MORE.message().with("count", hidden).render(sketch.lang);
    (hidden > 0).then(|| format!("… {}", more()))
}

/// What the words of a node need.
fn words_width(sketch: &Sketch<'_>, shown: &Shown, id: NodeId) -> f32 {
    let Label { end, window, .. } = Label::of(sketch, &sketch.tree.node(id));
    let words = [end, window, more(sketch, shown, id)];
    words.iter().flatten().map(|text| text_width(text, TEXT * SIGN)).fold(0.0, f32::max)
}

fn text_width(text: &str, sign: f32) -> f32 {
    text.chars().count() as f32 * sign
}

/// Words on lines of a width; a longer word has a line of its own.
fn wrap(text: &str, width: f32, sign: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if text_width(line, sign) + text_width(word, sign) + sign <= width => {
                line.extend([" ", word]);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The children of each node drawn, by their places in the list, where they stand
/// side by side.
fn children(sketch: &Sketch<'_>, ids: &[NodeId]) -> Vec<Range<usize>> {
    let place = |child: NodeId| ids.partition_point(|&id| id < child);
    let places = |id: &NodeId| {
        let children = sketch.tree.node(*id).children;
        place(children.start)..place(children.end)
    };
    ids.iter().map(places).collect()
}

/// The frame of a node: square corners for the first player, round ones for
/// the second.
fn outline(player: Player, (width, height): (f32, f32)) -> String {
    let round = match player {
        Player::First => 0.0,
        Player::Second => width.min(height) * 0.3,
    };
    format!(
        "width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\" stroke=\"{}\"",
        number(width),
        number(height),
        number(round),
        theme::tint(player),
        theme::side(player)
    )
}

/// The frame of a node that the search never came to.
fn dashed() -> String {
    format!("fill=\"{}\" stroke=\"{}\" stroke-dasharray=\"4 3\"", theme::DIM, theme::GREY)
}
