//! Tournaments on disk. What was played is written in one transaction, under keys that
//! no two games share: whenever a program is ended, what it said is there, and nothing
//! is there twice.

mod rows;
mod schema;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use plateau_core::{Message, phrases};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, Transaction};

use crate::kept::Kept;
use crate::plan::Plan;
use schema::{BOARDS, Kind, TABLES, VERSION};

phrases! {
    /// A store that can't be used.
    STORE_UNUSABLE = "store.unusable", "the tournaments of {file} can't be kept: {reason}", "les tournois de {file} ne peuvent être gardés : {reason}";
    /// A store that can't be read.
    STORE_UNREAD = "store.unread", "the tournaments of {file} can't be read: {reason}", "les tournois de {file} ne peuvent être lus : {reason}";
    /// A store that another program uses.
    STORE_IN_USE = "store.in-use", "another program plays a tournament of {file}", "un autre programme joue un tournoi de {file}";
    /// A database of another program.
    STORE_FOREIGN = "store.foreign", "{file} is a database of another program, not of tournaments", "{file} est la base de données d'un autre programme, et non de tournois";
    /// A store of a later program.
    STORE_NEWER = "store.newer", "{file} is of version {found}, and this program knows {known}", "{file} est de version {found}, et ce programme connaît la version {known}";
    /// A tournament that is there.
    STORE_THERE = "store.there", "{file} already holds the tournament '{name}': --resume goes on with it, and another --db begins anew", "{file} contient déjà le tournoi « {name} » : --resume le reprend, un autre --db recommence";
    /// A tournament that changed.
    STORE_OTHER = "store.other", "{file} holds another tournament '{name}', with other players, pairs, limits, openings or seed: give this one another name, or another --db", "{file} contient un autre tournoi « {name} », avec d'autres joueurs, paires, limites, ouvertures ou une autre graine : donnez à celui-ci un autre nom, ou un autre --db";
    /// What is in a store does not fit.
    STORE_DIFFERS = "store.differs", "pair {pair} of the tournament in {file} is not the one that follows from its plan", "la paire {pair} du tournoi dans {file} n'est pas celle qui découle de son plan";
}

/// How long a reader may hold the database.
const PATIENCE: Duration = Duration::from_secs(5);

/// Tournaments on disk, or in memory for those that need not be kept.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    file: String,
    /// Held until the connection is closed: to close it earlier would free the
    /// database's own locks.
    _lock: Option<File>,
}

/// What a store in memory is called.
const MEMORY: &str = ":memory:";

/// A pair as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paired {
    /// Its number in the tournament.
    pub number: u64,
    /// Who plays; the first of them has the first side in the first game.
    pub players: [usize; 2],
    /// The moves both games begin with.
    pub opening: Vec<String>,
}

/// A game that is being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InPlay {
    /// The number of its pair, and which of its two games it is.
    pub pair: u64,
    /// The first or the second of its pair.
    pub game: u8,
    /// Who has the first side, and who the second.
    pub players: [usize; 2],
    /// The moves so far, those of the opening included.
    pub moves: Vec<String>,
}

/// A game that was not seen in play for so many seconds is left: its referee was ended.
const LEFT: i64 = 15;

/// Seconds since 1970.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

/// The key of a tournament in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Id(i64);

impl Store {
    /// Opens a database, which is made where it is missing, for this program alone to
    /// write to. Others may read it meanwhile.
    pub fn open(path: &Path) -> Result<Self, Message> {
        let file = path.display().to_string();
        let unusable =
            |reason: String| STORE_UNUSABLE.message().with("file", file.as_str()).with("reason", reason);
        let lock = File::options().read(true).append(true).create(true).open(path);
        let lock = lock.map_err(|error| unusable(error.to_string()))?;
        if cfg!(unix) && lock.try_lock().is_err() {
            return Err(STORE_IN_USE.message().with("file", file));
        }
        let connection = Connection::open(path).map_err(|error| unusable(error.to_string()))?;
        Self::prepared(connection, file, Some(lock))
    }

    /// What a database holds, while another program may write to it.
    pub fn read(path: &Path) -> Result<Self, Message> {
        let file = path.display().to_string();
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Connection::open_with_flags(path, flags).and_then(|connection| {
            connection.busy_timeout(PATIENCE)?;
            let kind = Kind::of(&connection)?;
            Ok((connection, kind))
        });
        let unread = |error: rusqlite::Error| {
            STORE_UNREAD.message().with("file", file.as_str()).with("reason", error.to_string())
        };
        let (connection, kind) = opened.map_err(unread)?;
        let store = Self { connection, file, _lock: None };
        match kind {
            // Another program may be about to fill it.
            Kind::Ours(VERSION) | Kind::Empty => Ok(store),
            Kind::Ours(version) => Err(store.of_version(version)),
            Kind::Foreign => Err(store.foreign()),
        }
    }

    /// The tournament that was begun last: its key, name and plan.
    pub fn last(&self) -> Result<Option<(Id, String, String)>, Message> {
        let read = || -> rusqlite::Result<Option<(Id, String, String)>> {
            if let Kind::Empty = Kind::of(&self.connection)? {
                return Ok(None);
            }
            let query = "SELECT id, name, plan FROM tournaments ORDER BY id DESC LIMIT 1";
            let found = |row: &Row<'_>| Ok((Id(row.get(0)?), row.get(1)?, row.get(2)?));
            self.connection.query_row(query, (), found).optional()
        };
        read().map_err(|error| self.unusable(&error))
    }

    /// A store that is gone with the program.
    pub fn memory() -> Result<Self, Message> {
        let unusable = |error: rusqlite::Error| {
            STORE_UNUSABLE.message().with("file", MEMORY).with("reason", error.to_string())
        };
        let connection = Connection::open_in_memory().map_err(unusable)?;
        Self::prepared(connection, MEMORY.to_owned(), None)
    }

    fn prepared(connection: Connection, file: String, lock: Option<File>) -> Result<Self, Message> {
        let mut store = Self { connection, file, _lock: lock };
        // Before anything is written to it.
        match Kind::of(&store.connection).map_err(|error| store.unusable(&error))? {
            Kind::Ours(VERSION) | Kind::Empty => {}
            Kind::Ours(version) => return Err(store.of_version(version)),
            Kind::Foreign => return Err(store.foreign()),
        }
        store.prepare().map_err(|error| store.unusable(&error))?;
        Ok(store)
    }

    /// Makes the tables of a new database.
    fn prepare(&mut self) -> rusqlite::Result<()> {
        self.connection.busy_timeout(PATIENCE)?;
        self.connection.execute_batch(
            "PRAGMA journal_mode = WAL;
             PRAGMA synchronous = FULL;
             PRAGMA foreign_keys = ON;",
        )?;
        if let Kind::Empty = Kind::of(&self.connection)? {
            let made = self.connection.transaction()?;
            made.execute_batch(TABLES)?;
            made.commit()?;
        }
        self.connection.execute_batch(BOARDS)
    }

    fn foreign(&self) -> Message {
        STORE_FOREIGN.message().with("file", self.file.as_str())
    }

    fn of_version(&self, version: i64) -> Message {
        let message = STORE_NEWER.message().with("file", self.file.as_str());
        message.with("found", version.to_string()).with("known", VERSION.to_string())
    }

    fn unusable(&self, error: &rusqlite::Error) -> Message {
        STORE_UNUSABLE.message().with("file", self.file.as_str()).with("reason", error.to_string())
    }

    /// Begins a tournament, or goes on with one whose plan is the same if that is
    /// wanted; `openings` tells those of a file apart.
    pub fn begin(&mut self, plan: &Plan, openings: Option<u64>, resume: bool) -> Result<Id, Message> {
        let text = plan.text(openings);
        let found = self.find(&plan.name).map_err(|error| self.unusable(&error))?;
        let told = |phrase: &'static plateau_core::Phrase| {
            phrase.message().with("file", self.file.as_str()).with("name", plan.name.as_str())
        };
        match found {
            Some((_, kept)) if kept != text => Err(told(&STORE_OTHER)),
            Some(_) if !resume => Err(told(&STORE_THERE)),
            Some((id, _)) => Ok(id),
            None => self.insert(plan, &text).map_err(|error| self.unusable(&error)),
        }
    }

    fn find(&self, name: &str) -> rusqlite::Result<Option<(Id, String)>> {
        let mut query = self.connection.prepare("SELECT id, plan FROM tournaments WHERE name = ?1")?;
        query.query_row([name], |row| Ok((Id(row.get(0)?), row.get(1)?))).optional()
    }

    fn insert(&mut self, plan: &Plan, text: &str) -> rusqlite::Result<Id> {
        let transaction = self.connection.transaction()?;
        transaction.execute("INSERT INTO tournaments (name, plan) VALUES (?1, ?2)", (&plan.name, text))?;
        let id = transaction.last_insert_rowid();
        for (number, player) in plan.players.iter().enumerate() {
            transaction
                .execute("INSERT INTO players VALUES (?1, ?2, ?3)", (id, number as i64, &player.name))?;
        }
        transaction.commit()?;
        Ok(Id(id))
    }

    /// Writes pairs that were begun and games that were played: all of them are on disk
    /// when this returns, or none.
    pub fn keep(&mut self, Id(id): Id, pairs: &[Paired], games: &[Kept]) -> Result<(), Message> {
        let write = |transaction: &Transaction<'_>| -> rusqlite::Result<()> {
            pairs.iter().try_for_each(|pair| rows::insert_pair(transaction, id, pair))?;
            games.iter().try_for_each(|game| rows::insert_game(transaction, id, game))
        };
        let written = self.connection.transaction().and_then(|transaction| {
            write(&transaction)?;
            transaction.commit()
        });
        written.map_err(|error| self.unusable(&error))
    }

    /// Shows the games that are in play now, and no others, to who reads.
    pub fn show(&mut self, Id(id): Id, games: &[InPlay]) -> Result<(), Message> {
        let now = now();
        let written = self.connection.transaction().and_then(|transaction| {
            transaction.execute("DELETE FROM boards WHERE tournament = ?1", [id])?;
            games.iter().try_for_each(|game| rows::insert_board(&transaction, id, game, now))?;
            transaction.commit()
        });
        written.map_err(|error| self.unusable(&error))
    }

    /// The games that are in play, in the order of pairs.
    pub fn in_play(&self, Id(id): Id) -> Result<Vec<InPlay>, Message> {
        let read = || -> rusqlite::Result<Vec<InPlay>> {
            if !self.connection.table_exists(None, "boards")? {
                return Ok(Vec::new());
            }
            let mut query = self.connection.prepare(
                "SELECT pair, game, first, second, moves FROM boards
                 WHERE tournament = ?1 AND seen > ?2 ORDER BY pair, game",
            )?;
            query.query_map([id, now() - LEFT], rows::read_board)?.collect()
        };
        read().map_err(|error| self.unusable(&error))
    }

    /// The pairs that were begun, in their order.
    pub fn pairs(&self, Id(id): Id) -> Result<Vec<Paired>, Message> {
        let read = || -> rusqlite::Result<Vec<Paired>> {
            let mut query = self.connection.prepare(
                "SELECT pair, first, second, opening FROM pairs WHERE tournament = ?1 ORDER BY pair",
            )?;
            query.query_map([id], rows::read_pair)?.collect()
        };
        read().map_err(|error| self.unusable(&error))
    }

    /// The games that were played, in the order of pairs.
    pub fn games(&self, Id(id): Id) -> Result<Vec<Kept>, Message> {
        let read = || -> rusqlite::Result<Vec<Kept>> {
            let mut query = self.connection.prepare(
                "SELECT pair, game, first, second, winner, ending, fault_side, fault_detail,
                        first_micros, second_micros, record
                 FROM games WHERE tournament = ?1 ORDER BY pair, game",
            )?;
            query.query_map([id], rows::read_game)?.collect()
        };
        read().map_err(|error| self.unusable(&error))
    }

    /// The error of a pair that is not what it should be.
    pub(crate) fn differs(&self, pair: u64) -> Message {
        STORE_DIFFERS.message().with("file", self.file.as_str()).with("pair", pair)
    }
}
