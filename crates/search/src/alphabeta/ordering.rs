//! Which move to look at first: what decides how much alpha-beta leaves out.
//!
//! A move's history, and its history as the answer to the move before, order
//! what the evaluator finds equally promising. Moves that cut off at the same
//! ply ("killers") were tried beside them and cost nodes (`docs/search.md`).

use plateau_core::Position;

/// What past cut-offs say about moves.
#[derive(Clone, Debug)]
pub struct Ordering {
    /// How often a move cut off, for each side.
    history: [Vec<i32>; 2],
    /// The same for a move as the answer to the one before it.
    answers: [Vec<i32>; 2],
}

/// The table's move comes before all others.
const TABLE_MOVE: i32 = i32::MAX;

/// What a cut-off earns a move, for each ply it saved.
const BONUS: i32 = 16;

/// A move's history stays below this.
const MOST_HISTORY: i32 = 1 << 14;

/// The index of no move.
pub const NO_MOVE: u16 = u16::MAX;

/// All that is remembered about the moves of one node.
pub struct Context<'o> {
    history: &'o [i32],
    answers: Option<&'o [i32]>,
    table_move: Option<u16>,
}

impl Context<'_> {
    /// How early a move should be looked at.
    #[inline]
    pub fn priority(&self, index: usize, order_score: i32) -> i32 {
        if self.table_move == Some(index as u16) {
            return TABLE_MOVE;
        }
        let answer = self.answers.map_or(0, |answers| answers[index]);
        order_score + self.history[index] + answer
    }
}

impl Ordering {
    /// Nothing is known yet.
    pub fn new<P: Position>() -> Self {
        let span = P::MOVE_SPAN;
        let (history, answers) = (vec![0; span], vec![0; span * span]);
        Self { history: [history.clone(), history], answers: [answers.clone(), answers] }
    }

    /// Half forgets what it learnt.
    pub fn next_search(&mut self) {
        for value in self.history.iter_mut().chain(&mut self.answers).flatten() {
            *value /= 2;
        }
    }

    /// What is remembered about the moves of a node.
    #[inline]
    pub fn context<P: Position>(&self, position: &P, last: u16, table_move: Option<u16>) -> Context<'_> {
        let side = position.turn().index();
        let begin = usize::from(last) * P::MOVE_SPAN;
        Context {
            history: &self.history[side],
            answers: self.answers[side].get(begin..begin + P::MOVE_SPAN),
            table_move,
        }
    }

    /// A move cut off at this depth, after those in `before` did not.
    pub fn reward<P: Position>(
        &mut self,
        position: &P,
        mv: P::Move,
        last: u16,
        depth: u32,
        before: impl Iterator<Item = P::Move>,
    ) {
        let index = P::move_index(mv);
        let bonus = BONUS * depth.min(25) as i32;
        let side = position.turn().index();
        let begin = usize::from(last) * P::MOVE_SPAN;
        let history = &mut self.history[side];
        let mut answers = self.answers[side].get_mut(begin..begin + P::MOVE_SPAN);
        // The nearer to its limit, the less it moves.
        let move_by = |value: &mut i32, bonus: i32| *value += bonus - *value * bonus.abs() / MOST_HISTORY;
        let mut credit = |index: usize, bonus: i32| {
            move_by(&mut history[index], bonus);
            if let Some(answers) = &mut answers {
                move_by(&mut answers[index], bonus);
            }
        };
        credit(index, bonus);
        for other in before {
            credit(P::move_index(other), -bonus);
        }
    }
}
