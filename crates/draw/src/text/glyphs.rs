//! Renders the characters of a board: in ASCII, or with the glyphs and colours of a terminal.

use anstyle::{Ansi256Color, AnsiColor, Style as Colours};
use plateau_core::Player;
use plateau_core::layout::PieceStyle;

use super::Style;
use crate::canvas::{Canvas, Ink};

/// The colours of the two sides: the nearest terminal colours to those of the theme.
const SIDES: [Ansi256Color; 2] = [Ansi256Color(32), Ansi256Color(166)];

/// Renders the character at a place in a style.
pub fn render(canvas: &Canvas, pieces: PieceStyle, style: Style, x: i32, y: i32) -> String {
    let Some((plain, ink)) = canvas.at(x, y) else { return " ".to_owned() };
    let glyph = if style.unicode { glyph(canvas, pieces, (x, y), plain, ink) } else { plain };
    if !style.colour {
        return glyph.to_string();
    }
    let colours = match ink {
        Ink::Plain => Colours::new(),
        Ink::Side(player) => {
            let bold = plain.is_ascii_uppercase();
            let side = Colours::new().fg_color(Some(SIDES[player.index()].into()));
            if bold { side.bold() } else { side }
        }
        Ink::Line if plain == '#' => AnsiColor::Yellow.on_default().bold(),
        Ink::Highlight => AnsiColor::Yellow.on_default().bold(),
        Ink::Dim | Ink::Line => Colours::new().dimmed(),
    };
    format!("{colours}{glyph}{colours:#}")
}

/// Returns the character of a piece: a disc if the pieces are discs and `unicode` is set, or
/// the letter of its side.
pub fn piece_glyph(pieces: PieceStyle, player: Player, unicode: bool) -> char {
    match (pieces, player) {
        (PieceStyle::Discs, Player::First) if unicode => '●',
        (PieceStyle::Discs, Player::Second) if unicode => '○',
        _ => player.letter(),
    }
}

/// Returns the Unicode glyph for an ASCII character of a board.
pub fn glyph(canvas: &Canvas, pieces: PieceStyle, (x, y): (i32, i32), plain: char, ink: Ink) -> char {
    match (ink, pieces, plain) {
        (Ink::Side(player), PieceStyle::Discs, 'x' | 'o') => piece_glyph(pieces, player, true),
        (Ink::Side(Player::First), PieceStyle::Discs, 'X') => '◉',
        (Ink::Side(Player::Second), PieceStyle::Discs, 'O') => '◎',
        (Ink::Dim, _, '.') => '·',
        (Ink::Line, _, '/') => '╱',
        (Ink::Line, _, '\\') => '╲',
        (Ink::Line, _, 'X') => '╳',
        (Ink::Line, _, '-') => '─',
        (Ink::Line, _, '|') => '│',
        (Ink::Line, _, '+' | '#') => junction(canvas, x, y, plain),
        _ => plain,
    }
}

/// Junctions, indexed by the sides with a line: up 1, right 2, down 4, left 8.
const LIGHT: [char; 16] = ['+', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
const HEAVY: [char; 16] = ['━', '┃', '━', '┗', '┃', '┃', '┏', '┣', '━', '┛', '━', '┻', '┓', '┫', '┳', '╋'];

/// Returns the junction of the lines around a place.
fn junction(canvas: &Canvas, x: i32, y: i32, plain: char) -> char {
    let has_line = |dx: i32, dy: i32| match canvas.at(x + dx, y + dy) {
        Some(('#', Ink::Line)) => true,
        // Light lines do not join heavy ones.
        Some((_, Ink::Line)) if plain == '#' => false,
        Some(('+', Ink::Line)) => true,
        Some(('-', Ink::Line)) => dy == 0,
        Some(('|', Ink::Line)) => dx == 0,
        _ => false,
    };
    let [up, right, down, left] = [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|(dx, dy)| has_line(dx, dy));
    let index = usize::from(up) | usize::from(right) << 1 | usize::from(down) << 2 | usize::from(left) << 3;
    if plain == '#' { HEAVY[index] } else { LIGHT[index] }
}
