//! Damaged games: they are set aside with the reason, so that they are named, can be examined, and
//! are never taken for games that don't exist.

use plateau_games::Registry;
use rusqlite::{Connection, OptionalExtension};

use super::queries::now;
use crate::game::codec;

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

/// Brings games back that can be decoded after all: by a version that has their game or engine, or
/// without the error of the last one. Who created them is no longer known; each is its own owner.
pub fn restore_readable(connection: &Connection, registry: &Registry) -> rusqlite::Result<()> {
    let mut query = connection.prepare("SELECT id, revision, state FROM damaged_games")?;
    let rows = query.query_map((), |row| {
        let (id, revision): (String, i64) = (row.get(0)?, row.get(1)?);
        let text = String::from_utf8(row.get_ref(2)?.as_bytes()?.to_vec()).ok();
        let state = text.and_then(|text| codec::decode(registry, &text).ok());
        Ok((id, state.filter(|state| state.revision as i64 == revision)))
    })?;
    for (id, state) in rows.collect::<Result<Vec<_>, _>>()? {
        let Some(state) = state else { continue };
        let transaction = connection.unchecked_transaction()?;
        transaction.execute(
            "INSERT OR IGNORE INTO games (id, revision, state, over, touched, owner, variant)
             SELECT id, revision, state, ?2, ?3, id, ?4 FROM damaged_games WHERE id = ?1",
            (&id, state.is_over(), now(), state.session.record().variant_name()),
        )?;
        transaction.execute("DELETE FROM damaged_games WHERE id = ?1", [&id])?;
        transaction.commit()?;
        tracing::info!(game = %id, "damaged game restored");
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
