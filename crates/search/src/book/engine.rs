//! An engine that plays from an opening book.

use plateau_core::Position;
use plateau_core::hash::mix2;

use super::opening::{BookMove, OpeningBook};
use crate::engine::{Analysis, Engine, GamePosition, MoveValue, Progress};
use crate::limits::{Limits, StopReason};
use crate::score::{Score, Unit, Value};
use crate::time::{Clock, SystemClock};

/// How an engine chooses among the moves of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookStyle {
    /// With a seed, moves that are worse than the best by up to this many hundredths of a piece are played
    /// too: the better a move, the likelier.
    pub tolerance: i16,
    /// Another seed gives another game. Without a seed the best move is played.
    pub seed: Option<u64>,
}

/// Plays from an opening book without a search, and delegates to another engine outside of it.
///
/// The book answers only if the limits [allow it](Limits::use_book): never for the values of all moves, to a
/// given depth, or without limits, where a proof is requested. Its values are reported as estimates.
pub struct BookEngine<P: 'static> {
    book: &'static OpeningBook<P>,
    style: BookStyle,
    engine: Box<dyn Engine<P>>,
}

impl<P: Position> BookEngine<P> {
    /// Creates an engine that plays from a book and asks `engine` outside of it.
    pub fn new(book: &'static OpeningBook<P>, style: BookStyle, engine: Box<dyn Engine<P>>) -> Self {
        Self { book, style, engine }
    }

    /// Returns the move to play, or `None` outside of the book.
    fn choose(&self, position: &P) -> Option<BookMove<P::Move>> {
        let moves = self.book.moves(position)?;
        let best = *moves.first()?;
        let Some(seed) = self.style.seed else { return Some(best) };
        let tolerance = i64::from(self.style.tolerance.max(0));
        let loss = |each: &BookMove<P::Move>| i64::from(best.value) - i64::from(each.value);
        let weight = |each: &BookMove<P::Move>| (tolerance + 1 - loss(each)).max(0) as u64;
        let total: u64 = moves.iter().map(weight).sum();
        // The key is that of all symmetric images, so that they get the same answer.
        let mut random = mix2(super::book_key(position), seed) % total.max(1);
        let chosen = moves.iter().find(|each| {
            let is_chosen = random < weight(each);
            random = random.saturating_sub(weight(each));
            is_chosen
        });
        Some(chosen.copied().unwrap_or(best))
    }
}

/// Returns whether a book may answer. In games whose positions repeat, the history may matter more than the
/// book.
fn allows_book<P: Position>(limits: &Limits) -> bool {
    let is_limited = limits.time.is_some() || limits.nodes.is_some();
    let needs_search = limits.multi_pv || limits.wld_only || limits.depth.is_some();
    limits.use_book && is_limited && !needs_search && !P::CYCLIC
}

impl<P: Position> Engine<P> for BookEngine<P> {
    fn search_position(
        &mut self,
        game: &GamePosition<P>,
        limits: &Limits,
        progress: Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let clock = SystemClock::start();
        let position = game.position();
        let chosen = if allows_book::<P>(limits) { self.choose(position) } else { None };
        let Some(BookMove { mv, value }) = chosen else {
            return self.engine.analyse(game, limits, progress);
        };
        let value = Value::unproven(Score::estimate(value.into()));
        let pv = self.book.line(position, mv);
        let analysis = Analysis {
            depth: 0,
            moves: vec![MoveValue { mv, value, pv }],
            value,
            nodes: 0,
            time: clock.now(),
            stop: StopReason::Book,
            unit: Unit::Pieces,
        };
        progress(&analysis);
        analysis
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn has_evaluation(&self) -> bool {
        self.engine.has_evaluation()
    }
}
