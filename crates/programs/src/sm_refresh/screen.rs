//! Text about the position.

use std::fmt::Write as _;

use plateau_console::output::{self, board_style};
use plateau_core::{Lang, Player, View};
use plateau_draw::text::Style;
use plateau_games::square3::{cell_name, parse_cell};
use plateau_games::{AnyRecord, AnyVariant};

use super::phrases;

/// Formats a move as players type it: `5 b3` for `5 2`.
pub fn algebraic(mv: &str) -> String {
    let named =
        mv.split_once(' ').and_then(|(grid, cell)| Some(format!("{grid} {}", cell_name(parse_cell(cell)?))));
    named.unwrap_or_else(|| mv.to_owned())
}

/// Returns the board, the last move, and where to play.
pub fn board(variant: &dyn AnyVariant, record: &dyn AnyRecord, lang: Lang) -> String {
    let view = record.view();
    let mut text = output::board(variant.layout(), &view, board_style(), lang);
    text.push('\n');
    for line in messages(&view, lang) {
        text.extend([line.as_str(), "\n"]);
    }
    text
}

/// Returns the last move, and where to play.
pub fn messages(view: &View, lang: Lang) -> Vec<String> {
    last_move(view, lang).into_iter().chain(notes(view, lang)).collect()
}

/// Returns the last move.
pub fn last_move(view: &View, lang: Lang) -> Option<String> {
    let last = view.last_text.as_ref()?;
    let played = phrases::PLAYED.message().with("player", view.turn.other().letter());
    Some(played.with("move", algebraic(last)).render(lang))
}

/// Returns where to play.
pub fn notes(view: &View, lang: Lang) -> impl Iterator<Item = String> {
    view.notes.iter().map(move |note| note.render(lang))
}

/// Returns what a player sees before a move: the board; beside it, or below it where there
/// is no room, the forced grid enlarged or the legal moves; then the last move.
pub fn before_move(variant: &dyn AnyVariant, record: &dyn AnyRecord, lang: Lang) -> String {
    let view = record.view();
    let style = board_style();
    let left = output::board(variant.layout(), &view, style, lang);
    // Without colour codes, to measure the width.
    let plain = output::board(variant.layout(), &view, Style { colour: false, ..style }, lang);
    let mut legal = legal_moves(&view, lang);
    let right = match view.playable[..] {
        [grid] => {
            let pieces = variant.layout().points.iter().zip(&view.pieces);
            let pieces: Vec<Option<Player>> =
                pieces.filter(|(point, _)| point.region == Some(grid)).map(|(_, piece)| *piece).collect();
            let title = phrases::GRID.message().with("grid", grid + 1).render(lang);
            enlarged_grid(&title, &pieces, style.unicode)
        }
        _ => std::mem::take(&mut legal).join("\n") + "\n",
    };
    let width = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let fits = width(&plain) + GAP + width(&right) <= output::width();
    let mut lines = if fits {
        side_by_side(&left, &plain, &right)
    } else {
        left.lines().chain(right.lines()).map(str::to_owned).collect()
    };
    lines.push(String::new());
    lines.extend(messages(&view, lang));
    lines.extend(legal);
    lines.join("\n") + "\n"
}

/// Columns between the board and the text beside it.
const GAP: usize = 4;

/// Sets two texts side by side. `plain` is the left one without colour codes.
fn side_by_side(left: &str, plain: &str, right: &str) -> Vec<String> {
    let column = plain.lines().map(|line| line.chars().count()).max().unwrap_or(0) + GAP;
    let (mut left, mut plain, mut right) = (left.lines(), plain.lines(), right.lines());
    let mut rows = Vec::new();
    loop {
        let (here, there) = (left.next(), right.next());
        if here.is_none() && there.is_none() {
            return rows;
        }
        let gap = column - plain.next().map_or(0, |line| line.chars().count());
        let row = format!("{}{:gap$}{}", here.unwrap_or_default(), "", there.unwrap_or_default());
        rows.push(row.trim_end().to_owned());
    }
}

/// Lists the legal moves: the cells of a forced grid, or all grids.
pub fn legal_moves(view: &View, lang: Lang) -> Vec<String> {
    let mut grids: Vec<(String, Vec<String>)> = Vec::new();
    for mv in &view.moves {
        let name = algebraic(&mv.text);
        let (grid, cell) = name.split_once(' ').unwrap_or(("", &name));
        match grids.last_mut() {
            Some((last, cells)) if last == grid => cells.push(cell.to_owned()),
            _ => grids.push((grid.to_owned(), vec![cell.to_owned()])),
        }
    }
    if let [(_, cells)] = &grids[..] {
        return vec![phrases::LEGAL.message().with("moves", cells.join(" ")).render(lang)];
    }
    let title = phrases::LEGAL_ANYWHERE.message().render(lang);
    let rows: Vec<_> = grids.into_iter().map(|(grid, cells)| (grid, vec![cells.join(" ")])).collect();
    std::iter::once(title).chain(output::two_columns(&rows, 2).lines().map(str::to_owned)).collect()
}

/// Draws an enlarged grid with the names of columns and rows.
fn enlarged_grid(title: &str, pieces: &[Option<Player>], unicode: bool) -> String {
    let (bar, rules) = if unicode {
        ('│', ["┌─────┬─────┬─────┐", "├─────┼─────┼─────┤", "└─────┴─────┴─────┘"])
    } else {
        ('|', ["+-----+-----+-----+"; 3])
    };
    // Writing to a string never fails.
    let mut text = String::new();
    let _ = write!(text, "{title:>15}\n    {}\n", rules[0]);
    for (row, cells) in pieces.chunks(3).enumerate() {
        let empty = format!("    {bar}     {bar}     {bar}     {bar}\n");
        let mut signs = bar.to_string();
        for piece in cells {
            let _ = write!(signs, "  {}  {bar}", piece.map_or('.', Player::letter));
        }
        let rule = rules[if row == 2 { 2 } else { 1 }];
        let _ = write!(text, "{empty}  {} {signs}\n{empty}    {rule}\n", 3 - row);
    }
    text + "       a     b     c\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enlarged_grid_is_drawn_in_ascii_and_unicode() {
        let mut pieces = vec![None; 9];
        pieces[1] = Some(Player::First);
        pieces[8] = Some(Player::Second);
        assert_eq!(
            enlarged_grid("grid 5", &pieces, false),
            "         grid 5
    +-----+-----+-----+
    |     |     |     |
  3 |  .  |  x  |  .  |
    |     |     |     |
    +-----+-----+-----+
    |     |     |     |
  2 |  .  |  .  |  .  |
    |     |     |     |
    +-----+-----+-----+
    |     |     |     |
  1 |  .  |  .  |  o  |
    |     |     |     |
    +-----+-----+-----+
       a     b     c
"
        );
        assert!(enlarged_grid("grid 5", &pieces, true).contains("├─────┼─────┼─────┤"));
    }

    #[test]
    fn side_by_side_ignores_colour_codes() {
        let rows = side_by_side("\x1b[1mab\x1b[0m\nc\n", "ab\nc\n", "1\n2\n3\n");
        assert_eq!(rows, ["\x1b[1mab\x1b[0m    1", "c     2", "      3"]);
    }

    #[test]
    fn a_turn_fits_in_24_rows() {
        let variant = plateau_games::REGISTRY.variant("supermorpion").unwrap();
        for position in ["start", "4x499999999 15 o", "4x499999999 00 o"] {
            let record = variant.open(position).unwrap();
            for lang in [Lang::En, Lang::Fr] {
                let text = before_move(variant.as_ref(), record.as_ref(), lang);
                // Room for a blank line, the engine's move and the prompt.
                assert!(text.lines().count() <= 21, "{text}");
                assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            }
        }
    }
}
