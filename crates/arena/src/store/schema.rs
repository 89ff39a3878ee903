//! The tables of a store, and what tells them from those of other programs.

use rusqlite::Connection;

/// What tells our databases from others; the tables below set it.
const APPLICATION: i64 = 1_347_179_842;

/// The version of the tables below.
pub const VERSION: i64 = 1;

/// Makes them.
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

/// Makes what shows the games in play, which is no part of what is kept: databases that
/// have none get it when they are played on.
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

/// Whose a database is.
pub enum Kind {
    /// Nobody's yet.
    Empty,
    /// Ours, of this version.
    Ours(i64),
    /// Of another program.
    Foreign,
}

impl Kind {
    /// Looks.
    pub fn of(connection: &Connection) -> rusqlite::Result<Self> {
        let number = |query: &str| connection.query_row(query, (), |row| row.get::<_, i64>(0));
        let [application, version] = [number("PRAGMA application_id")?, number("PRAGMA user_version")?];
        Ok(match (application, version) {
            (APPLICATION, version) => Self::Ours(version),
            (0, 0) if number("SELECT count(*) FROM sqlite_master")? == 0 => Self::Empty,
            _ => Self::Foreign,
        })
    }
}
