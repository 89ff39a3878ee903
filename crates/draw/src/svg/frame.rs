//! The margins of a board, its labels, and the sizes of what is on it.

use plateau_core::Layout;
use plateau_core::layout::{Animation, Background, Label};
use plateau_core::look::PieceSet;

use super::pen::{Coordinates, Pen};

/// The size of the names of regions, in cells.
const REGION_NAME: f32 = 0.3;

/// The margins around a board and the size of its labels, in cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
    label: f32,
    width: f32,
    height: f32,
}

impl Frame {
    /// Measures the frame of a layout. With `room`, there is a cell above boards on which pieces
    /// fall, where they can be seen before they do.
    pub fn new(layout: &Layout, room: bool) -> Self {
        let Layout { width, height, .. } = *layout;
        // Labels have about the same size on every board.
        let label = (width.max(height) * 0.038).min(0.45);
        let margin = |is_there: &dyn Fn(&Label) -> bool| {
            label * if layout.labels.iter().any(is_there) { 1.8 } else { 0.7 }
        };
        let above =
            if layout.regions.is_empty() { margin(&|label| label.y < 0.0) } else { REGION_NAME * 1.9 };
        let falls = room && layout.animation == Animation::Drop;
        Self {
            left: margin(&|label| label.x < 0.0),
            top: if falls { 1.02 } else { above },
            right: margin(&|label| label.x > width),
            bottom: margin(&|label| label.y > height),
            label,
            width,
            height,
        }
    }

    /// Returns left, top, width and height, margins included.
    pub fn view_box(&self) -> [f32; 4] {
        let rounded = |value: f32| (value * 1000.0).round() / 1000.0;
        let (width, height) = (self.left + self.width + self.right, self.top + self.height + self.bottom);
        [-self.left, -self.top, width, height].map(rounded)
    }

    /// The size of the names of points.
    fn name_size(&self) -> f32 {
        (self.label * 1.25).min(0.17)
    }

    /// Writes the labels beside the board and the names of its regions and points.
    pub fn labels(&self, pen: &mut Pen, layout: &Layout) {
        let colour = pen.palette.label;
        for region in &layout.regions {
            let place = (region.x + REGION_NAME * 0.5, region.y - REGION_NAME * 0.72);
            pen.text_with(place, REGION_NAME, colour, " class=\"region\"", &region.name);
        }
        // Close to the edge of the board.
        let off = self.label * 0.92;
        for label in &layout.labels {
            let snap = |at: f32, end: f32| match at {
                at if at < 0.0 => -off,
                at if at > end => end + off,
                at => at,
            };
            let place = (snap(label.x, layout.width), snap(label.y, layout.height));
            pen.text(place, self.label, colour, &label.text);
        }
        if layout.background == Background::Lines {
            let size = self.name_size();
            for (id, point) in layout.points.iter().enumerate() {
                pen.text_over_lines(name_place(layout, id, size), size, colour, &point.name);
            }
        }
    }
}

/// Returns the place of the name of a point: close to it, and as far from all lines as possible.
fn name_place(layout: &Layout, id: usize, size: f32) -> Coordinates {
    /// More room between a name and a line makes no difference, in cells.
    const ENOUGH: f32 = 0.17;
    let place = |id: usize| (layout.points[id].x, layout.points[id].y);
    let (x, y) = place(id);
    let off = radius(layout) + size * 0.62;
    // The upper right first, then the other diagonals, then what is between them.
    let turns = [-1.0_f32, -3.0, 1.0, 3.0, -0.5, -1.5, -2.5, -3.5, 0.5, 1.5, 2.5, 3.5, 0.0, -2.0, 2.0, 4.0];
    let candidates = turns.map(|turn| {
        let (sin, cos) = (turn * std::f32::consts::FRAC_PI_4).sin_cos();
        (x + off * cos, y + off * sin)
    });
    let is_free = |at: Coordinates| {
        let is_inside =
            (size..=layout.width - size).contains(&at.0) && (size..=layout.height - size).contains(&at.1);
        is_inside
            && (0..layout.points.len()).all(|other| other == id || distance(at, place(other)) > 1.15 * off)
    };
    let room = |at: Coordinates| {
        let lines = layout.edges.iter().map(|&[a, b]| (place(usize::from(a)), place(usize::from(b))));
        lines.map(|(a, b)| distance_to_line(at, a, b)).fold(ENOUGH, f32::min)
    };
    let mut best = candidates[0];
    for at in candidates.into_iter().filter(|&at| is_free(at)) {
        if !is_free(best) || room(at) > room(best) + 0.01 {
            best = at;
        }
    }
    best
}

/// Returns the distance from a place to a line between two others.
fn distance_to_line(at: Coordinates, a: Coordinates, b: Coordinates) -> f32 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let part = ((at.0 - a.0) * dx + (at.1 - a.1) * dy) / (dx * dx + dy * dy);
    let part = part.clamp(0.0, 1.0);
    distance(at, (a.0 + part * dx, a.1 + part * dy))
}

/// Returns the radius of a piece in cells, smaller where points are close together.
pub fn radius(layout: &Layout) -> f32 {
    let place = |id: u16| (layout.points[usize::from(id)].x, layout.points[usize::from(id)].y);
    let nearest = layout.edges.iter().map(|&[a, b]| distance(place(a), place(b))).fold(f32::MAX, f32::min);
    let largest: f32 = match layout.look.pieces {
        PieceSet::Ink => 0.28,
        PieceSet::Discs => 0.415,
        PieceSet::Counters => 0.44,
        PieceSet::Stones => 0.455,
        PieceSet::Pebbles => 0.26,
    };
    largest.min(nearest * 0.38)
}

/// The radius of the holes of a rack, in cells.
pub const HOLE: f32 = 0.405;

fn distance(a: Coordinates, b: Coordinates) -> f32 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

#[cfg(test)]
mod tests {
    use plateau_games::REGISTRY;

    use super::*;

    fn layout(name: &str) -> Layout {
        REGISTRY.variant(name).unwrap().layout().clone()
    }

    #[test]
    fn pieces_do_not_touch_on_any_size() {
        for name in [
            "tictactoe",
            "supermorpion",
            "morpion4:20x20x6",
            "morpion4:3x3x3",
            "connect4:10x10",
            "connect4:3x3x3",
            "othello:4",
            "achi",
            "picaria",
            "picaria:13",
        ] {
            let layout = layout(name);
            let r = radius(&layout);
            let points = &layout.points;
            for (i, a) in points.iter().enumerate() {
                for b in &points[..i] {
                    let apart = distance((a.x, a.y), (b.x, b.y));
                    assert!(
                        apart > 2.0 * r,
                        "{name}: {} and {} overlap by {}",
                        a.name,
                        b.name,
                        2.0 * r - apart
                    );
                }
            }
        }
    }

    #[test]
    fn names_stand_beside_their_points_and_off_the_lines() {
        for name in ["achi", "picaria", "picaria:13"] {
            let layout = layout(name);
            let size = Frame::new(&layout, false).name_size();
            for (id, own) in layout.points.iter().enumerate() {
                let at = name_place(&layout, id, size);
                let to_own = distance(at, (own.x, own.y));
                for (_, other) in layout.points.iter().enumerate().filter(|&(other, _)| other != id) {
                    let to_other = distance(at, (other.x, other.y));
                    assert!(to_other > 1.15 * to_own, "{name}: {} reads as {}", own.name, other.name);
                }
                for &[a, b] in &layout.edges {
                    let [a, b] = [a, b].map(|id| &layout.points[usize::from(id)]);
                    let room = distance_to_line(at, (a.x, a.y), (b.x, b.y));
                    assert!(room > size * 0.6, "{name}: {} is {room} from a line", own.name);
                }
            }
        }
    }

    #[test]
    fn labels_and_falling_pieces_have_room() {
        for name in ["othello", "connect4", "connect4:10x3x3", "morpion4", "supermorpion", "achi"] {
            let layout = layout(name);
            let [left, top, width, height] = Frame::new(&layout, true).view_box();
            let falls = layout.animation == Animation::Drop;
            assert!(if falls { top < -1.0 } else { top > -1.0 }, "{name}");
            for side in [-left, left + width - layout.width, top + height - layout.height] {
                assert!((0.05..0.9).contains(&side), "{name}: a margin of {side}");
            }
            assert!(Frame::new(&layout, false).view_box()[3] <= height);
        }
    }
}
