//! The background of a board: the part that is the same in every position.

use plateau_core::Layout;
use plateau_core::layout::{Background, RegionId};

use super::pen::{Coordinates, Pen};
use crate::axis::Axis;
use crate::theme;

/// Draws the background of a layout.
pub fn draw(pen: &mut Pen, layout: &Layout) {
    match layout.background {
        Background::Squares => squares(pen, layout),
        Background::Rack => rack(pen, layout),
        Background::Lines => lines(pen, layout),
    }
}

/// Draws a grid of squares, one per region if there are regions.
fn squares(pen: &mut Pen, layout: &Layout) {
    if layout.regions.is_empty() {
        grid(pen, layout, None, (0.0, 0.0), (layout.width, layout.height));
    }
    for (id, region) in (0..).zip(&layout.regions) {
        grid(pen, layout, Some(id), (region.x, region.y), (region.width, region.height));
    }
}

fn grid(
    pen: &mut Pen,
    layout: &Layout,
    region: Option<RegionId>,
    (left, top): Coordinates,
    (width, height): Coordinates,
) {
    pen.rect((left, top), (width, height), 0.06, &format!("fill=\"{}\"", theme::CELL));
    let points = || layout.points.iter().filter(|point| point.region == region);
    // Grid lines are half-way between neighbouring centres.
    let midpoints = |coordinates: Vec<f32>| -> Vec<f32> {
        coordinates.windows(2).map(|pair| f32::midpoint(pair[0], pair[1])).collect()
    };
    let mut strokes = Vec::new();
    for x in midpoints(Axis::distinct(points().map(|point| point.x))) {
        strokes.push([(x, top), (x, top + height)]);
    }
    for y in midpoints(Axis::distinct(points().map(|point| point.y))) {
        strokes.push([(left, y), (left + width, y)]);
    }
    let thin = if pen.detailed { 0.02 } else { 0.05 };
    pen.strokes(&strokes, thin, &format!("stroke=\"{}\"", theme::LINE));
    let frame = format!("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"", theme::QUIET, pen.px(thin * 1.3));
    pen.rect((left, top), (width, height), 0.06, &frame);
}

/// Draws a rack with holes.
fn rack(pen: &mut Pen, layout: &Layout) {
    pen.rect((0.0, 0.0), (layout.width, layout.height), 0.25, &format!("fill=\"{}\"", theme::RACK));
    for point in &layout.points {
        pen.circle((point.x, point.y), 0.4, &format!("fill=\"{}\"", theme::PAPER));
    }
}

/// Draws points with lines between them.
fn lines(pen: &mut Pen, layout: &Layout) {
    let place = |id: u16| (layout.points[usize::from(id)].x, layout.points[usize::from(id)].y);
    let strokes: Vec<[Coordinates; 2]> = layout.edges.iter().map(|edge| edge.map(place)).collect();
    let width = if pen.detailed { 0.03 } else { 0.06 };
    pen.strokes(&strokes, width, &format!("stroke=\"{}\"", theme::QUIET));
    for point in &layout.points {
        pen.circle(
            (point.x, point.y),
            if pen.detailed { 0.06 } else { 0.09 },
            &format!("fill=\"{}\"", theme::QUIET),
        );
    }
}
