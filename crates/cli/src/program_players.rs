//! External programs as players of `play`.

use std::sync::Arc;
use std::time::Duration;

use plateau_arena::ProgramEngine;
use plateau_arena::process::{OrphanAdoption, adopt_orphans, end_all, kill_all};
use plateau_arena::{PlayerSpec, control};
use plateau_console::interrupt::before_fatal_signal;
use plateau_core::Message;
use plateau_games::{AnyEngine, AnyVariant};
use plateau_tui::engine_limits::EngineLimits;
use plateau_tui::programs::Programs;

/// How long programs have to end by themselves when the game is left.
const GRACE: Duration = Duration::from_secs(3);

/// Runs the programs of a game. Dropping it ends them, their descendants included.
pub struct ProgramPlayers {
    /// How the game creates the engines of programs.
    pub programs: Programs,
    _orphan_adoption: Option<OrphanAdoption>,
}

impl ProgramPlayers {
    /// Returns what a game with these players needs; `None` if none of them is a program.
    pub fn new(players: &[PlayerSpec; 2], limits: &EngineLimits, seed: u64) -> Result<Option<Self>, Message> {
        if !players.iter().any(|player| matches!(player, PlayerSpec::Program { .. })) {
            return Ok(None);
        }
        let EngineLimits { tc, time, depth, nodes } = *limits;
        // A default clock is full before every move: a human opponent can wait, and so can a
        // slow program.
        let control = control::from_options(tc, time, depth, nodes)?;
        let create = move |player: &PlayerSpec, variant: &Arc<dyn AnyVariant>| {
            let engine = ProgramEngine::new(player, Arc::clone(variant), control, seed)?;
            Ok(Box::new(engine) as Box<dyn AnyEngine>)
        };
        let programs = Programs::new(Arc::new(create), kill_all);
        // Without system support, only the process group of each program is killed.
        Ok(Some(Self { programs, _orphan_adoption: adopt_orphans().ok() }))
    }

    /// Ends the programs before a signal ends this one. The full screen does so itself.
    pub fn end_on_signal(&self) {
        let programs = self.programs.clone();
        // If no handler can be installed, the signal ends this program alone.
        let _ = before_fatal_signal(move || programs.kill());
    }
}

impl Drop for ProgramPlayers {
    fn drop(&mut self) {
        end_all(GRACE);
    }
}
