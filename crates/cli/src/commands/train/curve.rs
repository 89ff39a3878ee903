//! The report of a training: one self-contained HTML page with plots.

use std::fmt::Write;

use plateau_arena::stats::{HeadToHead, ratings};
use plateau_core::text::Argument;
use plateau_core::{Lang, Message, Phrase};
use plateau_draw::page as theme_page;
use plateau_draw::svg::escape_xml;
use plateau_learn::report::{GenerationReport, LEVEL_GAMES};

use super::phrases;
use super::plot::{Curve, Plot};

const STYLE: &str = "body{max-width:60rem;margin:0 auto;padding:16px;background:var(--paper);color:var(--ink);\
font:14px/1.4 system-ui,sans-serif;font-variant-numeric:tabular-nums}h1{font-size:22px}h2{font-size:16px}\
table{border-collapse:collapse}th,td{padding:3px 10px;text-align:right;border-bottom:1px solid var(--line)}\
svg{max-width:100%;height:auto}";

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
    let curve = |name: &Phrase, points| curve(name.template(lang), points);
    let mut gates = vec![curve(&phrases::AGAINST_PREVIOUS, by_generation(|report| report.gate))];
    gates.extend(opponent_curves(reports));
    let losses = vec![
        curve(&phrases::TRAINING, by_generation(|report| report.loss)),
        curve(&phrases::VALIDATION, by_generation(|report| report.validation_loss)),
    ];
    let bins = reports.last().map(|report| report.calibration.clone()).unwrap_or_default();
    let by = |heading, x_name, curves| Plot { heading, x_name, curves, lines: Vec::new(), diagonal: false };
    let plots = [
        strength(reports, lang),
        by(&phrases::GATES, &phrases::GENERATION, gates),
        by(&phrases::LOSS, &phrases::GENERATION, losses),
        Plot {
            diagonal: true,
            ..by(&phrases::CALIBRATION, &phrases::PREDICTED, vec![curve(&phrases::TARGET, bins)])
        },
    ];
    for plot in plots {
        page += &plot.draw(lang);
    }
    page + &table(reports, lang) + "</body></html>\n"
}

/// Creates a curve without errors.
fn curve(name: &str, points: Vec<(f64, f64)>) -> Curve {
    Curve { name: name.to_owned(), points, errors: Vec::new() }
}

/// Returns the Elo ratings of the nets by minute, and those of the levels. They follow from the games
/// of all generations together, and the weakest level has 0.
fn strength(reports: &[GenerationReport], lang: Lang) -> Plot<'static> {
    let mut levels: Vec<&str> = Vec::new();
    for (name, _) in reports.iter().flat_map(|report| &report.levels) {
        if !levels.contains(&name.as_str()) {
            levels.push(name);
        }
    }
    let results = reports.iter().enumerate().flat_map(|(number, report)| {
        let levels = &levels;
        report.levels.iter().filter_map(move |(name, score)| {
            let level = levels.iter().position(|level| level == name)?;
            let players = [levels.len() + number, level];
            Some(HeadToHead { players, games: LEVEL_GAMES as f64, points: score * LEVEL_GAMES as f64 })
        })
    });
    let ratings = ratings(levels.len() + reports.len(), &results.collect::<Vec<_>>());
    let (of_levels, of_nets) = ratings.split_at(levels.len());
    let zero = of_levels.first().map_or(0.0, |rating| rating.elo);
    // Without games there are no ratings.
    let nets = || reports.iter().zip(of_nets).filter(|(report, _)| !report.levels.is_empty());
    let points = nets().map(|(report, rating)| (report.seconds / 60.0, rating.elo - zero)).collect();
    Plot {
        heading: &phrases::STRENGTH,
        x_name: &phrases::MINUTES,
        curves: vec![Curve {
            errors: nets().map(|(_, rating)| rating.error).collect(),
            ..curve(phrases::NET.template(lang), points)
        }],
        lines: levels
            .iter()
            .zip(of_levels)
            .map(|(&name, rating)| (name.to_owned(), rating.elo - zero))
            .collect(),
        diagonal: false,
    }
}

/// Returns a curve for each of the gate's other evaluators, of the scores by generation.
fn opponent_curves(reports: &[GenerationReport]) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    for report in reports {
        for (name, score) in &report.opponents {
            let point = (report.generation.into(), *score);
            match curves.iter_mut().find(|curve| curve.name == *name) {
                Some(curve) => curve.points.push(point),
                None => curves.push(curve(name, vec![point])),
            }
        }
    }
    curves
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
