//! Boards as text.
//!
//! - A piece is the letter of its side, `x` or `o`, and an empty point is `.`. On boards with
//!   lines, every point shows its name.
//! - The destination of the last move is in parentheses: `(x)`.
//! - Winning lines are in capitals, and a won region is one large letter.
//! - Regions have a frame and a name. If only some of the open regions are playable, their
//!   frames are drawn with `#`; after the game, those of the winning line are.
//! - If the board is too wide, columns move closer and their numbers are written vertically.
//! - Full-screen programs enlarge the board to their window: cells get borders and pieces are
//!   drawn over several characters.
//!
//! ```
//! let variant = plateau_games::REGISTRY.variant("tictactoe").unwrap();
//! let mut game = variant.start();
//! game.play_all("b2 a3").unwrap();
//! let picture = plateau_draw::text::board(variant.layout(), &game.view());
//! assert_eq!(picture.lines().next(), Some("3 (o). ."));
//! ```

use plateau_core::layout::{Background, LabelSide, Point, PointId, RegionId};
use plateau_core::{Layout, Player, View};

use crate::axis::{Axis, nearly_equal};
use crate::canvas::Canvas;

mod cell;
mod glyphs;
mod picture;
mod shape;
mod values;

#[cfg(test)]
mod tests;

pub use crate::canvas::Ink;
pub use cell::{CellSize, Spacing};
pub use glyphs::piece_glyph;
pub use picture::{Cell, Picture, largest_spacing, picture};
pub use values::{point_values, region_values};

/// Columns between the frame of a region and its cells.
const PADDING: i32 = 2;

/// How to draw a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Whether to use box-drawing and disc characters beyond ASCII.
    pub unicode: bool,
    /// Whether to use colours. They add no information.
    pub colour: bool,
    /// The available columns. A wider board is drawn with [`Spacing::Close`].
    pub width: Option<u16>,
}

/// Draws a board in ASCII. Every line ends with a newline.
pub fn board(layout: &Layout, view: &View) -> String {
    board_with_style(layout, view, Style::default())
}

/// Draws a board in a style.
pub fn board_with_style(layout: &Layout, view: &View, style: Style) -> String {
    let (mut canvas, _) = draw(layout, view, Spacing::Wide, style.unicode);
    if style.width.is_some_and(|width| i32::from(width) < canvas.width()) {
        (canvas, _) = draw(layout, view, Spacing::Close, style.unicode);
    }
    canvas.render(|x, y, _| glyphs::render(&canvas, layout.piece_style(), style, x, y))
}

/// Returns the minimum number of columns of a board.
pub fn min_width(layout: &Layout, view: &View) -> u16 {
    picture(layout, view, Spacing::Close, false).width
}

/// Draws a board on a canvas, and returns the place of each point.
fn draw(layout: &Layout, view: &View, spacing: Spacing, unicode: bool) -> (Canvas, Vec<(i32, i32)>) {
    let (columns, rows) = match layout.background {
        Background::Squares | Background::Rack => (cell_columns(layout, spacing), cell_rows(layout, spacing)),
        Background::Lines => line_axes(layout, spacing),
    };
    let cell = spacing.cell();
    let canvas = Canvas::default();
    let mut drawing = Drawing { layout, view, spacing, cell, unicode, columns, rows, canvas };
    // Reserve a column for the parenthesis of a last move, so that the board never shifts.
    drawing.canvas.put(-1, 0, ' ');
    drawing.lines();
    drawing.borders();
    drawing.points();
    drawing.regions();
    drawing.winning_borders();
    drawing.last_move();
    drawing.labels();
    let points = (0..layout.points.len()).map(|id| drawing.place(id as PointId)).collect();
    (drawing.canvas, points)
}

/// Returns the first and last coordinate of the points of each region.
fn region_ends(layout: &Layout, of: impl Fn(&Point) -> f32) -> Vec<[f32; 2]> {
    (0..layout.regions.len())
        .map(|region| {
            let inside = layout.points.iter().filter(|point| point.region == Some(region as RegionId));
            inside.fold([f32::MAX, f32::MIN], |[least, most], point| {
                [least.min(of(point)), most.max(of(point))]
            })
        })
        .collect()
}

fn cell_columns(layout: &Layout, spacing: Spacing) -> Axis {
    let labels = layout.labels.iter().filter(|label| beside(label.x, layout.width).is_none());
    let widest = labels.map(|label| label.text.chars().count()).max().unwrap_or(0) as i32;
    let (near, far) = spacing.columns(has_borders(layout, spacing), widest);
    let coordinates = Axis::distinct(layout.points.iter().map(|point| point.x));
    Axis::for_cells(coordinates, &region_ends(layout, |point| point.x), near, far)
}

fn cell_rows(layout: &Layout, spacing: Spacing) -> Axis {
    let (near, far) = spacing.rows();
    let coordinates = Axis::distinct(layout.points.iter().map(|point| point.y));
    Axis::for_cells(coordinates, &region_ends(layout, |point| point.y), near, far)
}

/// Whether cells have borders: those of large boards, unless regions are framed.
fn has_borders(layout: &Layout, spacing: Spacing) -> bool {
    spacing.is_large() && layout.regions.is_empty() && layout.background != Background::Lines
}

fn line_axes(layout: &Layout, spacing: Spacing) -> (Axis, Axis) {
    let xs = Axis::distinct(layout.points.iter().map(|point| point.x));
    let ys = Axis::distinct(layout.points.iter().map(|point| point.y));
    let steps = xs.windows(2).chain(ys.windows(2)).map(|pair| pair[1] - pair[0]);
    // Both axes use the same scale, so that diagonals stay straight.
    let step = steps.min_by(f32::total_cmp).unwrap_or(1.0);
    let (across, down) = spacing.between_points(lines_cross(layout));
    (Axis::for_lines(xs, across as f32 / step), Axis::for_lines(ys, down as f32 / step))
}

/// Whether two lines cross between points.
fn lines_cross(layout: &Layout) -> bool {
    let middles: Vec<(f32, f32)> = layout
        .edges
        .iter()
        .map(|edge| edge.map(|id| &layout.points[usize::from(id)]))
        .map(|[a, b]| (a.x + b.x, a.y + b.y))
        .collect();
    let twice = |(i, a): (usize, &(f32, f32))| {
        middles[..i].iter().any(|b| nearly_equal(a.0, b.0) && nearly_equal(a.1, b.1))
    };
    middles.iter().enumerate().any(twice)
}

/// Returns the side of the board that a coordinate is beyond, if any.
fn beside(coordinate: f32, length: f32) -> Option<LabelSide> {
    if coordinate < 0.0 {
        Some(LabelSide::TopOrLeft)
    } else if coordinate > length {
        Some(LabelSide::BottomOrRight)
    } else {
        None
    }
}

struct Drawing<'b> {
    layout: &'b Layout,
    view: &'b View,
    spacing: Spacing,
    cell: CellSize,
    unicode: bool,
    columns: Axis,
    rows: Axis,
    canvas: Canvas,
}

impl<'b> Drawing<'b> {
    fn place(&self, point: PointId) -> (i32, i32) {
        let point = &self.layout.points[usize::from(point)];
        (self.columns.place(point.x), self.rows.place(point.y))
    }

    fn lines(&mut self) {
        self.canvas.ink = Ink::Line;
        for &[from, to] in &self.layout.edges {
            self.canvas.line(self.place(from), self.place(to));
        }
    }

    /// Draws the borders of large cells.
    fn borders(&mut self) {
        if has_borders(self.layout, self.spacing) {
            self.canvas.ink = Ink::Line;
            for id in 0..self.layout.points.len() {
                self.border(id as PointId, ['-', '|', '+']);
            }
        }
    }

    fn border(&mut self, point: PointId, characters: [char; 3]) {
        let [left, top, right, bottom] = self.cell.around(self.place(point));
        self.canvas.frame(left - 1, top - 1, right + 1, bottom + 1, characters);
    }

    /// Highlights the borders of a winning line. Small boards use capitals instead.
    fn winning_borders(&mut self) {
        if self.spacing.is_large() {
            self.canvas.ink = Ink::Line;
            for &id in &self.view.line {
                self.border(id, ['#'; 3]);
            }
        }
    }

    fn points(&mut self) {
        if self.spacing.is_large() {
            return self.large_points();
        }
        for (id, (point, piece)) in (0..).zip(self.layout.points.iter().zip(&self.view.pieces)) {
            let (x, y) = self.place(id);
            let text = match piece {
                Some(player) if self.view.line.contains(&id) => capital(*player).to_string(),
                Some(player) => player.letter().to_string(),
                None if self.layout.background == Background::Lines => String::new(),
                None => ".".to_owned(),
            };
            let name = self.point_name(point);
            self.canvas.ink = Ink::Dim;
            self.canvas.write_ending(x, y, name);
            self.canvas.ink = piece.map_or(Ink::Dim, Ink::Side);
            self.canvas.write_ending(x - name.chars().count() as i32, y, &text);
        }
    }

    /// Draws large pieces, and the names of points in their middle on boards with lines.
    fn large_points(&mut self) {
        for (id, (point, piece)) in (0..).zip(self.layout.points.iter().zip(&self.view.pieces)) {
            let (x, y) = self.place(id);
            let name_width = self.point_name(point).chars().count() as i32;
            if let Some(player) = piece {
                let area = self.cell.around((x, y));
                if self.layout.background == Background::Lines {
                    self.clear(area);
                }
                self.large_piece(area, *player);
            } else if name_width > 0 {
                // Lines end beside the name of an empty point.
                self.clear([x - name_width / 2 - 1, y, x + name_width / 2 + 1, y]);
            }
            self.canvas.ink = Ink::Dim;
            let is_open = piece.is_none() && !has_borders(self.layout, self.spacing);
            match self.point_name(point) {
                "" if is_open => self.canvas.put(x, y, '.'),
                "" => {}
                name => self.write_centred(x, y, name),
            }
        }
    }

    fn clear(&mut self, [left, top, right, bottom]: [i32; 4]) {
        for y in top..=bottom {
            for x in left..=right {
                self.canvas.put(x, y, ' ');
            }
        }
    }

    /// Draws a piece as large as an area allows, apart from a column at each side for the
    /// parentheses of the last move.
    fn large_piece(&mut self, [left, top, right, bottom]: [i32; 4], player: Player) {
        self.canvas.ink = Ink::Side(player);
        let (width, height) = (right - left - 1, bottom - top + 1);
        if height == 1 {
            return self.canvas.put(left + (right - left) / 2, top, player.letter());
        }
        let cells = shape::cells(player, self.layout.piece_style(), (width, height), self.unicode);
        for ((x, y), c) in cells {
            self.canvas.put(left + 1 + x, top + y, c);
        }
    }

    fn write_centred(&mut self, x: i32, y: i32, text: &str) {
        self.canvas.write(x - text.chars().count() as i32 / 2, y, text);
    }

    /// Returns the name of a point on boards with lines, where moves refer to it, and nothing
    /// on others.
    fn point_name(&self, point: &'b Point) -> &'b str {
        if self.layout.background == Background::Lines { &point.name } else { "" }
    }

    fn regions(&mut self) {
        let columns = region_ends(self.layout, |point| point.x);
        let rows = region_ends(self.layout, |point| point.y);
        let frames: Vec<[i32; 4]> = columns
            .iter()
            .zip(&rows)
            .map(|(&[left, right], &[top, bottom])| {
                let first = self.cell.around((self.columns.place(left), self.rows.place(top)));
                let last = self.cell.around((self.columns.place(right), self.rows.place(bottom)));
                [first[0] - PADDING, first[1] - 1, last[2] + PADDING, last[3] + 1]
            })
            .collect();
        self.canvas.ink = Ink::Line;
        for &[left, top, right, bottom] in &frames {
            self.canvas.frame(left, top, right, bottom, ['-', '|', '+']);
        }
        for &region in self.restricted_regions().iter().chain(&self.view.region_line) {
            let [left, top, right, bottom] = frames[usize::from(region)];
            self.canvas.frame(left, top, right, bottom, ['#'; 3]);
        }
        self.canvas.ink = Ink::Dim;
        for (region, &[left, top, right, _]) in self.layout.regions.iter().zip(&frames) {
            self.canvas.write(left + (right - left) / 2, top, &region.name);
        }
        for mark in &self.view.marks {
            match mark.owner {
                Some(owner) if self.spacing.is_large() => {
                    let [left, top, right, bottom] = frames[usize::from(mark.region)];
                    let inside = [left + 1, top + 1, right - 1, bottom - 1];
                    self.clear(inside);
                    self.large_piece(inside, owner);
                }
                Some(owner) => self.large_letter(mark.region, owner),
                None => {}
            }
        }
    }

    /// Returns the playable regions, if some open regions are not playable.
    fn restricted_regions(&self) -> &'b [RegionId] {
        let playable = &self.view.playable;
        let is_closed = |region: &RegionId| self.view.marks.iter().any(|mark| mark.region == *region);
        let all_playable = (0..self.layout.regions.len() as RegionId)
            .all(|region| playable.contains(&region) || is_closed(&region));
        if all_playable { &[] } else { playable }
    }

    /// Draws the letter of the owner over a whole region.
    fn large_letter(&mut self, region: RegionId, owner: Player) {
        self.canvas.ink = Ink::Side(owner);
        let inside = || self.layout.points.iter().filter(|point| point.region == Some(region));
        let at = |point: &Point| (self.columns.index(point.x), self.rows.index(point.y));
        let left = inside().map(|point| at(point).0).min().unwrap_or(0);
        let top = inside().map(|point| at(point).1).min().unwrap_or(0);
        let right = inside().map(|point| at(point).0 - left).max().unwrap_or(0);
        let bottom = inside().map(|point| at(point).1 - top).max().unwrap_or(0);
        for point in inside() {
            let (x, y) = (at(point).0 - left, at(point).1 - top);
            let is_stroke = match owner {
                Player::First => x * bottom == y * right || (right - x) * bottom == y * right,
                Player::Second => x == 0 || y == 0 || x == right || y == bottom,
            };
            let letter = if is_stroke { capital(owner) } else { ' ' };
            self.canvas.put(self.columns.place(point.x), self.rows.place(point.y), letter);
        }
    }

    fn last_move(&mut self) {
        self.canvas.ink = Ink::Highlight;
        if let Some(&end) = self.view.last.last() {
            let (x, y) = self.place(end);
            let name = self.point_name(&self.layout.points[usize::from(end)]);
            let (before, after) = if self.spacing.is_large() {
                let [left, _, right, _] = self.cell.around((x, y));
                (left, right)
            } else {
                (x - 1 - name.chars().count() as i32, x + 1)
            };
            self.canvas.put(before, y, '(');
            self.canvas.put(after, y, ')');
        }
    }

    fn labels(&mut self) {
        self.canvas.ink = Ink::Dim;
        let (x_room, y_room) = match self.layout.regions.is_empty() {
            true if self.spacing.is_large() => (1, 1),
            true => (1, 0),
            false => (PADDING, 1),
        };
        let [left, top, ..] = self.cell.around((0, 0));
        let [.., right, bottom] = self.cell.around((self.columns.last(), self.rows.last()));
        let (left, right) = (left - x_room - 2, right + x_room + 2);
        let (top, bottom) = (top - y_room - 1, bottom + y_room + 1);
        for label in &self.layout.labels {
            let (x, y) = (self.columns.place(label.x), self.rows.place(label.y));
            match (beside(label.x, self.layout.width), beside(label.y, self.layout.height)) {
                (Some(LabelSide::TopOrLeft), _) => self.canvas.write_ending(left, y, &label.text),
                (Some(LabelSide::BottomOrRight), _) => self.canvas.write(right, y, &label.text),
                (None, Some(LabelSide::TopOrLeft)) => {
                    self.column_label(x, top, LabelSide::TopOrLeft, &label.text);
                }
                (None, Some(LabelSide::BottomOrRight)) => {
                    self.column_label(x, bottom, LabelSide::BottomOrRight, &label.text);
                }
                (None, None) => {}
            }
        }
    }

    /// Writes the label of a column, vertically if columns are close.
    fn column_label(&mut self, x: i32, y: i32, side: LabelSide, text: &str) {
        match self.spacing {
            Spacing::Wide => return self.canvas.write_ending(x, y, text),
            Spacing::Large(_) => return self.write_centred(x, y, text),
            Spacing::Close => {}
        }
        let first = match side {
            LabelSide::TopOrLeft => y + 1 - text.chars().count() as i32,
            LabelSide::BottomOrRight => y,
        };
        for (y, c) in (first..).zip(text.chars()) {
            self.canvas.put(x, y, c);
        }
    }
}

fn capital(player: Player) -> char {
    player.letter().to_ascii_uppercase()
}
