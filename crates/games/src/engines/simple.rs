//! Opponents that hardly search: the first move, any move, a few rules, and
//! the textbook's negamax.

use plateau_core::hash::mix2;
use plateau_core::{Outcome, Position};

use rustc_hash::FxHashSet;

use crate::clock::SystemClock;
use crate::engine::{Analysis, Engine, GamePosition, MoveValue, Progress};
use crate::evaluator::Evaluator;
use crate::history::{Meter, drawn_again, is_drawn};
use crate::limits::{Limits, StopReason};
use crate::score::{Score, Unit, Value};
use crate::solver::moves_at_sight;
use crate::textbook;

/// What a finished game is worth to the side that would move.
pub fn final_score<P: Position>(position: &P) -> Option<Score> {
    position.outcome().map(|outcome| Score::of_outcome::<P>(outcome, position.turn()))
}

/// The moves that win at once.
pub fn winning_moves<P: Position>(position: &P) -> impl Iterator<Item = P::Move> {
    let turn = position.turn();
    let wins = move |after: P| after.outcome().and_then(Outcome::winner) == Some(turn);
    position.legal_moves().filter(move |&mv| wins(position.after(mv)))
}

/// The answer of an opponent that simply plays a move.
fn chosen<P: Position>(position: &P, choice: impl FnOnce() -> Option<P::Move>) -> Analysis<P::Move> {
    if let Some(score) = final_score(position) {
        return Analysis::finished(score);
    }
    let value = Value::guess(Score::DRAW);
    let moves: Vec<_> = choice().map(|mv| MoveValue { mv, value, line: vec![mv] }).into_iter().collect();
    Analysis { nodes: moves.len() as u64, moves, stop: StopReason::Depth, ..Analysis::finished(Score::DRAW) }
        .with_value(value)
}

/// Plays the first legal move.
#[derive(Clone, Copy, Debug, Default)]
pub struct First;

impl<P: Position> Engine<P> for First {
    fn analyse(&mut self, line: &GamePosition<P>, _: &Limits, _: Progress<'_, P::Move>) -> Analysis<P::Move> {
        chosen(line.position(), || line.position().legal_moves().next())
    }

    fn new_game(&mut self) {}

    fn has_evaluation(&self) -> bool {
        false
    }
}

/// Plays any legal move: the same one whenever seed and position are the same.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    /// Tells one random player from another.
    pub seed: u64,
}

impl<P: Position> Engine<P> for Random {
    fn analyse(&mut self, line: &GamePosition<P>, _: &Limits, _: Progress<'_, P::Move>) -> Analysis<P::Move> {
        let position = line.position();
        chosen(position, || {
            let mut moves = position.legal_moves();
            let count = moves.len().max(1) as u64;
            // History counts too: a position met again may be answered otherwise.
            let number = mix2(position.key() ^ line.previous_keys().len() as u64, self.seed) % count;
            moves.nth(number as usize)
        })
    }

    fn new_game(&mut self) {}

    fn has_evaluation(&self) -> bool {
        false
    }
}

/// Wins at once if it can, else leaves no win at once if it can, else takes the
/// move the evaluator likes best. It looks no further, so it can be forked.
#[derive(Clone, Debug)]
pub struct Rules<E>(pub E);

impl<P: Position, E: Evaluator<P>> Engine<P> for Rules<E> {
    fn analyse(&mut self, line: &GamePosition<P>, _: &Limits, _: Progress<'_, P::Move>) -> Analysis<P::Move> {
        let position = line.position();
        let liked = |mv: P::Move| {
            let after = position.after(mv);
            match final_score(&after) {
                Some(score) => score.for_parent(),
                None => -Score::estimate(self.0.evaluate(&after, &self.0.state(&after))),
            }
        };
        chosen(position, || {
            if let Some(win) = winning_moves(position).next() {
                return Some(win);
            }
            let is_safe = |mv: &P::Move| winning_moves(&position.after(*mv)).next().is_none();
            // The first of equals, so that the choice does not depend on the iterator.
            let best = |moves: &mut dyn Iterator<Item = P::Move>| {
                moves.map(|mv| (liked(mv), mv)).reduce(|best, next| if next.0 > best.0 { next } else { best })
            };
            best(&mut position.legal_moves().filter(is_safe))
                .or_else(|| best(&mut position.legal_moves()))
                .map(|(_, mv)| mv)
        })
    }

    fn new_game(&mut self) {}

    fn has_evaluation(&self) -> bool {
        false
    }
}

/// Plain negamax to a fixed depth, without any pruning: what minimax does. Where time
/// or nodes are limited it deepens ply by ply, and the last depth it completed answers.
#[derive(Clone, Debug)]
pub struct Plain<E> {
    /// Judges the leaves.
    pub evaluator: E,
    /// How deep it looks, unless the limits say less; without it, as deep as
    /// they say, or [`DEPTH`](Self::DEPTH).
    pub depth: Option<u32>,
}

impl<E> Plain<E> {
    /// How deep it looks if it is not told.
    pub const DEPTH: u32 = 4;

    /// Plain negamax as in the textbook, or nothing when a limit ends it.
    fn visit<P: Position>(
        &self,
        position: &P,
        depth: u32,
        drawn: &FxHashSet<u64>,
        meter: &mut Meter<'_>,
    ) -> Option<textbook::Plain>
    where
        E: Evaluator<P>,
    {
        if meter.count() {
            return None;
        }
        if P::CYCLIC && drawn.contains(&position.key()) {
            return Some(textbook::Plain { score: Score::DRAW, complete: true, nodes: 1 });
        }
        if depth == 0 || position.outcome().is_some() {
            return Some(textbook::negamax(position, 0, &self.evaluator));
        }
        let mut found = textbook::Plain { score: Score::LOWEST, complete: true, nodes: 1 };
        for mv in position.legal_moves() {
            let child = self.visit(&position.after(mv), depth - 1, drawn, meter)?;
            found.score = found.score.max(child.score.for_parent());
            found.complete &= child.complete;
            found.nodes += child.nodes;
        }
        Some(found)
    }

    /// The moves as they look so deep, the best first. Those that a limit leaves no
    /// time for come after those that were looked at. The position itself counts, as in
    /// the textbook.
    fn look<P: Position>(
        &self,
        position: &P,
        depth: u32,
        drawn: &FxHashSet<u64>,
        meter: &mut Meter<'_>,
    ) -> Vec<MoveValue<P::Move>>
    where
        E: Evaluator<P>,
    {
        let mut moves = moves_at_sight(position);
        let mut looked_at = 0;
        if meter.count() {
            return moves;
        }
        for judged in &mut moves {
            let Some(found) = self.visit(&position.after(judged.mv), depth - 1, drawn, meter) else { break };
            let score = found.score.for_parent();
            judged.value = if found.complete { Value::exact(score) } else { Value::guess(score) };
            looked_at += 1;
        }
        moves[..looked_at].sort_by_key(|mv| std::cmp::Reverse(mv.value.estimate));
        moves
    }
}

/// What is known once a depth is completed; of none, what was looked at. Where the best
/// move alone is wanted the others are not told.
fn answer<M>(mut moves: Vec<MoveValue<M>>, depth: u32, multi_pv: bool, meter: &Meter<'_>) -> Analysis<M> {
    let proven = depth > 0 && moves.iter().all(|mv| mv.value.is_exact());
    let best = moves.first().map_or(Value::guess(Score::DRAW), |best| best.value);
    let value = if proven { best } else { Value::guess(best.estimate) };
    if !multi_pv {
        moves.truncate(1);
    }
    let stop = if proven { StopReason::Proven } else { meter.stopped.unwrap_or(StopReason::Depth) };
    Analysis { moves, value, depth, nodes: meter.nodes, time: meter.time(), stop, unit: Unit::Pieces }
}

impl<P: Position, E: Evaluator<P>> Engine<P> for Plain<E> {
    fn analyse(
        &mut self,
        line: &GamePosition<P>,
        limits: &Limits,
        progress: Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let position = line.position();
        if let Some(score) = final_score(position) {
            return Analysis::finished(score);
        }
        if is_drawn(line) {
            return Analysis::finished(Score::DRAW);
        }
        let drawn = drawn_again(line);
        let clock = SystemClock::start();
        let mut meter = Meter::new(limits, &clock);
        let deepest = self.depth.into_iter().chain(limits.depth).min().unwrap_or(Self::DEPTH).max(1);
        let hurried = limits.time.is_some() || limits.nodes.is_some();
        let mut known: Option<Analysis<P::Move>> = None;
        let every = limits.multi_pv;
        for depth in if hurried { 1..=deepest } else { deepest..=deepest } {
            let moves = self.look(position, depth, &drawn, &mut meter);
            if let Some(stop) = meter.stopped {
                let (nodes, time) = (meter.nodes, meter.time());
                let completed = known.map(|known| Analysis { nodes, time, stop, ..known });
                return completed.unwrap_or_else(|| answer(moves, 0, every, &meter));
            }
            let found = known.insert(answer(moves, depth, every, &meter));
            if found.stop == StopReason::Proven {
                break;
            }
            progress(found);
        }
        known.unwrap_or_else(|| answer(moves_at_sight(position), 0, every, &meter))
    }

    fn new_game(&mut self) {}
}
