//! The viewers of a game; engines run only while someone watches.

use std::time::{Duration, Instant};

use super::GameTask;
use crate::client::Client;
use crate::error::Error;
use crate::game::handle::{Event, GameHandle, Subscription};
use crate::game::snapshot::Presence;

/// Who watches a game.
pub(super) struct Viewers {
    pub streams: usize,
    /// Streams of the player of a remote game.
    pub player_streams: usize,
    /// When the game was last requested or changed, or a stream closed.
    pub last_seen: Instant,
}

impl GameTask {
    pub(super) fn watch(
        &mut self,
        token: Option<&str>,
        client: Client,
        game: &GameHandle,
    ) -> Result<Subscription, Error> {
        let is_remote = self.state.remote_players.is_some();
        let is_player = match token {
            Some(token) => self.state.side_of_token(Some(token)).map(|_| is_remote)?,
            None => false,
        };
        self.viewers.streams += 1;
        if self.state.paused_since.is_some() {
            self.client = client;
        }
        if is_player {
            self.viewers.player_streams += 1;
            self.publish_presence();
        }
        self.resume_if_watched();
        Ok(Subscription::new(game.clone(), self.snapshot(), self.events.subscribe(), is_player))
    }

    pub(super) fn unwatch(&mut self, is_player: bool) {
        self.viewers.streams -= 1;
        self.viewers.last_seen = Instant::now();
        if is_player {
            self.viewers.player_streams -= 1;
            self.publish_presence();
        }
    }

    /// Returns how long an engine keeps thinking in an unwatched game. Only against a human,
    /// who may come back.
    pub(super) fn unwatched_timeout(&self) -> Duration {
        if self.state.session.has_human() { self.app.limits.unwatched_timeout } else { Duration::ZERO }
    }

    pub(super) fn is_watched(&self) -> bool {
        self.viewers.streams > 0 || self.viewers.last_seen.elapsed() < self.unwatched_timeout()
    }

    pub(super) fn resume_if_watched(&mut self) {
        if self.state.paused_since.is_some() && self.is_watched() {
            self.start_turn();
        }
    }

    pub(super) fn presence(&self) -> Option<Presence> {
        let presence = if self.viewers.player_streams > 0 { Presence::Here } else { Presence::Left };
        self.state.remote_players.as_ref().map(|_| presence)
    }

    pub(super) fn publish_presence(&self) {
        if let Some(presence) = self.presence() {
            self.publish(Event::Presence(presence));
        }
    }
}
