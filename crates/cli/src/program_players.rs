//! External programs as players of `play`.

use std::sync::Arc;
use std::time::Duration;

use plateau_arena::ProgramEngine;
use plateau_arena::game::Control;
use plateau_arena::plan::DEFAULT_CONTROL;
use plateau_arena::process::{OrphanAdoption, adopt_orphans, end_all, kill_all};
use plateau_arena::{PlayerSpec, control};
use plateau_console::interrupt::before_fatal_signal;
use plateau_core::Message;
use plateau_search::time::TimeControl;
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
        let control = move_control(limits)?;
        let has_clocks = limits.tc.is_some();
        let programs = Programs::new(
            Arc::new(move |player, variant, clocks| {
                let clocks = clocks.clone();
                let time_left = move || match control {
                    Control::Clock(TimeControl { base, .. }) if !has_clocks => [base; 2],
                    _ => clocks.time_left(),
                };
                let engine =
                    ProgramEngine::new(player, Arc::clone(variant), control, Box::new(time_left), seed)?;
                Ok(Box::new(engine))
            }),
            kill_all,
        );
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

/// Returns the limit that programs receive. Without one it is the clock of a match, full
/// before every move: a human opponent can wait, and so can a slow program.
fn move_control(limits: &EngineLimits) -> Result<Control, Message> {
    let EngineLimits { tc, time, depth, nodes } = *limits;
    let given = tc.map(Control::Clock).or(time.map(Control::MoveTime));
    let given = given.or(depth.map(Control::Depth)).or(nodes.map(Control::Nodes));
    given.map_or_else(|| control::parse(DEFAULT_CONTROL), Ok)
}
