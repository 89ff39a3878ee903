//! External programs as players. This crate knows engines only: the caller says how a
//! program becomes one.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use plateau_core::{Message, Player};
use plateau_games::{AnyEngine, AnyVariant};
use plateau_play::{PlayerSpec, Session};
use plateau_search::Settings;

/// The time left on the clocks of both sides, for programs that receive it.
#[derive(Clone, Debug, Default)]
pub struct Clocks(Arc<Mutex<[Duration; 2]>>);

impl Clocks {
    /// Returns the time left when a program was last asked for a move.
    pub fn time_left(&self) -> [Duration; 2] {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Creates the engine that runs a program.
pub type CreateEngine =
    dyn Fn(&PlayerSpec, &Arc<dyn AnyVariant>, &Clocks) -> Result<Box<dyn AnyEngine>, Message> + Send + Sync;

/// How programs are run. Without a way to run them, a program is refused as a player.
#[derive(Clone, Default)]
pub struct Programs {
    run: Option<(Arc<CreateEngine>, fn())>,
    clocks: Clocks,
}

impl Programs {
    /// Runs programs as engines. `kill` ends all of them at once.
    pub fn new(create: Arc<CreateEngine>, kill: fn()) -> Self {
        Self { run: Some((create, kill)), clocks: Clocks::default() }
    }

    /// Creates the engine of a player; `None` for a human.
    pub fn create_engine(
        &self,
        player: &PlayerSpec,
        variant: &Arc<dyn AnyVariant>,
    ) -> Result<Option<Box<dyn AnyEngine>>, Message> {
        match (&self.run, player) {
            (Some((create, _)), PlayerSpec::Program { .. }) => {
                create(player, variant, &self.clocks).map(Some)
            }
            _ => player.create_engine(variant.as_ref(), Settings::default()),
        }
    }

    /// Sets the clocks before a program moves.
    pub fn set_clocks(&self, session: &Session) {
        let left = Player::BOTH.map(|side| session.time_left(side).unwrap_or_default());
        *self.clocks.0.lock().unwrap_or_else(PoisonError::into_inner) = left;
    }

    /// Ends all programs at once, before a signal ends this one.
    pub fn kill(&self) {
        if let Some((_, kill)) = &self.run {
            kill();
        }
    }
}

impl fmt::Debug for Programs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Programs").field("clocks", &self.clocks).finish_non_exhaustive()
    }
}
