//! What the store asks of its database.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension};

use super::{Creation, ListPosition, ListedGame, Save, SaveKind, StoreError, StoredGame, damaged};
use crate::game::codec;

/// Inserts a new game, unless its owner has already created one by the same request.
pub(super) const INSERT: &str = "
    INSERT INTO games (id, revision, state, over, touched, owner, request, variant, client)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING
";

/// Lists `?3` games after the one with the time `?1` and the id `?2`, without their states.
const LIST: &str = "
    SELECT id, revision, variant, over, touched FROM games
    WHERE touched < ?1 OR (touched = ?1 AND id > ?2) ORDER BY touched DESC, id LIMIT ?3
";

/// Updates a game if the stored revision is the one before: a compare-and-set.
const UPDATE: &str = "
    UPDATE games SET revision = ?2, state = ?3, over = ?4, touched = ?5 WHERE id = ?1 AND revision = ?2 - 1
";

/// Updates the clocks of a game. This is no change: `touched` stays as it is.
const UPDATE_CLOCKS: &str = "UPDATE games SET state = ?3 WHERE id = ?1 AND revision = ?2";

/// Loads the encoded state of a game.
pub(super) fn load(connection: &Connection, id: &str) -> Result<Option<String>, StoreError> {
    let mut query = connection.prepare_cached("SELECT state FROM games WHERE id = ?1")?;
    let state = query.query_row([id], |row| Ok(row.get_ref(0)?.as_bytes()?.to_vec())).optional()?;
    let Some(state) = state else {
        return damaged::reason(connection, id)?.map_or(Ok(None), |reason| Err(StoreError::Damaged(reason)));
    };
    String::from_utf8(state).map(Some).or_else(|error| {
        let reason = error.to_string();
        damaged::set_aside(connection, id, &reason)?;
        Err(StoreError::Damaged(reason))
    })
}

/// Returns the id of the game that a request has created.
pub(super) fn find_created(connection: &Connection, creation: &Creation) -> rusqlite::Result<Option<String>> {
    let query = "SELECT id FROM games WHERE owner = ?1 AND request = ?2";
    let Creation { owner, request, .. } = creation;
    connection.prepare_cached(query)?.query_row((owner, request), |row| row.get(0)).optional()
}

/// Deletes a game, also one that was set aside. Returns whether there was one.
pub(super) fn delete(connection: &Connection, id: &str) -> rusqlite::Result<bool> {
    let deleted = connection.execute("DELETE FROM games WHERE id = ?1", [id])?;
    Ok(deleted + connection.execute("DELETE FROM damaged_games WHERE id = ?1", [id])? > 0)
}

/// Lists some games, the latest change first, after the last one of the list before.
pub(super) fn list(
    connection: &Connection,
    after: Option<&ListPosition>,
    max: usize,
) -> rusqlite::Result<Vec<ListedGame>> {
    let mut query = connection.prepare_cached(LIST)?;
    let (changed, id) = after.map_or((i64::MAX, ""), |after| (after.changed, &after.id));
    let rows = query.query_map((changed, id, max as i64), |row| {
        let (id, is_over, changed) = (row.get(0)?, row.get(3)?, row.get(4)?);
        Ok(ListedGame { id, revision: row.get::<_, i64>(1)? as u64, variant: row.get(2)?, is_over, changed })
    })?;
    rows.collect()
}

/// Returns the text of a client's id, in the same order.
pub(super) fn client_name(id: u64) -> String {
    format!("{id:016x}")
}

/// Returns the current Unix time in seconds.
pub(super) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

/// Saves games in one transaction. Returns which were saved, the others being conflicts.
pub(super) fn save_batch(connection: &Connection, batch: &[Save]) -> rusqlite::Result<Vec<bool>> {
    let transaction = connection.unchecked_transaction()?;
    let saved = {
        let mut insert = transaction.prepare_cached(INSERT)?;
        let mut update = transaction.prepare_cached(UPDATE)?;
        let mut update_clocks = transaction.prepare_cached(UPDATE_CLOCKS)?;
        let mut save = |Save { game: StoredGame { id, revision, state, is_over }, kind, .. }: &Save| {
            let revision = *revision as i64;
            match kind {
                SaveKind::Insert(Creation { owner, client, request }) => {
                    let (variant, client) = (codec::variant_name(state), client_name(*client));
                    insert.execute((id, revision, state, is_over, now(), owner, request, variant, client))
                }
                SaveKind::Update => update.execute((id, revision, state, is_over, now())),
                SaveKind::Clocks => update_clocks.execute((id, revision, state)),
            }
        };
        batch.iter().map(|each| Ok(save(each)? == 1)).collect::<rusqlite::Result<_>>()?
    };
    transaction.commit()?;
    Ok(saved)
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::super::schema;
    use super::*;

    fn new_database() -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::migrate(&mut connection).unwrap();
        connection
    }

    fn insert(connection: &Connection, id: &str, age: i64, variant: &str) {
        let row = (id, 2, "{}", false, now() - age, "me", None::<String>, variant, client_name(1));
        connection.execute(INSERT, row).unwrap();
    }

    fn ids(connection: &Connection) -> Vec<String> {
        let mut query = connection.prepare("SELECT id FROM games ORDER BY id").unwrap();
        query.query_map((), |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn only_the_next_revision_is_stored_and_clocks_are_no_change() {
        let connection = new_database();
        insert(&connection, "game", 100, "achi");
        let save = |revision, state: &str, kind| {
            let (id, state) = ("game".to_owned(), state.to_owned());
            let game = StoredGame { id, revision, state, is_over: false };
            let batch = [Save { game, kind, reply: oneshot::channel().0 }];
            let saved = save_batch(&connection, &batch).unwrap() == [true];
            let row = connection.query_row("SELECT state, touched FROM games", (), |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?))
            });
            let (state, touched) = row.unwrap();
            (saved, state, touched > now() - 50)
        };
        assert_eq!(save(2, "clocks", SaveKind::Clocks), (true, "clocks".to_owned(), false));
        assert_eq!(save(3, "three", SaveKind::Update), (true, "three".to_owned(), true));
        for revision in [2, 3, 5] {
            assert!(!save(revision, "other", SaveKind::Update).0, "{revision} does not follow 3");
        }
        assert!(!save(2, "old clocks", SaveKind::Clocks).0);
        assert_eq!(save(4, "four", SaveKind::Update).1, "four");
    }

    #[test]
    fn a_conflict_leaves_the_other_games_of_its_batch_alone() {
        let connection = new_database();
        let save = |id: &str, kind, revision| {
            let game = StoredGame { id: id.to_owned(), revision, state: "{}".to_owned(), is_over: false };
            Save { game, kind, reply: oneshot::channel().0 }
        };
        let new = |owner: &str, request: Option<&str>| {
            let request = request.map(str::to_owned);
            SaveKind::Insert(Creation { owner: owner.to_owned(), client: 1, request })
        };
        let batch = [
            save("a", new("me", None), 1),
            save("gone", SaveKind::Update, 2),
            save("b", new("me", None), 1),
            save("c", new("me", Some("one")), 1),
            save("repeated", new("me", Some("one")), 1),
            save("d", new("you", Some("one")), 1),
        ];
        assert_eq!(save_batch(&connection, &batch).unwrap(), [true, false, true, true, false, true]);
        assert_eq!(ids(&connection), ["a", "b", "c", "d"]);
        let found = |owner: &str, request: &str| {
            let request = Some(request.to_owned());
            let creation = Creation { owner: owner.to_owned(), client: 1, request };
            find_created(&connection, &creation).unwrap()
        };
        assert_eq!((found("me", "one").as_deref(), found("me", "two")), (Some("c"), None));
        assert_eq!(found("you", "one").as_deref(), Some("d"));
    }

    #[test]
    fn games_are_listed_in_parts_without_their_states() {
        let connection = new_database();
        for (id, age) in [("b", 1), ("a", 1), ("c", 9), ("d", 9), ("new", 0)] {
            insert(&connection, id, age, "achi");
        }
        let (mut listed, mut after) = (Vec::new(), None);
        loop {
            let part = list(&connection, after.as_ref(), 2).unwrap();
            let Some(last) = part.last() else { break };
            assert_eq!((last.variant.as_deref(), last.revision), (Some("achi"), 2));
            after = Some(ListPosition { changed: last.changed, id: last.id.clone() });
            listed.extend(part.into_iter().map(|game| game.id));
        }
        assert_eq!(listed, ["new", "a", "b", "c", "d"]);
        let plan = connection
            .prepare(&format!("EXPLAIN QUERY PLAN {LIST}"))
            .unwrap()
            .query_row((i64::MAX, "", 2), |row| row.get::<_, String>(3));
        assert!(plan.as_ref().unwrap().contains("COVERING INDEX listed"), "{plan:?}");
    }
}
