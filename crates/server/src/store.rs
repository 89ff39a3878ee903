//! The games on disk. One thread owns the database; it puts all changes that
//! wait for it into one transaction, and says so once they are on disk.

use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use plateau_core::Message;
use rusqlite::{Connection, ErrorCode, OptionalExtension};
use tokio::sync::oneshot;

use crate::phrases;

/// The version of the tables below.
const VERSION: i64 = 2;

/// The file in the data directory.
const FILE: &str = "games.sqlite";

/// So many changes share a transaction at most.
const TOGETHER: usize = 256;

/// How long another program may hold the database.
const PATIENCE: Duration = Duration::from_millis(500);

/// From each version to the next, the first from nothing.
const TABLES: [&str; VERSION as usize] = [
    "CREATE TABLE games (
        id TEXT PRIMARY KEY,
        revision INTEGER NOT NULL,
        state TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    PRAGMA user_version = 1;",
    // Whether it is over, and the second of its last change.
    "ALTER TABLE games ADD COLUMN over INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX oldest ON games (over DESC, touched);
    PRAGMA user_version = 2;",
];

const WRITE: &str = "
    INSERT INTO games (id, revision, state, over, touched) VALUES (?1, ?2, ?3, ?4, ?5)
    ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, state = excluded.state,
        over = excluded.over, touched = excluded.touched
        WHERE excluded.revision >= games.revision
";

/// A clock that ran is no change.
const RUN: &str = "UPDATE games SET state = ?3 WHERE id = ?1 AND revision = ?2";

/// Games that are over first, then those nobody has touched since some second.
const FORGET: &str = "
    DELETE FROM games WHERE id IN (
        SELECT id FROM games WHERE over OR touched < ?1 ORDER BY over DESC, touched LIMIT ?2
    )
";

/// A game that goes on is not forgotten within a day.
const DAY: Duration = Duration::from_hours(24);

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
    Room { most: usize, made: oneshot::Sender<Result<bool, String>> },
}

/// A game to be written.
#[derive(Debug)]
pub struct Kept {
    /// Its name.
    pub id: String,
    /// Its revision.
    pub revision: u64,
    /// What [`crate::stored`] says of it.
    pub state: String,
    /// Whether it is over.
    pub over: bool,
    /// Whether it changed, or only its clock ran.
    pub changed: bool,
}

struct Write {
    game: Kept,
    done: oneshot::Sender<Result<(), String>>,
}

impl Store {
    /// Opens the database of a directory, which is made where it is missing.
    pub fn open(directory: &Path) -> Result<Self, Message> {
        let shown = directory.display().to_string();
        let unwritable = |reason: String| {
            phrases::DATA_NOT_WRITABLE.message().with("directory", shown.as_str()).with("reason", reason)
        };
        let file = directory.join(FILE);
        make_directory(directory).map_err(|error| unwritable(error.to_string()))?;
        make_file(&file).map_err(|error| unwritable(error.to_string()))?;
        let mut connection = connect(&file).map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy) => phrases::DATA_IN_USE.message().with("directory", shown.as_str()),
            _ => unwritable(error.to_string()),
        })?;
        let version = prepare(&mut connection).map_err(|error| unwritable(error.to_string()))?;
        if version > VERSION {
            let message = phrases::DATA_NEWER.message().with("directory", shown.as_str());
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

    /// Writes a game. What is asked for first is written first; it is on disk when
    /// the future is ready.
    pub fn write(&self, game: Kept) -> impl Future<Output = Result<(), String>> + use<> {
        let (done, answer) = oneshot::channel();
        let sent = self.send(Job::Write(Write { game, done }));
        async move {
            sent?;
            answer.await.map_err(|error| error.to_string())?
        }
    }

    /// Makes room for one more game than there are; returns whether there is.
    pub async fn make_room(&self, most: usize) -> Result<bool, String> {
        let (made, answer) = oneshot::channel();
        self.send(Job::Room { most, made })?;
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

/// Makes the file of the games, for its owner alone as well: the directory may be
/// one that others read.
fn make_file(file: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let made = options.open(file)?;
    // One that was there may be somebody else's, whose choice it then is.
    #[cfg(unix)]
    let _ = made.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600));
    drop(made);
    Ok(())
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

/// Makes the tables of a new database, or brings those of an older one up to date;
/// returns the version of what there is.
fn prepare(connection: &mut Connection) -> rusqlite::Result<i64> {
    let version: i64 = connection.query_row("PRAGMA user_version", (), |row| row.get(0))?;
    // A later version is not for us.
    for step in TABLES.iter().skip(usize::try_from(version).unwrap_or(usize::MAX)) {
        let made = connection.transaction()?;
        made.execute_batch(step)?;
        made.commit()?;
    }
    Ok(version.max(VERSION))
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
            Job::Room { most, made } => {
                let _ = made.send(make_room(&connection, most).map_err(|error| error.to_string()));
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

/// The seconds since 1970.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

fn make_room(connection: &Connection, most: usize) -> rusqlite::Result<bool> {
    let count = || connection.query_row("SELECT count(*) FROM games", (), |row| row.get::<_, i64>(0));
    let excess = count()? + 1 - most as i64;
    if excess <= 0 {
        return Ok(true);
    }
    let since = now() - DAY.as_secs() as i64;
    Ok(connection.prepare_cached(FORGET)?.execute((since, excess))? as i64 == excess)
}

fn write(connection: &mut Connection, writes: &[Write]) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    {
        let mut change = transaction.prepare_cached(WRITE)?;
        let mut run = transaction.prepare_cached(RUN)?;
        for Write { game: Kept { id, revision, state, over, changed }, .. } in writes {
            let revision = *revision as i64;
            if *changed {
                change.execute((id, revision, state, over, now()))?;
            } else {
                run.execute((id, revision, state))?;
            }
        }
    }
    transaction.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn database() -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        assert_eq!(prepare(&mut connection).unwrap(), VERSION);
        connection
    }

    fn put(connection: &Connection, id: &str, over: bool, age: i64) {
        connection.execute(WRITE, (id, 1, "{}", over, now() - age)).unwrap();
    }

    fn names(connection: &Connection) -> Vec<String> {
        let mut query = connection.prepare("SELECT id FROM games ORDER BY id").unwrap();
        query.query_map((), |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn what_is_over_goes_first_and_what_goes_on_stays() {
        let connection = database();
        let day = DAY.as_secs() as i64;
        put(&connection, "ended", true, 5);
        put(&connection, "ended long ago", true, 3 * day);
        put(&connection, "left", false, 2 * day);
        put(&connection, "played", false, day / 2);
        assert!(make_room(&connection, 5).unwrap());
        assert_eq!(names(&connection).len(), 4, "there is room");
        assert!(make_room(&connection, 4).unwrap());
        assert_eq!(names(&connection), ["ended", "left", "played"]);
        assert!(make_room(&connection, 2).unwrap());
        assert_eq!(names(&connection), ["played"]);
        assert!(!make_room(&connection, 1).unwrap(), "somebody plays it");
        assert_eq!(names(&connection), ["played"]);
    }

    #[test]
    fn an_older_revision_and_a_running_clock_change_little() {
        let mut connection = database();
        put(&connection, "game", false, 100);
        let mut written = |revision, state: &str, changed| {
            let game =
                Kept { id: "game".to_owned(), revision, state: state.to_owned(), over: false, changed };
            write(&mut connection, &[Write { game, done: oneshot::channel().0 }]).unwrap();
            connection
                .query_row("SELECT state, touched FROM games", (), |row| {
                    Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?))
                })
                .unwrap()
        };
        let (state, ran) = written(1, "ran", false);
        assert!(state == "ran" && ran < now() - 50, "a clock that runs is no change");
        let (state, changed) = written(3, "three", true);
        assert!(state == "three" && changed > ran);
        assert_eq!(written(2, "two", true).0, "three");
        assert_eq!(written(1, "one", false).0, "three");
    }

    #[test]
    fn what_is_written_is_on_disk() {
        let file = std::env::temp_dir().join(format!("plateau-store-{}.sqlite", std::process::id()));
        let connection = connect(&file).unwrap();
        let pragma = |name: &str| {
            let read = |row: &rusqlite::Row<'_>| row.get::<_, rusqlite::types::Value>(0);
            connection.query_row(&format!("PRAGMA {name}"), (), read).unwrap()
        };
        assert_eq!(pragma("synchronous"), 2.into(), "full");
        assert_eq!(pragma("journal_mode"), "wal".to_owned().into());
        drop(connection);
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn games_of_the_first_version_are_kept() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(TABLES[0]).unwrap();
        connection.execute("INSERT INTO games VALUES ('old', 3, '{}')", ()).unwrap();
        assert_eq!(prepare(&mut connection).unwrap(), VERSION);
        assert_eq!(read(&connection, "old").unwrap().as_deref(), Some("{}"));
        put(&connection, "old", true, 0);
        assert_eq!(names(&connection), ["old"]);
    }
}
