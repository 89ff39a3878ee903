//! Opponents that do not search: first move, random move, and a few rules.

use plateau_core::hash::mix2;
use plateau_core::{Outcome, Position};
use plateau_search::engine::Progress;
use plateau_search::{
    Analysis, Engine, Evaluator, GamePosition, Limits, MoveValue, Score, StopReason, Value,
};

/// A way to choose a move without a search.
pub trait MoveChooser<P: Position>: Send {
    /// Returns the move to play in a game that is not over.
    fn choose(&self, game: &GamePosition<P>) -> Option<P::Move>;
}

/// An engine that plays the moves of a [`MoveChooser`] and knows no values.
#[derive(Clone, Copy, Debug)]
pub struct SimpleOpponent<C>(pub C);

impl<P: Position, C: MoveChooser<P>> Engine<P> for SimpleOpponent<C> {
    fn search_position(
        &mut self,
        game: &GamePosition<P>,
        _: &Limits,
        _: Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let value = Value::unproven(Score::DRAW);
        let choice = self.0.choose(game).map(|mv| MoveValue { mv, value, pv: vec![mv] });
        let moves: Vec<_> = choice.into_iter().collect();
        let (nodes, stop) = (moves.len() as u64, StopReason::Depth);
        Analysis { nodes, moves, stop, ..Analysis::finished(Score::DRAW) }.with_value(value)
    }

    fn new_game(&mut self) {}

    fn has_evaluation(&self) -> bool {
        false
    }
}

/// Plays the first legal move.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstMove;

impl<P: Position> MoveChooser<P> for FirstMove {
    fn choose(&self, game: &GamePosition<P>) -> Option<P::Move> {
        game.position().legal_moves().next()
    }
}

/// Plays a random legal move, always the same one for a given seed, position and
/// number of moves played.
#[derive(Clone, Copy, Debug)]
pub struct RandomMove {
    /// The seed.
    pub seed: u64,
}

impl<P: Position> MoveChooser<P> for RandomMove {
    fn choose(&self, game: &GamePosition<P>) -> Option<P::Move> {
        let position = game.position();
        let mut moves = position.legal_moves();
        let count = moves.len().max(1) as u64;
        // The number of moves played counts too, so that a repeated position may get
        // another move.
        let number = mix2(position.key() ^ game.previous_keys().len() as u64, self.seed) % count;
        moves.nth(number as usize)
    }
}

/// Plays a winning move if there is one, else a move that leaves the opponent no
/// winning move, else any move; among several, the one with the best static
/// evaluation. It looks no further ahead, so it loses to a fork.
#[derive(Clone, Debug)]
pub struct RuleBased<E>(pub E);

impl<P: Position, E: Evaluator<P>> MoveChooser<P> for RuleBased<E> {
    fn choose(&self, game: &GamePosition<P>) -> Option<P::Move> {
        let position = game.position();
        let accumulator = self.0.accumulator(position);
        let score_of = |mv: P::Move| {
            let after = position.after(mv);
            final_score(&after).map_or_else(
                || {
                    let accumulator = self.0.update(&accumulator, position, mv, &after);
                    -Score::estimate(self.0.evaluate(&after, &accumulator))
                },
                Score::for_parent,
            )
        };
        let is_safe = |mv: &P::Move| winning_moves(&position.after(*mv)).next().is_none();
        // The first of equal moves.
        let best = |moves: &mut dyn Iterator<Item = P::Move>| {
            let scored = moves.map(|mv| (score_of(mv), mv));
            scored.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, mv)| mv)
        };
        let choice = winning_moves(position).next();
        let choice = choice.or_else(|| best(&mut position.legal_moves().filter(is_safe)));
        choice.or_else(|| best(&mut position.legal_moves()))
    }
}

/// Returns the score of a finished game for the side to move.
fn final_score<P: Position>(position: &P) -> Option<Score> {
    position.outcome().map(|outcome| Score::from_outcome::<P>(outcome, position.turn()))
}

/// Returns the moves that win at once.
fn winning_moves<P: Position>(position: &P) -> impl Iterator<Item = P::Move> {
    let turn = position.turn();
    let wins = move |after: P| after.outcome().and_then(Outcome::winner) == Some(turn);
    position.legal_moves().filter(move |&mv| wins(position.after(mv)))
}
