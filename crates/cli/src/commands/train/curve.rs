//! The report of a training: one self-contained HTML page with plots.

use std::fmt::Write;

use plateau_core::text::Argument;
use plateau_core::{Lang, Message, Phrase};
use plateau_draw::svg::escape_xml;
use plateau_draw::{page as theme_page, theme};
use plateau_learn::report::GenerationReport;

use super::phrases;

/// The size of a plot, and its margins, in pixels.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 260.0;
const MARGIN: f64 = 48.0;

/// The colours of curves.
const COLOURS: [&str; 5] = ["#3366cc", "#cc6633", "#339966", "#9944aa", "#888888"];

const STYLE: &str = "body{max-width:60rem;margin:0 auto;padding:16px;background:var(--paper);color:var(--ink);\
font:14px/1.4 system-ui,sans-serif;font-variant-numeric:tabular-nums}h1{font-size:22px}h2{font-size:16px}\
table{border-collapse:collapse}th,td{padding:3px 10px;text-align:right;border-bottom:1px solid var(--line)}\
svg{max-width:100%;height:auto}";

/// A named curve.
struct Curve {
    name: String,
    points: Vec<(f64, f64)>,
}

/// Returns the line about a finished generation.
pub fn generation_line(report: &GenerationReport) -> Message {
    let phrase = match report.is_accepted {
        true => &phrases::ACCEPTED,
        false if report.gate >= 0.5 => &phrases::REJECTED_BY_OTHERS,
        false => &phrases::REJECTED,
    };
    let score = Argument::decimal(100.0 * report.gate, 1);
    phrase.message().with("generation", report.generation).with("score", score)
}

/// Returns the page.
pub fn page(game: &str, reports: &[GenerationReport], lang: Lang) -> String {
    let title = phrases::TITLE.message().with("game", game).render(lang);
    let title = escape_xml(&title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <style>:root{{{}}}{STYLE}</style></head><body>\n<h1>{title}</h1>\n",
        if lang == Lang::Fr { "fr" } else { "en" },
        theme_page::colours(),
    );
    let by_generation = |of: fn(&GenerationReport) -> f64| -> Vec<(f64, f64)> {
        reports.iter().map(|report| (f64::from(report.generation), of(report))).collect()
    };
    let curve = |name: &Phrase, points| Curve { name: name.template(lang).to_owned(), points };
    let mut plot = |heading: &Phrase, x: &Phrase, curves: &[Curve], diagonal: bool| {
        let (heading, x) = (heading.template(lang), x.template(lang));
        let _ = write!(page, "<h2>{heading}</h2>\n{}", draw(heading, x, curves, diagonal));
    };
    plot(&phrases::STRENGTH, &phrases::MINUTES, &level_curves(reports), false);
    let mut gates = vec![curve(&phrases::AGAINST_PREVIOUS, by_generation(|report| report.gate))];
    gates.extend(opponent_curves(reports));
    plot(&phrases::GATES, &phrases::GENERATION, &gates, false);
    let losses = [
        curve(&phrases::TRAINING, by_generation(|report| report.loss)),
        curve(&phrases::VALIDATION, by_generation(|report| report.validation_loss)),
    ];
    plot(&phrases::LOSS, &phrases::GENERATION, &losses, false);
    let bins = reports.last().map(|report| report.calibration.clone()).unwrap_or_default();
    plot(&phrases::CALIBRATION, &phrases::PREDICTED, &[curve(&phrases::TARGET, bins)], true);
    page + &table(reports, lang) + "</body></html>\n"
}

/// Returns the scores against each level by minute.
fn level_curves(reports: &[GenerationReport]) -> Vec<Curve> {
    score_curves(reports.iter().map(|report| (report.seconds / 60.0, &report.levels[..])))
}

/// Returns the scores against the gate's other evaluators by generation.
fn opponent_curves(reports: &[GenerationReport]) -> Vec<Curve> {
    score_curves(reports.iter().map(|report| (report.generation.into(), &report.opponents[..])))
}

/// Returns a curve for each name, from the scores by name at each x.
fn score_curves<'r>(scores: impl Iterator<Item = (f64, &'r [(String, f64)])>) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    for (x, scores) in scores {
        for (name, score) in scores {
            let point = (x, *score);
            match curves.iter_mut().find(|curve| curve.name == *name) {
                Some(curve) => curve.points.push(point),
                None => curves.push(Curve { name: name.clone(), points: vec![point] }),
            }
        }
    }
    curves
}

/// Draws curves as SVG, with the diagonal where x and y are the same measure.
fn draw(title: &str, x_name: &str, curves: &[Curve], diagonal: bool) -> String {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let range = |of: fn(&(f64, f64)) -> f64| {
        let (low, high) = points().map(of).fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
        if low > high { (0.0, 1.0) } else { (low, high.max(low + 1e-3)) }
    };
    let (mut xs, mut ys) = (range(|point| point.0), range(|point| point.1));
    if diagonal {
        xs = (xs.0.min(ys.0), xs.1.max(ys.1));
        ys = xs;
    }
    let at = |(x, y): (f64, f64)| {
        let across = MARGIN + (WIDTH - 2.0 * MARGIN) * (x - xs.0) / (xs.1 - xs.0);
        (across, HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (y - ys.0) / (ys.1 - ys.0))
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" role=\"img\" \
         font-size=\"12\"><title>{}</title>\n<g stroke=\"{}\" fill=\"none\">",
        escape_xml(title),
        theme::LINE,
    );
    let mut labels = String::new();
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        let (x, y) = (xs.0 + share * (xs.1 - xs.0), ys.0 + share * (ys.1 - ys.0));
        let ((left, level), (right, _), (column, _)) = (at((xs.0, y)), at((xs.1, y)), at((x, ys.0)));
        let _ = write!(svg, "<path d=\"M{left:.1} {level:.1}H{right:.1}\"/>");
        let _ = write!(
            labels,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{y:.2}</text>",
            left - 6.0,
            level + 4.0
        );
        let below = HEIGHT - MARGIN + 18.0;
        let _ = write!(labels, "<text x=\"{column:.1}\" y=\"{below}\" text-anchor=\"middle\">{x:.1}</text>");
    }
    if diagonal {
        let (from, to) = (at((xs.0, xs.0)), at((xs.1, xs.1)));
        let _ = write!(svg, "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>", from.0, from.1, to.0, to.1);
    }
    svg += "</g>\n";
    for (curve, colour) in curves.iter().zip(COLOURS.iter().cycle()) {
        let path: Vec<String> =
            curve.points.iter().map(|&point| at(point)).map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        let _ = writeln!(
            svg,
            "<path d=\"M{}\" stroke=\"{colour}\" stroke-width=\"2\" fill=\"none\"/>",
            path.join("L")
        );
        for point in &curve.points {
            let (x, y) = at(*point);
            let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>");
        }
    }
    let _ = write!(svg, "<g fill=\"{}\">{labels}</g>", theme::QUIET);
    for (i, (curve, colour)) in curves.iter().zip(COLOURS.iter().cycle()).enumerate() {
        let (x, name) = (MARGIN + 110.0 * i as f64, escape_xml(&curve.name));
        let _ = write!(svg, "<text x=\"{x}\" y=\"20\" fill=\"{colour}\">{name}</text>");
    }
    let (x, y) = (WIDTH - MARGIN, HEIGHT - 10.0);
    let _ = write!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\" fill=\"{}\">{}</text>",
        theme::QUIET,
        escape_xml(x_name)
    );
    svg + "</svg>\n"
}

/// Returns the numbers of all generations.
fn table(reports: &[GenerationReport], lang: Lang) -> String {
    let decimal = |value: f64, digits| Argument::decimal(value, digits);
    let cell = |argument: Argument| phrases::CELL.message().with("value", argument).render(lang);
    let columns = [
        &phrases::GENERATION,
        &phrases::MINUTES,
        &phrases::TRAINING,
        &phrases::VALIDATION,
        &phrases::AGAINST_PREVIOUS,
    ];
    let heads = columns.map(|column| format!("<th>{}</th>", column.template(lang))).concat();
    let mut text = format!("<table><tr>{heads}</tr>\n");
    for report in reports {
        let values = [
            Argument::Count(report.generation as usize),
            decimal(report.seconds / 60.0, 1),
            decimal(report.loss, 4),
            decimal(report.validation_loss, 4),
            decimal(100.0 * report.gate, 1),
        ];
        let cells: String = values.map(|value| format!("<td>{}</td>", cell(value))).concat();
        let _ = writeln!(text, "<tr>{cells}</tr>");
    }
    text + "</table>\n"
}
