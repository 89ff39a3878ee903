//! What there is, boards, values and trees.

use serde_json::{Value as Json, json};

use crate::help::{Directory, House};

#[test]
fn the_catalogue_and_every_variant_of_it() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let catalogue = house.get("/api/catalogue").ok();
    let games = catalogue["games"].as_array().unwrap();
    assert_eq!(games.len(), plateau_games::REGISTRY.games().len());
    for known in games.iter().flat_map(|game| game["variants"].as_array().unwrap()) {
        let name = &known["name"];
        let variant = house.get(&format!("/api/variants/{}", name.as_str().unwrap())).ok();
        assert_eq!(variant["label"], known["label"], "{name}");
        assert_eq!(variant["game"], *name);
        let view = house.post("/api/view", &json!({ "game": name })).ok();
        let points = variant["layout"]["points"].as_array().unwrap().len();
        assert_eq!(view["view"]["pieces"].as_str().unwrap().len(), points, "{name}");
        assert_eq!(view["view"]["position"], variant["start"]);
    }
    let opponents = catalogue["opponents"].as_array().unwrap();
    assert_eq!(opponents.len(), 10);
    assert_eq!(opponents[3], json!({ "spec": "level:3", "name": "level 3" }));
    let french = house.get("/api/catalogue?lang=fr").ok();
    assert_eq!(french["opponents"][3]["name"], "niveau 3");
    let french = house.get_with("/api/catalogue", &[("Accept-Language", "fr-FR,fr;q=0.9,en;q=0.5")]).ok();
    assert_eq!(french["opponents"][0]["name"], "une personne");
    // What is for people is in their words.
    let achi = house.get("/api/variants/achi:k3,draw,nocentre?lang=fr").ok();
    assert_eq!(achi["label"], "trois pièces, bloqué : nulle, pas le centre d'abord");
    let grids = house.get("/api/variants/supermorpion?lang=fr").ok();
    let point = &grids["layout"]["points"][4 * 9 + 1];
    assert_eq!((&point["name"], &point["words"]), (&json!("5 2"), &json!("grille 5, case 2")));
    house.get("/api/variants/chess").refused(422, "error.unexpected");
}

#[test]
fn boards_are_shown_at_any_ply() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let look = |body: &Json| house.post("/api/view", body);
    let all = look(&json!({ "game": "connect4", "moves": ["4", "4", "3"] })).ok();
    assert_eq!((&all["ply"], &all["view"]["last"]["text"]), (&json!(3), &json!("3")));
    assert_eq!(look(&json!({ "game": "connect4", "moves": "4 4 3" })).ok(), all);
    let record = all["record"].as_str().unwrap();
    assert_eq!(look(&json!({ "record": record })).ok(), all);
    let first = look(&json!({ "record": record, "ply": 1 })).ok();
    assert_eq!((&first["ply"], &first["moves"]), (&json!(1), &all["moves"]));
    assert_eq!(first["view"]["turn"], "o");
    for moves in [json!(["4", "9", "3"]), json!("4 9 3")] {
        let refused = look(&json!({ "game": "connect4", "moves": moves }));
        assert_eq!((refused.status, &refused.json()["ply"]), (422, &json!(1)), "{}", refused.text);
    }
    let bad = look(&json!({ "game": "connect4", "position": "<script>alert(1)</script>" }));
    assert_eq!(bad.status, 422);
    assert_eq!(bad.headers["content-type"], "application/json", "never markup");
}

#[test]
fn moves_are_judged_line_by_line() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let ask = |body: &Json| house.post("/api/analyse", body);
    let answer = ask(&json!({ "game": "tictactoe", "moves": ["b2"], "every": true, "time": "5s" }));
    assert_eq!(
        (answer.status, answer.headers["content-type"].to_str().unwrap()),
        (200, "application/x-ndjson")
    );
    let lines: Vec<Json> = answer.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (last, before) = lines.split_last().unwrap();
    assert!(last["done"] == true && before.iter().all(|line| line["done"] == false));
    assert_eq!(
        (&last["schema"], &last["exact"], &last["text"]),
        (&json!("plateau-analysis/1"), &json!(true), &json!("draw"))
    );
    assert_eq!(last["moves"].as_array().unwrap().len(), 8);
    assert!(last["moves"].as_array().unwrap().iter().all(|mv| mv["text"].is_string()));
    let over = ask(&json!({ "game": "tictactoe", "moves": "a3 a2 b3 b2 c3", "time": "1s" })).ok();
    assert_eq!((&over["stop"], &over["done"]), (&json!("finished"), &json!(true)));
    ask(&json!({ "game": "tictactoe", "time": "10h" })).refused(422, "server.time-too-long");
    ask(&json!({ "game": "tictactoe", "time": "soon" })).refused(422, "time.expected-duration");
    ask(&json!({ "game": "tictactoe", "engine": "random" })).refused(422, "server.does-not-judge");
    assert_eq!(ask(&json!({ "game": "tictactoe", "engine": "chess" })).status, 422);
}

#[test]
fn the_move_that_was_made_is_judged() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let ask = |moves: &str, played: &str| {
        let body = json!({ "game": "tictactoe", "moves": moves, "played": played, "time": "5s" });
        house.post("/api/analyse", &body)
    };
    let last = |moves: &str, played: &str| -> Json {
        let answer = ask(moves, played);
        assert_eq!(answer.status, 200, "{}", answer.text);
        serde_json::from_str(answer.text.lines().last().unwrap()).unwrap()
    };
    // After the centre an edge loses, a corner does not.
    let edge = last("b2", "8");
    assert_eq!((&edge["result"], &edge["chance"]), (&json!("draw"), &json!(0.5)));
    let played = &edge["played"];
    let told = ["move", "result", "text", "mark", "lost", "chance"].map(|field| played[field].clone());
    assert_eq!(json!(told), json!(["b1", "loss", "loss in 6", "??", 0.5, 0.0]));
    for corner in ["a1", "a3", "c1", "c3"] {
        assert_eq!(last("b2", corner)["played"]["mark"], json!(null), "{corner}");
    }
    // A move that ends the game needs no search.
    let won = last("a3 a2 b3 b2", "c3");
    assert_eq!((&won["played"]["text"], &won["played"]["mark"]), (&json!("win in 1"), &json!(null)));
    assert_eq!(last("a3 a2 b3 b2", "c1")["played"]["mark"], "??", "a win was passed over");
    assert_eq!(ask("b2", "b2").status, 422);
    assert_eq!(ask("b2", &"b".repeat(5_000)).status, 413);
}

#[test]
fn trees_and_their_counts_agree() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let place = json!({ "game": "tictactoe", "moves": ["b2", "a1"], "depth": 4 });
    let counts = house.post("/api/counts", &place).ok();
    let rows = counts["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[1], json!({ "depth": 2, "minimax": 1 + 7 + 7 * 6, "alphabeta": rows[1]["alphabeta"] }));
    for algorithm in ["minimax", "alphabeta"] {
        let mut asked = place.clone();
        asked["algorithm"] = json!(algorithm);
        let tree = house.post("/api/tree", &asked).ok();
        assert_eq!(tree["schema"], "plateau-tree/1");
        assert_eq!(tree["trees"][0]["visited"], rows[3][algorithm]);
    }
    assert!(rows[3]["alphabeta"].as_u64() < rows[3]["minimax"].as_u64());
    let deep = house.post("/api/counts", &json!({ "game": "othello", "depth": 30 })).ok();
    assert!((4..20).contains(&deep["rows"].as_array().unwrap().len()), "as far as they are soon counted");
    let tree = |depth: u32, nodes: u32| {
        let body = json!({ "game": "othello", "algorithm": "minimax", "depth": depth, "nodes": nodes });
        house.post("/api/tree", &body)
    };
    tree(30, 10).refused(422, "server.tree-too-large");
    tree(0, 10).refused(422, "server.bad-depth");
    tree(31, 10).refused(422, "server.bad-depth");
    tree(1, 0).refused(422, "server.bad-nodes");
    tree(1, 20_001).refused(422, "server.bad-nodes");
    let judged = |eval: &str| {
        let body =
            json!({ "game": "othello", "algorithm": "minimax", "depth": 3, "nodes": 10, "eval": eval });
        house.post("/api/tree", &body)
    };
    let evaluators = house.get("/api/variants/othello").ok()["evaluators"].clone();
    let strongest = evaluators.as_array().unwrap().last().unwrap().as_str().unwrap().to_owned();
    assert_ne!(judged(&strongest).ok()["trees"][0]["nodes"][0]["value"], 0);
    assert_eq!(judged("nobody").status, 422);
    let ended = json!({ "game": "tictactoe", "position": "1o11o1oxx x", "algorithm": "minimax", "depth": 9, "eval": "plateau" });
    assert_eq!(house.post("/api/tree", &ended).ok()["trees"][0]["scale"], "results");
    assert!((2..=10).contains(&tree(3, 10).ok()["trees"][0]["drawn"].as_u64().unwrap()));
}

#[test]
fn why_a_move_cannot_be_made_is_told_in_passing() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let ask = |text: &str| {
        house.post("/api/view", &json!({ "game": "supermorpion", "moves": ["5 1"], "try": text }))
    };
    assert_eq!(ask("1 5").ok()["refused"], json!(null));
    let why = ask("5 2").ok();
    assert_eq!(why["refused"], "you must play in grid 1");
    assert_eq!(why["moves"], json!(["5 1"]), "nothing was played");
}

#[test]
fn an_example_of_every_game_can_be_shown() {
    let directory = Directory::new();
    let house = House::new(&directory);
    let catalogue = house.get("/api/catalogue").ok();
    for game in catalogue["games"].as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let path = format!("/api/variants/{id}/example");
        let example = house.get(&path).ok();
        assert_eq!(house.get(&path).ok(), example, "the same each time");
        let view = house.post("/api/view", &json!({ "game": id, "moves": example["moves"] })).ok();
        assert!(view["ply"].as_u64().unwrap() > 3, "{id}");
    }
}
