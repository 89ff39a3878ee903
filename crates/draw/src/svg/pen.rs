//! Writes SVG elements: converts cells to pixels, shortens numbers and escapes text.

use std::fmt::Write as _;

use crate::look::Palette;

/// Writes SVG elements to a string.
pub struct Pen {
    out: String,
    cell: f32,
    /// The colours.
    pub palette: Palette,
    /// The start of the ids of gradients, which must be unique in a document with several looks.
    pub id: String,
    /// Whether to draw details such as point names and shadows, and one element per line.
    pub detailed: bool,
}

/// Coordinates on the board, in cells.
pub type Coordinates = (f32, f32);

impl Pen {
    /// Creates a pen for cells of this size in pixels.
    pub fn new(cell: f32, detailed: bool, palette: &Palette, id: &str) -> Self {
        Self { out: String::new(), cell, palette: *palette, id: id.to_owned(), detailed }
    }

    /// Returns the elements written so far.
    pub fn finish(self) -> String {
        self.out
    }

    /// Converts a length from cells to pixels.
    pub fn px(&self, length: f32) -> String {
        // Lengths in cells need more decimals than lengths in pixels.
        let decimals = if self.cell < 4.0 { 3 } else { 2 };
        rounded(length * self.cell, decimals)
    }

    /// Writes the coordinates of a place, for paths.
    pub fn at(&self, (x, y): Coordinates) -> String {
        format!("{} {}", self.px(x), self.px(y))
    }

    /// Writes a path with attributes.
    pub fn path(&mut self, path: &str, attributes: &str) {
        self.line(&format!("<path d=\"{path}\" {attributes}/>"));
    }

    /// Writes a gradient between two colours and returns the paint that refers to it. `shape` is
    /// the element's name and geometry.
    pub fn gradient(&mut self, name: &str, shape: (&str, &str), from: &str, to: &str) -> String {
        let (element, geometry) = shape;
        let id = format!("{}-{name}", self.id);
        self.line(&format!(
            "<{element} id=\"{id}\" {geometry}><stop stop-color=\"{from}\"/>\
             <stop offset=\"1\" stop-color=\"{to}\"/></{element}>"
        ));
        self.paint(name)
    }

    /// Returns the paint that refers to a gradient.
    pub fn paint(&self, name: &str) -> String {
        format!("url(#{}-{name})", self.id)
    }

    /// Writes an element.
    pub fn line(&mut self, element: &str) {
        self.out.push_str(element);
        if self.detailed {
            self.out.push('\n');
        }
    }

    /// Writes a rectangle with rounded corners and further attributes.
    pub fn rect(&mut self, (x, y): Coordinates, (width, height): Coordinates, radius: f32, attributes: &str) {
        let [x, y, w, h, r] = [x, y, width, height, radius].map(|length| self.px(length));
        let corners = if radius > 0.0 { format!(" rx=\"{r}\"") } else { String::new() };
        self.line(&format!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"{corners} {attributes}/>"));
    }

    /// Writes a circle.
    pub fn circle(&mut self, (x, y): Coordinates, radius: f32, attributes: &str) {
        let [x, y, r] = [x, y, radius].map(|length| self.px(length));
        self.line(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {attributes}/>"));
    }

    /// Writes straight strokes as one path.
    pub fn strokes(&mut self, strokes: &[[Coordinates; 2]], width: f32, attributes: &str) {
        if strokes.is_empty() {
            return;
        }
        let mut path = String::new();
        for [from, to] in strokes {
            let [x0, y0, x1, y1] = [from.0, from.1, to.0, to.1].map(|length| self.px(length));
            // Writing to a string never fails.
            let _ = write!(path, "M{x0} {y0}L{x1} {y1}");
        }
        self.line(&format!(
            "<path d=\"{path}\" fill=\"none\" stroke-width=\"{}\" stroke-linecap=\"round\" {attributes}/>",
            self.px(width)
        ));
    }

    /// Writes a centred text.
    pub fn text(&mut self, place: Coordinates, size: f32, colour: &str, text: &str) {
        self.text_with(place, size, colour, "", text);
    }

    /// Writes a centred text with a halo, so that it is readable over lines.
    pub fn text_over_lines(&mut self, place: Coordinates, size: f32, colour: &str, text: &str) {
        let halo = format!(
            " stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
            self.palette.ground,
            self.px(size * 0.35)
        );
        self.text_with(place, size, colour, &halo, text);
    }

    /// Writes a centred text with further attributes, which start with a blank.
    pub fn text_with(&mut self, (x, y): Coordinates, size: f32, colour: &str, attributes: &str, text: &str) {
        // Centre by hand, because not every renderer supports `dominant-baseline`.
        let [x, y, size] = [x, y + size * 0.36, size].map(|length| self.px(length));
        self.line(&format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"{colour}\"{attributes}>{}</text>",
            escape_xml(text)
        ));
    }
}

/// Formats a number with at most two decimals.
pub fn number(value: f32) -> String {
    rounded(value, 2)
}

fn rounded(value: f32, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

/// Escapes text for XML, HTML and HTML-like labels of DOT.
pub fn escape_xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML allows no other control characters.
            c if c.is_control() && c != '\n' && c != '\t' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shortened_and_text_is_escaped() {
        assert_eq!([1.0, 0.25, -0.001, 33.333].map(number), ["1", "0.25", "0", "33.33"]);
        assert_eq!(escape_xml("a<b>&\"\u{1}"), "a&lt;b&gt;&amp;&quot;\u{fffd}");
    }
}
