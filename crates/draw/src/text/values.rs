//! Boards with a number at each point or region, for evaluations.

use plateau_core::layout::{Background, LabelSide};
use plateau_core::{Layout, Player};

use super::{Style, beside, glyphs, region_ends};
use crate::axis::Axis;
use crate::canvas::{Canvas, Ink};

/// Columns between two numbers.
const GAP: i32 = 2;

/// Draws a board with a number at each point, after the letter of the piece there. Points
/// without either show a dot. On boards with lines, the name of each point comes first.
pub fn point_values(
    layout: &Layout,
    pieces: &[Option<Player>],
    numbers: &[Option<String>],
    style: Style,
) -> String {
    let named = layout.background == Background::Lines;
    let texts: Vec<[String; 3]> = layout
        .points
        .iter()
        .enumerate()
        .map(|(id, point)| {
            let piece = pieces.get(id).copied().flatten().map(|player| player.letter().to_string());
            let number = numbers.get(id).cloned().flatten();
            let name = if named { format!("{}:", point.name) } else { String::new() };
            let dot = if piece.is_none() && number.is_none() { "." } else { "" };
            [name, piece.unwrap_or_default(), number.unwrap_or_else(|| dot.to_owned())]
        })
        .collect();
    let length = |texts: &[String; 3]| texts.iter().map(|text| text.chars().count() as i32).sum::<i32>();
    let widest = texts.iter().map(length).max().unwrap_or(1);
    let xs = Axis::distinct(layout.points.iter().map(|point| point.x));
    let ys = Axis::distinct(layout.points.iter().map(|point| point.y));
    let [x_ends, y_ends] = [region_ends(layout, |point| point.x), region_ends(layout, |point| point.y)];
    let columns = Axis::for_cells(xs, &x_ends, widest + GAP, widest + 2 * GAP);
    let rows = Axis::for_cells(ys, &y_ends, 1, 2);
    let mut canvas = Canvas::default();
    for (id, (point, [name, piece, number])) in layout.points.iter().zip(&texts).enumerate() {
        let (x, y) = (columns.place(point.x), rows.place(point.y));
        canvas.ink = if number == "." { Ink::Dim } else { Ink::Plain };
        canvas.write_ending(x, y, number);
        let x = x - number.chars().count() as i32;
        canvas.ink = pieces.get(id).copied().flatten().map_or(Ink::Dim, Ink::Side);
        canvas.write_ending(x, y, piece);
        canvas.ink = Ink::Dim;
        canvas.write_ending(x - piece.chars().count() as i32, y, name);
    }
    canvas.ink = Ink::Dim;
    for label in &layout.labels {
        let (x, y) = (columns.place(label.x), rows.place(label.y));
        match (beside(label.x, layout.width), beside(label.y, layout.height)) {
            (Some(LabelSide::TopOrLeft), _) => canvas.write_ending(-widest - GAP, y, &label.text),
            (Some(LabelSide::BottomOrRight), _) => canvas.write(columns.last() + GAP + 1, y, &label.text),
            (None, Some(LabelSide::TopOrLeft)) => canvas.write_ending(x, -1, &label.text),
            (None, Some(LabelSide::BottomOrRight)) => canvas.write_ending(x, rows.last() + 1, &label.text),
            (None, None) => {}
        }
    }
    canvas.render(|x, y, _| glyphs::render(&canvas, layout.piece_style(), style, x, y))
}

/// Draws the regions of a board as their names, each with a number.
pub fn region_values(layout: &Layout, numbers: &[Option<String>]) -> String {
    let texts: Vec<String> = layout
        .regions
        .iter()
        .zip(numbers)
        .map(|(region, number)| format!("{}: {}", region.name, number.as_deref().unwrap_or(".")))
        .collect();
    let widest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let columns = Axis::for_cells(
        Axis::distinct(layout.regions.iter().map(|region| region.x)),
        &[],
        widest as i32 + GAP,
        0,
    );
    let rows = Axis::for_cells(Axis::distinct(layout.regions.iter().map(|region| region.y)), &[], 1, 0);
    let mut canvas = Canvas::default();
    for (region, text) in layout.regions.iter().zip(&texts) {
        canvas.write_ending(columns.place(region.x), rows.place(region.y), text);
    }
    canvas.render(|_, _, c| c.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(values: &[i32]) -> Vec<Option<String>> {
        values.iter().map(|value| (*value != 0).then(|| value.to_string())).collect()
    }

    fn layout(game: &str) -> Layout {
        plateau_games::REGISTRY.variant(game).unwrap().layout().clone()
    }

    #[test]
    fn numbers_are_aligned_after_the_pieces() {
        let mut pieces = vec![None; 9];
        (pieces[0], pieces[1], pieces[4]) = (Some(Player::First), Some(Player::Second), Some(Player::First));
        let drawn = point_values(
            &layout("tictactoe"),
            &pieces,
            &numbers(&[500, 0, 0, 1, -20, 1, 3, 1, 3]),
            Style::default(),
        );
        let expected = "\
3  x500     o     .
2     1  x-20     1
1     3     1     3
      a     b     c
";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn points_on_lines_have_names_and_regions_are_numbered() {
        let pieces = [Some(Player::First), None, None, None, None, None, None, None, None];
        let drawn =
            point_values(&layout("achi"), &pieces, &numbers(&[5, 1, 1, 1, 10, 1, 1, 1, 0]), Style::default());
        assert_eq!(drawn, "1:x5   2:1   3:1\n 4:1  5:10   6:1\n 7:1   8:1   9:.\n");
        let drawn = region_values(&layout("supermorpion"), &numbers(&[1, 2, 3, 4, -50, 6, 7, 8, 9]));
        assert_eq!(drawn, "1: 1    2: 2    3: 3\n4: 4  5: -50    6: 6\n7: 7    8: 8    9: 9\n");
    }
}
