//! What stands on the screen before a move.

use std::fmt::Write as _;

use plateau_core::{Lang, Player, View};
use plateau_games::square3::{cell_name, read_cell};
use plateau_games::{AnyRecord, AnyVariant};

use super::phrases;
use crate::output::{self, board_style};

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
    let played = phrases::PLAYED.say().with("player", view.turn.other().letter());
    Some(played.with("move", algebraic(last)).render(lang))
}

/// Where to play.
pub fn notes(view: &View, lang: Lang) -> impl Iterator<Item = String> {
    view.notes.iter().map(move |note| note.render(lang))
}

/// The grid to play in, large, and the legal moves.
pub fn choice(variant: &dyn AnyVariant, record: &dyn AnyRecord, lang: Lang) -> String {
    let view = record.view();
    let mut text = String::new();
    if let &[grid] = &view.playable[..] {
        let pieces = variant.layout().points.iter().zip(&view.pieces);
        let pieces: Vec<Option<Player>> =
            pieces.filter(|(point, _)| point.region == Some(grid)).map(|(_, piece)| *piece).collect();
        let title = phrases::GRID.say().with("grid", grid + 1).render(lang);
        text.push_str(&large(&title, &pieces, board_style().unicode));
    }
    for line in legal(&view, lang) {
        text.extend([line.as_str(), "\n"]);
    }
    text
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
        return vec![phrases::LEGAL.say().with("moves", cells.join(" ")).render(lang)];
    }
    let title = phrases::LEGAL_ANYWHERE.say().render(lang);
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
    let _ = write!(text, "\n{title:>15}\n    {}\n", rules[0]);
    for (row, cells) in pieces.chunks(3).enumerate() {
        let empty = format!("    {bar}     {bar}     {bar}     {bar}\n");
        let mut signs = bar.to_string();
        for piece in cells {
            let _ = write!(signs, "  {}  {bar}", piece.map_or('.', Player::letter));
        }
        let rule = rules[if row == 2 { 2 } else { 1 }];
        let _ = write!(text, "{empty}  {} {signs}\n{empty}    {rule}\n", 3 - row);
    }
    text + "       a     b     c\n\n"
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
            "
         grid 5
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
}
