//! Carries what one search proves to the positions before and after it.

use plateau_search::{Analysis, MoveValue, Score};

use crate::win_chance::SearchedValue;

/// A move of a game, as far as its search needs to know it.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// The move.
    pub mv: String,
    /// Whether there was no other one.
    pub is_only_move: bool,
}

/// A move of a game with all that is known about it.
pub struct SearchedMove<'g> {
    played_move: &'g PlayedMove,
    /// The value of the position before the move, for the side to move.
    pub position: SearchedValue,
    /// The value of the move, for the side that played it.
    pub played: SearchedValue,
    /// The value of the best move that the search of the position found.
    found: SearchedValue,
    /// The principal variation of that search.
    line: &'g [String],
    /// The other moves whose value it found, the best one first.
    others: &'g [MoveValue<String>],
    /// The rest of an earlier search's principal variation, if that search proved a better
    /// bound and the game has followed the variation up to here.
    carried_line: &'g [String],
}

impl<'g> SearchedMove<'g> {
    /// Combines the search of a position with what is known about the position after the
    /// move.
    pub fn new(played_move: &'g PlayedMove, analysis: &'g Analysis<String>, after: &SearchedValue) -> Self {
        let position = SearchedValue::new(analysis);
        let (line, value, others) = match analysis.moves.split_first() {
            Some((best, others)) => (best.pv.as_slice(), best.value, others),
            None => (&[][..], position.value, &[][..]),
        };
        let found = SearchedValue { value, ..position };
        let after = after.for_parent();
        // The estimate of a best move comes from the search that compared it with the others.
        let is_best = line.first() == Some(&played_move.mv);
        let played = if is_best { found.within(after.value.lower, after.value.upper) } else { after };
        let mut searched = Self { played_move, position, played, found, line, others, carried_line: &[] };
        searched.reconcile();
        searched
    }

    /// Makes the values of the position and the move agree: no move is better than the best
    /// one, and an only move is the best one.
    fn reconcile(&mut self) {
        let is_only_move = self.played_move.is_only_move;
        let lower = if is_only_move { self.position.value.lower } else { Score::LOWEST };
        self.played = self.played.within(lower, self.position.value.upper);
        let played = self.played.value;
        // No move is better than an immediate win.
        let is_settled = is_only_move || played.lower == Score::win_in(1);
        let upper = if is_settled { played.upper } else { Score::HIGHEST };
        self.position = self.position.within(played.lower, upper);
    }

    /// Returns the best line with its value: the one that an earlier search proved, else the
    /// one that the search of the position found. If the game has refuted that one, the next best.
    pub fn best(&self) -> (&'g [String], SearchedValue) {
        if !self.carried_line.is_empty() {
            return (self.carried_line, self.position);
        }
        let is_refuted = self.begins_with_played(self.line) && self.position.is_proven_better(&self.played);
        let other = self.others.iter().find(|other| !self.begins_with_played(&other.pv));
        let (line, found) = match other {
            Some(other) if is_refuted => {
                (other.pv.as_slice(), SearchedValue { value: other.value, ..self.found })
            }
            _ => (self.line, self.found),
        };
        (line, found.within(Score::LOWEST, self.position.value.upper))
    }

    /// Returns whether a line begins with the move that was played.
    fn begins_with_played(&self, line: &[String]) -> bool {
        line.first() == Some(&self.played_move.mv)
    }

    /// Returns the line of perfect play after the move, if a search proved one that begins
    /// with it.
    fn proven_line_after(&self) -> &'g [String] {
        let is_exact = self.found.value.is_exact();
        let own = if is_exact { self.line } else { &[] };
        let line = if self.carried_line.is_empty() { own } else { self.carried_line };
        line.strip_prefix(std::slice::from_ref(&self.played_move.mv)).unwrap_or_default()
    }

    /// Takes over what the move before and the search of its position prove.
    fn carry_from(&mut self, previous: &Self) {
        let known = previous.played.value.for_child();
        let improves_bound = known.lower > self.position.value.lower;
        self.position = self.position.within(known.lower, known.upper);
        if improves_bound {
            self.carried_line = previous.proven_line_after();
        }
        if self.carried_line.first() == Some(&self.played_move.mv) {
            self.played = self.played.within(self.position.value.lower, Score::HIGHEST);
        }
        self.reconcile();
    }
}

/// Carries proofs from each move to the next, first to last. In the other direction,
/// [`SearchedMove::new`] has done it.
pub fn carry_forward(moves: &mut [SearchedMove<'_>]) {
    for i in 1..moves.len() {
        let (earlier, later) = moves.split_at_mut(i);
        later[0].carry_from(&earlier[i - 1]);
    }
}
