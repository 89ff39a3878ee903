//! Stores tournaments in SQLite. Results are written in transactions under unique keys: even
//! if the process is killed, every reported game is stored, and none is stored twice.

mod rows;
mod schema;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use plateau_core::text::Argument;
use plateau_core::{Message, phrases};
use plateau_play::{ReportedError, io_error};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, Transaction};

use crate::plan::Plan;
use crate::stored_game::StoredGame;
pub use schema::APPLICATION_ID;
use schema::{BOARDS, DatabaseKind, TABLES, VERSION};

phrases! {
    /// The database cannot be written.
    STORE_UNWRITABLE = "store.unusable", "cannot write tournaments to {file}: {reason}", "impossible d'enregistrer les tournois dans {file} : {reason}";
    /// The database cannot be read.
    STORE_UNREADABLE = "store.unread", "cannot read tournaments from {file}: {reason}", "impossible de lire les tournois de {file} : {reason}";
    /// Another process holds the lock.
    STORE_IN_USE = "store.in-use", "another process is playing a tournament in {file}", "un autre processus joue un tournoi dans {file}";
    /// The database belongs to another application.
    STORE_FOREIGN = "store.foreign", "{file} is the database of another application, not of tournaments", "{file} est la base de données d'une autre application, pas de tournois";
    /// The database has a newer schema.
    STORE_VERSION = "store.newer", "{file} has schema version {found}, but this program supports version {known}", "{file} a la version de schéma {found}, mais ce programme prend en charge la version {known}";
    /// The tournament exists.
    STORE_EXISTS = "store.there", "{file} already contains the tournament '{name}': use --resume to continue it, or another --db to start over", "{file} contient déjà le tournoi « {name} » : utilisez --resume pour le reprendre, ou un autre --db pour recommencer";
    /// A different tournament has the same name.
    STORE_DIFFERENT = "store.other", "{file} contains a different tournament '{name}', with other players, pairs, limits, openings or seed: use another name or another --db", "{file} contient un tournoi « {name} » différent, avec d'autres joueurs, paires, limites, ouvertures ou une autre graine : utilisez un autre nom ou un autre --db";
    /// A stored pairing contradicts the plan.
    STORE_PAIRING_MISMATCH = "store.differs", "pair {pair} of the tournament in {file} does not match its plan", "la paire {pair} du tournoi dans {file} ne correspond pas à son plan";
}

/// How long to wait for a lock of the database.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// A database of tournaments, on disk or in memory.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    file: String,
    /// Held until the connection is closed: closing it earlier would release SQLite's own
    /// locks.
    _lock: Option<File>,
}

/// The name of a database in memory.
const MEMORY: &str = ":memory:";

/// The players and the opening of a game pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The number of the pair in the tournament, from 0.
    pub number: u64,
    /// The players; the first has the first side in the first game.
    pub players: [usize; 2],
    /// The opening moves of both games.
    pub opening: Vec<String>,
}

/// A game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveGame {
    /// The number of its pair.
    pub pair: u64,
    /// The index within the pair: 0 or 1.
    pub game: u8,
    /// The indices of the players of the first and the second side.
    pub players: [usize; 2],
    /// The moves so far, including the opening.
    pub moves: Vec<String>,
}

/// The number of seconds after which a live game without a heartbeat is considered abandoned.
const STALE_SECONDS: i64 = 15;

/// Returns the Unix time in seconds.
fn unix_time() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

fn write_error(file: &str, reason: Argument) -> ReportedError {
    ReportedError::Write(STORE_UNWRITABLE.message().with("file", file).with("reason", reason))
}

fn read_message(file: &str, error: &rusqlite::Error) -> Message {
    STORE_UNREADABLE.message().with("file", file).with("reason", error.to_string())
}

/// The key of a tournament in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentId(i64);

impl Store {
    /// Opens or creates a database for writing, which only one process at a time can do.
    /// Others can read it meanwhile.
    pub fn open(path: &Path) -> Result<Self, ReportedError> {
        let file = path.display().to_string();
        let cannot_write = |reason: Argument| write_error(&file, reason);
        let lock = File::options().read(true).append(true).create(true).open(path);
        let lock = lock.map_err(|error| cannot_write(io_error::reason(&error).into()))?;
        if cfg!(unix) && lock.try_lock().is_err() {
            return Err(STORE_IN_USE.message().with("file", file).into());
        }
        let connection = Connection::open(path).map_err(|error| cannot_write(error.to_string().into()))?;
        Self::initialised(connection, file, Some(lock))
    }

    /// Opens a database for reading, while another process may write to it.
    pub fn open_read_only(path: &Path) -> Result<Self, Message> {
        let file = path.display().to_string();
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Connection::open_with_flags(path, flags).and_then(|connection| {
            connection.busy_timeout(BUSY_TIMEOUT)?;
            let kind = DatabaseKind::of(&connection)?;
            Ok((connection, kind))
        });
        let (connection, kind) = opened.map_err(|error| read_message(&file, &error))?;
        let store = Self { connection, file, _lock: None };
        match kind {
            // A writer may be about to create the tables.
            DatabaseKind::Plateau(VERSION) | DatabaseKind::Empty => Ok(store),
            DatabaseKind::Plateau(version) => Err(store.version_error(version)),
            DatabaseKind::Foreign => Err(store.foreign_error()),
        }
    }

    /// Returns the key, name and plan of the latest tournament.
    pub fn latest(&self) -> Result<Option<(TournamentId, String, String)>, Message> {
        let read = || -> rusqlite::Result<Option<(TournamentId, String, String)>> {
            if let DatabaseKind::Empty = DatabaseKind::of(&self.connection)? {
                return Ok(None);
            }
            let query = "SELECT id, name, plan FROM tournaments ORDER BY id DESC LIMIT 1";
            let found = |row: &Row<'_>| Ok((TournamentId(row.get(0)?), row.get(1)?, row.get(2)?));
            self.connection.query_row(query, (), found).optional()
        };
        read().map_err(|error| self.read_error(&error))
    }

    /// Creates a store in memory.
    pub fn in_memory() -> Result<Self, ReportedError> {
        let cannot_write = |error: rusqlite::Error| write_error(MEMORY, error.to_string().into());
        let connection = Connection::open_in_memory().map_err(cannot_write)?;
        Self::initialised(connection, MEMORY.to_owned(), None)
    }

    fn initialised(connection: Connection, file: String, lock: Option<File>) -> Result<Self, ReportedError> {
        let mut store = Self { connection, file, _lock: lock };
        // Checked before anything is written.
        match DatabaseKind::of(&store.connection).map_err(|error| store.write_error(&error))? {
            DatabaseKind::Plateau(VERSION) | DatabaseKind::Empty => {}
            DatabaseKind::Plateau(version) => return Err(store.version_error(version).into()),
            DatabaseKind::Foreign => return Err(store.foreign_error().into()),
        }
        store.initialise().map_err(|error| store.write_error(&error))?;
        Ok(store)
    }

    /// Configures the connection and creates the tables of a new database.
    fn initialise(&mut self) -> rusqlite::Result<()> {
        self.connection.busy_timeout(BUSY_TIMEOUT)?;
        self.connection.execute_batch(
            "PRAGMA journal_mode = WAL;
             PRAGMA synchronous = FULL;
             PRAGMA foreign_keys = ON;",
        )?;
        if let DatabaseKind::Empty = DatabaseKind::of(&self.connection)? {
            let transaction = self.connection.transaction()?;
            transaction.execute_batch(TABLES)?;
            transaction.commit()?;
        }
        self.connection.execute_batch(BOARDS)
    }

    fn foreign_error(&self) -> Message {
        STORE_FOREIGN.message().with("file", self.file.as_str())
    }

    fn version_error(&self, version: i64) -> Message {
        let message = STORE_VERSION.message().with("file", self.file.as_str());
        message.with("found", version.to_string()).with("known", VERSION.to_string())
    }

    fn write_error(&self, error: &rusqlite::Error) -> ReportedError {
        write_error(&self.file, error.to_string().into())
    }

    fn read_error(&self, error: &rusqlite::Error) -> Message {
        read_message(&self.file, error)
    }

    /// Creates a tournament, or with `resume` returns an existing one with the same plan.
    /// `openings_digest` is the hash of the openings of a file.
    pub fn create_or_resume(
        &mut self,
        plan: &Plan,
        openings_digest: Option<u64>,
        resume: bool,
    ) -> Result<TournamentId, ReportedError> {
        let text = plan.to_json(openings_digest);
        let found = self.find(&plan.name).map_err(|error| self.read_error(&error))?;
        let error = |phrase: &'static plateau_core::Phrase| {
            phrase.message().with("file", self.file.as_str()).with("name", plan.name.as_str())
        };
        match found {
            Some((_, stored)) if stored != text => Err(error(&STORE_DIFFERENT).into()),
            Some(_) if !resume => Err(error(&STORE_EXISTS).into()),
            Some((id, _)) => Ok(id),
            None => self.insert(plan, &text).map_err(|error| self.write_error(&error)),
        }
    }

    fn find(&self, name: &str) -> rusqlite::Result<Option<(TournamentId, String)>> {
        let mut query = self.connection.prepare("SELECT id, plan FROM tournaments WHERE name = ?1")?;
        query.query_row([name], |row| Ok((TournamentId(row.get(0)?), row.get(1)?))).optional()
    }

    fn insert(&mut self, plan: &Plan, text: &str) -> rusqlite::Result<TournamentId> {
        let transaction = self.connection.transaction()?;
        transaction.execute("INSERT INTO tournaments (name, plan) VALUES (?1, ?2)", (&plan.name, text))?;
        let id = transaction.last_insert_rowid();
        for (number, player) in plan.players.iter().enumerate() {
            transaction
                .execute("INSERT INTO players VALUES (?1, ?2, ?3)", (id, number as i64, &player.name))?;
        }
        transaction.commit()?;
        Ok(TournamentId(id))
    }

    /// Saves started pairings and finished games in one transaction.
    pub fn save(
        &mut self,
        TournamentId(id): TournamentId,
        pairings: &[Pairing],
        games: &[StoredGame],
    ) -> Result<(), ReportedError> {
        let write = |transaction: &Transaction<'_>| -> rusqlite::Result<()> {
            pairings.iter().try_for_each(|pairing| rows::insert_pairing(transaction, id, pairing))?;
            games.iter().try_for_each(|game| rows::insert_game(transaction, id, game))
        };
        let written = self.connection.transaction().and_then(|transaction| {
            write(&transaction)?;
            transaction.commit()
        });
        written.map_err(|error| self.write_error(&error))
    }

    /// Replaces the published games in progress.
    pub fn save_live_games(
        &mut self,
        TournamentId(id): TournamentId,
        games: &[LiveGame],
    ) -> Result<(), ReportedError> {
        let now = unix_time();
        let written = self.connection.transaction().and_then(|transaction| {
            transaction.execute("DELETE FROM boards WHERE tournament = ?1", [id])?;
            games.iter().try_for_each(|game| rows::insert_live_game(&transaction, id, game, now))?;
            transaction.commit()
        });
        written.map_err(|error| self.write_error(&error))
    }

    /// Returns the games in progress, ordered by pair.
    pub fn live_games(&self, TournamentId(id): TournamentId) -> Result<Vec<LiveGame>, Message> {
        let read = || -> rusqlite::Result<Vec<LiveGame>> {
            if !self.connection.table_exists(None, "boards")? {
                return Ok(Vec::new());
            }
            let mut query = self.connection.prepare(
                "SELECT pair, game, first, second, moves FROM boards
                 WHERE tournament = ?1 AND seen > ?2 ORDER BY pair, game",
            )?;
            query.query_map([id, unix_time() - STALE_SECONDS], rows::read_live_game)?.collect()
        };
        read().map_err(|error| self.read_error(&error))
    }

    /// Returns the started pairings, in order.
    pub fn pairings(&self, TournamentId(id): TournamentId) -> Result<Vec<Pairing>, Message> {
        let read = || -> rusqlite::Result<Vec<Pairing>> {
            let mut query = self.connection.prepare(
                "SELECT pair, first, second, opening FROM pairs WHERE tournament = ?1 ORDER BY pair",
            )?;
            query.query_map([id], rows::read_pairing)?.collect()
        };
        read().map_err(|error| self.read_error(&error))
    }

    /// Returns the finished games, ordered by pair.
    pub fn games(&self, TournamentId(id): TournamentId) -> Result<Vec<StoredGame>, Message> {
        let read = || -> rusqlite::Result<Vec<StoredGame>> {
            let mut query = self.connection.prepare(
                "SELECT pair, game, first, second, winner, ending, fault_side, fault_detail,
                        first_micros, second_micros, record
                 FROM games WHERE tournament = ?1 ORDER BY pair, game",
            )?;
            query.query_map([id], rows::read_game)?.collect()
        };
        read().map_err(|error| self.read_error(&error))
    }

    /// Returns the records of all games of all tournaments.
    pub fn records(&self) -> Result<Vec<String>, Message> {
        let read = || -> rusqlite::Result<Vec<String>> {
            let order = "SELECT record FROM games ORDER BY tournament, pair, game";
            self.connection.prepare(order)?.query_map((), |row| row.get(0))?.collect()
        };
        read().map_err(|error| {
            STORE_UNREADABLE.message().with("file", self.file.as_str()).with("reason", error.to_string())
        })
    }

    /// Returns the error of a stored pairing that contradicts the plan.
    pub(crate) fn pairing_mismatch(&self, pair: u64) -> Message {
        STORE_PAIRING_MISMATCH.message().with("file", self.file.as_str()).with("pair", pair)
    }
}
