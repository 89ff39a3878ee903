//! Proof-number search as an engine: two questions settle who wins.

use std::sync::Arc;

use plateau_core::{Objective, Outcome, Player, Position};
use rustc_hash::FxHashSet;

use crate::clock::{Clock, SystemClock};
use crate::dfpn::{Found, Question};
use crate::engine::{Analysis, Engine, GamePosition, MoveValue, Progress};
use crate::history::{Meter, drawn_again, is_drawn};
use crate::limits::{Limits, StopReason};
use crate::proof_table::ProofTable;
use crate::score::{Score, Unit, Value};
use crate::solver::{moves_at_sight, value_of_all};

/// How proofs are sought.
#[derive(Clone, Debug)]
pub struct ProofSettings {
    /// Megabytes of the table.
    pub hash_mb: usize,
    /// The most nodes of a search in a cyclic game that has no limit: going
    /// round may keep it from ever ending.
    pub nodes: u64,
}

impl Default for ProofSettings {
    fn default() -> Self {
        Self { hash_mb: 64, nodes: 20_000_000 }
    }
}

/// Proof-number search of one game.
///
/// It asks whether the side to move wins and, if not, whether the other does;
/// if neither, the game is a draw. What it proves is who wins: a win is in at
/// most the plies it says, and of a margin only the sign is known.
pub struct Proof<P> {
    settings: ProofSettings,
    table: ProofTable,
    clock: Option<Arc<dyn Clock>>,
    game: std::marker::PhantomData<fn(P)>,
}

/// What all questions of an analysis share.
struct Search<'s, 'm> {
    table: &'s mut ProofTable,
    meter: Meter<'m>,
    draws: FxHashSet<u64>,
    depth: Option<u32>,
}

impl<P: Position> Proof<P> {
    /// An engine with an empty table.
    pub fn new(settings: ProofSettings) -> Self {
        let table = ProofTable::new(settings.hash_mb);
        Self { settings, table, clock: None, game: std::marker::PhantomData }
    }

    /// The same engine with a clock of the caller's.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// The bytes of the table.
    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }
}

impl Search<'_, '_> {
    /// Asks whether a player wins; the answer and the number of the move of
    /// the side to move that goes with it.
    fn ask<P: Position>(&mut self, position: &P, player: Player) -> (Found, usize) {
        let mut question = Question::new(player, self.table, &mut self.meter, &self.draws, self.depth);
        let found = question.ask(position);
        (found, question.best)
    }

    /// What can be proven of a position, and the number of its best move.
    fn judge<P: Position>(&mut self, position: &P) -> (Value, usize) {
        let mut value = Value::guess(Score::DRAW);
        let turn = position.turn();
        let (found, mut best) = self.ask(position, turn);
        if found.is_sure() {
            if found.effort.phi == 0 {
                value.lower = won::<P>(found.effort.plies);
                return (closed::<P>(value), best);
            }
            value.upper = Score::DRAW;
        }
        if self.meter.stopped.is_none() {
            let (found, other) = self.ask(position, turn.other());
            if found.is_sure() {
                best = other;
                if found.effort.phi == 0 {
                    value.lower = Score::DRAW;
                } else {
                    value.upper = -won::<P>(found.effort.plies);
                }
            }
        }
        (closed::<P>(value), best)
    }

    /// The value of a move, proven by questions of its own.
    fn judge_move<P: Position>(&mut self, position: &P, mv: P::Move) -> MoveValue<P::Move> {
        let after = position.after(mv);
        let value = if let Some(outcome) = after.outcome() {
            Value::exact(Score::of_outcome::<P>(outcome, after.turn()))
        } else if self.draws.contains(&after.key()) {
            Value::exact(Score::DRAW)
        } else {
            self.judge(&after).0
        };
        let value = value.for_parent();
        MoveValue { mv, value: closed::<P>(reopened(value)), line: self.line(position, mv, value) }
    }

    /// A move and the proof's line after it, if it decides the game.
    fn line<P: Position>(&mut self, position: &P, mv: P::Move, value: Value) -> Vec<P::Move> {
        let mut line = vec![mv];
        let winner = if value.lower > Score::DRAW {
            position.turn()
        } else if value.upper < Score::DRAW {
            position.turn().other()
        } else {
            return line;
        };
        let mut now = position.after(mv);
        let decided = if winner == position.turn() { value.lower } else { value.upper };
        // Only the proof that was found is told, not what the table forgot of
        // it and found again otherwise.
        let longest = decided.plies().map_or(usize::MAX, |plies| plies as usize);
        while line.len() < longest {
            let question = Question::new(winner, self.table, &mut self.meter, &self.draws, self.depth);
            let own = now.turn() == winner;
            // Of the moves in the proof, the shortest way or the longest defence.
            let proven = now.legal_moves().filter_map(|mv| {
                let effort = question.sight(&now.after(mv)).effort;
                let in_proof = if own { effort.delta == 0 } else { effort.phi == 0 };
                let plies = i32::from(effort.plies);
                in_proof.then_some((if own { plies } else { -plies }, mv))
            });
            let Some((_, mv)) = proven.min() else { break };
            line.push(mv);
            now = now.after(mv);
        }
        line
    }
}

/// The least that a won game is worth.
fn won<P: Position>(plies: u16) -> Score {
    match P::OBJECTIVE {
        Objective::Distance => Score::win_in(plies.into()),
        Objective::Margin => Score::estimate(Score::UNIT),
    }
}

/// The other bound where the rules give it: no game that goes on is over sooner
/// than in one ply. (It may be lost in one, by a move that ends it.)
fn closed<P: Position>(value: Value) -> Value {
    let mut value = value;
    if P::OBJECTIVE == Objective::Distance && value.lower == Score::win_in(1) {
        value.upper = value.lower;
    }
    if P::OBJECTIVE == Objective::Distance && value.upper == Score::loss_in(1) {
        value.lower = value.upper;
    }
    let estimate = if value.lower.is_win() { value.lower } else { Score::DRAW };
    Value { estimate: estimate.clamp(value.lower, value.upper), ..value }
}

/// An open bound stays open when it is seen from the parent.
fn reopened(value: Value) -> Value {
    let lower = if value.lower <= Score::loss_in(1) { Score::LOWEST } else { value.lower };
    let upper = if value.upper > Score::win_in(1) { Score::HIGHEST } else { value.upper };
    Value { lower, upper, ..value }
}

/// Whether it is known who wins.
fn is_settled(value: &Value) -> bool {
    value.is_exact() || value.lower > Score::DRAW || value.upper < Score::DRAW
}

impl<P: Position> Engine<P> for Proof<P> {
    fn analyse(
        &mut self,
        line: &GamePosition<P>,
        limits: &Limits,
        progress: Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let position = line.position();
        if let Some(outcome) = position.outcome() {
            return Analysis::finished(Score::of_outcome::<P>(outcome, position.turn()));
        }
        if is_drawn(line) {
            return Analysis::finished(Score::of_outcome::<P>(Outcome::Draw, position.turn()));
        }
        let mut limits = limits.clone();
        if P::CYCLIC && limits.time.is_none() {
            limits.nodes = limits.nodes.or(Some(self.settings.nodes));
        }
        let clock = self.clock.clone().unwrap_or_else(|| Arc::new(SystemClock::start()));
        // What holds under one history may not under another.
        self.table.clear();
        let meter = Meter::new(&limits, &*clock);
        let mut search =
            Search { table: &mut self.table, meter, draws: drawn_again(line), depth: limits.depth };
        search.meter.poll();
        let mut moves = moves_at_sight(position);
        let forced = limits.skips_search(moves.len());
        if search.meter.stopped.is_none() && !forced {
            if limits.multi_pv {
                moves = position.legal_moves().map(|mv| search.judge_move(position, mv)).collect();
            } else {
                let (value, best) = search.judge(position);
                let mv = moves[best].mv;
                let line = search.line(position, mv, value);
                moves = vec![MoveValue { mv, value, line }];
            }
        }
        moves.sort_by_key(|mv| std::cmp::Reverse((mv.value.estimate, mv.value.lower)));
        let value = closed::<P>(value_of_all::<P>(&moves));
        let stop = match search.meter.stopped {
            _ if moves.iter().all(|mv| is_settled(&mv.value)) => StopReason::Proven,
            Some(reason) => reason,
            None if forced => StopReason::Forced,
            None => StopReason::Depth,
        };
        if !limits.multi_pv {
            moves.truncate(1);
        }
        let depth = moves.first().map_or(0, |best| best.line.len() as u32);
        let (nodes, time) = (search.meter.nodes, search.meter.time());
        let answer = Analysis { moves, value, depth, nodes, time, stop, unit: Unit::Pieces };
        progress(&answer);
        answer
    }

    fn new_game(&mut self) {
        self.table.clear();
    }
}
