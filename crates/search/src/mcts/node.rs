//! A node of the search tree.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use plateau_core::{Objective, Position};

use super::reward::reward;
use crate::score::Score;

/// The words of a node. Each is read and written atomically, so that several threads can share
/// the tree:
///
/// | word | low half | high half |
/// |---|---|---|
/// | `CHILDREN` | index of the first child | number of children |
/// | `BOUNDS` | proven lower bound | proven upper bound |
/// | `TOTAL` | sum of the results, a fixed-point number in both halves | |
/// | `VISITS` | number of results | number of threads below the node |
/// | `VALUE` | static or minimax value | prior, repetition flag |
pub type NodeWords = [AtomicU64; 5];

const CHILDREN: usize = 0;
const BOUNDS: usize = 1;
const TOTAL: usize = 2;
const VISITS: usize = 3;
const VALUE: usize = 4;

/// `CHILDREN` of a node without children. No child has the index 0, which is the root's.
const UNEXPANDED: u64 = 0;
/// `CHILDREN` of a node that a thread is expanding.
const CLAIMED: u64 = 1 << 32;
/// A thread below a node, in `VISITS`.
const THREAD: u64 = 1 << 32;
/// A result of 1, in `TOTAL`.
const RESULT_UNIT: f64 = (1_u64 << 30) as f64;
/// A prior of 1, in `VALUE`.
const PRIOR_UNIT: f32 = 65_535.0;
/// The flag of a repetition, in `VALUE`.
const REPETITION: u64 = 1 << 48;

/// A node: the position after a move. Siblings are contiguous, in the order of the legal moves,
/// so a node does not store its move.
///
/// Bounds are for the side to move in the position. Results and values, from -1 to 1, are for
/// the side that made the move.
#[derive(Clone, Copy)]
pub struct Node<'t>(pub &'t NodeWords);

/// What is known of a node before it is searched.
#[derive(Clone, Copy)]
pub struct NewNode {
    pub bounds: (Score, Score),
    /// The value for the side that made the move.
    pub value: f32,
    /// The prior probability of the move.
    pub prior: f32,
    /// Whether the position repeats one on the path from the root. Treated as a draw, but not
    /// as a proven one, since it depends on the path.
    pub is_repetition: bool,
}

#[inline]
fn pack(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

#[inline]
fn pack_bounds(lower: Score, upper: Score) -> u64 {
    pack(lower.number() as u32, upper.number() as u32)
}

#[inline]
fn unpack_bounds(word: u64) -> (Score, Score) {
    (Score::from_number(word as u32 as i32), Score::from_number((word >> 32) as u32 as i32))
}

impl Node<'_> {
    #[inline]
    fn load(self, word: usize) -> u64 {
        self.0[word].load(Ordering::Relaxed)
    }

    #[inline]
    fn store(self, word: usize, data: u64) {
        self.0[word].store(data, Ordering::Relaxed);
    }

    /// Initialises an allocated node.
    pub fn init(self, new: NewNode) {
        let (lower, upper) = new.bounds;
        let prior = (new.prior * PRIOR_UNIT).round() as u32;
        let flags = if new.is_repetition { REPETITION } else { 0 };
        self.store(CHILDREN, UNEXPANDED);
        self.store(BOUNDS, pack_bounds(lower, upper));
        self.store(TOTAL, 0);
        self.store(VISITS, 0);
        self.store(VALUE, pack(new.value.to_bits(), prior) | flags);
    }

    /// Copies another node, whose children are at another index now.
    pub fn copy_from(self, other: Node<'_>) {
        for (to, from) in self.0.iter().zip(other.0) {
            to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// Returns the indices of the children, or `None` before the node is expanded.
    #[inline]
    pub fn children(self) -> Option<Range<u32>> {
        let word = self.0[CHILDREN].load(Ordering::Acquire);
        let first = word as u32;
        (first != 0).then(|| first..first + (word >> 32) as u32)
    }

    /// Claims the expansion of the node for this thread. Returns `false` if the node is
    /// expanded already or another thread has claimed it.
    #[inline]
    pub fn claim(self) -> bool {
        let word = &self.0[CHILDREN];
        word.compare_exchange(UNEXPANDED, CLAIMED, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Gives up a claim.
    pub fn unclaim(self) {
        self.store(CHILDREN, UNEXPANDED);
    }

    /// Publishes the children, which must be initialised.
    #[inline]
    pub fn set_children(self, first: u32, count: u32) {
        self.0[CHILDREN].store(pack(first, count), Ordering::Release);
    }

    /// Returns the proven bounds for the side to move.
    #[inline]
    pub fn bounds(self) -> (Score, Score) {
        unpack_bounds(self.load(BOUNDS))
    }

    /// Returns the proven bounds for the side that made the move.
    #[inline]
    pub fn bounds_for_mover(self) -> (Score, Score) {
        let (lower, upper) = self.bounds();
        (upper.for_parent(), lower.for_parent())
    }

    /// Replaces the bounds.
    pub fn set_bounds(self, (lower, upper): (Score, Score)) {
        self.store(BOUNDS, pack_bounds(lower, upper));
    }

    /// Narrows the bounds. Returns whether they changed.
    #[inline]
    pub fn narrow(self, lower: Score, upper: Score) -> bool {
        loop {
            let old = self.load(BOUNDS);
            let (old_lower, old_upper) = unpack_bounds(old);
            let new = pack_bounds(old_lower.max(lower), old_upper.min(upper));
            if new == old {
                return false;
            }
            let word = &self.0[BOUNDS];
            if word.compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
                return true;
            }
        }
    }

    /// Returns the proven score of a node that needs no further search.
    #[inline]
    pub fn solved<P: Position>(self) -> Option<Score> {
        solved_score::<P>(self.bounds())
    }

    /// Adds a thread below the node: a virtual loss, so that other threads search elsewhere.
    #[inline]
    pub fn enter(self) {
        self.0[VISITS].fetch_add(THREAD, Ordering::Relaxed);
    }

    /// Removes a thread below the node without a result.
    #[inline]
    pub fn leave(self) {
        self.0[VISITS].fetch_sub(THREAD, Ordering::Relaxed);
    }

    /// Removes a thread below the node and adds its result for the side that made the move.
    #[inline]
    pub fn leave_with(self, result: f32) {
        let result = (f64::from(result) * RESULT_UNIT) as i64;
        self.0[TOTAL].fetch_add(result as u64, Ordering::Relaxed);
        self.0[VISITS].fetch_sub(THREAD - 1, Ordering::Relaxed);
    }

    /// Returns the number of results.
    #[inline]
    pub fn visits(self) -> u32 {
        self.load(VISITS) as u32
    }

    /// Returns the number of results and of threads below the node.
    #[inline]
    pub fn visits_and_threads(self) -> (u32, u32) {
        let word = self.load(VISITS);
        (word as u32, (word >> 32) as u32)
    }

    /// Returns the static value, or once the node is expanded the minimax value of the static
    /// values below it.
    #[inline]
    pub fn value(self) -> f32 {
        f32::from_bits(self.load(VALUE) as u32)
    }

    /// Replaces the value. Returns whether it changed.
    #[inline]
    pub fn set_value(self, value: f32) -> bool {
        let old = self.load(VALUE);
        let new = old >> 32 << 32 | u64::from(value.to_bits());
        self.store(VALUE, new);
        new != old
    }

    /// Returns the prior probability of the move.
    #[inline]
    pub fn prior(self) -> f32 {
        f32::from((self.load(VALUE) >> 32) as u16) * (1.0 / PRIOR_UNIT)
    }

    /// Returns whether the position repeats one on the path from the root.
    #[inline]
    pub fn is_repetition(self) -> bool {
        self.load(VALUE) & REPETITION != 0
    }

    /// Returns the expected result: the mean of the results mixed with the minimax value, or
    /// the value alone before the first visit.
    #[inline]
    pub fn expected(self, minimax_weight: f32) -> f32 {
        let visits = self.visits();
        if visits == 0 {
            return self.value();
        }
        let total = self.load(TOTAL) as i64 as f32 * (1.0 / RESULT_UNIT as f32);
        let mean = total / visits as f32;
        mean + minimax_weight * (self.value() - mean)
    }

    /// Narrows the bounds and updates the minimax value by those of the children. Returns
    /// whether anything changed.
    pub fn update<'t, P: Position>(self, children: impl Iterator<Item = Node<'t>>, scale: f32) -> bool {
        let mut bounds = (Score::LOWEST, Score::LOWEST);
        let mut best = f32::NEG_INFINITY;
        for child in children {
            let (lower, upper) = child.bounds_for_mover();
            bounds = (bounds.0.max(lower), bounds.1.max(upper));
            best = best.max(child.value());
        }
        let is_narrowed = self.narrow(bounds.0, bounds.1);
        let value = self.solved::<P>().map_or(best, |score| reward::<P>(score, true, scale));
        self.set_value(-value) || is_narrowed
    }
}

/// Returns the proven score if a node with these bounds needs no further search: the bounds
/// meet, or the game is decided, whatever its length.
#[inline]
pub fn solved_score<P: Position>((lower, upper): (Score, Score)) -> Option<Score> {
    match P::OBJECTIVE {
        Objective::Distance if lower.is_win() => Some(lower),
        Objective::Distance if upper.is_loss() => Some(upper),
        _ => (lower >= upper).then_some(lower),
    }
}

/// Returns the bounds of an unfinished game. It ends in one ply at the earliest;
/// a move may also lose at once.
pub fn initial_bounds<P: Position>() -> (Score, Score) {
    match P::OBJECTIVE {
        Objective::Distance => (Score::loss_in(1), Score::win_in(1)),
        Objective::Margin => (Score::LOWEST, Score::HIGHEST),
    }
}
