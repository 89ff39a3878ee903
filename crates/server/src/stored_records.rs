//! Reads the records of all stored games, from a copy: the server locks its database while it
//! runs, and the file must not change.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use plateau_core::Message;
use plateau_core::text::Argument;
use plateau_play::io_error;
use rusqlite::Connection;
use tempfile::TempDir;

use crate::game::codec;
use crate::phrases;
use crate::store::{APPLICATION_ID, SCHEMA_VERSION, has_games, log_of};

/// How often to copy a database that changes meanwhile, and the pause between two copies.
const COPIES: usize = 20;
const PAUSE: Duration = Duration::from_millis(50);

/// Returns the records of the games in the database of a server, or `None` if it is the database
/// of another program. The server may be running.
pub fn stored_records(database: &Path) -> Result<Option<Vec<String>>, Message> {
    let failure = |reason: Argument| {
        let message = phrases::GAMES_NOT_READABLE.message();
        message.with("file", database.display().to_string()).with("reason", reason)
    };
    // The copy has the seat tokens of all games: only its owner can read the directory.
    let copy = copy(database).map_err(|error| failure(io_error::reason(&error).into()))?;
    read(&copy.path().join(COPY)).map_err(|error| failure(error.to_string().into()))
}

/// The name of the copy.
const COPY: &str = "games.sqlite";

/// Copies a database and its write-ahead log to a temporary directory. The copy is consistent if
/// the log did not change meanwhile: the server writes to the database only when it has written to
/// the log.
fn copy(database: &Path) -> io::Result<TempDir> {
    let directory = TempDir::new()?;
    let to = directory.path().join(COPY);
    let log = || match fs::read(log_of(database)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        read => read,
    };
    for _ in 0..COPIES {
        let before = log()?;
        fs::copy(database, &to)?;
        if log()? == before {
            if !before.is_empty() {
                fs::write(log_of(&to), before)?;
            }
            return Ok(directory);
        }
        std::thread::sleep(PAUSE);
    }
    Err(io::ErrorKind::ResourceBusy.into())
}

/// Reads the records of a copy.
fn read(database: &Path) -> rusqlite::Result<Option<Vec<String>>> {
    let connection = Connection::open(database)?;
    let number = |query: &str| connection.query_row(query, (), |row| row.get::<_, i64>(0));
    let version = number("PRAGMA user_version")?;
    if ![0, APPLICATION_ID].contains(&number("PRAGMA application_id")?)
        || !(1..=SCHEMA_VERSION).contains(&version)
        || !has_games(&connection)?
    {
        return Ok(None);
    }
    let mut query = connection.prepare("SELECT state FROM games ORDER BY id")?;
    let states = query.query_map((), |row| row.get::<_, String>(0))?.collect::<rusqlite::Result<Vec<_>>>()?;
    // As the server does, skip states that cannot be decoded.
    Ok(Some(states.iter().filter_map(|state| codec::record_text(state).ok()).collect()))
}

#[cfg(test)]
mod tests {
    use plateau_games::REGISTRY;

    use super::*;
    use crate::store::{Creation, GameStore, StoredGame};

    fn files(directory: &Path) -> Vec<(String, Vec<u8>)> {
        let mut files: Vec<_> = fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| (path.display().to_string(), fs::read(path).unwrap()))
            .collect();
        files.sort();
        files
    }

    #[test]
    fn records_are_read_while_the_server_runs() {
        let directory = TempDir::new().unwrap();
        let store = GameStore::open(directory.path(), &REGISTRY).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        for (id, record) in [("b", "second"), ("a", "first")] {
            let state = format!("{{\"record\": \"{record}\", \"revision\": 1}}");
            let game = StoredGame { id: id.to_owned(), revision: 1, state, is_over: true };
            let creation = Creation { owner: String::new(), client: 0, request: None };
            runtime.block_on(store.insert(game, creation)).unwrap();
        }
        let before = files(directory.path());
        let records = stored_records(&directory.path().join("games.sqlite")).unwrap();
        assert_eq!(records, Some(vec!["first".to_owned(), "second".to_owned()]));
        assert_eq!(files(directory.path()), before, "nothing was changed");
        drop(store);
        let records = stored_records(&directory.path().join("games.sqlite")).unwrap();
        assert_eq!(records.map(|records| records.len()), Some(2), "after the server has ended");
    }

    #[test]
    fn other_databases_are_left_to_others() {
        let directory = TempDir::new().unwrap();
        let file = directory.path().join("other.sqlite");
        let connection = Connection::open(&file).unwrap();
        connection.execute_batch("CREATE TABLE games (id, state); PRAGMA user_version = 1;").unwrap();
        assert_eq!(stored_records(&file).unwrap(), None);
        fs::write(&file, "no database at all, but some text").unwrap();
        assert!(stored_records(&file).unwrap_err().to_string().starts_with("cannot read the games in "));
        assert!(stored_records(&directory.path().join("missing.sqlite")).is_err());
    }
}
