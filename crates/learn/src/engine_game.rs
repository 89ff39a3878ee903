//! Games between engines, without the type of their positions. Self-play and matches are
//! compiled once for all games: a few virtual calls per move cost nothing beside a search.

use plateau_core::{Outcome, Player, Position, Record, Variant};
use plateau_search::{Engine, GamePosition, Limits, Value};

/// A game between engines. Moves are their numbers among the legal ones.
pub trait EngineGame {
    /// Starts a new game, and clears what the engines remember of earlier ones.
    fn new_game(&mut self);

    /// Returns the side to move.
    fn turn(&self) -> Player;

    /// Returns the number of legal moves.
    fn move_count(&self) -> usize;

    /// Returns the outcome, or `None` if the game is not over.
    fn outcome(&self) -> Option<Outcome>;

    /// Plays a move. Returns `false` if there is none of this number.
    fn play(&mut self, choice: usize) -> bool;

    /// Searches the position with the engine of this number.
    fn search(&mut self, engine: usize, limits: &Limits) -> SearchedMove;

    /// Returns the exact result for the side to move, as [`result_for`](crate::played_game::result_for)
    /// does, if the game's solver takes the position.
    fn solve(&mut self) -> Option<i32>;
}

/// Returns the exact result of a position for the side to move, or `None` if it would take too long.
pub type PositionSolver<P> = Box<dyn FnMut(&P) -> Option<i32>>;

/// The result of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchedMove {
    /// The best move, if there is one.
    pub choice: Option<usize>,
    /// The value of the position.
    pub value: Value,
}

/// A game between engines of one type of positions.
pub struct RecordGame<V: Variant> {
    record: Record<V>,
    engines: Vec<Box<dyn Engine<V::Position>>>,
    solver: Option<PositionSolver<V::Position>>,
}

impl<V: Variant> RecordGame<V> {
    /// Creates a game at the start of a variant.
    pub fn new(
        variant: V,
        engines: Vec<Box<dyn Engine<V::Position>>>,
        solver: Option<PositionSolver<V::Position>>,
    ) -> Self {
        Self { record: Record::new(variant), engines, solver }
    }
}

impl<V: Variant> EngineGame for RecordGame<V> {
    fn new_game(&mut self) {
        self.record = Record::new(self.record.variant().clone());
        for engine in &mut self.engines {
            engine.new_game();
        }
    }

    fn turn(&self) -> Player {
        self.record.position().turn()
    }

    fn move_count(&self) -> usize {
        self.record.position().legal_moves().len()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.finish().map(|finish| finish.outcome)
    }

    fn play(&mut self, choice: usize) -> bool {
        let mv = self.record.position().legal_moves().nth(choice);
        mv.is_some_and(|mv| self.record.play(mv).is_ok())
    }

    fn search(&mut self, engine: usize, limits: &Limits) -> SearchedMove {
        let position = GamePosition::from_record(&self.record);
        let analysis = self.engines[engine].analyse(&position, limits, &mut |_| {});
        let choice = |best| position.position().legal_moves().position(|mv| mv == best);
        SearchedMove { choice: analysis.best().and_then(choice), value: analysis.value }
    }

    fn solve(&mut self) -> Option<i32> {
        self.solver.as_mut()?(self.record.position())
    }
}
