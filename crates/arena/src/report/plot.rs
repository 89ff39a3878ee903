//! A plot of the ratings: a point with an error bar for each player.

use std::fmt::Write;

use plateau_core::Player;
use plateau_draw::svg::escape_xml;
use plateau_draw::theme;

use crate::plan::Plan;
use crate::standings::Standings;
use crate::text_tables::signed;

/// The width of the name column, in pixels.
const NAME_WIDTH: f64 = 200.0;
/// The width of the scale, in pixels.
const SCALE_WIDTH: f64 = 480.0;
/// The height of a row, in pixels.
const ROW_HEIGHT: f64 = 26.0;

/// Maximum length of a name, in characters.
const MAX_NAME: usize = 28;

/// Draws the ratings as SVG, best player first.
pub fn ratings(plan: &Plan, standings: &Standings, title: &str) -> String {
    let ends = standings.rows.iter().flat_map(|standing| {
        let rating = standing.rating;
        [rating.elo - rating.error, rating.elo + rating.error]
    });
    let (low, high) = ends.fold((-50.0_f64, 50.0_f64), |(low, high), end| (low.min(end), high.max(end)));
    let step = step(high - low);
    let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
    let at = |elo: f64| NAME_WIDTH + 20.0 + SCALE_WIDTH * (elo - low) / (high - low);
    let bottom = ROW_HEIGHT * standings.rows.len() as f64 + 8.0;
    let (width, height) = (NAME_WIDTH + SCALE_WIDTH + 50.0, bottom + 26.0);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" role=\"img\" \
         font-family=\"{}\" font-size=\"12\"><title>{}</title>\n",
        theme::FONTS,
        escape_xml(title),
    );
    let mut elo = low;
    while elo <= high + step / 2.0 {
        let (x, colour) = (at(elo), if elo.abs() < step / 2.0 { theme::QUIET } else { theme::LINE });
        let _ = writeln!(
            text,
            "<path d=\"M{x:.1} 0V{bottom}\" stroke=\"{colour}\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{}\">{}</text>",
            bottom + 16.0,
            theme::QUIET,
            signed(elo),
        );
        elo += step;
    }
    for (place, standing) in standings.rows.iter().enumerate() {
        let y = ROW_HEIGHT * (place as f64 + 0.5) + 4.0;
        let rating = standing.rating;
        let [from, to, centre] = [rating.elo - rating.error, rating.elo + rating.error, rating.elo].map(at);
        let name: String = standings.name(plan, place).chars().take(MAX_NAME).collect();
        let _ = writeln!(
            text,
            "<text x=\"{NAME_WIDTH}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"{}\">{}</text>\
             <path d=\"M{from:.1} {y}H{to:.1}M{from:.1} {:.1}v8M{to:.1} {:.1}v8\" stroke=\"{side}\" fill=\"none\"/>\
             <circle cx=\"{centre:.1}\" cy=\"{y}\" r=\"4\" fill=\"{side}\"/>",
            y + 4.0,
            theme::INK,
            escape_xml(&name),
            y - 4.0,
            y - 4.0,
            side = theme::side(Player::First),
        );
    }
    text + "</svg>\n"
}

/// Returns the distance of grid lines for a readable number of them.
fn step(range: f64) -> f64 {
    let steps = [10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1_000.0];
    steps.into_iter().find(|step| range / step <= 8.0).unwrap_or(2_000.0)
}
