//! What stands on the screen before a move.

use std::fmt::Write as _;

use plateau_console::output::{self, board_style};
use plateau_core::{Lang, Player, View};
use plateau_draw::text::Style;
use plateau_games::square3::{cell_name, read_cell};
use plateau_games::{AnyRecord, AnyVariant};

use super::phrases;

/// A move as it is typed: `5 b3` for `5 2`.
pub fn algebraic(mv: &str) -> String {
    let named =
        mv.split_once(' ').and_then(|(grid, cell)| Some(format!("{grid} {}", cell_name(read_cell(cell)?))));
    named.unwrap_or_else(|| mv.to_owned())
}

/// The whole board, the last move, and where to play.
pub fn board(variant: &dyn AnyVariant, record: &dyn AnyRecord, lang: Lang) -> String {
    let view = record.view();
    let mut text = output::board(variant.layout(), &view, board_style(), lang);
    text.push('\n');
    for line in words(&view, lang) {
        text.extend([line.as_str(), "\n"]);
    }
    text
}

/// The last move, and where to play.
pub fn words(view: &View, lang: Lang) -> Vec<String> {
    last(view, lang).into_iter().chain(notes(view, lang)).collect()
}

/// The last move.
pub fn last(view: &View, lang: Lang) -> Option<String> {
    let last = view.last_text.as_ref()?;
    let played = phrases::PLAYED.message().with("player", view.turn.other().letter());
    Some(played.with("move", algebraic(last)).render(lang))
}

/// Where to play.
pub fn notes(view: &View, lang: Lang) -> impl Iterator<Item = String> {
    view.notes.iter().map(move |note| note.render(lang))
}

/// What a player sees before a move: the whole board, and beside it the grid to play
/// in, large, or the grids to choose from; the last move and the legal ones. Where
/// there is no room beside it they stand below.
pub fn turn(variant: &dyn AnyVariant, record: &dyn AnyRecord, lang: Lang) -> String {
    let view = record.view();
    let style = board_style();
    let left = output::board(variant.layout(), &view, style, lang);
    // Colours take no room.
    let plain = output::board(variant.layout(), &view, Style { colour: false, ..style }, lang);
    let mut legal = legal(&view, lang);
    let right = match view.playable[..] {
        [grid] => {
            let pieces = variant.layout().points.iter().zip(&view.pieces);
            let pieces: Vec<Option<Player>> =
                pieces.filter(|(point, _)| point.region == Some(grid)).map(|(_, piece)| *piece).collect();
            let title = phrases::GRID.message().with("grid", grid + 1).render(lang);
            large(&title, &pieces, style.unicode)
        }
        _ => std::mem::take(&mut legal).join("\n") + "\n",
    };
    let width = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let fits = width(&plain) + BETWEEN + width(&right) <= output::width();
    let mut lines = if fits {
        beside(&left, &plain, &right)
    } else {
        left.lines().chain(right.lines()).map(str::to_owned).collect()
    };
    lines.push(String::new());
    lines.extend(words(&view, lang));
    lines.extend(legal);
    lines.join("\n") + "\n"
}

/// Columns between the board and what stands beside it.
const BETWEEN: usize = 4;

/// Two texts side by side; the signs of the left one are as many as of its plain form.
fn beside(left: &str, plain: &str, right: &str) -> Vec<String> {
    let column = plain.lines().map(|line| line.chars().count()).max().unwrap_or(0) + BETWEEN;
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

/// The legal moves: cells of a forced grid, or grid by grid.
pub fn legal(view: &View, lang: Lang) -> Vec<String> {
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

/// A grid drawn large, its columns and rows named along its edges.
fn large(title: &str, pieces: &[Option<Player>], unicode: bool) -> String {
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
    fn a_grid_is_drawn_large() {
        let mut pieces = vec![None; 9];
        pieces[1] = Some(Player::First);
        pieces[8] = Some(Player::Second);
        assert_eq!(
            large("grid 5", &pieces, false),
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
        assert!(large("grid 5", &pieces, true).contains("├─────┼─────┼─────┤"));
    }

    #[test]
    fn texts_stand_side_by_side() {
        let rows = beside("\x1b[1mab\x1b[0m\nc\n", "ab\nc\n", "1\n2\n3\n");
        assert_eq!(rows, ["\x1b[1mab\x1b[0m    1", "c     2", "      3"]);
    }

    #[test]
    fn a_turn_fits_a_terminal_of_24_rows() {
        let variant = plateau_games::REGISTRY.variant("supermorpion").unwrap();
        for position in ["start", "4x499999999 15 o", "4x499999999 00 o"] {
            let record = variant.open(position).unwrap();
            for lang in [Lang::En, Lang::Fr] {
                let text = turn(variant.as_ref(), record.as_ref(), lang);
                // Above it a blank line and the computer's move, below it the prompt.
                assert!(text.lines().count() <= 21, "{text}");
                assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            }
        }
    }
}
