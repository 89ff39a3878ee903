//! Boards as positioned glyphs, for full-screen programs that place them themselves.

use plateau_core::{Layout, View};

use super::{Spacing, draw, glyphs};
use crate::canvas::Ink;

/// A glyph of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its column, from 0 at the left.
    pub x: u16,
    /// Its row, from 0 at the top.
    pub y: u16,
    /// The character.
    pub glyph: char,
    /// What it is part of, which determines its colour.
    pub ink: Ink,
}

/// A board as positioned glyphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Width in columns.
    pub width: u16,
    /// Height in rows.
    pub height: u16,
    /// The glyphs, row by row.
    pub cells: Vec<Cell>,
    /// The column and row of each point of the layout.
    pub points: Vec<(u16, u16)>,
}

/// Draws a board, in ASCII unless `unicode`. The size depends only on layout and spacing, not
/// on the position.
pub fn picture(layout: &Layout, view: &View, spacing: Spacing, unicode: bool) -> Picture {
    let (canvas, points) = draw(layout, view, spacing);
    // Reserve room for the parentheses of any last move.
    let ends = || points.iter().flat_map(|&(x, y)| [(x - 1, y), (x + 1, y)]);
    let places = || canvas.cells().map(|(place, ..)| place).chain(ends());
    let left = places().map(|(x, _)| x).min().unwrap_or(0);
    let top = places().map(|(_, y)| y).min().unwrap_or(0);
    let right = places().map(|(x, _)| x).max().unwrap_or(0);
    let bottom = places().map(|(_, y)| y).max().unwrap_or(0);
    let moved = |(x, y): (i32, i32)| ((x - left) as u16, (y - top) as u16);
    let cells = canvas
        .cells()
        .filter(|(_, c, _)| *c != ' ')
        .map(|(place, plain, ink)| {
            let (x, y) = moved(place);
            let glyph =
                if unicode { glyphs::glyph(&canvas, layout.piece_style, place, plain, ink) } else { plain };
            Cell { x, y, glyph, ink }
        })
        .collect();
    Picture {
        width: (right - left + 1) as u16,
        height: (bottom - top + 1) as u16,
        cells,
        points: points.into_iter().map(moved).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picture_equals_the_text_and_keeps_its_size() {
        for game in plateau_games::REGISTRY.games() {
            let variant = game.with_options("").unwrap();
            let mut record = variant.start();
            let start = picture(variant.layout(), &record.view(), Spacing::Wide, false);
            for _ in 0..5 {
                let moves = record.legal_moves();
                record.play(&moves[moves.len() / 2]).unwrap();
            }
            let picture = picture(variant.layout(), &record.view(), Spacing::Wide, false);
            assert_eq!((picture.width, picture.height), (start.width, start.height), "{}", game.id);
            assert_eq!(picture.points, start.points, "{}", game.id);
            let mut rows = vec![vec![' '; usize::from(picture.width)]; usize::from(picture.height)];
            for cell in &picture.cells {
                rows[usize::from(cell.y)][usize::from(cell.x)] = cell.glyph;
            }
            let rows: Vec<String> = rows.iter().map(|row| row.iter().collect::<String>()).collect();
            let text = super::super::board(variant.layout(), &record.view());
            let trimmed = |lines: &mut dyn Iterator<Item = &str>| -> Vec<String> {
                lines.map(|line| line.trim_end().to_owned()).collect()
            };
            assert_eq!(
                trimmed(&mut rows.iter().map(String::as_str)),
                trimmed(&mut text.lines()),
                "{}",
                game.id
            );
        }
    }

    #[test]
    fn the_largest_boards_leave_room_for_a_side_panel() {
        for (name, width, height) in [
            ("morpion4", 43, 20),
            ("gomoku", 52, 20),
            ("supermorpion", 43, 20),
            ("picaria:13", 43, 20),
            ("connect4:10x10", 43, 20),
        ] {
            let variant = plateau_games::REGISTRY.variant(name).unwrap();
            let picture = picture(variant.layout(), &variant.start().view(), Spacing::Wide, true);
            assert!(picture.width <= width && picture.height <= height, "{name}: {picture:?}");
        }
    }
}
