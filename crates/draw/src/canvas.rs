//! A canvas of characters that grows in every direction.

use std::collections::BTreeMap;

use plateau_core::Player;

/// What a character is part of, which determines its colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    /// Anything else.
    #[default]
    Plain,
    /// A piece.
    Side(Player),
    /// Labels and empty points.
    Dim,
    /// Lines and frames.
    Line,
    /// The last move.
    Highlight,
}

/// Characters at columns and rows, which may be negative. The rest is blank.
#[derive(Debug, Default)]
pub struct Canvas {
    /// Keyed by row, then column.
    cells: BTreeMap<(i32, i32), (char, Ink)>,
    /// The ink of the characters written next.
    pub ink: Ink,
}

impl Canvas {
    /// Returns the number of columns in use.
    pub fn width(&self) -> i32 {
        let columns = || self.cells.keys().map(|&(_, x)| x);
        columns().max().zip(columns().min()).map_or(0, |(right, left)| right - left + 1)
    }

    /// Writes a character, replacing any other. A blank counts as in use.
    pub fn put(&mut self, x: i32, y: i32, c: char) {
        self.cells.insert((y, x), (c, self.ink));
    }

    /// Returns a character and its ink.
    pub fn at(&self, x: i32, y: i32) -> Option<(char, Ink)> {
        self.cells.get(&(y, x)).copied()
    }

    /// Returns all characters, row by row: column and row, character, ink.
    pub fn cells(&self) -> impl Iterator<Item = ((i32, i32), char, Ink)> {
        self.cells.iter().map(|(&(y, x), &(c, ink))| ((x, y), c, ink))
    }

    /// Writes a text that starts at a column.
    pub fn write(&mut self, x: i32, y: i32, text: &str) {
        for (x, c) in (x..).zip(text.chars()) {
            self.put(x, y, c);
        }
    }

    /// Writes a text that ends at a column.
    pub fn write_ending(&mut self, x: i32, y: i32, text: &str) {
        self.write(x + 1 - text.chars().count() as i32, y, text);
    }

    /// Draws a straight line between two places, without its ends. Crossings show both lines.
    pub fn line(&mut self, from: (i32, i32), to: (i32, i32)) {
        let ((x0, y0), (x1, y1)) = if (from.1, from.0) <= (to.1, to.0) { (from, to) } else { (to, from) };
        if y0 == y1 {
            for x in x0 + 1..x1 {
                self.cross(x, y0, '-');
            }
            return;
        }
        let stroke = match x1 - x0 {
            0 => '|',
            1.. => '\\',
            _ => '/',
        };
        for y in y0 + 1..y1 {
            let along = f64::from(y - y0) / f64::from(y1 - y0);
            self.cross(x0 + (f64::from(x1 - x0) * along).round() as i32, y, stroke);
        }
    }

    fn cross(&mut self, x: i32, y: i32, stroke: char) {
        let both = match (self.at(x, y).map(|(old, _)| old), stroke) {
            (None, _) => stroke,
            (Some(old), _) if old == stroke => stroke,
            (Some('/' | '\\' | 'X'), '/' | '\\') => 'X',
            _ => '+',
        };
        self.put(x, y, both);
    }

    /// Draws a rectangle with the characters for its horizontal and vertical sides and its
    /// corners.
    pub fn frame(
        &mut self,
        left: i32,
        top: i32,
        right: i32,
        bottom: i32,
        [horizontal, vertical, corner]: [char; 3],
    ) {
        for x in left..=right {
            self.put(x, top, horizontal);
            self.put(x, bottom, horizontal);
        }
        for y in top..=bottom {
            self.put(left, y, vertical);
            self.put(right, y, vertical);
        }
        for (x, y) in [(left, top), (right, top), (left, bottom), (right, bottom)] {
            self.put(x, y, corner);
        }
    }

    /// Renders the canvas, with `draw` called for each character. Lines have no trailing
    /// blanks and end with a newline.
    pub fn render(&self, draw: impl Fn(i32, i32, char) -> String) -> String {
        let left = self.cells.keys().map(|&(_, x)| x).min().unwrap_or(0);
        let rows = match (self.cells.first_key_value(), self.cells.last_key_value()) {
            (Some((&(first, _), _)), Some((&(last, _), _))) => first..=last,
            _ => return String::new(),
        };
        let mut picture = String::new();
        for y in rows {
            let mut next = left;
            let row = self.cells.range((y, i32::MIN)..=(y, i32::MAX)).filter(|(_, (c, _))| *c != ' ');
            for (&(_, x), &(c, _)) in row {
                picture.extend(std::iter::repeat_n(' ', (x - next) as usize));
                picture.push_str(&draw(x, y, c));
                next = x + 1;
            }
            picture.push('\n');
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_cross_and_rendering_starts_at_the_leftmost_character() {
        let mut canvas = Canvas::default();
        canvas.line((0, 0), (4, 4));
        canvas.line((4, 0), (0, 4));
        canvas.line((-1, 1), (2, 1));
        canvas.write_ending(4, 5, "end");
        let plain = |canvas: &Canvas| canvas.render(|_, _, c| c.to_string());
        assert_eq!(plain(&canvas), "-+ /\n  X\n / \\\n\n  end\n");
        assert_eq!(plain(&Canvas::default()), "");
    }
}
