//! What is kept, and what is refused.

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

#[test]
fn games_in_play_are_shown_until_they_are_left() {
    let mut store = Store::memory().unwrap();
    let id = store.begin(&plan(1), None, false).unwrap();
    let board = |game: u8, moves: &[&str]| InPlay {
        pair: 3,
        game,
        players: [1, 0],
        moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
    };
    assert_eq!(store.in_play(id).unwrap(), []);
    store.show(id, &[board(1, &[]), board(0, &["5 2", "2 1"])]).unwrap();
    assert_eq!(store.in_play(id).unwrap(), [board(0, &["5 2", "2 1"]), board(1, &[])]);
    store.show(id, &[board(1, &["3"])]).unwrap();
    assert_eq!(store.in_play(id).unwrap(), [board(1, &["3"])]);
    // Who was ended could not take it down.
    store.connection.execute("UPDATE boards SET seen = seen - ?1", [LEFT]).unwrap();
    assert_eq!(store.in_play(id).unwrap(), []);
    // A database of an earlier day has no place for it.
    store.connection.execute("DROP TABLE boards", ()).unwrap();
    assert_eq!(store.in_play(id).unwrap(), []);
}
