//! Stores games in a `SQLite` database. One thread owns the connection; it commits
//! all pending writes in one transaction, and acknowledges them once they are on
//! disk.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use plateau_core::text::Argument;
use plateau_play::{ReportedError, io_error};
use rusqlite::{Connection, ErrorCode, OptionalExtension};
use tokio::sync::oneshot;

use crate::phrases;

/// The current schema version.
pub const SCHEMA_VERSION: i64 = 2;

/// Name of the database file in the data directory.
const DATABASE_FILE: &str = "games.sqlite";

/// Maximum number of writes per transaction.
const MAX_BATCH: usize = 256;

/// How long to wait for a database locked by another process.
const BUSY_TIMEOUT: Duration = Duration::from_millis(500);

/// Migrations from each schema version to the next; the first creates the schema.
const MIGRATIONS: [&str; SCHEMA_VERSION as usize] = [
    "CREATE TABLE games (
        id TEXT PRIMARY KEY,
        revision INTEGER NOT NULL,
        state TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    PRAGMA user_version = 1;",
    // `touched` is the Unix time of the last change, in seconds.
    "ALTER TABLE games ADD COLUMN over INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX oldest ON games (over DESC, touched);
    PRAGMA user_version = 2;",
];

/// Inserts or updates a game, unless a newer revision is stored.
const UPSERT_GAME: &str = "
    INSERT INTO games (id, revision, state, over, touched) VALUES (?1, ?2, ?3, ?4, ?5)
    ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, state = excluded.state,
        over = excluded.over, touched = excluded.touched
        WHERE excluded.revision >= games.revision
";

/// Updates the clocks of a game. This is no change: `touched` stays as it is.
const UPDATE_CLOCKS: &str = "UPDATE games SET state = ?3 WHERE id = ?1 AND revision = ?2";

/// Deletes up to `?2` games: finished ones first, then those untouched since `?1`.
const DELETE_OLDEST: &str = "
    DELETE FROM games WHERE id IN (
        SELECT id FROM games WHERE over OR touched < ?1 ORDER BY over DESC, touched LIMIT ?2
    )
";

/// An unfinished game is not deleted before it has been untouched for this long.
const UNFINISHED_RETENTION: Duration = Duration::from_hours(24);

/// Why the store could not complete a request.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database reported an error. Shared, because a batch of writes fails as a whole.
    #[error(transparent)]
    Sqlite(Arc<rusqlite::Error>),
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
    Load { id: String, reply: oneshot::Sender<Result<Option<String>, StoreError>> },
    Prune { max: usize, reply: oneshot::Sender<Result<bool, StoreError>> },
}

/// A row of the database.
#[derive(Debug)]
pub struct StoredGame {
    /// The game id.
    pub id: String,
    /// The revision of the state.
    pub revision: u64,
    /// The state, as encoded by [`crate::state_codec`].
    pub state: String,
    /// Whether the game is over.
    pub is_over: bool,
    /// Whether the game changed; `false` if only its clocks ran.
    pub is_changed: bool,
}

struct Save {
    game: StoredGame,
    reply: oneshot::Sender<Result<(), StoreError>>,
}

impl GameStore {
    /// Opens the database of a directory; creates both if they don't exist.
    pub fn open(directory: &Path) -> Result<Self, ReportedError> {
        let shown = directory.display().to_string();
        let not_writable = |reason: Argument| {
            let message = phrases::DATA_NOT_WRITABLE.message().with("directory", shown.as_str());
            ReportedError::Write(message.with("reason", reason))
        };
        let file = directory.join(DATABASE_FILE);
        create_directory(directory).map_err(|error| not_writable(io_error::reason(&error).into()))?;
        create_file(&file).map_err(|error| not_writable(io_error::reason(&error).into()))?;
        let mut connection = connect(&file).map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy) => {
                phrases::DATA_IN_USE.message().with("directory", shown.as_str()).into()
            }
            _ => not_writable(error.to_string().into()),
        })?;
        let version = migrate(&mut connection).map_err(|error| not_writable(error.to_string().into()))?;
        if version > SCHEMA_VERSION {
            let message = phrases::DATA_TOO_NEW.message().with("directory", shown.as_str());
            let message = message.with("found", version.to_string());
            return Err(message.with("supported", SCHEMA_VERSION.to_string()).into());
        }
        let (jobs, pending) = mpsc::channel();
        let thread = thread::Builder::new().name("store".to_owned());
        let thread = thread.spawn(move || run_jobs(connection, &pending));
        let thread = thread.map_err(|error| not_writable(io_error::reason(&error).into()))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread) })
    }

    fn send(&self, job: Job) -> Result<(), StoreError> {
        self.jobs.as_ref().and_then(|jobs| jobs.send(job).ok()).ok_or(StoreError::Closed)
    }

    /// Saves a game. The job is queued at once, in the order of the calls; the
    /// future completes when the game is on disk.
    pub fn save(&self, game: StoredGame) -> impl Future<Output = Result<(), StoreError>> + use<> {
        let (reply, response) = oneshot::channel();
        let sent = self.send(Job::Save(Save { game, reply }));
        async move {
            sent?;
            response.await.unwrap_or(Err(StoreError::Closed))
        }
    }

    /// Deletes old games until fewer than `max` are left. Returns whether that was
    /// possible.
    pub async fn prune(&self, max: usize) -> Result<bool, StoreError> {
        let (reply, response) = oneshot::channel();
        self.send(Job::Prune { max, reply })?;
        response.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Loads the encoded state of a game.
    pub async fn load(&self, id: &str) -> Result<Option<String>, StoreError> {
        let (reply, response) = oneshot::channel();
        self.send(Job::Load { id: id.to_owned(), reply })?;
        response.await.unwrap_or(Err(StoreError::Closed))
    }
}

/// Creates a directory that only its owner can read: it holds the seat tokens.
fn create_directory(directory: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(directory)
}

/// Creates the database file, readable by its owner only: the directory may have
/// existed with other permissions.
fn create_file(file: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let created = options.open(file)?;
    // Fails on a file of another user, who then decides about its permissions.
    #[cfg(unix)]
    let _ = created.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600));
    drop(created);
    Ok(())
}

/// Opens a database with an exclusive lock: two servers would not see each
/// other's changes.
fn connect(file: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(file)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.execute_batch(
        "PRAGMA locking_mode = EXCLUSIVE;
         PRAGMA journal_mode = WAL;
         PRAGMA synchronous = FULL;
         BEGIN IMMEDIATE; COMMIT;",
    )?;
    Ok(connection)
}

/// Creates or upgrades the schema; returns its version, which is higher than
/// [`SCHEMA_VERSION`] if a newer program wrote it.
fn migrate(connection: &mut Connection) -> rusqlite::Result<i64> {
    let version: i64 = connection.query_row("PRAGMA user_version", (), |row| row.get(0))?;
    for migration in MIGRATIONS.iter().skip(usize::try_from(version).unwrap_or(usize::MAX)) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(migration)?;
        transaction.commit()?;
    }
    Ok(version.max(SCHEMA_VERSION))
}

/// Runs jobs until the store is dropped.
fn run_jobs(mut connection: Connection, jobs: &Receiver<Job>) {
    let mut deferred = None;
    while let Some(job) = deferred.take().or_else(|| jobs.recv().ok()) {
        match job {
            Job::Load { id, reply } => {
                // The requester may be gone; the same below.
                let _ = reply.send(load(&connection, &id).map_err(StoreError::from));
            }
            Job::Prune { max, reply } => {
                let _ = reply.send(prune(&connection, max).map_err(StoreError::from));
            }
            Job::Save(first) => {
                let mut batch = vec![first];
                while batch.len() < MAX_BATCH && deferred.is_none() {
                    match jobs.try_recv() {
                        Ok(Job::Save(next)) => batch.push(next),
                        Ok(other) => deferred = Some(other),
                        Err(_) => break,
                    }
                }
                let result = save_batch(&mut connection, &batch).map_err(StoreError::from);
                for save in batch {
                    let _ = save.reply.send(result.clone());
                }
            }
        }
    }
}

fn load(connection: &Connection, id: &str) -> rusqlite::Result<Option<String>> {
    let mut query = connection.prepare_cached("SELECT state FROM games WHERE id = ?1")?;
    query.query_row([id], |row| row.get(0)).optional()
}

/// Returns the current Unix time in seconds.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

fn prune(connection: &Connection, max: usize) -> rusqlite::Result<bool> {
    let count: i64 = connection.query_row("SELECT count(*) FROM games", (), |row| row.get(0))?;
    let excess = count + 1 - max as i64;
    if excess <= 0 {
        return Ok(true);
    }
    let cutoff = now() - UNFINISHED_RETENTION.as_secs() as i64;
    Ok(connection.prepare_cached(DELETE_OLDEST)?.execute((cutoff, excess))? as i64 == excess)
}

fn save_batch(connection: &mut Connection, batch: &[Save]) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    {
        let mut upsert = transaction.prepare_cached(UPSERT_GAME)?;
        let mut update_clocks = transaction.prepare_cached(UPDATE_CLOCKS)?;
        for Save { game: StoredGame { id, revision, state, is_over, is_changed }, .. } in batch {
            let revision = *revision as i64;
            if *is_changed {
                upsert.execute((id, revision, state, is_over, now()))?;
            } else {
                update_clocks.execute((id, revision, state))?;
            }
        }
    }
    transaction.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new_database() -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        assert_eq!(migrate(&mut connection).unwrap(), SCHEMA_VERSION);
        connection
    }

    fn insert(connection: &Connection, id: &str, is_over: bool, age: i64) {
        connection.execute(UPSERT_GAME, (id, 1, "{}", is_over, now() - age)).unwrap();
    }

    fn ids(connection: &Connection) -> Vec<String> {
        let mut query = connection.prepare("SELECT id FROM games ORDER BY id").unwrap();
        query.query_map((), |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn prune_deletes_finished_games_first_and_keeps_recent_ones() {
        let connection = new_database();
        let day = UNFINISHED_RETENTION.as_secs() as i64;
        insert(&connection, "finished", true, 5);
        insert(&connection, "finished long ago", true, 3 * day);
        insert(&connection, "abandoned", false, 2 * day);
        insert(&connection, "in progress", false, day / 2);
        assert!(prune(&connection, 5).unwrap());
        assert_eq!(ids(&connection).len(), 4, "there was room for a fifth");
        assert!(prune(&connection, 4).unwrap());
        assert_eq!(ids(&connection), ["abandoned", "finished", "in progress"]);
        assert!(prune(&connection, 2).unwrap());
        assert_eq!(ids(&connection), ["in progress"]);
        assert!(!prune(&connection, 1).unwrap(), "the only game is in progress");
        assert_eq!(ids(&connection), ["in progress"]);
    }

    #[test]
    fn old_revisions_are_ignored_and_clock_updates_are_no_change() {
        let mut connection = new_database();
        insert(&connection, "game", false, 100);
        let mut save = |revision, state: &str, is_changed| {
            let (id, state) = ("game".to_owned(), state.to_owned());
            let game = StoredGame { id, revision, state, is_over: false, is_changed };
            save_batch(&mut connection, &[Save { game, reply: oneshot::channel().0 }]).unwrap();
            connection
                .query_row("SELECT state, touched FROM games", (), |row| {
                    Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?))
                })
                .unwrap()
        };
        let (state, touched) = save(1, "clocks", false);
        assert!(state == "clocks" && touched < now() - 50, "a clock update touched the game");
        let (state, touched_again) = save(3, "three", true);
        assert!(state == "three" && touched_again > touched);
        assert_eq!(save(2, "two", true).0, "three");
        assert_eq!(save(1, "one", false).0, "three");
    }

    #[test]
    fn commits_are_synced_to_disk() {
        let directory = tempfile::tempdir().unwrap();
        let connection = connect(&directory.path().join(DATABASE_FILE)).unwrap();
        let pragma = |name: &str| {
            let read = |row: &rusqlite::Row<'_>| row.get::<_, rusqlite::types::Value>(0);
            connection.query_row(&format!("PRAGMA {name}"), (), read).unwrap()
        };
        assert_eq!(pragma("synchronous"), 2.into(), "2 is FULL");
        assert_eq!(pragma("journal_mode"), "wal".to_owned().into());
    }

    #[test]
    fn schema_version_1_is_migrated() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(MIGRATIONS[0]).unwrap();
        connection.execute("INSERT INTO games VALUES ('old', 3, '{}')", ()).unwrap();
        assert_eq!(migrate(&mut connection).unwrap(), SCHEMA_VERSION);
        assert_eq!(load(&connection, "old").unwrap().as_deref(), Some("{}"));
        insert(&connection, "old", true, 0);
        assert_eq!(ids(&connection), ["old"]);
    }
}
