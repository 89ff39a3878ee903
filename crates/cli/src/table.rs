//! Tables of text that fit a width.

use plateau_console::output::wrap_words;

/// The space between columns.
const GAP: usize = 2;

/// The least width that a column is narrowed to.
const MIN_WIDTH: usize = 12;

/// Aligns rows in columns. If they are wider than `width`, the widest columns are narrowed and
/// their cells wrapped.
pub fn table(rows: &[Vec<String>], width: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let longest = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..columns).map(longest).collect();
    narrow(&mut widths, width.saturating_sub(GAP * columns.saturating_sub(1)));
    let mut text = String::new();
    for row in rows {
        let cells: Vec<Vec<String>> =
            row.iter().zip(&widths).map(|(cell, &width)| cell_lines(cell, width)).collect();
        for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0).max(1) {
            let cells = cells.iter().zip(&widths).map(|(cell, &width)| {
                let part = cell.get(line).map_or("", String::as_str);
                format!("{part:width$}")
            });
            text.push_str(cells.collect::<Vec<_>>().join(&" ".repeat(GAP)).trim_end());
            text.push('\n');
        }
    }
    text
}

/// Wraps a cell that is too long. Others keep their spaces.
fn cell_lines(cell: &str, width: usize) -> Vec<String> {
    if cell.chars().count() <= width { vec![cell.to_owned()] } else { wrap_words(cell, width) }
}

/// Takes width from the widest column until all fit, or all are narrow.
fn narrow(widths: &mut [usize], width: usize) {
    while widths.iter().sum::<usize>() > width {
        match widths.iter_mut().max() {
            Some(widest) if *widest > MIN_WIDTH => *widest -= 1,
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(rows: &[[&str; 3]]) -> Vec<Vec<String>> {
        rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect()
    }

    #[test]
    fn columns_are_aligned() {
        let rows = rows(&[["move", "value", "line"], ["  1", "win in 35", ""]]);
        assert_eq!(table(&rows, 80), "move  value      line\n  1   win in 35\n");
    }

    #[test]
    fn the_widest_column_is_wrapped_where_there_is_no_room() {
        let rows = rows(&[
            ["no.", "value", "better"],
            ["  1", "a loss in 20 at worst, a win in 5 at best", "c4 (win in 7)"],
        ]);
        let text = table(&rows, 48);
        assert_eq!(
            text,
            "no.  value                         better\n  1  a loss in 20 at worst, a win  c4 (win in 7)\n     in 5 at best\n"
        );
        assert!(table(&rows, 0).lines().count() > 3, "narrower than any table");
    }
}
