//! The background of a board: the part that is the same in every position.

use plateau_core::Layout;
use plateau_core::layout::{Background, RegionId};
use plateau_core::look::{GridLines, Surface};

use super::frame::HOLE;
use super::hand::{self, Jitter};
use super::pen::{Coordinates, Pen};
use crate::axis::Axis;

/// The gradient of a surface, from the light at its top left.
const DIAGONAL: (&str, &str) = ("linearGradient", "x2=\"1\" y2=\"1\"");

/// Draws the background of a layout, with a frame that fills the view box.
pub fn draw(pen: &mut Pen, layout: &Layout, [x, y, width, height]: [f32; 4]) {
    let palette = pen.palette;
    if pen.detailed && layout.look.surface != Surface::Rack {
        let frame = format!("fill=\"{}\"", palette.frame);
        pen.rect((x, y), (width, height), 0.12, &frame);
    }
    match layout.background {
        Background::Squares => squares(pen, layout, [x, y, width, height]),
        Background::Rack => {
            surface(pen, layout, (0.08, 0.08), (layout.width - 0.16, layout.height - 0.16), 0.1);
        }
        Background::Lines => {
            surface(pen, layout, (0.0, 0.0), (layout.width, layout.height), 0.12);
            roads(pen, layout);
        }
    }
}

/// Draws what is in front of the pieces: a rack with holes.
pub fn draw_front(pen: &mut Pen, layout: &Layout) {
    if layout.background != Background::Rack {
        return;
    }
    let (palette, width, height) = (pen.palette, layout.width, layout.height);
    let corner = 0.22;
    let [w, h, c, r] = [width, height, corner, HOLE].map(|length| pen.px(length));
    let [inner_w, inner_h] = [width - corner, height - corner].map(|length| pen.px(length));
    let arc = format!("A{c} {c} 0 0 1");
    let mut body = format!(
        "M{c} 0H{inner_w}{arc} {w} {c}V{inner_h}{arc} {inner_w} {h}H{c}{arc} 0 {inner_h}V{c}{arc} {c} 0Z"
    );
    let mut rims = String::new();
    let (across, back) = (pen.px(2.0 * HOLE), pen.px(-2.0 * HOLE));
    for point in &layout.points {
        let start = pen.at((point.x - HOLE, point.y));
        let hole = format!("M{start}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 {back} 0Z");
        body.push_str(&hole);
        rims.push_str(&hole);
    }
    pen.path(&body, &format!("fill=\"{}\" fill-rule=\"evenodd\"", palette.front));
    let rim = format!("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"", palette.rim, pen.px(0.05));
    pen.path(&rims, &rim);
    if pen.detailed {
        // Light on the upper edge.
        let edge = format!("M{} {}H{}", pen.px(corner), pen.px(0.04), inner_w);
        let light = format!(
            "fill=\"none\" stroke=\"#ffffff\" stroke-width=\"{}\" stroke-linecap=\"round\" opacity=\"0.35\"",
            pen.px(0.035)
        );
        pen.path(&edge, &light);
    }
}

/// Draws the playing surface with its texture.
fn surface(pen: &mut Pen, layout: &Layout, at: Coordinates, size: Coordinates, corner: f32) {
    let palette = pen.palette;
    if !pen.detailed {
        pen.rect(at, size, 0.0, &format!("fill=\"{}\"", palette.ground));
        return;
    }
    let paint = pen.gradient("ground", DIAGONAL, palette.ground, palette.shade);
    pen.rect(at, size, corner, &format!("fill=\"{paint}\""));
    if layout.look.surface == Surface::Wood {
        grain(pen, at, size);
    }
}

/// Draws the grain of wood.
fn grain(pen: &mut Pen, (x, y): Coordinates, (width, height): Coordinates) {
    let mut jitter = Jitter::new(7);
    let step = height / 26.0;
    let inset = 0.02 * width;
    let mut path = String::new();
    for i in 0..26 {
        let level = y + step * (i as f32 + 0.5 + 0.35 * jitter.next());
        let sway = step * (0.5 + 0.4 * jitter.next());
        path.push_str(&hand::stroke(pen, (x + inset, level), (x + width - inset, level), sway, &mut jitter));
    }
    let thin = format!(
        "fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" opacity=\"0.55\"",
        pen.palette.grain,
        pen.px(step * 0.22)
    );
    pen.path(&path, &thin);
}

/// Draws a grid of squares, one per region if there are regions.
fn squares(pen: &mut Pen, layout: &Layout, [x, y, width, height]: [f32; 4]) {
    let palette = pen.palette;
    match layout.look.surface {
        // A sheet of paper or a plank as large as the picture, labels included.
        Surface::Paper | Surface::Wood if pen.detailed => {
            surface(pen, layout, (x, y), (width, height), 0.1);
            if layout.look.surface == Surface::Paper {
                let edge =
                    format!("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"", palette.grain, pen.px(0.03));
                pen.rect((x + 0.015, y + 0.015), (width - 0.03, height - 0.03), 0.1, &edge);
            }
        }
        _ => surface(pen, layout, (0.0, 0.0), (layout.width, layout.height), 0.0),
    }
    if layout.regions.is_empty() {
        grid(pen, layout, None, (0.0, 0.0), (layout.width, layout.height));
    }
    for (id, region) in (0..).zip(&layout.regions) {
        grid(pen, layout, Some(id), (region.x, region.y), (region.width, region.height));
    }
    region_borders(pen, layout);
    for dot in &layout.dots {
        let r = if layout.look.lines == GridLines::ThroughPoints { 0.1 } else { 0.065 };
        pen.circle((dot[0], dot[1]), r, &format!("fill=\"{}\"", palette.grid));
    }
}

/// Draws the lines between or through the cells of a grid.
fn grid(
    pen: &mut Pen,
    layout: &Layout,
    region: Option<RegionId>,
    (left, top): Coordinates,
    size: Coordinates,
) {
    let points = || layout.points.iter().filter(|point| point.region == region);
    let xs = Axis::distinct(points().map(|point| point.x));
    let ys = Axis::distinct(points().map(|point| point.y));
    let drawn_by_hand = layout.look.surface == Surface::Paper && pen.detailed;
    let strokes = match layout.look.lines {
        GridLines::ThroughPoints => through(&xs, &ys),
        GridLines::BetweenCells => between(&xs, &ys, (left, top), size, drawn_by_hand),
    };
    let colour = pen.palette.grid;
    let thin = if pen.detailed { 0.028 } else { 0.05 };
    if drawn_by_hand {
        let mut jitter = Jitter::new(u32::from(region.unwrap_or(0)) + 1);
        let path: String =
            strokes.iter().map(|&[from, to]| hand::stroke(pen, from, to, 0.022, &mut jitter)).collect();
        let ink = format!(
            "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\"",
            pen.px(0.032)
        );
        pen.path(&path, &ink);
        return;
    }
    pen.strokes(&strokes, thin, &format!("stroke=\"{colour}\""));
    if layout.look.lines == GridLines::BetweenCells && (region.is_none() || !pen.detailed) {
        let frame = format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"", pen.px(thin * 1.4));
        pen.rect((left, top), size, 0.0, &frame);
    }
}

/// Returns lines half-way between neighbouring centres. Those drawn by hand stop short of the
/// edge, where other grids are near.
fn between(
    xs: &[f32],
    ys: &[f32],
    (left, top): Coordinates,
    (width, height): Coordinates,
    short: bool,
) -> Vec<[Coordinates; 2]> {
    let midpoints =
        |centres: &[f32]| centres.windows(2).map(|pair| f32::midpoint(pair[0], pair[1])).collect::<Vec<_>>();
    let inset = if short { 0.07 } else { 0.0 };
    let mut strokes = Vec::new();
    for x in midpoints(xs) {
        strokes.push([(x, top + inset), (x, top + height - inset)]);
    }
    for y in midpoints(ys) {
        strokes.push([(left + inset, y), (left + width - inset, y)]);
    }
    strokes
}

/// Returns lines through all points, from the first to the last.
fn through(xs: &[f32], ys: &[f32]) -> Vec<[Coordinates; 2]> {
    let (Some((&x0, &x1)), Some((&y0, &y1))) = (xs.first().zip(xs.last()), ys.first().zip(ys.last())) else {
        return Vec::new();
    };
    let down = xs.iter().map(|&x| [(x, y0), (x, y1)]);
    down.chain(ys.iter().map(|&y| [(x0, y), (x1, y)])).collect()
}

/// Draws heavy lines between regions that form a grid themselves.
fn region_borders(pen: &mut Pen, layout: &Layout) {
    let regions = &layout.regions;
    let gaps = |ends: Vec<[f32; 2]>| {
        let mut ends = ends;
        ends.sort_by(|a, b| a[0].total_cmp(&b[0]));
        ends.dedup_by(|a, b| (a[0] - b[0]).abs() < 0.01);
        ends.windows(2).map(|pair| f32::midpoint(pair[0][1], pair[1][0])).collect::<Vec<_>>()
    };
    let mut path = String::new();
    let mut jitter = Jitter::new(99);
    for x in gaps(regions.iter().map(|region| [region.x, region.x + region.width]).collect()) {
        path.push_str(&hand::stroke(pen, (x, 0.0), (x, layout.height), 0.03, &mut jitter));
    }
    for y in gaps(regions.iter().map(|region| [region.y, region.y + region.height]).collect()) {
        // Above the names of the regions below.
        let y = y - 0.15;
        path.push_str(&hand::stroke(pen, (0.0, y), (layout.width, y), 0.03, &mut jitter));
    }
    if !path.is_empty() {
        let width = pen.px(if pen.detailed { 0.06 } else { 0.09 });
        let ink = format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" stroke-linecap=\"round\"",
            pen.palette.bold
        );
        pen.path(&path, &ink);
    }
}

/// Draws points with roads between them, scratched into the surface.
fn roads(pen: &mut Pen, layout: &Layout) {
    let palette = pen.palette;
    let place = |id: u16| (layout.points[usize::from(id)].x, layout.points[usize::from(id)].y);
    let strokes: Vec<[Coordinates; 2]> = layout.edges.iter().map(|edge| edge.map(place)).collect();
    if pen.detailed {
        // The lit edge of the groove.
        let lower: Vec<[Coordinates; 2]> =
            strokes.iter().map(|ends| ends.map(|(x, y)| (x + 0.012, y + 0.016))).collect();
        pen.strokes(&lower, 0.03, &format!("stroke=\"{}\"", palette.rim));
    }
    pen.strokes(&strokes, if pen.detailed { 0.03 } else { 0.06 }, &format!("stroke=\"{}\"", palette.bold));
    for point in &layout.points {
        let r = if pen.detailed { 0.055 } else { 0.09 };
        pen.circle((point.x, point.y), r, &format!("fill=\"{}\"", palette.bold));
    }
}
