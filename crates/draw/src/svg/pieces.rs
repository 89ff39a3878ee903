//! Pieces and highlights of one position.

use std::cmp::Reverse;

use plateau_core::layout::{Background, PieceStyle, PointId, Region, RegionId};
use plateau_core::look::PieceSet;
use plateau_core::{Layout, Player, View};

use super::frame::{HOLE, radius};
use super::pen::{Coordinates, Pen};
use super::{background, shapes};

/// How large the sign of a won region is, relative to the region.
pub const REGION_SIGN: f32 = 0.31;

/// Draws a view over the background.
pub fn draw(pen: &mut Pen, layout: &Layout, view: &View) {
    let mut drawing = Drawing { pen, layout, view };
    drawing.regions();
    drawing.last_move();
    drawing.targets();
    drawing.pieces();
    if drawing.pen.detailed {
        background::draw_front(drawing.pen, layout);
    }
    drawing.rings();
    drawing.winning_stroke();
    drawing.marks();
    drawing.frames();
}

struct Drawing<'d> {
    pen: &'d mut Pen,
    layout: &'d Layout,
    view: &'d View,
}

impl Drawing<'_> {
    fn place(&self, point: PointId) -> Coordinates {
        let point = &self.layout.points[usize::from(point)];
        (point.x, point.y)
    }

    fn is_closed(&self, region: Option<RegionId>) -> bool {
        region.is_some_and(|region| self.view.marks.iter().any(|mark| mark.region == region))
    }

    fn is_ink(&self) -> bool {
        self.layout.piece_style() == PieceStyle::XAndO
    }

    /// Tints the regions: won ones in the colour of their owner, those to play in lit, the others
    /// at rest.
    fn regions(&mut self) {
        let palette = self.pen.palette;
        for (id, region) in (0..).zip(&self.layout.regions) {
            let owner = self.view.marks.iter().find(|mark| mark.region == id).and_then(|mark| mark.owner);
            let is_playable = self.view.playable.contains(&id);
            let tint = match (owner, is_playable, self.view.finish) {
                (Some(owner), ..) => format!("fill=\"{}\" fill-opacity=\"0.14\"", palette.piece(owner).fill),
                (None, true, _) => format!("fill=\"{}\" fill-opacity=\"0.85\"", palette.lit),
                (None, false, None) => format!("fill=\"{}\" fill-opacity=\"0.75\"", palette.rest),
                (None, false, Some(_)) => continue,
            };
            self.over(region, 0.0, &tint);
        }
    }

    /// Draws a rectangle over a region, enlarged by `outset` on each side.
    fn over(&mut self, region: &Region, outset: f32, attributes: &str) {
        let size = (region.width + 2.0 * outset, region.height + 2.0 * outset);
        self.pen.rect((region.x - outset, region.y - outset), size, 0.06 + outset, attributes);
    }

    /// Tints the cell of the last move behind ink; draws the way of a slide.
    fn last_move(&mut self) {
        let colour = self.pen.palette.last;
        if let [from, .., to] = self.view.last[..] {
            let stroke = [self.place(from), self.place(to)];
            self.pen.strokes(&[stroke], 0.1, &format!("stroke=\"{colour}\" opacity=\"0.55\""));
        }
        if let Some(&to) = self.view.last.last()
            && self.is_ink()
        {
            let (x, y) = self.place(to);
            let cell = format!("fill=\"{colour}\"");
            self.pen.rect((x - 0.46, y - 0.46), (0.92, 0.92), 0.06, &cell);
        }
    }

    /// Marks where a piece can be placed, unless that is every empty point.
    fn targets(&mut self) {
        let targets: Vec<PointId> = self
            .view
            .moves
            .iter()
            .filter_map(|mv| <[PointId; 1]>::try_from(&mv.path.points[..]).ok())
            .map(|[to]| to)
            .collect();
        let empty = self.view.pieces.iter().filter(|piece| piece.is_none()).count();
        if targets.len() < empty && self.layout.regions.is_empty() {
            for to in targets {
                let (place, fill) = (self.place(to), format!("fill=\"{}\"", self.pen.palette.dot));
                self.pen.circle(place, 0.09, &fill);
            }
        }
    }

    fn pieces(&mut self) {
        let (set, r) = (self.layout.look.pieces, radius(self.layout));
        // Pieces of a closed region fade behind the mark of its owner.
        for faded in [true, false] {
            let pieces: Vec<(usize, Player)> = (0..)
                .zip(self.layout.points.iter().zip(&self.view.pieces))
                .filter(|(_, (point, _))| self.is_closed(point.region) == faded)
                .filter_map(|(id, (_, piece))| Some((id, (*piece)?)))
                .collect();
            if pieces.is_empty() {
                continue;
            }
            if faded {
                self.pen.line("<g opacity=\"0.3\">");
            }
            for (id, player) in pieces {
                let place = self.place(id as PointId);
                shapes::draw(self.pen, set, player, place, r, shapes::variation(set, id));
            }
            if faded {
                self.pen.line("</g>");
            }
        }
    }

    /// Rings the last piece and the winning ones, where no ink is drawn over a tint.
    fn rings(&mut self) {
        if self.is_ink() {
            return;
        }
        let r = match self.layout.background {
            Background::Rack => HOLE,
            Background::Squares | Background::Lines => radius(self.layout) * 1.04,
        };
        let palette = self.pen.palette;
        let ring = |pen: &Pen, colour: &str, width: f32| {
            format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"", pen.px(width))
        };
        let line = &self.view.line;
        if let Some(&to) = self.view.last.last().filter(|last| !line.contains(last)) {
            let attributes = ring(self.pen, palette.glow, 0.045);
            self.pen.circle(self.place(to), r, &attributes);
        }
        for &point in line {
            let attributes = ring(self.pen, palette.glow, 0.08);
            self.pen.circle(self.place(point), r, &attributes);
        }
    }

    /// Strikes through each winning line.
    fn winning_stroke(&mut self) {
        let places: Vec<Coordinates> = self.view.line.iter().map(|&point| self.place(point)).collect();
        let owner = self.view.line.first().and_then(|&point| self.view.pieces[usize::from(point)]);
        if let Some(owner) = owner {
            self.strike(&places, 0.1, owner);
        }
    }

    fn strike(&mut self, places: &[Coordinates], width: f32, owner: Player) {
        let palette = self.pen.palette;
        let colour = if self.is_ink() { palette.piece(owner).fill } else { palette.glow };
        let lines = lines(places);
        if !lines.is_empty() {
            self.pen.strokes(&lines, width, &format!("stroke=\"{colour}\" opacity=\"0.7\""));
        }
    }

    /// Draws a large cross or nought over each won region.
    fn marks(&mut self) {
        for mark in &self.view.marks {
            let region = &self.layout.regions[usize::from(mark.region)];
            let centre = (region.x + region.width / 2.0, region.y + region.height / 2.0);
            if let Some(owner) = mark.owner {
                let r = region.width.min(region.height) * REGION_SIGN;
                let variation = shapes::variation(PieceSet::Ink, mark.region.into());
                shapes::draw(self.pen, PieceSet::Ink, owner, centre, r, variation);
            }
        }
    }

    /// Frames the playable regions and the regions of the winning line.
    fn frames(&mut self) {
        let palette = self.pen.palette;
        let winner = self.view.finish.and_then(|finish| finish.outcome.winner());
        let won_colour = winner.map_or(palette.bold, |winner| palette.piece(winner).fill);
        let playable = self.view.playable.iter().map(|&region| (region, palette.glow));
        let won = self.view.region_line.iter().map(|&region| (region, won_colour));
        for (region, colour) in playable.chain(won).collect::<Vec<_>>() {
            let frame = format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"", self.pen.px(0.08));
            self.over(&self.layout.regions[usize::from(region)], 0.02, &frame);
        }
        // Strike through the winning line of regions.
        let centre = |region: &RegionId| {
            let region = &self.layout.regions[usize::from(*region)];
            (region.x + region.width / 2.0, region.y + region.height / 2.0)
        };
        let centres: Vec<Coordinates> = self.view.region_line.iter().map(centre).collect();
        if let Some(owner) = winner {
            self.strike(&centres, 0.2, owner);
        }
    }
}

/// Returns the fewest straight lines that cover all places, each extended a little beyond its
/// outermost places. Two simultaneous winning lines share at most one place.
fn lines(places: &[Coordinates]) -> Vec<[Coordinates; 2]> {
    let through = |a: Coordinates, b: Coordinates| {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let off =
            move |place: Coordinates| ((place.0 - a.0) * dy - (place.1 - a.1) * dx).abs() / dx.hypot(dy);
        (0..places.len()).filter(|&i| off(places[i]) < 0.01).collect::<Vec<usize>>()
    };
    let pairs = (0..places.len()).flat_map(|a| (a + 1..places.len()).map(move |b| (a, b)));
    let mut found: Vec<Vec<usize>> = pairs.map(|(a, b)| through(places[a], places[b])).collect();
    found.sort_by_key(|line| Reverse(line.len()));
    let mut uncovered = vec![true; places.len()];
    let mut lines = Vec::new();
    for line in found {
        if line.iter().filter(|&&i| uncovered[i]).count() > 1 {
            for &i in &line {
                uncovered[i] = false;
            }
            lines.push(ends(&line.iter().map(|&i| places[i]).collect::<Vec<_>>()));
        }
    }
    lines
}

/// Returns the outermost places of a line, moved apart a little.
fn ends(line: &[Coordinates]) -> [Coordinates; 2] {
    let order = |a: &Coordinates, b: &Coordinates| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1));
    let least = |a, b| if order(&a, &b).is_le() { a } else { b };
    let first = line.iter().copied().fold(line[0], least);
    let last = line.iter().copied().fold(line[0], |a, b| if order(&a, &b).is_ge() { a } else { b });
    let (dx, dy) = (last.0 - first.0, last.1 - first.1);
    let (x, y) = (dx / dx.hypot(dy) * 0.3, dy / dx.hypot(dy) * 0.3);
    [(first.0 - x, first.1 - y), (last.0 + x, last.1 + y)]
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn lines_cover_all_places_once() {
        let row: Vec<_> = (0..3).map(|i| (i as f32, 0.0)).collect();
        let column: Vec<_> = (1..3).map(|i| (0.0, i as f32)).collect();
        assert_eq!(lines(&row), [[(-0.3, 0.0), (2.3, 0.0)]]);
        let both = lines(&[row.clone(), column].concat());
        assert_eq!(both.len(), 2, "{both:?}");
        assert!(both.contains(&[(0.0, -0.3), (0.0, 2.3)]), "{both:?}");
        assert!(lines(&[]).is_empty() && lines(&row[..1]).is_empty());
    }
}
