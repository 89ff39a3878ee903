//! What a game does at a time of its own: it ends when a clock runs out, saves its clocks,
//! pauses an unwatched engine, and tries again what failed.

use std::time::{Duration, Instant};

use super::GameTask;
use crate::error::Error;
use crate::game::codec;
use crate::game::state::GameState;
use crate::limits;
use crate::store::StoreError;

impl GameTask {
    /// Returns when the task must act although nothing arrives.
    pub(super) fn next_deadline(&self) -> Option<Instant> {
        let now = Instant::now();
        // The time must be exceeded, not only used up.
        let flag = || Some(now + self.state.time_left()? + Duration::from_millis(2));
        let flag_at = if self.state.is_clock_running() && self.retry_at.is_none() { flag() } else { None };
        let is_unwatched = self.engine.is_some() && self.viewers.streams == 0;
        let pause_at = is_unwatched.then(|| self.viewers.last_seen + self.unwatched_timeout());
        // The clocks of games that nobody watches would keep the disk busy.
        let checkpoint_at = self.checkpoint_at.filter(|_| self.is_watched());
        let deadlines = [self.retry_at, flag_at, pause_at, checkpoint_at];
        deadlines.into_iter().flatten().min().filter(|_| !self.is_closing)
    }

    pub(super) async fn on_deadline(&mut self) {
        let now = Instant::now();
        if self.retry_at.is_some_and(|at| at <= now) {
            self.retry_at = None;
            match self.unsaved_move.take() {
                Some(text) => self.play_engine_move(text).await,
                None if self.state.is_engine_turn() => self.start_turn(),
                None => {}
            }
        } else if self.end_on_time().await.is_err() {
            self.retry_at = Some(now + limits::RETRY_DELAY);
        } else if self.engine.is_some() && !self.is_watched() {
            self.engine = None;
            self.checkpoint_clocks().await;
            self.start_turn();
        } else if self.checkpoint_at.is_some_and(|at| at <= now) {
            self.checkpoint_clocks().await;
        }
    }

    /// Ends the game if the clock of the side to move has run out.
    pub(super) async fn end_on_time(&mut self) -> Result<(), Error> {
        let is_late =
            self.state.is_clock_running() && self.state.time_left().is_some_and(|left| left.is_zero());
        if is_late {
            let mut next = GameState::clone(&self.state);
            if next.end_on_time() {
                self.commit(next, None).await?;
            }
        }
        Ok(())
    }

    /// Saves the running clock.
    pub(super) async fn checkpoint_clocks(&mut self) {
        if self.state.is_clock_running() {
            // The next change reports a full disk to its player.
            let stored = self.app.store.update_clocks(codec::stored(&self.id, &self.state)).await;
            if let Err(StoreError::Conflict) = stored {
                // It was deleted or changed meanwhile.
                self.reload().await;
            }
            self.checkpoint_at = Some(Instant::now() + self.app.limits.checkpoint_interval);
        }
    }

    pub(super) async fn close(&mut self) {
        (self.is_closing, self.engine) = (true, None);
        self.checkpoint_clocks().await;
    }
}

/// Waits until a deadline, forever if there is none.
pub(super) async fn sleep_until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
        None => std::future::pending().await,
    }
}
