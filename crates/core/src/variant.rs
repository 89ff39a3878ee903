//! The rules of a game with their options: what makes, reads and shows positions.

use crate::error::NotationError;
use crate::layout::{Layout, View};
use crate::position::Position;
use crate::record::Record;

/// The move type of a variant's positions.
pub type Move<V> = <<V as Variant>::Position as Position>::Move;

/// A game with its options fixed, a small value. Text alone does not tell a
/// 6×7 board from a 7×6 one, so positions come from here.
pub trait Variant: Clone + Send + Sync + 'static {
    /// The state of this game.
    type Position: Position;

    /// The canonical name, for instance `connect4` or `connect4:6x7`.
    fn name(&self) -> String;

    /// The position a game starts from.
    fn start(&self) -> Self::Position;

    /// Reads a position.
    fn parse(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// The canonical text of a position; [`parse`](Self::parse) reads it back.
    fn print(&self, position: &Self::Position) -> String;

    /// Reads a legal move of a position; says why when it is not one.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Move<Self>, NotationError>;

    /// The canonical text of a move.
    fn print_move(&self, position: &Self::Position, mv: Move<Self>) -> String;

    /// Every move that could be legal in some position of this variant.
    fn all_moves(&self) -> Vec<Move<Self>>;

    /// How the board looks.
    fn layout(&self) -> Layout;

    /// What the board shows.
    fn view(&self, record: &Record<Self>) -> View;

    /// The moves of a text given for a position that is a game from the start
    /// instead, in games whose players write them so; each with the character
    /// it begins at.
    fn split_transcript<'t>(&self, _text: &'t str) -> Option<Vec<(usize, &'t str)>> {
        None
    }

    /// The moves of a list as single texts, each with the character it begins
    /// at. Moves are separated by semicolons, or by spaces where there are none.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        split_list(text)
    }
}

/// The parts of a list separated by semicolons, or by spaces where there are
/// none, trimmed and each with the character it begins at.
pub fn split_list(text: &str) -> Vec<(usize, &str)> {
    let by_semicolon = text.contains(';');
    let separates = |c: char| if by_semicolon { c == ';' } else { c.is_whitespace() };
    let mut parts = Vec::new();
    let mut begin = 0;
    for part in text.split(separates) {
        let trimmed = part.trim();
        if !trimmed.is_empty() {
            let lead = part.chars().take_while(|c| c.is_whitespace()).count();
            parts.push((begin + lead, trimmed));
        }
        begin += part.chars().count() + 1;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::split_list;

    #[test]
    fn lists_split_at_semicolons_or_else_at_spaces() {
        assert_eq!(split_list("  a1 b2\tc3 "), [(2, "a1"), (5, "b2"), (8, "c3")]);
        assert_eq!(split_list("5 2; 2 3;;"), [(0, "5 2"), (5, "2 3")]);
        assert_eq!(split_list("é ; b"), [(0, "é"), (4, "b")]);
        assert!(split_list(" ; ").is_empty());
    }
}
