//! Pieces of several characters.

use plateau_core::Player;
use plateau_core::layout::PieceStyle;

/// The shape of a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Cross,
    Disc,
    Ring,
}

impl Shape {
    fn of(player: Player, style: PieceStyle) -> Self {
        match (player, style) {
            (Player::First, PieceStyle::XAndO) => Self::Cross,
            (Player::First, PieceStyle::Discs) => Self::Disc,
            (Player::Second, _) => Self::Ring,
        }
    }

    /// Whether a shape with these radii and strokes covers a place, relative to its centre.
    fn covers(self, (x, y): (f32, f32), (across, down): (f32, f32), stroke: f32) -> bool {
        let is_within = |across: f32, down: f32| (x / across).powi(2) + (y / down).powi(2) <= 1.0;
        match self {
            Self::Disc => is_within(across, down),
            Self::Ring => is_within(across, down) && !is_within(across - stroke, down - stroke),
            // The distance to the nearer diagonal.
            Self::Cross => {
                let off = ((x / across).abs() - (y / down).abs()).abs();
                off * across.min(down) * std::f32::consts::FRAC_1_SQRT_2 <= 0.36 * stroke
            }
        }
    }
}

/// Returns the characters of a piece in an area of this width and height. In Unicode every
/// character has an upper and a lower half, which are about square; in ASCII it is the letter
/// of the piece.
pub fn cells(
    player: Player,
    style: PieceStyle,
    (width, height): (i32, i32),
    unicode: bool,
) -> Vec<((i32, i32), char)> {
    let shape = Shape::of(player, style);
    // Pieces stay about as wide as they are high.
    let side = width.min(2 * height + 1);
    let radii = (side as f32 / 2.0, height.min((side + 1) / 2) as f32);
    let stroke = (side as f32 / 6.0).round().max(1.0);
    let covers = |x: i32, half: i32| {
        let across = x as f32 + 0.5 - width as f32 / 2.0;
        let down = half as f32 + 0.5 - height as f32;
        shape.covers((across, down), radii, stroke)
    };
    let mut cells = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let c = match (covers(x, 2 * y), covers(x, 2 * y + 1)) {
                (false, false) => continue,
                _ if !unicode => player.letter(),
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
            };
            cells.push(((x, y), c));
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(player: Player, style: PieceStyle, size: (i32, i32), unicode: bool) -> Vec<String> {
        let mut rows = vec![vec![' '; size.0 as usize]; size.1 as usize];
        for ((x, y), c) in cells(player, style, size, unicode) {
            rows[y as usize][x as usize] = c;
        }
        rows.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned()).collect()
    }

    #[test]
    fn shapes_are_symmetric_and_differ() {
        use PieceStyle::{Discs, XAndO};
        assert_eq!(drawn(Player::First, Discs, (5, 2), true), ["▄███▄", "▀███▀"]);
        assert_eq!(drawn(Player::Second, Discs, (5, 2), true), ["▄▀▀▀▄", "▀▄▄▄▀"]);
        assert_eq!(drawn(Player::First, XAndO, (5, 2), true), ["▀▄▄▄▀", "▄▀▀▀▄"]);
        assert_eq!(drawn(Player::First, XAndO, (7, 3), false), ["xx   xx", "  xxx", "xx   xx"]);
        for (player, style) in [(Player::First, XAndO), (Player::First, Discs), (Player::Second, Discs)] {
            for rows in 2..12 {
                let size = (2 * rows + 1, rows);
                let cells = cells(player, style, size, true);
                for &((x, y), c) in &cells {
                    assert!(cells.contains(&((size.0 - 1 - x, y), c)), "{player:?} {rows}");
                }
            }
        }
    }
}
