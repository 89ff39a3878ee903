//! Boards as DOT: one node whose label is a table. Each region is a nested table under its
//! name, with a heavy frame if it is playable. The last move is in parentheses, and a won
//! region is one large letter.
//!
//! ```
//! let variant = plateau_games::REGISTRY.variant("supermorpion").unwrap();
//! let digraph = plateau_draw::dot::board(variant.layout(), &variant.start().view(), "start");
//! assert!(digraph.starts_with("digraph board {") && digraph.contains("label=<start>"));
//! ```

use std::fmt::Write as _;

use plateau_core::layout::{Background, PieceStyle, Point, PointId, RegionId};
use plateau_core::{Layout, Player, View};

use crate::axis::{Axis, nearly_equal};
use crate::svg::escape_xml;
use crate::theme;

/// The size of a cell, in points.
const CELL: usize = 36;

/// Draws a board under a title.
pub fn board(layout: &Layout, view: &View, title: &str) -> String {
    let drawing = Drawing { layout, view };
    let table = if layout.regions.is_empty() { drawing.grid(None) } else { drawing.regions() };
    format!(
        "digraph board {{\n  graph [bgcolor=\"{}\", label=<{}>, labelloc=t]\n  \
         graph [fontname=\"DejaVu Sans\", fontsize=16, fontcolor=\"{ink}\"]\n  \
         node [fontname=\"DejaVu Sans\", fontsize=18, shape=plaintext, fontcolor=\"{ink}\"]\n  \
         board [label=<{table}>]\n}}\n",
        theme::PAPER,
        escape_xml(title),
        ink = theme::INK,
    )
}

struct Drawing<'d> {
    layout: &'d Layout,
    view: &'d View,
}

impl Drawing<'_> {
    /// Returns a table of all regions, each under its name.
    fn regions(&self) -> String {
        let regions = &self.layout.regions;
        let mut text = "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"4\" CELLPADDING=\"0\">".to_owned();
        for y in Axis::distinct(regions.iter().map(|region| region.y)) {
            let row = || (0..).zip(regions).filter(|(_, region)| nearly_equal(region.y, y));
            text.push_str("<TR>");
            for (_, region) in row() {
                let name = escape_xml(&region.name);
                // Writing to a string never fails.
                let _ =
                    write!(text, "<TD><FONT POINT-SIZE=\"12\" COLOR=\"{}\">{name}</FONT></TD>", theme::QUIET);
            }
            text.push_str("</TR><TR>");
            for (id, _) in row() {
                let _ = write!(text, "<TD>{}</TD>", self.grid(Some(id)));
            }
            text.push_str("</TR>");
        }
        text + "</TABLE>"
    }

    /// Returns a table of the points of a region, or of a board without regions.
    fn grid(&self, region: Option<RegionId>) -> String {
        let is_playable = region.is_some_and(|region| self.view.playable.contains(&region));
        let (border, frame) = if is_playable { (3, theme::ACCENT) } else { (1, theme::QUIET) };
        let background = if is_playable || region.is_none() { theme::CELL } else { theme::DIM };
        let cells = u8::from(self.layout.background != Background::Lines);
        let mut text = format!(
            "<TABLE BORDER=\"{border}\" CELLBORDER=\"{cells}\" CELLSPACING=\"0\" CELLPADDING=\"1\" \
             COLOR=\"{frame}\" BGCOLOR=\"{background}\">"
        );
        let points =
            || (0..).zip(&self.layout.points).filter(|(_, point): &(PointId, &Point)| point.region == region);
        let coordinates = |of: fn(&Point) -> f32| Axis::distinct(points().map(|(_, point)| of(point)));
        let (columns, rows) = (coordinates(|point| point.x), coordinates(|point| point.y));
        if let Some(owner) = region.and_then(|region| self.owner(region)) {
            let _ = write!(
                text,
                "<TR><TD BORDER=\"0\" FIXEDSIZE=\"TRUE\" WIDTH=\"{}\" HEIGHT=\"{}\" BGCOLOR=\"{}\">\
                 <FONT POINT-SIZE=\"60\" COLOR=\"{}\">{}</FONT></TD></TR></TABLE>",
                CELL * columns.len(),
                CELL * rows.len(),
                theme::tint(owner),
                theme::side(owner),
                owner.letter().to_ascii_uppercase()
            );
            return text;
        }
        for &y in &rows {
            text.push_str("<TR>");
            for &x in &columns {
                let here = points().find(|(_, point)| nearly_equal(point.x, x) && nearly_equal(point.y, y));
                text.push_str(&self.cell(here.map(|(id, _)| id)));
            }
            text.push_str("</TR>");
        }
        text + "</TABLE>"
    }

    fn owner(&self, region: RegionId) -> Option<Player> {
        self.view.marks.iter().find(|mark| mark.region == region)?.owner
    }

    fn cell(&self, point: Option<PointId>) -> String {
        let size = format!("FIXEDSIZE=\"TRUE\" WIDTH=\"{CELL}\" HEIGHT=\"{CELL}\" COLOR=\"{}\"", theme::LINE);
        let Some(point) = point else { return format!("<TD BORDER=\"0\" {size}></TD>") };
        let is_last = self.view.last.last() == Some(&point);
        let background = if is_last { format!(" BGCOLOR=\"{}\"", theme::ACCENT_TINT) } else { String::new() };
        let text = match (self.layout.piece_style(), self.view.pieces[usize::from(point)]) {
            (_, None) if self.layout.background == Background::Lines => "·".to_owned(),
            (_, None) => String::new(),
            (PieceStyle::XAndO, Some(player)) => coloured(player, player.letter(), is_last),
            (PieceStyle::Discs, Some(Player::First)) => coloured(Player::First, '●', is_last),
            (PieceStyle::Discs, Some(Player::Second)) => coloured(Player::Second, '○', is_last),
        };
        format!("<TD {size}{background}>{text}</TD>")
    }
}

fn coloured(player: Player, piece: char, is_last: bool) -> String {
    let piece = if is_last { format!("({piece})") } else { piece.to_string() };
    format!("<FONT COLOR=\"{}\"><B>{piece}</B></FONT>", theme::side(player))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_move_playable_and_won_regions_are_marked() {
        let variant = plateau_games::REGISTRY.variant("supermorpion").unwrap();
        let mut record = variant.start();
        record.play_all("5 1; 1 5; 5 2; 2 5; 5 3; 3 1").unwrap();
        let text = board(variant.layout(), &record.view(), "a < b");
        assert!(text.contains("label=<a &lt; b>"));
        assert_eq!(text.matches("BORDER=\"3\"").count(), 1, "one playable grid");
        assert_eq!(text.matches(">(o)<").count(), 1, "one last move");
        assert_eq!(text.matches("POINT-SIZE=\"60\"").count(), 1, "one grid won");
        assert_eq!(text.matches("<TABLE").count(), 10);
    }

    #[test]
    fn boards_of_every_game_have_all_points() {
        for game in plateau_games::REGISTRY.games() {
            let variant = game.with_options("").unwrap();
            let text = board(variant.layout(), &variant.start().view(), game.id);
            let points = text.matches("FIXEDSIZE").count();
            assert!(points >= variant.layout().points.len(), "{}", game.id);
            assert_eq!(text.matches("<TABLE").count(), text.matches("</TABLE>").count());
        }
    }
}
