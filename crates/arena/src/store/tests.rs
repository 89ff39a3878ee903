//! Saving, resuming and rejecting databases.

use plateau_core::Player;
use plateau_games::REGISTRY;

use super::*;
use crate::game::{Ending, Fault};

fn plan(seed: u64) -> Plan {
    let text = format!(
        "game = \"achi\"\nseed = {seed}\n[[player]]\nengine = \"first\"\n[[player]]\nengine = \"random\""
    );
    Plan::parse(&REGISTRY, &text, Path::new("cup.toml")).unwrap().0
}

fn pairing(number: u64) -> Pairing {
    Pairing { number, players: [1, 0], opening: vec!["5 2".to_owned(), "2 1".to_owned()] }
}

fn game(pair: u64, game: u8, ending: Ending) -> StoredGame {
    StoredGame {
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
fn saved_games_are_read_back_and_never_duplicated() {
    let mut store = Store::in_memory().unwrap();
    let id = store.create_or_resume(&plan(1), None, false).unwrap();
    let fault = Ending::Fault(Player::First, Fault::IllegalMove("9;9".to_owned()));
    let games = [game(0, 0, fault), game(0, 1, Ending::Adjudicated)];
    store.save(id, &[pairing(0)], &games).unwrap();
    assert_eq!(store.pairings(id).unwrap(), [pairing(0)]);
    assert_eq!(store.games(id).unwrap(), games);
    let again = [game(1, 0, Ending::Rules), game(0, 1, Ending::Rules)];
    assert!(store.save(id, &[pairing(1)], &again).is_err());
    assert_eq!(
        (store.pairings(id).unwrap().len(), store.games(id).unwrap().len()),
        (1, 2),
        "the transaction is rolled back"
    );
    assert!(store.save(id, &[], &[game(5, 0, Ending::Rules)]).is_err(), "a game needs its pair");
}

#[test]
fn databases_of_other_applications_are_not_modified() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("foreign.sqlite");
    let other = Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE cooks (name TEXT); PRAGMA user_version = 1;").unwrap();
    drop(other);
    let before = std::fs::read(&path).unwrap();
    let errors = [Store::open(&path).map_err(Message::from), Store::open_read_only(&path)]
        .map(|store| store.unwrap_err().to_string());
    let error = format!("{} is the database of another application, not of tournaments", path.display());
    assert_eq!(errors, [error.clone(), error]);
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn a_tournament_resumes_only_with_the_same_plan() {
    let mut store = Store::in_memory().unwrap();
    let id = store.create_or_resume(&plan(1), None, true).unwrap();
    assert_eq!(store.create_or_resume(&plan(1), None, true), Ok(id));
    let error = store.create_or_resume(&plan(1), None, false).unwrap_err().to_string();
    assert!(error.contains("already contains the tournament 'cup': use --resume"), "{error}");
    assert!(store.create_or_resume(&plan(1), Some(7), true).is_err(), "other openings");
    let error = store.create_or_resume(&plan(2), None, true).unwrap_err().to_string();
    assert!(error.contains("contains a different tournament 'cup'"), "{error}");
}

#[test]
fn live_games_are_listed_until_they_are_stale() {
    let mut store = Store::in_memory().unwrap();
    let id = store.create_or_resume(&plan(1), None, false).unwrap();
    let live_game = |game: u8, moves: &[&str]| LiveGame {
        pair: 3,
        game,
        players: [1, 0],
        moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
    };
    assert_eq!(store.live_games(id).unwrap(), []);
    store.save_live_games(id, &[live_game(1, &[]), live_game(0, &["5 2", "2 1"])]).unwrap();
    assert_eq!(store.live_games(id).unwrap(), [live_game(0, &["5 2", "2 1"]), live_game(1, &[])]);
    store.save_live_games(id, &[live_game(1, &["3"])]).unwrap();
    assert_eq!(store.live_games(id).unwrap(), [live_game(1, &["3"])]);
    // A killed process cannot remove its games.
    store.connection.execute("UPDATE boards SET seen = seen - ?1", [STALE_SECONDS]).unwrap();
    assert_eq!(store.live_games(id).unwrap(), []);
    // An older database has no such table.
    store.connection.execute("DROP TABLE boards", ()).unwrap();
    assert_eq!(store.live_games(id).unwrap(), []);
}
