//! A built-in engine as a player. It searches on the referee's thread, without a process.

use std::time::Instant;

use plateau_core::Message;
use plateau_games::AnyEngine;
use plateau_search::spec::Spec;
use plateau_search::{Analysis, Limits, Settings, Stop, Unit};

use crate::control::{clock_budget, move_budget};
use crate::deadline_guard::DeadlineGuard;
use crate::game::{Control, Fault};
use crate::player_spec::seeded;
use crate::protocol::{Answer, Failure, GameSetup, MoveRequest};

/// A player that runs a built-in engine.
pub struct BuiltinEngine {
    spec: Spec,
    hash_mb: usize,
    loaded: Option<LoadedEngine>,
    stop: Stop,
    guard: DeadlineGuard,
}

/// An engine with the variant and the spec that it was created for.
struct LoadedEngine {
    variant: String,
    spec: Spec,
    engine: Box<dyn AnyEngine>,
}

impl BuiltinEngine {
    /// Creates a player from the spec of an engine and the size of its transposition table.
    /// The engine itself is created at the start of the first game.
    pub fn new(spec: Spec, hash_mb: usize) -> Self {
        Self { spec, hash_mb, loaded: None, stop: Stop::new(), guard: DeadlineGuard::default() }
    }

    /// Sets the flag that interrupts every search from now on.
    pub fn set_stop(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// Prepares for a new game: clears the engine, or creates it if the variant or the spec
    /// differs.
    pub fn start_game(&mut self, setup: &GameSetup<'_>) -> Result<(), Message> {
        let (variant, spec) = (setup.variant.name(), seeded(&self.spec, setup.seed));
        match &mut self.loaded {
            // Creating an engine takes as long as a short game, so it is reused.
            Some(loaded) if loaded.variant == variant && loaded.spec == spec => loaded.engine.new_game(),
            _ => {
                let settings = Settings { hash_mb: self.hash_mb, ..Settings::default() };
                let engine = setup.variant.engine(&spec, settings)?;
                self.loaded = Some(LoadedEngine { variant: variant.to_owned(), spec, engine });
            }
        }
        Ok(())
    }

    /// Searches for a move.
    pub fn request_move(&mut self, request: &MoveRequest<'_>) -> Result<Answer, Failure> {
        if self.stop.is_raised() {
            return Err(Failure::Stopped);
        }
        let Some(LoadedEngine { engine, .. }) = &mut self.loaded else {
            return Err(Fault::StartFailed(String::new()).into());
        };
        let began = Instant::now();
        // Without a clock there is no deadline: the result must not depend on the speed of
        // the machine.
        let deadline = request.allowed_time().map(|_| began + request.timeout);
        let limits = Limits { stop: self.guard.start(deadline, &self.stop), ..limits(request) };
        let found = engine.analyse(request.record, &limits, &mut |_| {});
        let time = began.elapsed();
        let time = time.saturating_sub(self.guard.finish());
        if self.stop.is_raised() {
            return Err(Failure::Stopped);
        }
        let analysis = found.map_err(Failure::Unplayable)?;
        let Some(best) = analysis.moves.first() else { return Err(Fault::NotAMove(String::new()).into()) };
        let has_statistics = engine.has_evaluation() && analysis.nodes > 0;
        Ok(Answer {
            text: best.mv.clone(),
            time,
            depth: has_statistics.then_some(analysis.depth),
            nodes: has_statistics.then_some(analysis.nodes),
            value: value(&analysis).filter(|_| has_statistics),
        })
    }
}

/// Returns the value in hundredths of a piece, if the evaluation counts pieces.
fn value(analysis: &Analysis<String>) -> Option<i32> {
    (analysis.unit == Unit::Pieces).then(|| analysis.value.estimate.number())
}

/// Returns the search limits of a move.
fn limits(request: &MoveRequest<'_>) -> Limits {
    let within = |budget| Limits { time: Some(budget), ..Limits::default() };
    match request.control {
        Control::Clock(control) => {
            let left = request.time_left[request.side().index()];
            within(clock_budget(left, control.increment, request.record))
        }
        Control::MoveTime(time) => within(move_budget(time)),
        Control::Depth(depth) => Limits::depth(depth),
        Control::Nodes(nodes) => Limits::nodes(nodes),
    }
}
