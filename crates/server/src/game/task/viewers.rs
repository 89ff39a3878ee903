//! The viewers of a game; engines run only while someone watches.

use std::time::{Duration, Instant};

use plateau_core::Player;

use super::GameTask;
use crate::client::Client;
use crate::error::Error;
use crate::game::handle::{Event, GameHandle, StreamToken, Subscription};
use crate::game::snapshot::Presence;

/// Who watches a game.
pub(super) struct Viewers {
    pub streams: usize,
    /// Streams with a seat token, by side.
    pub seat_streams: [usize; 2],
    /// When the game was last requested or changed, or a stream closed.
    pub last_seen: Instant,
}

impl Viewers {
    /// Returns which sides have a stream.
    pub fn present(&self) -> [bool; 2] {
        self.seat_streams.map(|streams| streams > 0)
    }
}

impl GameTask {
    pub(super) fn watch(
        &mut self,
        token: Option<StreamToken>,
        client: Client,
        game: &GameHandle,
    ) -> Result<Subscription, Error> {
        let seat = match token {
            Some(StreamToken::Header(token)) => Some(self.state.side_of_token(Some(&token))?),
            Some(StreamToken::Protocol(token)) => self.state.side_of_token(Some(&token)).ok(),
            None => None,
        };
        self.viewers.streams += 1;
        if self.state.paused_since.is_some() {
            self.client = client;
        }
        if let Some(side) = seat {
            let before = self.viewers.present();
            self.viewers.seat_streams[side.index()] += 1;
            self.publish_presence(before);
        }
        self.resume_if_watched();
        Ok(Subscription::new(game.clone(), self.snapshot(), self.events.subscribe(), seat))
    }

    pub(super) fn unwatch(&mut self, seat: Option<Player>) {
        self.viewers.streams -= 1;
        self.viewers.last_seen = Instant::now();
        if let Some(side) = seat {
            let before = self.viewers.present();
            self.viewers.seat_streams[side.index()] -= 1;
            self.publish_presence(before);
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
        let is_paused = self.state.paused_since.is_some() && self.state.waits_for().is_none();
        if is_paused && self.is_watched() {
            self.start_turn();
        }
    }

    pub(super) fn presence(&self) -> Option<Presence> {
        let presence = if self.viewers.present().contains(&true) { Presence::Here } else { Presence::Left };
        self.state.remote_players.as_ref().map(|_| presence)
    }

    /// Publishes who is there, if that differs from `before`.
    fn publish_presence(&self, before: [bool; 2]) {
        let present = self.viewers.present();
        if present == before {
            return;
        }
        self.publish(match self.presence() {
            Some(presence) => Event::Live(presence),
            None => Event::Present(present),
        });
    }
}
