//! The database file of the store: whose it is, whether it is intact, and its schema. Everything
//! is checked through a read-only connection before the file is altered.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plateau_core::Message;
use plateau_core::text::Argument;
use plateau_play::{ReportedError, io_error};
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::phrases;

/// The current schema version.
pub const SCHEMA_VERSION: i64 = 7;

/// Marks the databases of the server: "PLGM". Up to schema version 3 they had no mark.
pub const APPLICATION_ID: i64 = 0x504C_474D;

/// Name of the database file in the data directory.
pub const DATABASE_FILE: &str = "games.sqlite";

/// How the names of copies of the database begin while a backup is sent.
pub const COPY_PREFIX: &str = ".backup-";

/// How the name of a new database begins until it is complete.
const NEW_PREFIX: &str = ".games-";

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
    // `owner` tells apart the clients that created games.
    "ALTER TABLE games ADD COLUMN owner TEXT NOT NULL DEFAULT '';
    CREATE INDEX owners ON games (owner);
    PRAGMA user_version = 3;",
    // Games that cannot be decoded, as they were; `found` is the Unix time at which that was seen.
    "CREATE TABLE damaged_games (
        id TEXT PRIMARY KEY,
        revision INTEGER NOT NULL,
        state TEXT NOT NULL,
        reason TEXT NOT NULL,
        found INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    PRAGMA application_id = 1347176269;
    PRAGMA user_version = 4;",
    // `request` is the id of the request that created the game, chosen by its owner.
    "ALTER TABLE games ADD COLUMN request TEXT;
    CREATE UNIQUE INDEX requests ON games (owner, request) WHERE request IS NOT NULL;
    PRAGMA user_version = 5;",
    // Games of unknown owners are not all of one. `variant` is the name in the record, so that games are listed without reading their states: the
    // index has all that the list needs.
    "UPDATE games SET owner = id WHERE owner = '';
    ALTER TABLE games ADD COLUMN variant TEXT;
    UPDATE games SET variant = substr(rest, 1, instr(rest, char(10)) - 1) FROM (
        SELECT id AS found, substr(text, instr(text, char(10) || 'game: ') + 7) AS rest FROM (
            SELECT id, CASE WHEN json_valid(state)
                THEN char(10) || json_extract(state, '$.record') || char(10) END AS text FROM games
        ) WHERE instr(text, char(10) || 'game: ') > 0
    ) WHERE id = found;
    CREATE INDEX listed ON games (touched DESC, id, revision, over, variant);
    PRAGMA user_version = 6;",
    // `client` is the id of the client that created the game, within its owner; the default is that of those
    // without an id.
    "ALTER TABLE games ADD COLUMN client TEXT NOT NULL DEFAULT 'ffffffffffffffff';
    DROP INDEX owners;
    CREATE INDEX clients ON games (owner, client);
    PRAGMA user_version = 7;",
];

/// Why a file cannot be the database of the server.
#[derive(Debug)]
enum Refusal {
    Sqlite(rusqlite::Error),
    Io(io::Error),
    /// No bytes, or a database without tables.
    Empty,
    /// Its log is there, but not the database.
    Missing,
    Damaged(String),
    Tournament,
    Foreign,
    TooNew(i64),
}

impl From<rusqlite::Error> for Refusal {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Self::Damaged(error.to_string()),
            _ => Self::Sqlite(error),
        }
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Refusal {
    fn report(self, directory: &Path) -> ReportedError {
        let (shown, file) =
            (directory.display().to_string(), directory.join(DATABASE_FILE).display().to_string());
        let not_writable = |reason: Argument| {
            let message = phrases::DATA_NOT_WRITABLE.message().with("directory", shown.as_str());
            ReportedError::Write(message.with("reason", reason))
        };
        match self {
            Self::Sqlite(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                phrases::DATA_IN_USE.message().with("directory", shown.as_str()).into()
            }
            Self::Sqlite(error) => not_writable(error.to_string().into()),
            Self::Io(error) => not_writable(io_error::reason(&error).into()),
            Self::Empty => phrases::DATA_EMPTY.message().with("file", file).into(),
            Self::Missing => phrases::DATA_MISSING.message().with("file", file).into(),
            Self::Damaged(reason) => {
                phrases::DATA_DAMAGED.message().with("file", file).with("reason", reason).into()
            }
            Self::Tournament => phrases::DATA_OF_TOURNAMENT.message().with("file", file).into(),
            Self::Foreign => phrases::DATA_FOREIGN.message().with("file", file).into(),
            Self::TooNew(version) => {
                let message = phrases::DATA_TOO_NEW.message().with("directory", shown.as_str());
                let message: Message = message.with("found", version.to_string());
                message.with("supported", SCHEMA_VERSION.to_string()).into()
            }
        }
    }
}

/// Opens the database of a directory, locked for this process; creates both if they don't exist.
pub fn open(directory: &Path) -> Result<Connection, ReportedError> {
    try_open(directory).map_err(|refusal| refusal.report(directory))
}

/// Opens the database of a directory to read it, after the same checks. Fails if a server uses it.
pub fn open_read_only(directory: &Path) -> Result<Connection, ReportedError> {
    let file = directory.join(DATABASE_FILE);
    checked(&file).map_err(|refusal| match refusal {
        Refusal::Sqlite(error) if error.sqlite_error_code() == Some(ErrorCode::CannotOpen) => {
            phrases::NO_GAMES.message().with("directory", directory.display().to_string()).into()
        }
        refusal => refusal.report(directory),
    })
}

fn try_open(directory: &Path) -> Result<Connection, Refusal> {
    let file = directory.join(DATABASE_FILE);
    create_directory(directory)?;
    if !file.try_exists()? {
        // SQLite would replay the log of the lost database on the new one.
        if log_of(&file).try_exists()? {
            return Err(Refusal::Missing);
        }
        create(directory, &file)?;
    }
    if std::fs::metadata(&file)?.len() == 0 {
        return Err(Refusal::Empty);
    }
    drop(checked(&file)?);
    restrict_permissions(&file);
    let mut connection = connect(&file)?;
    remove_leftovers(directory)?;
    migrate(&mut connection)?;
    Ok(connection)
}

/// Returns the path of the write-ahead log of a database.
pub fn log_of(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// Deletes the unfinished copies and new databases of a server that was killed: copies have the seat tokens
/// of all games. Only the server that holds the lock makes any.
fn remove_leftovers(directory: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_leftover = |prefix: &str| name.to_str().is_some_and(|name| name.starts_with(prefix));
        if is_leftover(COPY_PREFIX) || is_leftover(NEW_PREFIX) {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Checks that a file is an intact database of the server, and opens it to read.
fn checked(file: &Path) -> Result<Connection, Refusal> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    let number = |query: &str| connection.query_row(query, (), |row| row.get::<_, i64>(0));
    let [application, version] = [number("PRAGMA application_id")?, number("PRAGMA user_version")?];
    match application {
        APPLICATION_ID => {}
        plateau_arena::store::APPLICATION_ID => return Err(Refusal::Tournament),
        0 if number("SELECT count(*) FROM sqlite_master")? == 0 => return Err(Refusal::Empty),
        0 if has_games(&connection)? && version > 0 => {}
        _ => return Err(Refusal::Foreign),
    }
    if version > SCHEMA_VERSION {
        return Err(Refusal::TooNew(version));
    }
    let result: String = connection.query_row("PRAGMA quick_check(1)", (), |row| row.get(0))?;
    if result != "ok" {
        return Err(Refusal::Damaged(result));
    }
    Ok(connection)
}

/// Checks that a file is an intact database of the server; returns what is wrong with it.
pub fn check_file(file: &Path) -> Result<(), Argument> {
    checked(file).map(drop).map_err(|refusal| match refusal {
        Refusal::Sqlite(error) => error.to_string().into(),
        Refusal::Io(error) => io_error::reason(&error).into(),
        Refusal::Damaged(reason) => reason.into(),
        Refusal::Empty | Refusal::Missing | Refusal::Tournament | Refusal::Foreign | Refusal::TooNew(_) => {
            phrases::NOT_A_BACKUP.message().into()
        }
    })
}

/// Returns whether a database has the table of games that all schema versions have.
pub fn has_games(connection: &Connection) -> rusqlite::Result<bool> {
    let columns = "SELECT count(*) FROM pragma_table_info('games') WHERE name IN ('id', 'revision', 'state')";
    connection.query_row(columns, (), |row| Ok(row.get::<_, i64>(0)? == 3))
}

/// Creates a directory that only its owner can read: it holds the seat tokens.
fn create_directory(directory: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(directory)
}

/// Creates the database with its schema under another name first: an empty file is always one
/// that has lost its games. Only its owner can read it.
fn create(directory: &Path, file: &Path) -> Result<(), Refusal> {
    let new = tempfile::Builder::new().prefix(NEW_PREFIX).tempfile_in(directory)?.into_temp_path();
    let mut connection = Connection::open(&new)?;
    migrate(&mut connection)?;
    connection.close().map_err(|(_, error)| error)?;
    match new.persist_noclobber(file) {
        // Another server has just created it.
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        created => created.map_err(|error| error.error.into()),
    }
}

/// Makes an existing file readable by its owner only. Fails on a file of another user, who then
/// decides about its permissions.
fn restrict_permissions(file: &Path) {
    #[cfg(unix)]
    let _ = std::fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o600));
    #[cfg(not(unix))]
    let _ = file;
}

/// Opens a database with an exclusive lock: two servers would not see each
/// other's changes.
pub fn connect(file: &Path) -> rusqlite::Result<Connection> {
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

/// Creates or upgrades the schema.
pub fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let version: i64 = connection.query_row("PRAGMA user_version", (), |row| row.get(0))?;
    for migration in MIGRATIONS.iter().skip(usize::try_from(version).unwrap_or(usize::MAX)) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(migration)?;
        transaction.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(connection: &Connection, pragma: &str) -> i64 {
        connection.query_row(&format!("PRAGMA {pragma}"), (), |row| row.get(0)).unwrap()
    }

    #[test]
    fn commits_are_synced_to_disk() {
        let directory = tempfile::tempdir().unwrap();
        let connection = open(directory.path()).unwrap();
        assert_eq!(number(&connection, "synchronous"), 2, "2 is FULL");
        let mode: String = connection.query_row("PRAGMA journal_mode", (), |row| row.get(0)).unwrap();
        assert_eq!(mode, "wal");
    }

    #[test]
    fn databases_of_all_versions_are_recognised_marked_and_migrated() {
        for version in 1..SCHEMA_VERSION as usize {
            let is_marked = version >= 4;
            let directory = tempfile::tempdir().unwrap();
            let old = Connection::open(directory.path().join(DATABASE_FILE)).unwrap();
            for migration in &MIGRATIONS[..version] {
                old.execute_batch(migration).unwrap();
            }
            let state = r#"{"record": "some: tag\ngame: achi\nmoves: 1"}"#;
            for (id, state) in [("old", "{}"), ("achi", state), ("no JSON", "{")] {
                let row = (id, state);
                old.execute("INSERT INTO games (id, revision, state) VALUES (?1, 3, ?2)", row).unwrap();
            }
            // Earlier versions had no such columns: the migration fills them.
            if version >= 6 {
                old.execute_batch("UPDATE games SET owner = id, variant = iif(id = 'achi', 'achi', NULL)")
                    .unwrap();
            }
            assert_eq!(number(&old, "application_id"), if is_marked { APPLICATION_ID } else { 0 });
            drop(old);
            let connection = open(directory.path()).unwrap();
            assert_eq!(number(&connection, "application_id"), APPLICATION_ID);
            assert_eq!(number(&connection, "user_version"), SCHEMA_VERSION);
            let games = "SELECT count(*) FROM games
                WHERE id = 'old' AND revision = 3 AND NOT over AND request IS NULL AND client = 'ffffffffffffffff'";
            assert_eq!(connection.query_row(games, (), |row| row.get(0)), Ok(1), "version {version}");
            let listed = connection.query_row(
                "SELECT group_concat(id || '=' || variant), count(DISTINCT owner) FROM games",
                (),
                |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)),
            );
            assert_eq!(listed, Ok(("achi=achi".to_owned(), 3)), "version {version}");
        }
    }

    #[test]
    fn other_databases_are_refused_and_stay_as_they_are() {
        let refusal = |content: &dyn Fn(&Path)| {
            let directory = tempfile::tempdir().unwrap();
            let file = directory.path().join(DATABASE_FILE);
            content(&file);
            let before = std::fs::read(&file).unwrap();
            let message = open(directory.path()).unwrap_err().to_string();
            assert_eq!(std::fs::read(&file).unwrap(), before, "{message}");
            message.replace(&file.display().to_string(), "FILE")
        };
        let sql = |sql: &'static str| {
            move |file: &Path| Connection::open(file).unwrap().execute_batch(sql).unwrap()
        };
        let tournament = |file: &Path| drop(plateau_arena::store::Store::open(file).unwrap());
        assert!(refusal(&tournament).starts_with("FILE is the database of a tournament"));
        let foreign = "FILE is the database of another program";
        assert!(refusal(&sql("CREATE TABLE cooks (name); PRAGMA user_version = 1")).starts_with(foreign));
        assert!(refusal(&sql("CREATE TABLE games (id); PRAGMA application_id = 7")).starts_with(foreign));
        assert!(refusal(&|file| std::fs::write(file, "").unwrap()).starts_with("FILE is empty"));
        assert!(refusal(&sql("PRAGMA page_size = 512; VACUUM")).starts_with("FILE is empty"));
        let text = "some text that is longer than the header of a database, which has 100 bytes ".repeat(9);
        assert!(refusal(&|file| std::fs::write(file, &text).unwrap()).starts_with("FILE is damaged: "));
    }

    #[test]
    fn files_of_a_server_that_was_killed_are_deleted() {
        let directory = tempfile::tempdir().unwrap();
        drop(open(directory.path()).unwrap());
        for name in [".backup-a1", ".backup-a1-journal", ".games-b2", "notes", ".new-backup-c3"] {
            std::fs::write(directory.path().join(name), "x").unwrap();
        }
        let _connection = open(directory.path()).unwrap();
        let names = std::fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
        names.retain(|name| !name.starts_with(DATABASE_FILE));
        names.sort_unstable();
        assert_eq!(names, [".new-backup-c3", "notes"]);
    }

    #[test]
    fn a_log_without_its_database_is_never_applied_to_a_new_one() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join(DATABASE_FILE);
        let connection = open(directory.path()).unwrap();
        connection.execute("INSERT INTO games (id, revision, state) VALUES ('a', 1, '{}')", ()).unwrap();
        let log = std::fs::read(log_of(&file)).unwrap();
        drop(connection);
        std::fs::remove_file(&file).unwrap();
        std::fs::write(log_of(&file), log).unwrap();
        let message = open(directory.path()).unwrap_err().to_string();
        assert!(message.contains("is missing") && message.contains("restore a backup"), "{message}");
        assert!(!file.exists());
        std::fs::remove_file(log_of(&file)).unwrap();
        open(directory.path()).unwrap();
    }

    #[test]
    fn damaged_databases_are_reported() {
        let directory = tempfile::tempdir().unwrap();
        let connection = open(directory.path()).unwrap();
        let state = "x".repeat(20_000);
        for id in 0..20 {
            let row = (format!("{id}"), &state);
            connection.execute("INSERT INTO games (id, revision, state) VALUES (?1, 1, ?2)", row).unwrap();
        }
        drop(connection);
        let file = directory.path().join(DATABASE_FILE);
        let intact = std::fs::read(&file).unwrap();
        for damage in [&|bytes: &mut Vec<u8>| bytes.truncate(20_480), &|bytes: &mut Vec<u8>| {
            bytes[4096..12_288].fill(0x55);
        }] as [&dyn Fn(&mut Vec<u8>); 2]
        {
            let mut bytes = intact.clone();
            damage(&mut bytes);
            std::fs::write(&file, bytes).unwrap();
            let message = open(directory.path()).unwrap_err().to_string();
            assert!(message.contains(" is damaged: ") && message.contains("restore a backup"), "{message}");
        }
        std::fs::write(&file, intact).unwrap();
        open(directory.path()).unwrap();
    }
}
