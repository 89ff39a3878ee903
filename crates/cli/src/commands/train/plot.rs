//! Plots as SVG: curves with round numbers on their axes.

use std::fmt::Write;

use plateau_core::text::Argument;
use plateau_core::{Lang, Phrase};
use plateau_draw::svg::escape_xml;
use plateau_draw::theme;

use super::phrases;

/// The size of a plot and its margins, in pixels. The right margin holds the names of levels.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 72.0;
const TOP: f64 = 36.0;
const BOTTOM: f64 = 48.0;

/// The height of a name.
const NAME_HEIGHT: f64 = 13.0;

/// The approximate width of a letter, and the gap between the names of curves.
const LETTER: f64 = 6.6;
const GAP: f64 = 20.0;

/// The smallest step of an axis: losses are not known better.
const MIN_STEP: f64 = 0.001;

/// The colours of curves.
const COLOURS: [&str; 5] = ["#3366cc", "#cc6633", "#339966", "#9944aa", "#888888"];

/// A named curve.
pub struct Curve {
    pub name: String,
    pub points: Vec<(f64, f64)>,
    /// Half the width of a band around each point, or nothing.
    pub errors: Vec<f64>,
}

/// What a plot shows.
pub struct Plot<'p> {
    pub heading: &'p Phrase,
    pub x_name: &'p Phrase,
    pub curves: Vec<Curve>,
    /// Named horizontal lines.
    pub lines: Vec<(String, f64)>,
    /// The numbers of the horizontal axis are whole.
    pub has_whole_x: bool,
    /// Both axes are the same measure; the diagonal is drawn.
    pub diagonal: bool,
}

/// The numbers of an axis: multiples of a round step.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Axis {
    step: f64,
    first: i64,
    last: i64,
}

impl Axis {
    /// Returns an axis of about five numbers that contains all values. Its steps are `min_step` at
    /// least.
    fn of(values: impl Iterator<Item = f64>, min_step: f64) -> Self {
        let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)));
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
        let rough = ((high - low) / 5.0).max(min_step);
        let power = 10_f64.powi(rough.log10().floor() as i32);
        let step = power * [1.0, 2.0, 5.0, 10.0].into_iter().find(|&n| n * power >= rough).unwrap_or(10.0);
        // A value that is a multiple of the step up to rounding stays at the end of the axis.
        let (first, last) = ((low / step + 1e-9).floor() as i64, (high / step - 1e-9).ceil() as i64);
        Self { step, first, last: last.max(first + 1) }
    }

    /// Returns an axis that contains two.
    fn joined(self, other: Self) -> Self {
        let ends = [self, other].map(|axis| [axis.first as f64 * axis.step, axis.last as f64 * axis.step]);
        Self::of(ends.into_iter().flatten(), MIN_STEP)
    }

    /// Returns where a value lies, from 0 to 1.
    fn share(self, value: f64) -> f64 {
        (value / self.step - self.first as f64) / (self.last - self.first) as f64
    }

    /// Returns the numbers and their texts.
    fn numbers(self, lang: Lang) -> impl Iterator<Item = (f64, String)> {
        let digits = (-self.step.log10().floor()).max(0.0) as usize;
        (self.first..=self.last).map(move |multiple| {
            let value = multiple as f64 * self.step;
            let text = phrases::CELL.message().with("value", Argument::decimal(value, digits)).render(lang);
            (value, text.replace('-', "−"))
        })
    }
}

impl Plot<'_> {
    /// Draws the plot with its heading.
    pub fn draw(&self, lang: Lang) -> String {
        let heading = escape_xml(self.heading.template(lang));
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let bands = self.curves.iter().flat_map(|curve| {
            curve.points.iter().zip(&curve.errors).flat_map(|(&(_, y), error)| [y - error, y + error])
        });
        let lines = self.lines.iter().map(|(_, y)| *y);
        let min_step = if self.has_whole_x { 1.0 } else { MIN_STEP };
        let mut xs = Axis::of(points().map(|point| point.0), min_step);
        let mut ys = Axis::of(points().map(|point| point.1).chain(bands).chain(lines), MIN_STEP);
        if self.diagonal {
            ys = xs.joined(ys);
            xs = ys;
        }
        let at = |(x, y): (f64, f64)| {
            let across = LEFT + (WIDTH - LEFT - RIGHT) * xs.share(x);
            (across, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * ys.share(y))
        };
        let mut svg = format!(
            "<h2>{heading}</h2>\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             width=\"{WIDTH}\" role=\"img\" font-size=\"12\" font-family=\"{}\"><title>{heading}</title>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{}\"/>\n",
            theme::FONTS,
            theme::PAPER,
        );
        let (mut grid, mut labels) = (String::new(), String::new());
        for (y, text) in ys.numbers(lang) {
            let (_, down) = at((0.0, y));
            let _ = write!(grid, "<path d=\"M{LEFT} {down:.1}H{}\"/>", WIDTH - RIGHT);
            let (x, y) = (LEFT - 6.0, down + 4.0);
            let _ = write!(labels, "<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{text}</text>");
        }
        for (x, text) in xs.numbers(lang) {
            let (across, _) = at((x, 0.0));
            let y = HEIGHT - BOTTOM + 18.0;
            let _ = write!(labels, "<text x=\"{across:.1}\" y=\"{y}\" text-anchor=\"middle\">{text}</text>");
        }
        if self.diagonal {
            let (bottom, top) = (HEIGHT - BOTTOM, TOP);
            let _ = write!(grid, "<path d=\"M{LEFT} {bottom}L{} {top}\"/>", WIDTH - RIGHT);
        }
        let _ = writeln!(svg, "<g stroke=\"{}\" fill=\"none\">{grid}</g>", theme::LINE);
        // The names of lines close to each other are moved apart.
        let mut names: Vec<(f64, &str)> =
            self.lines.iter().map(|(name, y)| (at((0.0, *y)).1, &**name)).collect();
        names.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut above = HEIGHT;
        for (down, name) in names {
            above = down.min(above - NAME_HEIGHT);
            let (end, quiet) = (WIDTH - RIGHT, theme::QUIET);
            let _ = write!(
                svg,
                "<path d=\"M{LEFT} {down:.1}H{end}\" stroke=\"{quiet}\" stroke-dasharray=\"4 4\"/>"
            );
            let (x, y, name) = (end + 6.0, above + 4.0, escape_xml(name));
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y:.1}\" fill=\"{quiet}\">{name}</text>");
        }
        let mut legend = LEFT;
        for (curve, colour) in self.curves.iter().zip(COLOURS.iter().cycle()) {
            svg += &curve.draw(colour, &at);
            let name = escape_xml(&curve.name);
            let _ = writeln!(svg, "<text x=\"{legend:.1}\" y=\"20\" fill=\"{colour}\">{name}</text>");
            legend += LETTER * curve.name.chars().count() as f64 + GAP;
        }
        let (x, y, name) = (WIDTH - RIGHT, HEIGHT - 10.0, escape_xml(self.x_name.template(lang)));
        let _ = write!(labels, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\">{name}</text>");
        let _ = write!(svg, "<g fill=\"{}\">{labels}</g>", theme::QUIET);
        svg + "</svg>\n"
    }
}

impl Curve {
    fn draw(&self, colour: &str, at: &dyn Fn((f64, f64)) -> (f64, f64)) -> String {
        let path = |points: &mut dyn Iterator<Item = (f64, f64)>| {
            let points: Vec<String> = points.map(at).map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
            format!("M{}", points.join("L"))
        };
        let mut svg = String::new();
        let edge = |sign: f64| {
            self.points.iter().zip(&self.errors).map(move |(&(x, y), error)| (x, y + sign * error))
        };
        if !self.errors.is_empty() {
            let band = path(&mut edge(1.0).chain(edge(-1.0).rev()));
            let _ = writeln!(svg, "<path d=\"{band}Z\" fill=\"{colour}\" fill-opacity=\"0.15\"/>");
        }
        let line = path(&mut self.points.iter().copied());
        let _ = writeln!(svg, "<path d=\"{line}\" stroke=\"{colour}\" stroke-width=\"2\" fill=\"none\"/>");
        for &point in &self.points {
            let (x, y) = at(point);
            let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\" fill=\"{colour}\"/>");
        }
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_numbers_and_contain_all_values() {
        let axis = |values: &[f64]| Axis::of(values.iter().copied(), MIN_STEP);
        let texts = |axis: Axis| axis.numbers(Lang::En).map(|(_, text)| text).collect::<Vec<_>>().join(" ");
        assert_eq!(texts(axis(&[0.17, 0.93])), "0.0 0.2 0.4 0.6 0.8 1.0");
        assert_eq!(texts(axis(&[1.0, 34.0])), "0 10 20 30 40");
        assert_eq!(texts(axis(&[-130.0, 480.0])), "−200 0 200 400 600");
        assert_eq!(texts(axis(&[0.5551, 0.6973])), "0.55 0.60 0.65 0.70");
        let generations = |values: &[f64]| texts(Axis::of(values.iter().copied(), 1.0));
        assert_eq!([generations(&[1.0]), generations(&[1.0, 2.0])], ["1 2", "1 2"]);
        assert_eq!(texts(axis(&[0.62])), "0.620 0.621");
        for values in [&[][..], &[3.0], &[0.0, 1e-9], &[0.0, 1.0]] {
            let axis = axis(values);
            assert!(axis.first < axis.last && axis.last - axis.first < 12, "{values:?}: {axis:?}");
            assert!(
                values.iter().all(|&value| (-1e-6..=1.0 + 1e-6).contains(&axis.share(value))),
                "{values:?}"
            );
        }
    }
}
