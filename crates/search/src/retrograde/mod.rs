//! Retrograde analysis: every position of a tiny game, cyclic or not, solved
//! from the ends backwards.

use std::borrow::Cow;
use std::collections::{HashSet, VecDeque};
use std::fmt;
use std::hash::BuildHasher;

use plateau_core::{Objective, Position};
use rustc_hash::FxHashSet;

use crate::index::Index;
use crate::limits::StopReason;
use crate::score::Score;

/// Why a game was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// It has more positions than were allowed.
    TooLarge {
        /// The most that were allowed.
        limit: usize,
    },
    /// It is played for a margin; only wins and their distance are solved.
    Margin,
    /// It was told to stop.
    Stopped(StopReason),
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { limit } => write!(f, "more than {limit} positions"),
            Self::Margin => f.write_str("played for a margin"),
            Self::Stopped(_) => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for Unsolved {}

/// Lists of positions by number, one list after the other.
struct Lists {
    /// Where each list begins, and where the last ends.
    begins: Vec<u32>,
    entries: Vec<u32>,
}

impl Lists {
    fn of(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.entries[self.begins[number] as usize..self.begins[number + 1] as usize]
    }

    fn count(&self) -> usize {
        self.begins.len() - 1
    }

    /// For each number, those whose lists hold it, as often as they do.
    fn reversed(&self) -> Self {
        let mut begins = vec![0; self.begins.len()];
        for &entry in &self.entries {
            begins[entry as usize + 1] += 1;
        }
        for i in 1..begins.len() {
            begins[i] += begins[i - 1];
        }
        let mut next = begins.clone();
        let mut entries = vec![0; self.entries.len()];
        for number in 0..self.count() as u32 {
            for &entry in self.of(number) {
                let place = &mut next[entry as usize];
                entries[*place as usize] = number;
                *place += 1;
            }
        }
        Self { begins, entries }
    }
}

/// All positions that can be reached from one, with the value of each for the
/// side to move: a win in the fewest plies, a loss in the most, or a draw.
pub struct Solution<P> {
    index: Index<P>,
    /// The positions after the moves of each, in the order of its moves.
    children: Lists,
    parents: Lists,
    scores: Vec<Score>,
}

impl<P: Position> Solution<P> {
    /// Solves the game from a position, if it has no more positions than this.
    pub fn solve(start: P, limit: usize) -> Result<Self, Unsolved> {
        Self::solve_while(start, limit, || None)
    }

    /// The same, asking at every position whether to stop.
    pub(crate) fn solve_while(
        start: P,
        limit: usize,
        stopped: impl FnMut() -> Option<StopReason>,
    ) -> Result<Self, Unsolved> {
        if P::OBJECTIVE == Objective::Margin {
            return Err(Unsolved::Margin);
        }
        let mut solution = Self::explore(start, limit, stopped)?;
        solution.scores = solution.scores_with(|_| false);
        Ok(solution)
    }

    /// Finds all positions and how they follow each other.
    fn explore(
        start: P,
        limit: usize,
        mut stopped: impl FnMut() -> Option<StopReason>,
    ) -> Result<Self, Unsolved> {
        let limit = limit.min(u32::MAX as usize - 1);
        let mut index = Index::new(start);
        let mut children = Lists { begins: vec![0], entries: Vec::new() };
        let mut next = 0;
        while next < index.positions().len() {
            if let Some(reason) = stopped() {
                return Err(Unsolved::Stopped(reason));
            }
            if index.positions().len() > limit {
                return Err(Unsolved::TooLarge { limit });
            }
            let position = index.positions()[next];
            for mv in position.legal_moves() {
                children.entries.push(index.insert(position.after(mv)));
            }
            children.begins.push(children.entries.len() as u32);
            next += 1;
        }
        let parents = children.reversed();
        Ok(Self { index, children, parents, scores: Vec::new() })
    }

    /// The scores of all positions when some count as draws the moment they
    /// are reached, unless the game is over there by its rules.
    ///
    /// Positions are decided in order of their distance from the end. So the
    /// first lost child found gives the nearest win, and the last of only won
    /// children the farthest loss; what is never decided is a draw.
    fn scores_with(&self, drawn: impl Fn(u64) -> bool) -> Vec<Score> {
        let count = self.len();
        let mut scores = vec![Score::DRAW; count];
        let mut decided = vec![false; count];
        let mut open: Vec<u32> =
            (0..count as u32).map(|number| self.children.of(number).len() as u32).collect();
        let mut queue = VecDeque::new();
        for (number, position) in self.positions().iter().enumerate() {
            if let Some(outcome) = position.outcome() {
                scores[number] = Score::of_outcome::<P>(outcome, position.turn());
                decided[number] = true;
                if scores[number] != Score::DRAW {
                    queue.push_back(number as u32);
                }
            } else {
                decided[number] = drawn(position.key());
            }
        }
        while let Some(number) = queue.pop_front() {
            let score = scores[number as usize].for_parent();
            for &parent in self.parents.of(number) {
                let parent = parent as usize;
                open[parent] -= 1;
                if !decided[parent] && (score.is_win() || open[parent] == 0) {
                    decided[parent] = true;
                    scores[parent] = score;
                    queue.push_back(parent as u32);
                }
            }
        }
        scores
    }

    /// The same game when positions with these keys are drawn the moment they
    /// are reached: what a history means in which they were met twice.
    pub fn scores_with_draws<S: BuildHasher>(&self, draws: &HashSet<u64, S>) -> Scores<'_, P> {
        let values = Cow::Owned(self.scores_with(|key| draws.contains(&key)));
        Scores { solution: self, values, draws: draws.iter().copied().collect() }
    }

    /// The scores of positions without history.
    pub fn scores(&self) -> Scores<'_, P> {
        Scores { solution: self, values: Cow::Borrowed(&self.scores), draws: FxHashSet::default() }
    }

    /// How many positions there are, finished ones included.
    pub fn len(&self) -> usize {
        self.positions().len()
    }

    /// Never: the position it was solved from is there.
    pub fn is_empty(&self) -> bool {
        self.positions().is_empty()
    }

    /// The positions, the one it was solved from first.
    pub fn positions(&self) -> &[P] {
        self.index.positions()
    }

    /// The score of a position without history, if it can be reached.
    pub fn score(&self, position: &P) -> Option<Score> {
        self.index.number(position).map(|number| self.scores[number as usize])
    }
}

/// The scores of a solved game under some history.
pub struct Scores<'s, P> {
    solution: &'s Solution<P>,
    values: Cow<'s, [Score]>,
    /// The keys of positions drawn on arrival.
    draws: FxHashSet<u64>,
}

impl<P: Position> Scores<'_, P> {
    /// The score of a position on arrival, if it can be reached.
    pub fn get(&self, position: &P) -> Option<Score> {
        self.solution.index.number(position).map(|number| self.values[number as usize])
    }

    /// The moves of a position with the score each has for the side that plays
    /// it; none when the position can't be reached.
    pub fn moves(&self, position: &P) -> Vec<(P::Move, Score)> {
        let Some(number) = self.solution.index.number(position) else { return Vec::new() };
        let children = self.solution.children.of(number);
        let score = |&child: &u32| self.values[child as usize].for_parent();
        position.legal_moves().zip(children.iter().map(score)).collect()
    }

    /// The line of best play that begins with a move: to the end of the game,
    /// or until a drawn one comes back to where it was.
    pub fn line(&self, position: &P, first: P::Move) -> Vec<P::Move> {
        let mut met = vec![*position];
        let mut line = vec![first];
        let mut now = position.after(first);
        while !met.contains(&now) && !self.draws.contains(&now.key()) {
            met.push(now);
            // Of equal moves the first, as everywhere.
            let best = self.moves(&now).into_iter().rev().max_by_key(|&(_, score)| score);
            let Some((mv, _)) = best else { break };
            line.push(mv);
            now = now.after(mv);
        }
        line
    }
}
