//! Tracks the viewers of a game; engines run only while someone watches.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

/// The viewers of one game: open event streams, and the time of the last request.
#[derive(Debug)]
pub struct Viewers(watch::Sender<Activity>);

#[derive(Clone, Copy, Debug)]
struct Activity {
    streams: usize,
    /// When the game was last requested or changed, or a stream closed.
    last_seen: Instant,
}

impl Viewers {
    /// Starts tracking, as if the game had just been requested.
    pub fn new() -> Self {
        Self(watch::Sender::new(Activity { streams: 0, last_seen: Instant::now() }))
    }

    /// Records a request for the game.
    pub fn record_request(&self) {
        self.0.send_modify(|activity| activity.last_seen = Instant::now());
    }

    /// Records that a stream was opened.
    pub fn stream_opened(&self) {
        self.0.send_modify(|activity| activity.streams += 1);
    }

    /// Records that a stream was closed.
    pub fn stream_closed(&self) {
        self.0.send_modify(|activity| {
            *activity = Activity { streams: activity.streams - 1, last_seen: Instant::now() };
        });
    }

    /// Returns whether a stream is open, or the game was requested less than
    /// `timeout` ago.
    pub fn is_watched(&self, timeout: Duration) -> bool {
        let activity = self.0.borrow();
        activity.streams > 0 || activity.last_seen.elapsed() < timeout
    }

    /// Waits until no stream is open and the last request is `timeout` ago.
    pub async fn wait_until_unwatched(&self, timeout: Duration) {
        let mut changes = self.0.subscribe();
        loop {
            let now = *changes.borrow_and_update();
            if now.streams == 0 && timeout_at(now.last_seen + timeout, changes.changed()).await.is_err() {
                return;
            }
            // Never fails: `self` keeps the sender alive.
            if now.streams > 0 && changes.changed().await.is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_hours(1);

    #[test]
    fn open_streams_and_recent_requests_count_as_watching() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let viewers = Viewers::new();
            assert!(viewers.is_watched(LONG) && !viewers.is_watched(Duration::ZERO));
            viewers.wait_until_unwatched(Duration::ZERO).await;
            viewers.stream_opened();
            viewers.stream_opened();
            viewers.stream_closed();
            assert!(viewers.is_watched(Duration::ZERO));
            let soon = Instant::now() + Duration::from_millis(20);
            let unwatched = timeout_at(soon, viewers.wait_until_unwatched(Duration::ZERO)).await;
            assert!(unwatched.is_err(), "one stream is still open");
            viewers.stream_closed();
            viewers.wait_until_unwatched(Duration::ZERO).await;
            let soon = Instant::now() + Duration::from_millis(20);
            let unwatched = timeout_at(soon, viewers.wait_until_unwatched(LONG)).await;
            assert!(unwatched.is_err(), "the timeout has not passed");
        });
    }
}
