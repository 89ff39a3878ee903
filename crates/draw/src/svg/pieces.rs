//! Pieces and highlights of one position.

use std::cmp::Reverse;

use plateau_core::layout::{Background, PieceStyle, PointId, Region, RegionId};
use plateau_core::{Layout, Player, View};

use super::pen::{Coordinates, Pen};
use crate::theme;

/// Draws a view over the background.
pub fn draw(pen: &mut Pen, layout: &Layout, view: &View) {
    let mut drawing = Drawing { pen, layout, view };
    drawing.dim_regions();
    drawing.last_move();
    drawing.winning_points();
    drawing.targets();
    drawing.names();
    drawing.pieces();
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

    /// Returns the radius of a piece, which is smaller on boards with close points.
    fn radius(&self) -> f32 {
        let nearest = self.layout.edges.iter().map(|&[a, b]| {
            let (a, b) = (self.place(a), self.place(b));
            (a.0 - b.0).hypot(a.1 - b.1)
        });
        0.36_f32.min(nearest.fold(f32::MAX, f32::min) * 0.34)
    }

    fn is_closed(&self, region: Option<RegionId>) -> bool {
        region.is_some_and(|region| self.view.marks.iter().any(|mark| mark.region == region))
    }

    /// Dims the regions without legal moves.
    fn dim_regions(&mut self) {
        for (id, region) in (0..).zip(&self.layout.regions) {
            if !self.view.playable.contains(&id) {
                let owner = self.view.marks.iter().find(|mark| mark.region == id).and_then(|mark| mark.owner);
                let colour = owner.map_or(theme::DIM, theme::tint);
                self.over(region, 0.0, &format!("fill=\"{colour}\" fill-opacity=\"0.75\""));
            }
        }
    }

    /// Draws a rectangle over a region, enlarged by `outset` on each side.
    fn over(&mut self, region: &Region, outset: f32, attributes: &str) {
        let size = (region.width + 2.0 * outset, region.height + 2.0 * outset);
        self.pen.rect((region.x - outset, region.y - outset), size, 0.06 + outset, attributes);
    }

    /// Highlights a point: the square around it, or a disc on other backgrounds.
    fn highlight(&mut self, point: PointId, colour: &str) {
        let (x, y) = self.place(point);
        let fill = format!("fill=\"{colour}\"");
        match self.layout.background {
            Background::Squares => self.pen.rect((x - 0.47, y - 0.47), (0.94, 0.94), 0.04, &fill),
            Background::Rack => self.pen.circle((x, y), 0.47, &fill),
            Background::Lines => {
                let radius = self.radius() * 1.25;
                self.pen.circle((x, y), radius, &fill);
            }
        }
    }

    fn last_move(&mut self) {
        if let [from, .., to] = self.view.last[..] {
            let stroke = [self.place(from), self.place(to)];
            self.pen.strokes(&[stroke], 0.12, &format!("stroke=\"{}\" opacity=\"0.55\"", theme::ACCENT));
        }
        if let Some(&to) = self.view.last.last() {
            let colour =
                if self.layout.background == Background::Rack { theme::ACCENT } else { theme::ACCENT_TINT };
            self.highlight(to, colour);
            if self.layout.background == Background::Lines {
                let (place, radius) = (self.place(to), self.radius() * 1.25);
                let ring = format!(
                    "fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"",
                    theme::ACCENT,
                    self.pen.px(0.03)
                );
                self.pen.circle(place, radius, &ring);
            }
        }
    }

    fn winning_points(&mut self) {
        for &point in &self.view.line {
            if let Some(player) = self.view.pieces[usize::from(point)] {
                self.highlight(point, theme::tint(player));
            }
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
                let place = self.place(to);
                self.pen.circle(place, 0.09, &format!("fill=\"{}\"", theme::GREY));
            }
        }
    }

    /// Writes the names of points on boards with lines, where moves refer to them.
    fn names(&mut self) {
        if self.layout.background != Background::Lines || !self.pen.detailed {
            return;
        }
        let off = self.radius() + 0.05;
        for point in &self.layout.points {
            self.pen.text_over_lines((point.x + off, point.y - off * 0.55), 0.16, theme::QUIET, &point.name);
        }
    }

    fn pieces(&mut self) {
        for player in Player::BOTH {
            // Pieces of a closed region fade behind the mark of its owner.
            for faded in [true, false] {
                let places: Vec<Coordinates> = (self.layout.points.iter().zip(&self.view.pieces))
                    .filter(|(point, piece)| **piece == Some(player) && self.is_closed(point.region) == faded)
                    .map(|(point, _)| (point.x, point.y))
                    .collect();
                if places.is_empty() {
                    continue;
                }
                let opacity = if faded { " opacity=\"0.3\"" } else { "" };
                match self.layout.piece_style {
                    PieceStyle::XAndO => {
                        self.crosses_or_noughts(player, &places, self.radius() * 0.72, opacity);
                    }
                    PieceStyle::Discs => self.discs(player, &places, opacity),
                }
            }
        }
    }

    /// Draws crosses or noughts.
    fn crosses_or_noughts(&mut self, player: Player, places: &[Coordinates], r: f32, attributes: &str) {
        let stroke = format!("stroke=\"{}\"{attributes}", theme::side(player));
        let width = r * 0.42;
        match player {
            Player::First => {
                let cross = |&(x, y): &Coordinates| {
                    [[(x - r, y - r), (x + r, y + r)], [(x + r, y - r), (x - r, y + r)]]
                };
                let strokes: Vec<[Coordinates; 2]> = places.iter().flat_map(cross).collect();
                self.pen.strokes(&strokes, width, &stroke);
            }
            Player::Second => {
                let ring = format!("fill=\"none\" stroke-width=\"{}\" {stroke}", self.pen.px(width));
                for &place in places {
                    self.pen.circle(place, r * 1.05, &ring);
                }
            }
        }
    }

    /// Draws discs, filled for the first player and rings for the second, with a soft shadow.
    fn discs(&mut self, player: Player, places: &[Coordinates], attributes: &str) {
        let r = self.radius();
        let colour = theme::side(player);
        for &(x, y) in places {
            if self.pen.detailed {
                self.pen.circle(
                    (x, y + 0.03),
                    r,
                    &format!("fill=\"{}\" fill-opacity=\"0.25\"{attributes}", theme::INK),
                );
            }
            match player {
                Player::First => self.pen.circle((x, y), r, &format!("fill=\"{colour}\"{attributes}")),
                Player::Second => {
                    let width = self.pen.px(r * 0.34);
                    let ring =
                        format!("fill=\"#ffffff\" stroke=\"{colour}\" stroke-width=\"{width}\"{attributes}");
                    self.pen.circle((x, y), r * 0.83, &ring);
                }
            }
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
        let lines = lines(places);
        if !lines.is_empty() {
            self.pen.strokes(&lines, width, &format!("stroke=\"{}\" opacity=\"0.6\"", theme::side(owner)));
        }
    }

    /// Draws a large cross or nought over each won region.
    fn marks(&mut self) {
        for mark in &self.view.marks {
            let region = &self.layout.regions[usize::from(mark.region)];
            let centre = (region.x + region.width / 2.0, region.y + region.height / 2.0);
            if let Some(owner) = mark.owner {
                self.crosses_or_noughts(owner, &[centre], region.width.min(region.height) * 0.3, "");
            }
        }
    }

    /// Frames the playable regions and the regions of the winning line.
    fn frames(&mut self) {
        let frame = |colour: &str, pen: &Pen| {
            format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"", pen.px(0.09))
        };
        let playable = self.view.playable.iter().map(|&region| (region, theme::ACCENT));
        let winner = self.view.finish.and_then(|finish| finish.outcome.winner());
        let won =
            self.view.region_line.iter().map(|&region| (region, winner.map_or(theme::INK, theme::side)));
        for (region, colour) in playable.chain(won).collect::<Vec<_>>() {
            let attributes = frame(colour, self.pen);
            self.over(&self.layout.regions[usize::from(region)], 0.02, &attributes);
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
