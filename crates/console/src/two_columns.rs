//! A table of two columns: names and their contents.

use plateau_core::Lang;
use plateau_core::text::Argument;

use crate::output::{wrap_moves, wrap_words};
use crate::phrases::FIELD;

/// The least width of the second column; a narrower window cuts it.
const MIN_WIDTH: usize = 20;

/// Spaces between the columns.
const GAP: usize = 2;

/// The content of the second column.
#[derive(Clone, Debug)]
pub enum Content {
    /// Text that is wrapped.
    Words(String),
    /// Text to copy, which is not wrapped.
    Verbatim(String),
    /// Moves, in the form that `--moves` takes.
    Moves(Vec<String>),
    /// Moves, or a note instead if they take more lines than this.
    FoldedMoves {
        /// The moves.
        moves: Vec<String>,
        /// The most lines that they may take.
        max_lines: usize,
        /// The text to print instead.
        note: String,
    },
}

impl Content {
    /// Returns the lines of a width.
    fn lines(&self, width: usize) -> Vec<String> {
        match self {
            Self::Words(text) => wrap_words(text, width),
            Self::Verbatim(text) => vec![text.clone()],
            Self::Moves(moves) => wrap_moves(moves, width),
            Self::FoldedMoves { moves, max_lines, note } => {
                let lines = wrap_moves(moves, width);
                if lines.len() <= *max_lines { lines } else { vec![note.clone()] }
            }
        }
    }
}

/// Rows of a name and its content.
#[derive(Clone, Debug, Default)]
pub struct TwoColumns {
    rows: Vec<(String, Vec<Content>)>,
}

impl TwoColumns {
    /// Adds a row.
    pub fn row(&mut self, name: impl Into<String>, content: Content) {
        self.rows.push((name.into(), vec![content]));
    }

    /// Adds a row of several paragraphs.
    pub fn paragraphs(&mut self, name: impl Into<String>, paragraphs: impl IntoIterator<Item = Content>) {
        self.rows.push((name.into(), paragraphs.into_iter().collect()));
    }

    /// Adds a row whose name is followed by a colon, as the language writes it.
    pub fn field(&mut self, name: impl Into<Argument>, content: Content, lang: Lang) {
        self.row(FIELD.message().with("name", name).render(lang), content);
    }

    /// Returns the width of the second column in a text of a width.
    pub fn room(&self, indent: usize, width: usize) -> usize {
        width.saturating_sub(indent + self.widest() + GAP).max(MIN_WIDTH)
    }

    fn widest(&self) -> usize {
        self.rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0)
    }

    /// Formats the rows, indented, in a width.
    pub fn format(&self, indent: usize, width: usize) -> String {
        let (widest, room) = (self.widest(), self.room(indent, width));
        let mut text = String::new();
        for (name, contents) in &self.rows {
            let mut name = name.as_str();
            for line in contents.iter().flat_map(|content| content.lines(room)) {
                let row = format!("{:indent$}{name:widest$}{:GAP$}{line}", "", "");
                text.push_str(row.trim_end());
                text.push('\n');
                name = "";
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_align_by_characters_and_wrap() {
        let mut table = TwoColumns::default();
        table.paragraphs("né", ["a word and some others".to_owned(), "b".to_owned()].map(Content::Words));
        table.row("x", Content::Verbatim("this text is never wrapped".to_owned()));
        assert_eq!(
            table.format(1, 25),
            " né  a word and some\n     others\n     b\n x   this text is never wrapped\n"
        );
    }

    #[test]
    fn long_lists_of_moves_are_folded() {
        let moves: Vec<String> = (0..30).map(|number| format!("{number}")).collect();
        let mut table = TwoColumns::default();
        table.field("moves", Content::FoldedMoves { moves, max_lines: 2, note: "many".to_owned() }, Lang::Fr);
        assert_eq!(table.format(0, 30), "moves :  many\n");
        assert_eq!(table.format(0, 80).lines().count(), 2);
    }
}
