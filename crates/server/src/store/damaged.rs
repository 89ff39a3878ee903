//! Damaged games: they are set aside with the reason, so that they are named, can be examined, and
//! are never taken for games that don't exist.

use rusqlite::{Connection, OptionalExtension};

use super::queries::now;

/// A game that cannot be decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedGame {
    /// The game id.
    pub id: String,
    /// Why it cannot be decoded.
    pub reason: String,
}

/// Moves a game to the damaged ones.
pub fn set_aside(connection: &Connection, id: &str, reason: &str) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    transaction.execute(
        "INSERT OR REPLACE INTO damaged_games SELECT id, revision, state, ?2, ?3 FROM games WHERE id = ?1",
        (id, reason, now()),
    )?;
    transaction.execute("DELETE FROM games WHERE id = ?1", [id])?;
    transaction.commit()
}

/// Sets all games aside whose state has not even the form of one. Others are found when
/// they are loaded: decoding all games would delay the start by seconds.
pub fn set_aside_malformed(connection: &Connection) -> rusqlite::Result<()> {
    let malformed = "
        SELECT id FROM games
        WHERE NOT json_valid(state) OR json_extract(state, '$.revision') IS NOT revision
    ";
    let ids =
        connection.prepare(malformed)?.query_map((), |row| row.get(0))?.collect::<Result<Vec<String>, _>>();
    for id in ids? {
        set_aside(connection, &id, "the stored state is no JSON of this revision")?;
    }
    Ok(())
}

/// Returns why a game was set aside, if it was.
pub fn reason(connection: &Connection, id: &str) -> rusqlite::Result<Option<String>> {
    let mut query = connection.prepare_cached("SELECT reason FROM damaged_games WHERE id = ?1")?;
    query.query_row([id], |row| row.get(0)).optional()
}

/// Lists the damaged games.
pub fn list(connection: &Connection) -> rusqlite::Result<Vec<DamagedGame>> {
    let mut query = connection.prepare_cached("SELECT id, reason FROM damaged_games ORDER BY id")?;
    query.query_map((), |row| Ok(DamagedGame { id: row.get(0)?, reason: row.get(1)? }))?.collect()
}
