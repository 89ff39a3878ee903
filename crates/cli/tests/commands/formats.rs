//! Files and answers of version 0.1.0 stay readable: see `tests/fixtures/README.md`.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::support::Directory;
use crate::support::api::{api, moves_of};
use crate::support::program::{PLATEAU, parsed, plateau};
use crate::support::server::Server;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

fn stored_json(name: &str) -> Json {
    serde_json::from_str(&fs::read_to_string(fixture(name)).unwrap()).unwrap()
}

/// A server on a copy of a stored database.
struct StoredServer {
    server: Server,
    _data: Directory,
}

impl StoredServer {
    fn start(database: &str) -> Self {
        let data = Directory::new();
        fs::copy(fixture("server").join(database), data.path().join("games.sqlite")).unwrap();
        Self { server: Server::start(PLATEAU, data.path()), _data: data }
    }

    fn game(&self, stored: &Json) -> Json {
        self.get(stored["id"].as_str().unwrap())
    }

    fn get(&self, id: &str) -> Json {
        api(&self.server.address, &format!("games/{id}"), "", None).unwrap()
    }

    /// Sends a change with the stored token of a side.
    #[track_caller]
    fn change(&self, stored: &Json, side: &str, change: &str, mut body: Json) -> Json {
        let id = stored["id"].as_str().unwrap();
        body["revision"] = self.game(stored)["revision"].clone();
        body["request"] = json!(format!("formats-{change}"));
        let token = stored["tokens"][side].as_str().unwrap();
        let answer = api(&self.server.address, &format!("games/{id}/{change}"), token, Some(&body)).unwrap();
        assert!(answer["error"].is_null(), "{answer}");
        answer
    }

    /// Plays the first legal move and waits for the reply of the engine.
    #[track_caller]
    fn play_and_wait_for_reply(&self, stored: &Json) {
        let mv = self.game(stored)["view"]["moves"][0]["text"].clone();
        let before = moves_of(&self.change(stored, "x", "move", json!({ "move": mv }))).len();
        for _ in 0..3_000 {
            if moves_of(&self.game(stored)).len() > before {
                return;
            }
            sleep(Duration::from_millis(10));
        }
        panic!("{} never replies: {}", stored["seats"]["o"], self.game(stored));
    }
}

#[test]
fn server_databases_of_both_schemas_are_served() {
    for database in ["version1.sqlite", "version2.sqlite"] {
        let stored = stored_json("server/games.json");
        let server = StoredServer::start(database);
        for (name, expected) in stored.as_object().unwrap() {
            let game = server.game(expected);
            for field in ["id", "game", "record", "asked", "next", "revision"] {
                assert_eq!(game[field], expected[field], "{database}: {field} of {name}");
            }
            assert_eq!(json!(moves_of(&game)), expected["moves"], "{database}: moves of {name}");
            let seats = json!({ "x": game["seats"]["x"]["spec"], "o": game["seats"]["o"]["spec"] });
            assert_eq!(seats, expected["seats"], "{database}: seats of {name}");
            assert_eq!(game["view"]["finish"]["winner"], expected["finish"], "{database}: result of {name}");
        }
        assert!(server.game(&stored["people"])["clocks"].is_object(), "{database}: the clocks are lost");
        assert_eq!(server.game(&stored["live"])["live"], "left", "{database}");
        let rematch = server.get(stored["finished"]["next"].as_str().unwrap());
        assert_eq!((&rematch["game"], moves_of(&rematch).len()), (&json!("tictactoe"), 0), "{database}");
    }
}

#[test]
fn stored_tokens_and_engine_names_still_work() {
    for database in ["version1.sqlite", "version2.sqlite"] {
        let stored = stored_json("server/games.json");
        let server = StoredServer::start(database);
        // The undo that x asked for, answered by o.
        let game = server.change(&stored["people"], "o", "answer", json!({ "accept": true }));
        assert_eq!((moves_of(&game), &game["asked"]), (vec!["c2".to_owned(), "b2".to_owned()], &Json::Null));
        // Engines stored as eval=seed, and with a seed of their own.
        for name in ["old-name", "seeded"] {
            server.play_and_wait_for_reply(&stored[name]);
        }
        // The tokens of a rematch have changed sides.
        let mut rematch = stored["finished"].clone();
        rematch["id"] = rematch["next"].clone();
        rematch["tokens"] = json!({ "x": rematch["tokens"]["o"], "o": rematch["tokens"]["x"] });
        let game = server.change(&rematch, "x", "move", json!({ "move": "b2" }));
        assert_eq!(moves_of(&game), ["b2"], "{database}");
    }
}

#[test]
fn a_half_played_tournament_is_resumed_to_the_same_table() {
    let directory = Directory::new();
    let db = directory.file("half.sqlite");
    fs::copy(fixture("tournament/half.sqlite"), &db).unwrap();
    let file = fixture("tournament/cup.toml");
    let args = ["tournament", file.to_str().unwrap(), "--db", &db, "--resume", "--json"];
    let done = plateau(&args).assert().success();
    let result: Json = serde_json::from_slice(&done.get_output().stdout).unwrap();
    let expected = stored_json("tournament/finished.json");
    let standings = result["table"].as_array().unwrap().iter().map(|standing| {
        json!({
            "name": standing["name"], "points": standing["points"], "wins": standing["wins"],
            "draws": standing["draws"], "losses": standing["losses"], "against": standing["against"],
        })
    });
    assert_eq!(json!(standings.collect::<Vec<_>>()), expected["table"]);
    let games = result["games"].as_array().unwrap().iter().map(|game| {
        let record = game["record"].as_str().unwrap();
        let moves = record.lines().find(|line| line.starts_with("moves: ")).unwrap();
        json!([game["pair"], game["game"], game["winner"], moves])
    });
    assert_eq!(json!(games.collect::<Vec<_>>()), expected["games"]);
}

/// Loads a record at the prompt and returns what `play` prints.
#[track_caller]
fn load(game: &str, record: &Path) -> String {
    let args = ["play", game, "--second", "human", "--load", record.to_str().unwrap()];
    let done = plateau(&args).write_stdin("quit\n").assert().success().stderr("");
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

#[test]
fn stored_records_can_be_loaded() {
    let connect4 = load("connect4", &fixture("records/connect4.txt"));
    assert!(connect4.contains("\nx . x x . . .\n") || connect4.contains("red (x) to move"), "{connect4}");
    let tictactoe = load("tictactoe", &fixture("records/tictactoe.txt"));
    assert!(tictactoe.contains("\n3  o x .\n2  . x .\n1  .(o).\n"), "{tictactoe}");
    // The records of a match, one after the other with an empty line between them.
    let directory = Directory::new();
    let records = fs::read_to_string(fixture("records/match.txt")).unwrap();
    let results = records.split("\n\n").map(|record| {
        let file = directory.path().join("record.txt");
        fs::write(&file, format!("{record}\n")).unwrap();
        load("othello:4", &file).lines().last().unwrap().to_owned()
    });
    let results: Vec<String> = results.collect();
    assert_eq!(results, ["Game over: black wins by 12", "Game over: black wins by 16"]);
}

/// Asserts that two JSON values have the same keys and types at every level. `null` stands
/// for an absent value of any type.
#[track_caller]
fn assert_same_shape(found: &Json, expected: &Json, path: &str) {
    match (found, expected) {
        (Json::Null, _)
        | (_, Json::Null)
        | (Json::String(_), Json::String(_))
        | (Json::Bool(_), Json::Bool(_)) => {}
        (Json::Object(found), Json::Object(expected)) => {
            let keys = |map: &serde_json::Map<String, Json>| map.keys().cloned().collect::<Vec<_>>();
            assert_eq!(keys(found), keys(expected), "{path}");
            for (key, value) in expected {
                assert_same_shape(&found[key], value, &format!("{path}.{key}"));
            }
        }
        (Json::Array(found), Json::Array(expected)) => {
            for value in found {
                if let Some(expected) = expected.first() {
                    assert_same_shape(value, expected, &format!("{path}[]"));
                }
            }
        }
        (Json::Number(found), Json::Number(expected)) => {
            assert_eq!(found.is_f64(), expected.is_f64(), "{path}: {found} and {expected}");
        }
        _ => panic!("{path}: {found} and {expected}"),
    }
}

#[test]
fn json_answers_keep_their_keys_and_types() {
    for (stored, args) in [
        ("best", &["best", "connect4", "7/7/7/7/3o3/2oxx2 x", "--engine", "alphabeta:depth=6,eval=seed"][..]),
        ("analyse", &["analyse", "tictactoe", "1o11o1oxx x"]),
        ("solve", &["solve", "connect4:4x4"]),
    ] {
        let expected = stored_json(&format!("json/{stored}.json"));
        let found = parsed(&[args, &["--json"]].concat());
        assert_same_shape(&found, &expected, stored);
        for field in ["schema", "game", "position", "turn", "stop", "exact", "result", "score", "best"] {
            assert_eq!(found[field], expected[field], "{stored}: {field}");
        }
    }
    let expected = stored_json("json/match.json");
    let players = ["minimax:depth=2,eval=seed", "random:seed=1"];
    let args = ["match", players[0], players[1], "--game", "othello:4", "--games", "2", "--json"];
    let done = plateau(&args).assert().success();
    let mut found: Json = serde_json::from_slice(&done.get_output().stdout).unwrap();
    assert_same_shape(&found, &expected, "match");
    // The games are the same, too; only their times differ.
    for player in [0, 1] {
        found["players"][player]["seconds"] = expected["players"][player]["seconds"].clone();
    }
    assert_eq!(found, expected);
}
