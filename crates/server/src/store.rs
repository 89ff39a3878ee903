//! Stores games in a `SQLite` database. One thread owns the connection; it commits
//! all pending writes in one transaction, and acknowledges them once they are on
//! disk.

mod backup;
mod damaged;
mod prune;
mod queries;
mod schema;

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use plateau_core::text::Argument;
use plateau_games::Registry;
use plateau_play::{ReportedError, io_error};
use rusqlite::Connection;
use tempfile::TempPath;
use tokio::sync::oneshot;

use crate::phrases;

pub use self::backup::{backup_stopped, write_backup};
pub use self::damaged::DamagedGame;
pub use self::schema::{APPLICATION_ID, SCHEMA_VERSION, has_games, log_of};

/// Maximum number of writes per transaction.
const MAX_BATCH: usize = 256;

/// Why the store could not complete a request.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database reported an error. Shared, because a batch of writes fails as a whole.
    #[error(transparent)]
    Sqlite(Arc<rusqlite::Error>),
    /// The stored game is not the one that was changed: it was changed elsewhere or deleted. For a
    /// new game: its request has already created one.
    #[error("the stored game has another revision")]
    Conflict,
    /// The game cannot be decoded, and was set aside.
    #[error("{0}")]
    Damaged(String),
    /// A file cannot be created.
    #[error("{0}")]
    Io(String),
    /// The thread of the store has ended.
    #[error("the game store is closed")]
    Closed,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(Arc::new(error))
    }
}

/// A handle to the database thread.
#[derive(Debug)]
pub struct GameStore {
    /// `None` once the store is being dropped.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    damaged_at_start: Vec<DamagedGame>,
}

/// Waits for the thread, so that the database is unlocked afterwards.
impl Drop for GameStore {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A panic of the thread has been reported on standard error.
            let _ = thread.join();
        }
    }
}

enum Job {
    Save(Save),
    Load {
        id: String,
        reply: oneshot::Sender<Result<Option<String>, StoreError>>,
    },
    FindCreated {
        creation: Creation,
        reply: oneshot::Sender<Result<Option<String>, StoreError>>,
    },
    SetAside {
        id: String,
        reason: String,
        reply: oneshot::Sender<Result<(), StoreError>>,
    },
    ListDamaged {
        reply: oneshot::Sender<Result<Vec<DamagedGame>, StoreError>>,
    },
    Backup {
        reply: oneshot::Sender<Result<TempPath, StoreError>>,
    },
    Delete {
        id: String,
        reply: oneshot::Sender<Result<bool, StoreError>>,
    },
    List {
        after: Option<ListPosition>,
        max: usize,
        reply: oneshot::Sender<Result<Vec<ListedGame>, StoreError>>,
    },
    Prune {
        max: usize,
        creation: Creation,
        reply: oneshot::Sender<Result<bool, StoreError>>,
    },
}

/// A row of the database.
#[derive(Debug)]
pub struct StoredGame {
    /// The game id.
    pub id: String,
    /// The revision of the state.
    pub revision: u64,
    /// The state, as encoded by [`crate::game::codec`].
    pub state: String,
    /// Whether the game is over.
    pub is_over: bool,
}

struct Save {
    game: StoredGame,
    kind: SaveKind,
    reply: oneshot::Sender<Result<(), StoreError>>,
}

/// A game in the list of all games.
#[derive(Debug)]
pub struct ListedGame {
    /// The game id.
    pub id: String,
    /// The revision.
    pub revision: u64,
    /// The name of the variant, if the record has one.
    pub variant: Option<String>,
    /// Whether the game is over.
    pub is_over: bool,
    /// The time of the last change, in seconds since 1970.
    pub changed: i64,
}

/// A place in the list of all games: after the game with this change and id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListPosition {
    /// The time of the last change, in seconds since 1970.
    pub changed: i64,
    /// The game id.
    pub id: String,
}

/// Who created a game, and by which request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Creation {
    /// The name of the client's address.
    pub owner: String,
    /// The client's id.
    pub client: u64,
    /// The id that the client chose for its request; unique among those of the owner.
    pub request: Option<String>,
}

/// How a game is saved.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SaveKind {
    /// A new game.
    Insert(Creation),
    /// The next revision of a game.
    Update,
    /// The same revision, whose clocks ran.
    Clocks,
}

impl GameStore {
    /// Opens the database of a directory; creates both if they don't exist. Damaged games are set
    /// aside, and those that can be read again come back.
    pub fn open(directory: &Path, registry: &Registry) -> Result<Self, ReportedError> {
        let not_writable = |reason: Argument| {
            let message = phrases::DATA_NOT_WRITABLE.message();
            let message = message.with("directory", directory.display().to_string());
            ReportedError::Write(message.with("reason", reason))
        };
        let connection = schema::open(directory)?;
        let damaged = damaged::restore_readable(&connection, registry)
            .and_then(|()| damaged::set_aside_malformed(&connection))
            .and_then(|()| damaged::list(&connection));
        let damaged = damaged.map_err(|error| not_writable(error.to_string().into()))?;
        let (jobs, pending) = mpsc::channel();
        let thread = thread::Builder::new().name("store".to_owned());
        let directory_of_thread = directory.to_owned();
        let thread = thread.spawn(move || run_jobs(&connection, &directory_of_thread, &pending));
        let thread = thread.map_err(|error| not_writable(io_error::reason(&error).into()))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread), damaged_at_start: damaged })
    }

    /// Returns the games that were set aside when the database was opened.
    pub fn damaged_at_start(&self) -> &[DamagedGame] {
        &self.damaged_at_start
    }

    /// Sends a job to the thread and waits for its reply.
    async fn ask<T>(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> Job,
    ) -> Result<T, StoreError> {
        let (reply, response) = oneshot::channel();
        self.jobs.as_ref().and_then(|jobs| jobs.send(job(reply)).ok()).ok_or(StoreError::Closed)?;
        response.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Stores a new game; returns when it is on disk. It is a [conflict](StoreError::Conflict) if
    /// the same request has already created one.
    pub async fn insert(&self, game: StoredGame, creation: Creation) -> Result<(), StoreError> {
        self.save(game, SaveKind::Insert(creation)).await
    }

    /// Returns the id of the game that a request has created.
    pub async fn find_created(&self, creation: &Creation) -> Result<Option<String>, StoreError> {
        self.ask(|reply| Job::FindCreated { creation: creation.clone(), reply }).await
    }

    /// Stores the next revision of a game; returns when it is on disk. It is a
    /// [conflict](StoreError::Conflict) if the stored revision is not the one before.
    pub async fn update(&self, game: StoredGame) -> Result<(), StoreError> {
        self.save(game, SaveKind::Update).await
    }

    /// Stores the clocks of a game, unless it has changed meanwhile.
    pub async fn update_clocks(&self, game: StoredGame) -> Result<(), StoreError> {
        self.save(game, SaveKind::Clocks).await
    }

    async fn save(&self, game: StoredGame, kind: SaveKind) -> Result<(), StoreError> {
        self.ask(|reply| Job::Save(Save { game, kind, reply })).await
    }

    /// Deletes games until fewer than `max` are left, to make room for a new one. Returns whether that
    /// was possible.
    pub async fn prune(&self, max: usize, creation: &Creation) -> Result<bool, StoreError> {
        self.ask(|reply| Job::Prune { max, creation: creation.clone(), reply }).await
    }

    /// Deletes a game. Returns whether there was one.
    pub async fn delete(&self, id: &str) -> Result<bool, StoreError> {
        self.ask(|reply| Job::Delete { id: id.to_owned(), reply }).await
    }

    /// Lists up to `max` games, the latest change first, after the last one of the list before.
    pub async fn list(&self, after: Option<ListPosition>, max: usize) -> Result<Vec<ListedGame>, StoreError> {
        self.ask(|reply| Job::List { after, max, reply }).await
    }

    /// Sets a game aside that cannot be decoded.
    pub async fn set_aside(&self, id: &str, reason: &str) -> Result<(), StoreError> {
        self.ask(|reply| Job::SetAside { id: id.to_owned(), reason: reason.to_owned(), reply }).await
    }

    /// Lists the games that were set aside.
    pub async fn list_damaged(&self) -> Result<Vec<DamagedGame>, StoreError> {
        self.ask(|reply| Job::ListDamaged { reply }).await
    }

    /// Copies the database to a new file, which is deleted with the result. Other jobs go on.
    pub async fn backup(&self) -> Result<TempPath, StoreError> {
        self.ask(|reply| Job::Backup { reply }).await
    }

    /// Loads the encoded state of a game. Fails if it is [damaged](StoreError::Damaged).
    pub async fn load(&self, id: &str) -> Result<Option<String>, StoreError> {
        self.ask(|reply| Job::Load { id: id.to_owned(), reply }).await
    }
}

/// Runs jobs until the store is dropped.
fn run_jobs(connection: &Connection, directory: &Path, jobs: &Receiver<Job>) {
    let mut deferred = VecDeque::new();
    while let Some(job) = deferred.pop_front().or_else(|| jobs.recv().ok()) {
        let Job::Backup { reply } = job else {
            deferred.extend(run_job(connection, jobs, job));
            continue;
        };
        let copied = backup::copy(connection, directory, || {
            // Other backups wait for this one; nothing else does.
            let ready = deferred.iter().position(|job| !matches!(job, Job::Backup { .. }));
            if let Some(job) = ready.and_then(|at| deferred.remove(at)).or_else(|| jobs.try_recv().ok()) {
                deferred.extend(run_job(connection, jobs, job));
            }
        });
        // The requester may be gone; the same below.
        let _ = reply.send(copied);
    }
}

/// Runs a job, a save together with those that wait behind it. Returns the first other job that
/// waited.
fn run_job(connection: &Connection, jobs: &Receiver<Job>, job: Job) -> Option<Job> {
    let mut deferred = None;
    match job {
        Job::Load { id, reply } => {
            let _ = reply.send(queries::load(connection, &id));
        }
        Job::FindCreated { creation, reply } => {
            let _ = reply.send(queries::find_created(connection, &creation).map_err(StoreError::from));
        }
        Job::SetAside { id, reason, reply } => {
            let _ = reply.send(damaged::set_aside(connection, &id, &reason).map_err(StoreError::from));
        }
        Job::ListDamaged { reply } => {
            let _ = reply.send(damaged::list(connection).map_err(StoreError::from));
        }
        Job::Delete { id, reply } => {
            let _ = reply.send(queries::delete(connection, &id).map_err(StoreError::from));
        }
        Job::List { after, max, reply } => {
            let listed = queries::list(connection, after.as_ref(), max);
            let _ = reply.send(listed.map_err(StoreError::from));
        }
        Job::Prune { max, creation, reply } => {
            let _ = reply.send(prune::prune(connection, max, &creation).map_err(StoreError::from));
        }
        Job::Backup { .. } => return Some(job),
        Job::Save(first) => {
            let mut batch = vec![first];
            while batch.len() < MAX_BATCH && deferred.is_none() {
                match jobs.try_recv() {
                    Ok(Job::Save(next)) => batch.push(next),
                    Ok(other) => deferred = Some(other),
                    Err(_) => break,
                }
            }
            let saved = queries::save_batch(connection, &batch).map_err(StoreError::from);
            for (index, save) in batch.into_iter().enumerate() {
                let result = saved
                    .clone()
                    .and_then(|saved| if saved[index] { Ok(()) } else { Err(StoreError::Conflict) });
                let _ = save.reply.send(result);
            }
        }
    }
    deferred
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_jobs_do_not_wait_for_a_whole_backup() {
        let directory = tempfile::tempdir().unwrap();
        let connection = schema::open(directory.path()).unwrap();
        let large = "x".repeat(20_000);
        for id in 0..400 {
            let row = (id.to_string(), &large);
            connection.execute("INSERT INTO games (id, revision, state) VALUES (?1, 1, ?2)", row).unwrap();
        }
        let (jobs, pending) = mpsc::channel();
        let (reply, backup) = oneshot::channel();
        jobs.send(Job::Backup { reply }).unwrap();
        let mut saved = Vec::new();
        for revision in [2, 3] {
            let game = StoredGame { id: "0".to_owned(), revision, state: String::new(), is_over: false };
            let (reply, response) = oneshot::channel();
            jobs.send(Job::Save(Save { game, kind: SaveKind::Update, reply })).unwrap();
            saved.push(response);
            let id = "0".to_owned();
            jobs.send(Job::Load { id, reply: oneshot::channel().0 }).unwrap();
        }
        let path = directory.path().to_owned();
        let thread = thread::spawn(move || run_jobs(&connection, &path, &pending));
        let copy = backup.blocking_recv().unwrap().unwrap();
        assert!(saved.iter_mut().all(|saved| matches!(saved.try_recv(), Ok(Ok(())))), "before the backup");
        let copied = Connection::open(&copy).unwrap();
        let revision = copied.query_row("SELECT revision FROM games WHERE id = '0'", (), |row| row.get(0));
        assert_eq!(revision, Ok(3), "the backup has what was saved meanwhile");
        drop(jobs);
        thread.join().unwrap();
    }
}
