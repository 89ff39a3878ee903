//! Move ordering: history heuristic and continuation history.
//!
//! Moves that caused beta cutoffs elsewhere are searched first. The history
//! heuristic counts cutoffs per move, the continuation history per pair of the
//! previous move and the reply. Both are added to the order score of the
//! move picker; the transposition table's move comes before all others.
//!
//! Killer moves are deliberately not used: with continuation history they
//! increase the node count (`docs/search.md`).

use plateau_core::Position;

/// The cutoff statistics of one thread.
#[derive(Clone, Debug)]
pub struct MoveOrdering {
    /// History heuristic: a score for each side and move.
    history: [Vec<i32>; 2],
    /// Continuation history: a score for each side, previous move and reply.
    continuation_history: [Vec<i32>; 2],
}

/// The priority of the transposition table's move.
const TABLE_MOVE_PRIORITY: i32 = i32::MAX;

/// The history bonus of a cutoff, per ply of depth.
const BONUS_PER_PLY: i32 = 16;

/// The depth beyond which the bonus no longer grows.
const MAX_BONUS_DEPTH: u32 = 25;

/// The limit of a history score.
const MAX_HISTORY: i32 = 1 << 14;

/// The index that stands for "no previous move".
pub const NO_MOVE: u16 = u16::MAX;

/// The statistics that apply to the moves of one node.
pub struct NodeOrdering<'o> {
    history: &'o [i32],
    continuation_history: Option<&'o [i32]>,
    table_move: Option<u16>,
}

impl NodeOrdering<'_> {
    /// Returns the priority of a move; the highest is searched first.
    #[inline]
    pub fn priority(&self, index: usize, order_score: i32) -> i32 {
        if self.table_move == Some(index as u16) {
            return TABLE_MOVE_PRIORITY;
        }
        let continuation = self.continuation_history.map_or(0, |history| history[index]);
        order_score + self.history[index] + continuation
    }
}

impl MoveOrdering {
    /// Creates empty statistics.
    pub fn new<P: Position>() -> Self {
        let span = P::MOVE_SPAN;
        let (history, continuation) = (vec![0; span], vec![0; span * span]);
        Self {
            history: [history.clone(), history],
            continuation_history: [continuation.clone(), continuation],
        }
    }

    /// Halves all scores, so that a new search adapts quickly.
    pub fn next_search(&mut self) {
        // One loop per list, which the compiler vectorises.
        for scores in self.history.iter_mut().chain(&mut self.continuation_history) {
            for score in scores {
                *score /= 2;
            }
        }
    }

    /// Returns the statistics for the moves of a node.
    #[inline]
    pub fn for_node<P: Position>(
        &self,
        position: &P,
        previous_move: u16,
        table_move: Option<u16>,
    ) -> NodeOrdering<'_> {
        let side = position.turn().index();
        let begin = usize::from(previous_move) * P::MOVE_SPAN;
        NodeOrdering {
            history: &self.history[side],
            continuation_history: self.continuation_history[side].get(begin..begin + P::MOVE_SPAN),
            table_move,
        }
    }

    /// Returns the history and continuation history score of a move.
    #[inline]
    pub fn history_score<P: Position>(&self, position: &P, mv: P::Move, previous_move: u16) -> i32 {
        let index = P::move_index(mv);
        let node = self.for_node(position, previous_move, None);
        node.priority(index, 0)
    }

    /// Records a beta cutoff: `mv` gets a bonus, and the moves searched before it get
    /// the same amount as a malus.
    pub fn record_cutoff<P: Position>(
        &mut self,
        position: &P,
        mv: P::Move,
        previous_move: u16,
        depth: u32,
        searched_before: impl Iterator<Item = P::Move>,
    ) {
        let bonus = BONUS_PER_PLY * depth.min(MAX_BONUS_DEPTH) as i32;
        let side = position.turn().index();
        let begin = usize::from(previous_move) * P::MOVE_SPAN;
        let history = &mut self.history[side];
        let mut continuation = self.continuation_history[side].get_mut(begin..begin + P::MOVE_SPAN);
        // History gravity: the closer a score is to its limit, the less it changes.
        let add = |score: &mut i32, bonus: i32| *score += bonus - *score * bonus.abs() / MAX_HISTORY;
        let mut update = |index: usize, bonus: i32| {
            add(&mut history[index], bonus);
            if let Some(continuation) = &mut continuation {
                add(&mut continuation[index], bonus);
            }
        };
        update(P::move_index(mv), bonus);
        for other in searched_before {
            update(P::move_index(other), -bonus);
        }
    }
}
