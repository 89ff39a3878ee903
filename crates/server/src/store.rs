//! The games on disk. One thread owns the database; it puts all changes that
//! wait for it into one transaction, and says so once they are on disk.

use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use plateau_core::Message;
use rusqlite::{Connection, ErrorCode, OptionalExtension};
use tokio::sync::oneshot;

use crate::phrases;

/// The version of the tables below.
const VERSION: i64 = 1;

/// The file in the data directory.
const FILE: &str = "games.sqlite";

/// So many changes share a transaction at most.
const TOGETHER: usize = 256;

/// How long another program may hold the database.
const PATIENCE: Duration = Duration::from_millis(500);

const TABLES: &str = "
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        revision INTEGER NOT NULL,
        state TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    PRAGMA user_version = 1;
";

const WRITE: &str = "
    INSERT INTO games (id, revision, state) VALUES (?1, ?2, ?3)
    ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, state = excluded.state
";

/// The games on disk.
#[derive(Debug)]
pub struct Store {
    /// Nothing once it closes.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

/// The database is free for others when this is gone.
impl Drop for Store {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // It would have panicked long before.
            let _ = thread.join();
        }
    }
}

enum Job {
    Write(Write),
    Read { id: String, found: oneshot::Sender<Result<Option<String>, String>> },
}

struct Write {
    id: String,
    revision: u64,
    state: String,
    done: oneshot::Sender<Result<(), String>>,
}

impl Store {
    /// Opens the database of a directory, which is made where it is missing.
    pub fn open(directory: &Path) -> Result<Self, Message> {
        let shown = directory.display().to_string();
        let unwritable = |reason: String| {
            phrases::DATA_NOT_WRITABLE.say().with("directory", shown.as_str()).with("reason", reason)
        };
        make_directory(directory).map_err(|error| unwritable(error.to_string()))?;
        let mut connection =
            connect(&directory.join(FILE)).map_err(|error| match error.sqlite_error_code() {
                Some(ErrorCode::DatabaseBusy) => phrases::DATA_IN_USE.say().with("directory", shown.as_str()),
                _ => unwritable(error.to_string()),
            })?;
        let version = prepare(&mut connection).map_err(|error| unwritable(error.to_string()))?;
        if version > VERSION {
            let message = phrases::DATA_NEWER.say().with("directory", shown.as_str());
            return Err(message.with("found", version.to_string()).with("known", VERSION.to_string()));
        }
        let (jobs, waiting) = mpsc::channel();
        let keep = move || keep(connection, &waiting);
        let thread = thread::Builder::new().name("store".to_owned()).spawn(keep);
        let thread = thread.map_err(|error| unwritable(error.to_string()))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread) })
    }

    fn send(&self, job: Job) -> Result<(), String> {
        self.jobs.as_ref().map_or(Ok(()), |jobs| jobs.send(job)).map_err(|error| error.to_string())
    }

    /// Writes a game; it is on disk when this returns.
    pub async fn write(&self, id: &str, revision: u64, state: String) -> Result<(), String> {
        let (done, answer) = oneshot::channel();
        let write = Write { id: id.to_owned(), revision, state, done };
        self.send(Job::Write(write))?;
        answer.await.map_err(|error| error.to_string())?
    }

    /// The state of a game, if there is one.
    pub async fn read(&self, id: &str) -> Result<Option<String>, String> {
        let (found, answer) = oneshot::channel();
        self.send(Job::Read { id: id.to_owned(), found })?;
        answer.await.map_err(|error| error.to_string())?
    }
}

/// Makes a directory that is for its owner alone: it holds the tokens of seats.
fn make_directory(directory: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(directory)
}

/// Opens a database for this program alone: two servers would not see each
/// other's changes.
fn connect(file: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(file)?;
    connection.busy_timeout(PATIENCE)?;
    connection.execute_batch(
        "PRAGMA locking_mode = EXCLUSIVE;
         PRAGMA journal_mode = WAL;
         PRAGMA synchronous = FULL;
         BEGIN IMMEDIATE; COMMIT;",
    )?;
    Ok(connection)
}

/// Makes the tables of a new database; returns the version of what there is.
fn prepare(connection: &mut Connection) -> rusqlite::Result<i64> {
    let version = connection.query_row("PRAGMA user_version", (), |row| row.get(0))?;
    if version != 0 {
        return Ok(version);
    }
    let made = connection.transaction()?;
    made.execute_batch(TABLES)?;
    made.commit()?;
    Ok(VERSION)
}

/// Does what is asked until nobody is left to ask.
fn keep(mut connection: Connection, jobs: &Receiver<Job>) {
    let mut held = None;
    while let Some(job) = held.take().or_else(|| jobs.recv().ok()) {
        match job {
            Job::Read { id, found } => {
                // Whoever asked may have gone, here and below.
                let _ = found.send(read(&connection, &id).map_err(|error| error.to_string()));
            }
            Job::Write(first) => {
                let mut writes = vec![first];
                while writes.len() < TOGETHER && held.is_none() {
                    match jobs.try_recv() {
                        Ok(Job::Write(next)) => writes.push(next),
                        Ok(other) => held = Some(other),
                        Err(_) => break,
                    }
                }
                let written = write(&mut connection, &writes).map_err(|error| error.to_string());
                for write in writes {
                    let _ = write.done.send(written.clone());
                }
            }
        }
    }
}

fn read(connection: &Connection, id: &str) -> rusqlite::Result<Option<String>> {
    let mut query = connection.prepare_cached("SELECT state FROM games WHERE id = ?1")?;
    query.query_row([id], |row| row.get(0)).optional()
}

fn write(connection: &mut Connection, writes: &[Write]) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    {
        let mut statement = transaction.prepare_cached(WRITE)?;
        for Write { id, revision, state, .. } in writes {
            statement.execute((id, *revision as i64, state))?;
        }
    }
    transaction.commit()
}
