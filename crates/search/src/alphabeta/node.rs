//! One thread of the production search: principal-variation search to a depth.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering as Atomic};
use std::time::Duration;

use plateau_core::{Objective, Outcome, Position};
use rustc_hash::FxHashSet;

use crate::alphabeta::Settings;
use crate::busy::Busy;
use crate::clock::Clock;
use crate::evaluator::Evaluator;
use crate::limits::{Limits, StopReason};
use crate::ordering::{NO_MOVE, Ordering};
use crate::score::Score;
use crate::table::{Bound, Entry, TranspositionTable};

/// Time and flags are looked at once in so many nodes.
pub const NODES_BETWEEN_POLLS: u64 = 512;

/// The table is not asked about shallower searches: to look there takes as long
/// as to search again (a fifth of all time in Connect Four, with the same nodes).
const LEAST_REMEMBERED: u32 = 2;

/// The priority of the first move of a node if it is put off because another
/// thread is at it; less for each one after it. No other priority is so low.
const PUT_OFF: i32 = i32::MIN / 2;

/// The mark of the place where a move that was put off would have been.
const NOT_SEARCHED: i32 = i32::MIN;

/// Threads share out the moves of searches at least this deep.
const LEAST_SHARED: u32 = 4;

/// Moves are picked one by one up to here, and sorted from here on: most nodes
/// end at one of the first.
const PICKED: usize = 4;

/// So near the root, symmetric positions are looked for.
const SYMMETRIC_PLIES: usize = 4;

/// Keeps one of the moves from `begin` on that are images of each other because
/// the position is symmetric: they are equally good. Where positions come again,
/// those before need not be symmetric.
fn fold<P: Position>(position: &P, moves: &mut Vec<(i32, P::Move)>, begin: usize) {
    if P::CYCLIC {
        return;
    }
    for &symmetry in position.symmetries().iter().skip(1) {
        if position.transform(symmetry) != *position {
            continue;
        }
        for i in (begin..moves.len()).rev() {
            let image = position.transform_move(moves[i].1, symmetry);
            if image < moves[i].1 && moves[begin..].iter().any(|&(_, mv)| mv == image) {
                moves.remove(i);
            }
        }
    }
}

/// What all threads of a search share.
pub struct Shared<'s, E> {
    pub evaluator: &'s E,
    pub table: &'s TranspositionTable,
    pub settings: &'s Settings,
    pub limits: &'s Limits,
    pub clock: &'s dyn Clock,
    /// When the search began.
    pub begin: Duration,
    /// Keys of the positions that the game so far has made draws if they are met
    /// again.
    pub drawn: &'s FxHashSet<u64>,
    /// Told apart in the table by this: what holds with these draws need not hold
    /// with others.
    pub salt: u64,
    /// Tells every thread to end.
    pub halt: AtomicBool,
    /// Nodes of all threads, as far as they have told.
    pub nodes: AtomicU64,
    /// What the threads are at; none if there is only one.
    pub busy: Option<Busy>,
    /// The depth that the answering thread is at.
    pub iteration: AtomicU32,
}

/// What a search of a node found. The score is a bound as usual in alpha-beta:
/// at least the truth if not above alpha, at most if not below beta.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    pub score: Score,
    /// Whether that rests on finished games alone.
    pub proven: bool,
    /// The ply of the earliest position on the path that the score rests on
    /// because it came again; such a score holds only on this path.
    pub path: i32,
}

/// The score rests on no position of the path.
const NO_PATH: i32 = i32::MAX;
/// The score rests on a position before the root.
const HISTORY: i32 = -1;

impl Found {
    fn proven(score: Score) -> Self {
        Self { score, proven: true, path: NO_PATH }
    }

    pub fn estimate(score: Score) -> Self {
        Self { score, proven: false, path: NO_PATH }
    }

    fn for_parent(self) -> Self {
        Self { score: self.score.for_parent(), ..self }
    }
}

/// A node on its way: its place in the tree and the window.
#[derive(Clone, Copy)]
pub struct Place {
    pub depth: u32,
    pub ply: usize,
    pub alpha: Score,
    pub beta: Score,
    /// Whether the window is open: the node may lie on the best line.
    pub open: bool,
    /// The index of the move that led here.
    pub last: u16,
}

impl Place {
    /// The child to look at with this window, seen from the parent.
    fn child(self, mv: u16, alpha: Score, beta: Score, depth: u32, open: bool) -> Self {
        let ply = self.ply + 1;
        Self { depth, ply, alpha: beta.for_child(), beta: alpha.for_child(), open, last: mv }
    }
}

/// A thread's own part of a search.
pub struct Worker<'s, P: Position, E> {
    pub shared: &'s Shared<'s, E>,
    pub ordering: &'s mut Ordering,
    pub nodes: u64,
    /// Why this thread has to end.
    pub stopped: Option<StopReason>,
    /// The depth a helping thread works for: pointless once the answering
    /// thread is beyond it.
    pub helps: Option<u32>,
    /// The moves of all nodes on the path, each with its priority.
    moves: Vec<(i32, P::Move)>,
    /// The keys of the positions on the path.
    path: Vec<u64>,
    /// The best line from each ply of the path.
    lines: Vec<Vec<P::Move>>,
}

impl<'s, P: Position, E: Evaluator<P>> Worker<'s, P, E> {
    pub fn new(shared: &'s Shared<'s, E>, ordering: &'s mut Ordering) -> Self {
        Self {
            shared,
            ordering,
            nodes: 0,
            stopped: None,
            helps: None,
            moves: Vec::new(),
            path: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// The best line found from the root's child.
    pub fn child_line(&self) -> &[P::Move] {
        self.lines.get(1).map_or(&[], Vec::as_slice)
    }

    /// The moves of the root, the most promising first: those that a search
    /// of the best move alone looks at before those it leaves out.
    pub fn root_moves(&self, root: &P) -> Vec<P::Move> {
        let mut ranked = self.ranked(root, 1).0;
        ranked.sort_by_key(|(order_score, _)| std::cmp::Reverse(*order_score));
        let mut moves: Vec<P::Move> = ranked.into_iter().map(|(_, mv)| mv).collect();
        let rest: Vec<P::Move> = root.legal_moves().filter(|mv| !moves.contains(mv)).collect();
        moves.extend(rest);
        moves
    }

    /// The root's moves to search to a depth, and whether the others can't
    /// matter.
    pub fn candidates(&self, root: &P, depth: u32) -> (Vec<P::Move>, bool) {
        let (ranked, complete) = self.ranked(root, depth);
        (ranked.into_iter().map(|(_, mv)| mv).collect(), complete)
    }

    fn ranked(&self, root: &P, depth: u32) -> (Vec<(i32, P::Move)>, bool) {
        let Shared { evaluator, settings, .. } = self.shared;
        let state = evaluator.state(root);
        if evaluator.probe(root).is_some() {
            let moves = root.legal_moves().map(|mv| (evaluator.order_score(root, &state, mv), mv));
            return (moves.collect(), true);
        }
        let mut ranked = Vec::new();
        let depth = if settings.selective { depth } else { u32::MAX };
        let complete = evaluator
            .ordered_moves(root, &state, depth, &mut |mv, order_score| ranked.push((order_score, mv)));
        if settings.selective {
            fold(root, &mut ranked, 0);
        }
        (ranked, complete)
    }

    /// Searches the position after a move of the root with a window.
    pub fn root_move(
        &mut self,
        root: &P,
        mv: P::Move,
        depth: u32,
        alpha: Score,
        beta: Score,
        open: bool,
    ) -> Found {
        if P::CYCLIC {
            self.path.clear();
            self.path.push(root.key());
        }
        let evaluator = self.shared.evaluator;
        let child = root.after(mv);
        let state = evaluator.advance(&evaluator.state(root), root, mv, &child);
        let place = Place { depth, ply: 0, alpha, beta, open, last: NO_MOVE };
        let index = P::move_index(mv) as u16;
        self.node(&child, &state, place.child(index, alpha, beta, depth - 1, open)).for_parent()
    }

    /// Counts a node; whether the search must end.
    #[inline]
    fn must_stop(&mut self) -> bool {
        if self.shared.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.stopped = Some(StopReason::Nodes);
            return true;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_POLLS) {
            self.poll();
        }
        self.stopped.is_some()
    }

    fn poll(&mut self) {
        let shared = self.shared;
        shared.nodes.fetch_add(NODES_BETWEEN_POLLS, Atomic::Relaxed);
        let late = self.helps.is_some_and(|depth| depth < shared.iteration.load(Atomic::Relaxed));
        if shared.limits.nodes.is_some_and(|most| shared.nodes.load(Atomic::Relaxed) >= most) {
            self.stopped = Some(StopReason::Nodes);
        } else if late || shared.limits.stop.is_raised() || shared.halt.load(Atomic::Relaxed) {
            self.stopped = Some(StopReason::Stopped);
        } else if let Some(budget) = shared.limits.time
            && shared.clock.now().saturating_sub(shared.begin) >= budget.hard
        {
            self.stopped = Some(StopReason::Time);
        }
    }

    /// The ply at which a position on the path has this key.
    fn repeats(&self, key: u64) -> Option<i32> {
        match self.path.iter().rposition(|&other| other == key) {
            Some(ply) => Some(ply as i32),
            None => self.shared.drawn.contains(&key).then_some(HISTORY),
        }
    }

    fn line_mut(&mut self, ply: usize) -> &mut Vec<P::Move> {
        if self.lines.len() <= ply {
            self.lines.resize(ply + 1, Vec::new());
        }
        &mut self.lines[ply]
    }

    /// Finds the score of a node within its window: exact inside, a bound
    /// outside (fail-soft).
    fn node(&mut self, position: &P, state: &E::State, place: Place) -> Found {
        let Place { depth, ply, alpha, beta, open, .. } = place;
        if open {
            self.line_mut(ply).clear();
        }
        if self.must_stop() {
            return Found::estimate(Score::DRAW);
        }
        let moves = position.legal_moves();
        if moves.len() == 0 {
            let outcome = position.outcome().unwrap_or(Outcome::Draw);
            return Found::proven(Score::of_outcome::<P>(outcome, position.turn()));
        }
        if P::CYCLIC
            && let Some(ply) = self.repeats(position.key())
        {
            return Found { score: Score::DRAW, proven: false, path: ply };
        }
        if let Some(found) = self.known_bounds(position, alpha, beta) {
            return found;
        }
        if depth == 0 {
            return Found::estimate(Score::estimate(self.shared.evaluator.evaluate(position, state)));
        }
        let key = position.key();
        let remembered = depth >= LEAST_REMEMBERED;
        let table_key = if P::CYCLIC { key ^ self.shared.salt } else { key };
        let entry = if remembered { self.shared.table.get(table_key) } else { None };
        if let Some(found) = entry.and_then(|entry| self.use_entry(entry, place)) {
            return found;
        }
        let begin = self.moves.len();
        let table_move = entry.and_then(|entry| entry.best);
        let complete = self.ordered_moves(position, state, place, table_move);
        if P::CYCLIC {
            self.path.push(key);
        }
        let (found, best) = self.children(position, state, place, begin, complete);
        if P::CYCLIC {
            self.path.pop();
        }
        self.moves.truncate(begin);
        if remembered && self.stopped.is_none() && found.path >= ply as i32 {
            let bound = if found.score >= beta {
                Bound::Lower
            } else if found.score <= alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            let best = best.map(|mv| P::move_index(mv) as u16);
            let depth = depth.min(u32::from(u8::MAX)) as u8;
            self.shared
                .table
                .put(table_key, Entry { score: found.score, bound, depth, proven: found.proven, best });
        }
        Found { path: if found.path >= ply as i32 { NO_PATH } else { found.path }, ..found }
    }

    /// Lists the moves to search, each with its priority; whether all that
    /// matter are there.
    #[inline]
    fn ordered_moves(
        &mut self,
        position: &P,
        state: &E::State,
        place: Place,
        table_move: Option<u16>,
    ) -> bool {
        let Self { shared, ordering, moves, .. } = self;
        let depth = if shared.settings.selective { place.depth } else { u32::MAX };
        let context = ordering.context(position, place.last, table_move);
        let begin = moves.len();
        let complete = shared.evaluator.ordered_moves(position, state, depth, &mut |mv, order_score| {
            moves.push((context.priority(P::move_index(mv), order_score), mv));
        });
        if shared.settings.selective && place.ply < SYMMETRIC_PLIES {
            fold(position, moves, begin);
        }
        complete
    }

    /// What is known without search: a game that goes on is won or lost in one
    /// ply at the soonest (a move may lose at once), and the evaluator may know
    /// more.
    #[inline]
    fn known_bounds(&self, position: &P, alpha: Score, beta: Score) -> Option<Found> {
        if P::OBJECTIVE == Objective::Distance {
            if alpha >= Score::win_in(1) {
                return Some(Found::proven(Score::win_in(1)));
            }
            if beta <= Score::loss_in(1) {
                return Some(Found::proven(Score::loss_in(1)));
            }
        }
        let value = self.shared.evaluator.probe(position)?;
        if value.is_exact() || value.lower >= beta {
            return Some(Found::proven(value.lower));
        }
        (value.upper <= alpha).then_some(Found::proven(value.upper))
    }

    #[inline]
    fn use_entry(&self, entry: Entry, place: Place) -> Option<Found> {
        let deep_enough = if self.shared.settings.same_depth_only {
            u32::from(entry.depth) == place.depth
        } else {
            u32::from(entry.depth) >= place.depth || entry.proven
        };
        // On the best line only what is proven replaces a search, so that the
        // line can be told.
        if !deep_enough || (place.open && !entry.proven) {
            return None;
        }
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= place.beta,
            Bound::Upper => entry.score <= place.alpha,
        };
        decides.then_some(Found { score: entry.score, proven: entry.proven, path: NO_PATH })
    }

    /// Searches the moves from `begin` on.
    fn children(
        &mut self,
        position: &P,
        state: &E::State,
        place: Place,
        begin: usize,
        complete: bool,
    ) -> (Found, Option<P::Move>) {
        let mut best = Found { score: Score::LOWEST, proven: complete, path: NO_PATH };
        let mut best_move = None;
        let mut alpha = place.alpha;
        let end = self.moves.len();
        let mut next = begin;
        // Moves that are put off come again at the end.
        while next < self.moves.len() {
            let i = next;
            next += 1;
            let mv = self.pick(i, begin);
            let work = self.work(position, mv, place.depth);
            if i > begin && i < end && self.is_busy(work) {
                self.moves.push((PUT_OFF - (i - begin) as i32, mv));
                self.moves[i].0 = NOT_SEARCHED;
                continue;
            }
            let number = if i < end { i - begin } else { (PUT_OFF - self.moves[i].0) as usize };
            self.begin(work);
            let found = self.child(position, state, mv, Place { alpha, ..place }, number);
            self.end(work);
            if self.stopped.is_some() {
                break;
            }
            best.path = best.path.min(found.path);
            best.proven &= found.proven;
            if found.score > best.score {
                best.score = found.score;
                best_move = Some(mv);
            }
            if found.score > alpha {
                alpha = found.score;
                if place.open {
                    self.extend_line(place.ply, mv);
                }
            }
            if alpha >= place.beta {
                // One good answer is enough: the others need no proof.
                best.proven = found.proven;
                best.path = found.path;
                let searched = |&&(priority, _): &&(i32, P::Move)| priority != NOT_SEARCHED;
                let before = self.moves[begin..i].iter().filter(searched).map(|(_, mv)| *mv);
                self.ordering.reward(position, mv, place.last, place.depth, before);
                break;
            }
        }
        (best, best_move)
    }

    /// A name for the search of a move to a depth, where threads share work.
    #[inline]
    pub fn work(&self, position: &P, mv: P::Move, depth: u32) -> Option<u64> {
        let shared = depth >= LEAST_SHARED && self.shared.busy.is_some();
        shared.then(|| position.after(mv).key().wrapping_add(u64::from(depth)))
    }

    /// Whether another thread is at it.
    #[inline]
    pub fn is_busy(&self, work: Option<u64>) -> bool {
        work.zip(self.shared.busy.as_ref()).is_some_and(|(work, busy)| busy.has(work))
    }

    /// This thread begins it.
    #[inline]
    pub fn begin(&self, work: Option<u64>) {
        if let Some((work, busy)) = work.zip(self.shared.busy.as_ref()) {
            busy.begin(work);
        }
    }

    /// This thread has ended it.
    #[inline]
    pub fn end(&self, work: Option<u64>) {
        if let Some((work, busy)) = work.zip(self.shared.busy.as_ref()) {
            busy.end(work);
        }
    }

    /// The next move in order, brought to its place.
    #[inline]
    fn pick(&mut self, i: usize, begin: usize) -> P::Move {
        let rest = &mut self.moves[i..];
        if i - begin < PICKED {
            let mut best = 0;
            for j in 1..rest.len() {
                if rest[j].0 > rest[best].0 {
                    best = j;
                }
            }
            rest[..=best].rotate_right(1);
        } else if i - begin == PICKED {
            rest.sort_by_key(|(priority, _)| std::cmp::Reverse(*priority));
        }
        rest[0].1
    }

    /// Searches one child, most often with an empty window that only asks
    /// whether it beats alpha.
    fn child(&mut self, position: &P, state: &E::State, mv: P::Move, place: Place, number: usize) -> Found {
        let Place { alpha, beta, depth, open, .. } = place;
        let child = position.after(mv);
        let child_state = self.shared.evaluator.advance(state, position, mv, &child);
        let reduction = if E::ALLOWS_LMR { self.shared.settings.reduction(depth, number) } else { 0 };
        let index = P::move_index(mv) as u16;
        let search = |worker: &mut Self, alpha: Score, beta: Score, depth: u32, open: bool| {
            worker.node(&child, &child_state, place.child(index, alpha, beta, depth, open)).for_parent()
        };
        if number == 0 {
            return search(self, alpha, beta, depth - 1, open);
        }
        let above = Score::from_number(alpha.number() + 1);
        let mut found = search(self, alpha, above, depth - 1 - reduction, false);
        // A search that was stopped says nothing, and asks for no second look.
        if reduction > 0 && found.score > alpha && self.stopped.is_none() {
            found = search(self, alpha, above, depth - 1, false);
        }
        if open && found.score > alpha && found.score < beta && self.stopped.is_none() {
            found = search(self, alpha, beta, depth - 1, true);
        }
        found
    }

    fn extend_line(&mut self, ply: usize, mv: P::Move) {
        self.line_mut(ply + 1);
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }
}
