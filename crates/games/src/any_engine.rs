//! Engines for code that knows no game by name: moves are texts.

use plateau_core::{Message, Position, Record, Variant};
use plateau_search::{Analysis, Engine, GamePosition, Limits, MoveValue, share_symmetric_values};

use crate::engines::Playable;
use crate::erased::{AnyRecord, ErasedRecord};
use crate::phrases;

/// An engine of any game.
pub trait AnyEngine: Send {
    /// Judges the position of a record, which must be of this engine's game.
    fn analyse(
        &mut self,
        record: &dyn AnyRecord,
        limits: &Limits,
        progress: &mut dyn FnMut(&Analysis<String>),
    ) -> Result<Analysis<String>, Message>;

    /// Forgets what it knows of earlier questions.
    fn new_game(&mut self);

    /// Whether its values mean anything: some opponents only choose a move.
    fn has_evaluation(&self) -> bool;
}

/// The object-safe form of an engine.
pub(crate) struct ErasedEngine<V: Variant> {
    pub(crate) engine: Box<dyn Engine<V::Position>>,
}

impl<V: Playable> AnyEngine for ErasedEngine<V> {
    fn analyse(
        &mut self,
        record: &dyn AnyRecord,
        limits: &Limits,
        progress: &mut dyn FnMut(&Analysis<String>),
    ) -> Result<Analysis<String>, Message> {
        let Some(ErasedRecord(record)) = record.as_any().downcast_ref::<ErasedRecord<V>>() else {
            return Err(phrases::OTHER_GAME.message().with("game", record.variant_name()));
        };
        let line = GamePosition::from_record(record);
        let told = |mut analysis: Analysis<_>| {
            share_symmetric_values(&line, &mut analysis.moves);
            in_words(record, &analysis)
        };
        let mut tell = |analysis: &Analysis<_>| progress(&told(analysis.clone()));
        Ok(told(self.engine.analyse(&line, limits, &mut tell)))
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn has_evaluation(&self) -> bool {
        self.engine.has_evaluation()
    }
}

/// An analysis with its moves as texts.
fn in_words<V: Playable>(
    record: &Record<V>,
    analysis: &Analysis<<V::Position as Position>::Move>,
) -> Analysis<String> {
    let line_in_words = |line: &[<V::Position as Position>::Move]| {
        let mut position = *record.position();
        let mut words = Vec::with_capacity(line.len());
        for &mv in line {
            // A line may rest on the table; an entry of another position ends it.
            let Some(next) = position.play(mv) else { break };
            words.push(record.variant().print_move(&position, mv));
            position = next;
        }
        words
    };
    let moves = analysis
        .moves
        .iter()
        .map(|judged| MoveValue {
            mv: record.variant().print_move(record.position(), judged.mv),
            value: judged.value,
            pv: line_in_words(&judged.pv),
        })
        .collect();
    let most = record.variant().plies_left(record.position()).unwrap_or(u32::MAX);
    Analysis {
        moves,
        value: analysis.value,
        // Iterations that only settle what earlier ones left open go deeper
        // than any game.
        depth: analysis.depth.min(most),
        nodes: analysis.nodes,
        time: analysis.time,
        stop: analysis.stop,
        unit: analysis.unit,
    }
}
