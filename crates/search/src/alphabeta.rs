//! The engine: iterative deepening over principal-variation search with a
//! transposition table, on one or more threads.

use std::collections::VecDeque;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering as Atomic};

use plateau_core::{Outcome, Position};

use crate::busy::Busy;
use crate::clock::{Clock, SystemClock};
use crate::engine::{Analysis, Engine, Line, MoveValue, Progress};
use crate::evaluator::Evaluator;
use crate::limits::{Limits, StopReason};
use crate::ordering::Ordering;
use crate::score::{Score, Value};
use crate::solver::moves_at_sight;
use crate::table::{Bound, Table};
use crate::worker::{Found, Shared, Worker};

/// No game needs a deeper search.
const DEEPEST: u32 = 1_000;

/// How the engine searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Megabytes of the transposition table.
    pub table: usize,
    /// Threads.
    pub threads: usize,
    /// Whether late moves are first searched less deep.
    pub reductions: bool,
    /// Whether moves may be left out: those that the evaluator thinks do not
    /// matter, and images of others in a symmetric position.
    pub selective: bool,
    /// Whether the table is believed at equal depth alone, so that a search to
    /// a depth finds the same as plain negamax: for tests.
    pub same_depth_only: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { table: 64, threads: 1, reductions: true, selective: true, same_depth_only: false }
    }
}

impl Settings {
    /// What a search to a depth must have to find the same as plain negamax.
    pub fn plain() -> Self {
        Self { table: 1, reductions: false, selective: false, same_depth_only: true, ..Self::default() }
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
    table: Table,
    orderings: Vec<Ordering>,
    clock: Option<Arc<dyn Clock>>,
    game: PhantomData<fn(P)>,
}

impl<P: Position, E: Evaluator<P>> AlphaBeta<P, E> {
    /// An engine with an empty table.
    pub fn new(evaluator: E, settings: Settings) -> Self {
        let table = Table::new(settings.table);
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
    pub fn table(&self) -> &Table {
        &self.table
    }
}

/// The moves of a root and what the last completed iteration said of them.
struct Root<'r, P: Position> {
    position: &'r P,
    moves: Vec<MoveValue<P::Move>>,
}

impl<P: Position> Root<'_, P> {
    /// Searches every move to a depth. Returns false, with the moves as they
    /// were, when it was stopped before the end.
    fn iterate<E: Evaluator<P>>(
        &mut self,
        worker: &mut Worker<'_, P, E>,
        depth: u32,
        every_move: bool,
    ) -> bool {
        let mut moves = self.moves.clone();
        let done = if every_move {
            self.every_move(worker, &mut moves, depth)
        } else {
            self.best_move(worker, &mut moves, depth)
        };
        if done {
            self.moves = moves;
        }
        done
    }

    /// Does something with each of the first `count` moves in turn; those that
    /// another thread is at come last. Returns false when it was stopped.
    fn in_turn<E: Evaluator<P>>(
        &self,
        worker: &mut Worker<'_, P, E>,
        moves: &mut [MoveValue<P::Move>],
        depth: u32,
        mut search: impl FnMut(&mut Worker<'_, P, E>, usize, &mut MoveValue<P::Move>),
    ) -> bool {
        let mut queue: VecDeque<usize> = (0..moves.len()).collect();
        let mut looks = 0;
        while let Some(i) = queue.pop_front() {
            let work = worker.work(self.position, moves[i].mv, depth);
            looks += 1;
            if i > 0 && looks <= moves.len() && worker.is_busy(work) {
                queue.push_back(i);
                continue;
            }
            worker.begin(work);
            search(worker, i, &mut moves[i]);
            worker.end(work);
            if worker.stopped.is_some() {
                return false;
            }
        }
        true
    }

    /// Every move with an open window, then the best first.
    fn every_move<E: Evaluator<P>>(
        &self,
        worker: &mut Worker<'_, P, E>,
        moves: &mut [MoveValue<P::Move>],
        depth: u32,
    ) -> bool {
        let done = self.in_turn(worker, moves, depth, |worker, _, root_move| {
            if root_move.value.is_exact() {
                return;
            }
            let found =
                worker.root_move(self.position, root_move.mv, depth, Score::LOWEST, Score::HIGHEST, true);
            root_move.value = value_of(found);
            root_move.line = line_of(root_move.mv, worker.child_line());
        });
        if done {
            moves.sort_by_key(|root_move| std::cmp::Reverse(root_move.value.estimate));
        }
        done
    }

    /// The best move alone: the others only show that they are no better.
    fn best_move<E: Evaluator<P>>(
        &self,
        worker: &mut Worker<'_, P, E>,
        moves: &mut [MoveValue<P::Move>],
        depth: u32,
    ) -> bool {
        let mut alpha = Score::LOWEST;
        let mut best = 0;
        let (count, mut all_proven) = worker.candidates(self.position, depth);
        let done = self.in_turn(worker, &mut moves[..count], depth, |worker, i, root_move| {
            let mv = root_move.mv;
            let above = Score::from_number(alpha.number() + 1);
            let mut found = Found::estimate(above);
            if i > 0 {
                found = worker.root_move(self.position, mv, depth, alpha, above, false);
            }
            if found.score > alpha && worker.stopped.is_none() {
                found = worker.root_move(self.position, mv, depth, alpha, Score::HIGHEST, true);
            }
            all_proven &= found.proven;
            if found.score > alpha {
                alpha = found.score;
                best = i;
                root_move.line = line_of(mv, worker.child_line());
                root_move.value = value_of(found);
            }
        });
        // The best move is as good as it looks only if no other is better.
        if !all_proven && moves[best].value.is_exact() {
            moves[best].value.upper = Score::HIGHEST;
        }
        moves[..=best].rotate_right(1);
        done
    }
}

/// A root move's value from a search with an open window.
fn value_of(found: Found) -> Value {
    if found.proven {
        return Value::exact(found.score);
    }
    let guess = Value::guess(found.score);
    // A forced win that was found is there, if perhaps not the nearest.
    if found.score.is_win() { Value { lower: found.score, ..guess } } else { guess }
}

fn line_of<M: Copy>(first: M, rest: &[M]) -> Vec<M> {
    let mut line = vec![first];
    line.extend_from_slice(rest);
    line
}

impl<P: Position, E: Evaluator<P>> Engine<P> for AlphaBeta<P, E> {
    fn analyse(
        &mut self,
        line: &Line<P>,
        limits: &Limits,
        progress: Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let position = line.position();
        if position.legal_moves().len() == 0 {
            let outcome = position.outcome().unwrap_or(Outcome::Draw);
            return Analysis::finished(Score::of_outcome::<P>(outcome, position.turn()));
        }
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
            before: line.before(),
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

    fn forget(&mut self) {
        self.table.clear();
        for ordering in &mut self.orderings {
            *ordering = Ordering::new::<P>();
        }
    }
}

/// The moves of a position, the most promising first, with what is seen of them
/// at once.
fn root_of<'r, P: Position, E: Evaluator<P>>(worker: &Worker<'_, P, E>, position: &'r P) -> Root<'r, P> {
    let mut moves = moves_at_sight(position);
    let order = worker.root_moves(position);
    moves.sort_by_key(|seen| order.iter().position(|&mv| mv == seen.mv));
    Root { position, moves }
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
    let forced = root.moves.len() == 1 && limits.time.is_some() && !limits.every_move;
    let deepest = limits.depth.unwrap_or(DEEPEST).min(DEEPEST);
    let mut stop = StopReason::Depth;
    // No limit is so tight that a win in one is passed over.
    let win = Value::exact(Score::win_in(1));
    if let Some(wins) = root.moves.iter().position(|seen| seen.value == win) {
        root.moves[..=wins].rotate_right(1);
        if !limits.every_move {
            let answered = answer(shared, &worker, &root, 1, StopReason::Proven);
            progress(&answered);
            return answered;
        }
    }
    for depth in 1..=deepest {
        shared.iteration.store(depth, Atomic::Relaxed);
        if !root.iterate(&mut worker, depth, limits.every_move) {
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

/// What is known after an iteration.
fn answer<P: Position, E: Evaluator<P>>(
    shared: &Shared<'_, E>,
    worker: &Worker<'_, P, E>,
    root: &Root<'_, P>,
    depth: u32,
    stop: StopReason,
) -> Analysis<P::Move> {
    let wanted = if shared.limits.every_move { root.moves.len() } else { 1 };
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
        value: value_of_all(&moves, shared.limits.every_move),
        moves,
        depth,
        nodes: shared.nodes.load(Atomic::Relaxed) + untold,
        time: shared.clock.now().saturating_sub(shared.begin),
        stop,
    }
}

/// The longest line a proven move is known to follow: where the search took a
/// value from the table, the line goes on through positions of which the table
/// knows that they keep it.
fn proven_line<P: Position>(table: &Table, root: &P, best: &MoveValue<P::Move>) -> Vec<P::Move> {
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

/// The value of a position from its moves.
fn value_of_all<M>(moves: &[MoveValue<M>], every_move: bool) -> Value {
    let Some(best) = moves.first() else { return Value::guess(Score::DRAW) };
    if !every_move {
        return best.value;
    }
    let lower = moves.iter().map(|mv| mv.value.lower).max().unwrap_or(Score::LOWEST);
    let upper = moves.iter().map(|mv| mv.value.upper).max().unwrap_or(Score::HIGHEST);
    Value { lower, upper, estimate: best.value.estimate.clamp(lower, upper) }
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
        let done = root.iterate(&mut worker, depth, shared.limits.every_move);
        let asked = shared.iteration.load(Atomic::Relaxed);
        if !done && (asked <= depth || worker.stopped != Some(StopReason::Stopped)) {
            break;
        }
        worker.stopped = None;
        depth = asked.max(depth + u32::from(done));
    }
}
