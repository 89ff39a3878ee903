//! External programs as players. This crate knows engines only: the caller says how a
//! program becomes one.

use std::fmt;
use std::sync::Arc;

use plateau_core::Message;
use plateau_games::{AnyEngine, AnyVariant};
use plateau_play::PlayerSpec;
use plateau_search::Settings;

/// Creates the engine that runs a program.
pub type CreateEngine =
    dyn Fn(&PlayerSpec, &Arc<dyn AnyVariant>) -> Result<Box<dyn AnyEngine>, Message> + Send + Sync;

#[derive(Clone)]
struct Runner {
    create: Arc<CreateEngine>,
    /// Ends all programs at once.
    kill: fn(),
}

/// How programs are run. Without a way to run them, a program is refused as a player.
#[derive(Clone, Default)]
pub struct Programs {
    runner: Option<Runner>,
}

impl Programs {
    /// Runs programs as engines. `kill` ends all of them at once.
    pub fn new(create: Arc<CreateEngine>, kill: fn()) -> Self {
        Self { runner: Some(Runner { create, kill }) }
    }

    /// Creates the engine of a player; `None` for a human.
    pub fn create_engine(
        &self,
        player: &PlayerSpec,
        variant: &Arc<dyn AnyVariant>,
    ) -> Result<Option<Box<dyn AnyEngine>>, Message> {
        match (&self.runner, player) {
            (Some(runner), PlayerSpec::Program { .. }) => (runner.create)(player, variant).map(Some),
            _ => player.create_engine(variant.as_ref(), Settings::default()),
        }
    }

    /// Ends all programs at once, before a signal ends this one.
    pub fn kill(&self) {
        if let Some(runner) = &self.runner {
            (runner.kill)();
        }
    }
}

impl fmt::Debug for Programs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Programs").field("can_run", &self.runner.is_some()).finish_non_exhaustive()
    }
}
