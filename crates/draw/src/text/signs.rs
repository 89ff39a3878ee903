//! How each character of a board is drawn: as it is, or with the signs and
//! colours of a terminal that has them.

use anstyle::{Ansi256Color, AnsiColor, Style as Colours};
use plateau_core::Player;
use plateau_core::layout::PieceStyle;

use super::Style;
use crate::canvas::{Canvas, Ink};

/// The blue and the vermilion of every picture, as near as terminals have them.
const SIDES: [Ansi256Color; 2] = [Ansi256Color(32), Ansi256Color(166)];

/// The character at a place in a style.
pub fn drawn(canvas: &Canvas, form: PieceStyle, style: Style, x: i32, y: i32) -> String {
    let Some((plain, ink)) = canvas.at(x, y) else { return " ".to_owned() };
    let sign = if style.unicode { sign(canvas, form, (x, y), plain, ink) } else { plain };
    if !style.colour {
        return sign.to_string();
    }
    let colours = match ink {
        Ink::Plain => Colours::new(),
        Ink::Side(player) => {
            let bold = plain.is_ascii_uppercase();
            let side = Colours::new().fg_color(Some(SIDES[player.index()].into()));
            if bold { side.bold() } else { side }
        }
        Ink::Rule if plain == '#' => AnsiColor::Yellow.on_default().bold(),
        Ink::Lit => AnsiColor::Yellow.on_default().bold(),
        Ink::Quiet | Ink::Rule => Colours::new().dimmed(),
    };
    format!("{colours}{sign}{colours:#}")
}

/// The sign that a terminal with more than ASCII has for a character.
pub fn sign(canvas: &Canvas, form: PieceStyle, (x, y): (i32, i32), plain: char, ink: Ink) -> char {
    match (ink, form, plain) {
        (Ink::Side(Player::First), PieceStyle::Discs, 'x') => '●',
        (Ink::Side(Player::Second), PieceStyle::Discs, 'o') => '○',
        (Ink::Side(Player::First), PieceStyle::Discs, 'X') => '◉',
        (Ink::Side(Player::Second), PieceStyle::Discs, 'O') => '◎',
        (Ink::Quiet, _, '.') => '·',
        (Ink::Rule, _, '/') => '╱',
        (Ink::Rule, _, '\\') => '╲',
        (Ink::Rule, _, 'X') => '╳',
        (Ink::Rule, _, '-') => '─',
        (Ink::Rule, _, '|') => '│',
        (Ink::Rule, _, '+' | '#') => joint(canvas, x, y, plain),
        _ => plain,
    }
}

/// Joints by the sides from which lines lead there: up 1, right 2, down 4, left 8.
const LIGHT: [char; 16] = ['+', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
const HEAVY: [char; 16] = ['━', '┃', '━', '┗', '┃', '┃', '┏', '┣', '━', '┛', '━', '┻', '┓', '┫', '┳', '╋'];

/// A joint of lines, by the lines that lead to it.
fn joint(canvas: &Canvas, x: i32, y: i32, plain: char) -> char {
    let leads = |dx: i32, dy: i32| match canvas.at(x + dx, y + dy) {
        Some(('#', Ink::Rule)) => true,
        // A light line leads to a heavy one, but is no part of it.
        Some((_, Ink::Rule)) if plain == '#' => false,
        Some(('+', Ink::Rule)) => true,
        Some(('-', Ink::Rule)) => dy == 0,
        Some(('|', Ink::Rule)) => dx == 0,
        _ => false,
    };
    let [up, right, down, left] = [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|(dx, dy)| leads(dx, dy));
    let index = usize::from(up) | usize::from(right) << 1 | usize::from(down) << 2 | usize::from(left) << 3;
    if plain == '#' { HEAVY[index] } else { LIGHT[index] }
}
