//! A board as text.
//!
//! - A piece is the letter of its side, `x` or `o`, as in the notation. An
//!   empty point is `.`. Where pieces move along lines, each point has its name.
//! - The last move stands in brackets, `(x)`: the point where it ended.
//! - What has been won is in capitals: the pieces of the winning line, and a
//!   region as one large letter.
//! - Regions are framed and carry their name. When a player is sent to some of
//!   the open regions, those are framed by `#`; at the end, those that won are.
//! - Where there is no room, columns stand closer, and their numbers upright.
//!
//! ```
//! let variant = plateau_games::REGISTRY.variant("tictactoe").unwrap();
//! let mut game = variant.start();
//! game.play_all("b2 a3").unwrap();
//! let picture = plateau_draw::text::board(variant.layout(), &game.view());
//! assert_eq!(picture.lines().next(), Some("3 (o). ."));
//! ```

use plateau_core::layout::{Background, Point, PointId, RegionId};
use plateau_core::{Layout, Player, View};

use crate::axis::{Axis, same};
use crate::canvas::Canvas;

mod picture;
mod signs;

#[cfg(test)]
mod tests;

pub use crate::canvas::Ink;
pub use picture::{Cell, Picture, picture};

/// Columns and rows between neighbouring points that are joined by lines: room
/// for a diagonal, and for two that cross half-way.
const LINE_PITCH: (i32, i32) = (4, 2);
const CROSSED_PITCH: (i32, i32) = (6, 3);

/// Columns from a frame to the cells in it.
const PADDING: i32 = 2;

/// How a board is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// With signs beyond ASCII: lines that join, discs that look like discs.
    pub unicode: bool,
    /// With colours, which only repeat what the signs say.
    pub colour: bool,
    /// The columns there are: a wider board is drawn closer, as far as it can be.
    pub width: Option<u16>,
}

/// How far apart columns stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// As their numbers need it.
    Wide,
    /// As near as can be: numbers of several digits stand upright.
    Close,
}

/// Draws a board in ASCII. Every line ends with a newline.
pub fn board(layout: &Layout, view: &View) -> String {
    board_as(layout, view, Style::default())
}

/// Draws a board in a style.
pub fn board_as(layout: &Layout, view: &View, style: Style) -> String {
    let (mut canvas, _) = drawn(layout, view, Spacing::Wide);
    if style.width.is_some_and(|width| i32::from(width) < canvas.width()) {
        (canvas, _) = drawn(layout, view, Spacing::Close);
    }
    canvas.render(|x, y, _| signs::drawn(&canvas, layout.piece_style, style, x, y))
}

/// The columns that a board needs at least.
pub fn narrowest(layout: &Layout, view: &View) -> u16 {
    picture(layout, view, Spacing::Close, false).width
}

/// A board on a canvas, and the place of each point.
fn drawn(layout: &Layout, view: &View, spacing: Spacing) -> (Canvas, Vec<(i32, i32)>) {
    let (columns, rows) = match layout.background {
        Background::Squares | Background::Rack => (cell_columns(layout, spacing), cell_rows(layout)),
        Background::Lines => line_axes(layout),
    };
    let mut drawing = Drawing { layout, view, spacing, columns, rows, canvas: Canvas::default() };
    // Room for a bracket, so that the board never moves sideways.
    drawing.canvas.put(-1, 0, ' ');
    drawing.lines();
    drawing.points();
    drawing.regions();
    drawing.last_move();
    drawing.labels();
    let points = (0..layout.points.len()).map(|id| drawing.place(id as PointId)).collect();
    (drawing.canvas, points)
}

/// The first and last coordinate of each region's points.
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
    let widest = match spacing {
        Spacing::Wide => labels.map(|label| label.text.chars().count()).max().unwrap_or(0),
        Spacing::Close => 1,
    };
    let coordinates = Axis::coordinates(layout.points.iter().map(|point| point.x));
    let pitch = widest.max(1) as i32 + 1;
    Axis::of_cells(coordinates, &region_ends(layout, |point| point.x), pitch, PADDING + pitch.max(PADDING))
}

fn cell_rows(layout: &Layout) -> Axis {
    let coordinates = Axis::coordinates(layout.points.iter().map(|point| point.y));
    Axis::of_cells(coordinates, &region_ends(layout, |point| point.y), 1, 2)
}

fn line_axes(layout: &Layout) -> (Axis, Axis) {
    let xs = Axis::coordinates(layout.points.iter().map(|point| point.x));
    let ys = Axis::coordinates(layout.points.iter().map(|point| point.y));
    let steps = xs.windows(2).chain(ys.windows(2)).map(|pair| pair[1] - pair[0]);
    // Both axes share the smallest step, so that diagonals stay straight.
    let step = steps.min_by(f32::total_cmp).unwrap_or(1.0);
    let (across, down) = if lines_cross(layout) { CROSSED_PITCH } else { LINE_PITCH };
    (Axis::of_lines(xs, across as f32 / step), Axis::of_lines(ys, down as f32 / step))
}

/// Whether two lines meet half-way, where no point is.
fn lines_cross(layout: &Layout) -> bool {
    let middles: Vec<(f32, f32)> = layout
        .edges
        .iter()
        .map(|edge| edge.map(|id| &layout.points[usize::from(id)]))
        .map(|[a, b]| (a.x + b.x, a.y + b.y))
        .collect();
    let twice = |(i, a): (usize, &(f32, f32))| middles[..i].iter().any(|b| same(a.0, b.0) && same(a.1, b.1));
    middles.iter().enumerate().any(twice)
}

/// The side of the board beyond which a coordinate lies.
fn beside(coordinate: f32, length: f32) -> Option<Side> {
    if coordinate < 0.0 {
        Some(Side::Before)
    } else if coordinate > length {
        Some(Side::After)
    } else {
        None
    }
}

#[derive(Clone, Copy)]
enum Side {
    Before,
    After,
}

struct Drawing<'b> {
    layout: &'b Layout,
    view: &'b View,
    spacing: Spacing,
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
        self.canvas.ink = Ink::Rule;
        for &[from, to] in &self.layout.edges {
            self.canvas.line(self.place(from), self.place(to));
        }
    }

    fn points(&mut self) {
        for (id, (point, piece)) in (0..).zip(self.layout.points.iter().zip(&self.view.pieces)) {
            let (x, y) = self.place(id);
            let sign = match piece {
                Some(player) if self.view.line.contains(&id) => capital(*player).to_string(),
                Some(player) => player.letter().to_string(),
                None if self.layout.background == Background::Lines => String::new(),
                None => ".".to_owned(),
            };
            let name = self.written_name(point);
            self.canvas.ink = Ink::Quiet;
            self.canvas.write_ending(x, y, name);
            self.canvas.ink = piece.map_or(Ink::Quiet, Ink::Side);
            self.canvas.write_ending(x - name.chars().count() as i32, y, &sign);
        }
    }

    /// The name of a point where it is written on the board: where pieces move
    /// along lines, a move names the points it goes from and to.
    fn written_name(&self, point: &'b Point) -> &'b str {
        if self.layout.background == Background::Lines { &point.name } else { "" }
    }

    fn regions(&mut self) {
        let columns = region_ends(self.layout, |point| point.x);
        let rows = region_ends(self.layout, |point| point.y);
        let frames: Vec<[i32; 4]> = columns
            .iter()
            .zip(&rows)
            .map(|(&[left, right], &[top, bottom])| {
                let (left, right) = (self.columns.place(left), self.columns.place(right));
                [left - PADDING, self.rows.place(top) - 1, right + PADDING, self.rows.place(bottom) + 1]
            })
            .collect();
        self.canvas.ink = Ink::Rule;
        for &[left, top, right, bottom] in &frames {
            self.canvas.frame(left, top, right, bottom, ['-', '|', '+']);
        }
        for &region in self.sent_to().iter().chain(&self.view.region_line) {
            let [left, top, right, bottom] = frames[usize::from(region)];
            self.canvas.frame(left, top, right, bottom, ['#'; 3]);
        }
        self.canvas.ink = Ink::Quiet;
        for (region, &[left, top, right, _]) in self.layout.regions.iter().zip(&frames) {
            self.canvas.write(left + (right - left) / 2, top, &region.name);
        }
        for mark in &self.view.marks {
            if let Some(owner) = mark.owner {
                self.large_letter(mark.region, owner);
            }
        }
    }

    /// The regions a player must choose from, when others are open too.
    fn sent_to(&self) -> &'b [RegionId] {
        let playable = &self.view.playable;
        let is_closed = |region: &RegionId| self.view.marks.iter().any(|mark| mark.region == *region);
        let choice_is_free = (0..self.layout.regions.len() as RegionId)
            .all(|region| playable.contains(&region) || is_closed(&region));
        if choice_is_free { &[] } else { playable }
    }

    /// Draws a letter as large as a region over its points.
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
            let inked = match owner {
                Player::First => x * bottom == y * right || (right - x) * bottom == y * right,
                Player::Second => x == 0 || y == 0 || x == right || y == bottom,
            };
            let sign = if inked { capital(owner) } else { ' ' };
            self.canvas.put(self.columns.place(point.x), self.rows.place(point.y), sign);
        }
    }

    fn last_move(&mut self) {
        self.canvas.ink = Ink::Lit;
        if let Some(&end) = self.view.last.last() {
            let (x, y) = self.place(end);
            let name = self.written_name(&self.layout.points[usize::from(end)]);
            self.canvas.put(x - 1 - name.chars().count() as i32, y, '(');
            self.canvas.put(x + 1, y, ')');
        }
    }

    fn labels(&mut self) {
        self.canvas.ink = Ink::Quiet;
        let (x_room, y_room) = if self.layout.regions.is_empty() { (1, 0) } else { (PADDING, 1) };
        let (left, right) = (-x_room - 2, self.columns.last() + x_room + 2);
        let (top, bottom) = (-y_room - 1, self.rows.last() + y_room + 1);
        for label in &self.layout.labels {
            let (x, y) = (self.columns.place(label.x), self.rows.place(label.y));
            match (beside(label.x, self.layout.width), beside(label.y, self.layout.height)) {
                (Some(Side::Before), _) => self.canvas.write_ending(left, y, &label.text),
                (Some(Side::After), _) => self.canvas.write(right, y, &label.text),
                (None, Some(Side::Before)) => self.column_label(x, top, Side::Before, &label.text),
                (None, Some(Side::After)) => self.column_label(x, bottom, Side::After, &label.text),
                (None, None) => {}
            }
        }
    }

    /// Writes the name of a column above or below it, upright if there is no room
    /// beside it.
    fn column_label(&mut self, x: i32, y: i32, side: Side, text: &str) {
        if self.spacing == Spacing::Wide {
            return self.canvas.write_ending(x, y, text);
        }
        let first = match side {
            Side::Before => y + 1 - text.chars().count() as i32,
            Side::After => y,
        };
        for (y, c) in (first..).zip(text.chars()) {
            self.canvas.put(x, y, c);
        }
    }
}

fn capital(player: Player) -> char {
    player.letter().to_ascii_uppercase()
}
