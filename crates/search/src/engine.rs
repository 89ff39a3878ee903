//! What is asked of an engine, and what it answers.

use std::time::Duration;

use plateau_core::{Position, Record, Variant};

use crate::limits::{Limits, StopReason};
use crate::score::{Score, Unit, Value};

/// A position and the keys of those before it, as far back as one of them could
/// come again: what an engine must know to judge repetition.
#[derive(Clone, Debug)]
pub struct GamePosition<P> {
    position: P,
    before: Vec<u64>,
}

impl<P: Position> GamePosition<P> {
    /// A position without history.
    pub fn new(position: P) -> Self {
        Self { position, before: Vec::new() }
    }

    /// The position of a record, with its history where that matters.
    pub fn from_record<V: Variant<Position = P>>(record: &Record<V>) -> Self {
        let earlier = &record.positions()[..record.moves().len()];
        let before = if P::CYCLIC { earlier.iter().map(Position::key).collect() } else { Vec::new() };
        Self { position: *record.position(), before }
    }

    /// The position asked about.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The keys of the positions before it, the oldest first.
    pub fn previous_keys(&self) -> &[u64] {
        &self.before
    }
}

/// What a move is worth.
#[derive(Clone, Debug)]
pub struct MoveValue<M> {
    /// The move.
    pub mv: M,
    /// Its value for the side that plays it.
    pub value: Value,
    /// The line behind the value, this move first.
    pub line: Vec<M>,
}

/// An engine's answer.
#[derive(Clone, Debug)]
pub struct Analysis<M> {
    /// The moves that were judged, the best first. When only the best was asked
    /// for, it alone; none when the game is over.
    pub moves: Vec<MoveValue<M>>,
    /// The value for the side to move.
    pub value: Value,
    /// The depth that was completed.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
    /// Why the search ended, or will have to.
    pub stop: StopReason,
    /// What its estimates count.
    pub unit: Unit,
}

impl<M> Analysis<M> {
    /// The answer about a game that is over.
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

    /// The same answer with another value.
    #[must_use]
    pub fn with_value(self, value: Value) -> Self {
        Self { value, ..self }
    }
}

impl<M: Copy> Analysis<M> {
    /// The best move.
    pub fn best(&self) -> Option<M> {
        self.moves.first().map(|best| best.mv)
    }

    /// The line that both sides' best play follows.
    pub fn line(&self) -> &[M] {
        self.moves.first().map_or(&[], |best| &best.line)
    }
}

/// Called with what is known so far, each time more is.
pub type Progress<'p, M> = &'p mut dyn FnMut(&Analysis<M>);

/// Answers questions about positions of one game.
pub trait Engine<P: Position>: Send {
    /// Judges a position within limits, which always leave it a legal move to
    /// answer with.
    fn analyse(
        &mut self,
        line: &GamePosition<P>,
        limits: &Limits,
        progress: Progress<'_, P::Move>,
    ) -> Analysis<P::Move>;

    /// Forgets what it knows of earlier questions.
    fn new_game(&mut self);

    /// Whether its values mean anything: some opponents only choose a move.
    fn has_evaluation(&self) -> bool {
        true
    }
}
