//! Retrograde analysis: solves every position of a small game, cyclic or not,
//! backwards from the final positions.

mod engine;
mod graph;
mod position_index;

use std::borrow::Cow;
use std::collections::{HashSet, VecDeque};
use std::hash::BuildHasher;

use plateau_core::{Objective, Position};
use rustc_hash::FxHashSet;
use thiserror::Error;

use crate::limits::StopReason;
use crate::score::Score;

pub use engine::RetrogradeEngine;

use graph::Adjacency;
use position_index::PositionIndex;

/// Why a game could not be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// It has more positions than the limit.
    #[error("more than {limit} positions")]
    TooLarge {
        /// The maximum number of positions.
        limit: usize,
    },
    /// It is played for a margin; only wins and their distance can be solved.
    #[error("games played for a margin cannot be solved")]
    Margin,
    /// A search limit was reached.
    #[error("stopped")]
    Stopped(StopReason),
}

/// All positions reachable from a starting position, each with its value for the
/// side to move: the shortest win, the longest loss, or a draw.
pub struct Solution<P> {
    index: PositionIndex<P>,
    /// The position after each move, in the order of the legal moves.
    children: Adjacency,
    parents: Adjacency,
    scores: Vec<Score>,
}

impl<P: Position> Solution<P> {
    /// Solves the game from a position if at most `limit` positions are reachable.
    pub fn solve(start: P, limit: usize) -> Result<Self, SolveError> {
        Self::solve_while(start, limit, || None)
    }

    /// Like [`solve`](Self::solve), but calls `stopped` at every position and
    /// aborts if it returns a reason.
    fn solve_while(
        start: P,
        limit: usize,
        stopped: impl FnMut() -> Option<StopReason>,
    ) -> Result<Self, SolveError> {
        if P::OBJECTIVE == Objective::Margin {
            return Err(SolveError::Margin);
        }
        let mut solution = Self::explore(start, limit, stopped)?;
        solution.scores = solution.compute_scores(|_| false);
        Ok(solution)
    }

    /// Enumerates the reachable positions and the moves between them.
    fn explore(
        start: P,
        limit: usize,
        mut stopped: impl FnMut() -> Option<StopReason>,
    ) -> Result<Self, SolveError> {
        let limit = limit.min(u32::MAX as usize - 1);
        let mut index = PositionIndex::new(start);
        let mut children = Adjacency::new();
        let mut next = 0;
        while next < index.positions().len() {
            if let Some(reason) = stopped() {
                return Err(SolveError::Stopped(reason));
            }
            if index.positions().len() > limit {
                return Err(SolveError::TooLarge { limit });
            }
            let position = index.positions()[next];
            for mv in position.legal_moves() {
                children.push_edge(index.insert(position.after(mv)));
            }
            children.finish_node();
            next += 1;
        }
        let parents = children.reversed();
        Ok(Self { index, children, parents, scores: Vec::new() })
    }

    /// Computes the scores of all positions. Unfinished positions for which
    /// `is_draw` returns `true` are drawn as soon as they are reached.
    ///
    /// Positions are decided in order of their distance from the end, so the first
    /// lost child gives the shortest win, and the last of only won children the
    /// longest loss. Positions that are never decided are draws.
    fn compute_scores(&self, is_draw: impl Fn(u64) -> bool) -> Vec<Score> {
        let count = self.len();
        let mut scores = vec![Score::DRAW; count];
        let mut is_decided = vec![false; count];
        let mut undecided_children: Vec<u32> =
            (0..count as u32).map(|number| self.children.of(number).len() as u32).collect();
        let mut queue = VecDeque::new();
        for (number, position) in self.positions().iter().enumerate() {
            if let Some(outcome) = position.outcome() {
                scores[number] = Score::from_outcome::<P>(outcome, position.turn());
                is_decided[number] = true;
                if scores[number] != Score::DRAW {
                    queue.push_back(number as u32);
                }
            } else {
                is_decided[number] = is_draw(position.key());
            }
        }
        while let Some(number) = queue.pop_front() {
            let score = scores[number as usize].for_parent();
            for &parent in self.parents.of(number) {
                let parent = parent as usize;
                undecided_children[parent] -= 1;
                if !is_decided[parent] && (score.is_win() || undecided_children[parent] == 0) {
                    is_decided[parent] = true;
                    scores[parent] = score;
                    queue.push_back(parent as u32);
                }
            }
        }
        scores
    }

    /// Returns the scores when positions with these keys are drawn as soon as they
    /// are reached, as after a history in which they occurred twice.
    pub fn scores_with_draws<S: BuildHasher>(&self, draws: &HashSet<u64, S>) -> Scores<'_, P> {
        let values = Cow::Owned(self.compute_scores(|key| draws.contains(&key)));
        Scores { solution: self, values, draws: draws.iter().copied().collect() }
    }

    /// Returns the scores of positions without history.
    pub fn scores(&self) -> Scores<'_, P> {
        Scores { solution: self, values: Cow::Borrowed(&self.scores), draws: FxHashSet::default() }
    }

    /// Returns the number of positions, finished ones included.
    pub fn len(&self) -> usize {
        self.positions().len()
    }

    /// Returns `false`: a solution contains at least its starting position.
    pub fn is_empty(&self) -> bool {
        self.positions().is_empty()
    }

    /// Returns the positions, the starting position first.
    pub fn positions(&self) -> &[P] {
        self.index.positions()
    }

    /// Returns the score of a position without history, if it is reachable.
    pub fn score(&self, position: &P) -> Option<Score> {
        self.index.number(position).map(|number| self.scores[number as usize])
    }
}

/// The scores of a solved game, given the draws of a game history.
pub struct Scores<'s, P> {
    solution: &'s Solution<P>,
    values: Cow<'s, [Score]>,
    /// Keys of the positions that are drawn as soon as they are reached.
    draws: FxHashSet<u64>,
}

impl<P: Position> Scores<'_, P> {
    /// Returns the score of a position when it is reached.
    pub fn get(&self, position: &P) -> Option<Score> {
        self.solution.index.number(position).map(|number| self.values[number as usize])
    }

    /// Returns the moves of a position, each with its score for the side that plays
    /// it. Empty if the position is not reachable.
    pub fn moves(&self, position: &P) -> Vec<(P::Move, Score)> {
        let Some(number) = self.solution.index.number(position) else { return Vec::new() };
        let children = self.solution.children.of(number);
        let score = |&child: &u32| self.values[child as usize].for_parent();
        position.legal_moves().zip(children.iter().map(score)).collect()
    }

    /// Returns the principal variation that starts with a move. It ends with the
    /// game or, in a drawn game, with the first repetition.
    pub fn pv(&self, position: &P, first: P::Move) -> Vec<P::Move> {
        let mut visited = vec![*position];
        let mut pv = vec![first];
        let mut current = position.after(first);
        while !visited.contains(&current) && !self.draws.contains(&current.key()) {
            visited.push(current);
            // `max_by_key` returns the last of equal moves; reversed, the first.
            let best = self.moves(&current).into_iter().rev().max_by_key(|&(_, score)| score);
            let Some((mv, _)) = best else { break };
            pv.push(mv);
            current = current.after(mv);
        }
        pv
    }
}
