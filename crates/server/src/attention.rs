//! Who looks at a game: engines think for them alone.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

/// Whether anybody looks.
#[derive(Debug)]
pub struct Attention(watch::Sender<Looks>);

#[derive(Clone, Copy, Debug)]
struct Looks {
    streams: usize,
    /// When it was last asked for, changed, or left by a stream.
    last: Instant,
}

impl Looks {
    fn are_recent(&self, patience: Duration) -> bool {
        self.streams > 0 || self.last.elapsed() < patience
    }
}

impl Attention {
    /// Somebody has just asked for the game.
    pub fn new() -> Self {
        Self(watch::Sender::new(Looks { streams: 0, last: Instant::now() }))
    }

    /// Somebody asks for it.
    pub fn look(&self) {
        self.0.send_modify(|looks| looks.last = Instant::now());
    }

    /// A stream begins.
    pub fn open(&self) {
        self.0.send_modify(|looks| looks.streams += 1);
    }

    /// A stream ends.
    pub fn close(&self) {
        self.0.send_modify(|looks| *looks = Looks { streams: looks.streams - 1, last: Instant::now() });
    }

    /// Whether there is a stream, or somebody looked not longer ago than this.
    pub fn is_paid(&self, patience: Duration) -> bool {
        self.0.borrow().are_recent(patience)
    }

    /// Returns once nobody has looked for so long.
    pub async fn ended(&self, patience: Duration) {
        let mut looks = self.0.subscribe();
        loop {
            let now = *looks.borrow_and_update();
            if now.streams == 0 && timeout_at(now.last + patience, looks.changed()).await.is_err() {
                return;
            }
            // The sender lives as long as this.
            if now.streams > 0 && looks.changed().await.is_err() {
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
    fn streams_hold_it_and_looks_for_a_while() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let attention = Attention::new();
            assert!(attention.is_paid(LONG) && !attention.is_paid(Duration::ZERO));
            attention.ended(Duration::ZERO).await;
            attention.open();
            attention.open();
            attention.close();
            assert!(attention.is_paid(Duration::ZERO));
            let soon = Instant::now() + Duration::from_millis(20);
            assert!(timeout_at(soon, attention.ended(Duration::ZERO)).await.is_err(), "one is left");
            attention.close();
            attention.ended(Duration::ZERO).await;
            let soon = Instant::now() + Duration::from_millis(20);
            assert!(timeout_at(soon, attention.ended(LONG)).await.is_err(), "it may come back");
        });
    }
}
