//! Trees as DOT digraphs, streamed node by node, so that any size works.

use std::io::{self, Write};

use plateau_core::layout::{Background, PieceStyle, Point, PointId, RegionId};
use plateau_core::{Layout, Player, View};
use plateau_games::TreeNode;
use plateau_search::textbook::NodeId;

use super::label::{Label, move_label};
use super::{TreePicture, omissions, on_best_line};
use crate::axis::{Axis, nearly_equal};
use crate::svg::pen::escape_xml;
use crate::{phrases, theme};

/// The number of nodes from which Graphviz `dot` takes very long.
pub const SLOW_NODES: usize = 1_000;

/// Writes a tree.
pub fn write(picture: &TreePicture<'_>, out: &mut dyn Write) -> io::Result<()> {
    let visible = picture.visible_nodes();
    let is_best = on_best_line(picture.tree);
    let board = Board::new(picture.layout);
    let mut heading = escape_xml(&picture.heading());
    for message in omissions(picture, &visible) {
        heading.push_str("<BR/>");
        heading.push_str(&escape_xml(&message.render(picture.lang)));
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
    for id in visible.ids() {
        let node = picture.tree.node(id);
        let best = is_best(id);
        write!(out, "  n{id} [label=<")?;
        write_label(picture, &board, id, &node, out)?;
        write!(out, ">{}", attributes(&node, best))?;
        if let Some(reason) = picture.cut_reason(&node) {
            write!(out, ", tooltip=\"{}\"", escape_xml(&reason.render(picture.lang)))?;
        }
        writeln!(out, "]")?;
        if let Some(parent) = node.parent {
            let text = escape_xml(&move_label(picture, id, &node));
            let style = match (best, node.visit) {
                (true, _) => format!(", color=\"{}\", penwidth=3", theme::ACCENT),
                (_, None) => format!(", color=\"{0}\", fontcolor=\"{0}\", style=dashed", theme::GREY),
                _ => String::new(),
            };
            writeln!(out, "  n{parent} -> n{id} [label=\"{text}\"{style}]")?;
        }
        let hidden = visible.hidden_moves(picture.tree, id);
        if hidden > 0 {
            let more = phrases::MORE.message().with("count", hidden).render(picture.lang);
            writeln!(out, "  m{id} [label=\"… {more}\", shape=plaintext, style=\"\"]")?;
            writeln!(out, "  n{id} -> m{id} [style=dotted, arrowhead=none]")?;
        }
    }
    writeln!(out, "}}")
}

/// Returns the attributes of a node: colour and shape by side to move, a double frame for
/// finished games, a heavy one on the principal variation, grey and dashed if not searched.
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
    picture: &TreePicture<'_>,
    board: &Board,
    id: NodeId,
    node: &TreeNode,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(out, "<TABLE BORDER=\"0\" CELLSPACING=\"1\" CELLPADDING=\"0\"><TR><TD>")?;
    board.write(picture.layout, &picture.tree.view(id), node.visit.is_none(), out)?;
    write!(out, "</TD></TR>")?;
    let Label { value, window, end } = Label::new(picture, node);
    if let Some(value) = value {
        write!(out, "<TR><TD><B>{}</B></TD></TR>", escape_xml(&value))?;
    }
    for line in [end, window].into_iter().flatten() {
        write!(out, "<TR><TD>{}</TD></TR>", escape_xml(&line))?;
    }
    write!(out, "</TABLE>")
}

/// A cell of the table of a board.
#[derive(Clone, Copy)]
enum Slot {
    Point(PointId),
    /// Space between regions or points.
    Gap,
}

/// The table of a board: the part that is the same for all nodes.
struct Board {
    rows: Vec<Vec<Slot>>,
    /// The first point of each region, and its number of columns and rows.
    regions: Vec<(PointId, usize, usize)>,
}

impl Board {
    fn new(layout: &Layout) -> Self {
        let lanes = |of: fn(&Point) -> f32| {
            let mut lanes: Vec<Option<f32>> = Vec::new();
            for at in Axis::distinct(layout.points.iter().map(of)) {
                // A distance of more than a cell is a gap between regions.
                if lanes.last().copied().flatten().is_some_and(|last| at - last > 1.01) {
                    lanes.push(None);
                }
                lanes.push(Some(at));
            }
            lanes
        };
        let (columns, rows) = (lanes(|point| point.x), lanes(|point| point.y));
        let slot = |x: Option<f32>, y: Option<f32>| {
            let here = |point: &Point| {
                x.is_some_and(|x| nearly_equal(x, point.x)) && y.is_some_and(|y| nearly_equal(y, point.y))
            };
            layout.points.iter().position(here).map_or(Slot::Gap, |id| Slot::Point(id as PointId))
        };
        let rows = rows.iter().map(|&y| columns.iter().map(|&x| slot(x, y)).collect()).collect();
        let regions = (0..layout.regions.len() as RegionId).map(|region| {
            let inside =
                || layout.points.iter().enumerate().filter(move |(_, point)| point.region == Some(region));
            let first = inside().map(|(id, _)| id).next().unwrap_or(0);
            let count = |of: fn(&Point) -> f32| Axis::distinct(inside().map(|(_, point)| of(point))).len();
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
                // The first row and column determine the size of the cells.
                let mut attributes = String::new();
                let gap = |lane: Option<&Slot>| matches!(lane, Some(Slot::Gap)) && !layout.regions.is_empty();
                if y == 0 {
                    attributes.push_str(if gap(row.get(x)) { " WIDTH=\"4\"" } else { " WIDTH=\"16\"" });
                }
                if x == 0 {
                    attributes.push_str(if gap(row.first()) { " HEIGHT=\"4\"" } else { " HEIGHT=\"16\"" });
                }
                match *slot {
                    Slot::Gap => write!(out, "<TD BORDER=\"0\"{attributes}></TD>")?,
                    Slot::Point(point) => self.write_point(layout, view, point, grey, &attributes, out)?,
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
        attributes: &str,
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
            let letter = owner.letter().to_ascii_uppercase();
            return write!(
                out,
                "<TD COLSPAN=\"{columns}\" ROWSPAN=\"{rows}\" BGCOLOR=\"{}\"><FONT POINT-SIZE=\"28\" COLOR=\"{}\">{letter}</FONT></TD>",
                theme::tint(owner),
                colour(owner)
            );
        }
        let piece = view.pieces[usize::from(point)];
        let background = match piece {
            Some(player) if view.line.contains(&point) => format!(" BGCOLOR=\"{}\"", theme::tint(player)),
            _ if view.last.last() == Some(&point) && !grey => format!(" BGCOLOR=\"{}\"", theme::ACCENT_TINT),
            _ => String::new(),
        };
        match piece {
            Some(player) => {
                let symbol = match (layout.piece_style(), player) {
                    (PieceStyle::XAndO, player) => player.letter(),
                    (PieceStyle::Discs, Player::First) => '●',
                    (PieceStyle::Discs, Player::Second) => '○',
                };
                write!(
                    out,
                    "<TD{attributes}{background}><FONT COLOR=\"{}\">{symbol}</FONT></TD>",
                    colour(player)
                )
            }
            None if layout.background == Background::Lines => {
                write!(out, "<TD{attributes}{background}>·</TD>")
            }
            None => write!(out, "<TD{attributes}{background}></TD>"),
        }
    }
}
