//! The [`Variant`] trait: the rules of a game with their options.

use crate::error::NotationError;
use crate::layout::{Layout, View};
use crate::position::Position;
use crate::record::Record;

/// The move type of a variant.
pub type Move<V> = <<V as Variant>::Position as Position>::Move;

/// A game with its options, as a small value. It creates and parses positions, because
/// text alone does not distinguish a 6×7 board from a 7×6 one.
pub trait Variant: Clone + Send + Sync + 'static {
    /// The position type of this game.
    type Position: Position;

    /// Returns the canonical name, for instance `connect4` or `connect4:6x7`.
    fn name(&self) -> String;

    /// Returns the initial position.
    fn start(&self) -> Self::Position;

    /// Parses a position.
    fn parse(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// Returns the canonical text of a position, which [`parse`](Self::parse) accepts.
    fn print(&self, position: &Self::Position) -> String;

    /// Parses a legal move of a position. The error says why a text is not one.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Move<Self>, NotationError>;

    /// Returns the canonical text of a move.
    fn print_move(&self, position: &Self::Position, mv: Move<Self>) -> String;

    /// Returns every move that is legal in some position of this variant.
    fn all_moves(&self) -> Vec<Move<Self>>;

    /// Returns the layout of the board.
    fn layout(&self) -> Layout;

    /// Returns what the board shows for a record.
    fn view(&self, record: &Record<Self>) -> View;

    /// Writes the contents of each point of the layout: 0 for an empty point, 1 or 2 for a
    /// piece of the first or the second player. Learned evaluations read positions this way.
    ///
    /// The default goes through [`view`](Self::view), which is slow; override it to train a
    /// game quickly. An override may mark points that the view leaves empty, as long as
    /// symmetric positions have symmetric contents.
    fn contents(&self, position: &Self::Position, out: &mut [u8]) {
        let view = self.view(&Record::from_position(self.clone(), *position));
        for (code, piece) in out.iter_mut().zip(view.pieces) {
            *code = piece.map_or(0, |player| 1 + player.index() as u8);
        }
    }

    /// Splits a transcript, a game written as its moves from the start, into moves with
    /// their character offsets. Returns `None` if the text is a position, or if the game has
    /// no transcripts.
    fn split_transcript<'t>(&self, _text: &'t str) -> Option<Vec<(usize, &'t str)>> {
        None
    }

    /// Splits a list of moves into moves with their character offsets. Semicolons separate
    /// moves, or spaces if there are no semicolons.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        split_list(text)
    }
}

/// Splits a list at semicolons, or at spaces if there are none, into trimmed parts with
/// their character offsets.
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
    fn split_list_prefers_semicolons_to_spaces() {
        assert_eq!(split_list("  a1 b2\tc3 "), [(2, "a1"), (5, "b2"), (8, "c3")]);
        assert_eq!(split_list("5 2; 2 3;;"), [(0, "5 2"), (5, "2 3")]);
        assert_eq!(split_list("é ; b"), [(0, "é"), (4, "b")]);
        assert!(split_list(" ; ").is_empty());
    }
}
