//! A tree as a DOT digraph, written node by node: a tree of any size streams.

use std::io::{self, Write};

use plateau_core::layout::{Background, PieceStyle, Point, PointId, RegionId};
use plateau_core::{Layout, Player, View};
use plateau_games::TreeNode;
use plateau_search::textbook::NodeId;

use super::label::{Label, move_label};
use super::{Sketch, left_out, on_best_line};
use crate::axis::{Axis, same};
use crate::svg::pen::written;
use crate::{phrases, theme};

/// Beyond so many nodes `dot` takes long, or never ends.
pub const SLOW: usize = 1_000;

/// Writes a tree.
pub fn write(sketch: &Sketch<'_>, out: &mut dyn Write) -> io::Result<()> {
    let shown = sketch.shown();
    let is_best = on_best_line(sketch.tree);
    let board = Board::of(sketch.layout);
    let mut heading = written(&sketch.heading());
    for message in left_out(sketch, &shown) {
        heading.push_str("<BR/>");
        heading.push_str(&written(&message.render(sketch.lang)));
    }
    writeln!(out, "digraph tree {{")?;
    writeln!(out, "  graph [bgcolor=\"{}\", label=<{heading}>, labelloc=t, nodesep=0.15]", theme::PAPER)?;
    writeln!(out, "  graph [fontname=\"DejaVu Sans\", fontsize=16, fontcolor=\"{}\"]", theme::INK)?;
    writeln!(
        out,
        "  node [fontname=\"DejaVu Sans\", fontsize=12, style=filled, shape=box, margin=\"0.04,0.04\", fontcolor=\"{}\"]",
        theme::INK
    )?;
    writeln!(
        out,
        "  edge [fontname=\"DejaVu Sans\", fontsize=12, arrowsize=0.6, color=\"{0}\", fontcolor=\"{0}\"]",
        theme::QUIET
    )?;
    for id in shown.ids() {
        let node = sketch.tree.node(id);
        let best = is_best(id);
        write!(out, "  n{id} [label=<")?;
        write_label(sketch, &board, id, &node, out)?;
        write!(out, ">{}", attributes(&node, best))?;
        if let Some(reason) = sketch.reason(&node) {
            write!(out, ", tooltip=\"{}\"", written(&reason.render(sketch.lang)))?;
        }
        writeln!(out, "]")?;
        if let Some(parent) = node.parent {
            let text = written(&move_label(sketch, id, &node));
            let style = match (best, node.visit) {
                (true, _) => format!(", color=\"{}\", penwidth=3", theme::ACCENT),
                (_, None) => format!(", color=\"{0}\", fontcolor=\"{0}\", style=dashed", theme::GREY),
                _ => String::new(),
            };
            writeln!(out, "  n{parent} -> n{id} [label=\"{text}\"{style}]")?;
        }
        let hidden = shown.hidden(sketch.tree, id);
        if hidden > 0 {
            let more = phrases::MORE.message().with("count", hidden).render(sketch.lang);
            writeln!(out, "  m{id} [label=\"… {more}\", shape=plaintext, style=\"\"]")?;
            writeln!(out, "  n{id} -> m{id} [style=dotted, arrowhead=none]")?;
        }
    }
    writeln!(out, "}}")
}

/// Colour and shape by whose turn it is; double where the game is over, heavy
/// on the best line, grey and dashed where the search never came.
fn attributes(node: &TreeNode, best: bool) -> String {
    let shape = match node.turn {
        Player::First => "",
        Player::Second => ", shape=ellipse",
    };
    if node.visit.is_none() {
        return format!(
            "{shape}, color=\"{}\", fillcolor=\"{}\", style=\"filled,dashed\"",
            theme::GREY,
            theme::DIM
        );
    }
    let width = if best { ", penwidth=4" } else { "" };
    let double = if node.outcome.is_some() { ", peripheries=2" } else { "" };
    let (side, tint) = (theme::side(node.turn), theme::tint(node.turn));
    format!("{shape}, color=\"{side}\", fillcolor=\"{tint}\"{width}{double}")
}

fn write_label(
    sketch: &Sketch<'_>,
    board: &Board,
    id: NodeId,
    node: &TreeNode,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(out, "<TABLE BORDER=\"0\" CELLSPACING=\"1\" CELLPADDING=\"0\"><TR><TD>")?;
    board.write(sketch.layout, &sketch.tree.view(id), node.visit.is_none(), out)?;
    write!(out, "</TD></TR>")?;
    let Label { value, window, end } = Label::of(sketch, node);
    if let Some(value) = value {
        write!(out, "<TR><TD><B>{}</B></TD></TR>", written(&value))?;
    }
    for line in [end, window].into_iter().flatten() {
        write!(out, "<TR><TD>{}</TD></TR>", written(&line))?;
    }
    write!(out, "</TABLE>")
}

/// A cell of the table that shows a board.
#[derive(Clone, Copy)]
enum Slot {
    Point(PointId),
    /// Between regions, or between points.
    Gap,
}

/// The table of a board: what does not change from node to node.
struct Board {
    rows: Vec<Vec<Slot>>,
    /// The first cell of each region, and its columns and rows.
    regions: Vec<(PointId, usize, usize)>,
}

impl Board {
    fn of(layout: &Layout) -> Self {
        let lanes = |of: fn(&Point) -> f32| {
            let mut lanes: Vec<Option<f32>> = Vec::new();
            for at in Axis::coordinates(layout.points.iter().map(of)) {
                // Regions stand apart: more than a cell from the last.
                if lanes.last().copied().flatten().is_some_and(|last| at - last > 1.01) {
                    lanes.push(None);
                }
                lanes.push(Some(at));
            }
            lanes
        };
        let (columns, rows) = (lanes(|point| point.x), lanes(|point| point.y));
        let slot = |x: Option<f32>, y: Option<f32>| {
            let here =
                |point: &Point| x.is_some_and(|x| same(x, point.x)) && y.is_some_and(|y| same(y, point.y));
            layout.points.iter().position(here).map_or(Slot::Gap, |id| Slot::Point(id as PointId))
        };
        let rows = rows.iter().map(|&y| columns.iter().map(|&x| slot(x, y)).collect()).collect();
        let regions = (0..layout.regions.len() as RegionId).map(|region| {
            let inside =
                || layout.points.iter().enumerate().filter(move |(_, point)| point.region == Some(region));
            let first = inside().map(|(id, _)| id).next().unwrap_or(0);
            let count = |of: fn(&Point) -> f32| Axis::coordinates(inside().map(|(_, point)| of(point))).len();
            (first as PointId, count(|point| point.x), count(|point| point.y))
        });
        Self { rows, regions: regions.collect() }
    }

    fn write(&self, layout: &Layout, view: &View, grey: bool, out: &mut dyn Write) -> io::Result<()> {
        let border = u8::from(layout.background != Background::Lines);
        write!(
            out,
            "<TABLE BORDER=\"0\" CELLBORDER=\"{border}\" CELLSPACING=\"0\" CELLPADDING=\"1\" BGCOLOR=\"{}\" COLOR=\"{}\">",
            theme::CELL,
            theme::LINE
        )?;
        for (y, row) in self.rows.iter().enumerate() {
            write!(out, "<TR>")?;
            for (x, slot) in row.iter().enumerate() {
                // The first cells give all columns and rows their size.
                let mut rest = String::new();
                let gap = |lane: Option<&Slot>| matches!(lane, Some(Slot::Gap)) && !layout.regions.is_empty();
                if y == 0 {
                    rest.push_str(if gap(row.get(x)) { " WIDTH=\"4\"" } else { " WIDTH=\"16\"" });
                }
                if x == 0 {
                    rest.push_str(if gap(row.first()) { " HEIGHT=\"4\"" } else { " HEIGHT=\"16\"" });
                }
                match *slot {
                    Slot::Gap => write!(out, "<TD BORDER=\"0\"{rest}></TD>")?,
                    Slot::Point(point) => self.write_point(layout, view, point, grey, &rest, out)?,
                }
            }
            write!(out, "</TR>")?;
        }
        write!(out, "</TABLE>")
    }

    fn write_point(
        &self,
        layout: &Layout,
        view: &View,
        point: PointId,
        grey: bool,
        rest: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let colour = |player| if grey { theme::GREY } else { theme::side(player) };
        let owner = layout.points[usize::from(point)]
            .region
            .and_then(|region| view.marks.iter().find(|mark| mark.region == region))
            .and_then(|mark| Some((mark.region, mark.owner?)));
        if let Some((region, owner)) = owner {
            let (first, columns, rows) = self.regions[usize::from(region)];
            if point != first {
                return Ok(());
            }
            let sign = owner.letter().to_ascii_uppercase();
            return write!(
                out,
                "<TD COLSPAN=\"{columns}\" ROWSPAN=\"{rows}\" BGCOLOR=\"{}\"><FONT POINT-SIZE=\"28\" COLOR=\"{}\">{sign}</FONT></TD>",
                theme::tint(owner),
                colour(owner)
            );
        }
        let piece = view.pieces[usize::from(point)];
        let ground = match piece {
            Some(player) if view.line.contains(&point) => format!(" BGCOLOR=\"{}\"", theme::tint(player)),
            _ if view.last.last() == Some(&point) && !grey => format!(" BGCOLOR=\"{}\"", theme::ACCENT_TINT),
            _ => String::new(),
        };
        match piece {
            Some(player) => {
                let sign = match (layout.piece_style, player) {
                    (PieceStyle::XAndO, player) => player.letter(),
                    (PieceStyle::Discs, Player::First) => '●',
                    (PieceStyle::Discs, Player::Second) => '○',
                };
                write!(out, "<TD{rest}{ground}><FONT COLOR=\"{}\">{sign}</FONT></TD>", colour(player))
            }
            None if layout.background == Background::Lines => write!(out, "<TD{rest}{ground}>·</TD>"),
            None => write!(out, "<TD{rest}{ground}></TD>"),
        }
    }
}
