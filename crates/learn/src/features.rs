//! What a learned evaluation sees of a position: rows of a table, one per slot.

use std::fmt;

use plateau_core::{Player, Position};

use crate::group::{Group, Row};

/// The table of rows that the features of a game select from: what the fit needs to know of
/// them. It does not mention positions, so code that uses it is compiled once for all games.
pub trait RowTable: Send + Sync {
    /// Returns the name of the pattern set and a hash of everything that gives rows a
    /// meaning. A net only fits features with the same signature.
    fn signature(&self) -> Signature;

    /// Returns the symmetries of the game that rows are shared by.
    fn group(&self) -> &Group;

    /// Returns the number of rows of the table.
    fn rows(&self) -> usize;

    /// Returns the symmetries that leave the representative of a row as it is, as a set of
    /// bits. The identity, bit 0, is always among them.
    fn stabiliser(&self, row: usize) -> u8;

    /// Returns the number of slots: how many rows are active per side.
    fn slots(&self) -> usize;

    /// Returns the largest progress of a game.
    fn max_progress(&self) -> u32;

    /// Returns the number of [stage knots](crate::stage_knots) of a table of weights, which has
    /// one number per row and knot. One knot means that weights do not depend on the stage. Larger
    /// rows have no knots. More than one are for games that are won by points: the fit of others panics.
    fn knots(&self) -> usize {
        1
    }
}

/// The features of a game. A *slot* is a pattern at a place of the board, and its contents
/// select one *row* of a [table](RowTable). A position is seen by both sides: each side's rows
/// describe it with that side's pieces as "own".
///
/// Configurations that a symmetry of the game maps onto each other share a row: one of them is
/// the representative, and a [`Row`] says which symmetry leads from it to what is on the board.
pub trait Features<P: Position>: RowTable + Clone + 'static {
    /// What is carried along a line of moves to find changes quickly.
    type State: Copy + fmt::Debug + PartialEq + Send + Sync + 'static;

    /// Returns the progress of a game, which selects the stage: usually the number of taken
    /// points.
    fn progress(&self, position: &P, state: &Self::State) -> u32;

    /// Calls `put` with the active row of every slot, for both sides.
    fn active(&self, position: &P, put: &mut impl FnMut(Player, Row)) -> Self::State;

    /// Calls `put` with the previous and the new row of every slot that a move changes, for
    /// both sides. `state` belongs to the position before the move.
    fn changes(
        &self,
        state: &Self::State,
        before: &P,
        mv: P::Move,
        after: &P,
        put: &mut impl FnMut(Player, Row, Row),
    ) -> Self::State;
}

/// What a net must agree with to evaluate features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The pattern set.
    pub patterns: Signature,
    /// The number of rows.
    pub rows: usize,
    /// The number of slots.
    pub slots: usize,
    /// The largest progress of a game.
    pub max_progress: u32,
    /// The number of stage knots of a table of weights.
    pub knots: usize,
}

impl Shape {
    /// Returns the shape of the features with this table.
    pub fn of(table: &dyn RowTable) -> Self {
        Self {
            patterns: table.signature(),
            rows: table.rows(),
            slots: table.slots(),
            max_progress: table.max_progress(),
            knots: table.knots(),
        }
    }

    /// Returns the number of stage knots with this length of rows.
    pub fn knots_of_size(&self, size: usize) -> usize {
        if size == 1 { self.knots } else { 1 }
    }
}

/// Identifies a set of features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The name of the pattern set.
    pub name: String,
    /// The hash of its slots and rows.
    pub hash: u64,
}
