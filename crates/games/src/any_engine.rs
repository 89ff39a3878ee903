//! Object-safe engines, for code that does not know the game's type. Moves are passed as
//! text.

use plateau_core::{Message, Position, Record, Variant};
use plateau_search::{Analysis, Engine, GamePosition, Limits, MoveValue, share_symmetric_values};

use crate::engines::Playable;
use crate::erased::{AnyRecord, ErasedRecord};
use crate::phrases;

/// An engine for any game.
pub trait AnyEngine: Send {
    /// Analyses the current position of a record. Returns an error if the record belongs
    /// to another game.
    fn analyse(
        &mut self,
        record: &dyn AnyRecord,
        limits: &Limits,
        progress: &mut dyn FnMut(&Analysis<String>),
    ) -> Result<Analysis<String>, Message>;

    /// Clears everything remembered from earlier searches.
    fn new_game(&mut self);

    /// Returns whether the values are meaningful: some engines only choose a move.
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
        let position = GamePosition::from_record(record);
        let to_text = |mut analysis: Analysis<_>| {
            share_symmetric_values(&position, &mut analysis.moves);
            with_text_moves(record, &analysis)
        };
        let mut report = |analysis: &Analysis<_>| progress(&to_text(analysis.clone()));
        Ok(to_text(self.engine.analyse(&position, limits, &mut report)))
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn has_evaluation(&self) -> bool {
        self.engine.has_evaluation()
    }
}

/// Converts the moves of an analysis to text.
fn with_text_moves<V: Playable>(
    record: &Record<V>,
    analysis: &Analysis<<V::Position as Position>::Move>,
) -> Analysis<String> {
    let pv_to_text = |pv: &[<V::Position as Position>::Move]| {
        let mut position = *record.position();
        let mut texts = Vec::with_capacity(pv.len());
        for &mv in pv {
            // A PV read from the transposition table can contain an illegal move after a
            // key collision: stop there.
            let Some(next) = position.play(mv) else { break };
            texts.push(record.variant().print_move(&position, mv));
            position = next;
        }
        texts
    };
    let moves = analysis
        .moves
        .iter()
        .map(|entry| MoveValue {
            mv: record.variant().print_move(record.position(), entry.mv),
            value: entry.value,
            pv: pv_to_text(&entry.pv),
        })
        .collect();
    let max_depth = record.variant().plies_left(record.position()).unwrap_or(u32::MAX);
    Analysis {
        moves,
        value: analysis.value,
        // Iterative deepening can continue past the longest possible game, to settle
        // values that reductions left open.
        depth: analysis.depth.min(max_depth),
        nodes: analysis.nodes,
        time: analysis.time,
        stop: analysis.stop,
        unit: analysis.unit,
    }
}
