//! Tournaments on disk. What was played is written in one transaction, under keys that
//! no two games share: whenever a program is ended, what it said is there, and nothing
//! is there twice.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use plateau_core::{Message, Player, phrases};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, Transaction};

use crate::game::Ending;
use crate::kept::{Kept, ending_text, parse_fault};
use crate::plan::Plan;

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
    STORE_OTHER = "store.other", "{file} holds another tournament '{name}', with other players, limits, openings or seed: give this one another name, or another --db", "{file} contient un autre tournoi « {name} », avec d'autres joueurs, limites, ouvertures ou une autre graine : donnez à celui-ci un autre nom, ou un autre --db";
    /// What is in a store does not fit.
    STORE_DIFFERS = "store.differs", "pair {pair} of the tournament in {file} is not the one that follows from its plan", "la paire {pair} du tournoi dans {file} n'est pas celle qui découle de son plan";
}

/// What tells our databases from others; the tables below set it.
const APPLICATION: i64 = 1_347_179_842;

/// The version of the tables below.
const VERSION: i64 = 1;

/// How long a reader may hold the database.
const PATIENCE: Duration = Duration::from_secs(5);

const TABLES: &str = "
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

/// Whose a database is.
enum Kind {
    /// Nobody's yet.
    Empty,
    /// Ours, of this version.
    Ours(i64),
    Foreign,
}

impl Kind {
    fn of(connection: &Connection) -> rusqlite::Result<Self> {
        let number = |query: &str| connection.query_row(query, (), |row| row.get::<_, i64>(0));
        let [application, version] = [number("PRAGMA application_id")?, number("PRAGMA user_version")?];
        Ok(match (application, version) {
            (APPLICATION, version) => Self::Ours(version),
            (0, 0) if number("SELECT count(*) FROM sqlite_master")? == 0 => Self::Empty,
            _ => Self::Foreign,
        })
    }
}

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

/// The key of a tournament in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Id(i64);

impl Store {
    /// Opens a database, which is made where it is missing, for this program alone to
    /// write to. Others may read it meanwhile.
    pub fn open(path: &Path) -> Result<Self, Message> {
        let file = path.display().to_string();
        let unusable =
            |reason: String| STORE_UNUSABLE.say().with("file", file.as_str()).with("reason", reason);
        let lock = File::options().read(true).append(true).create(true).open(path);
        let lock = lock.map_err(|error| unusable(error.to_string()))?;
        if cfg!(unix) && lock.try_lock().is_err() {
            return Err(STORE_IN_USE.say().with("file", file));
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
            STORE_UNREAD.say().with("file", file.as_str()).with("reason", error.to_string())
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
            STORE_UNUSABLE.say().with("file", MEMORY).with("reason", error.to_string())
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
        Ok(())
    }

    fn foreign(&self) -> Message {
        STORE_FOREIGN.say().with("file", self.file.as_str())
    }

    fn of_version(&self, version: i64) -> Message {
        let message = STORE_NEWER.say().with("file", self.file.as_str());
        message.with("found", version.to_string()).with("known", VERSION.to_string())
    }

    fn unusable(&self, error: &rusqlite::Error) -> Message {
        STORE_UNUSABLE.say().with("file", self.file.as_str()).with("reason", error.to_string())
    }

    /// Begins a tournament, or goes on with one whose plan is the same if that is
    /// wanted; `openings` tells those of a file apart.
    pub fn begin(&mut self, plan: &Plan, openings: Option<u64>, resume: bool) -> Result<Id, Message> {
        let text = plan.text(openings);
        let found = self.find(&plan.name).map_err(|error| self.unusable(&error))?;
        let told = |phrase: &'static plateau_core::Phrase| {
            phrase.say().with("file", self.file.as_str()).with("name", plan.name.as_str())
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
            for pair in pairs {
                let mut insert =
                    transaction.prepare_cached("INSERT INTO pairs VALUES (?1, ?2, ?3, ?4, ?5)")?;
                let [first, second] = pair.players.map(|player| player as i64);
                insert.execute((id, pair.number as i64, first, second, joined(&pair.opening)))?;
            }
            games.iter().try_for_each(|game| insert_game(transaction, id, game))
        };
        let written = self.connection.transaction().and_then(|transaction| {
            write(&transaction)?;
            transaction.commit()
        });
        written.map_err(|error| self.unusable(&error))
    }

    /// The pairs that were begun, in their order.
    pub fn pairs(&self, Id(id): Id) -> Result<Vec<Paired>, Message> {
        let read = || -> rusqlite::Result<Vec<Paired>> {
            let mut query = self.connection.prepare(
                "SELECT pair, first, second, opening FROM pairs WHERE tournament = ?1 ORDER BY pair",
            )?;
            let pair = |row: &Row<'_>| {
                let opening: String = row.get(3)?;
                let opening = opening.split(';').filter(|mv| !mv.is_empty()).map(str::to_owned).collect();
                let players = [player(row, 1)?, player(row, 2)?];
                Ok(Paired { number: row.get::<_, i64>(0)? as u64, players, opening })
            };
            query.query_map([id], pair)?.collect()
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
            query.query_map([id], read_game)?.collect()
        };
        read().map_err(|error| self.unusable(&error))
    }

    /// The error of a pair that is not what it should be.
    pub(crate) fn differs(&self, pair: u64) -> Message {
        STORE_DIFFERS.say().with("file", self.file.as_str()).with("pair", pair)
    }
}

/// Moves contain spaces, but no semicolons.
fn joined(moves: &[String]) -> String {
    moves.join(";")
}

fn player(row: &Row<'_>, column: usize) -> rusqlite::Result<usize> {
    row.get::<_, i64>(column).map(|player| player as usize)
}

fn insert_game(transaction: &Transaction<'_>, id: i64, game: &Kept) -> rusqlite::Result<()> {
    let (ending, side, detail) = ending_text(&game.ending);
    let mut insert = transaction
        .prepare_cached("INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)")?;
    let [first, second] = game.players.map(|player| player as i64);
    let [first_micros, second_micros] = game.times.map(|time| time.as_micros() as i64);
    insert.execute((
        id,
        game.pair as i64,
        game.game,
        first,
        second,
        game.winner.map(|winner| winner.letter().to_string()),
        ending,
        side.map(|side| side.letter().to_string()),
        detail,
        first_micros,
        second_micros,
        &game.record,
    ))?;
    Ok(())
}

fn read_game(row: &Row<'_>) -> rusqlite::Result<Kept> {
    let side = |column: usize| -> rusqlite::Result<Option<Player>> {
        let letter: Option<String> = row.get(column)?;
        Ok(letter.and_then(|letter| Player::from_letter(letter.chars().next()?)))
    };
    let (ending, detail): (String, Option<String>) = (row.get(5)?, row.get(7)?);
    let fault = side(6)?.zip(parse_fault(&ending, &detail.unwrap_or_default()));
    let ending = match fault {
        Some((side, fault)) => Ending::Fault(side, fault),
        None if ending == "adjudicated" => Ending::Adjudicated,
        None => Ending::Rules,
    };
    let time = |column: usize| row.get::<_, i64>(column).map(|micros| Duration::from_micros(micros as u64));
    Ok(Kept {
        pair: row.get::<_, i64>(0)? as u64,
        game: row.get(1)?,
        players: [player(row, 2)?, player(row, 3)?],
        winner: side(4)?,
        ending,
        times: [time(8)?, time(9)?],
        record: row.get(10)?,
    })
}

#[cfg(test)]
mod tests {
    use plateau_games::REGISTRY;

    use super::*;
    use crate::game::Fault;

    fn plan(seed: u64) -> Plan {
        let text = format!(
            "game = \"achi\"\nseed = {seed}\n[[player]]\nengine = \"first\"\n[[player]]\nengine = \"random\""
        );
        Plan::parse(&REGISTRY, &text, Path::new("cup.toml")).unwrap().0
    }

    fn pair(number: u64) -> Paired {
        Paired { number, players: [1, 0], opening: vec!["5 2".to_owned(), "2 1".to_owned()] }
    }

    fn game(pair: u64, game: u8, ending: Ending) -> Kept {
        Kept {
            pair,
            game,
            players: [0, 1],
            winner: Some(Player::Second),
            ending,
            times: [Duration::from_micros(7), Duration::from_mins(15)],
            record: "game: achi\n".to_owned(),
        }
    }

    #[test]
    fn what_is_kept_is_read_and_nothing_is_kept_twice() {
        let mut store = Store::memory().unwrap();
        let id = store.begin(&plan(1), None, false).unwrap();
        let fault = Ending::Fault(Player::First, Fault::Illegal("9;9".to_owned()));
        let games = [game(0, 0, fault), game(0, 1, Ending::Adjudicated)];
        store.keep(id, &[pair(0)], &games).unwrap();
        assert_eq!(store.pairs(id).unwrap(), [pair(0)]);
        assert_eq!(store.games(id).unwrap(), games);
        let again = [game(1, 0, Ending::Rules), game(0, 1, Ending::Rules)];
        assert!(store.keep(id, &[pair(1)], &again).is_err());
        assert_eq!((store.pairs(id).unwrap().len(), store.games(id).unwrap().len()), (1, 2), "all or none");
        assert!(store.keep(id, &[], &[game(5, 0, Ending::Rules)]).is_err(), "a game has a pair");
    }

    #[test]
    fn a_database_of_another_program_is_left_alone() {
        let path = std::env::temp_dir().join(format!("plateau-foreign-{}.sqlite", std::process::id()));
        let other = Connection::open(&path).unwrap();
        other.execute_batch("CREATE TABLE cooks (name TEXT); PRAGMA user_version = 1;").unwrap();
        drop(other);
        let before = std::fs::read(&path).unwrap();
        let told = [Store::open(&path), Store::read(&path)].map(|store| store.unwrap_err().to_string());
        let sentence = format!("{} is a database of another program, not of tournaments", path.display());
        assert_eq!(told, [sentence.clone(), sentence]);
        assert_eq!(std::fs::read(&path).unwrap(), before);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_tournament_goes_on_only_as_it_began() {
        let mut store = Store::memory().unwrap();
        let id = store.begin(&plan(1), None, true).unwrap();
        assert_eq!(store.begin(&plan(1), None, true), Ok(id));
        let there = store.begin(&plan(1), None, false).unwrap_err().to_string();
        assert!(there.contains("already holds the tournament 'cup': --resume"), "{there}");
        assert!(store.begin(&plan(1), Some(7), true).is_err(), "other openings");
        let other = store.begin(&plan(2), None, true).unwrap_err().to_string();
        assert!(other.contains("holds another tournament 'cup'"), "{other}");
    }
}
