//! The parts of a board as SVG for the page, in cells, with CSS variables for colours: see
//! [`css`]. Pictures are drawn by the same code, so that both look the same.

use plateau_core::look::PieceSet;
use plateau_core::{Layout, Player};

use super::{VARIABLES, css};
use crate::svg::frame::{Frame, HOLE, radius};
use crate::svg::pen::Pen;
use crate::svg::{background, pieces, shapes};

/// What ids in the fragments start with. The page replaces it by an id of its own for every board.
pub const ID: &str = "{id}";

/// A board and its pieces as SVG fragments.
#[derive(Clone, Debug, PartialEq)]
pub struct Artwork {
    /// The class of the element, which determines the colours.
    pub class: String,
    /// Left, top, width and height of the picture.
    pub view_box: [f32; 4],
    /// What is behind the pieces.
    pub background: String,
    /// What is in front of the pieces.
    pub foreground: String,
    /// The shapes of each side's pieces, with their centres at 0, 0.
    pub pieces: [Vec<String>; 2],
    /// The index of the shape of the piece on each point.
    pub variations: Vec<u32>,
    /// The sign of each side over a region it won, with its centre at 0, 0.
    pub signs: Option<[String; 2]>,
    /// The radius of a piece, as far as it can be seen.
    pub radius: f32,
}

impl Artwork {
    /// Draws the parts of a board.
    pub fn new(layout: &Layout) -> Self {
        let set = layout.look.pieces;
        let frame = Frame::new(layout, true);
        let draw = |paint: &dyn Fn(&mut Pen)| {
            let mut pen = Pen::new(1.0, true, &VARIABLES, ID);
            paint(&mut pen);
            pen.finish()
        };
        let piece = |set, player, r, variation| {
            draw(&|pen: &mut Pen| shapes::draw(pen, set, player, (0.0, 0.0), r, variation))
        };
        let r = radius(layout);
        let region = layout.regions.first().map(|region| region.width.min(region.height));
        Self {
            class: css::class(layout.look.surface),
            view_box: frame.view_box(),
            background: draw(&|pen: &mut Pen| {
                // The room above a rack belongs to the page.
                background::draw(pen, layout, Frame::new(layout, false).view_box());
                frame.labels(pen, layout);
                shapes::define(pen, set);
            }),
            foreground: draw(&|pen: &mut Pen| background::draw_front(pen, layout)),
            pieces: Player::BOTH
                .map(|player| (0..shapes::variations(set)).map(|i| piece(set, player, r, i)).collect()),
            variations: (0..layout.points.len()).map(|point| shapes::variation(set, point)).collect(),
            signs: region.map(|size| {
                Player::BOTH.map(|player| piece(PieceSet::Ink, player, size * pieces::REGION_SIGN, 0))
            }),
            radius: if set == PieceSet::Counters { HOLE } else { r },
        }
    }
}

#[cfg(test)]
mod tests {
    use plateau_games::REGISTRY;

    use super::*;

    #[test]
    fn fragments_are_well_formed_and_have_no_colours_of_their_own() {
        for game in REGISTRY.games() {
            for options in [""].iter().chain(game.presets) {
                let variant = game.with_options(options).unwrap();
                let artwork = Artwork::new(variant.layout());
                let [x, o] = &artwork.pieces;
                assert_ne!(x[0], o[0], "{}: the sides differ by form", variant.name());
                let signs = artwork.signs.iter().flatten();
                let fragments = [&artwork.background, &artwork.foreground].into_iter().chain(x).chain(o);
                for fragment in fragments.chain(signs) {
                    let document = format!("<svg>{fragment}</svg>");
                    roxmltree::Document::parse(&document)
                        .unwrap_or_else(|error| panic!("{}: {error} in {fragment}", variant.name()));
                    let plain = fragment.replace("#{id}", "").replace("#ffffff", "");
                    assert!(!plain.contains('#'), "{}: {fragment}", variant.name());
                }
            }
        }
    }
}
