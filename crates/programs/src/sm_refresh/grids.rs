//! Single grids as text: the large board, and the grid to play in.

use std::iter;

use plateau_core::{Lang, Layout, Player, View};

use super::phrases;

/// Draws the large board: the winner of each grid.
pub fn large_board(view: &View, unicode: bool, lang: Lang) -> String {
    let sign = |region| match view.marks.iter().find(|mark| mark.region == region) {
        None => '.',
        Some(mark) => mark.owner.map_or('-', |owner| owner.letter().to_ascii_uppercase()),
    };
    let signs: Vec<char> = (0..9).map(sign).collect();
    let title = phrases::LARGE_BOARD.message().render(lang);
    let mut lines = vec![centred(&title, 13)];
    lines.extend(square(&signs, 3, unicode));
    if signs.contains(&'-') {
        lines.push(centred(&phrases::DRAWN_GRID.message().render(lang), 13));
    }
    lines.join("\n") + "\n"
}

/// Draws an enlarged grid with the names of columns and rows.
pub fn enlarged_grid(layout: &Layout, view: &View, grid: u16, unicode: bool, lang: Lang) -> String {
    let pieces = layout.points.iter().zip(&view.pieces);
    let pieces = pieces.filter(|(point, _)| point.region == Some(grid)).map(|(_, piece)| *piece);
    let signs: Vec<char> = pieces.map(|piece| piece.map_or('.', Player::letter)).collect();
    let title = phrases::GRID.message().with("grid", grid + 1).render(lang);
    let names = ["", "3", "", "2", "", "1", ""];
    let rows = names.iter().zip(square(&signs, 5, unicode)).map(|(name, line)| format!("{name:>1} {line}"));
    let lines = iter::once(format!("  {}", centred(&title, 19))).chain(rows);
    let mut text = lines.collect::<Vec<_>>().join("\n");
    text.push_str("\n     a     b     c\n");
    text
}

/// Draws nine signs in a square with lines.
fn square(signs: &[char], cell_width: usize, unicode: bool) -> Vec<String> {
    let (bar, dash, rules) = if unicode {
        ("│", "─", [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]])
    } else {
        ("|", "-", [["+"; 3]; 3])
    };
    let rule = |[left, middle, right]: [&str; 3]| {
        format!("{left}{}{right}", [dash.repeat(cell_width).as_str(); 3].join(middle))
    };
    let mut lines = vec![rule(rules[0])];
    for (row, signs) in signs.chunks(3).enumerate() {
        let cells: Vec<String> = signs.iter().map(|sign| format!("{sign:^cell_width$}")).collect();
        lines.push(format!("{bar}{}{bar}", cells.join(bar)));
        lines.push(rule(rules[if row == 2 { 2 } else { 1 }]));
    }
    lines
}

fn centred(text: &str, width: usize) -> String {
    format!("{text:^width$}").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use crate::SUPERMORPION;

    use super::*;

    #[test]
    fn the_large_board_shows_won_and_drawn_grids() {
        let variant = SUPERMORPION.variant("supermorpion").unwrap();
        let view = variant.open("X9Oxoxxoxoxo99999 00 x").unwrap().view();
        assert_eq!(
            large_board(&view, false, Lang::En),
            " large board
+---+---+---+
| X | . | O |
+---+---+---+
| - | . | . |
+---+---+---+
| . | . | . |
+---+---+---+
   - drawn
"
        );
        let french = large_board(&variant.start().view(), true, Lang::Fr);
        assert!(french.starts_with("grand plateau\n┌───┬───┬───┐\n│ . │ . │ . │\n"), "{french}");
        assert_eq!(french.lines().count(), 8, "nothing to explain without a drawn grid");
    }

    #[test]
    fn the_enlarged_grid_names_columns_and_rows() {
        let variant = SUPERMORPION.variant("supermorpion").unwrap();
        let view = variant.open("99992x5o9999 53 o").unwrap().view();
        assert_eq!(
            enlarged_grid(variant.layout(), &view, 4, false, Lang::En),
            "        grid 5
  +-----+-----+-----+
3 |  .  |  .  |  x  |
  +-----+-----+-----+
2 |  .  |  .  |  .  |
  +-----+-----+-----+
1 |  .  |  .  |  o  |
  +-----+-----+-----+
     a     b     c
"
        );
        let unicode = enlarged_grid(variant.layout(), &view, 4, true, Lang::Fr);
        assert!(unicode.contains("├─────┼─────┼─────┤") && unicode.contains("grille 5"), "{unicode}");
    }
}
