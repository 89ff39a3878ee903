//! Trees as SVG with a layout of our own, without Graphviz.

use std::fmt::Write as _;
use std::ops::Range;

use plateau_core::Player;
use plateau_games::TreeNode;
use plateau_search::textbook::NodeId;

use super::label::{Label, move_label};
use super::tidy_layout::{TidyLayout, tidy_layout};
use super::{TreePicture, VisibleNodes, omissions, on_best_line};
use crate::svg::pen::{escape_xml, number};
use crate::svg::{small_background, small_pieces};
use crate::{phrases, theme};

// Lengths are in pixels.

/// Desired size of a board.
const BOARD: f32 = 60.0;
/// Minimum and maximum size of a cell.
const CELL_SIZE: [f32; 2] = [9.0, 18.0];
/// Space around the board within its node.
const PADDING: f32 = 10.0;
/// Space around the picture.
const MARGIN: f32 = 24.0;
/// Space between neighbouring nodes.
const NODE_GAP: f32 = 12.0;
/// Space between plies.
const PLY_GAP: f32 = 56.0;
/// Font size and line height of nodes and notes.
const TEXT: f32 = 11.0;
const LINE_HEIGHT: f32 = 15.0;
/// Space above the tree, for a heading and a note of one line each.
const HEADER: f32 = 76.0;
/// Font size and line height of the heading.
const HEADING: f32 = 16.0;
const HEADING_LINE_HEIGHT: f32 = 21.0;
/// Estimated width of a character, relative to the font size.
const CHAR_WIDTH: f32 = 0.66;
const BOLD_CHAR_WIDTH: f32 = 0.72;
/// Minimum width of the heading.
const MIN_HEADING_WIDTH: f32 = 640.0;

/// Draws a tree.
pub fn draw(picture: &TreePicture<'_>) -> String {
    let visible = picture.visible_nodes();
    let ids: Vec<NodeId> = visible.ids().collect();
    Drawing::new(picture, &visible, ids).draw()
}

/// Reduces the number of nodes until the picture is at most this wide.
#[must_use]
pub fn fit_width<'t>(picture: &TreePicture<'t>, max_width: f32) -> TreePicture<'t> {
    let mut narrow = *picture;
    loop {
        let visible = narrow.visible_nodes();
        let ids: Vec<NodeId> = visible.ids().collect();
        let drawing = Drawing::new(&narrow, &visible, ids);
        if drawing.width() <= max_width || visible.count <= 1 {
            return narrow;
        }
        narrow.limit = visible.count * 4 / 5;
    }
}

struct Drawing<'d> {
    picture: &'d TreePicture<'d>,
    visible: &'d VisibleNodes,
    /// The visible nodes, each after its parent.
    ids: Vec<NodeId>,
    tidy: TidyLayout,
    /// Size of a cell.
    cell: f32,
    /// Width and height of a node.
    node: (f32, f32),
    left: f32,
    /// The lines of the heading.
    heading: Vec<String>,
    /// The lines of the notes on omissions.
    notes: Vec<String>,
    out: String,
}

impl<'d> Drawing<'d> {
    fn new(picture: &'d TreePicture<'d>, visible: &'d VisibleNodes, ids: Vec<NodeId>) -> Self {
        let layout = picture.layout;
        let cell = (BOARD / layout.width.max(layout.height)).clamp(CELL_SIZE[0], CELL_SIZE[1]);
        let lines = 2.0 + f32::from(u8::from(picture.tree.algorithm().has_pruning()));
        let words = ids.iter().map(|&id| label_width(picture, visible, id)).fold(BOARD, f32::max);
        let node = (
            (layout.width * cell).max(words) + 2.0 * PADDING,
            layout.height * cell + 2.0 * PADDING + lines * LINE_HEIGHT,
        );
        let tidy = tidy_layout(&children(picture, &ids), node.0, NODE_GAP);
        let room = tidy.width.max(MIN_HEADING_WIDTH);
        let heading = wrap(&picture.heading(), room, HEADING * CHAR_WIDTH);
        let notes = omissions(picture, visible);
        let notes: Vec<String> = notes
            .iter()
            .flat_map(|note| wrap(&note.render(picture.lang), room, TEXT * BOLD_CHAR_WIDTH))
            .collect();
        // A position may be a single long word that cannot be wrapped.
        let longest = heading.iter().map(|line| text_width(line, HEADING * CHAR_WIDTH)).fold(room, f32::max);
        let left = MARGIN + (longest - tidy.width) / 2.0;
        Self { picture, visible, ids, tidy, cell, node, left, heading, notes, out: String::new() }
    }

    /// Returns the height of the part above the tree.
    fn header_height(&self) -> f32 {
        let notes = LINE_HEIGHT * self.notes.len().saturating_sub(1) as f32;
        HEADER + self.extra_heading_height() + notes
    }

    /// Returns the height of the heading beyond its first line.
    fn extra_heading_height(&self) -> f32 {
        HEADING_LINE_HEIGHT * self.heading.len().saturating_sub(1) as f32
    }

    fn width(&self) -> f32 {
        2.0 * self.left + self.tidy.width
    }

    fn draw(mut self) -> String {
        let width = self.width();
        let height = self.header_height() + self.top(self.tidy.rows as u32) + MARGIN - PLY_GAP + LINE_HEIGHT;
        self.open(width, height);
        self.heading();
        let mut nodes = String::new();
        let is_best = on_best_line(self.picture.tree);
        // Edges of the principal variation come last, on top of the others.
        let mut edges = [String::new(), String::new()];
        for index in 0..self.ids.len() {
            let id = self.ids[index];
            let node = self.picture.tree.node(id);
            let at = (self.left + self.tidy.x[index], self.header_height() + self.top(node.ply));
            let best = is_best(id);
            if let Some(parent) = node.parent.and_then(|parent| self.ids.binary_search(&parent).ok()) {
                let from = (
                    self.left + self.tidy.x[parent],
                    self.header_height() + self.top(node.ply - 1) + self.node.1,
                );
                self.edge(&mut edges[usize::from(best)], id, &node, from, at, best);
            }
            self.node(&mut nodes, id, &node, at, best);
        }
        let [plain, best] = edges;
        self.out.extend([plain, best, nodes]);
        self.out.push_str("</svg>\n");
        self.out
    }

    /// Returns the vertical offset of a ply.
    fn top(&self, ply: u32) -> f32 {
        ply as f32 * (self.node.1 + PLY_GAP)
    }

    fn open(&mut self, width: f32, height: f32) {
        let (w, h) = (number(width), number(height));
        let background = small_background(self.picture.layout, self.cell);
        // Writing to a string never fails, here and below.
        let _ = write!(
            self.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\" font-family=\"{}\" \
             font-size=\"{TEXT}\" text-anchor=\"middle\" fill=\"{}\">\n<title>{}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n<defs><g id=\"b\">{background}</g></defs>\n",
            theme::FONTS,
            theme::INK,
            escape_xml(&self.picture.heading()),
            theme::PAPER,
        );
    }

    /// Draws the heading, the legend and the notes.
    fn heading(&mut self) {
        let lang = self.picture.lang;
        self.out.push_str("<g text-anchor=\"start\">");
        for (line, words) in self.heading.iter().enumerate() {
            let y = number(30.0 + HEADING_LINE_HEIGHT * line as f32);
            let words = escape_xml(words);
            let _ =
                writeln!(self.out, "<text x=\"{MARGIN}\" y=\"{y}\" font-size=\"{HEADING}\">{words}</text>");
        }
        let _ = write!(self.out, "<g transform=\"translate(0 {})\">", number(self.extra_heading_height()));
        let mut x = MARGIN;
        for player in Player::BOTH {
            let shape = frame_attributes(player, (16.0, 12.0));
            let words =
                phrases::TO_MOVE.message().with("player", self.picture.layout.player(player)).render(lang);
            let _ = write!(
                self.out,
                "<rect x=\"{x}\" y=\"42\" {shape}/><text x=\"{}\" y=\"52\">{}</text>",
                x + 22.0,
                escape_xml(&words)
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
        if self.picture.tree.algorithm().has_pruning() {
            x += 44.0 + 7.0 * phrases::BEST_LINE.template(lang).chars().count() as f32;
            let _ = write!(
                self.out,
                "<rect x=\"{x}\" y=\"42\" width=\"16\" height=\"12\" {}/><text x=\"{}\" y=\"52\">{}</text>",
                unsearched_attributes(),
                x + 22.0,
                phrases::NEVER.template(lang)
            );
        }
        for (line, words) in self.notes.iter().enumerate() {
            let y = number(70.0 + LINE_HEIGHT * line as f32);
            let words = escape_xml(words);
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
        let bend = number(PLY_GAP * 0.4);
        let [x0, y0, x1] = [from.0, from.1, to.0].map(number);
        let _ = write!(
            out,
            "<path d=\"M{x0} {y0}C{x0} {} {x1} {} {x1} {}v{bend}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dash}/>",
            number(from.1 + PLY_GAP * 0.35),
            number(from.1 + PLY_GAP * 0.25),
            number(to.1 - PLY_GAP * 0.4),
        );
        let text = escape_xml(&move_label(self.picture, id, node));
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
        if let Some(reason) = self.picture.cut_reason(node) {
            let _ = write!(out, "<title>{}</title>", escape_xml(&reason.render(self.picture.lang)));
        }
        let is_searched = node.visit.is_some();
        let frame = if is_searched {
            frame_attributes(node.turn, self.node)
        } else {
            format!("width=\"{width}\" height=\"{height}\" {}", unsearched_attributes())
        };
        let heavy = if best { " stroke-width=\"3.5\"" } else { "" };
        let _ = write!(out, "<rect {frame}{heavy}/>");
        if node.outcome.is_some() && is_searched {
            let inner = frame_attributes(node.turn, (width - 6.0, height - 6.0));
            let _ = write!(out, "<g transform=\"translate(3 3)\"><rect {inner}/></g>");
        }
        let inset = (width - self.picture.layout.width * self.cell) / 2.0;
        let faded = if is_searched { "" } else { " opacity=\"0.35\"" };
        let pieces = small_pieces(self.picture.layout, &self.picture.tree.view(id), self.cell);
        let _ = write!(
            out,
            "<g transform=\"translate({} {PADDING})\"{faded}><use xlink:href=\"#b\"/>{pieces}</g>",
            number(inset)
        );
        let Label { value, window, end } = Label::new(self.picture, node);
        let mut line = PADDING + self.picture.layout.height * self.cell + LINE_HEIGHT;
        let middle = number(width / 2.0);
        let mut write_line = |text: &str, attributes: &str| {
            let _ = write!(
                out,
                "<text x=\"{middle}\" y=\"{}\"{attributes}>{}</text>",
                number(line),
                escape_xml(text)
            );
            line += LINE_HEIGHT;
        };
        if let Some(value) = value {
            write_line(&value, " font-weight=\"bold\" font-size=\"13\"");
        }
        for text in [end, window].into_iter().flatten() {
            write_line(&text, "");
        }
        // Only nodes without a result have hidden moves, so there is a line left for this.
        if let Some(more) = more(self.picture, self.visible, id) {
            write_line(&more, &format!(" fill=\"{}\"", theme::QUIET));
        }
        out.push_str("</g>");
        out.push('\n');
    }
}

/// Returns a note on the hidden moves of a node.
fn more(picture: &TreePicture<'_>, visible: &VisibleNodes, id: NodeId) -> Option<String> {
    let hidden = visible.hidden_moves(picture.tree, id);
    let more = || phrases::MORE.message().with("count", hidden).render(picture.lang);
    (hidden > 0).then(|| format!("… {}", more()))
}

/// Returns the width of the text of a node.
fn label_width(picture: &TreePicture<'_>, visible: &VisibleNodes, id: NodeId) -> f32 {
    let Label { end, window, .. } = Label::new(picture, &picture.tree.node(id));
    let words = [end, window, more(picture, visible, id)];
    words.iter().flatten().map(|text| text_width(text, TEXT * CHAR_WIDTH)).fold(0.0, f32::max)
}

fn text_width(text: &str, char_width: f32) -> f32 {
    text.chars().count() as f32 * char_width
}

/// Wraps text to a width; a longer word gets a line of its own.
fn wrap(text: &str, width: f32, char_width: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line)
                if text_width(line, char_width) + text_width(word, char_width) + char_width <= width =>
            {
                line.extend([" ", word]);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Returns the range of visible children of each visible node, as indices into `ids`.
fn children(picture: &TreePicture<'_>, ids: &[NodeId]) -> Vec<Range<usize>> {
    let index = |child: NodeId| ids.partition_point(|&id| id < child);
    let range = |id: &NodeId| {
        let children = picture.tree.node(*id).children;
        index(children.start)..index(children.end)
    };
    ids.iter().map(range).collect()
}

/// Returns the frame of a node: square corners for the first player, round ones for the
/// second.
fn frame_attributes(player: Player, (width, height): (f32, f32)) -> String {
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

/// Returns the frame of a node that was not searched.
fn unsearched_attributes() -> String {
    format!("fill=\"{}\" stroke=\"{}\" stroke-dasharray=\"4 3\"", theme::DIM, theme::GREY)
}
