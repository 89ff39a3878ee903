//! What a learned evaluation sees of Othello: the configuration of every pattern, the number of moves of
//! each side, and whether the number of empty squares is odd.

use plateau_core::bits::Bits;
use plateau_core::hash::mix2;
use plateau_core::{Player, Position};
use plateau_learn::{Features, Group, Row, RowTable, Signature};

use super::indices::{PatternIndices, Patterns};
use crate::othello::board::Board;
use crate::othello::grid::Grid;

/// The discs per stage knot.
const DISCS_PER_KNOT: u32 = 2;

/// The largest number of moves with a row of its own.
pub const MAX_MOVES: usize = 24;

/// The discs of the start, which the progress of a game does not count.
const FIRST_DISCS: u32 = 4;

/// The slots that are not patterns: the moves of each side, and the parity.
const OTHER_SLOTS: usize = 3;

/// The rows of these slots.
const OTHER_ROWS: usize = 2 * (MAX_MOVES + 1) + 2;

/// The features of Othello on a board of `N` × `N`.
#[derive(Clone, Copy, Debug)]
pub struct PatternFeatures<const N: usize>(pub(super) &'static Patterns);

impl<const N: usize> Default for PatternFeatures<N> {
    fn default() -> Self {
        Self(Patterns::of::<N>())
    }
}

/// The pattern indices and the numbers of moves of the side to move and of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    indices: PatternIndices,
    moves: [usize; 2],
}

/// Returns the progress of a game: the number of moves played.
#[inline]
pub fn progress<const N: usize>(board: &Board<N>) -> u32 {
    board.taken().count() - FIRST_DISCS
}

/// Returns the numbers of moves of the side to move and of the opponent.
#[inline]
pub fn move_counts<const N: usize>(board: &Board<N>) -> [usize; 2] {
    let sides = [[board.own(), board.opponent()], [board.opponent(), board.own()]];
    sides.map(|[own, opponent]| (Grid::<N>::moves(own, opponent).count() as usize).min(MAX_MOVES))
}

impl<const N: usize> PatternFeatures<N> {
    /// Returns the rows of these numbers of moves of a side and of its opponent.
    pub(super) fn move_rows(&self, [own, opponent]: [usize; 2]) -> [usize; 2] {
        let first = self.0.set.rows();
        [first + own, first + MAX_MOVES + 1 + opponent]
    }

    /// Returns the row of the parity of the empty squares at some progress.
    pub(super) fn parity_row(&self, progress: u32) -> usize {
        let is_odd = (self.max_progress() - progress) % 2;
        self.0.set.rows() + 2 * (MAX_MOVES + 1) + is_odd as usize
    }

    /// Returns the rows of all slots as the side sees them whose indices and moves these are.
    fn rows(&self, State { indices, moves }: &State, progress: u32) -> impl Iterator<Item = Row> {
        let Self(patterns) = *self;
        let group = patterns.group();
        let places = patterns.places(indices);
        let others = self.move_rows(*moves).into_iter().chain([self.parity_row(progress)]);
        let row = move |slot: usize| {
            patterns.rows[places[slot] as usize].through(group, patterns.set.symmetry_of(slot))
        };
        (0..patterns.set.slots()).map(row).chain(others.map(|row| Row::new(row as u32, 0)))
    }
}

impl State {
    /// Returns the state as the opponent sees it.
    fn swapped(&self) -> Self {
        Self { indices: self.indices.swapped(), moves: [self.moves[1], self.moves[0]] }
    }
}

impl<const N: usize> RowTable for PatternFeatures<N> {
    fn signature(&self) -> Signature {
        let hash = mix2(self.0.set.hash(), OTHER_ROWS as u64);
        Signature { name: "discs".to_owned(), hash }
    }

    fn group(&self) -> &Group {
        self.0.group()
    }

    fn rows(&self) -> usize {
        self.0.set.rows() + OTHER_ROWS
    }

    fn stabiliser(&self, row: usize) -> u8 {
        if row < self.0.set.rows() { self.0.set.stabiliser(row) } else { u8::MAX }
    }

    fn slots(&self) -> usize {
        self.0.set.slots() + OTHER_SLOTS
    }

    fn max_progress(&self) -> u32 {
        (N * N) as u32 - FIRST_DISCS
    }

    fn knots(&self) -> usize {
        (self.max_progress() / DISCS_PER_KNOT) as usize + 1
    }
}

impl<const N: usize> Features<Board<N>> for PatternFeatures<N> {
    type State = State;

    fn progress(&self, board: &Board<N>, _: &State) -> u32 {
        progress(board)
    }

    fn active(&self, board: &Board<N>, put: &mut impl FnMut(Player, Row)) -> State {
        let state = State { indices: self.0.indices(board), moves: move_counts(board) };
        let progress = progress(board);
        self.rows(&state, progress).for_each(|row| put(board.turn(), row));
        self.rows(&state.swapped(), progress).for_each(|row| put(board.turn().other(), row));
        state
    }

    fn changes(
        &self,
        state: &State,
        before: &Board<N>,
        mv: u8,
        after: &Board<N>,
        put: &mut impl FnMut(Player, Row, Row),
    ) -> State {
        let indices = self.0.advance(&state.indices, before, mv, after);
        let new_state = State { indices, moves: move_counts(after) };
        let [old_progress, new_progress] = [before, after].map(progress);
        let mover = before.turn();
        // The mover is the opponent in the new state.
        for (side, old, new) in
            [(mover, *state, new_state.swapped()), (mover.other(), state.swapped(), new_state)]
        {
            for (old, new) in self.rows(&old, old_progress).zip(self.rows(&new, new_progress)) {
                if old != new {
                    put(side, old, new);
                }
            }
        }
        new_state
    }
}
