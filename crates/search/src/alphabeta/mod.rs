//! The engine: iterative deepening over principal-variation search with a
//! transposition table, on one or more threads.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering as Atomic};

use plateau_core::hash::mix2;
use plateau_core::{Outcome, Position};

use crate::busy::Busy;
use crate::clock::{Clock, SystemClock};
use crate::engine::{Analysis, Engine, GamePosition, MoveValue, Progress};
use crate::evaluator::Evaluator;
use crate::history::{drawn_again, is_drawn};
use crate::limits::{Limits, StopReason};
use crate::ordering::Ordering;
use crate::root::{Root, root_of};
use crate::score::{Score, Unit, Value};
use crate::solver::value_of_all;
use crate::table::{Bound, TranspositionTable};
use crate::worker::{Shared, Worker};

/// No game needs a deeper search.
const DEEPEST: u32 = 1_000;

/// How the engine searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Megabytes of the transposition table.
    pub hash_mb: usize,
    /// Threads.
    pub threads: usize,
    /// Whether late moves are first searched less deep.
    pub reductions: bool,
    /// Whether moves may be left out: those that the evaluator thinks do not
    /// matter at this depth, and images of others in a symmetric position.
    pub selective: bool,
    /// Whether the table is believed at equal depth alone, so that a search to
    /// a depth finds the same as plain negamax: for tests.
    pub same_depth_only: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { hash_mb: 64, threads: 1, reductions: true, selective: true, same_depth_only: false }
    }
}

impl Settings {
    /// What a search to a depth must have to find the same as plain negamax.
    pub fn plain() -> Self {
        Self { hash_mb: 1, reductions: false, selective: false, same_depth_only: true, ..Self::default() }
    }

    /// By how many plies a late move's first search is less deep.
    #[inline]
    pub(crate) fn reduction(&self, depth: u32, number: usize) -> u32 {
        if !self.reductions || depth < 3 || number < 4 {
            return 0;
        }
        if depth > 6 && number > 12 { 2 } else { 1 }
    }
}

/// Alpha-beta search of one game with one evaluator.
pub struct AlphaBeta<P, E> {
    evaluator: E,
    settings: Settings,
    table: TranspositionTable,
    orderings: Vec<Ordering>,
    clock: Option<Arc<dyn Clock>>,
    game: PhantomData<fn(P)>,
}

impl<P: Position, E: Evaluator<P>> AlphaBeta<P, E> {
    /// An engine with an empty table.
    pub fn new(evaluator: E, settings: Settings) -> Self {
        let table = TranspositionTable::new(settings.hash_mb);
        let orderings = vec![Ordering::new::<P>(); settings.threads.max(1)];
        Self { evaluator, settings, table, orderings, clock: None, game: PhantomData }
    }

    /// The same engine with a clock of the caller's.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// The transposition table.
    pub fn table(&self) -> &TranspositionTable {
        &self.table
    }
}

impl<P: Position, E: Evaluator<P>> Engine<P> for AlphaBeta<P, E> {
    fn analyse(
        &mut self,
        line: &GamePosition<P>,
        limits: &Limits,
        progress: Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let position = line.position();
        if position.legal_moves().len() == 0 {
            let outcome = position.outcome().unwrap_or(Outcome::Draw);
            return Analysis::finished(Score::of_outcome::<P>(outcome, position.turn()));
        }
        if is_drawn(line) {
            return Analysis::finished(Score::of_outcome::<P>(Outcome::Draw, position.turn()));
        }
        let drawn = drawn_again(line);
        self.table.next_search();
        for ordering in &mut self.orderings {
            ordering.next_search();
        }
        let clock = self.clock.clone().unwrap_or_else(|| Arc::new(SystemClock::start()));
        let shared = Shared {
            evaluator: &self.evaluator,
            table: &self.table,
            settings: &self.settings,
            limits,
            clock: &*clock,
            begin: clock.now(),
            drawn: &drawn,
            salt: drawn.iter().fold(0, |salt, &key| salt ^ mix2(key, 1)),
            halt: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            busy: (self.settings.threads > 1).then(Busy::new),
            iteration: AtomicU32::new(0),
        };
        let Some((main, helpers)) = self.orderings.split_first_mut() else {
            unreachable!("one thread at least")
        };
        std::thread::scope(|scope| {
            for ordering in helpers {
                let shared = &shared;
                scope.spawn(move || help(shared, ordering, position));
            }
            let analysis = deepen(&shared, main, position, progress);
            shared.halt.store(true, Atomic::Relaxed);
            analysis
        })
    }

    fn new_game(&mut self) {
        self.table.clear();
        for ordering in &mut self.orderings {
            *ordering = Ordering::new::<P>();
        }
    }
}

/// The thread that answers: deeper and deeper until a limit.
fn deepen<P: Position, E: Evaluator<P>>(
    shared: &Shared<'_, E>,
    ordering: &mut Ordering,
    position: &P,
    progress: Progress<'_, P::Move>,
) -> Analysis<P::Move> {
    let limits = shared.limits;
    let mut worker = Worker::new(shared, ordering);
    let mut root = root_of(&worker, position);
    let mut completed = 0;
    let forced = limits.skips_search(root.moves.len());
    let deepest = limits.depth.unwrap_or(DEEPEST).min(DEEPEST);
    let mut stop = StopReason::Depth;
    // No limit is so tight that a win in one is passed over.
    let win = Value::exact(Score::win_in(1));
    if let Some(wins) = root.moves.iter().position(|seen| seen.value == win) {
        root.moves[..=wins].rotate_right(1);
        if !limits.multi_pv {
            let answered = answer(shared, &worker, &root, 1, StopReason::Proven);
            progress(&answered);
            return answered;
        }
    }
    for depth in depths::<P, E>(limits, deepest) {
        shared.iteration.store(depth, Atomic::Relaxed);
        if !root.iterate(&mut worker, depth, limits.multi_pv) {
            stop = worker.stopped.unwrap_or(StopReason::Stopped);
            break;
        }
        completed = depth;
        let answered = answer(shared, &worker, &root, completed, stop);
        progress(&answered);
        if answered.moves.iter().all(|best| best.value.is_exact()) {
            stop = StopReason::Proven;
            break;
        }
        if forced {
            stop = StopReason::Forced;
            break;
        }
        let soft = limits.time.map(|budget| budget.soft);
        if soft.is_some_and(|soft| shared.clock.now().saturating_sub(shared.begin) >= soft) {
            stop = StopReason::Time;
            break;
        }
    }
    answer(shared, &worker, &root, completed, stop)
}

/// The depths of the iterations. Estimates swing between leaves of one side and of
/// the other, so a search to a given depth goes there by twos: what it learns on
/// the way fits better, and half of the iterations are saved. Where no move is
/// reduced an iteration costs more than it teaches, and it goes by fours. One that
/// may have to end at any moment takes every depth.
fn depths<P: Position, E: Evaluator<P>>(limits: &Limits, deepest: u32) -> impl Iterator<Item = u32> {
    let only_depth = limits.depth.is_some() && limits.time.is_none() && limits.nodes.is_none();
    let step = match (only_depth, E::ALLOWS_LMR) {
        (false, _) => 1,
        (true, true) => 2,
        (true, false) => 4,
    };
    (deepest.saturating_sub(1) % step + 1..=deepest).step_by(step as usize)
}

/// What is known after an iteration.
fn answer<P: Position, E: Evaluator<P>>(
    shared: &Shared<'_, E>,
    worker: &Worker<'_, P, E>,
    root: &Root<'_, P>,
    depth: u32,
    stop: StopReason,
) -> Analysis<P::Move> {
    let wanted = if shared.limits.multi_pv { root.moves.len() } else { 1 };
    let moves: Vec<MoveValue<P::Move>> = root.moves[..wanted]
        .iter()
        .map(|best| MoveValue {
            mv: best.mv,
            value: best.value,
            line: if best.value.is_exact() {
                proven_line(shared.table, root.position, best)
            } else {
                best.line.clone()
            },
        })
        .collect();
    let untold = worker.nodes % crate::worker::NODES_BETWEEN_POLLS;
    Analysis {
        // The best move alone knows of the others that they are no better.
        value: if shared.limits.multi_pv { value_of_all::<P>(&moves) } else { moves[0].value },
        moves,
        depth,
        nodes: shared.nodes.load(Atomic::Relaxed) + untold,
        time: shared.clock.now().saturating_sub(shared.begin),
        stop,
        unit: Unit::Pieces,
    }
}

/// The longest line a proven move is known to follow: where the search took a
/// value from the table, the line goes on through positions of which the table
/// knows that they keep it.
fn proven_line<P: Position>(table: &TranspositionTable, root: &P, best: &MoveValue<P::Move>) -> Vec<P::Move> {
    let mut line = best.line.clone();
    let mut position = *root;
    let mut score = best.value.estimate;
    for &mv in &best.line {
        position.play_unchecked(mv);
        score = score.for_child();
    }
    let keeps = |position: &P, score: Score| match position.outcome() {
        Some(outcome) => Score::of_outcome::<P>(outcome, position.turn()) == score,
        None => table
            .get(position.key())
            .is_some_and(|entry| entry.proven && entry.bound == Bound::Exact && entry.score == score),
    };
    // A cyclic game may go round for ever.
    while !P::CYCLIC && position.outcome().is_none() {
        let next = position.legal_moves().find(|&mv| keeps(&position.after(mv), score.for_child()));
        let Some(mv) = next else { break };
        line.push(mv);
        position.play_unchecked(mv);
        score = score.for_child();
    }
    line
}

/// A helping thread: the same search, taking moves that no other thread is at,
/// so that the table fills with what the answering thread will ask.
fn help<P: Position, E: Evaluator<P>>(shared: &Shared<'_, E>, ordering: &mut Ordering, position: &P) {
    let mut worker = Worker::new(shared, ordering);
    let mut root = root_of(&worker, position);
    let deepest = shared.limits.depth.unwrap_or(DEEPEST).min(DEEPEST);
    let mut depth = 1;
    while depth <= deepest {
        worker.helps = Some(depth);
        let done = root.iterate(&mut worker, depth, shared.limits.multi_pv);
        let asked = shared.iteration.load(Atomic::Relaxed);
        if !done && (asked <= depth || worker.stopped != Some(StopReason::Stopped)) {
            break;
        }
        worker.stopped = None;
        depth = asked.max(depth + u32::from(done));
    }
}
