//! Proof-number search as an engine: who wins, proven by two df-pn searches.

mod dfpn;
mod table;

use std::cmp::Reverse;
use std::marker::PhantomData;
use std::sync::Arc;

use plateau_core::{Objective, Player, Position};
use rustc_hash::FxHashSet;

use crate::engine::{Analysis, Engine, GamePosition, MoveValue, Progress};
use crate::insertion_sort::insertion_sort_by_key;
use crate::limits::{Limits, StopReason};
use crate::move_values::{unsearched_moves, value_of_position};
use crate::node_counter::NodeCounter;
use crate::repetition::repetition_draws;
use crate::score::{Score, Unit, Value};
use crate::time::{Clock, SystemClock};

use dfpn::{Dfpn, NodeResult};
use table::ProofTable;

/// The settings of proof-number search.
#[derive(Clone, Debug)]
pub struct ProofSettings {
    /// Size of the table in megabytes.
    pub hash_mb: usize,
    /// Node limit of a search in a cyclic game that has neither a node nor a time
    /// limit: with repetitions it might never end.
    pub cyclic_node_limit: u64,
}

impl Default for ProofSettings {
    fn default() -> Self {
        Self { hash_mb: 64, cyclic_node_limit: 20_000_000 }
    }
}

/// The proof-number search engine of one game.
///
/// It searches for a win of the side to move and, failing that, for a win of the
/// opponent; if both are disproven, the game is a draw. It proves who wins: the
/// length of a win is an upper bound, and of a margin only the sign is known.
pub struct ProofNumberSearch<P> {
    settings: ProofSettings,
    table: ProofTable,
    clock: Option<Arc<dyn Clock>>,
    game: PhantomData<fn(P)>,
}

impl<P: Position> ProofNumberSearch<P> {
    /// Creates an engine with an empty table.
    pub fn new(settings: ProofSettings) -> Self {
        let table = ProofTable::new(settings.hash_mb);
        Self { settings, table, clock: None, game: PhantomData }
    }

    /// Uses this clock instead of the system's.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Returns the size of the table in bytes.
    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }
}

/// The state shared by the df-pn searches of an analysis.
struct Search<'s, 'm> {
    table: &'s mut ProofTable,
    counter: NodeCounter<'m>,
    repetition_draws: FxHashSet<u64>,
    max_depth: Option<u32>,
}

impl<'m> Search<'_, 'm> {
    fn dfpn<P: Position>(&mut self, player: Player) -> Dfpn<'_, 'm, P> {
        Dfpn::new(player, self.table, &mut self.counter, &self.repetition_draws, self.max_depth)
    }

    /// Searches for a win of a player. Returns the result and the index of the
    /// best move of the side to move.
    fn search_win<P: Position>(&mut self, position: &P, player: Player) -> (NodeResult, usize) {
        let mut dfpn = self.dfpn(player);
        let result = dfpn.search(position);
        (result, dfpn.best)
    }

    /// Returns the proven value of a position and the index of its best move.
    fn solve<P: Position>(&mut self, position: &P) -> (Value, usize) {
        let mut value = Value::unproven(Score::DRAW);
        let turn = position.turn();
        let (result, mut best) = self.search_win(position, turn);
        if result.is_certain() {
            if result.numbers.phi == 0 {
                value.lower = win_score::<P>(result.numbers.plies);
                return (close_bounds::<P>(value), best);
            }
            value.upper = Score::DRAW;
        }
        if self.counter.stopped.is_none() {
            let (result, other) = self.search_win(position, turn.other());
            if result.is_certain() {
                best = other;
                if result.numbers.phi == 0 {
                    value.lower = Score::DRAW;
                } else {
                    value.upper = -win_score::<P>(result.numbers.plies);
                }
            }
        }
        (close_bounds::<P>(value), best)
    }

    /// Returns the proven value of a move, from separate searches.
    fn solve_move<P: Position>(&mut self, position: &P, mv: P::Move) -> MoveValue<P::Move> {
        let after = position.after(mv);
        let value = if let Some(outcome) = after.outcome() {
            Value::exact(Score::from_outcome::<P>(outcome, after.turn()))
        } else if self.repetition_draws.contains(&after.key()) {
            Value::exact(Score::DRAW)
        } else {
            self.solve(&after).0
        };
        let value = value.for_parent();
        MoveValue { mv, value: close_bounds::<P>(open_bounds(value)), pv: self.pv(position, mv, value) }
    }

    /// Returns a move and, if it decides the game, the proof's principal variation
    /// after it.
    fn pv<P: Position>(&mut self, position: &P, mv: P::Move, value: Value) -> Vec<P::Move> {
        let mut pv = vec![mv];
        let winner = if value.lower > Score::DRAW {
            position.turn()
        } else if value.upper < Score::DRAW {
            position.turn().other()
        } else {
            return pv;
        };
        let mut current = position.after(mv);
        let decided = if winner == position.turn() { value.lower } else { value.upper };
        // Entries of the proof may have been replaced by others with more plies; the
        // variation must not be longer than the proven distance.
        let max_len = decided.plies().map_or(usize::MAX, |plies| plies as usize);
        while pv.len() < max_len {
            let dfpn = self.dfpn(winner);
            let is_winner = current.turn() == winner;
            // The winner takes the shortest win, the loser the longest defence.
            let proven = current.legal_moves().filter_map(|mv| {
                let numbers = dfpn.result_before_search(&current.after(mv)).numbers;
                let is_in_proof = if is_winner { numbers.delta == 0 } else { numbers.phi == 0 };
                let plies = i32::from(numbers.plies);
                is_in_proof.then_some((if is_winner { plies } else { -plies }, mv))
            });
            let Some((_, mv)) = proven.min() else { break };
            pv.push(mv);
            current = current.after(mv);
        }
        pv
    }
}

/// Returns the smallest score of a win within `plies`.
fn win_score<P: Position>(plies: u16) -> Score {
    match P::OBJECTIVE {
        Objective::Distance => Score::win_in(plies.into()),
        Objective::Margin => Score::estimate(Score::UNIT),
    }
}

/// Closes the other bound of a win or loss in one: an unfinished game cannot end
/// sooner. (It may be lost in one, by a move that ends it.) The estimate becomes
/// the proven result.
fn close_bounds<P: Position>(value: Value) -> Value {
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

/// Restores open bounds after [`Value::for_parent`], which moves them by a ply.
fn open_bounds(value: Value) -> Value {
    let lower = if value.lower <= Score::loss_in(1) { Score::LOWEST } else { value.lower };
    let upper = if value.upper > Score::win_in(1) { Score::HIGHEST } else { value.upper };
    Value { lower, upper, ..value }
}

/// Returns whether win, loss or draw is proven.
fn is_decided(value: &Value) -> bool {
    value.is_exact() || value.lower > Score::DRAW || value.upper < Score::DRAW
}

impl<P: Position> Engine<P> for ProofNumberSearch<P> {
    fn search_position(
        &mut self,
        game: &GamePosition<P>,
        limits: &Limits,
        progress: Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let position = game.position();
        let mut limits = limits.clone();
        if P::CYCLIC && limits.time.is_none() {
            limits.nodes = limits.nodes.or(Some(self.settings.cyclic_node_limit));
        }
        let clock = self.clock.clone().unwrap_or_else(|| Arc::new(SystemClock::start()));
        // Results may depend on the game history, which differs between searches.
        self.table.clear();
        let mut search = Search {
            table: &mut self.table,
            counter: NodeCounter::new(&limits, &*clock),
            repetition_draws: repetition_draws(game),
            max_depth: limits.depth,
        };
        search.counter.poll();
        let mut moves = unsearched_moves(position);
        let is_forced = limits.skips_search(moves.len());
        if search.counter.stopped.is_none() && !is_forced {
            if limits.multi_pv {
                moves = position.legal_moves().map(|mv| search.solve_move(position, mv)).collect();
            } else {
                let (value, best) = search.solve(position);
                let mv = moves[best].mv;
                let pv = search.pv(position, mv, value);
                moves = vec![MoveValue { mv, value, pv }];
            }
        }
        insertion_sort_by_key(&mut moves, |mv| Reverse((mv.value.estimate, mv.value.lower)));
        let value = close_bounds::<P>(value_of_position::<P>(&moves));
        let stop = match search.counter.stopped {
            _ if moves.iter().all(|mv| is_decided(&mv.value)) => StopReason::Proven,
            Some(reason) => reason,
            None if is_forced => StopReason::Forced,
            None => StopReason::Depth,
        };
        if !limits.multi_pv {
            moves.truncate(1);
        }
        let depth = moves.first().map_or(0, |best| best.pv.len() as u32);
        let (nodes, time) = (search.counter.nodes, search.counter.elapsed());
        let analysis = Analysis { moves, value, depth, nodes, time, stop, unit: Unit::Pieces };
        progress(&analysis);
        analysis
    }

    fn new_game(&mut self) {
        self.table.clear();
    }
}
