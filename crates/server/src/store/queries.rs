//! What the store asks of its database.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension};

use super::{Creation, ListPosition, ListedGame, Save, SaveKind, StoreError, StoredGame, damaged};
use crate::game::codec;

/// Inserts a new game, unless its owner has already created one by the same request.
const INSERT: &str = "
    INSERT INTO games (id, revision, state, over, touched, owner, request, variant)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING
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

/// The owner that has most games, and their number.
const LARGEST_OWNER: &str =
    "SELECT owner, count(*) AS number FROM games GROUP BY owner ORDER BY number DESC LIMIT 1";

/// Deletes up to `?1` games of the owner `?2`, of anyone if it is null: finished ones first, then those
/// untouched since `?3`, those with few changes since `?4`, and those without any since `?5`.
const DELETE_OLDEST: &str = "
    DELETE FROM games WHERE id IN (
        SELECT id FROM games
        WHERE owner = ifnull(?2, owner)
            AND (over OR touched < ?3 OR (revision < 10 AND touched < ?4) OR (revision = 1 AND touched < ?5))
        ORDER BY over DESC, touched LIMIT ?1
    )
";

/// Deletes up to `?1` games of the owner `?2`: those in which nobody has moved first.
const DELETE_OF_OWNER: &str = "
    DELETE FROM games WHERE id IN (
        SELECT id FROM games WHERE owner = ?2 ORDER BY revision > 1, touched LIMIT ?1
    )
";

/// An unfinished game is not deleted before it has been untouched for this long.
const UNFINISHED_RETENTION: Duration = Duration::from_hours(24);

/// The same for a game with fewer than ten changes.
const BEGUN_RETENTION: Duration = Duration::from_hours(1);

/// The same for a game in which nobody has moved. One address cannot fill the store with new games
/// within this time.
const UNUSED_RETENTION: Duration = Duration::from_mins(10);

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
    let Creation { owner, request } = creation;
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

/// Returns the current Unix time in seconds.
pub(super) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

/// Deletes old games until fewer than `max` are left, to make room for a new one of an owner. Returns whether
/// that was possible.
pub(super) fn prune(connection: &Connection, max: usize, owner: &str) -> rusqlite::Result<bool> {
    let count: i64 = connection.query_row("SELECT count(*) FROM games", (), |row| row.get(0))?;
    let excess = count + 1 - max as i64;
    if excess <= 0 {
        return Ok(true);
    }
    let before = |retention: Duration| now() - retention.as_secs() as i64;
    let delete_oldest = |owner: Option<&str>| -> rusqlite::Result<i64> {
        let retentions = [UNFINISHED_RETENTION, BEGUN_RETENTION, UNUSED_RETENTION].map(before);
        let cutoffs = (excess, owner, retentions[0], retentions[1], retentions[2]);
        Ok(connection.prepare_cached(DELETE_OLDEST)?.execute(cutoffs)? as i64)
    };
    let (largest, number): (String, i64) =
        connection.query_row(LARGEST_OWNER, (), |row| Ok((row.get(0)?, row.get(1)?)))?;
    let own: i64 =
        connection.query_row("SELECT count(*) FROM games WHERE owner = ?1", [owner], |row| row.get(0))?;
    // Whoever has most games makes room, for themselves and for those who have fewer: however many
    // addresses take part, they cannot keep others from playing, or replace their games.
    if number > own + 1 {
        let missing = excess - delete_oldest(Some(&largest))?;
        if missing <= 0 {
            return Ok(true);
        }
        let deleted = connection.prepare_cached(DELETE_OF_OWNER)?.execute((missing, &largest))?;
        return Ok(deleted as i64 == missing);
    }
    let owner = (number > max as i64 / 2).then_some(owner);
    Ok(delete_oldest(owner)? == excess)
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
                SaveKind::Insert(Creation { owner, request }) => {
                    let variant = codec::variant_name(state);
                    insert.execute((id, revision, state, is_over, now(), owner, request, variant))
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

    fn insert(connection: &Connection, id: &str, is_over: bool, age: i64) {
        insert_of(connection, id, is_over, age, "someone");
    }

    fn insert_of(connection: &Connection, id: &str, is_over: bool, age: i64, owner: &str) {
        let row = (id, 2, "{}", is_over, now() - age, owner, None::<String>, None::<String>);
        connection.execute(INSERT, row).unwrap();
    }

    fn ids(connection: &Connection) -> Vec<String> {
        let mut query = connection.prepare("SELECT id FROM games ORDER BY id").unwrap();
        query.query_map((), |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn prune_deletes_finished_games_first_and_keeps_recent_ones() {
        let connection = new_database();
        let day = UNFINISHED_RETENTION.as_secs() as i64;
        insert(&connection, "finished", true, 5);
        insert(&connection, "finished long ago", true, 3 * day);
        insert(&connection, "abandoned", false, 2 * day);
        insert(&connection, "in progress", false, 1_000);
        assert!(prune(&connection, 5, "me").unwrap());
        assert_eq!(ids(&connection).len(), 4, "there was room for a fifth");
        assert!(prune(&connection, 4, "me").unwrap());
        assert_eq!(ids(&connection), ["abandoned", "finished", "in progress"]);
        assert!(prune(&connection, 2, "someone").unwrap());
        assert_eq!(ids(&connection), ["in progress"]);
        assert!(!prune(&connection, 1, "someone").unwrap(), "the only game is in progress");
        assert_eq!(ids(&connection), ["in progress"]);
    }

    #[test]
    fn nobody_can_keep_others_from_playing() {
        let connection = new_database();
        for number in 0..8 {
            insert_of(&connection, &format!("flood {number}"), false, 100 - number, "attacker");
        }
        insert_of(&connection, "honest", false, 200, "student");
        insert_of(&connection, "also honest", false, 300, "another");
        assert!(!prune(&connection, 10, "attacker").unwrap(), "not for the one who has most");
        assert!(prune(&connection, 10, "student").unwrap());
        let left = ids(&connection);
        assert_eq!(left.len(), 9);
        assert!(!left.contains(&"flood 0".to_owned()), "the oldest gave way");
        // Finished games of others do not give way to a flood.
        insert_of(&connection, "finished", true, 900, "student");
        assert!(!prune(&connection, 10, "attacker").unwrap());
        assert!(ids(&connection).contains(&"finished".to_owned()));
        connection.execute("DELETE FROM games WHERE id = 'finished'", ()).unwrap();
        // Games with few moves give way after an hour, and those without any after ten minutes, so that
        // a flood from their own address keeps nobody from playing.
        for (id, revision, age) in [("begun", 9, 4_000), ("unused", 1, 700)] {
            let row = (id, revision, "{}", false, now() - age, "attacker", None::<String>, None::<String>);
            connection.execute(INSERT, row).unwrap();
            assert!(prune(&connection, 10, "attacker").unwrap(), "{id}");
            assert!(!ids(&connection).contains(&id.to_owned()));
        }
        for (id, revision, age) in [("played", 10, 80_000), ("just begun", 2, 700), ("new", 1, 500)] {
            let row = (id, revision, "{}", false, now() - age, "attacker", None::<String>, None::<String>);
            connection.execute(INSERT, row).unwrap();
        }
        assert!(!prune(&connection, 12, "attacker").unwrap());
    }

    #[test]
    fn several_addresses_cannot_keep_others_from_playing() {
        let connection = new_database();
        for number in 0..9 {
            insert_of(
                &connection,
                &format!("{number}"),
                false,
                100 - number,
                &format!("attacker {}", number % 3),
            );
        }
        assert!(prune(&connection, 9, "student").unwrap());
        insert_of(&connection, "honest", false, 0, "student");
        assert!(prune(&connection, 9, "student").unwrap(), "three have more than one");
        insert_of(&connection, "also honest", false, 0, "student");
        assert!(!prune(&connection, 9, "student").unwrap(), "nobody has more than three");
        assert!(!prune(&connection, 9, "attacker 1").unwrap());
        assert!(ids(&connection).contains(&"honest".to_owned()));
    }

    #[test]
    fn only_the_next_revision_is_stored_and_clocks_are_no_change() {
        let connection = new_database();
        insert(&connection, "game", false, 100);
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
            SaveKind::Insert(Creation { owner: owner.to_owned(), request: request.map(str::to_owned) })
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
            let creation = Creation { owner: owner.to_owned(), request: Some(request.to_owned()) };
            find_created(&connection, &creation).unwrap()
        };
        assert_eq!((found("me", "one").as_deref(), found("me", "two")), (Some("c"), None));
        assert_eq!(found("you", "one").as_deref(), Some("d"));
    }

    #[test]
    fn games_are_listed_in_parts_without_their_states() {
        let connection = new_database();
        for (id, age) in [("b", 1), ("a", 1), ("c", 9), ("d", 9), ("new", 0)] {
            let row = (id, 3, "no JSON", false, 1_000 - age, "me", None::<String>, Some("achi"));
            connection.execute(INSERT, row).unwrap();
        }
        let (mut listed, mut after) = (Vec::new(), None);
        loop {
            let part = list(&connection, after.as_ref(), 2).unwrap();
            let Some(last) = part.last() else { break };
            assert_eq!((last.variant.as_deref(), last.revision), (Some("achi"), 3));
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
