//! The interface of all engines: a [`GamePosition`] and [`Limits`] go in, an
//! [`Analysis`] comes out.

use std::time::Duration;

use plateau_core::{Outcome, Position, Record, Variant};

use crate::limits::{Limits, StopReason};
use crate::repetition::is_draw_by_repetition;
use crate::score::{Score, Unit, Value};

/// A position with the keys of the positions before it, which engines need to
/// detect repetitions.
#[derive(Clone, Debug)]
pub struct GamePosition<P> {
    position: P,
    previous_keys: Vec<u64>,
}

impl<P: Position> GamePosition<P> {
    /// Creates a game position without history.
    pub fn new(position: P) -> Self {
        Self { position, previous_keys: Vec::new() }
    }

    /// Creates the game position of a record. The history is empty in games
    /// whose positions cannot repeat.
    pub fn from_record<V: Variant<Position = P>>(record: &Record<V>) -> Self {
        let earlier = &record.positions()[..record.moves().len()];
        let previous_keys = if P::CYCLIC { earlier.iter().map(Position::key).collect() } else { Vec::new() };
        Self { position: *record.position(), previous_keys }
    }

    /// Returns the current position.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// Returns the keys of the positions before the current one, oldest first.
    pub fn previous_keys(&self) -> &[u64] {
        &self.previous_keys
    }
}

/// A root move with its value and principal variation.
#[derive(Clone, Debug)]
pub struct MoveValue<M> {
    /// The move.
    pub mv: M,
    /// Its value for the side that plays it.
    pub value: Value,
    /// The principal variation, starting with this move.
    pub pv: Vec<M>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Analysis<M> {
    /// The root moves, best first: all of them with [`Limits::multi_pv`], only
    /// the best one otherwise, none when the game is over.
    pub moves: Vec<MoveValue<M>>,
    /// The value of the position for the side to move.
    pub value: Value,
    /// The last completed depth, in plies.
    pub depth: u32,
    /// Number of nodes visited.
    pub nodes: u64,
    /// Elapsed time.
    pub time: Duration,
    /// Why the search ended. In progress reports, the reason it would end with
    /// if nothing else stops it first.
    pub stop: StopReason,
    /// The unit of the estimates.
    pub unit: Unit,
}

impl<M> Analysis<M> {
    /// Creates the analysis of a game that is over.
    pub fn finished(score: Score) -> Self {
        Self {
            moves: Vec::new(),
            value: Value::exact(score),
            depth: 0,
            nodes: 0,
            time: Duration::ZERO,
            stop: StopReason::Finished,
            unit: Unit::Pieces,
        }
    }

    /// Replaces the value.
    #[must_use]
    pub fn with_value(self, value: Value) -> Self {
        Self { value, ..self }
    }

    /// Returns the analysis of a game that is over by its rules or drawn by
    /// repetition, and `None` if there is something to search.
    fn if_game_over<P: Position<Move = M>>(game: &GamePosition<P>) -> Option<Self> {
        let position = game.position();
        let drawn =
            || (position.legal_moves().len() == 0 || is_draw_by_repetition(game)).then_some(Outcome::Draw);
        let outcome = position.outcome().or_else(drawn)?;
        Some(Self::finished(Score::from_outcome::<P>(outcome, position.turn())))
    }
}

impl<M: Copy> Analysis<M> {
    /// Returns the best move.
    pub fn best(&self) -> Option<M> {
        self.moves.first().map(|best| best.mv)
    }

    /// Returns the principal variation of the best move.
    pub fn pv(&self) -> &[M] {
        self.moves.first().map_or(&[], |best| &best.pv)
    }
}

/// A callback that receives intermediate results during a search.
pub type Progress<'p, M> = &'p mut dyn FnMut(&Analysis<M>);

/// A player of one game: analyses positions and chooses moves.
pub trait Engine<P: Position>: Send {
    /// Analyses a position within limits. However tight they are, the result
    /// contains a legal move unless the game is over.
    fn analyse(
        &mut self,
        game: &GamePosition<P>,
        limits: &Limits,
        progress: Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        Analysis::if_game_over(game).unwrap_or_else(|| self.search_position(game, limits, progress))
    }

    /// Searches a position of a game that is not over, which
    /// [`analyse`](Self::analyse) has checked.
    fn search_position(
        &mut self,
        game: &GamePosition<P>,
        limits: &Limits,
        progress: Progress<'_, P::Move>,
    ) -> Analysis<P::Move>;

    /// Clears everything learnt from earlier searches.
    fn new_game(&mut self);

    /// Returns whether the values in the analysis are meaningful. Simple
    /// opponents choose a move without evaluating it.
    fn has_evaluation(&self) -> bool {
        true
    }
}
