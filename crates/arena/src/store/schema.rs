//! The schema of the database and its identification.

use rusqlite::Connection;

/// The SQLite application id of Plateau's databases, set together with the tables.
pub const APPLICATION_ID: i64 = 1_347_179_842;

/// The schema version of the tables.
pub const VERSION: i64 = 1;

/// Creates the tables.
pub const TABLES: &str = "
    CREATE TABLE tournaments (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        plan TEXT NOT NULL
    ) STRICT;
    CREATE TABLE players (
        tournament INTEGER NOT NULL REFERENCES tournaments (id),
        player INTEGER NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (tournament, player)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE pairs (
        tournament INTEGER NOT NULL REFERENCES tournaments (id),
        pair INTEGER NOT NULL,
        first INTEGER NOT NULL,
        second INTEGER NOT NULL,
        opening TEXT NOT NULL,
        PRIMARY KEY (tournament, pair)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE games (
        tournament INTEGER NOT NULL REFERENCES tournaments (id),
        pair INTEGER NOT NULL,
        game INTEGER NOT NULL,
        first INTEGER NOT NULL,
        second INTEGER NOT NULL,
        winner TEXT,
        ending TEXT NOT NULL,
        fault_side TEXT,
        fault_detail TEXT,
        first_micros INTEGER NOT NULL,
        second_micros INTEGER NOT NULL,
        record TEXT NOT NULL,
        PRIMARY KEY (tournament, pair, game),
        FOREIGN KEY (tournament, pair) REFERENCES pairs (tournament, pair)
    ) STRICT;
    PRAGMA application_id = 1347179842;
    PRAGMA user_version = 1;
";

/// Creates the table of games in progress. It holds no results, so that older databases get
/// it without a new schema version.
pub const BOARDS: &str = "
    CREATE TABLE IF NOT EXISTS boards (
        tournament INTEGER NOT NULL REFERENCES tournaments (id),
        pair INTEGER NOT NULL,
        game INTEGER NOT NULL,
        first INTEGER NOT NULL,
        second INTEGER NOT NULL,
        moves TEXT NOT NULL,
        seen INTEGER NOT NULL,
        PRIMARY KEY (tournament, pair, game)
    ) STRICT, WITHOUT ROWID;
";

/// The owner of a database.
pub enum DatabaseKind {
    /// No tables yet.
    Empty,
    /// A database of Plateau, with its schema version.
    Plateau(i64),
    /// The database of another application.
    Foreign,
}

impl DatabaseKind {
    /// Identifies the owner of a database.
    pub fn of(connection: &Connection) -> rusqlite::Result<Self> {
        let number = |query: &str| connection.query_row(query, (), |row| row.get::<_, i64>(0));
        let [application, version] = [number("PRAGMA application_id")?, number("PRAGMA user_version")?];
        Ok(match (application, version) {
            (APPLICATION_ID, version) => Self::Plateau(version),
            (0, 0) if number("SELECT count(*) FROM sqlite_master")? == 0 => Self::Empty,
            _ => Self::Foreign,
        })
    }
}
