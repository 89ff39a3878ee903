//! A built-in engine as a player. It searches on the referee's thread, without a process.

use std::time::Instant;

use plateau_core::Message;
use plateau_games::AnyEngine;
use plateau_games::EngineSpec;
use plateau_play::io_error;
use plateau_play::runner::{DeadlineGuard, SearchReport, run_search};
use plateau_play::{MoveLimits, game_clock, seeded};
use plateau_search::{Limits, Settings, Stop, Unit};

use crate::game::{Control, Fault};
use crate::protocol::{Answer, Failure, GameSetup, MoveRequest};

/// A player that runs a built-in engine.
pub struct BuiltinEngine {
    spec: EngineSpec,
    hash_mb: usize,
    loaded: Option<LoadedEngine>,
    stop: Stop,
    guard: DeadlineGuard,
}

/// An engine with the variant and the spec that it was created for.
struct LoadedEngine {
    variant: String,
    spec: EngineSpec,
    engine: Box<dyn AnyEngine>,
}

impl BuiltinEngine {
    /// Creates a player from the spec of an engine and the size of its transposition table.
    /// The engine itself is created at the start of the first game.
    pub fn new(spec: EngineSpec, hash_mb: usize) -> Self {
        Self { spec, hash_mb, loaded: None, stop: Stop::new(), guard: DeadlineGuard::default() }
    }

    /// Sets the flag that interrupts every search from now on.
    pub fn set_stop(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// Prepares for a new game: clears the engine, or creates it if the variant or the spec
    /// differs.
    pub fn start_game(&mut self, setup: &GameSetup<'_>) -> Result<(), Message> {
        let (variant, spec) = (setup.variant.name(), seeded(self.spec.clone(), setup.seed));
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
            return Err(Fault::StartFailed(io_error::stored_reason("")).into());
        };
        // Without a clock there is no deadline: the result must not depend on the speed of
        // the machine.
        let deadline = request.allowed_time().map(|_| Instant::now() + request.timeout);
        let stop = self.guard.watch(deadline, &self.stop);
        let limits = Limits { stop, ..move_limits(request).search_limits() };
        let result = run_search(engine.as_mut(), request.record, &limits, &mut |_| {});
        let stalled = self.guard.release();
        if self.stop.is_raised() {
            return Err(Failure::Stopped);
        }
        let SearchReport { analysis, elapsed, has_evaluation } = match result {
            Ok(report) => report,
            Err(error) => {
                // The engine may have panicked, so it is not reused.
                self.loaded = None;
                return Err(Failure::Unplayable(error.message()));
            }
        };
        let Some(best) = analysis.moves.first() else { return Err(Fault::NotAMove(String::new()).into()) };
        let has_statistics = has_evaluation && analysis.nodes > 0;
        let value = (analysis.unit == Unit::Pieces).then(|| analysis.value.estimate.number());
        Ok(Answer {
            text: best.mv.clone(),
            time: elapsed.saturating_sub(stalled),
            depth: has_statistics.then_some(analysis.depth),
            nodes: has_statistics.then_some(analysis.nodes),
            value: value.filter(|_| has_statistics),
        })
    }
}

/// Returns the limits of a move.
fn move_limits(request: &MoveRequest<'_>) -> MoveLimits {
    let limits = MoveLimits { reserve_reply_time: true, ..MoveLimits::default() };
    match request.control {
        Control::Clock(control) => {
            let time_left = request.time_left[request.side().index()];
            MoveLimits { clock: Some(game_clock(request.record, time_left, control.increment)), ..limits }
        }
        Control::MoveTime(time) => MoveLimits { move_time: Some(time), ..limits },
        Control::Depth(depth) => MoveLimits { depth: Some(depth), ..limits },
        Control::Nodes(nodes) => MoveLimits { nodes: Some(nodes), ..limits },
    }
}
