//! Reviews a game: the value of each position, the better move if there was one, and the accuracy
//! of both sides.
//!
//! [`Review`] holds what is known so far. [`Review::run`] searches the positions with one engine,
//! which keeps its transposition table, in the passes of a [`ReviewPlan`].

mod carry;
mod json;
mod plan;

use std::time::{Duration, Instant};

use plateau_core::Player;
use plateau_games::{AnyEngine, AnyRecord, AnyVariant};
use plateau_search::{Analysis, Limits, StopReason, Unit, Value};

use crate::accuracy::game_accuracy;
use crate::runner::{SearchError, run_search};
use crate::value_text;
use crate::win_chance::{Annotation, SearchedValue, lost_chance};
use carry::{PlayedMove, SearchedMove, carry_forward};
pub use json::{LINE_SCHEMA, SCHEMA, accuracy_json, position_json, to_json};
use plan::Pass;
pub use plan::{ReviewPlan, Stage};

/// How often progress is reported at most, except at the end of a pass.
const REPORT_INTERVAL: Duration = Duration::from_millis(50);

/// A move of a game and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The number of moves played before it.
    pub ply: usize,
    /// The side that played it.
    pub side: Player,
    /// The move.
    pub mv: String,
    /// Its value for the side that played it.
    pub value: Value,
    /// The unit of that value.
    pub unit: Unit,
    /// The best move with its value and unit, if it was better.
    pub better: Option<(String, Value, Unit)>,
    /// How much of the win chance the move lost.
    pub lost: f64,
}

impl ReviewedMove {
    /// Returns the annotation of a mistake.
    pub fn annotation(&self) -> Option<Annotation> {
        Annotation::from_loss(self.lost)
    }

    /// Returns whether the move was a mistake, but no better one is known.
    fn lacks_better_move(&self) -> bool {
        self.annotation().is_some() && self.better.is_none()
    }

    /// Compares a move with the best one.
    fn new(ply: usize, side: Player, mv: &str, searched: &SearchedMove<'_>) -> Self {
        let SearchedMove { position, played, .. } = searched;
        let (line, best) = searched.best();
        let best_move = line.first();
        let is_best = best_move.is_some_and(|best| best == mv);
        // Something better may be proven to exist, even if no search found it.
        let lost = if position.is_proven_better(played) {
            lost_chance(position, played)
        } else if is_best {
            0.0
        } else {
            lost_chance(&best, played)
        };
        let is_better = !is_best && (best.is_proven_better(played) || best.seems_better(played));
        Self {
            ply,
            side,
            mv: mv.to_owned(),
            value: played.value,
            unit: played.unit,
            better: best_move.filter(|_| is_better).map(|mv| (mv.clone(), best.value, best.unit)),
            lost,
        }
    }
}

/// A position of a game with its value and the move that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedPosition {
    /// The side to move.
    pub turn: Player,
    /// The value for the side to move.
    pub value: SearchedValue,
    /// The principal variation; empty if the game is over, and where the move played was a mistake but
    /// no search has found a better one.
    pub line: Vec<String>,
    /// The move that was played; `None` in the last position.
    pub played: Option<ReviewedMove>,
}

/// A game and what is known about its positions.
#[derive(Debug)]
pub struct Review {
    record: Box<dyn AnyRecord>,
    moves: Vec<PlayedMove>,
    /// The side to move in the last position.
    last_turn: Player,
    /// What the searches found. The first pass begins with the last position, so the known ones are
    /// at the end.
    analyses: Vec<Option<Analysis<String>>>,
    positions: Vec<Option<ReviewedPosition>>,
    /// Whether a stop flag ended the review.
    is_stopped: bool,
    /// Whether every position was searched as long as planned.
    is_complete: bool,
}

impl Review {
    /// Starts the review of a game. A result that was declared doesn't count: a resignation or a lost
    /// clock says nothing about the last move.
    pub fn new(variant: &dyn AnyVariant, record: &dyn AnyRecord) -> Self {
        let mut record = record.boxed_clone();
        record.reopen();
        let moves = record.moves().into_iter().map(|mv| PlayedMove { mv, is_only_move: false });
        let moves: Vec<_> = moves.collect();
        let mut analyses = vec![None; moves.len() + 1];
        let finished = value_text::finished(variant, record.as_ref()).map(|finished| finished.analysis);
        analyses[moves.len()] = finished;
        let positions = vec![None; moves.len() + 1];
        let last_turn = record.turn();
        Self { record, moves, last_turn, analyses, positions, is_stopped: false, is_complete: false }
    }

    /// Returns the game, without a declared result.
    pub fn record(&self) -> &dyn AnyRecord {
        self.record.as_ref()
    }

    /// Returns what is known about each position, from the first to the last.
    pub fn positions(&self) -> &[Option<ReviewedPosition>] {
        &self.positions
    }

    /// Returns the reviewed moves in their order. While the first pass runs, or after it was stopped,
    /// the first ones are missing.
    pub fn moves(&self) -> impl Iterator<Item = &ReviewedMove> {
        self.positions.iter().flatten().filter_map(|position| position.played.as_ref())
    }

    /// Returns whether a stop flag ended the review.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Returns whether every position was searched as long as planned.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns the accuracy of both sides in percent, once all positions have a value.
    pub fn accuracy(&self) -> Option<[Option<f64>; 2]> {
        let chance = |position: &ReviewedPosition| match position.turn {
            Player::First => position.value.chance(),
            Player::Second => 1.0 - position.value.chance(),
        };
        let chances: Option<Vec<f64>> =
            self.positions.iter().map(|position| position.as_ref().map(chance)).collect();
        let losses: Vec<_> = self.moves().map(|reviewed| (reviewed.side, reviewed.lost)).collect();
        Some(game_accuracy(&chances?, &losses))
    }

    /// Searches the positions. Reports to `on_progress` which positions are judged anew.
    ///
    /// The first pass searches the last position first: what an engine remembers of later positions
    /// makes the values of earlier ones better. What one search proves then holds for the positions
    /// before and after it too, so that the values of a game agree with each other. Later passes
    /// begin where the most seems to be lost, and leave out what is proven.
    pub fn run(
        &mut self,
        engine: &mut dyn AnyEngine,
        plan: &ReviewPlan,
        on_progress: &mut dyn FnMut(&Self, ReviewProgress<'_>),
    ) -> Result<(), SearchError> {
        let passes = plan.passes();
        for (number, pass) in passes.iter().enumerate() {
            if number > 0 && plan.finish_early.is_raised() {
                return Ok(());
            }
            let share = |done: f64| (number as f64 + done) / passes.len() as f64;
            self.run_pass(engine, plan, pass, &mut |review, changed, done| {
                on_progress(review, ReviewProgress { changed, stage: pass.stage, share: share(done) });
            })?;
            if self.is_stopped {
                return Ok(());
            }
        }
        if let Some(pass) = passes.last() {
            self.find_better_moves(engine, plan, pass, on_progress)?;
        }
        self.is_complete = !plan.finish_early.is_raised() || self.open_positions().is_empty();
        Ok(())
    }

    fn run_pass(
        &mut self,
        engine: &mut dyn AnyEngine,
        plan: &ReviewPlan,
        pass: &Pass,
        on_progress: &mut dyn FnMut(&Self, &[usize], f64),
    ) -> Result<(), SearchError> {
        let open = self.open_positions();
        // A forced move needs a value, too: that of the move before depends on it.
        let limits = Limits { search_forced: true, ..pass.limits(open.len(), &plan.stop) };
        let mut reported = Instant::now();
        for (done, &ply) in open.iter().enumerate() {
            if pass.stage == Stage::Deep && plan.finish_early.is_raised() {
                break;
            }
            if !self.is_open(ply) {
                continue;
            }
            if !self.search(engine, ply, &limits)? {
                self.is_stopped = true;
                break;
            }
            if reported.elapsed() >= REPORT_INTERVAL {
                let changed = self.judge();
                on_progress(self, &changed, (done + 1) as f64 / open.len() as f64);
                reported = Instant::now();
            }
        }
        let changed = self.judge();
        on_progress(self, &changed, 1.0);
        Ok(())
    }

    /// Searches the positions once more, all moves compared, in which a mistake is proven but no better
    /// move is known: what refuted the move was found after the search of its position.
    fn find_better_moves(
        &mut self,
        engine: &mut dyn AnyEngine,
        plan: &ReviewPlan,
        pass: &Pass,
        on_progress: &mut dyn FnMut(&Self, ReviewProgress<'_>),
    ) -> Result<(), SearchError> {
        let unknown: Vec<usize> =
            self.moves().filter(|played| played.lacks_better_move()).map(|played| played.ply).collect();
        if unknown.is_empty() {
            return Ok(());
        }
        let limits =
            Limits { search_forced: true, multi_pv: true, ..pass.limits(self.analyses.len(), &plan.stop) };
        for ply in unknown {
            if !self.search(engine, ply, &limits)? {
                self.is_stopped = true;
                break;
            }
        }
        let changed = self.judge();
        on_progress(self, ReviewProgress { changed: &changed, stage: pass.stage, share: 1.0 });
        Ok(())
    }

    /// Returns the positions that need a search: where the most seems to be lost first, then the last
    /// one first.
    fn open_positions(&self) -> Vec<usize> {
        let lost_by = |ply: usize| {
            let position = self.positions.get(ply).and_then(Option::as_ref);
            position.and_then(|position| position.played.as_ref()).map_or(0.0, |played| played.lost)
        };
        // A position also says what the move before it was worth.
        let lost_at = |ply: usize| ply.checked_sub(1).map_or(0.0, lost_by).max(lost_by(ply));
        let mut open: Vec<usize> = (0..self.analyses.len()).rev().filter(|&ply| self.is_open(ply)).collect();
        open.sort_by(|&a, &b| lost_at(b).total_cmp(&lost_at(a)));
        open
    }

    /// Returns whether more search can change the value of a position.
    fn is_open(&self, ply: usize) -> bool {
        self.analyses[ply].as_ref().is_none_or(|analysis| {
            !matches!(analysis.stop, StopReason::Proven | StopReason::Finished) && !analysis.value.is_exact()
        })
    }

    /// Searches a position. Returns false if the search was stopped.
    fn search(
        &mut self,
        engine: &mut dyn AnyEngine,
        ply: usize,
        limits: &Limits,
    ) -> Result<bool, SearchError> {
        let record = self.record.at_ply(ply);
        if let Some(played) = self.moves.get_mut(ply) {
            played.is_only_move = record.legal_moves().len() == 1;
        }
        let mut analysis = run_search(engine, record.as_ref(), limits, &mut |_| {})?.analysis;
        if analysis.stop == StopReason::Stopped {
            return Ok(false);
        }
        if let Some(earlier) = &self.analyses[ply] {
            let Value { lower, upper, .. } = earlier.value;
            analysis.value = analysis.value.within_bounds(lower, upper, analysis.unit);
        }
        self.analyses[ply] = Some(analysis);
        Ok(true)
    }

    /// Judges all positions by what the searches have found. Returns those that changed.
    fn judge(&mut self) -> Vec<usize> {
        let judged = self.judged_positions();
        let first = self.positions.len() - judged.len();
        let mut changed = Vec::new();
        for (ply, position) in (first..).zip(judged) {
            if self.positions[ply].as_ref() != Some(&position) {
                self.positions[ply] = Some(position);
                changed.push(ply);
            }
        }
        changed
    }

    /// Judges the positions from the first to the last one that has a value.
    fn judged_positions(&self) -> Vec<ReviewedPosition> {
        let (Some(last), count) = (self.analyses.last().and_then(Option::as_ref), self.moves.len()) else {
            return Vec::new();
        };
        let mut after = SearchedValue::new(last);
        let line = last.moves.first().map_or(Vec::new(), |best| best.pv.clone());
        let end = ReviewedPosition { turn: self.last_turn, value: after, line, played: None };
        let mut searched = Vec::new();
        for (played, analysis) in self.moves.iter().zip(&self.analyses).rev() {
            let Some(analysis) = analysis else { break };
            let next = SearchedMove::new(played, analysis, &after);
            after = next.position;
            searched.push(next);
        }
        searched.reverse();
        carry_forward(&mut searched);
        let first = count - searched.len();
        let positions = (first..).zip(&searched).map(|(ply, searched)| {
            let turn = if (count - ply).is_multiple_of(2) { self.last_turn } else { self.last_turn.other() };
            let played = ReviewedMove::new(ply, turn, &self.moves[ply].mv, searched);
            let line = if played.lacks_better_move() { &[] } else { searched.best().0 };
            ReviewedPosition { turn, value: searched.position, line: line.to_vec(), played: Some(played) }
        });
        positions.chain([end]).collect()
    }
}

/// The progress of a review.
#[derive(Clone, Copy, Debug)]
pub struct ReviewProgress<'r> {
    /// The positions that were judged anew, by ply.
    pub changed: &'r [usize],
    /// How thorough the judgement is.
    pub stage: Stage,
    /// How much of the review is done, from 0 to 1.
    pub share: f64,
}

#[cfg(test)]
mod tests;
