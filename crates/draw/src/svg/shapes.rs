//! The pieces of every set.

use std::f32::consts::TAU;

use plateau_core::Player;
use plateau_core::look::PieceSet;

use super::hand::{self, Jitter};
use super::pen::{Coordinates, Pen};

/// Light from the upper left, on a ball and on a flat disc.
const BALL: (&str, &str) = ("radialGradient", "cx=\"0.36\" cy=\"0.3\" r=\"0.7\"");

/// How many shapes a piece has, so that those drawn by hand are not all alike.
pub const fn variations(set: PieceSet) -> u32 {
    match set {
        PieceSet::Ink | PieceSet::Pebbles => 4,
        PieceSet::Discs | PieceSet::Counters | PieceSet::Stones => 1,
    }
}

/// Returns which of its shapes the piece on a point has.
pub const fn variation(set: PieceSet, point: usize) -> u32 {
    (point as u32 * 7 + point as u32 / 3) % variations(set)
}

/// Writes the gradients that pieces refer to. Must come before them.
pub fn define(pen: &mut Pen, set: PieceSet) {
    if !pen.detailed || set == PieceSet::Ink {
        return;
    }
    for player in Player::BOTH {
        let colours = pen.palette.piece(player);
        pen.gradient(name(player), BALL, colours.light, colours.fill);
    }
}

/// Returns the name of a side's gradient.
const fn name(player: Player) -> &'static str {
    match player {
        Player::First => "x",
        Player::Second => "o",
    }
}

/// Draws a piece with its centre at a place.
pub fn draw(pen: &mut Pen, set: PieceSet, player: Player, at: Coordinates, r: f32, variation: u32) {
    let mut shape =
        Shape { pen, player, at, r, jitter: Jitter::new(variation * 2 + player.index() as u32 + 1) };
    match set {
        PieceSet::Ink => shape.ink(),
        _ if !shape.pen.detailed => shape.simple(),
        PieceSet::Discs => shape.disc(),
        PieceSet::Counters => shape.counter(),
        PieceSet::Stones => shape.stone(),
        PieceSet::Pebbles => shape.pebble(),
    }
}

struct Shape<'p> {
    pen: &'p mut Pen,
    player: Player,
    at: Coordinates,
    r: f32,
    jitter: Jitter,
}

impl Shape<'_> {
    /// A cross in two strokes or a nought in one.
    fn ink(&mut self) {
        let ((x, y), r) = (self.at, self.r);
        let colour = self.pen.palette.piece(self.player).fill;
        let width = r * if self.pen.detailed { 0.32 } else { 0.42 };
        let path = match self.player {
            Player::First => {
                let mut stroke = |from: f32| {
                    let mut end = |dx: f32, dy: f32| {
                        let (a, b) = (self.jitter.next() * 0.09 * r, self.jitter.next() * 0.09 * r);
                        (x + dx * r + a, y + dy * r + b)
                    };
                    let (start, stop) = (end(from, -1.0), end(-from, 1.0));
                    hand::stroke(self.pen, start, stop, 0.13 * r, &mut self.jitter)
                };
                stroke(-1.0) + &stroke(1.0)
            }
            Player::Second => hand::ring(self.pen, self.at, r * 1.06, &mut self.jitter),
        };
        let ink = format!(
            "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\"",
            self.pen.px(width)
        );
        self.pen.path(&path, &ink);
    }

    /// A flat piece, for small boards: a disc with its mark.
    fn simple(&mut self) {
        let colours = self.pen.palette.piece(self.player);
        self.circle(1.0, &format!("fill=\"{}\"", colours.fill));
        if self.player == Player::Second {
            self.ring(0.62, 0.2, colours.mark, "");
        }
    }

    /// A disc of Othello, thick enough to show its other side.
    fn disc(&mut self) {
        let colours = self.pen.palette.piece(self.player);
        let other = self.pen.palette.piece(self.player.other());
        self.shadow();
        self.circle_at(0.05, 1.0, &format!("fill=\"{}\"", other.edge));
        self.circle(1.0, &format!("fill=\"{}\"", colours.edge));
        self.lit_circle(0.95);
        match self.player {
            Player::First => self.circle(0.34, &format!("fill=\"{}\" opacity=\"0.75\"", colours.mark)),
            Player::Second => self.ring(0.74, 0.055, colours.mark, ""),
        }
    }

    /// A disc of Connect Four, seen through a hole.
    fn counter(&mut self) {
        let colours = self.pen.palette.piece(self.player);
        self.circle(1.0, &format!("fill=\"{}\"", colours.edge));
        self.lit_circle(0.9);
        match self.player {
            Player::First => self.ring(0.52, 0.13, colours.mark, ""),
            Player::Second => {
                let ((x, y), r) = (self.at, self.r);
                let tip = |i: u32| {
                    let angle = TAU * (i as f32 / 10.0 - 0.25);
                    let r = r * if i.is_multiple_of(2) { 0.58 } else { 0.26 };
                    self.pen.at((x + r * angle.cos(), y + r * angle.sin()))
                };
                let path = format!("M{}Z", (0..10).map(tip).collect::<Vec<_>>().join("L"));
                self.pen.path(&path, &format!("fill=\"{}\" stroke-linejoin=\"round\"", colours.mark));
            }
        }
    }

    /// A stone of gomoku.
    fn stone(&mut self) {
        let colours = self.pen.palette.piece(self.player);
        self.shadow();
        self.circle(1.0, &format!("fill=\"{}\"", colours.edge));
        self.lit_circle(0.965);
        if self.player == Player::Second {
            self.ring(0.62, 0.07, colours.mark, " opacity=\"0.75\"");
        }
    }

    /// A pebble, worn smooth; those of the second side have a band.
    fn pebble(&mut self) {
        let ((x, y), r) = (self.at, self.r);
        let colours = self.pen.palette.piece(self.player);
        self.shadow();
        let path = hand::pebble(self.pen, self.at, r, &mut self.jitter);
        let stone = format!(
            "fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"",
            self.pen.paint(name(self.player)),
            colours.edge,
            self.pen.px(r * 0.05)
        );
        self.pen.path(&path, &stone);
        match self.player {
            Player::First => {
                let at = (x - r * 0.3 + r * 0.08 * self.jitter.next(), y - r * 0.34);
                let spot = format!("fill=\"{}\" opacity=\"0.8\"", colours.mark);
                self.pen.circle(at, r * 0.16, &spot);
            }
            Player::Second => {
                let band = hand::ring(self.pen, self.at, r * 0.6, &mut self.jitter);
                let line = format!(
                    "fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"",
                    colours.mark,
                    self.pen.px(r * 0.1)
                );
                self.pen.path(&band, &line);
            }
        }
    }

    /// Two circles that together have a soft edge.
    fn shadow(&mut self) {
        let opacity = self.pen.palette.shadow;
        let group = format!("<g opacity=\"{opacity}\">");
        self.pen.line(&group);
        self.circle_at(0.13, 1.03, "fill-opacity=\"0.16\"");
        self.circle_at(0.09, 0.98, "fill-opacity=\"0.22\"");
        self.pen.line("</g>");
    }

    /// A circle with the side's gradient.
    fn lit_circle(&mut self, scale: f32) {
        let paint = self.pen.paint(name(self.player));
        self.circle(scale, &format!("fill=\"{paint}\""));
    }

    fn circle(&mut self, scale: f32, attributes: &str) {
        self.circle_at(0.0, scale, attributes);
    }

    /// A circle below the centre by a part of the radius.
    fn circle_at(&mut self, below: f32, scale: f32, attributes: &str) {
        let ((x, y), r) = (self.at, self.r);
        self.pen.circle((x, y + below * r), r * scale, attributes);
    }

    fn ring(&mut self, scale: f32, width: f32, colour: &str, attributes: &str) {
        let width = self.pen.px(self.r * width);
        self.circle(
            scale,
            &format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{attributes}"),
        );
    }
}
