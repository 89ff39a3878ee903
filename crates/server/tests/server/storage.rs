//! Damaged games, reading errors and backups.

use plateau_games::REGISTRY;
use plateau_server::{Server, ServerLimits};
use rusqlite::Connection;
use tempfile::tempdir;

use crate::harness::{TestServer, options, two_humans};

/// The states of games that are damaged in three ways: no JSON, no text, and an unknown game.
const DAMAGE: [&str; 3] = [
    "'{\"revision\": 1, '",
    "CAST(CAST('{\"revision\":1}' AS BLOB) || x'ff' AS TEXT)",
    "json_set(state, '$.record', 'game: nothing')",
];

#[test]
fn damaged_games_are_set_aside_and_named() {
    let directory = tempdir().unwrap();
    let server = TestServer::start_in(directory.path());
    let ids: Vec<String> = (0..4).map(|_| server.create_game(&two_humans("tictactoe")).id).collect();
    drop(server);
    let database = Connection::open(directory.path().join("games.sqlite")).unwrap();
    for (id, damage) in ids.iter().zip(DAMAGE) {
        database.execute(&format!("UPDATE games SET state = {damage} WHERE id = ?1"), [id]).unwrap();
    }
    drop(database);

    let opened = Server::open(&REGISTRY, &options(directory.path(), ServerLimits::default())).unwrap();
    let warnings: Vec<String> = opened.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains(&ids[0]), "{warnings:?}");
    drop(opened);

    let server = TestServer::start_in(directory.path());
    for id in &ids[..3] {
        for _ in 0..2 {
            let error = server.get(&format!("/api/games/{id}")).assert_error(500, "server.game-damaged");
            assert!(error["message"].as_str().unwrap().contains(id), "{error}");
        }
    }
    server.get(&format!("/api/games/{}", ids[3])).ok();
    let token = format!("Bearer {}", plateau_server::read_admin_token(directory.path()).unwrap());
    let admin = [("Authorization", token.as_str())];
    let list = server.get_with("/api/admin/games", &admin).ok();
    assert_eq!(list["games"].as_array().unwrap().len(), 1, "{list}");
    assert_eq!(list["damaged"].as_array().unwrap().len(), 3, "{list}");
    server.request("DELETE", &format!("/api/admin/games/{}", ids[0]), "", &admin).ok();
    server.get(&format!("/api/games/{}", ids[0])).assert_error(404, "server.game-not-found");
}

#[test]
fn damaged_games_come_back_once_they_can_be_read() {
    let directory = tempdir().unwrap();
    let server = TestServer::start_in(directory.path());
    let path = {
        let game = server.create_game(&two_humans("tictactoe"));
        game.play(0, "b2").ok();
        game.path("")
    };
    drop(server);
    // A game that this version does not have.
    let change = |table: &str, from: &str, to: &str| {
        let database = Connection::open(directory.path().join("games.sqlite")).unwrap();
        let query = format!("UPDATE {table} SET state = replace(state, 'game: {from}', 'game: {to}')");
        assert_eq!(database.execute(&query, ()).unwrap(), 1);
    };
    change("games", "tictactoe", "tictacto");
    let server = TestServer::start_in(directory.path());
    server.get(&path).assert_error(500, "server.game-damaged");
    drop(server);
    let server = TestServer::start_in(directory.path());
    server.get(&path).assert_error(500, "server.game-damaged");
    drop(server);
    change("damaged_games", "tictacto", "tictactoe");
    let server = TestServer::start_in(directory.path());
    assert_eq!(server.get(&path).ok()["moves"][0]["text"], "b2");
    let token = format!("Bearer {}", plateau_server::read_admin_token(directory.path()).unwrap());
    let list = server.get_with("/api/admin/games", &[("Authorization", &token)]).ok();
    assert_eq!((list["games"].as_array().unwrap().len(), &list["damaged"]), (1, &serde_json::json!([])));
}

#[test]
fn games_are_listed_in_parts() {
    let directory = tempdir().unwrap();
    drop(TestServer::start_in(directory.path()));
    let database = Connection::open(directory.path().join("games.sqlite")).unwrap();
    let insert = "
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200)
        INSERT INTO games (id, revision, state, touched, variant)
        SELECT printf('%020d', n), 1, '{\"revision\":1}', n / 7, 'achi' FROM numbers";
    database.execute(insert, ()).unwrap();
    drop(database);
    let server = TestServer::start_in(directory.path());
    let token = format!("Bearer {}", plateau_server::read_admin_token(directory.path()).unwrap());
    let admin = [("Authorization", token.as_str())];
    let (mut ids, mut parts, mut path) = (std::collections::HashSet::new(), 0, "/api/admin/games".to_owned());
    loop {
        let part = server.get_with(&path, &admin).ok();
        parts += 1;
        for game in part["games"].as_array().unwrap() {
            assert_eq!(game["game"], "achi");
            assert!(ids.insert(game["id"].as_str().unwrap().to_owned()), "listed twice: {game}");
        }
        let Some(next) = part["next"].as_str() else { break };
        path = format!("/api/admin/games?after={next}");
    }
    assert_eq!((ids.len(), parts), (1200, 3));
    server.get_with("/api/admin/games?after=x", &admin).assert_error(400, "server.malformed-request");
}

#[test]
fn backups_are_made_while_games_are_played() {
    let directory = tempdir().unwrap();
    let server = TestServer::start_in(directory.path());
    let games: Vec<_> = (0..20).map(|_| server.create_game(&two_humans("othello"))).collect();
    let (first, second) = (directory.path().join("first"), directory.path().join("second"));
    let token = plateau_server::read_admin_token(directory.path()).unwrap();
    server.get("/api/admin/backup").assert_error(401, "server.not-administrator");
    std::thread::scope(|scope| {
        let playing = scope.spawn(|| games.iter().for_each(|game| drop(game.play(0, "d3").ok())));
        let bearer = format!("Bearer {token}");
        plateau_server::write_backup(&first, |new| {
            let request = ureq::get(format!("http://{}/api/admin/backup", server.address));
            let mut response = request.header("Authorization", &bearer).call().unwrap();
            std::fs::write(new, response.body_mut().read_to_vec().unwrap())
        })
        .unwrap();
        playing.join().unwrap();
    });
    let count = |file, condition| {
        let database = Connection::open(file).unwrap();
        let query = format!("SELECT count(*) FROM games WHERE {condition}");
        database.query_row(&query, (), |row| row.get::<_, i64>(0)).unwrap()
    };
    assert_eq!(count(&first, "TRUE"), 20);
    assert!(plateau_server::backup_stopped(directory.path(), &second).is_err(), "the server runs");
    drop(games);
    drop(server);
    plateau_server::backup_stopped(directory.path(), &second).unwrap();
    assert_eq!(count(&second, "revision = 2"), 20, "all moves");
    let exists = plateau_server::backup_stopped(directory.path(), &second).unwrap_err().to_string();
    assert!(exists.starts_with("cannot write the backup "), "{exists}");

    // A server continues from the backup.
    let other = tempdir().unwrap();
    std::fs::copy(&first, other.path().join("games.sqlite")).unwrap();
    drop(TestServer::start_in(other.path()));
    let cut = directory.path().join("cut");
    let half = |new: &std::path::Path| {
        let bytes = std::fs::read(&second)?;
        std::fs::write(new, &bytes[..bytes.len() / 2])
    };
    assert!(plateau_server::write_backup(&cut, half).is_err(), "a part is no backup");
    assert!(!cut.exists());
}
