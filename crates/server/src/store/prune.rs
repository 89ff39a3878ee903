//! Which games are deleted to make room for new ones: of the address that has most, those that finished some
//! time ago or were abandoned, then those of its client that has most. However many games a client creates
//! and plays, it cannot keep others from playing, or replace their games in progress.

use std::time::Duration;

use rusqlite::{Connection, OptionalExtension};

use super::Creation;
use super::queries::{client_name, now};
use crate::limits;

/// The number of games of the owner `?1`.
const COUNT_OF_OWNER: &str = "SELECT count(*) FROM games WHERE owner = ?1";

/// The number of games of the client `?2` of the owner `?1`.
const COUNT_OF_CLIENT: &str = "SELECT count(*) FROM games WHERE owner = ?1 AND client = ?2";

/// The owner that has most games, and their number.
const LARGEST_OWNER: &str =
    "SELECT owner, count(*) AS number FROM games GROUP BY owner ORDER BY number DESC LIMIT 1";

/// The client of the owner `?1` that has most games, and their number. Of clients with as many, the one that
/// has not changed a game for longest.
const LARGEST_CLIENT: &str = "
    SELECT client, count(*) AS number FROM games WHERE owner = ?1
    GROUP BY client ORDER BY number DESC, max(touched) LIMIT 1
";

/// Deletes up to `?1` games of the owner `?2` and the client `?6`, of anyone where one is null: finished ones
/// first, then those untouched since `?3`, those with few changes since `?4`, and those without any since `?5`.
const DELETE_OLDEST: &str = "
    DELETE FROM games WHERE id IN (
        SELECT id FROM games
        WHERE owner = ifnull(?2, owner) AND client = ifnull(?6, client)
            AND (over OR touched < ?3 OR (revision < 10 AND touched < ?4) OR (revision = 1 AND touched < ?5))
        ORDER BY over DESC, touched LIMIT ?1
    )
";

/// Deletes up to `?1` games of the owner `?2` that finished before `?4`, or are unfinished and untouched since
/// `?3`, the oldest first.
const DELETE_STALE_OF_OWNER: &str = "
    DELETE FROM games WHERE id IN (
        SELECT id FROM games WHERE owner = ?2 AND touched < iif(over, ?4, ?3)
        ORDER BY over DESC, touched LIMIT ?1
    )
";

/// Deletes up to `?1` games of the client `?3` of the owner `?2`: finished ones first, then those without
/// changes.
const DELETE_OF_CLIENT: &str = "
    DELETE FROM games WHERE id IN (
        SELECT id FROM games WHERE owner = ?2 AND client = ?3
        ORDER BY over DESC, revision > 1, touched LIMIT ?1
    )
";

/// A finished game is not deleted for another client of its address before that, so that it can be reviewed.
const FINISHED_RETENTION: Duration = Duration::from_hours(1);

/// An unfinished game is not deleted before it has been untouched for this long, unless its client has most.
const UNFINISHED_RETENTION: Duration = Duration::from_hours(24);

/// The same for a game with fewer than ten changes.
const FEW_CHANGES_RETENTION: Duration = Duration::from_hours(1);

/// The same for a game without any changes.
const UNCHANGED_RETENTION: Duration = Duration::from_mins(10);

/// A client that gives up games, and how many at most.
struct Largest {
    owner: String,
    client: String,
    max_deleted: i64,
}

/// Deletes games until fewer than `max` are left, to make room for a new one. Returns whether that was
/// possible.
pub(super) fn prune(connection: &Connection, max: usize, creation: &Creation) -> rusqlite::Result<bool> {
    let count: i64 = connection.query_row("SELECT count(*) FROM games", (), |row| row.get(0))?;
    let mut excess = count + 1 - max as i64;
    while excess > 0 {
        let Some(Largest { owner, client, max_deleted }) = larger_client(connection, creation)? else {
            return Ok(delete_oldest(connection, max, excess, creation)? == excess);
        };
        let number = excess.min(max_deleted);
        let [unfinished, finished] = [UNFINISHED_RETENTION, FINISHED_RETENTION].map(before);
        let stale = (number, &owner, unfinished, finished);
        let mut deleted = connection.prepare_cached(DELETE_STALE_OF_OWNER)?.execute(stale)? as i64;
        if deleted == 0 {
            let row = (number, owner, client);
            deleted = connection.prepare_cached(DELETE_OF_CLIENT)?.execute(row)? as i64;
        }
        if deleted == 0 {
            return Ok(false);
        }
        excess -= deleted;
    }
    Ok(true)
}

/// Returns the time of this long ago.
fn before(retention: Duration) -> i64 {
    now() - retention.as_secs() as i64
}

/// Returns the client that has most games of the address that has most, or of the creator's own. `None` if
/// the creator would then have as many.
fn larger_client(connection: &Connection, creation: &Creation) -> rusqlite::Result<Option<Largest>> {
    let own_client = client_name(creation.client);
    let largest = connection
        .prepare_cached(LARGEST_OWNER)?
        .query_row((), |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)));
    let Some((largest, number)) = largest.optional()? else { return Ok(None) };
    let own: i64 = connection.query_row(COUNT_OF_OWNER, [&creation.owner], |row| row.get(0))?;
    let is_other_address = number > own + 1;
    let owner = if is_other_address { largest } else { creation.owner.clone() };
    let client = connection
        .prepare_cached(LARGEST_CLIENT)?
        .query_row([&owner], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)));
    let Some((client, number)) = client.optional()? else { return Ok(None) };
    if is_other_address {
        return Ok(Some(Largest { owner, client, max_deleted: (number / 2).max(1) }));
    }
    let own: i64 = connection.query_row(COUNT_OF_CLIENT, (&owner, &own_client), |row| row.get(0))?;
    if own + 1 >= number {
        return Ok(None);
    }
    Ok(Some(Largest { owner, client, max_deleted: ((number - own) / 2).max(1) }))
}

/// Deletes finished and abandoned games: only of the creator's address if that has more than half, and
/// only of the creator if they have their share. Returns how many.
fn delete_oldest(
    connection: &Connection,
    max: usize,
    excess: i64,
    creation: &Creation,
) -> rusqlite::Result<i64> {
    let client = client_name(creation.client);
    let own: i64 = connection.query_row(COUNT_OF_OWNER, [&creation.owner], |row| row.get(0))?;
    let own_client: i64 =
        connection.query_row(COUNT_OF_CLIENT, (&creation.owner, &client), |row| row.get(0))?;
    let has_share = own_client > (max / limits::CLIENTS_PER_SHARE) as i64;
    let owner = (own > max as i64 / 2 || has_share).then_some(&creation.owner);
    let client = has_share.then_some(client);
    let [unfinished, few_changes, unchanged] =
        [UNFINISHED_RETENTION, FEW_CHANGES_RETENTION, UNCHANGED_RETENTION].map(before);
    let row = (excess, owner, unfinished, few_changes, unchanged, client);
    Ok(connection.prepare_cached(DELETE_OLDEST)?.execute(row)? as i64)
}

#[cfg(test)]
mod tests {
    use super::super::queries::INSERT;
    use super::super::schema;
    use super::*;
    use crate::client::ANONYMOUS;

    fn new_database() -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::migrate(&mut connection).unwrap();
        connection
    }

    /// Inserts a game; `revision` 0 is a finished one.
    fn insert_of(connection: &Connection, id: &str, revision: i64, age: i64, owner: &str, client: u64) {
        let (request, variant, client) = (None::<String>, None::<String>, client_name(client));
        let row = (id, revision, "{}", revision == 0, now() - age, owner, request, variant, client);
        connection.execute(INSERT, row).unwrap();
    }

    fn insert(connection: &Connection, id: &str, revision: i64, age: i64, owner: &str) {
        insert_of(connection, id, revision, age, owner, ANONYMOUS);
    }

    fn prune(connection: &Connection, max: usize, owner: &str) -> bool {
        prune_for(connection, max, owner, ANONYMOUS)
    }

    fn prune_for(connection: &Connection, max: usize, owner: &str, client: u64) -> bool {
        let creation = Creation { owner: owner.to_owned(), client, request: None };
        super::prune(connection, max, &creation).unwrap()
    }

    fn ids(connection: &Connection) -> Vec<String> {
        let mut query = connection.prepare("SELECT id FROM games ORDER BY id").unwrap();
        query.query_map((), |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn prune_deletes_finished_games_first_and_keeps_recent_ones() {
        let connection = new_database();
        let day = UNFINISHED_RETENTION.as_secs() as i64;
        insert(&connection, "finished", 0, 5, "someone");
        insert(&connection, "finished long ago", 0, 3 * day, "someone");
        insert(&connection, "abandoned", 2, 2 * day, "someone");
        insert(&connection, "in progress", 2, 1_000, "someone");
        assert!(prune(&connection, 5, "me"));
        assert_eq!(ids(&connection).len(), 4, "there was room for a fifth");
        assert!(prune(&connection, 4, "me"));
        assert_eq!(ids(&connection), ["abandoned", "finished", "in progress"]);
        assert!(prune(&connection, 2, "someone"));
        assert_eq!(ids(&connection), ["in progress"]);
        assert!(!prune(&connection, 1, "someone"), "the only game is in progress");
        assert_eq!(ids(&connection), ["in progress"]);
    }

    #[test]
    fn an_address_cannot_keep_others_from_playing() {
        let connection = new_database();
        for number in 0..8 {
            insert(&connection, &format!("flood {number}"), 2, 100 - number, "attacker");
        }
        insert(&connection, "honest", 2, 200, "student");
        insert(&connection, "also honest", 2, 300, "another");
        assert!(!prune(&connection, 10, "attacker"), "not for the one who has most");
        assert!(prune(&connection, 10, "student"));
        let left = ids(&connection);
        assert_eq!(left.len(), 9);
        assert!(!left.contains(&"flood 0".to_owned()), "the oldest one is deleted");
        // Finished games of others are not deleted for a flood.
        insert(&connection, "finished", 0, 900, "student");
        assert!(!prune(&connection, 10, "attacker"));
        assert!(ids(&connection).contains(&"finished".to_owned()));
        connection.execute("DELETE FROM games WHERE id = 'finished'", ()).unwrap();
        // Games with few moves are deleted after an hour, and those without any after ten minutes, so that
        // a flood from their own address keeps no one from playing.
        for (id, revision, age) in [("begun", 9, 4_000), ("unused", 1, 700)] {
            insert(&connection, id, revision, age, "attacker");
            assert!(prune(&connection, 10, "attacker"), "{id}");
            assert!(!ids(&connection).contains(&id.to_owned()));
        }
        for (id, revision, age) in [("played", 10, 80_000), ("just begun", 2, 700), ("new", 1, 500)] {
            insert(&connection, id, revision, age, "attacker");
        }
        assert!(!prune(&connection, 12, "attacker"));
    }

    #[test]
    fn several_addresses_cannot_keep_others_from_playing() {
        let connection = new_database();
        for number in 0..9 {
            insert(&connection, &format!("{number}"), 2, 100 - number, &format!("attacker {}", number % 3));
        }
        assert!(prune(&connection, 9, "student"));
        insert(&connection, "honest", 2, 0, "student");
        assert!(prune(&connection, 9, "student"), "three have more than one");
        insert(&connection, "also honest", 2, 0, "student");
        assert!(!prune(&connection, 9, "student"), "nobody has more than three");
        assert!(!prune(&connection, 9, "attacker 1"));
        assert!(ids(&connection).contains(&"honest".to_owned()));
    }

    #[test]
    fn the_client_with_most_games_of_an_address_makes_room_for_its_neighbours() {
        let connection = new_database();
        let school = |id: &str, revision, client| insert_of(&connection, id, revision, 50, "school", client);
        // All played, so that none is old enough to be deleted for other reasons.
        for number in 0..8 {
            school(&format!("flood {number}"), 20, ANONYMOUS);
        }
        school("finished", 0, 1);
        school("in progress", 2, 1);
        assert!(!prune_for(&connection, 10, "school", ANONYMOUS), "new names are the same client");
        for number in 0..3 {
            assert!(prune_for(&connection, 10, "school", 2), "{number}");
            school(&format!("pupil {number}"), 2, 2);
        }
        let left = ids(&connection);
        assert_eq!(left.iter().filter(|id| id.starts_with("flood")).count(), 5);
        assert!(["finished", "in progress"].iter().all(|id| left.contains(&(*id).to_owned())));
        assert!(prune_for(&connection, 10, "home", ANONYMOUS), "and for another address");
        assert_eq!(ids(&connection).iter().filter(|id| id.starts_with("flood")).count(), 4);
    }

    #[test]
    fn finished_games_of_an_address_are_deleted_before_those_in_progress() {
        let connection = new_database();
        let day = UNFINISHED_RETENTION.as_secs() as i64;
        for number in 0..6 {
            insert_of(&connection, &format!("old {number}"), 0, day - number, "school", number as u64 / 2);
        }
        for number in 0..3 {
            insert_of(&connection, &format!("live {number}"), 20, 60, "school", 9);
        }
        for number in 0..6 {
            assert!(prune_for(&connection, 9, "school", 10), "{number}");
            insert_of(&connection, &format!("new {number}"), 20, 0, "school", 10 + number as u64);
        }
        assert!(!ids(&connection).iter().any(|id| id.starts_with("old")));
        assert_eq!(ids(&connection).iter().filter(|id| id.starts_with("live")).count(), 3);
        // Now one that has most.
        assert!(prune_for(&connection, 9, "school", 20));
        assert_eq!(ids(&connection).iter().filter(|id| id.starts_with("live")).count(), 2);
    }

    #[test]
    fn of_clients_with_as_many_games_the_longest_inactive_loses_one() {
        let connection = new_database();
        for (client, age) in [(1, 50), (2, 900), (3, 5)] {
            insert_of(&connection, &client.to_string(), 20, age, "school", client);
        }
        assert!(!prune_for(&connection, 3, "school", 0), "neighbours would only swap");
        assert!(prune_for(&connection, 3, "home", 0));
        assert_eq!(ids(&connection), ["1", "3"]);
    }

    #[test]
    fn a_lower_limit_is_reached_without_taking_all_from_one() {
        let connection = new_database();
        for number in 0..90 {
            insert_of(&connection, &format!("{number}"), 2, 50, "school", number % 9);
        }
        assert!(prune_for(&connection, 46, "school", 20));
        let fewest = "SELECT min(number) FROM (SELECT count(*) AS number FROM games GROUP BY client)";
        assert_eq!(connection.query_row(fewest, (), |row| row.get(0)), Ok(5));
        assert_eq!(ids(&connection).len(), 45);
    }
}
