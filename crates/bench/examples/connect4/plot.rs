//! The growth of the work with the board, drawn.

use std::fmt::Write;

/// A size with its cells, and the positions visited from its empty board.
pub struct Point {
    pub name: String,
    pub cells: u32,
    pub nodes: u64,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 48.0;

/// A picture of positions visited, by powers of ten, over the cells of boards.
pub fn svg(points: &[Point]) -> String {
    let most = points.iter().map(|point| point.nodes.max(1).ilog10() + 1).max().unwrap_or(1);
    let (least_cells, most_cells) = points
        .iter()
        .fold((u32::MAX, 0), |(least, most), point| (least.min(point.cells), most.max(point.cells)));
    let x = |cells: u32| {
        let part = f64::from(cells - least_cells) / f64::from((most_cells - least_cells).max(1));
        MARGIN + part * (WIDTH - 2.5 * MARGIN)
    };
    let y = |power: f64| HEIGHT - MARGIN - power / f64::from(most) * (HEIGHT - 2.0 * MARGIN);
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"11\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
    );
    for power in 0..=most {
        let at = y(power.into());
        let _ = writeln!(
            picture,
            "<path d=\"M{MARGIN} {at:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\">10^{power}</text>",
            WIDTH - MARGIN,
            MARGIN - 4.0,
            at + 4.0
        );
    }
    for point in points {
        let (left, top) = (x(point.cells), y((point.nodes.max(1) as f64).log10()));
        let _ = writeln!(
            picture,
            "<circle cx=\"{left:.1}\" cy=\"{top:.1}\" r=\"4\" fill=\"#1f5fa8\"/><text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            left + 7.0,
            top + 4.0,
            point.name
        );
    }
    let _ = writeln!(
        picture,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">cells of the board; positions visited from the empty one</text>\n</svg>",
        WIDTH / 2.0,
        HEIGHT - 14.0
    );
    picture
}
