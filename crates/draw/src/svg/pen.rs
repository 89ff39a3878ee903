//! Writing SVG: lengths in cells become pixels, numbers are short, texts are
//! escaped.

use std::fmt::Write as _;

use crate::theme;

/// Writes elements one after the other.
pub struct Pen {
    out: String,
    cell: f32,
    /// Whether the picture is large enough for names and shadows.
    pub detailed: bool,
}

/// A place on the board, in cells.
pub type Place = (f32, f32);

impl Pen {
    /// A pen for cells of so many pixels.
    pub fn new(cell: f32, detailed: bool) -> Self {
        Self { out: String::new(), cell, detailed }
    }

    /// What was written.
    pub fn finish(self) -> String {
        self.out
    }

    /// A length in pixels.
    pub fn px(&self, length: f32) -> String {
        number(length * self.cell)
    }

    /// Writes an element; large pictures have one a line.
    pub fn line(&mut self, element: &str) {
        self.out.push_str(element);
        if self.detailed {
            self.out.push('\n');
        }
    }

    /// A rectangle with corners of a radius, and further attributes.
    pub fn rect(&mut self, (x, y): Place, (width, height): Place, round: f32, rest: &str) {
        let [x, y, w, h, r] = [x, y, width, height, round].map(|length| self.px(length));
        let round = if round > 0.0 { format!(" rx=\"{r}\"") } else { String::new() };
        self.line(&format!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"{round} {rest}/>"));
    }

    /// A circle.
    pub fn circle(&mut self, (x, y): Place, radius: f32, rest: &str) {
        let [x, y, r] = [x, y, radius].map(|length| self.px(length));
        self.line(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {rest}/>"));
    }

    /// Straight strokes, all alike.
    pub fn strokes(&mut self, strokes: &[[Place; 2]], width: f32, rest: &str) {
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
            "<path d=\"{path}\" fill=\"none\" stroke-width=\"{}\" stroke-linecap=\"round\" {rest}/>",
            self.px(width)
        ));
    }

    /// A text centred on a place.
    pub fn text(&mut self, place: Place, size: f32, colour: &str, text: &str) {
        self.text_with(place, size, colour, "", text);
    }

    /// A text that lines may run through: it keeps clear of them.
    pub fn text_over_lines(&mut self, place: Place, size: f32, colour: &str, text: &str) {
        let halo = format!(
            " stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
            theme::PAPER,
            self.px(size * 0.35)
        );
        self.text_with(place, size, colour, &halo, text);
    }

    fn text_with(&mut self, (x, y): Place, size: f32, colour: &str, rest: &str, text: &str) {
        // Without `dominant-baseline`, which not every program knows.
        let [x, y, size] = [x, y + size * 0.36, size].map(|length| self.px(length));
        self.line(&format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"{colour}\"{rest}>{}</text>",
            written(text)
        ));
    }
}

/// A number with two decimals at most.
pub fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

/// A text as it is written in XML, HTML and labels of DOT.
pub fn written(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // XML has no other control characters.
            c if c.is_control() && c != '\n' && c != '\t' => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_texts_are_safe() {
        assert_eq!([1.0, 0.25, -0.001, 33.333].map(number), ["1", "0.25", "0", "33.33"]);
        assert_eq!(written("a<b>&\"\u{1}"), "a&lt;b&gt;&amp;&quot;\u{fffd}");
    }
}
