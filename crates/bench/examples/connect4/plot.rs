//! Draws how the search effort grows with the size of the board: one row per size, with
//! dots for one and for two threads on logarithmic scales.

use std::fmt::Write;
use std::ops::RangeInclusive;

/// A board size, with the nodes and seconds to solve it with one and with two threads.
pub struct Row {
    pub name: String,
    pub nodes: [u64; 2],
    pub seconds: [f64; 2],
}

const WIDTH: f64 = 760.0;
const TOP: f64 = 56.0;
const STEP: f64 = 24.0;
const COLOURS: [&str; 2] = ["#1f5fa8", "#d9822b"];

/// A logarithmic scale and its place in the picture.
struct Panel {
    title: &'static str,
    from: f64,
    to: f64,
    powers: RangeInclusive<i32>,
}

impl Panel {
    fn x(&self, value: f64) -> f64 {
        let (least, most) = (f64::from(*self.powers.start()), f64::from(*self.powers.end()));
        self.from + (value.log10() - least) / (most - least) * (self.to - self.from)
    }

    fn draw(&self, picture: &mut String, bottom: f64) {
        let _ = writeln!(
            picture,
            "<text x=\"{}\" y=\"20\" font-weight=\"bold\">{}</text>",
            self.from, self.title
        );
        for power in self.powers.clone() {
            let x = self.x(10_f64.powi(power));
            let _ = writeln!(
                picture,
                "<path d=\"M{x:.1} {:.1}V{bottom:.1}\" stroke=\"#ddd\"/><text x=\"{x:.1}\" y=\"40\" \
                 text-anchor=\"middle\" fill=\"#555\">10<tspan dy=\"-4\" font-size=\"9\">{}</tspan></text>",
                TOP - 10.0,
                power.to_string().replace('-', "−"),
            );
        }
    }

    fn dots(&self, picture: &mut String, y: f64, values: [f64; 2]) {
        let [one, two] = values.map(|value| self.x(value));
        let _ = writeln!(
            picture,
            "<path d=\"M{one:.1} {y}H{two:.1}\" stroke=\"#999\"/><circle cx=\"{one:.1}\" cy=\"{y}\" r=\"5\" \
             fill=\"{}\"/><circle cx=\"{two:.1}\" cy=\"{y}\" r=\"4\" fill=\"#fff\" stroke=\"{}\" \
             stroke-width=\"2\"/>",
            COLOURS[0], COLOURS[1]
        );
    }
}

/// Returns the powers of ten that enclose all values.
fn powers(values: impl Iterator<Item = f64> + Clone) -> RangeInclusive<i32> {
    let least = values.clone().fold(f64::INFINITY, f64::min).log10().floor();
    let most = values.fold(0.0, f64::max).log10().ceil();
    least as i32..=most as i32
}

/// Draws the picture, with rows sorted by nodes.
pub fn svg(rows: &[Row]) -> String {
    let mut rows: Vec<&Row> = rows.iter().collect();
    rows.sort_by_key(|row| row.nodes[0]);
    let bottom = TOP + STEP * (rows.len() as f64 - 1.0) + 12.0;
    let panels = [
        Panel {
            title: "positions visited",
            from: 60.0,
            to: 390.0,
            powers: powers(rows.iter().flat_map(|row| row.nodes).map(|nodes| nodes as f64)),
        },
        Panel {
            title: "seconds",
            from: 430.0,
            to: WIDTH - 20.0,
            powers: powers(rows.iter().flat_map(|row| row.seconds)),
        },
    ];
    let height = bottom + 36.0;
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for panel in &panels {
        panel.draw(&mut picture, bottom);
    }
    for (number, row) in rows.iter().enumerate() {
        let y = TOP + STEP * number as f64;
        let _ = writeln!(picture, "<text x=\"48\" y=\"{}\" text-anchor=\"end\">{}</text>", y + 4.0, row.name);
        panels[0].dots(&mut picture, y, row.nodes.map(|nodes| nodes as f64));
        panels[1].dots(&mut picture, y, row.seconds);
    }
    let y = bottom + 18.0;
    let _ = writeln!(
        picture,
        "<circle cx=\"66\" cy=\"{y}\" r=\"5\" fill=\"{}\"/><text x=\"78\" y=\"{}\">one thread</text>\
         <circle cx=\"166\" cy=\"{y}\" r=\"4\" fill=\"#fff\" stroke=\"{}\" stroke-width=\"2\"/>\
         <text x=\"178\" y=\"{}\">two threads</text>\n</svg>",
        COLOURS[0],
        y + 4.0,
        COLOURS[1],
        y + 4.0
    );
    picture
}
