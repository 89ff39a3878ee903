//! Boards as positioned glyphs, for full-screen programs that place them themselves.

use plateau_core::layout::Background;
use plateau_core::{Layout, View};

use super::{CellSize, Spacing, draw, glyphs};
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
    /// The size of the cell around each point.
    pub cell: CellSize,
}

/// The most rows of a cell. Larger ones would show no more.
const MAX_CELL_ROWS: u16 = 9;

/// Returns the spacing with the largest cells with which a board has at most this many columns
/// and rows, if any large cells fit.
pub fn largest_spacing(layout: &Layout, view: &View, (width, height): (u16, u16)) -> Option<Spacing> {
    let has_room = |&rows: &u16| match layout.background {
        // The name of a point is in the middle of its piece.
        Background::Lines => rows >= 3 && rows % 2 == 1,
        Background::Squares | Background::Rack => true,
    };
    let fits = |&spacing: &Spacing| {
        let board = picture(layout, view, spacing, false);
        board.width <= width && board.height <= height
    };
    (1..=MAX_CELL_ROWS).rev().filter(has_room).map(Spacing::Large).find(fits)
}

/// Draws a board, in ASCII unless `unicode`. The size depends only on layout and spacing, not
/// on the position.
pub fn picture(layout: &Layout, view: &View, spacing: Spacing, unicode: bool) -> Picture {
    let (canvas, points) = draw(layout, view, spacing, unicode);
    // Reserve room for the parentheses of any last move and the borders of any winning line.
    let ends = || {
        layout.points.iter().zip(&points).flat_map(|(point, &place)| spacing.reserved(layout, point, place))
    };
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
                if unicode { glyphs::glyph(&canvas, layout.piece_style(), place, plain, ink) } else { plain };
            Cell { x, y, glyph, ink }
        })
        .collect();
    Picture {
        width: (right - left + 1) as u16,
        height: (bottom - top + 1) as u16,
        cells,
        points: points.into_iter().map(moved).collect(),
        cell: spacing.cell(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Removes the columns at the left and right that every row leaves blank.
    fn trimmed<'t>(rows: impl Iterator<Item = &'t str>) -> Vec<String> {
        let rows: Vec<&str> = rows.map(str::trim_end).collect();
        let indent = |row: &&str| row.chars().take_while(|&c| c == ' ').count();
        let left = rows.iter().filter(|row| !row.is_empty()).map(indent).min().unwrap_or(0);
        rows.iter().map(|row| row.chars().skip(left).collect()).collect()
    }

    #[test]
    fn picture_equals_the_text_and_keeps_its_size() {
        for game in plateau_games::REGISTRY.games() {
            let variant = game.with_options("").unwrap();
            let mut record = variant.start();
            for _ in 0..5 {
                let moves = record.legal_moves();
                record.play(&moves[moves.len() / 2]).unwrap();
            }
            let picture = picture(variant.layout(), &record.view(), Spacing::Wide, false);
            let mut rows = vec![vec![' '; usize::from(picture.width)]; usize::from(picture.height)];
            for cell in &picture.cells {
                rows[usize::from(cell.y)][usize::from(cell.x)] = cell.glyph;
            }
            let rows: Vec<String> = rows.iter().map(|row| row.iter().collect::<String>()).collect();
            let text = super::super::board(variant.layout(), &record.view());
            assert_eq!(trimmed(rows.iter().map(String::as_str)), trimmed(text.lines()), "{}", game.id);
        }
    }

    #[test]
    fn pictures_keep_their_size_through_a_game() {
        for game in plateau_games::REGISTRY.games() {
            let variant = game.with_options("").unwrap();
            for spacing in [Spacing::Close, Spacing::Wide, Spacing::Large(1), Spacing::Large(3)] {
                let mut record = variant.start();
                let start = picture(variant.layout(), &record.view(), spacing, true);
                while let Some(mv) = record.legal_moves().first().filter(|_| record.ply() < 30) {
                    record.play(mv).unwrap();
                    let later = picture(variant.layout(), &record.view(), spacing, true);
                    let shape = |picture: &Picture| (picture.width, picture.height, picture.points.clone());
                    assert_eq!(
                        shape(&later),
                        shape(&start),
                        "{} {spacing:?} {}",
                        game.id,
                        record.moves_text()
                    );
                }
            }
        }
    }

    #[test]
    fn large_pictures_have_borders_and_large_pieces() {
        let variant = plateau_games::REGISTRY.variant("connect4:4x4").unwrap();
        let mut record = variant.start();
        record.play_all("1 2").unwrap();
        let draw = |unicode| {
            let picture = picture(variant.layout(), &record.view(), Spacing::Large(2), unicode);
            let mut rows = vec![vec![' '; usize::from(picture.width)]; usize::from(picture.height)];
            for cell in &picture.cells {
                rows[usize::from(cell.y)][usize::from(cell.x)] = cell.glyph;
            }
            rows[9..].iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>()
        };
        assert_eq!(
            draw(true),
            [
                "├───────┼───────┼───────┼───────┤",
                "│ ▄███▄ │(▄▀▀▀▄)│       │       │",
                "│ ▀███▀ │ ▀▄▄▄▀ │       │       │",
                "└───────┴───────┴───────┴───────┘",
                "    1       2       3       4    ",
            ]
        );
        assert_eq!(
            draw(false)[1..3],
            ["| xxxxx |(ooooo)|       |       |", "| xxxxx | ooooo |       |       |"]
        );
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
