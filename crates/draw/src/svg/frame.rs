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
            let off = radius(layout) + 0.07;
            let size = (self.label * 1.25).min(0.17);
            for point in &layout.points {
                pen.text_over_lines((point.x + off, point.y - off * 0.72), size, colour, &point.name);
            }
        }
    }
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
