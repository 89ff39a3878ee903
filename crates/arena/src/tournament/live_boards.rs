//! Publishes the games in progress in the store, for viewers in other processes.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use plateau_play::ReportedError;

use crate::store::{LiveGame, Store, TournamentId};

/// How often the games in progress are checked.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// The minimum age of a published game: shorter games would vanish before they are seen.
const MIN_AGE: Duration = Duration::from_secs(1);

/// How often unchanged games are published again, to show that they are still in progress.
const HEARTBEAT: Duration = Duration::from_secs(4);

/// The game of one worker thread, with the time it started.
#[derive(Debug, Default)]
pub struct WorkerBoard(Mutex<Option<(LiveGame, Instant)>>);

impl WorkerBoard {
    fn lock(&self) -> MutexGuard<'_, Option<(LiveGame, Instant)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the game that starts now.
    pub fn start_game(&self, game: LiveGame) {
        *self.lock() = Some((game, Instant::now()));
    }

    /// Adds a move.
    pub fn push_move(&self, mv: &str) {
        if let Some((game, _)) = &mut *self.lock() {
            game.moves.push(mv.to_owned());
        }
    }

    /// Removes the game.
    pub fn clear(&self) {
        *self.lock() = None;
    }

    /// Returns the game if it is old enough to be published.
    fn publishable(&self) -> Option<LiveGame> {
        self.lock().as_ref().filter(|(_, since)| since.elapsed() >= MIN_AGE).map(|(game, _)| game.clone())
    }
}

/// Publishes the boards of all workers.
#[derive(Debug)]
pub struct LiveBoards<'b> {
    boards: &'b [WorkerBoard],
    published: Vec<LiveGame>,
    last_poll: Instant,
    last_write: Instant,
}

impl<'b> LiveBoards<'b> {
    /// Creates a publisher that has published nothing yet.
    pub fn new(boards: &'b [WorkerBoard]) -> Self {
        let now = Instant::now();
        Self { boards, published: Vec::new(), last_poll: now, last_write: now }
    }

    /// Publishes the games in progress if they changed or the heartbeat is due.
    pub fn update(&mut self, store: &mut Store, id: TournamentId) -> Result<(), ReportedError> {
        if self.last_poll.elapsed() < POLL_INTERVAL {
            return Ok(());
        }
        self.last_poll = Instant::now();
        let games: Vec<LiveGame> = self.boards.iter().filter_map(WorkerBoard::publishable).collect();
        let is_current =
            games == self.published && (games.is_empty() || self.last_write.elapsed() < HEARTBEAT);
        if is_current { Ok(()) } else { self.write(games, store, id) }
    }

    /// Removes all published games.
    pub fn close(mut self, store: &mut Store, id: TournamentId) -> Result<(), ReportedError> {
        if self.published.is_empty() { Ok(()) } else { self.write(Vec::new(), store, id) }
    }

    fn write(
        &mut self,
        games: Vec<LiveGame>,
        store: &mut Store,
        id: TournamentId,
    ) -> Result<(), ReportedError> {
        store.save_live_games(id, &games)?;
        (self.published, self.last_write) = (games, Instant::now());
        Ok(())
    }
}
