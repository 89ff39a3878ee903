//! The report of a training: one self-contained HTML page with plots.

use std::fmt::Write;

use plateau_arena::stats::{HeadToHead, error_against, ratings};
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
        _ if report.generation == 1 => &phrases::FIRST,
        true => &phrases::ACCEPTED,
        false if report.gate >= 0.5 => &phrases::REJECTED_BY_OTHERS,
        false => &phrases::REJECTED,
    };
    let score = Argument::decimal(100.0 * report.gate, 1);
    phrase.message().with("generation", report.generation).with("score", score)
}

/// Returns the page.
pub fn page(game: &str, nodes: u64, reports: &[GenerationReport], lang: Lang) -> String {
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
    let by = |heading, x_name, curves| Plot {
        heading,
        x_name,
        curves,
        lines: Vec::new(),
        has_whole_x: true,
        diagonal: false,
    };
    let plots = [
        strength(reports, lang),
        by(&phrases::GATES, &phrases::GENERATION, gates),
        by(&phrases::LOSS, &phrases::GENERATION, losses),
        Plot {
            diagonal: true,
            has_whole_x: false,
            ..by(&phrases::CALIBRATION, &phrases::PREDICTED, vec![curve(&phrases::TARGET, bins)])
        },
    ];
    let how =
        phrases::HOW.message().with("nodes", Argument::Count(nodes as usize)).with("games", LEVEL_GAMES);
    let _ = writeln!(page, "<p>{}</p>", escape_xml(&how.render(lang)));
    for plot in plots {
        page += &plot.draw(lang);
    }
    page + &table(reports, lang) + "</body></html>\n"
}

/// Creates a curve without errors.
fn curve(name: &str, points: Vec<(f64, f64)>) -> Curve {
    Curve { name: name.to_owned(), points, errors: Vec::new() }
}

/// The most points of the curve of strength. In a longer training, some generations in a row share one.
const MAX_STRENGTH_POINTS: usize = 60;

/// Returns the Elo ratings of the nets by minute, and those of the levels. They follow from the games
/// of all generations together, and the weakest level has 0. The error of a net is that of its own
/// games; the ratings of the levels rest on many more.
fn strength(reports: &[GenerationReport], lang: Lang) -> Plot<'static> {
    let mut levels: Vec<&str> = Vec::new();
    for (name, _) in reports.iter().flat_map(|report| &report.levels) {
        if !levels.contains(&name.as_str()) {
            levels.push(name);
        }
    }
    let measured: Vec<&GenerationReport> =
        reports.iter().filter(|report| !report.levels.is_empty()).collect();
    let groups: Vec<_> = measured.chunks(measured.len().div_ceil(MAX_STRENGTH_POINTS).max(1)).collect();
    let mut results = Vec::new();
    for (number, group) in groups.iter().enumerate() {
        for (name, score) in group.iter().flat_map(|report| &report.levels) {
            if let Some(level) = levels.iter().position(|level| level == name) {
                let players = [levels.len() + number, level];
                let games = LEVEL_GAMES as f64;
                results.push(HeadToHead { players, games, points: score * games });
            }
        }
    }
    let ratings = ratings(levels.len() + groups.len(), &results);
    let zero = ratings.first().map_or(0.0, |rating| rating.elo);
    let error = |number: usize| {
        let net = levels.len() + number;
        let own = results.iter().filter(|result| result.players[0] == net);
        error_against(ratings[net].elo, own.map(|result| (ratings[result.players[1]].elo, result.games)))
    };
    let points = groups.iter().zip(&ratings[levels.len()..]).filter_map(|(group, rating)| {
        let last = group.last()?;
        Some((last.seconds / 60.0, rating.elo - zero))
    });
    Plot {
        heading: &phrases::STRENGTH,
        x_name: &phrases::MINUTES,
        curves: vec![Curve {
            errors: (0..groups.len()).map(error).collect(),
            ..curve(phrases::NET.template(lang), points.collect())
        }],
        lines: levels
            .iter()
            .zip(&ratings)
            .map(|(&name, rating)| (name.to_owned(), rating.elo - zero))
            .collect(),
        has_whole_x: false,
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
        &phrases::IS_ACCEPTED,
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
        let mut cells: String = values.map(|value| format!("<td>{}</td>", cell(value))).concat();
        let accepted = if report.is_accepted { &phrases::YES } else { &phrases::NO };
        let _ = write!(cells, "<td>{}</td>", accepted.template(lang));
        let _ = writeln!(text, "<tr>{cells}</tr>");
    }
    text + "</table>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(generation: u32, levels: &[(&str, f64)]) -> GenerationReport {
        let levels = levels.iter().map(|&(name, score)| (name.to_owned(), score)).collect();
        GenerationReport {
            generation,
            seconds: 60.0 * f64::from(generation),
            positions: 0,
            loss: 0.6,
            validation_loss: 0.6,
            gate: 0.5,
            opponents: Vec::new(),
            is_accepted: true,
            levels,
            calibration: Vec::new(),
        }
    }

    #[test]
    fn strength_is_relative_to_the_weakest_level() {
        // An advantage of 0.76 in points is 200 Elo.
        let reports = [
            report(1, &[("level:3", 0.5), ("level:4", 0.24)]),
            report(2, &[("level:3", 0.76), ("level:4", 0.5)]),
        ];
        let plot = strength(&reports, Lang::En);
        let near =
            |found: f64, expected: f64| assert!((found - expected).abs() < 15.0, "{found}, {expected}");
        assert_eq!(
            plot.lines.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
            ["level:3", "level:4"]
        );
        near(plot.lines[0].1, 0.0);
        near(plot.lines[1].1, 200.0);
        let [(first_minute, first), (_, second)] = plot.curves[0].points[..] else { panic!("two points") };
        near(first, 0.0);
        near(second, 200.0);
        near(first_minute, 1.0);
        // Forty games, half of them even: the error of a score of 7.4 %.
        assert!((95.0..140.0).contains(&plot.curves[0].errors[0]), "{:?}", plot.curves[0].errors);
    }

    #[test]
    fn long_trainings_and_trainings_without_levels_have_a_report() {
        let reports: Vec<_> = (1..=2_000).map(|number| report(number, &[("level:3", 0.5)])).collect();
        assert!(strength(&reports, Lang::En).curves[0].points.len() <= MAX_STRENGTH_POINTS);
        let page = page("tictactoe", 300, &[report(1, &[])], Lang::En);
        assert!(page.contains("<svg") && !page.contains("NaN"), "{page}");
    }
}
